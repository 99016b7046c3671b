"""What comes of what players do: cards go where hands lay them, and everybody is told as much as they could see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Final

from rules.engine import (
    ALL,
    NOBODY,
    UNSEEN,
    Card,
    Chance,
    Choose,
    Deal,
    Draw,
    Gather,
    Number,
    Option,
    PieceId,
    Play,
    Prepare,
    Private,
    Reveal,
    Roll,
    Say,
    Scale,
    Seat,
    Shuffle,
    Slot,
    State,
    Table,
    Together,
    deal_out,
    draw_out,
    may_lie_in,
    only,
    put_back,
)
from rules.games.open_table.offers import FARTHEST, UNNAMED, Act
from rules.games.open_table.pieces import counter_word, zone_word
from rules.games.open_table.table_rules import TableRules

Deed = Callable[[TableRules, Table, Act], Play | None]


def _tell(t: Table, kind: str, act: Act) -> None:
    """Everybody hears who has done something, from where and to where."""
    t.tell(kind, seat=act.seat, zone=zone_word(act.zone), to=zone_word(act.to))


def _tell_card(t: Table, act: Act, piece: PieceId) -> None:
    """The same with the card, which everybody sees."""
    t.tell("moved_card", seat=act.seat, zone=zone_word(act.zone), to=zone_word(act.to), piece=piece)


# -- single cards ------------------------------------------------------------------------------------------------------


def _draw(rules: TableRules, t: Table, act: Act) -> Play:
    yield from draw(rules, t, act.seat, act.zone, rules.zone(act.to).pile(act.seat))


def draw(rules: TableRules, t: Table, seat: Seat, zone: str, to: str) -> Play:
    """A seat draws a card."""
    facts = {"seat": seat, "count": 1}
    yield from draw_out(t, Draw(kind="draw", facts=facts, seat=seat, pile=zone, to=to, count=1))
    t.tell("drew", seat=seat, count=1)


def _turn(rules: TableRules, t: Table, act: Act) -> Play:
    """The next card of a zone that nobody knows is turned up."""
    to = rules.zone(act.to)
    facts = {"zone": zone_word(act.zone), "to": zone_word(act.to)}
    seen = yield Reveal(kind="turn", facts=facts, pile=act.zone, to_spot=to.place(act.seat), any_copy=True)
    copies = (seen, *(p for p in t.decks[t.deck_of(seen)] if p.kind == seen.kind))
    piece = t.as_first(next(p for p in copies if t.state.where(p) in (None, act.zone)))
    t.move(piece, to.pile(act.seat), frm=act.zone)
    t.tell("turned_up", piece=piece)


def _lay(rules: TableRules, t: Table, act: Act) -> None:
    """A card out of what only its owner knows."""
    frm, to = rules.zone(act.zone).pile(act.seat), rules.zone(act.to)
    if to.is_open:
        _bring_out(t, act, frm, to.pile(act.seat))
        return
    _hide(t, act, frm, to.pile(act.seat), only(act.seat))
    if to.is_blind:
        t.shuffle(to.key)
    _tell(t, "moved_hidden", act)


def _give(rules: TableRules, t: Table, act: Act) -> None:
    assert act.other is not None
    zone = rules.zone(act.zone)
    _hide(t, act, zone.pile(act.seat), zone.pile(act.other), only(act.seat))
    said = Private(UNSEEN if act.card == UNNAMED else act.card, only(act.seat, act.other))
    t.tell("gave", seat=act.seat, other=act.other, card=said)


def _show(rules: TableRules, t: Table, act: Act) -> None:
    """A card is shown to everybody: a held one is taken back, one that lies there is turned up."""
    key = rules.zone(act.zone).pile(act.seat)
    piece = t.as_first(_copy(t, key, act.card))
    t.name(key, piece)
    _forget_which(t, key, act.card)
    t.show(key, piece, ALL)
    if t.pile(key).spot is not None:
        t.turn_face(key, piece, face_up=True)
    t.tell("showed", seat=act.seat, card=act.card)


def _move(rules: TableRules, t: Table, act: Act) -> None:
    """A card that lies open."""
    piece, to = PieceId(act.card), rules.zone(act.to)
    _tell_card(t, act, piece)
    t.move(piece, to.pile(act.seat), also=NOBODY if to.is_blind else ALL)
    if to.is_blind:
        t.shuffle(to.key)


def _bring_out(t: Table, act: Act, frm: str, to: str) -> None:
    """A card of a kind comes into the open; which of its copies it is called tells nothing."""
    piece = t.as_first(_copy(t, frm, act.card))
    t.move(piece, to, frm=frm, face_up=True)
    _forget_which(t, frm, act.card)
    _tell_card(t, act, piece)


def _hide(t: Table, act: Act, frm: str, to: str, also: frozenset[Seat]) -> None:
    """A card goes unseen from one place to another: whoever has been shown any cards there no longer knows which are
    left."""
    card: Card = UNSEEN if act.card == UNNAMED else _copy(t, frm, act.card)
    t.move(card, to, frm=frm, face_up=False, also=also)
    t.conceal(frm, [UNSEEN, *t.pile(frm)])


def _copy(t: Table, key: str, kind: str) -> PieceId:
    """A card of this kind that a pile holds: one that is known there, else one whose place is not known."""
    known = next((p for p in t.pile(key) if p.kind == kind), None)
    return known or next(p for p in chain(*t.decks.values()) if p.kind == kind and t.state.where(p) is None)


def _forget_which(t: Table, key: str, kind: str) -> None:
    """Others who have seen a card like this one, or one that the companion does not know, cannot tell whether it was
    that one."""
    t.conceal(key, [UNSEEN, *(piece for piece in t.pile(key) if piece.kind == kind)])


# -- many cards --------------------------------------------------------------------------------------------------------


def _all(rules: TableRules, t: Table, act: Act) -> Play:
    """All that lies in a zone goes to another one; where nobody is to know it, it is shuffled in."""
    frm, to = rules.zone(act.zone).pile(act.seat), rules.zone(act.to)
    key = to.pile(act.seat)
    if to.is_blind:
        facts = {"zone": zone_word(act.to)}
        yield Prepare(kind="shuffle", facts=facts, steps=(Shuffle((frm, key), key),))
        put_back(t, key, frm)
    else:
        for slot in t.pile(frm).slots:
            t.move(slot.piece, key, frm=frm, also=frozenset() if to.is_open else slot.readers)
    _tell(t, "moved_all", act)


def _shuffle(rules: TableRules, t: Table, act: Act) -> Play:
    facts = {"zone": zone_word(act.zone)}
    yield Prepare(kind="shuffle", facts=facts, steps=(Shuffle((act.zone,), act.zone),))
    t.shuffle(act.zone)
    t.tell("shuffled", seat=act.seat, zone=zone_word(act.zone))


def _deal(rules: TableRules, t: Table, act: Act) -> Play:
    most = min(len(t.pile(act.zone)) // len(t.seats), 20)
    count = yield Number(kind="how_many", facts={"seat": act.seat}, seats=(act.seat,), scale=Scale(1, most, usual=1))
    yield from deal(rules, t, count)


def deal(rules: TableRules, t: Table, wanted: int) -> Play:
    """So many cards for everybody, as far as there are enough."""
    hand, source = rules.hand, rules.source
    count = min(wanted, len(t.pile(source.key)) // len(t.seats))
    if hand is None or not count:
        return
    counts = {hand.pile(seat): count for seat in t.seats}
    yield from deal_out(t, Deal(kind="deal", pile=source.key, counts=counts, facts={"count": count}))
    t.tell("dealt", count=count)


def _pass(rules: TableRules, t: Table, act: Act) -> None:
    """Everybody gives their whole hand to the left, and still knows what was in it."""
    hand = rules.zone(act.zone)
    before = {seat: t.pile(hand.pile(seat)).slots for seat in t.seats}
    for seat, slots in before.items():
        to = t.left_of(seat)
        passed = tuple(Slot(s.piece, s.deck, s.readers | only(to), False) for s in slots)
        t.replace_pile(hand.pile(to), passed)
    t.tell("passed_hands", seat=act.seat)


def _gather(rules: TableRules, t: Table, act: Act) -> Play:
    steps = tuple(Gather(pack.key, pack.zone) for pack in rules.packs)
    yield Prepare(kind="gather", steps=steps)
    for pack in rules.packs:
        t.gather(pack.key, pack.zone)
    t.tell("gathered", seat=act.seat)


def _together(rules: TableRules, t: Table, act: Act) -> Play:
    """OT-12: everybody who holds cards chooses one in secret, then all of them lie open."""
    hand = rules.zone(act.zone)
    parts = {
        seat: Choose(kind="together", seat=seat, choices=partial(_held, hand.pile(seat)))
        for seat in t.seats
        if len(t.pile(hand.pile(seat)))
    }
    laid = yield Together(kind="together", parts=parts, facts={"seats": tuple(parts)})
    while not _can_be(rules, t, laid, hand.pile):  # two who showed nothing name the only copy: one of them is wrong
        t.tell("too_many_of_a_kind")
        laid = yield Together(kind="together", parts=parts, facts={"seats": tuple(parts)})
    for seat, kind in laid.items():
        to = rules.zone(act.to).pile(seat)
        _bring_out(t, Act("lay", seat, act.zone, act.to, kind), hand.pile(seat), to)


def _held(key: str, seen: State) -> Iterator[Option]:
    kinds = {piece.kind: piece for piece in reversed(may_lie_in(seen, key))}
    for kind, piece in sorted(kinds.items()):
        say = Say("choose_card", {"card": kind})
        yield Option(f"choose:{kind}", kind, say, piece=piece, pile=key, any_copy=True)


def _can_be(rules: TableRules, t: Table, laid: Mapping[Seat, str], key: Callable[[Seat], str]) -> bool:
    """Whether there are as many cards as were chosen, beside those that are known to lie elsewhere."""
    unknown = Counter(kind for seat, kind in laid.items() if not any(p.kind == kind for p in t.pile(key(seat))))
    return unknown <= Counter(piece.kind for deck in t.decks for piece in t.state.unaccounted(deck))


# -- beside the cards --------------------------------------------------------------------------------------------------


def _count(rules: TableRules, t: Table, act: Act) -> Play:
    """OT-6: a player's counter."""
    track = counter_word(act.zone) + f"/{act.seat}"
    word, now = counter_word(act.zone), t.number(track)
    number = now + {"more": 1, "less": -1}.get(act.verb, 0)
    if act.verb == "set":
        facts = {"seat": act.seat, "counter": word}
        scale = Scale(-FARTHEST, FARTHEST, usual=now)
        number = yield Number(kind="set_to", facts=facts, seats=(act.seat,), scale=scale)
    t.set(track, number)
    t.tell("counted", seat=act.seat, counter=word, number=number)


def _roll(rules: TableRules, t: Table, act: Act) -> Play:
    facts = {"seat": act.seat, "count": len(rules.dice)}
    faces = yield Roll(kind="roll", facts=facts, seat=act.seat, dice=rules.dice)
    t.tell("rolled", seat=act.seat, dice="-".join(map(str, faces)))


def _lots(rules: TableRules, t: Table, act: Act) -> Play:
    seat = yield Chance(kind="lots", choices=_seats)
    t.tell("lot", seat=seat)


def _seats(seen: State) -> tuple[Option, ...]:
    return tuple(Option(str(seat), seat, Say("name_player", {"other": seat})) for seat in seen.seats)


DEEDS: Final[Mapping[str, Deed]] = {
    **{
        "draw": _draw,
        "turn": _turn,
        "lay": _lay,
        "back": _lay,
        "give": _give,
        "show": _show,
        "move": _move,
        "take": _move,
    },
    **{"all": _all, "shuffle": _shuffle, "deal": _deal, "pass": _pass, "gather": _gather, "together": _together},
    **{"more": _count, "less": _count, "set": _count, "roll": _roll, "lots": _lots},
}
"""What each verb does; `next` and `end` are the game's own."""
