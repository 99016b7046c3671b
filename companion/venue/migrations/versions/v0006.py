"""How much is known of each table, found at once."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds an index."""
    op.create_index("results_by_table", "results", ["table_id", "revision"])
