"""Where a table speaks in the broker, and where it stands on the floor."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds both."""
    op.add_column("tables", sa.Column("topic", sa.String(200), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("x", sa.Integer))
    op.add_column("tables", sa.Column("y", sa.Integer))
