"""Figures on the virtual table, such as chessmen: they stand on fields, carry no stickers, and are taken by standing
another one in their place."""

from __future__ import annotations

from companion.virtual.places import inside
from companion.virtual.virtual_table import VirtualTable
from rules.engine.types import Seat


class Figures:
    """What hands do with the figures of a virtual table. Safe from any thread."""

    def __init__(self, table: VirtualTable):
        self._table = table

    def stand(self, ident: int, x_mm: float, y_mm: float, seat: Seat | None, handle: str | None = None) -> bool:
        """Stands a figure up at a place of the mat, in the middle of a field where that is one; `handle` as for
        `VirtualTable.put`. A figure that stood there is taken: it goes to the tray of `seat`. Whether it was done."""
        table = self._table
        field = next((s for s in table.layout.spots if s.cell and inside(s, x_mm, y_mm)), None)
        at = () if field is None else table.at(field.name)
        taken = [b.ident for b in at if table.figure(b.piece) and b.ident != ident]
        place = (x_mm, y_mm) if field is None else (field.x_mm, field.y_mm)
        if not table.put(ident, *place, 0.0, True, handle):
            return False
        for other in taken:
            self.put_aside(other, seat or Seat(0))
        return True

    def put_aside(self, ident: int, seat: Seat) -> None:
        """A figure goes to the tray of a seat for those that it has captured."""
        board = self._table.layout.board
        assert board is not None
        self._table.lay(ident, f"{board.taken}/{seat}", True)
