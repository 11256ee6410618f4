"""What belongs to one act is told in one message; since when a decision is owed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("fights", sa.Column("pending", sa.LargeBinary))
    for table in ("steps", "messages"):
        op.add_column(table, sa.Column("act", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("messages", sa.Column("goes_on", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("surfaces", sa.Column("text", sa.Text, nullable=False, server_default=sa.text("''")))


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
