"""Whoever was forgotten is so in what was asked about him at the table too, which kept his id before."""

import re
from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = re.compile(r"\b\d{16,}\b")  # Discord's ids are times: none is shorter
_NOBODY = "-1"
_steps = sa.table("steps", sa.column("fight"), sa.column("seq"), sa.column("expect"))
_traces = sa.table("traces", sa.column("user"), sa.column("fight"))


def upgrade() -> None:
    """An id that no trace of its fight knows is taken out: that of somebody forgotten, or of somebody only named.

    By this text a repeat of an old request is known, and nothing else is.
    """
    connection = op.get_bind()
    asked = connection.execute(sa.select(_steps).where(_steps.c.expect.like("made: %"))).all()
    naming = [step for step in asked if _ID.search(step.expect)]
    known = {(trace.fight, str(trace.user)) for trace in (connection.execute(sa.select(_traces)) if naming else ())}
    for step in naming:
        unknown = {each for each in _ID.findall(step.expect) if (step.fight, each) not in known}
        now = _ID.sub(partial(_without, unknown), step.expect)
        here = sa.and_(_steps.c.fight == step.fight, _steps.c.seq == step.seq)
        connection.execute(sa.update(_steps).where(here).values(expect=now))


def _without(unknown: set[str], found: re.Match[str]) -> str:
    return _NOBODY if found[0] in unknown else found[0]


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
