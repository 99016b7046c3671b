"""A deck, the hands that are dealt from it, and what is done with cards; whatever hides, and copies, are looked after.

A card goes by its kind: players never choose between two copies, and which of them comes into the open tells nothing.
What a hand holds is known to its owner and to who has been shown it; the companion may know less than all of them, and
then asks, or takes a player's word, which it checks when cards are seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine.game import Box, Play
from rules.engine.keys import Keys
from rules.engine.parts.cards import Cards, boxed
from rules.engine.parts.dealing import deal_out, draw_out, put_back
from rules.engine.parts.hand import Hand, Ruling
from rules.engine.questions import Choose, Deal, Draw, Laid, Option, Together, Window
from rules.engine.table import Table
from rules.engine.types import (
    ALL,
    UNSEEN,
    Card,
    Claim,
    PieceId,
    Private,
    Readers,
    Refusal,
    Say,
    Seat,
    Shape,
    State,
    only,
)

May = Callable[[Hand, str], Ruling]
"""A rule of a game: what is to be said of playing a kind of card from a hand."""


_HAND: Final = Keys[Seat]("hand")


def _anything(hand: Hand, kind: str) -> Ruling:
    return None


@dataclass(frozen=True)
class Deck:
    """One deck with its discard pile, and a hand for every seat: `Deck(Cards(__name__))`.

    `pile`, `discards` and `hand` are the keys of the piles, and where they lie on the mat; hands are off it. With `row`
    every seat has a row of open cards before it.
    """

    cards: Cards
    pile: str = "deck"
    discards: str = "discard"
    hand: Keys[Seat] = _HAND
    row: Keys[Seat] | None = None

    @property
    def box(self) -> Box:
        """The box of a game that has this deck and nothing else."""
        return boxed(self.cards)

    def value(self, card: str) -> int:
        """The number on a card or a kind of card; 0 where it has none."""
        return self.cards.value(card)

    # -- setting up ----------------------------------------------------------------------------------------------------

    def setup(self, t: Table) -> None:
        """The shuffled deck, an empty discard pile, empty hands."""
        t.add_pile(self.pile, deck=self.cards.deck, spot=self.pile)
        t.add_pile(self.discards, readers=ALL, spot=self.discards, ordered=True, face_up=True)
        for seat in t.seats:
            t.add_pile(self.hand(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
            if self.row is not None:
                row = self.row(seat)
                t.add_pile(row, readers=ALL, owner=seat, spot=row, shape=Shape.ROW, ordered=True, face_up=True)

    def collect(self, t: Table) -> None:
        """All cards come back from everywhere into the deck, shuffled: a new round."""
        t.gather(self.cards.deck, self.pile)

    def reshuffle(self, t: Table) -> None:
        """The discard pile goes back into the deck, shuffled."""
        put_back(t, self.pile, self.discards)
        t.tell("reshuffled")

    # -- out of the deck -----------------------------------------------------------------------------------------------

    def deal(self, t: Table, count: int, kind: str = "deal", seats: Iterable[Seat] | None = None) -> Play:
        """Everybody, or these seats, are dealt so many cards."""
        counts = {self.hand(seat): count for seat in (t.seats if seats is None else seats)}
        yield from deal_out(t, Deal(kind=kind, pile=self.pile, counts=counts, facts={"count": count}))
        t.tell("dealt", count=count)

    def draw(self, t: Table, seat: Seat, count: int = 1, kind: str = "draw") -> Play:
        """A seat draws so many cards, as far as there are any: an empty deck is made anew of the discard pile. Gives
        how many it has drawn."""
        left = count
        while left > 0:
            if not len(t.pile(self.pile)):
                if not len(t.pile(self.discards)):
                    break
                self.reshuffle(t)
            now, to = min(left, len(t.pile(self.pile))), self.hand(seat)
            facts = {"seat": seat, "count": now}
            yield from draw_out(t, Draw(kind=kind, facts=facts, seat=seat, pile=self.pile, to=to, count=now))
            t.tell("drew", seat=seat, count=now)
            left -= now
        return count - left

    def draw_up_to(self, t: Table, seat: Seat, size: int, kind: str = "draw") -> Play:
        """A seat draws until it holds so many cards."""
        return (yield from self.draw(t, seat, size - len(t.pile(self.hand(seat))), kind))

    # -- out of a hand -------------------------------------------------------------------------------------------------

    def held(self, state: Table | State, seat: Seat) -> Hand:
        """A seat's hand as far as these notes go."""
        return Hand(state.state if isinstance(state, Table) else state, self.hand(seat), self.cards)

    def play(self, t: Table, seat: Seat, may: May = _anything, kind: str = "play", to: str = "") -> Play:
        """A seat lays a card from its hand, open, on the discard pile or on the pile `to`. `may(hand, kind)` is the
        rule that says which. Gives the kind of card, or None where the hand is empty."""
        if not len(t.pile(self.hand(seat))):
            return None
        place = to or self.discards
        choices = partial(self._plays, seat, may, t.pile(place).spot or "")
        card = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices)
        self.lay(t, seat, card, place)
        return card

    def discard(self, t: Table, seat: Seat, card: str, kind: str = "discard") -> Play:
        """A seat lays a card of this kind, which it holds, on the discard pile."""

        def only_that(hand: Hand, other: str) -> Ruling:
            return None if other == card else Refusal("only_that", "", {"card": card})

        yield from self.play(t, seat, only_that, kind)

    def lay(self, t: Table, seat: Seat, card: str, to: str = "") -> PieceId:
        """A card of this kind goes from a seat's hand into the open; gives the name that it has there."""
        piece = t.as_first(self._copy(t, seat, card))
        t.move(piece, to or self.discards, frm=self.hand(seat), face_up=True)
        self._forget_which(t, seat, card)
        t.tell("played", seat=seat, piece=piece)
        return piece

    def lay_together(self, t: Table, seats: Iterable[Seat], kind: str, may: May = _anything, to: str = "") -> Play:
        """Some seats choose a card at the same time, in secret; then all of them lie open. Gives the kinds by seat; who
        holds no card is left out."""
        parts = {
            seat: Choose(kind=kind, seat=seat, choices=partial(self._plays, seat, may, ""))
            for seat in seats
            if len(t.pile(self.hand(seat)))
        }
        if not parts:
            return {}
        laid = yield Together(kind=kind, parts=parts, facts={"seats": tuple(parts)})
        while not self._can_be(t, laid):  # two who showed nothing name the only copy: one of them is wrong
            t.tell("too_many_of_a_kind")
            laid = yield Together(kind=kind, parts=parts, facts={"seats": tuple(parts)})
        for seat, card in laid.items():
            self.lay(t, seat, card, to)
        return laid

    def react(self, t: Table, seats: Iterable[Seat], card: str, kind: str, /, **facts: object) -> Play:
        """Any of these seats may lay this card now, and the first who does is given; None when all have passed. Who
        holds none is asked too, so that nothing is told by it."""
        asked = tuple(seat for seat in seats if len(t.pile(self.hand(seat))))
        if not asked:
            return None
        window = Window(kind=kind, seats=asked, choices=partial(self._reactions, card), facts=facts)
        reaction = yield window
        if reaction is None:
            return None
        seat, _ = reaction
        self.lay(t, seat, card)
        return seat

    def give(self, t: Table, seat: Seat, to: Seat, kind: str = "give") -> Play:
        """A seat gives another a card of its hand; nobody else learns which."""
        if not len(t.pile(self.hand(seat))):
            return
        choices = partial(self._gifts, seat)
        card = yield Choose(kind=kind, facts={"seat": seat, "other": to}, seat=seat, choices=choices)
        given: Card = UNSEEN if card == "?" else self._copy(t, seat, card)
        t.move(given, self.hand(to), frm=self.hand(seat), also=only(seat))
        t.conceal(self.hand(seat), [UNSEEN, *t.pile(self.hand(seat))])
        t.tell("gave", seat=seat, other=to, card=Private(card if card != "?" else UNSEEN, only(seat, to)))

    # -- who knows what ------------------------------------------------------------------------------------------------

    def peek(self, t: Table, seat: Seat, other: Seat) -> None:
        """A seat looks at another's hand."""
        t.show_all(self.hand(other), only(seat))
        t.tell("peeked", seat=seat, other=other)
        if kinds := sorted(piece.kind for piece in t.pile(self.hand(other))):
            t.tell("saw", only(seat), seat=other, cards=tuple(kinds))

    def show(self, t: Table, seat: Seat, kind: str = "show", to: Readers = ALL) -> Play:
        """A seat shows a card of its hand to everybody, or to some readers, and takes it back. Gives its kind."""
        if not len(t.pile(self.hand(seat))):
            return None
        choices = partial(self._plays, seat, _anything, "")
        card = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices)
        piece = self._copy(t, seat, card)
        piece = t.as_first(piece) if to == ALL else piece
        t.name(self.hand(seat), piece)
        self._forget_which(t, seat, card)
        t.show(self.hand(seat), piece, to)
        t.tell("showed", seat=seat, card=Private(card, to | only(seat)))
        return card

    def lay_open(self, t: Table, seat: Seat, kind: str = "lay_open") -> Play:
        """A seat lays its whole hand open on the discard pile, card by card; gives their kinds."""
        found: list[str] = []
        while len(t.pile(self.hand(seat))):
            found.append((yield from self.play(t, seat, kind=kind)))
        return tuple(found)

    def swap(self, t: Table, one: Seat, other: Seat) -> None:
        """Two seats swap their hands; whoever knew a card goes on knowing it."""
        before = {seat: t.pile(self.hand(seat)).slots for seat in (one, other)}
        for seat, to in ((one, other), (other, one)):
            for slot in before[seat]:
                t.move(slot.piece, self.hand(to), frm=self.hand(seat), also=slot.readers)
        t.tell("swapped", seat=one, other=other)

    def name_kind(self, t: Table, seat: Seat, kind: str, but: Iterable[str] = (), **facts: object) -> Play:
        """A seat names a kind of card, as in a guess; not one of `but`. Gives the kind."""
        kinds = tuple(code for code in self.cards.kinds if code not in but)
        choices = partial(_names, kinds)
        return (yield Choose(kind=kind, facts={"seat": seat, **facts}, seat=seat, choices=choices))

    def holds(self, t: Table, seat: Seat, card: str, kind: str = "holds") -> Play:
        """Whether a seat holds a card of this kind: by the notes, or else on its word, which is checked when its cards
        are seen. What comes of it tells everybody something: name the event that tells it in `Rules.reveals`."""
        known = self.held(t, seat).has(card)
        if known is None:
            choices = partial(self._yes_or_no, seat, card)
            known = yield Choose(kind=kind, facts={"seat": seat, "card": card}, seat=seat, choices=choices)
        return known

    def _forget_which(self, t: Table, seat: Seat, card: str) -> None:
        """Others who have seen a card like the one that came out of a hand, or one that the companion does not know,
        cannot tell whether it was that one."""
        hand = t.pile(self.hand(seat))
        t.conceal(hand.key, [UNSEEN, *(piece for piece in hand if piece.kind == card)])

    # -- inside --------------------------------------------------------------------------------------------------------

    def _copy(self, t: Table, seat: Seat, card: str) -> PieceId:
        """A copy of this kind that a hand holds: one that is known there, else one whose place is not known."""
        known = next((p for p in t.pile(self.hand(seat)) if p.kind == card), None)
        return known or next(p for p in self.cards.copies(card) if t.state.where(p) is None)

    def _can_be(self, t: Table, laid: Mapping[Seat, str]) -> bool:
        """Whether there are as many cards as were chosen, beside those that are known to lie elsewhere."""
        unknown = Counter(card for seat, card in laid.items() if not self.held(t, seat).has(card))
        free = Counter(piece.kind for piece in t.state.unaccounted(self.cards.deck))
        return unknown <= free

    def _plays(self, seat: Seat, may: May, spot: str, seen: State) -> Iterator[Option]:
        hand = self.held(seen, seat)
        for kind, piece in hand.possible().items():
            ruling, gesture = may(hand, kind), Laid(spot, piece) if spot else None
            yield self._option("play", seat, kind, piece, ruling, gesture)

    def _reactions(self, card: str, seen: State, seat: Seat) -> Iterator[Option]:
        if (piece := self.held(seen, seat).possible().get(card)) is not None:
            yield self._option("react", seat, card, piece, None, Laid(self.discards, piece))

    def _gifts(self, seat: Seat, seen: State) -> Iterator[Option]:
        hand = self.held(seen, seat)
        blind = "give:?" if seen.pile(hand.pile).unseen else ""
        for kind, piece in hand.possible().items():
            yield self._option("give", seat, kind, piece, None, None, blind)
        if blind:
            yield Option(blind, "?", Say("give", {"card": UNSEEN}))

    def _option(
        self, code: str, seat: Seat, kind: str, piece: PieceId, ruling: Ruling, gesture: Laid | None, blind: str = ""
    ) -> Option:
        return Option(
            f"{code}:{kind}",
            kind,
            Say(code, {"card": kind}),
            gesture,
            ruling if isinstance(ruling, Refusal) else None,
            ruling if isinstance(ruling, Claim) else None,
            piece,
            blind,
            self.hand(seat),
            any_copy=True,
        )

    def _yes_or_no(self, seat: Seat, card: str, seen: State) -> Iterator[Option]:
        has = self.held(seen, seat).has(card)
        say, copies = Say("none_of", {"cards": (card,)}), frozenset(self.cards.copies(card))
        if has is not False:
            yield Option("yes", True, Say("holds_it", {"card": card}))
        if has is not True:
            yield Option("no", False, Say("holds_none", {"card": card}), claim=Claim(self.hand(seat), copies, say))


def _names(kinds: tuple[str, ...], seen: State) -> tuple[Option, ...]:
    return tuple(Option(f"name:{kind}", kind, Say("name_kind", {"card": kind}), shows=kind) for kind in kinds)
