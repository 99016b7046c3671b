"""Tournaments: who is in them, and who plays with whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes their tables."""
    op.add_column("tables", sa.Column("takes", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("laid", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("system", sa.String(20), nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("fewest", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("is_out", sa.Boolean, nullable=False),
    )
    op.create_table(
        "bouts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("match", sa.String(64), nullable=False, unique=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id")),
        sa.Column("is_repaired", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament_id", "round", "number"),
    )
    op.create_table(
        "chairs",
        sa.Column("bout_id", sa.Integer, sa.ForeignKey("bouts.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entrant_id", sa.Integer, sa.ForeignKey("entrants.id"), nullable=False),
        sa.Column("place", sa.Integer),
    )
