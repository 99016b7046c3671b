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
        view = page_packet(voice, Handout(told), Surroundings(people=PEOPLE, todos=self.todos), f"chess-{self.version}")
        return replace(view, version=self.version)

    def _play(self, session: Session, key: str, version: int) -> Reply:
        assert session.role is Role.SEAT
        assert session.seat is not None
        outcome = self.match.submit(Answer(Seat(session.seat), key))
        self.taps.append(key)
        return Reply(not isinstance(outcome, Refusal), str(outcome), version)

    def virtual_scene(self, session: Session) -> VirtualScene | None:
        """Two squares with a chessman, and one pile of the supply."""
        if not self.is_virtual:
            return None
        packet = self._packet(session.seat)
        assert packet.board is not None
        man = next(f.stack.face for f in packet.board.fields if f.stack and f.stack.face and f.name == "e1")
        card = next(p for p in packet.piles if p.key == "supply_rook").cards[-1].face
        spots = (
            VirtualSpot(
                name="e1", label="e1", x_mm=425, y_mm=525, width_mm=50, height_mm=50, angle_deg=0, ground="dark"
            ),
            VirtualSpot(
                name="f1", label="f1", x_mm=475, y_mm=525, width_mm=50, height_mm=50, angle_deg=0, ground="light"
            ),
            VirtualSpot(
                name="supply_rook",
                label="Rook pile",
                x_mm=945,
                y_mm=295,
                width_mm=70,
                height_mm=95,
                angle_deg=0,
                lying=8,
            ),
        )
        pieces = (
            VirtualPiece(
                handle="aa11",
                x_mm=425,
                y_mm=525,
                angle_deg=0,
                face_up=True,
                face=man,
                in_hand=False,
                width_mm=34,
                height_mm=34,
                layer=240,
                round=True,
            ),
            VirtualPiece(
                handle="bb22",
                x_mm=945,
                y_mm=295,
                angle_deg=0,
                face_up=True,
                face=card,
                in_hand=False,
                width_mm=63,
                height_mm=88,
                layer=3,
            ),
        )
        return VirtualScene(version=self.version, width_mm=1000, height_mm=700, spots=spots, pieces=pieces)

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        raise AssertionError("nobody moves a piece by hand here")
