"""Whether anybody can still win, by what everybody sees (A-12)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import State
from rules.games.war_chest.board import grid
from rules.games.war_chest.names import BOX, army_of, faction_of, field
from rules.games.war_chest.pieces import coins_of
from rules.games.war_chest.position import Position, position
from rules.games.war_chest.reach import deploy_refusal
from rules.games.war_chest.settings import GUARD_CARD


def nobody_can_win(state: State) -> bool:
    """Whether no coin can ever pay for taking control again: none is left of any unit on the board, and no other can be
    deployed, wherever a Royal Guard goes with its Royal Coin. By the later card that is to a free own location, where
    one could be deployed already (WC-157, WC-158)."""
    piles = (state.pile(key) for key in (BOX, *map(field, grid(len(state.seats)).cells)))
    gone = {coin for pile in piles if pile.slots for coin in pile}
    armies = {unit: faction_of(state, seat) for seat in state.seats for unit in army_of(state, seat)}
    left = {unit: side for unit, side in armies.items() if not gone.issuperset(coins_of(unit))}
    at = position(state)
    if not armies or any(at.cells_of(unit) for unit in left):
        return False
    boards = (at, _unguarded(at)) if state[GUARD_CARD] == "first" else (at,)
    return not any(_can_come(board, unit, side) for board in boards for unit, side in left.items())


def _can_come(at: Position, unit: str, side: str) -> bool:
    return any(deploy_refusal(at, unit, side, cell) is None for cell in at.grid.cells)


def _unguarded(at: Position) -> Position:
    """The same board when the Royal Guard has gone away from where it stands."""
    stacks = {cell: stack for cell, stack in at.stacks.items() if stack.unit != "royal_guard"}
    return replace(at, stacks=stacks)
