"""Fights and steps carry the schema of the rules that wrote them; whatever was there was written under the first."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("fights", "steps"):
        op.add_column(table, sa.Column("schema", sa.Integer, nullable=False, server_default=sa.text("1")))


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
