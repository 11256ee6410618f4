"""Alembic runs this file; the connection, in a transaction already, comes from `rules.store.migrate`."""

from alembic import context

from rules.store.migrate import VERSION_TABLE
from rules.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
