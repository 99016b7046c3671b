"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Say, Seat, State, listed
from rules.games.chesney import names as n
from rules.games.chesney.factions import Shown, in_order, owned

POINT: Final = 6.0
CARD: Final = 0.15
OWN_HEART: Final = 0.4


def standing(state: State, seat: Seat) -> float:
    """Points, and how near the own faction is to being the last that is not wounded: hearts of friends are good, those
    of all others bad. The own ones count as a friend's, and a little for themselves."""
    mine = owned(state, seat) or ()
    total = POINT * (_points(state, seat) - max(_points(state, other) for other in state.seats if other != seat))
    for other in state.seats:
        hearts = state.number(n.hp(other))
        theirs = mine if other == seat else owned(state, other) or ()
        if not theirs:
            continue
        shared = len(set(mine) & set(theirs)) / len(theirs)
        total += _alive(hearts) * (2 * shared - 1)
    return total + OWN_HEART * state.number(n.hp(seat)) + CARD * len(state.pile(n.hand(seat)))


def fits(made_up: State, seat: Seat) -> bool:
    """Whether everybody is on the side whose token they showed this seat last (CH-INFO-18), as far as their cards are
    still the same."""
    shown = listed(made_up[f"seen_tokens/{seat}"], Shown)
    return all(
        in_order(owned(made_up, one.seat) or one.token) == in_order(one.token)
        for one in shown
        if one.seat != seat and not one.is_old
    )


def hints(before: State, after: State, seat: Seat, option: Option) -> Iterator[Say]:
    """Why an action may be the one to take: points, hearts, and cards."""
    if (gain := _points(after, seat) - _points(before, seat)) > 0:
        yield Say("gains", {"track": n.score(seat), "count": gain})
    if (more := after.number(n.hp(seat)) - before.number(n.hp(seat))) > 0:
        yield Say("heals", {"count": more})
    for other in before.seats:
        hurt = before.number(n.hp(other)) - after.number(n.hp(other))
        if other != seat and hurt > 0:
            yield Say("hurts", {"other": other, "count": hurt})
    if (more := len(after.pile(n.hand(seat))) - len(before.pile(n.hand(seat)))) > 0:
        yield Say("more_cards", {"count": more})


def _points(state: State, seat: Seat) -> int:
    return state.number(n.score(seat)) if n.score(seat) in state.tracks else 0


def _alive(hearts: int) -> float:
    """Being wounded is what counts; each heart before that a little."""
    return 1.5 + 0.5 * hearts if hearts else 0.0
