"""Red cards (CH-ACT-AMBUSH to -ENCOUNTER). Their users and victims are Non-wounded players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.engine import Choose, Laid, Option, PieceId, Play, Say, Seat, State, Table, may_lie_in
from rules.games.chesney import dice
from rules.games.chesney.action_cards import battles
from rules.games.chesney.action_cards.sweeping import sweep
from rules.games.chesney.characters.bonuses import takes_bonus
from rules.games.chesney.characters.disguises import cover_options, take_back
from rules.games.chesney.characters.specials import nameable
from rules.games.chesney.damage import Hit, strike
from rules.games.chesney.factions import covered_by, open_card, public, shown, up_sides
from rules.games.chesney.flipping import discard, discard_rest, lay_covered, lay_open
from rules.games.chesney.names import SIDES, Side, choice, slot
from rules.games.chesney.offers import NoEffect, choose_seat
from rules.games.chesney.pieces import icon
from rules.games.chesney.rounds.drawing import draw_factions
from rules.games.chesney.situation import others_unwounded

FAR_AHEAD: Final = 10


def ambush(t: Table, seat: Seat, piece: PieceId) -> Play:
    """1 damage to another player (CH-ACT-AMBUSH-01)."""
    target = yield from choose_seat(t, seat, "ambush", nameable(t.state, seat))
    points = 1 + reapers_extra(t, seat)
    yield from strike(t, [Hit(target, points, (seat,), "AMBUSH", seat, icon(piece, t.settings))], seat)


def reapers_extra(t: Table, seat: Seat) -> int:
    """1 more for a working Reaper with both faction cards up (CH-CHAR-REAPER-01 to -03)."""
    return 1 if takes_bonus(t.state, seat, "REAPER") and len(up_sides(t.state, seat)) == len(SIDES) else 0


def duel(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Both roll; the difference decides who takes what (CH-ACT-DUEL-01 to -06)."""
    target = yield from choose_seat(t, seat, "duel", nameable(t.state, seat))
    results = yield from dice.compare(t, (seat, target), "duel")
    if results is None:
        return
    ahead = results[seat] - results[target]
    points = (2 if ahead >= FAR_AHEAD else 1) + reapers_extra(t, seat)
    kind = icon(piece, t.settings)
    hits = [Hit(target, points, (seat,), "DUEL", seat, kind)]
    if ahead <= 0:
        hits.append(Hit(seat, 1, (target,), "DUEL", seat, kind))
    t.tell("duel", seat=seat, target=target, count=ahead, won=ahead > 0)
    yield from strike(t, hits, seat)


def sweep_card(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Sweep as a card (CH-ACT-SWEEP-01 to -14)."""
    yield from sweep(t, seat, "SWEEP", icon(piece, t.settings), rolls=True)


def betray(t: Table, seat: Seat, piece: PieceId) -> Play:
    """An open card of the own Public Faction is given up; who shows that faction is hurt (CH-ACT-BETRAY-01 to -07)."""
    sides = [side for side in up_sides(t.state, seat) if shown(t.state, side, seat) in public(t.state, seat)]
    side = yield from _betrayed_side(seat, sides)
    faction = shown(t.state, side, seat)
    _give_up(t, seat, side)
    t.tell("betrayed", seat=seat, faction=faction)
    victims = [s for s in others_unwounded(t.state, seat) if faction in public(t.state, s)]
    yield from strike(t, [Hit(s, 1, (seat,), "BETRAY", seat, icon(piece, t.settings)) for s in victims], seat)
    yield from draw_factions(t, seat, 2)
    yield from _put_open(t, seat, side)
    discard_rest(t, choice(seat))


def _betrayed_side(seat: Seat, sides: Sequence[Side]) -> Play:
    if len(sides) == 1:
        return sides[0]
    options = tuple(Option(f"side:{side}", side, Say(f"betray_{side}")) for side in sides)  # betray_left, betray_right
    return (yield Choose(kind="betray", seat=seat, choices=lambda seen: options))


def _give_up(t: Table, seat: Seat, side: Side) -> None:
    """The card goes to the discards; a Disguise on it goes back, its card leaves unseen (CH-CHAR-DISGUISE-06)."""
    if covered_by(t.state, side, seat) is not None:
        take_back(t, side, seat)
    key = slot(side, seat)
    card = open_card(t.state, side, seat)
    discard(t, key, card if card is not None else t.pile(key).slots[0].piece)


def _put_open(t: Table, seat: Seat, side: Side) -> Play:
    """One of the drawn cards comes face-up into the empty slot (CH-ACT-BETRAY-04), or under a Disguise."""
    key = slot(side, seat)
    drawn = choice(seat)

    def choices(seen: State) -> Iterator[Option]:
        for piece in may_lie_in(seen, drawn):
            yield Option(
                f"open:{piece}", piece, Say("place_open", {"piece": piece}), Laid(key, piece), piece=piece, pile=drawn
            )
        if seen.pile(drawn).unseen:
            yield from cover_options(seen, seat, (side,))

    if not t.pile(drawn).slots:
        return
    match (yield Choose(kind="betray_new", seat=seat, choices=choices, facts={"side": side})):
        case PieceId() as card:
            yield from lay_open(t, seat, side, card, drawn)
        case ("cover", _, mask):
            yield from lay_covered(t, seat, side, mask, drawn)


def estrange(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Two other players roll against each other; the lower one is hurt by the higher (CH-ACT-ESTRANGE-01 to -03)."""
    among = others_unwounded(t.state, seat)
    if len(among) < 2:
        raise NoEffect
    pair: tuple[Seat, ...] = among
    if len(among) > 2:
        first = yield from choose_seat(t, seat, "estrange", among)
        second = yield from choose_seat(t, seat, "estrange_second", [s for s in among if s != first])
        pair = tuple(s for s in among if s in (first, second))  # met first clockwise rolls first
    t.tell("estranged", seat=seat, seats=pair)
    results = yield from dice.compare(t, pair, "estrange")
    if results is None:
        return
    kind = icon(piece, t.settings)
    hits = [
        Hit(victim, 1, (source,), "ESTRANGE", seat, kind)
        for victim, source in (pair, pair[::-1])
        if results[victim] <= results[source]
    ]
    yield from strike(t, hits, seat)


def encounter(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Two Public Factions fight (CH-ACT-ENCOUNTER-01 to -09)."""
    sides = yield from battles.draw_sides(t)
    yield from battles.fight(t, seat, sides, "ENCOUNTER", icon(piece, t.settings))
