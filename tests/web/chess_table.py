"""A fake table at which a real match of the chess deckbuilder is played: packets as the companion words them, and taps
that the rules take or refuse."""

from __future__ import annotations

from dataclasses import replace

from companion.reading.todo import Todo
from companion.telling.board import Handout, Surroundings
from companion.telling.view import page_packet
from companion.telling.voices import build_voice
from companion.values.person import Person
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Refusal, Seat
from tests.games.chess_deckbuilder._match import game
from tests.web.fake_table import FakeTable
from web.pages.virtual.views import VirtualMove, VirtualPiece, VirtualScene, VirtualSpot
from web.views import Packet, Reply, Role, Session

PEOPLE = (Person("Anna", joined=True), Person("Ben", joined=True))


class ChessTable(FakeTable):
    """See above. `play_on` puts another match on the table."""

    language = "en"

    def __init__(self, match: Match | None = None) -> None:
        self.match = match or game()
        self.todos: tuple[Todo, ...] = ()  # what stands otherwise than noted
        super().__init__(camera=None)
        self.taps: list[str] = []

    def play_on(self, match: Match, *todos: Todo) -> None:
        """Everybody sees this match now; the camera saw what `todos` say."""
        self.match, self.todos = match, todos
        self.taps = []
        self.publish()

    def _packet(self, seat: int | None) -> Packet:
        names = tuple(one.name for one in PEOPLE)
        voice = build_voice(self.match.game, 2, self.match.settings, self.language, names)
        told = packet(self.match, PUBLIC if seat is None else Seat(seat), latest=20)
        view = page_packet(voice, Handout(told), Surroundings(PEOPLE, todos=self.todos), f"chess-{self.version}")
        return replace(view, version=self.version)

    def _play(self, session: Session, key: str, version: int) -> Reply:
        assert session.role is Role.SEAT
        assert session.seat is not None
        outcome = self.match.submit(Answer(Seat(session.seat), key))
        self.taps.append(key)
        return Reply(not isinstance(outcome, Refusal), str(outcome), version)

    def virtual_scene(self, session: Session) -> VirtualScene:
        """Two squares with a chessman, and one pile of the supply."""
        packet = self._packet(session.seat)
        assert packet.board is not None
        man = next(f.stack.face for f in packet.board.fields if f.stack and f.stack.face and f.name == "e1")
        card = next(p for p in packet.piles if p.key == "supply_rook").cards[-1].face
        spots = (
            VirtualSpot("e1", "e1", 425, 525, 50, 50, 0, ground="dark"),
            VirtualSpot("f1", "f1", 475, 525, 50, 50, 0, ground="light"),
            VirtualSpot("supply_rook", "Rook pile", 945, 295, 70, 95, 0),
        )
        pieces = (
            VirtualPiece("aa11", 425, 525, 0, True, man, False, 34, 34, 240, True),
            VirtualPiece("bb22", 945, 295, 0, True, card, False, 63, 88, 3),
        )
        return VirtualScene(self.version, 1000, 700, spots, pieces, (5, 5))

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        raise AssertionError("nobody moves a piece by hand here")
