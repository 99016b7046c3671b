"""Samples: small whole games that authors begin from and that the documents explain. They are not on the shelf.

`harbour_night` is a card game with guesses, peeks and duels, `ebb_and_flow` a dice game with sheets.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from rules.engine import Game

_SAMPLES: Final = ("harbour_night", "ebb_and_flow")


def slugs() -> tuple[str, ...]:
    """Their names."""
    return _SAMPLES


def game(slug: str) -> Game:
    """One of them, by its name."""
    made: Game = import_module(f"{__name__}.{slug}").build()
    return made
