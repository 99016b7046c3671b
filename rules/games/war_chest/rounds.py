"""Rounds and turns: drawing coins, using them one by one, and the end that nobody wins (WC-020 to WC-032)."""

from __future__ import annotations

from rules.engine import Play, Say, Seat, Table
from rules.games.war_chest.acting import use_coin
from rules.games.war_chest.coins import can_draw, draw_hands
from rules.games.war_chest.names import CHANGED, HOLDER, ROUND, drawn, hand


def begin_round(t: Table) -> None:
    """A round begins, or the game is over because nobody can ever have a coin again (WC-183)."""
    if not any(can_draw(t.state, seat) for seat in t.seats):
        t.finish((), (Say("no_coins_left"),))
        return
    t.add(ROUND, 1)
    t.set(CHANGED, False)
    t.tell("round_begins", round=t.number(ROUND))
    t.go("draw")


def draw(t: Table) -> Play:
    """Draw Coins: everybody draws up to three, as far as there are coins (WC-021 to WC-025)."""
    yield from draw_hands(t)
    t.go("turn", Seat(t.number(HOLDER)))  # given out before the first round


def turn(t: Table) -> Play:
    """Use Coins: the next player who has a coin uses one; when nobody has, the round is over (WC-026 to WC-028)."""
    left = next((s for s in t.clockwise(t.player) if len(t.pile(drawn(s)))), None)
    if left is not None:  # somebody has set the turn before a drawn coin was used (WC-165)
        yield from use_coin(t, left, drawn(left), "use_drawn", boundary=True)
        return
    seat = next((s for s in t.clockwise(t.player) if len(t.pile(hand(s)))), None)
    if seat is None:
        t.go("round")
        return
    t.go("turn", seat)
    yield from use_coin(t, seat, hand(seat), "turn", boundary=True)
    t.go("turn", t.left_of(seat))
