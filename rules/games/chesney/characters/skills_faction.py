"""Active skills about faction cards: Traveller, Master of Disguise, Maiden, Hypnotist, Enchanter."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choose, Option, Play, Say, Seat, State, Table, move_all
from rules.games.chesney.action_cards.swaps import exchange_both, locked, others_movable
from rules.games.chesney.characters.cards import count_use
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.factions import down_sides, up_sides
from rules.games.chesney.flipping import exchange, turn_down, turn_up
from rules.games.chesney.judging import look_at_tokens
from rules.games.chesney.names import DISGUISE_RESERVE, SIDES, backup, slot
from rules.games.chesney.offers import choose_seat, choose_side, turn_up_options
from rules.games.chesney.situation import others


def journey(t: Table, seat: Seat) -> None:
    """Traveller: both own faction cards are turned down (CH-CHAR-TRAVELLER-01)."""
    for side in up_sides(t.state, seat):
        turn_down(t, seat, side)


def smoke_screen(t: Table, seat: Seat) -> None:
    """Master of Disguise: both own cards are turned down, and all Disguises are at hand (CH-CHAR-DISGUISE-01)."""
    journey(t, seat)
    move_all(t, backup(seat), DISGUISE_RESERVE)
    t.tell("smoke_screen", seat=seat, count=len(t.pile(backup(seat))))


def true_sight(t: Table, seat: Seat) -> Play:
    """Maiden: everybody else's tokens, on her phone only; no Judgement (CH-CHAR-MAIDEN-01 to -05)."""
    t.tell("true_sight", seat=seat)
    yield from look_at_tokens(t, tuple(sorted(others(t.state, seat))), (seat,))
    if count_use(t, seat) > 1:
        deed(t, seat, "MAIDEN")


def hypnosis(t: Table, seat: Seat) -> Play:
    """Hypnotist: one or both faction cards are exchanged with another player (CH-CHAR-HYPNO-01 to -04)."""
    target = yield from choose_seat(t, seat, "hypnotise", others_movable(t, seat), locked(t, seat))
    options = (Option("one", False, Say("exchange_one")), Option("both", True, Say("exchange_two")))
    both = yield Choose(kind="how_many", seat=seat, choices=lambda seen: options, facts={"target": target})
    if both:
        yield from exchange_both(t, seat, target)
        return
    mine = yield from choose_side(t, seat, "own_side", SIDES)
    theirs = yield from choose_side(t, seat, "their_side", SIDES, owner=target)
    yield from exchange(t, slot(mine, seat), slot(theirs, target))
    t.tell("exchanged", seat=seat, target=target, mine=mine, theirs=theirs)


def oath(t: Table, seat: Seat) -> Play:
    """Enchanter: up to two own faction cards are turned up (CH-CHAR-ENCHANTER-01)."""

    def choices(seen: State) -> Iterator[Option]:
        yield from turn_up_options(seen, seat, down_sides(seen, seat))
        yield Option("enough", None, Say("enough"))

    while down_sides(t.state, seat):
        chosen = yield Choose(kind="enchanter_oath", seat=seat, choices=choices, button="enough")
        if chosen is None:
            return
        yield from turn_up(t, seat, *chosen)
