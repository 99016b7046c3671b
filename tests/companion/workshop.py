"""High Card on a workbench without a service, and what is played there."""

from __future__ import annotations

from pathlib import Path

from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from companion.settings.config import Override
from companion.workbench.bench import Bench, Source
from companion.workbench.trouble import Trouble
from rules.engine.entries import Entry, Header
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from tests.companion.host_office import settings_in
from tests.owners_game import change, owners_game

DEALT = Answer(
    None,
    "dealt",
    (
        ("hand/0", (PieceId("RED-1"), PieceId("RED-2"))),
        ("hand/1", (PieceId("RED-3"), PieceId("BLU-4"))),
    ),
)
LEADS = Answer(Seat(0), "play:RED-1")
FOLLOWS = Answer(Seat(1), "play:RED-3")


class Workshop:
    """A workbench without a service: what the table does between two services is done by `again`."""

    def __init__(self, path: Path, *more: Override):
        self.folder = owners_game(path / "data" / "games")
        self.loaded = settings_in(
            path / "data",
            Override("table.game", "high_card", "NAME"),
            Override("table.players", "2", "--players"),
            *more,
        )
        self.said: list[str] = []
        self.endings: list[Ending] = []
        self.bench = Bench(Source(self.folder, self.folder), self.loaded, self.said.append, within_s=60)
        self.bench.end = self.endings.append

    def play(self, *entries: Entry) -> None:
        """Somebody plays at the table: it takes what the game of now takes."""
        with Journal.open(self.bench.config.data.journal_path) as journal:
            number = journal.last_open_match("high_card")
            if number is None:
                number = journal.start_match(Header("high_card", 2, {}, version="1.0"))
            header, stored = journal.load(number)
            match = Match.replay(self.bench.game, header, [one.entry for one in stored])
            for entry in entries:
                assert isinstance(match.submit(entry), Accepted)
                journal.append(number, match.version, entry, "phone")

    def save(self, **changes: tuple[str, str]) -> bool:
        """The author saves, and the table goes on; whether it does so with what was saved."""
        change(self.folder, **changes)
        return self.taken_up(self.bench.reload())

    def taken_up(self, is_new: bool) -> bool:
        if is_new:
            assert self.endings.pop() is Ending.AGAIN
            self.bench.prepare(self.loaded)
        assert not self.endings
        return is_new

    @property
    def trouble(self) -> Trouble:
        assert self.bench.trouble is not None
        assert str(self.bench.trouble) == self.said[-1]
        return self.bench.trouble

    @property
    def log(self) -> list[Entry]:
        logged = self.bench.logged()
        assert logged is not None
        return [one.entry for one in logged.stored]

    @property
    def match(self) -> Match:
        logged = self.bench.logged()
        assert logged is not None
        return Match.replay(self.bench.game, logged.header, self.log)
