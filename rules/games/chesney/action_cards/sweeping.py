"""Sweep, as a card or as the Ranger's skill (CH-ACT-SWEEP-01 to -14, CH-CHAR-RANGER-01, -02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from rules.engine import Choose, Option, PieceId, Play, Refusal, Say, Seat, State, Table
from rules.games.chesney.characters.disguises import cover_options
from rules.games.chesney.characters.specials import strays
from rules.games.chesney.damage import Hit, strike
from rules.games.chesney.dice import throw_alone
from rules.games.chesney.factions import down_sides, public, shown, up_sides, value
from rules.games.chesney.flipping import show
from rules.games.chesney.names import SIDES, Faction
from rules.games.chesney.offers import choose_faction, turn_up_options
from rules.games.chesney.pieces import disguise_number, faction_of, number_of
from rules.games.chesney.situation import is_wounded, no_loyalty_rolls, others

PASSES_FROM: Final = 7
Calls = Callable[[Seat, State], Iterable[Option]]


def sweep(t: Table, seat: Seat, origin: str, icon: str, *, rolls: bool) -> Play:
    """The user calls a faction; every other Non-wounded player, clockwise, shows it, rolls, or is hurt."""
    faction: Faction = yield from call(t, seat, "call")
    t.set("called", faction)
    t.tell("called", seat=seat, faction=faction)
    for other in others(t.state, seat):
        if not is_wounded(t.state, other):
            yield from _check(t, seat, other, faction, Hit(other, 1, (seat,), origin, seat, icon), rolls)
    t.set("called", None)


# -- calling -----------------------------------------------------------------------------------------------------------


def call(t: Table, seat: Seat, kind: str, offered: Calls | None = None) -> Play:
    """Which Public Faction the user fights for: one that shows, or one that a card now turned up brings
    (CH-ACT-SWEEP-01 to -05). `offered` are the options where they are not those of a Sweep."""
    options = offered or call_options
    if not down_sides(t.state, seat):
        showing = [o.value for o in options(seat, t.state) if o.refusal is None]
        return (yield from choose_faction(t, seat, kind, showing))  # type: ignore[arg-type]
    chosen = yield Choose(kind=kind, seat=seat, choices=partial(options, seat))
    if isinstance(chosen, str):
        return chosen
    side = yield from show(t, seat, chosen)
    now, mine = shown(t.state, side, seat), public(t.state, seat)
    return now if now in mine else mine[0]  # beside a Disguise the owner may have named the other one (JC-37)


def call_options(seat: Seat, seen: State) -> Iterator[Option]:
    """The factions that show, and the down cards that may be turned up: any while none is up (CH-ACT-SWEEP-02), else
    one that is not below the open card (CH-ACT-SWEEP-03, -04). Of a card that a Disguise is laid on the hidden number
    does not count (JC-37)."""
    for faction in public(seen, seat):
        yield Option(f"faction:{faction}", faction, Say("call_faction", {"faction": faction}))
    sides = down_sides(seen, seat)
    yield from turn_up_options(seen, seat, sides, lambda piece: _why_not_call(seen, seat, piece, number_of(piece)))
    yield from cover_options(seen, seat, sides, partial(_why_not_mask, seen, seat))


def _why_not_mask(seen: State, seat: Seat, mask: PieceId) -> Refusal | None:
    return _why_not_call(seen, seat, mask, disguise_number(faction_of(mask).upper()))


def _why_not_call(seen: State, seat: Seat, piece: PieceId, number: int) -> Refusal | None:
    """A lower card cannot be turned up; an equal one makes a Dual, who may call either (J-30, JC-25). One without a
    number (0) is neither."""
    ups = [value(seen, side, seat)[1] for side in up_sides(seen, seat)] if number else []
    if any(number < up for up in ups) or (not seen["sweep_equal_card"] and any(number == up for up in ups)):
        return Refusal("lower_card_stays_down", "CH-ACT-SWEEP-03", {"piece": piece})
    return None


# -- the Loyalty Check -------------------------------------------------------------------------------------------------


def _check(t: Table, user: Seat, seat: Seat, faction: Faction, hit: Hit, rolls: bool) -> Play:
    """One player's check, finished with its window before the next begins (CH-ACT-SWEEP-06 to -11)."""
    if hit.icon == "mass" and strays(t.state, seat):
        t.tell("not_checked", seat=seat)  # CH-CHAR-TRAVELLER-03
        return
    if any(shown(t.state, side, seat) == faction for side in SIDES):
        t.tell("loyal", seat=seat, faction=faction)
        return
    if down_sides(t.state, seat):
        no_roll = _why_no_roll(t.state, rolls)
        chosen = yield Choose(
            kind="loyalty",
            seat=seat,
            choices=partial(loyalty_options, seat, faction, no_roll),
            facts={"faction": faction, "by": user},
        )
        if isinstance(chosen, tuple):
            yield from show(t, seat, chosen, coverable=False)
            t.tell("loyal", seat=seat, faction=faction)
            return
        if chosen == "roll":
            result = yield from throw_alone(t, seat, "sweep")
            if result is not None and result >= PASSES_FROM:
                t.tell("roll_passes", seat=seat)
                return
            if t.settings["show_after_roll"] and not is_wounded(t.state, seat):
                chosen = yield from _show_late(t, user, seat, faction)
                if chosen:
                    return
            if is_wounded(t.state, seat):
                return  # fell before the die did
    t.tell("not_loyal", seat=seat, faction=faction)
    yield from strike(t, [hit], user)


def _show_late(t: Table, user: Seat, seat: Seat, faction: Faction) -> Play:
    """Where the table plays it so, a failed roll leaves the showing of a card (J-30); whether one was shown."""
    chosen = yield Choose(
        kind="loyalty",
        seat=seat,
        choices=lambda seen: (o for o in loyalty_options(seat, faction, None, seen) if o.key != "roll"),
        facts={"faction": faction, "by": user},
    )
    if not isinstance(chosen, tuple):
        return False
    yield from show(t, seat, chosen, coverable=False)
    t.tell("loyal", seat=seat, faction=faction)
    return True


def _why_no_roll(state: State, rolls: bool) -> Refusal | None:
    if not rolls:
        return Refusal("keen_smell_no_roll", "CH-CHAR-RANGER-01")
    return Refusal("no_loyalty_roll", "CH-EVT-TRACKS-01") if no_loyalty_rolls(state) else None


def loyalty_options(seat: Seat, faction: Faction, no_roll: Refusal | None, seen: State) -> Iterator[Option]:
    """Turning up a card of the called faction (or a Disguise of it), rolling, or neither (CH-ACT-SWEEP-08, -09; nobody
    is forced, J-30)."""
    yield from turn_up_options(seen, seat, down_sides(seen, seat), partial(_why_not_show, faction))
    covers = cover_options(seen, seat, down_sides(seen, seat))
    yield from (o for o in covers if o.piece is not None and faction_of(o.piece) == faction)
    yield Option("roll", "roll", Say("loyalty_roll"), refusal=no_roll)
    yield Option("neither", "neither", Say("take_damage"))


def _why_not_show(faction: Faction, piece: PieceId) -> Refusal | None:
    if faction_of(piece) == faction:
        return None
    return Refusal("not_the_called_faction", "CH-ACT-SWEEP-08", {"piece": piece, "faction": faction})
