"""Fights, their steps, the outbox, our messages on Discord and who plays."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fights",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("is_current", sa.Boolean, nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("users", sa.JSON, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
    )
    op.create_index(
        "one_current_fight",
        "fights",
        ["guild", "channel"],
        unique=True,
        sqlite_where=sa.text("is_current = 1"),
        postgresql_where=sa.text("is_current"),
    )
    op.create_table(
        "players",
        _fight(primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("players_by_user", "players", ["user"])
    op.create_table(
        "steps",
        _fight(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("before", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("expect", sa.Text, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.Column("back_to", sa.Integer),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.Column("draws", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("keyframe", sa.LargeBinary),
        sa.UniqueConstraint("fight", "source", name="one_step_a_source"),
    )
    op.create_index("steps_by_user", "steps", ["fight", "user", "seq"])
    op.create_index(
        "undos",
        "steps",
        ["fight", "seq"],
        sqlite_where=sa.text("back_to IS NOT NULL"),
        postgresql_where=sa.text("back_to IS NOT NULL"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        _fight(nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("messages_of_step", "messages", ["fight", "seq"])
    op.create_table(
        "surfaces",
        _fight(primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
    )


def _fight(*, primary_key: bool = False, nullable: bool = False) -> sa.Column[str]:
    to_fight = sa.ForeignKey("fights.id", ondelete="CASCADE")
    return sa.Column("fight", sa.String, to_fight, primary_key=primary_key, nullable=nullable)


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
