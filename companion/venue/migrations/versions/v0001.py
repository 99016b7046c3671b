"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from companion.venue.schema import Utc

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes them."""
    op.create_table(
        "facts", sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "codes", sa.Column("code_sha256", sa.String(64), primary_key=True), sa.Column("ends_at", Utc, nullable=False)
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("token_sha256", sa.String(64), unique=True),
        sa.Column("paired_at", Utc, nullable=False),
        sa.Column("heard_at", Utc),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(64), nullable=False, unique=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("given_up", sa.Boolean, nullable=False),
        sa.Column("begun_at", Utc, nullable=False),
        sa.Column("ended_at", Utc, nullable=False),
        sa.Column("received_at", Utc, nullable=False),
    )
    op.create_index("results_by_end", "results", ["state", "ended_at"])
    op.create_table(
        "sittings",
        sa.Column("result_id", sa.Integer, sa.ForeignKey("results.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("score", sa.BigInteger),
        sa.Column("place", sa.Integer),
    )
    op.create_index("ix_sittings_name", "sittings", ["name"])
    op.create_table("forgotten", sa.Column("name_sha256", sa.String(64), primary_key=True))
