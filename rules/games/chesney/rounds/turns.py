"""The course of a turn (CH-TURN-01 to -22): what begins with it, Appear, Plan, Declare, Rest, and what ends with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import Choose, Option, Play, Say, Seat, Table, TrackValue
from rules.games.chesney.action_cards.playing import IN_PLAY, spent
from rules.games.chesney.characters.bonuses import takes_bonus
from rules.games.chesney.damage import become_wounded
from rules.games.chesney.flipping import discard_rest
from rules.games.chesney.judging import JUDGE_DRAWS, judgement, second_judgement
from rules.games.chesney.names import DISCARD, choice, effect, hp, proposal
from rules.games.chesney.offers import discard_to
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import hand_size, hit_points, is_wounded, only_red

HAND_LIMIT: Final = 3
MERCHANT_LIMIT: Final = 4

TURN_TRACKS: Final[Mapping[str, TrackValue]] = {
    "reds": 0,
    "greens": 0,
    "first_card": "",
    "swaps": 0,
    "extra_card": False,
    "no_red": False,
    "no_sweep": False,
    "interfered": (),
}
"""What is counted in one turn, and how it starts."""


def begin_turn(t: Table) -> None:
    """A turn begins: the Fabulous Beast leaves, counters start anew, and HP decide which kind of turn it is
    (CH-TURN-02, CH-ACT-BEAST-01)."""
    seat = t.player
    _tidy(t)
    for track, value in TURN_TRACKS.items():
        t.set(track, value)
    for s in t.seats:
        t.set(f"turned_by/{s}", 0)
    t.set(f"rage/{seat}", "now" if t[f"rage/{seat}"] in ("next", "both") else "")
    _leave(t, seat, "BEAST")
    if hit_points(t.state, seat) > 0:
        t.tell("turn", seat=seat)
        t.go("appear", seat)
    else:
        t.tell("supporter_turn", seat=seat)
        t.go("interfere", seat)


def _tidy(t: Table) -> None:
    """Puts away what the middle of a card has left, if the host gave the turn on there."""
    for piece in t.pile(IN_PLAY).pieces:
        spent(t, piece)
    for seat in t.seats:
        discard_rest(t, choice(seat))
        discard_rest(t, proposal(seat))
    for track in ("falling", "unjudged"):
        t.set(track, ())
    t.set("called", None)


def declare(t: Table) -> Play:
    """Between Plan and Rest, once: Declare or not (CH-TURN-11 to -16)."""
    seat = t.player
    options = (Option("rest", False, Say("no_declare")), Option("declare", True, Say("declare")))
    if not (yield Choose(kind="declare", seat=seat, choices=lambda seen: options, boundary=True)):
        t.go("rest", seat)
        return
    t.tell("declared", seat=seat)
    yield from judgement(t, (seat,), declarer=seat)
    t.set(hp(seat), 0)
    t.tell("declare_failed", seat=seat)
    become_wounded(t, seat)
    t.set("unjudged", ())
    if t.settings["declare_judges_again"]:
        second_judgement(t, seat)
    yield from drawing.draw(t, seat, JUDGE_DRAWS, outermost=True)
    t.go("turn_end", seat)


def rest(t: Table) -> Play:
    """Draw up to the limit; more than that is discarded (CH-TURN-17, -18)."""
    seat = t.player
    missing = _limit(t, seat) - hand_size(t.state, seat)
    if missing > 0:
        yield from drawing.draw(t, seat, missing, outermost=True)
    if not is_wounded(t.state, seat):
        yield from discard_to(t, seat, _limit(t, seat))
    t.go("turn_end", seat)


def _limit(t: Table, seat: Seat) -> int:
    """3 cards; 4 for a working Merchant (CH-CHAR-MERCHANT-01)."""
    return MERCHANT_LIMIT if takes_bonus(t.state, seat, "MERCHANT") else HAND_LIMIT


def end_turn(t: Table) -> None:
    """Traps go, and the next player follows, wounded or not (CH-TURN-01, CH-ACT-TRAP-02)."""
    seat = t.player
    _leave(t, seat, "TRAP")
    if only_red(t.state, seat):
        t.set(f"rage/{seat}", "next" if t[f"rage/{seat}"] == "both" else "")
    t.go("turn", t.left_of(seat))


def _leave(t: Table, seat: Seat, kind: str) -> None:
    """What lies at a mat goes to the discard pile, face-down (J-53)."""
    for piece in t.pile(effect(seat)).pieces:
        if piece.kind == kind:
            t.move(piece, DISCARD, frm=effect(seat), face_up=False)
            t.tell("effect_over", seat=seat, piece=piece)
