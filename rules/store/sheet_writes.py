"""What the writer does with sheets and sessions inside its transaction; see `writes`."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from rules.store.protocol import Change, Conflict, Session, SheetRow, Use
from rules.store.tables import deeds, sessions, sheets, uses

_CHANGE = update(sheets).where(sheets.c.id == bindparam("this"), sheets.c.revision == bindparam("previous"))
_DROP = delete(sheets).where(sheets.c.id == bindparam("this"))
_END = update(sessions).where(sessions.c.id == bindparam("this"), sessions.c.ended.is_(None))
_COUNT = select(func.count()).select_from(uses).where(uses.c.sheet == bindparam("this"))
_COUNT_IN = select(func.count()).select_from(uses).where(uses.c.session == bindparam("this"))
_OPEN = (
    select(sessions.c.id)
    .where(sessions.c.id == bindparam("this"), sessions.c.ended.is_(None))
    .with_for_update(read=True)
)
_THERE = select(sheets.c.id).where(sheets.c.id == bindparam("this"))


def bring_in(connection: Connection, brought: Sequence[Use]) -> None:
    """Note which sheets came into fights; the key refuses a second one of the same number.

    Raises: Conflict if the session of one of them is over.
    """
    rows = [
        {
            "sheet": use.sheet,
            "number": use.number,
            "fight": use.fight,
            "combatant": use.combatant,
            "session": use.session,
            "at": use.at,
        }
        for use in brought
    ]
    if rows:
        connection.execute(insert(uses), rows)
    if not all(_is_open(connection, use) for use in brought):
        raise Conflict("the session is over")


def _is_open(connection: Connection, use: Use) -> bool:
    return use.session is None or connection.execute(_OPEN, {"this": use.session}).first() is not None


def is_next(connection: Connection, use: Use) -> bool:
    """Whether the sheet is there, its session open, and this would be its next use."""
    is_there = connection.execute(_THERE, {"this": use.sheet}).first() is not None
    is_there = is_there and _is_open(connection, use)
    return is_there and connection.execute(_COUNT, {"this": use.sheet}).scalar() == use.number - 1


def keep(connection: Connection, change: Change) -> None:
    """All of one change. Raises: Conflict; whatever the database raises."""
    deed = change.deed
    connection.execute(
        insert(deeds),
        {"source": deed.source, "user": deed.user, "at": deed.at, "about": deed.about, "said": deed.said},
    )
    for row in change.sheets:
        _put_sheet(connection, row)
    for sheet in change.dropped:
        connection.execute(_DROP, {"this": sheet})
    if change.session is not None:
        _put_session(connection, change.session, change.uses)


def _put_sheet(connection: Connection, row: SheetRow) -> None:
    values = {
        "user": row.user,
        "guild": row.guild,
        "ruleset": row.ruleset,
        "schema": row.schema,
        "name": row.name,
        "key": row.key,
        "revision": row.revision,
        "raw": row.raw,
    }
    if row.revision == 1:
        connection.execute(insert(sheets), {"id": row.id, **values})
        return
    changed = connection.execute(_CHANGE, {"this": row.id, "previous": row.revision - 1, **values}).rowcount
    if changed != 1:
        raise Conflict("the sheet was changed first")


def _put_session(connection: Connection, session: Session, uses_seen: int) -> None:
    if session.ended is not None:
        if connection.execute(_END, {"this": session.id, "ended": session.ended}).rowcount != 1:
            raise Conflict("the session is not open")
        if connection.execute(_COUNT_IN, {"this": session.id}).scalar() != uses_seen:
            raise Conflict("another sheet was brought into the session")
        return
    connection.execute(
        insert(sessions),
        {
            "id": session.id,
            "guild": session.guild,
            "ruleset": session.ruleset,
            "gm": session.gm,
            "number": session.number,
            "begun": session.begun,
        },
    )
