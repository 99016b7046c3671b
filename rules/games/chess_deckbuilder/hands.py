"""Cards on their ways: out of hands and decks, into the open, to the discard piles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from rules.engine import UNSEEN, Choose, LookAlikes, Option, PieceId, Play, Say, Seat, State, Table
from rules.games.chess_deckbuilder.names import CARDS, KINDS, area, deck, discard, hand, owned, owned_by

HAND_SIZE = 5
"""How many cards are drawn in clean-up (CD-085)."""


LOOK_ALIKES: Final = LookAlikes(
    deck=CARDS,
    own=owned_by,
    kinds=lambda state, seat: KINDS,
    bag=deck,
    discards=lambda seat: (discard(seat),),
    refilled="reshuffled",
)
"""The cards of both players: an empty deck is made anew of the discard pile (CD-086, CD-088)."""


def possible_kinds(seen: State, seat: Seat) -> Mapping[str, PieceId]:
    """The kinds of cards that a hand may hold as far as `seen` tells, each with one such card: known ones, then, while
    some are unseen, those of which this seat owns a card whose place is not known."""
    return seen.once(_KINDS_OF[seat])


_KINDS_OF: Final = tuple(partial(LOOK_ALIKES.possible, seat=Seat(n), pile=hand(Seat(n))) for n in range(2))


def possible_counts(seen: State, seat: Seat) -> Mapping[str, tuple[int, int]]:
    """Of each kind how many cards the hand surely holds, and how many more it may."""
    return seen.once(_COUNTS_OF[seat])


def _possible_counts(seen: State, seat: Seat) -> dict[str, tuple[int, int]]:
    pile, mine = seen.pile(hand(seat)), owned_by(seen, seat)
    free = [p.kind for p in seen.unaccounted(CARDS) if p in mine] if pile.unseen else []
    sure = [p.kind for p in pile]
    return {kind: (sure.count(kind), min(free.count(kind), pile.unseen)) for kind in KINDS}


_COUNTS_OF: Final = tuple(partial(_possible_counts, seat=Seat(n)) for n in range(2))


def possible_besides(seen: State, seat: Seat, kind: str) -> dict[str, PieceId]:
    """The kinds of cards that a hand may hold besides one card of a kind (CD-027)."""
    counts = possible_counts(seen, seat)
    unseen = seen.pile(hand(seat)).unseen - (0 if counts[kind][0] else 1)

    def is_left(other: str) -> bool:
        sure, more = counts[other]
        return sure + more > 1 if other == kind else sure + min(more, unseen) > 0

    return {other: piece for other, piece in possible_kinds(seen, seat).items() if is_left(other)}


def surely_held(seen: State, seat: Seat) -> frozenset[str]:
    """The kinds of which the hand is known to hold a card."""
    return frozenset(piece.kind for piece in seen.pile(hand(seat)))


def bring_out(t: Table, seat: Seat, kind: str, to: str) -> PieceId:
    """A card of this kind goes from the hand into the open. Which of its copies it is called tells nothing."""
    name = LOOK_ALIKES.bring_out(t, seat, hand(seat), kind)
    t.move(name, to, frm=hand(seat), face_up=True)
    return name


def take_back(t: Table, seat: Seat, card: PieceId) -> None:
    """A card that lies in the play area goes back to the hand."""
    t.move(card, hand(seat), face_up=False)


def gain(t: Table, seat: Seat, card: PieceId) -> None:
    """A card of the supply goes to the own discard pile (CD-082, CD-031)."""
    t.set(owned(seat), (*map(str, _owned(t, seat)), str(card)))
    t.move(card, discard(seat), face_up=True)


def lose(t: Table, seat: Seat, card: PieceId) -> None:
    """A card is nobody's any more (CD-031)."""
    t.set(owned(seat), tuple(str(p) for p in _owned(t, seat) if p != card))


def _owned(t: Table, seat: Seat) -> Iterable[PieceId]:
    mine = owned_by(t.state, seat)
    return (p for p in t.decks[CARDS] if p in mine)


def discard_all(t: Table, seat: Seat) -> tuple[str, ...]:
    """All cards of the play area and of the hand go to the discard pile (CD-085). Gives the kinds of those of the hand
    as far as they are known: everybody sees them now (CD-I08), but not in which order they were drawn."""
    while slots := t.pile(area(seat)).slots:
        t.move(slots[0].piece, discard(seat), frm=area(seat), face_up=True)
    for _ in range(t.pile(hand(seat)).unseen):
        t.move(UNSEEN, discard(seat), frm=hand(seat), face_up=True)
    shown = tuple(sorted((piece.kind for piece in t.pile(hand(seat))), key=KINDS.index))
    for kind in shown:
        bring_out(t, seat, kind, discard(seat))
    return shown


def _shuffle_or_not(seen: State) -> tuple[Option, ...]:
    return (Option("shuffle", True, Say("shuffle_to_draw")), Option("none", False, Say("drawn_nothing")))


def draw_cards(t: Table, seat: Seat, wanted: int, kind: str, *, optional: bool = False, boundary: bool = False) -> Play:
    """Draws so many cards, as far as there are any; an `optional` draw may be left out (CD-025, CD-C05), and that is
    asked before anything is shuffled for it."""
    left = wanted
    while left > 0:
        if optional and not len(t.pile(deck(seat))) and len(t.pile(discard(seat))):
            facts = {"seat": seat, "count": left}
            ask = Choose(kind="shuffle_to_draw", facts=facts, seat=seat, choices=_shuffle_or_not, button="shuffle")
            if not (yield ask):
                t.tell("drew_nothing", seat=seat)
                return
        if not (count := LOOK_ALIKES.ready(t, seat, left)):
            return
        if not (yield from LOOK_ALIKES.draw(t, seat, hand(seat), count, kind, optional=optional, boundary=boundary)):
            t.tell("drew_nothing", seat=seat)
            return
        t.tell("drew", seat=seat, count=count)
        left -= count
