"""The board without stickers as last seen: by the names of the notes, with what was read of it and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.reading.board_gestures import Sides, across, differing, noted_board, sides_of
from companion.reading.on_table import OnTable
from companion.reading.todo import Chore, Todo
from rules.engine.mat import BoardState
from rules.engine.match import Match
from rules.engine.types import PieceId
from vision.types import BoardSeen

BOARD: Final = "board"
"""What stands in place of a payload for the whole board."""
_MOST_TOLD: Final = 6
"""So many fields are told one by one; of more everybody looks at the picture of the board."""
_OTHER_WAY: Final = 3
"""By so many fields fewer must differ the other way round before the board counts as turned."""


@dataclass
class SeenBoard:
    """What the camera made out on the board. Owned by the watch."""

    seen: BoardSeen | None = None  # by the names of the notes
    is_turned: bool = False  # the camera's names belong to the opposite fields
    since_s: float = 0.0  # since when it shows what it shows
    _noted: Sides = field(default_factory=dict)
    _differs: Mapping[str, str] = field(default_factory=dict)
    _read: BoardSeen | None = None  # what the latest answer was read from

    def report(self, board: BoardSeen, match: Match) -> None:
        """Takes over what the camera tells."""
        notes = noted_board(match)
        if notes is None:
            return
        self._noted = sides_of(notes)
        names, other = (board, _renamed(board, across(notes.grid)))
        if self.is_turned:
            names, other = other, names
        if len(differing(self._noted, other)) + _OTHER_WAY <= len(differing(self._noted, names)):
            names, self.is_turned = other, not self.is_turned
        before, self.seen = self.seen, names
        if before is None or _contradicts(before, names):
            self.since_s = board.taken_s

    def for_camera(self, match: Match) -> Sides | None:
        """What stands on the board by the notes, by the names of the camera; None in a game without a board."""
        if (notes := noted_board(match)) is None:
            return None
        names = across(notes.grid) if self.is_turned else {}
        return {names.get(cell, cell): side for cell, side in sides_of(notes).items()}

    def is_news(self, match: Match) -> bool:
        """Whether it shows something that the notes do not have, and that no answer was read from: after an answer was
        taken back the pieces stand as before, and must not give it again."""
        if self.seen is None or (notes := noted_board(match)) is None:
            return False
        self._noted = sides_of(notes)
        if self._read is not None and not _contradicts(self._read, self.seen):
            return False
        return bool(differing(self._noted, self.seen))

    def done(self) -> None:
        """What stands there has become an answer."""
        self._read = self.seen

    def forget(self) -> None:
        """A new match: nothing that stands there has been read."""
        self._read = None

    @property
    def item(self) -> OnTable:
        """What differs, as one thing on the table: a notice about it is settled when that stands so no longer."""
        changed = {} if self.seen is None else differing(self._noted, self.seen)
        where = " ".join(f"{cell}={side}" for cell, side in sorted(changed.items()))
        return OnTable(BOARD, None, "", where, False, 0.0)

    def todos(self, match: Match) -> tuple[Todo, ...]:
        """How to put the board right."""
        if self.seen is None or (notes := noted_board(match)) is None:
            return ()
        changed = differing(sides_of(notes), self.seen)
        if len(changed) > _MOST_TOLD:
            return (Todo(Chore.SET_UP, from_spots=tuple(changed)),)
        return tuple(_todo(notes, cell) for cell in changed)


def _todo(notes: BoardState, cell: str) -> Todo:
    pieces = next(field.pieces for field in notes.fields if field.cell == cell)
    top = pieces[-1] if pieces and isinstance(pieces[-1], PieceId) else None
    if top is None:
        return Todo(Chore.CLEAR, from_spot=cell)
    return Todo(Chore.STAND, top, spot=cell)


def _renamed(board: BoardSeen, names: Mapping[str, str]) -> BoardSeen:
    def called(cells: Iterable[str]) -> frozenset[str]:
        return frozenset(names.get(cell, cell) for cell in cells)

    cells = {names.get(cell, cell): occupant for cell, occupant in board.cells.items()}
    changes = {names.get(c, c): replace(change, behind=called(change.behind)) for c, change in board.changes.items()}
    return replace(board, cells=cells, unsure=called(board.unsure), changes=changes)


def _contradicts(one: BoardSeen, other: BoardSeen) -> bool:
    """Whether a field that both are sure of shows something else."""
    unsure = one.unsure | other.unsure
    after = other.position
    return any(cell not in unsure and after.get(cell) != side for cell, side in one.position.items())
