"""When a fight's clock has something to do; what people and servers have set; who is in which records."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


INDEXES = (
    ("saved_by_user", "saved", "user"),
    ("surfaces_of_user", "surfaces", "user"),
    ("sheets_of_user", "sheets", "user"),
    ("sessions_by_gm", "sessions", "gm"),
    ("deeds_of_user", "deeds", "user"),
)


def upgrade() -> None:
    op.add_column("fights", sa.Column("due", sa.Double))
    op.create_index(
        "fights_due",
        "fights",
        ["due"],
        sqlite_where=sa.text("is_current = 1 AND due IS NOT NULL"),
        postgresql_where=sa.text("is_current AND due IS NOT NULL"),
    )
    op.add_column("messages", sa.Column("note", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.create_table(
        "settings",
        sa.Column("scope", sa.String, primary_key=True),
        sa.Column("whose", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "moderations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("source", sa.String(64), nullable=False, unique=True),
    )
    op.create_index("moderations_of_server", "moderations", ["guild", "id"])
    op.create_index("moderations_by_user", "moderations", ["user"])
    op.create_table(
        "traces",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("fight", sa.String, sa.ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True),
    )
    op.execute(
        'INSERT INTO traces ("user", fight) SELECT "user", fight FROM players '
        'UNION SELECT "user", fight FROM steps WHERE "user" > 0'
    )
    for name, table, column in INDEXES:
        op.create_index(name, table, [column])


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
