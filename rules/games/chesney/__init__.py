"""Chesney (4 to 10 players): factions that change, hidden allies, judgements that only their judges can read."""

from rules.games.chesney.game import build

__all__ = ["build"]
