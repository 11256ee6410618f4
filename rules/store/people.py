"""What is read about one person: in the records of which fights he is, and what is stored of him outside them."""

from sqlalchemy import bindparam, func, select

from rules.core.names import MENTION
from rules.store.tables import deeds, moderations, saved, sessions, settings, sheets, surfaces, traces

SERVER = "server"  # the scope of what is set for a server, whose id is no user's

TRACES = select(traces.c.fight).where(traces.c.user == bindparam("user")).order_by(traces.c.fight)
SHEETS = select(sheets).where(sheets.c.user == bindparam("user"))
SAVED = select(saved).where(saved.c.user == bindparam("user"))
SESSIONS = select(sessions).where(sessions.c.gm == bindparam("user"))
SURFACES = select(func.count()).select_from(surfaces).where(surfaces.c.user == bindparam("user"))
BY_HIM = select(moderations).where(moderations.c.user == bindparam("user")).order_by(moderations.c.id)
NAMING = select(moderations).where(moderations.c.said.contains(MENTION, autoescape=True))
SERVERS = select(settings).where(settings.c.scope == SERVER).order_by(settings.c.whose)
DEEDS = select(func.count()).select_from(deeds).where(deeds.c.user == bindparam("user"))
