"""Run by Alembic, with the connection that `store` hands it."""

from __future__ import annotations

from alembic import context

from companion.venue.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
