"""What hands do at the table and the rules cannot: turning up, dealing, rolling, drawing, shuffling, drawing lots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from rules.engine.questions.question import Answer, Laid, Option, Question, Taking, no_copy_can_come
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Say, Seat, State


@dataclass(frozen=True, kw_only=True)
class Reveal(Question):
    """The table tells which card is turned up: the next of a pile, laid on `to_spot`, or one lying face-down there.
    Answer key: the piece. `not_these` are pieces that cannot be meant. With `any_copy` every copy of the piece is as
    good: that one of them can lie there is enough."""

    pile: str
    to_spot: str
    not_these: frozenset[PieceId] = frozenset()
    any_copy: bool = False

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
            if self.any_copy:
                return no_copy_can_come(full, self.pile, piece) or taking
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
    them, unseen ones included; piles left out were dealt unseen. `not_these` are pieces that were sorted out before.
    `lots`: nobody has these cards, and the companion deals them by itself, in secret."""

    pile: str
    counts: Mapping[str, int]
    lots: bool = False
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


@dataclass(frozen=True)
class Drawn:
    """What was drawn: the cards, `UNSEEN` where nobody named them, and the piece that was shown at once and ended the
    drawing, if one was."""

    cards: tuple[Card, ...]
    stop: PieceId | None = None


@dataclass(frozen=True, kw_only=True)
class Draw(Question):
    """One seat takes `count` cards, one after another, from `pile` (a stack, or somebody's hand) to its pile `to`.

    A piece among `stops` is shown at once, laid on the spot given with it, and ends the drawing. `seeded` are pieces
    of which `seeded_count` were put unseen among the unseen cards of the pile. Answer key: `drawn`, or `PIECE:n` when
    that piece turned up after n others; `cards` may name the cards drawn. With `among` only those can come out of it.
    With `optional` the seat may also draw nothing (key `none`). The coroutine receives a `Drawn`.
    """

    seat: Seat
    pile: str
    to: str
    count: int
    stops: Mapping[PieceId, str] = field(default_factory=dict)
    seeded: frozenset[PieceId] = frozenset()
    seeded_count: int = 0
    among: frozenset[PieceId] | None = None
    optional: bool = False

    ALL: Final = "drawn"
    NONE: Final = "none"

    @property
    def asked(self) -> tuple[Seat, ...]:
        return (self.seat,)

    @property
    def confirm(self) -> str:
        return self.ALL

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if seat != self.seat:
            return ()
        plain = self._plain(seen)
        why = None if plain >= self.count else Refusal("must_turn_up", "", {"count": plain})
        found = [Option(self.ALL, Drawn((UNSEEN,) * self.count), Say("drawn", {"count": self.count}), refusal=why)]
        if self.optional:
            found.append(Option(self.NONE, Drawn(()), Say("drawn_nothing")))
        for piece, spot in sorted(self.stops.items()):
            refusal = None if self._possible(seen, piece) else Refusal("not_in_pile", "", {"piece": piece})
            for before in range(min(self.count, plain + 1)):
                found.append(
                    Option(
                        f"{piece}:{before}",
                        Drawn((UNSEEN,) * before, piece),
                        Say("turned_up_after" if before else "turned_up_first", {"piece": piece, "count": before}),
                        Laid(spot, piece),
                        refusal,
                        piece=piece,
                    )
                )
        return tuple(found)

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        taking = super().take(full, seen, answer)
        if isinstance(taking, Refusal):
            return taking
        drawn = taking.value
        assert isinstance(drawn, Drawn)
        if drawn.stop is not None and not self._possible(full, drawn.stop):
            return Refusal("cannot_be_there", "", {"piece": drawn.stop})  # somebody else is known to hold it
        if not answer.cards:
            return taking
        ((to, cards), *more) = answer.cards
        if to != self.to or more:
            return Refusal("wrong_deal_pile", "", {"pile": to})
        if len(cards) != len(drawn.cards):
            return Refusal("wrong_deal", "", {"pile": to, "want": len(drawn.cards), "got": len(cards)})
        named = [c for c in cards if isinstance(c, PieceId)]
        for card in named:
            if named.count(card) > 1 or card in self.stops or not self._possible(full, card):
                return Refusal("cannot_be_there", "", {"piece": card})
        return Taking(Drawn(cards, drawn.stop), taking.option)

    def _plain(self, seen: State) -> int:
        """How many cards of the pile, at most, are not shown at once."""
        pile = seen.pile(self.pile)
        return pile.unseen - self.seeded_count + sum(p not in self.stops for p in pile)

    def _possible(self, state: State, piece: PieceId) -> bool:
        pile = state.pile(self.pile)
        if piece in pile:
            return True
        if self.among is not None and piece not in self.among:
            return False
        if not any(piece in state.unaccounted(s.deck) for s in pile.slots[:1]):
            return False
        return self.seeded_count > 0 if piece in self.seeded else pile.unseen > self.seeded_count


# -- preparing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gather:
    """All cards of a deck are collected, shuffled and laid face-down on one pile."""

    deck: str
    into: str


@dataclass(frozen=True)
class Sort:
    """These pieces are looked for in the deck and laid on a pile of their own."""

    pieces: tuple[PieceId, ...]
    into: str


@dataclass(frozen=True)
class Shuffle:
    """The cards of some piles are shuffled together and laid face-down on one pile."""

    piles: tuple[str, ...]
    into: str


@dataclass(frozen=True)
class Insert:
    """One card of `pile`, nobody sees which, goes face-down into another pile, with `above` cards lying over it."""

    pile: str
    into: str
    above: int


@dataclass(frozen=True)
class Slip:
    """These pieces go into a pile at places that hands choose, not side by side."""

    pieces: tuple[PieceId, ...]
    into: str


Step = Gather | Sort | Shuffle | Insert | Slip


@dataclass(frozen=True, kw_only=True)
class Prepare(Question):
    """Hands shuffle, sort or stack cards, which no camera can check; somebody says when it is done (key `done`)."""

    steps: tuple[Step, ...]

    @property
    def confirm(self) -> str:
        return "done"

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return (Option("done", None, Say("done")),)


@dataclass(frozen=True, kw_only=True)
class Chance(Question):
    """Lots are drawn; the table tells what came out. All `choices` are equally likely."""

    choices: Callable[[State], Iterable[Option]]

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.choices(seen))


ByHand = Deal | Draw | Prepare | Chance | Reveal
"""The questions that hands answer."""
