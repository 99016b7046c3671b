"""What each player may do at any time: whatever hands could do at a table, for the zones of one's own and those of all.

Keys: `lay:ZONE:TO:KIND` out of what only its owner knows (`?`: a card that is not named), `give:ZONE:SEAT:KIND`,
`show:ZONE:KIND`, `take:ZONE:TO:PIECE` of what lies open, `draw:ZONE:TO` and `turn:ZONE:TO` of what nobody knows,
`all:ZONE:TO`. Cards wander from decks to hands to rows to what players have won: against that way a `lay` is called
`back` and a `take` is called `move`, so that players of the program seldom do it and a match comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine import (
    UNSEEN,
    Gesture,
    Laid,
    Moved,
    Option,
    PieceId,
    Refusal,
    Say,
    Seat,
    Shape,
    State,
    Taken,
    may_lie_in,
    refused,
)
from rules.games.open_table.pieces import counter_word, zone_word
from rules.games.open_table.table_rules import TableRules, Zone

UNNAMED: Final = "?"
_WAYS: Final = {
    "draw_card": "draw_card_way",
    "draw_to": "draw_to_way",
    "turn_to": "turn_to_way",
    "more": "more_way",
    "less": "less_way",
    "set": "set_way",
}
"""What an option is called where it stands beside the thing that it is done with."""
FARTHEST: Final = 1000
"""No counter goes beyond this number, whatever its sign."""


@dataclass(frozen=True)
class Act:
    """What somebody does: `verb` is the first part of the key of its option. `card` is a kind, a piece that lies open,
    or `UNNAMED`."""

    verb: str
    seat: Seat
    zone: str = ""
    to: str = ""
    card: str = ""
    other: Seat | None = None


def offers(rules: TableRules, seen: State, seat: Seat) -> Iterator[Option]:
    """All that a seat may do now, by what it knows."""
    if seen.turn in (None, seat):
        if seen.turn is not None:
            yield _option(Act("next", seat), Say("next"), obvious=seen.number("acts") > 0)
        yield from _with_cards(rules, seen, seat)
        yield from _with_all(rules, seen, seat)
        yield _option(Act("end", seat), Say("end"), grave=True, obvious=_is_done(rules, seen))
    for one in rules.counters:
        now = seen.number(one.track(seat))
        facts = {"counter": counter_word(one.key), "number": now}
        changes = {"more": now < FARTHEST, "less": now > -FARTHEST, "set": True}
        for verb in (verb for verb, can in changes.items() if can):
            yield _option(Act(verb, seat, one.key), Say(verb, facts), "counter", _WAYS[verb], aside=True)
    if rules.dice:
        yield _option(Act("roll", seat), Say("roll"), aside=True)
    if len(seen.seats) > 1:
        yield _option(Act("lots", seat), Say("lots"), aside=True)


# -- inside ------------------------------------------------------------------------------------------------------------


def _option(
    act: Act,
    say: Say,
    action: str = "",
    way: str = "",
    *,
    aside: bool = False,
    grave: bool = False,
    obvious: bool = False,
) -> Option:
    said, where = _parts(say, action, way) if action else (None, None)
    return Option(_key(act), act, say, aside=aside, grave=grave, obvious=obvious, action=said, way=where)


def _parts(say: Say, action: str, way: str) -> tuple[Say | None, Say]:
    """What an option says in two parts, too: what is done and which way to do it; "": the card says what is done."""
    return (Say(action, say.facts) if action else None), Say(way, say.facts)


def _key(act: Act, card: str = "") -> str:
    other = "" if act.other is None else str(act.other)
    return ":".join(part for part in (act.verb, act.zone, act.to, other, card or act.card) if part)


def _is_done(rules: TableRules, seen: State) -> bool:
    """Whether nobody can draw or lay a card any more."""
    hidden = ((zone, seat) for zone, seat in rules.piles(seen.seats) if zone.is_blind or zone is rules.hand)
    return not any(len(seen.pile(zone.pile(seat))) for zone, seat in hidden)


def _with_cards(rules: TableRules, seen: State, seat: Seat) -> Iterator[Option]:
    for zone in rules.zones:
        if not len(seen.pile(zone.pile(seat))):
            continue
        if zone.is_blind:
            yield from _out_of_the_blind(rules, seen, seat, zone)
        elif zone.is_open:
            yield from _out_of_the_open(rules, seen, seat, zone)
        else:
            yield from _out_of_own(rules, seen, seat, zone)


def _out_of_the_blind(rules: TableRules, seen: State, seat: Seat, zone: Zone) -> Iterator[Option]:
    """Drawn by one player, or turned up for all."""
    for to in rules.ways(zone):
        if to.is_blind:
            continue
        verb, said = ("turn", "turn_to") if to.is_open else ("draw", "draw_to")
        say = Say("draw_card" if to is rules.hand else said, {"zone": zone_word(zone.key), "to": zone_word(to.key)})
        option = _option(Act(verb, seat, zone.key, to.key), say, "from_zone", _WAYS[say.code])
        yield _unless_full(rules, seen, seat, to, option)


def _unless_full(rules: TableRules, seen: State, seat: Seat, to: Zone, option: Option) -> Option:
    """OT-8: nobody draws beyond the limit."""
    if to is not rules.hand or not rules.hand_limit or len(seen.pile(to.pile(seat))) < rules.hand_limit:
        return option
    return refused(option, Refusal("hand_is_full", "OT-8", {"count": rules.hand_limit}))


def _out_of_the_open(rules: TableRules, seen: State, seat: Seat, zone: Zone) -> Iterator[Option]:
    """A card that everybody sees: any of a row, the top one of a stack."""
    pile = seen.pile(zone.pile(seat))
    lying = pile.pieces if pile.shape is Shape.ROW else pile.pieces[-1:]
    for piece in lying:
        for to in rules.ways(zone):
            if not _takes(rules, to, piece):
                continue
            say = Say("move_card", {"card": piece.kind, "to": zone_word(to.key)})
            forward = to.each and not zone.each and to is not rules.hand
            act = Act("take" if forward else "move", seat, zone.key, to.key, piece)
            said, where = _parts(say, "move_it", "to_zone")
            gesture = _off(piece, zone, to, seat)
            option = Option(_key(act), act, say, gesture, piece=piece, action=said, way=where)
            yield _unless_full(rules, seen, seat, to, option)


def _off(piece: PieceId, zone: Zone, to: Zone, seat: Seat) -> Gesture | None:
    if to.is_open:
        return Moved(piece, zone.place(seat), to.place(seat))
    return None if to.spot else Taken(zone.place(seat), piece)


def _takes(rules: TableRules, to: Zone, card: str) -> bool:
    """Whether such a card may lie in a zone: where nobody knows the cards, only those of its deck."""
    return not to.pack or rules.pack_of[card.partition("#")[0]] == to.pack


def _out_of_own(rules: TableRules, seen: State, seat: Seat, zone: Zone) -> Iterator[Option]:
    """A card that only its owner knows, by its kind; while the companion does not know all of them, it may be any, and
    where nobody else is to see it, it need not be named."""
    pile = seen.pile(zone.pile(seat))
    decks = dict.fromkeys(slot.deck for slot in pile.slots if slot.piece is UNSEEN)
    deck = next(iter(decks)) if len(decks) == 1 else ""
    cards: dict[str, PieceId | None] = {}
    for one in may_lie_in(seen, pile.key):
        cards.setdefault(one.kind, one)
    cards |= {UNNAMED: None} if deck else {}
    for kind, piece in cards.items():
        for to in rules.ways(zone):
            fits = _takes(rules, to, kind) if piece else not to.is_open and to.pack in ("", deck)
            if fits and to.key != rules.together:
                forward = zone is rules.hand and not to.is_blind
                act = Act("lay" if forward else "back", seat, zone.key, to.key, kind)
                yield _own(act, seen, piece, zone, _laying(to, zone, seat, piece, deck), hidden=not to.is_open)
        if piece is not None:
            show = Laid(zone.place(seat), piece) if zone.spot else None
            yield _own(Act("show", seat, zone.key, "", kind), seen, piece, zone, show, hidden=False)
        if zone is rules.hand and not zone.to:
            for other in seen.seats:
                if other != seat:
                    yield _own(Act("give", seat, zone.key, "", kind, other), seen, piece, zone, None, hidden=True)
    if zone is rules.hand and rules.together:
        say = Say("together", {"to": zone_word(rules.together)})
        yield _option(Act("together", seat, zone.key, rules.together), say)


def _laying(to: Zone, zone: Zone, seat: Seat, piece: PieceId | None, deck: str) -> Gesture | None:
    if to.is_open and piece is not None:
        return Laid(to.place(seat), piece)
    if to.is_blind:
        return None
    return Laid(to.place(seat), UNSEEN, False, deck) if to.spot else Taken(zone.place(seat), UNSEEN)


def _own(act: Act, seen: State, piece: PieceId | None, zone: Zone, gesture: Gesture | None, *, hidden: bool) -> Option:
    """An option with a card that the companion may not know. `hidden`: nobody else sees it."""
    pile, plain = zone.pile(act.seat), _key(act)
    blind = _key(act, UNNAMED) if hidden and piece and seen.pile(pile).unseen else ""
    facts = {"card": act.card if piece else UNSEEN, "to": zone_word(act.to), "other": act.other}
    kind, *parts = _SAID["move" if act.to else act.verb]
    say = Say(kind, facts)
    said, where = _parts(say, *parts)
    return Option(
        plain, act, say, gesture, piece=piece, blind_key=blind, pile=pile, any_copy=True, action=said, way=where
    )


_SAID: Final = {
    "move": ("move_card", "move_it", "to_zone"),
    "give": ("give_card", "give_it", "to_player"),
    "show": ("show_card", "", "show_it"),
}
"""What an option with a card of one's own says, in one piece and in two."""


