"""Which names were taken out of which match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes their table."""
    op.create_table(
        "unnamed",
        sa.Column("result_id", sa.Integer, sa.ForeignKey("results.id"), primary_key=True),
        sa.Column("name_sha256", sa.String(64), primary_key=True),
    )
