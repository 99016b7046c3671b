"""What the host's page needs of games of one's own: which are there, which cannot be played, and the one that waits to
be installed. None of it is of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from web.views import Reply, Session


@dataclass(frozen=True, kw_only=True)
class OwnGame:
    """A game that was installed, or lies there and cannot be played: then `why` says so. `open_matches` are those that
    are not over."""

    slug: str
    title: str
    version: str = ""
    author: str = ""
    why: str = ""
    open_matches: int = 0
    can_remove: bool = False  # it lies in the data directory


@dataclass(frozen=True, kw_only=True)
class WaitingGame:
    """A game that was uploaded, none of whose code has run. `before`: the version that it takes the place of;
    `has_code`: it is a program, which can do all that the companion can."""

    title: str
    version: str
    author: str
    licence: str
    before: str
    has_code: bool
    open_matches: int


@dataclass(frozen=True, kw_only=True)
class OwnGamesView:
    """What the panel draws. `waiting`: what the host is asked about."""

    games: tuple[OwnGame, ...]
    waiting: WaitingGame | None
    limit_bytes: int


class OwnGamesPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def own_games(self, session: Session) -> OwnGamesView: ...
    def bring_game(self, session: Session, content: bytes) -> Reply: ...  # a zip; one without code is installed at once
    def answer_game(self, session: Session, yes: bool) -> Reply: ...  # whether the one that waits is installed
    def remove_game(self, session: Session, slug: str) -> Reply: ...
