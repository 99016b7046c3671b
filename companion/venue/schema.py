"""What a venue keeps, as SQLAlchemy's tables: the same in SQLite and in PostgreSQL. Alembic makes them
(`migrations`)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa


class Utc(sa.TypeDecorator[datetime]):
    """A time with its zone, UTC, also where a database keeps none."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


METADATA = sa.MetaData()

facts = sa.Table(
    "facts",
    METADATA,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the venue knows of itself, such as the hash of the organiser's PIN."""

codes = sa.Table(
    "codes",
    METADATA,
    sa.Column("code_sha256", sa.String(64), primary_key=True),
    sa.Column("ends_at", Utc, nullable=False),
)
"""What pairs a table, once."""

tables = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("token_sha256", sa.String(64), unique=True),  # null: its credential was withdrawn
    sa.Column("paired_at", Utc, nullable=False),
    sa.Column("heard_at", Utc),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("title", sa.String(100), nullable=False),
    sa.Column("topic", sa.String(200), nullable=False, server_default=""),  # in the broker; empty: it has none
    sa.Column("x", sa.Integer),  # on the floor, in thousandths of its width and height; null: nobody has placed it
    sa.Column("y", sa.Integer),
    sa.Column("takes", sa.Boolean, nullable=False, server_default=sa.false()),  # its host lets matches be laid out
    sa.Column("laid", sa.String(64), nullable=False, server_default=""),  # the one that is laid out there
    sa.Column("version", sa.String(40), nullable=False, server_default=""),  # of its companion
    sa.Column("ill", sa.String(200), nullable=False, server_default=""),  # kinds of devices that have failed
)

results = sa.Table(
    "results",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match", sa.String(64), nullable=False, unique=True),  # named by the table that played it
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
    sa.Index("results_by_end", "state", "ended_at"),
    sa.Index("results_by_table", "table_id", "revision"),
)

sittings = sa.Table(
    "sittings",
    METADATA,
    sa.Column("result_id", sa.Integer, sa.ForeignKey("results.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(60), nullable=False, index=True),
    sa.Column("bot", sa.Boolean, nullable=False),
    sa.Column("score", sa.BigInteger),
    sa.Column("place", sa.Integer),
)

forgotten = sa.Table(
    "forgotten",
    METADATA,
    sa.Column("name_sha256", sa.String(64), primary_key=True),
)
"""Names that are not to be kept again, as no more than a hash."""

unnamed = sa.Table(
    "unnamed",
    METADATA,
    sa.Column("result_id", sa.Integer, sa.ForeignKey("results.id"), primary_key=True),
    sa.Column("name_sha256", sa.String(64), primary_key=True),
)
"""Names that a table has taken out of a match: restored from an older copy it would send them again."""

tournaments = sa.Table(
    "tournaments",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # of the match, as JSON: texts by key
    sa.Column("system", sa.String(20), nullable=False),
    sa.Column("most", sa.Integer, nullable=False),  # people at a table
    sa.Column("fewest", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),  # the one that was drawn last
    sa.Column("is_over", sa.Boolean, nullable=False),
)

entrants = sa.Table(
    "entrants",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("is_out", sa.Boolean, nullable=False),  # plays no further round
)
"""Who plays in a tournament."""

bouts = sa.Table(
    "bouts",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("match", sa.String(64), nullable=False, unique=True),  # under which its table is to play it
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id")),
    sa.Column("is_repaired", sa.Boolean, nullable=False),  # the organiser's places count, not the table's
    sa.UniqueConstraint("tournament_id", "round", "number"),
)
"""Who plays with whom in a round; one person alone sits out."""

chairs = sa.Table(
    "chairs",
    METADATA,
    sa.Column("bout_id", sa.Integer, sa.ForeignKey("bouts.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entrant_id", sa.Integer, sa.ForeignKey("entrants.id"), nullable=False),
    sa.Column("place", sa.Integer),  # by the organiser
)
