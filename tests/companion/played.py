"""Finished matches in a journal, and a history over them, without a table around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal.journal import Journal, MatchId
from companion.journal.rosters import Seated
from companion.kit.laws.playing import Script, played
from companion.past.history import History, TableNow
from companion.values.notices import Notice
from companion.values.person import Person
from rules import games
from rules.engine.entries import Entry
from rules.engine.game import Game
from rules.engine.match import Match
from rules.games import UnknownGame
from tests.companion.high_card import HIGH_CARD
from web.views import Role, Session

GUEST, HOST, ADA, BEA = Session(Role.SPECTATOR), Session(Role.HOST), Session(Role.SEAT, 0), Session(Role.SEAT, 1)
PEOPLE = (Seated(0, "Ada"), Seated(1, "Bea"))


def game_of(slug: str) -> Game:
    """High Card and the games of the house."""
    if slug == HIGH_CARD.slug:
        return HIGH_CARD
    return games.game(slug)


def random_match(game: Game, seats: int, seed: int, length: int = 0) -> Match:
    """A match that nobody thought about; of `length` entries, or to its end."""
    return played(Script(game, seats, seed, length=length))


@dataclass
class Shelf:
    """A journal with matches, what the table of now is, and what was told to everybody at it."""

    journal: Journal
    on_table: MatchId | None = None
    people: tuple[Person, ...] = (Person("Ada", True), Person("Bea", True))
    told: list[Notice] = field(default_factory=list)

    def __post_init__(self) -> None:
        now = TableNow(lambda: self.on_table, lambda: self.people, self.told.append)
        self.history = History(self.journal, game_of, now)

    def begin(self, match: Match, people: Sequence[Seated] = PEOPLE) -> MatchId:
        """Writes a match that is still played."""
        number = self.journal.start_match(match.header, match.game.title)
        for n, entry in enumerate(match.journal, start=1):
            self.journal.append(number, n, entry, "test")
        if people:
            self.journal.rosters.note(number, people)
        return number

    def keep(self, match: Match, people: Sequence[Seated] = PEOPLE) -> MatchId:
        """Writes a match that has ended."""
        number = self.begin(match, people)
        self.journal.finish(number)
        return number

    def add(self, number: MatchId, entry: Entry) -> None:
        """One more entry of a match; an ended one is open again by that."""
        stored = self.journal.match(number)
        assert stored is not None
        self.journal.append(number, stored.entries + 1, entry, "test")


def shelf_at(path: Path) -> Shelf:
    """An empty shelf; its journal is to be closed."""
    return Shelf(Journal.open(path / "data" / "companion.db"))


__all__ = ["ADA", "BEA", "GUEST", "HOST", "PEOPLE", "Shelf", "UnknownGame", "game_of", "random_match", "shelf_at"]
