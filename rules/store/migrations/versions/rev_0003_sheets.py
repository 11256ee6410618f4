"""Players' own characters, sessions, and where each was brought into."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sheets",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("guild", "user", "ruleset", "key", name="one_sheet_a_name"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String, nullable=False),
        sa.Column("gm", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
    )
    op.create_index("sessions_of_gm", "sessions", ["guild", "ruleset", "gm"])
    op.create_index(
        "one_open_session",
        "sessions",
        ["guild", "ruleset", "gm"],
        unique=True,
        sqlite_where=sa.text("ended IS NULL"),
        postgresql_where=sa.text("ended IS NULL"),
    )
    op.create_table(
        "uses",
        sa.Column("sheet", sa.String, sa.ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("fight", sa.String, sa.ForeignKey("fights.id", ondelete="CASCADE"), nullable=False),
        sa.Column("combatant", sa.String, nullable=False),
        sa.Column("session", sa.String, sa.ForeignKey("sessions.id")),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("uses_in_session", "uses", ["session"])
    op.create_index("uses_at_fight", "uses", ["fight"])
    op.create_table(
        "deeds",
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
