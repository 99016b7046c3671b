"""The chess deckbuilder: a chess set and a personal deck each; a card lets you move a piece of its kind."""

from rules.games.chess_deckbuilder.game import build

__all__ = ["build"]
