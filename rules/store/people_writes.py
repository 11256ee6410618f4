"""What the writer does about people inside its transaction: in which records they are, and that they are forgotten."""

from collections.abc import Set

from sqlalchemy import Connection, bindparam, delete, func, select, update

from rules.core.ids import UserId
from rules.core.names import mention
from rules.store.people import NAMING, SERVER
from rules.store.protocol import GONE, Conflict, Rewriting, naming
from rules.store.tables import (
    deeds,
    fights,
    messages,
    moderations,
    saved,
    sessions,
    settings,
    sheets,
    steps,
    surfaces,
    traces,
)

_HERE = fights.c.id == bindparam("this")
_TRACED = select(traces.c.user).where(traces.c.user == bindparam("whose"), traces.c.fight == bindparam("this"))
_UNTRACE = delete(traces).where(traces.c.user == bindparam("whose"), traces.c.fight == bindparam("this"))
_RECORD = (
    update(fights)
    .where(_HERE, fights.c.seq == bindparam("after"))
    .values(users=bindparam("now_users"), raw=bindparam("now_raw"), pending=bindparam("now_pending"))
)
_STEP = (
    update(steps)
    .where(steps.c.fight == bindparam("this"), steps.c.seq == bindparam("number"))
    .values(
        user=bindparam("now_user"),
        expect=bindparam("now_expect"),
        command=bindparam("now_command"),
        events=bindparam("now_events"),
        digest=bindparam("now_digest"),
        keyframe=bindparam("now_keyframe"),
    )
)
_DROP_HIS_MESSAGES = delete(messages).where(
    messages.c.fight == bindparam("this"), messages.c.user == bindparam("whose")
)
_DROP_HIS_SURFACES = delete(surfaces).where(
    surfaces.c.fight == bindparam("this"), surfaces.c.user == bindparam("whose")
)


def trace(connection: Connection, seen: Set[tuple[int, str]]) -> None:
    """Note in the records of which fights somebody is; what is noted already stays so."""
    rows = [{"whose": user, "this": fight} for user, fight in sorted(seen)]
    new = [row for row in rows if connection.execute(_TRACED, row).first() is None]
    if new:
        connection.execute(traces.insert(), [{"user": row["whose"], "fight": row["this"]} for row in new])


def rewrite(connection: Connection, rewriting: Rewriting) -> None:
    """All of one fight. Raises: Conflict if it is not after the same step as stored."""
    record, log = rewriting.whole.record, rewriting.whole.steps
    now = {"now_users": record.users, "now_raw": record.raw, "now_pending": record.pending}
    if connection.execute(_RECORD, {"this": record.fight, "after": record.seq, **now}).rowcount != 1:
        raise Conflict("another step of this fight was stored first")
    connection.execute(
        _STEP,
        [
            {
                "this": step.fight,
                "number": step.seq,
                "now_user": step.user,
                "now_expect": step.expect,
                "now_command": step.command,
                "now_events": step.events,
                "now_digest": step.digest,
                "now_keyframe": step.keyframe,
            }
            for step in log
        ],
    )
    his = {"this": record.fight, "whose": rewriting.gone}
    for statement in (_DROP_HIS_MESSAGES, _DROP_HIS_SURFACES, _UNTRACE):
        connection.execute(statement, his)
    for before, after in rewriting.texts:
        for table in (messages, surfaces):
            connection.execute(
                update(table)
                .where(table.c.fight == record.fight, table.c.text.contains(before, autoescape=True))
                .values(text=func.replace(table.c.text, before, after))
            )


def forget(connection: Connection, user: UserId, at: float) -> None:
    """All that is stored of a user outside the fights; what is a whole server's is nobody's from now on."""
    connection.execute(delete(sheets).where(sheets.c.user == user))
    connection.execute(delete(saved).where(saved.c.user == user, saved.c.kind.endswith(f"/{user}")))
    connection.execute(update(saved).where(saved.c.user == user).values(user=0))
    connection.execute(delete(settings).where(settings.c.whose == user, settings.c.scope != SERVER))
    connection.execute(delete(surfaces).where(surfaces.c.user == user))
    connection.execute(delete(messages).where(messages.c.user == user))
    connection.execute(delete(deeds).where(deeds.c.user == user))
    connection.execute(update(sessions).where(sessions.c.gm == user, sessions.c.ended.is_(None)).values(ended=at))
    connection.execute(update(sessions).where(sessions.c.gm == user).values(gm=0))
    connection.execute(update(moderations).where(moderations.c.user == user).values(user=GONE))
    for row in connection.execute(NAMING).all():
        if (said := naming(user).sub(mention(GONE), row.said)) != row.said:
            connection.execute(update(moderations).where(moderations.c.id == row.id).values(said=said))
