"""What the shelf of games asks and is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import msgspec

from web.views import BrokenGame, GameOption, Reply, Session, ShelfGame


@dataclass(frozen=True, kw_only=True)
class ShelfView:
    """Every game, and those that cannot be played; which one lies on the table, for how many and with which options;
    how many people sit there. `unnamed`: nobody has chosen it yet; `pace`: how fast bots are, see `Pace`."""

    games: tuple[ShelfGame, ...]
    broken: tuple[BrokenGame, ...]
    game: str
    seats: int
    people: int
    options: tuple[GameOption, ...]
    unnamed: bool
    pace: str


class GamePick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be laid out. `seats` None: as many as now, or as near to that as the
    game and those who sit allow; `options`: values as text, by key."""

    game: str
    seats: int | None = None
    options: dict[str, str] = {}


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast bots are: relaxed, brisk or instant."""

    pace: str


class BotStrength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well a bot plays that sits at a seat: chance, greedy or thinker."""

    seat: int
    strength: str


class ShelfPort(Protocol):
    """What the pages may ask. Every call is safe from any thread."""

    def shelf(self, session: Session) -> ShelfView: ...
    def pick(self, session: Session, pick: GamePick) -> Reply: ...
    def set_pace(self, session: Session, pace: str) -> Reply: ...
    def set_strength(self, session: Session, seat: int, strength: str) -> Reply: ...
