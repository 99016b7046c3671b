"""Turns: their beginning, clean-up, and what ends a match besides a checkmate (CD-006, CD-085 to CD-089, CD-102)."""

from __future__ import annotations

from typing import Final

from rules.engine import Play, Say, Seat, Table, listed
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.hands import HAND_SIZE, discard_all, draw_cards
from rules.games.chess_deckbuilder.position import is_check, position

FIFTY: Final = 100
"""Turns of either player without a capture or a pawn's move (`chess_draw_rules`)."""
THREE: Final = 3


def begin(t: Table) -> None:
    """A turn begins with one action and one buy (CD-010, CD-011, CD-076)."""
    seat = t.player
    if t.settings["chess_draw_rules"] and _is_drawn(t, seat):
        return
    t.add(n.TURN_NUMBER, 1)
    t.set(n.ACTIONS_LEFT, 1)
    t.set(n.BUYS_LEFT, 1)
    t.set(n.PLAYED, ())
    t.tell("turn_begins", seat=seat, in_check=is_check(position(t.state), n.color_of(t.state, seat)))
    t.go("action", seat)


def _is_drawn(t: Table, seat: Seat) -> bool:
    """Three times the same position with the same side to move, or fifty quiet turns each (CD-102)."""
    at = position(t.state)
    now = " ".join((n.color_of(t.state, seat), *(c + m for c, m in at.men), *at.castling, "/", *at.passing))
    seen = (*listed(t.state[n.POSITIONS], str), now)
    t.set(n.POSITIONS, seen)
    t.add(n.QUIET, 1)
    if seen.count(now) >= THREE:
        t.finish((), (Say("same_position"),))
    elif t.number(n.QUIET) > FIFTY:
        t.finish((), (Say("fifty_turns"),))
    return t.result is not None


def clean_up(t: Table) -> None:
    """All cards of the hand and all that were played go to the discard pile (CD-085)."""
    seat = t.player
    t.tell("cleaned_up", seat=seat, cards=discard_all(t, seat))
    t.go("draw", seat)


def draw(t: Table) -> Play:
    """Five new cards (CD-085 to CD-087)."""
    seat = t.player
    yield from draw_cards(t, seat, HAND_SIZE - len(t.pile(n.hand(seat))), "draw", boundary=True)
    t.go("end", seat)


def end(t: Table) -> None:
    """The other player's turn is next; what may be taken en passant is what made a double step just now (CD-094)."""
    t.set(n.PASSING, listed(t.state[n.STEPPED], str))
    t.set(n.STEPPED, ())
    t.set(n.PLAYED, ())
    t.go("turn", n.other(t.player))
