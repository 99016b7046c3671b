"""How well each seat stands at a table, as a number: what a player that looks ahead compares."""

from __future__ import annotations

from rules.engine.game import Game
from rules.engine.types import Seat, State

WON, LOST, NOBODY = 1.0, 0.0, 0.3
"""What the end of a match is worth: to who has won, to who has not, and where nobody has."""


def ended(state: State, seat: Seat) -> float | None:
    """What the end is worth to a seat; None while the match runs."""
    result = state.result
    if result is None:
        return None
    if not result.winners:
        return NOBODY
    return WON if seat in result.winners else LOST


def points(game: Game, state: State, seat: Seat) -> float:
    """How well a seat stands while the match runs, in whatever its game counts: more is better. A game that says
    nothing itself is judged by what its screens show large, against the best of the others."""
    if game.bots.value is not None:
        return game.bots.value(state, seat)
    shown = counted(game, state)
    if not shown:
        return 0.0
    sign = -1.0 if game.screens.fewest_lead(state) else 1.0
    others = [sign * value for other, value in shown.items() if other != seat]
    return sign * shown.get(seat, 0.0) - max(others, default=0.0)


def counted(game: Game, state: State, head: str = "") -> dict[Seat, float]:
    """What each seat has of what is shown large, or of that alone whose keys begin so."""
    heads = {head} if head else game.screens.prominent
    found: dict[Seat, float] = {}
    for track in state.tracks.values():
        if track.owner is None or track.key.partition("/")[0] not in heads:
            continue
        if isinstance(track.value, int) and not isinstance(track.value, bool | Seat):
            found[track.owner] = found.get(track.owner, 0.0) + track.value
    return found
