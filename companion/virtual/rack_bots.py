"""Bots at a table with real cards: theirs lie face-down in racks into which nobody looks, and hands play for them.

What a bot decides counts at once, as if it had been tapped. The list of things to do says which card of its rack goes
where, and the bot waits until it lies there.
"""

from __future__ import annotations

from companion.virtual.deciding import Deciding
from rules.engine.packets import Packet
from rules.engine.questions import Option
from rules.engine.types import PieceId, Seat, Shape


class RackBots(Deciding):
    """One thread that decides for every seat that a bot plays. It touches nothing; dealing, dice and tidying are for
    people. A card that was not dealt over the reader box is not known to it either, so that it plays none by name."""

    def _chore(self) -> bool:
        return False

    def _is_ready(self) -> bool:
        seen = self._look(frozenset())
        return seen is not None and all(todo.rack is None for todo in seen.board.around.todos)

    def _roll(self, seat: Seat, version: int, sides: tuple[int, ...]) -> bool:
        return False

    def _held(self, seat: Seat, packet: Packet) -> set[PieceId]:
        hands = (pile for pile in packet.state.piles.values() if pile.shape is Shape.HAND and pile.owner == seat)
        return {piece for pile in hands for piece in pile.pieces}

    def _can(self, seat: Seat, packet: Packet, option: Option) -> bool:
        return option.piece is None or packet.state.where(option.piece) is not None

    def _carry_out(self, seat: Seat, packet: Packet, option: Option) -> None:
        self._tap(seat, packet.version, option.key)
