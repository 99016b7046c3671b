"""What whoever looks after many tables should know of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds it."""
    op.add_column("tables", sa.Column("version", sa.String(40), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("ill", sa.String(200), nullable=False, server_default=""))
