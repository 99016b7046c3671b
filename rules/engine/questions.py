"""Questions: what the rules wait for. A game's coroutine yields one and receives the value of the answer.

The kind, the seats asked and the facts of a question are public; its options are computed, whenever they are wanted,
from what the asked seat knows (`seen`), so they can neither go stale nor tell a seat what it may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal

from rules.engine.types import UNSEEN, Card, Claim, PieceId, Refusal, Say, Seat, State

# ---- gestures: how an option is given by hand on the table --------------------------------------------------------


@dataclass(frozen=True)
class Laid:
    """A card comes to lie on a spot. `piece` UNSEEN: only its back can be seen."""

    spot: str
    piece: Card
    face_up: bool = True
    deck: str = ""


@dataclass(frozen=True)
class Moved:
    """A piece that lay on one spot now lies on another."""

    piece: PieceId
    from_spot: str
    to_spot: str


@dataclass(frozen=True)
class Taken:
    """A piece that lay on a spot is taken off the mat, to a hand. `piece` UNSEEN: the one lying there face-down."""

    spot: str
    piece: Card


@dataclass(frozen=True)
class Stood:
    """Pieces without stickers stand otherwise than before on a board: on each of these fields now this side, "" for
    nobody. All other fields show what they showed."""

    changes: tuple[tuple[str, str], ...]


Gesture = Laid | Moved | Taken | Stood

# ---- options and answers -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """One possible answer. `key` is unique in its question and made of parts joined by ':'; `value` is what the
    coroutine receives. With a refusal it is listed but cannot be taken. `blind_key` is how the same answer is given by
    someone who sees only the table. `pile`: where `piece` must be able to come from. `also` are further gestures that
    mean the same. `cell` is the field of the board that it is about, where people may tap it; `from_cell` the field of
    the piece that goes there, which is tapped first; `reach` fields with pieces that it would let its player use. A
    `grave` one may end the match: it stands apart, and a page asks once more. One that is `aside` may be taken
    whatever is asked, and need not be: pages show it folded away, so that it is at hand and nags nobody. An `obvious`
    one is what everybody sees to be sensible now, for programs that play by chance."""

    key: str
    value: object
    say: Say
    gesture: Gesture | None = None
    refusal: Refusal | None = None
    claim: Claim | None = None
    piece: PieceId | None = None
    blind_key: str = ""
    pile: str = ""
    also: tuple[Gesture, ...] = ()
    cell: str = ""
    from_cell: str = ""
    reach: tuple[str, ...] = ()
    grave: bool = False
    aside: bool = False
    obvious: bool = False

    @property
    def ways(self) -> tuple[Gesture, ...]:
        """All gestures that mean this option."""
        return self.also if self.gesture is None else (self.gesture, *self.also)


@dataclass(frozen=True)
class Answer:
    """An input to the rules: an option's key, from a seat or (None) told by the table. `cards` goes with a deal: pairs
    of a pile and its cards. `irregular`: the host accepts a refused option."""

    seat: Seat | None
    key: str
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    irregular: bool = False


@dataclass(frozen=True)
class Taking:
    """An answer that is accepted: what the coroutine receives, and the claim that comes with it."""

    value: object
    option: Option | None = None


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """What all questions share. `boundary`: the coroutine could be started anew here from the table alone."""

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)
    boundary: bool = False

    @property
    def confirm(self) -> str:
        """The answer that a mere press of a button gives; empty when there is none."""
        return ""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that may answer; none: it is told by the table, and anybody may say it."""
        return ()

    @property
    def lead(self) -> Seat | None:
        """The one seat that is waited for, where others may answer too; None: all who are asked."""
        return None

    @property
    def open(self) -> bool:
        """Whether what is offered is no secret, so that no page need hide it although several are asked."""
        return False

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """Refused options that nobody need read in a list; they are there to explain what hands do on the table."""
        return ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """Allowed options that only hands on the table give: two steps in one, which no list need show."""
        return ()

    @abstractmethod
    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """All options of `seat`, refused ones included, from what that seat knows."""

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        """Checks an answer against the options and, for cards, against what is surely elsewhere."""
        option = self.listed(seen, answer)
        if option is None:
            return self.unknown(full, answer)
        if option.refusal is not None and not answer.irregular:
            return option.refusal
        if option.piece is not None and option.pile and (elsewhere := cannot_come(full, option.pile, option.piece)):
            return elsewhere
        return Taking(option.value, option)

    def listed(self, seen: State, answer: Answer) -> Option | None:
        """The option that an answer names, refused ones included; None when there is none. The host may accept also one
        that nobody reads in a list."""
        found = next((o for o in self.options(seen, answer.seat) if o.key == answer.key), None)
        found = found or next((o for o in self.by_hand(seen, answer.seat) if o.key == answer.key), None)
        if found is None and answer.irregular:
            return next((o for o in self.unlikely(seen, answer.seat) if o.key == answer.key), None)
        return found

    def unknown(self, full: State, answer: Answer) -> Refusal:
        """Why an answer is not even listed."""
        return Refusal("no_such_option", "", {})


