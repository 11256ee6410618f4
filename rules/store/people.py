"""What is read about one person: in the records of which fights he is, and what is stored of him outside them."""

from sqlalchemy import bindparam, func, select

from rules.store.tables import deeds, saved, sessions, sheets, surfaces, traces

TRACES = select(traces.c.fight).where(traces.c.user == bindparam("user")).order_by(traces.c.fight)
SHEETS = select(sheets).where(sheets.c.user == bindparam("user"))
SAVED = select(saved).where(saved.c.user == bindparam("user"))
SESSIONS = select(sessions).where(sessions.c.gm == bindparam("user"))
SURFACES = select(func.count()).select_from(surfaces).where(surfaces.c.user == bindparam("user"))
DEEDS = select(func.count()).select_from(deeds).where(deeds.c.user == bindparam("user"))
