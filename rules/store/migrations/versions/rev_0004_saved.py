"""What servers keep for later fights: sets of house rules."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("fights_of_channel", "fights", ["guild", "channel", "begun"])
    op.create_table(
        "saved",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ruleset", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
