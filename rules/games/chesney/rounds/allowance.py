"""Which cards a player may still play in this turn, and why not the others (CH-TURN-05 to -08, CH-SUP-02 to -04)."""

from __future__ import annotations

from rules.engine import Refusal, Seat, State, listed
from rules.games.chesney.factions import public, up_sides
from rules.games.chesney.pieces import Action, action_kinds
from rules.games.chesney.situation import (
    inn_banned,
    is_wounded,
    lies_at,
    only_red,
    unwounded,
    works,
)

MOST_CARDS = 2


def why_not_play(seen: State, seat: Seat, kind: str) -> Refusal | None:
    """Why a card of this kind cannot be played now as a counted card; None when it can."""
    card = action_kinds()[kind]
    if card.colour not in ("red", "green"):
        return Refusal("yellow_has_its_moment", "CH-TURN-07", {"card": kind.lower()})
    if is_wounded(seen, seat):
        return _why_not_wounded(seen, card)
    if card.colour == "red" and (refusal := _why_not_red(seen, seat)) is not None:
        return refusal
    if card.colour == "green" and only_red(seen, seat):
        return Refusal("only_red_this_turn", "CH-CHAR-BERSERKER-04")
    if (refusal := _limit(seen, seat, card)) is not None:
        return refusal
    return why_no_effect(seen, seat, kind)


def _why_not_red(seen: State, seat: Seat) -> Refusal | None:
    if lies_at(seen, seat, "TRAP"):
        return Refusal("trapped", "CH-ACT-TRAP-01")
    return Refusal("no_red_this_turn", "CH-CHAR-ASSASSIN-02") if seen["no_red"] else None


def _why_not_wounded(seen: State, card: Action) -> Refusal | None:
    if card.colour == "red":
        return Refusal("red_when_wounded", "CH-SUP-04")
    if seen.turn is not None and only_red(seen, seen.turn):
        return Refusal("only_red_this_turn", "CH-CHAR-BERSERKER-06")
    if "play" in _done(seen):
        return Refusal("one_green_as_supporter", "CH-SUP-02")
    return why_no_effect(seen, seen.turn, card.kind) if seen.turn is not None else None


def _done(seen: State) -> tuple[str, ...]:
    return listed(seen["interfered"], str)


def _limit(seen: State, seat: Seat, card: Action) -> Refusal | None:
    """At most one red and one green; one card more, of either colour, by the Bard's roll (CH-CHAR-BARD-02); a second
    green after a Faction Swap card for the Counsellor (CH-CHAR-COUNSEL-01)."""
    reds, greens = seen.number("reds"), seen.number("greens")
    extra = 1 if seen["extra_card"] else 0
    if reds + greens >= MOST_CARDS + extra:
        return Refusal("turn_is_full", "CH-TURN-05", {"count": MOST_CARDS + extra})
    same = reds if card.colour == "red" else greens
    swaps_on = works(seen, seat, "COUNSEL") and seen["first_card"] == "swap"
    spare = extra + (1 if swaps_on and card.colour == "green" else 0)
    over = max(0, reds - 1) + max(0, greens - 1)
    if same >= 1 and (over >= spare or same >= MOST_CARDS):
        return Refusal("one_red_a_turn" if card.colour == "red" else "one_green_a_turn", "CH-TURN-05")
    return None


def colours_left(seen: State, seat: Seat) -> tuple[str, ...]:
    """The colours of which the player whose turn it is may still play a card, whatever the hand holds."""
    red, green = (Action("", colour, "", 0) for colour in ("red", "green"))
    left = []
    if _why_not_red(seen, seat) is None and _limit(seen, seat, red) is None:
        left.append("red")
    if not only_red(seen, seat) and _limit(seen, seat, green) is None:
        left.append("green")
    return tuple(left)


def why_no_effect(seen: State, seat: Seat, kind: str) -> Refusal | None:
    """The cards that have a condition of their own; any other may be played for nothing (CH-ACT-GEN-04)."""
    match kind:
        case "INN" if inn_banned(seen):
            return Refusal("inn_banned", "CH-EVT-INN-01")
        case "SWEEP" if seen["no_sweep"]:
            return Refusal("no_sweep_this_turn", "CH-CHAR-RANGER-03")
        case "BETRAY" if not up_sides(seen, seat):
            return Refusal("needs_an_open_card", "CH-ACT-BETRAY-01")
        case "ENCOUNTER" if len(public_factions(seen)) < 2:
            return Refusal("needs_two_public_factions", "CH-ACT-ENCOUNTER-01")
    return None


def public_factions(seen: State) -> tuple[str, ...]:
    """The Public Factions that Non-wounded players show (J-33)."""
    found: dict[str, None] = {}
    for seat in unwounded(seen):
        found |= dict.fromkeys(public(seen, seat))
    return tuple(found)