def _with_all(rules: TableRules, seen: State, seat: Seat) -> Iterator[Option]:
    """What is done with a whole zone, or with all cards."""
    for zone in rules.zones:
        many = len(seen.pile(zone.pile(seat)))
        facts = {"zone": zone_word(zone.key)}
        if zone.is_blind and many > 1:
            yield _option(Act("shuffle", seat, zone.key), Say("shuffle", facts), aside=True)
        if zone.is_blind or zone is rules.hand or not many:
            continue
        fits = partial(_all_fit, rules, seen, zone, seat)
        for to in filter(fits, rules.ways(zone)):
            if to is not rules.hand:
                say = Say("all", {**facts, "to": zone_word(to.key)})
                yield _option(Act("all", seat, zone.key, to.key), say, "all_of", "to_zone", aside=many < 2)
    hand = rules.hand
    if hand is None:
        return
    if len(seen.pile(rules.source.key)) >= len(seen.seats):
        facts = {"zone": zone_word(rules.source.key)}
        yield _option(Act("deal", seat, rules.source.key), Say("deal", facts), aside=True)
    if len(seen.seats) > 1 and any(len(seen.pile(hand.pile(one))) for one in seen.seats):
        yield _option(Act("pass", seat, hand.key), Say("pass_hands"), aside=True)
    if any(len(seen.pile(zone.pile(one))) for zone, one in rules.piles(seen.seats) if not zone.is_blind):
        yield _option(Act("gather", seat), Say("gather"), aside=True)


def _all_fit(rules: TableRules, seen: State, zone: Zone, seat: Seat, to: Zone) -> bool:
    return not to.pack or all(slot.deck == to.pack for slot in seen.pile(zone.pile(seat)).slots)
