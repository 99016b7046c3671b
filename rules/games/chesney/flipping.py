"""Turning and moving faction cards. Who has seen a card goes on knowing it wherever it moves (CH-INFO-02)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import UNSEEN, Card, PieceId, Play, Reveal, Seat, Slot, Table, listed
from rules.games.chesney.characters import disguises
from rules.games.chesney.factions import Shown, covered_by, down_sides
from rules.games.chesney.names import FACTION_DISCARD, Side, slot


def turn_up(t: Table, seat: Seat, side: Side, piece: PieceId | None = None, *, coverable: bool = True) -> Play:
    """Turns up a face-down faction card, `piece` when its owner has said which it is. A Master of Disguise may cover it
    instead (CH-CHAR-DISGUISE-02), unless that has been asked already."""
    key = slot(side, seat)
    if piece is not None:
        t.name(key, piece)
    if coverable and (yield from disguises.may_cover(t, seat, side)):
        return
    if t.pile(key).unseen:
        piece = yield Reveal(kind="turn_up_faction", pile=key, to_spot=key, facts={"seat": seat, "side": side})
        t.name(key, piece)
    (card,) = t.pile(key).pieces
    t.turn_face(key, card, True)
    t.tell("turned_up", seat=seat, side=side, piece=card)
    yield from disguises.name_public(t, seat)


def show(t: Table, seat: Seat, chosen: tuple[object, ...], *, coverable: bool = True) -> Play:
    """Carries out what a seat chose among `turn_up_options` and `cover_options`; gives the slot that is up now."""
    match chosen:
        case ("cover", "left" | "right" as side, PieceId() as mask):
            yield from disguises.cover(t, seat, side, mask)
            return side
        case ("left" | "right" as side, PieceId() as card):
            yield from turn_up(t, seat, side, card, coverable=coverable)
            return side


def turn_all_up(t: Table, seat: Seat) -> Play:
    """Turns up every own face-down faction card (CH-ACT-REFLECTION-03)."""
    for side in down_sides(t.state, seat):
        yield from turn_up(t, seat, side)


def turn_down(t: Table, seat: Seat, side: Side) -> None:
    """Turns a faction card face-down: views no longer name it (CH-INFO-04). Of a covered one the Disguise goes back
    (CH-CHAR-DISGUISE-09)."""
    if covered_by(t.state, side, seat) is not None:
        disguises.take_back(t, side, seat)
    else:
        t.cover(slot(side, seat), lying(t, side, seat).piece)
    disguises.forget_public(t, seat)
    t.tell("turned_down", seat=seat, side=side)


def lying(t: Table, side: Side, seat: Seat) -> Slot:
    """The card in a slot as it lies."""
    return t.pile(slot(side, seat)).slots[0]


def move_card(t: Table, frm: str, to: str) -> None:
    """The card of one slot goes to another, facing kept, and those who knew it go on knowing it (CH-ACT-GEN-07, -08).
    Whatever came to `frm` in the same exchange stays there. A slot that a correction has left empty gives nothing."""
    if not t.pile(frm).slots:
        return
    entry = t.pile(frm).slots[0]
    t.move(entry.piece, to, frm=frm, face_up=entry.face_up, also=entry.readers)


def exchange(t: Table, one: str, other: str) -> Play:
    """Two slots exchange their cards."""
    both = bool(t.pile(other).slots)
    move_card(t, one, other)
    if both:
        move_card(t, other, one)
    yield from arrived(t, one, other)


def arrived(t: Table, *keys: str) -> Play:
    """Cards have come to these slots: an open one uncovers a Disguise (CH-CHAR-DISGUISE-07), and a Public Faction that
    had to be named is open again (JC-37)."""
    for key in keys:
        side, seat = _place(key)
        lies_open = any(entry.face_up for entry in t.pile(key).slots[:1])
        if lies_open and covered_by(t.state, side, seat) is not None:
            disguises.take_back(t, side, seat)
        disguises.forget_public(t, seat)
        _tokens_are_old(t, seat)
    for seat in dict.fromkeys(_place(key)[1] for key in keys):
        yield from disguises.name_public(t, seat)


def replace_card(t: Table, seat: Seat, side: Side, card: Card, frm: str) -> Play:
    """A newly drawn card takes the place of the one in a slot, face-down; the old one goes to the discards
    (CH-DECK-08)."""
    key = slot(side, seat)
    drawn = next(s for s in t.pile(frm).slots if s.piece == card)
    discard(t, key, t.pile(key).slots[0].piece)
    t.move(card, key, frm=frm, face_up=False, also=drawn.readers)
    yield from arrived(t, key)


def lay_open(t: Table, seat: Seat, side: Side, card: PieceId, frm: str) -> Play:
    """A drawn card comes face-up into a slot and is public at once (CH-INFO-22); a Master of Disguise may cover it
    instead (JC-39)."""
    key = slot(side, seat)
    t.name(frm, card)
    _arrive(t, seat, side, card, frm)
    if not (yield from disguises.may_cover(t, seat, side)):
        t.turn_face(key, card, True)
        t.tell("new_open_card", seat=seat, side=side, piece=card)
        yield from arrived(t, key)


def lay_covered(t: Table, seat: Seat, side: Side, mask: PieceId, frm: str) -> Play:
    """A drawn card that nobody names comes into a slot under a Disguise (CH-CHAR-DISGUISE-10)."""
    _arrive(t, seat, side, UNSEEN, frm)
    yield from disguises.cover(t, seat, side, mask)


def _arrive(t: Table, seat: Seat, side: Side, card: Card, frm: str) -> None:
    t.move(card, slot(side, seat), frm=frm, face_up=False)
    disguises.forget_public(t, seat)
    _tokens_are_old(t, seat)


def _tokens_are_old(t: Table, seat: Seat) -> None:
    """What a seat has shown its judges need not hold any more; everybody sees that a card has come to it."""
    for judge in t.state.seats:
        key = f"seen_tokens/{judge}"
        shown = listed(t[key], Shown)
        if any(one.seat == seat and not one.is_old for one in shown):
            t.set(key, tuple(replace(one, is_old=True) if one.seat == seat else one for one in shown))


def discard(t: Table, key: str, card: Card) -> None:
    """A faction card goes face-down to the discards. Whoever knew it still knows that it lies there."""
    entry = next(s for s in t.pile(key).slots if s.piece == card)
    readers = entry.readers if not entry.face_up else frozenset()
    t.move(card, FACTION_DISCARD, frm=key, face_up=False, also=readers)


def discard_rest(t: Table, key: str) -> None:
    """Everything left in a pile of drawn faction cards is discarded (CH-ACT-NETWORK-03)."""
    for entry in t.pile(key).slots:
        discard(t, key, entry.piece)


def _place(key: str) -> tuple[Side, Seat]:
    side, _, seat = key.partition("/")
    return ("left" if side == "left" else "right"), Seat(int(seat))