WhyNot = Callable[[State], Refusal | None]


@dataclass(frozen=True, kw_only=True)
class Choose(Question):
    """One seat chooses one of the options. With `auto` a single allowed option is taken without asking; `button` is the
    key that a mere press of a button gives; `far` are refused options that are only told to who tries them by hand,
    `quick` allowed ones that only hands give."""

    seat: Seat
    choices: Callable[[State], Iterable[Option]]
    auto: bool = False
    button: str = ""
    far: Callable[[State], Iterable[Option]] | None = None
    quick: Callable[[State], Iterable[Option]] | None = None

    @property
    def confirm(self) -> str:
        return self.button

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.far(seen)) if self.far is not None and seat == self.seat else ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.quick(seen)) if self.quick is not None and seat == self.seat else ()

    @property
    def asked(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.choices(seen)) if seat == self.seat else ()


def cannot_come(full: State, pile: str, piece: PieceId) -> Refusal | None:
    """Why a piece cannot come from a pile: it is known to be elsewhere, or all cards there are known."""
    place = full.where(piece)
    if place != pile and (place is not None or not full.pile(pile).unseen):
        return Refusal("cannot_be_there", "", {"piece": piece})
    return None


CardOptions = Callable[[State, Card], Iterable[Option]]


@dataclass(frozen=True, kw_only=True)
class PickCard(Question):
    """One seat picks a card of its pile. `per_card(seen, card)` gives the options of one card; it is called for every
    card of the pile that the seat has shown to the companion and, while some are unseen, for every piece that they may
    be and once with `UNSEEN` (the card that nobody names)."""

    seat: Seat
    pile: str
    per_card: CardOptions

    @property
    def asked(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if seat != self.seat:
            return ()
        return tuple(option for card in self._cards(seen) for option in self.per_card(seen, card))

    def _cards(self, seen: State) -> list[Card]:
        pile = seen.pile(self.pile)
        cards: list[Card] = list(dict.fromkeys(pile.pieces))
        decks = dict.fromkeys(s.deck for s in pile.slots if s.piece is UNSEEN)
        for deck in decks:
            cards += seen.unaccounted(deck)
        if pile.slots:
            cards.append(UNSEEN)
        return cards

    def listed(self, seen: State, answer: Answer) -> Option | None:
        if answer.seat == self.seat:  # a key names its card, so the options of the other cards need not be made
            parts = answer.key.split(":")
            for card in self._cards(seen):
                if isinstance(card, PieceId) and card in parts:
                    for option in self.per_card(seen, card):
                        if option.key == answer.key:
                            return option
        return super().listed(seen, answer)

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        taking = super().take(full, seen, answer)
        if isinstance(taking, Taking) and taking.option is not None and taking.option.piece is not None:
            return cannot_come(full, self.pile, taking.option.piece) or taking
        return taking

    def unknown(self, full: State, answer: Answer) -> Refusal:
        pieces = {p for deck in full.decks.values() for p in deck}
        piece = next((PieceId(part) for part in answer.key.split(":") if part in pieces), None)
        return super().unknown(full, answer) if piece is None else Refusal("card_not_in_hand", "", {"piece": piece})


@dataclass(frozen=True, kw_only=True)
class Reveal(Question):
    """The table tells which card is turned up: the next of a pile, laid on `to_spot`, or one lying face-down there.
    Answer key: the piece. `not_these` are pieces that cannot be meant."""

    pile: str
    to_spot: str
    not_these: frozenset[PieceId] = frozenset()

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        pile = seen.pile(self.pile)
        known = [p for p in pile.pieces if p not in self.not_these]
        decks = dict.fromkeys(s.deck for s in pile.slots if s.piece is UNSEEN)
        maybe = [p for deck in decks for p in seen.unaccounted(deck) if p not in self.not_these]
        return tuple(
            Option(p, p, Say("reveal_card", {"piece": p}), Laid(self.to_spot, p), piece=p) for p in (*known, *maybe)
        )

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        taking = super().take(full, seen, answer)
        if isinstance(taking, Taking) and isinstance(taking.value, PieceId):
            pile, piece = full.pile(self.pile), taking.value
            if piece not in pile and (full.where(piece) is not None or not pile.unseen):
                return Refusal("cannot_be_there", "", {"piece": piece})
        return taking

    def unknown(self, full: State, answer: Answer) -> Refusal:
        return (
            Refusal("cannot_be_there", "", {"piece": PieceId(answer.key)})
            if answer.key
            else super().unknown(full, answer)
        )


@dataclass(frozen=True, kw_only=True)
class Deal(Question):
    """The table tells that cards were dealt: `counts` says how many go to which pile. They come from `pile`, or each
    from its own of the `sources`, out of which only the pieces `among` can come. Answer key `dealt`; `cards` may name
    them, unseen ones included; piles left out were dealt unseen. `not_these` are pieces that were sorted out before."""

    pile: str
    counts: Mapping[str, int]
    not_these: frozenset[PieceId] = frozenset()
    sources: Mapping[str, str] = field(default_factory=dict)
    among: Mapping[str, frozenset[PieceId]] = field(default_factory=dict)

    @property
    def confirm(self) -> str:
        return "dealt"

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return (Option("dealt", {}, Say("dealt_unseen", {})),)

    def source(self, to: str) -> str:
        """The pile from which the cards of another come."""
        return self.sources.get(to, self.pile)

    def free(self, full: State, to: str) -> frozenset[PieceId]:
        """Which pieces may be dealt to a pile."""
        pile = full.pile(self.source(to))
        found = {*(p for slot in pile.slots[:1] for p in full.unaccounted(slot.deck)), *pile.pieces} - self.not_these
        return frozenset(found & self.among[to] if to in self.among else found)

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        if answer.key != "dealt":
            return self.unknown(full, answer)
        named = dict(answer.cards)
        for pile, cards in named.items():
            if pile not in self.counts:
                return Refusal("wrong_deal_pile", "", {"pile": pile})
            if len(cards) != self.counts[pile]:
                return Refusal("wrong_deal", "", {"pile": pile, "want": self.counts[pile], "got": len(cards)})
        seen_twice: set[PieceId] = set()
        for pile, cards in named.items():
            free = self.free(full, pile)
            for card in (c for c in cards if isinstance(c, PieceId)):
                if card in seen_twice or card not in free:
                    return Refusal("cannot_be_there", "", {"piece": card})
                seen_twice.add(card)
        unseen: dict[str, tuple[Card, ...]] = {p: (UNSEEN,) * n for p, n in self.counts.items()}
        return Taking({**unseen, **named})


@dataclass(frozen=True, kw_only=True)
class Roll(Question):
    """Dice are rolled: `dice` lists their sides. Answer key: the numbers joined by '-'. `asides` are what may be done
    before the dice fall; the coroutine then receives the value of that option."""

    seat: Seat | None
    dice: tuple[int, ...]
    asides: Callable[[State], Iterable[Option]] | None = None

    @property
    def asked(self) -> tuple[Seat, ...]:
        return () if self.seat is None else (self.seat,)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if self.seat is not None and seat != self.seat:
            return ()
        asides = tuple(self.asides(seen)) if self.asides is not None else ()
        if len(self.dice) > 3:
            return asides
        return (
            *(
                Option("-".join(map(str, faces)), faces, Say("rolled", {"dice": "-".join(map(str, faces))}))
                for faces in product(*(range(1, sides + 1) for sides in self.dice))
            ),
            *asides,
        )

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        if self.asides is not None and any(option.key == answer.key for option in self.asides(seen)):
            return super().take(full, seen, answer)
        faces = self.faces(answer.key)
        if not faces:
            return Refusal("not_a_roll", "", {"count": len(self.dice), "dice": "-".join(f"d{s}" for s in self.dice)})
        return Taking(faces)

    def faces(self, key: str) -> tuple[int, ...]:
        """What dice show that were rolled with this answer; nothing of a key that is no roll, such as one aside."""
        parts = key.split("-")
        faces = tuple(int(p) for p in parts) if all(p.isdecimal() for p in parts) else ()
        fits = len(faces) == len(self.dice) and all(1 <= f <= s for f, s in zip(faces, self.dice, strict=True))
        return faces if fits else ()


@dataclass(frozen=True, kw_only=True)
class Window(Question):
    """A reaction window: every seat that from public facts could react is asked. The first to react decides; the
    coroutine receives `(seat, value)`, or None when all have passed. `may_pass` False: somebody must. With `hands` (the
    first part of a pile's key) an option's piece must be able to come from the seat's own one of these piles."""

    seats: tuple[Seat, ...]
    choices: Callable[[State, Seat], Iterable[Option]]
    may_pass: bool = True
    hands: str = ""

    PASS: Literal["pass"] = "pass"

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.seats

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if seat is None or seat not in self.seats:
            return ()
        passing = (Option(self.PASS, None, Say("pass")),) if self.may_pass else ()
        return (*self.choices(seen, seat), *passing)

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        taking = super().take(full, seen, answer)
        if self.hands and isinstance(taking, Taking) and taking.option is not None and taking.option.piece is not None:
            return cannot_come(full, f"{self.hands}/{answer.seat}", taking.option.piece) or taking
        return taking


@dataclass(frozen=True, kw_only=True)
class Together(Question):
    """Several seats answer at the same time, each its own part; the coroutine receives a dict by seat when all have
    answered. Nothing of an answer is told before."""

    parts: Mapping[Seat, Question]

    @property
    def asked(self) -> tuple[Seat, ...]:
        return tuple(self.parts)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].options(seen, seat) if seat is not None and seat in self.parts else ()

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].unlikely(seen, seat) if seat is not None and seat in self.parts else ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].by_hand(seen, seat) if seat is not None and seat in self.parts else ()

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        if answer.seat is None or answer.seat not in self.parts:
            return self.unknown(full, answer)
        return self.parts[answer.seat].take(full, seen, answer)


def refused(option: Option, refusal: Refusal | None) -> Option:
    """The same option with the reason why it cannot be taken, or unchanged."""
    return option if refusal is None else replace(option, refusal=refusal)


def may_lie_in(seen: State, pile_key: str) -> tuple[PieceId, ...]:
    """The known pieces of a pile, then (while some of its cards are unseen) every piece that those may be."""
    pile = seen.pile(pile_key)
    decks = dict.fromkeys(s.deck for s in pile.slots if s.piece is UNSEEN)
    return tuple(dict.fromkeys((*pile.pieces, *(p for deck in decks for p in seen.unaccounted(deck)))))
