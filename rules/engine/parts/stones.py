"""Stones of every player on the fields of a board: put there, moved, taken off, and how they stand in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine.game import Box, CardFace, Play
from rules.engine.mat import BoardState, Field, SideLook
from rules.engine.mat.grid import Grid
from rules.engine.mat.layout import STONES
from rules.engine.questions import Choose, Laid, Moved, Option
from rules.engine.table import Table
from rules.engine.types import ALL, PieceId, Refusal, Say, Seat, Shape, State
from rules.engine.words import Words

MayPut = Callable[[State, str], Refusal | None]
"""Why a stone may not be put on an empty field; None: it may."""
MayMove = Callable[[State, str, str], Refusal | None]
"""Why the stone of one field may not go to another, empty one; None: it may."""
_LINES: Final = {4: ((1, 0), (0, 1), (1, 1), (1, -1)), 6: ((1, 0), (0, 1), (1, -1))}
"""By the sides of a field: the directions of straight lines; squares have diagonals too."""


def _any_may_put(seen: State, cell: str) -> Refusal | None:
    return None


def _any_may_move(seen: State, frm: str, to: str) -> Refusal | None:
    return None


@dataclass(frozen=True)
class Stones:
    """As many stones for each seat as `each`, all alike, on a board of `grid`. `sides` in the order of the seats,
    for as many as may play: a code of the table `word`, and how the stones of that side look (a shape, one of the six
    tints, and plain, stripes or dots). What is not on the board lies in `stones/SEAT`."""

    grid: Grid
    sides: Mapping[str, SideLook]
    each: int

    @property
    def box(self) -> Box:
        """What `Game(box=...)` wants."""
        return Box(
            decks=lambda settings, seats: {
                STONES: tuple(piece for seat in range(seats) for piece in self._of(Seat(seat)))
            },
            faces=lambda settings, words: self._faces(words),
            grid=lambda settings: self.grid,
            alike={STONES},
        )

    def setup(self, t: Table) -> None:
        """An empty board, and everybody has all stones."""
        for cell in self.grid.cells:
            t.add_pile(f"on/{cell}", readers=ALL, spot=cell, face_up=True)
        for seat in t.seats:
            t.add_pile(f"stones/{seat}", readers=ALL, owner=seat, shape=Shape.ROW, face_up=True)
            for piece in self._of(seat):
                t.put_in(piece, f"stones/{seat}")

    def left(self, state: Table | State, seat: Seat) -> int:
        """How many stones of a seat are not on the board."""
        return len(state.pile(f"stones/{seat}"))

    def at(self, state: Table | State, cell: str) -> Seat | None:
        """Whose stone stands on a field; None: it is empty."""
        stone = self._stone(state, cell)
        return None if stone is None else Seat(list(self.sides).index(stone.kind))

    def empty(self, state: Table | State) -> tuple[str, ...]:
        """The fields on which nothing stands."""
        return tuple(cell for cell in self.grid.cells if self.at(state, cell) is None)

    def of(self, state: Table | State, seat: Seat) -> tuple[str, ...]:
        """The fields on which a seat's stones stand."""
        return tuple(cell for cell in self.grid.cells if self.at(state, cell) == seat)

    def has_row(self, state: Table | State, seat: Seat, count: int) -> bool:
        """Whether so many stones of a seat stand side by side in a straight line; on squares also diagonally."""
        mine = {self.grid.cells[cell] for cell in self.of(state, seat)}
        return any(
            all((x + n * right, y + n * up) in mine for n in range(count))
            for x, y in mine
            for right, up in _LINES[self.grid.sides]
        )

    def put(self, t: Table, seat: Seat, may: MayPut = _any_may_put, kind: str = "put") -> Play:
        """A seat puts a stone on an empty field. Gives the field, or None where there is no stone or no field left."""
        if not self.left(t, seat) or not self.empty(t):
            return None
        cell = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=partial(self._puts, seat, may))
        t.move(self._next(t, seat), f"on/{cell}", frm=f"stones/{seat}")
        t.tell("put", seat=seat, cell=cell)
        return cell

    def move(self, t: Table, seat: Seat, may: MayMove = _any_may_move, kind: str = "move") -> Play:
        """A seat moves one of its stones to an empty field. Gives both fields, or None where it has none or there is no
        empty one."""
        if not self.of(t, seat) or not self.empty(t):
            return None
        frm, to = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=partial(self._moves, seat, may))
        stone = self._stone(t, frm)
        assert stone is not None, "it was offered because it stands there"
        t.move(stone, f"on/{to}", frm=f"on/{frm}")
        t.tell("moved", seat=seat, cell=frm, to=to)
        return frm, to

    def take_off(self, t: Table, cell: str) -> None:
        """The stone of a field, if there is one, goes back to whose it is."""
        stone, seat = self._stone(t, cell), self.at(t, cell)
        if stone is not None:
            t.move(stone, f"stones/{seat}", frm=f"on/{cell}")
            t.tell("taken_off", other=seat, cell=cell)

    def draw(self, seen: State) -> BoardState:
        """The board, for `Screens(board=...)`."""
        fields = []
        for cell in self.grid.cells:
            stone = self._stone(seen, cell)
            pieces, side = ((), "") if stone is None else ((stone,), stone.kind)
            fields.append(Field(cell, pieces=pieces, side=side, owner=self.at(seen, cell)))
        return BoardState(self.grid, tuple(fields), self.sides)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _of(self, seat: Seat) -> tuple[PieceId, ...]:
        side = list(self.sides)[seat]
        return tuple(PieceId(f"{side}#{number}") for number in range(1, self.each + 1))

    def _faces(self, words: Words) -> dict[PieceId, CardFace]:
        return {
            piece: CardFace(piece, words.word(side), suit=look.shape, suit_code=side, tint=look.tint)
            for seat, (side, look) in enumerate(self.sides.items())
            for piece in self._of(Seat(seat))
        }

    def _stone(self, state: Table | State, cell: str) -> PieceId | None:
        pile = state.pile(f"on/{cell}")
        return next((slot.piece for slot in pile.slots if isinstance(slot.piece, PieceId)), None)

    def _next(self, state: Table | State, seat: Seat) -> PieceId:
        return next(slot.piece for slot in state.pile(f"stones/{seat}").slots if isinstance(slot.piece, PieceId))

    def _puts(self, seat: Seat, may: MayPut, seen: State) -> Iterator[Option]:
        stone = self._next(seen, seat)
        for cell in self.empty(seen):
            say, laid = Say("put", {"cell": cell}), Laid(cell, stone)
            yield Option(f"put:{cell}", cell, say, laid, may(seen, cell), piece=stone, cell=cell, any_copy=True)

    def _moves(self, seat: Seat, may: MayMove, seen: State) -> Iterator[Option]:
        for frm in self.of(seen, seat):
            stone = self._stone(seen, frm)
            assert stone is not None, "a stone of this seat stands there"
            for to in self.empty(seen):
                say, moved = Say("move", {"cell": frm, "to": to}), Moved(stone, frm, to)
                yield Option(
                    f"move:{frm}:{to}", (frm, to), say, moved, may(seen, frm, to), piece=stone, cell=to, from_cell=frm
                )
