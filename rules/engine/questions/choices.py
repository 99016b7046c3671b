"""What players choose: one of them, each in turn to react, all at the same time, or as a group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.engine.questions.question import Answer, Option, Question, Taking, cannot_come
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Say, Seat, State


@dataclass(frozen=True, kw_only=True)
class Choose(Question):
    """One seat chooses one of the options. With `auto` a single allowed option is taken without asking; `button` is the
    key that a mere press of a button gives; `far` are refused options that are only told to who tries them by hand,
    `quick` allowed ones that only hands give. Of refused options the host may accept those that can be carried out;
    `never` says which cannot, by the whole state."""

    seat: Seat
    choices: Callable[[State], Iterable[Option]]
    auto: bool = False
    button: str = ""
    far: Callable[[State], Iterable[Option]] | None = None
    quick: Callable[[State], Iterable[Option]] | None = None
    never: Callable[[State, Option, Refusal], bool] = lambda full, option, refusal: False

    @property
    def confirm(self) -> str:
        return self.button

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        option = self.listed(seen, answer) if answer.irregular else None
        if option is not None and option.refusal is not None and self.never(full, option, option.refusal):
            return option.refusal
        return super().take(full, seen, answer)

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.far(seen)) if self.far is not None and seat == self.seat else ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.quick(seen)) if self.quick is not None and seat == self.seat else ()

    @property
    def asked(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.choices(seen)) if seat == self.seat else ()


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
class Window(Question):
    """A reaction window: every seat that from public facts could react is asked. The first to react decides; the
    coroutine receives `(seat, value)`, or None when all have passed. `may_pass` False: somebody must. With `hands` (the
    first part of a pile's key) an option's piece must be able to come from the seat's own one of these piles. With
    `limit_s` whoever still waits after so many seconds has passed; 0: as long as the table lets windows stand open."""

    seats: tuple[Seat, ...]
    choices: Callable[[State, Seat], Iterable[Option]]
    may_pass: bool = True
    hands: str = ""
    limit_s: float = 0.0

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
    answered. Nothing of an answer is told before. With `limit_s` whoever still waits after so many seconds has given
    the answer `silent`, a key that every part has; 0: all are waited for."""

    parts: Mapping[Seat, Question]
    limit_s: float = 0.0
    silent: str = ""

    @property
    def asked(self) -> tuple[Seat, ...]:
        return tuple(self.parts)

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].offered(seen, seat) if seat is not None and seat in self.parts else ()

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].unlikely(seen, seat) if seat is not None and seat in self.parts else ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return self.parts[seat].by_hand(seen, seat) if seat is not None and seat in self.parts else ()

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        if answer.seat is None or answer.seat not in self.parts:
            return self.unknown(full, answer)
        return self.parts[answer.seat].take(full, seen, answer)


@dataclass(frozen=True, kw_only=True)
class GroupChoice(Question):
    """The players choose as a group: any of `seats` may answer, and the first answer counts. Nothing of it is secret.
    `leader` is the seat that is waited for, where the others may only add something; `choices(seen, seat)` gives what a
    seat may answer; `button` is the key that a mere press of a button gives."""

    seats: tuple[Seat, ...]
    choices: Callable[[State, Seat], Iterable[Option]]
    leader: Seat | None = None
    button: str = ""
    far: Callable[[State, Seat], Iterable[Option]] | None = None

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.seats

    @property
    def lead(self) -> Seat | None:
        return self.leader

    @property
    def open(self) -> bool:
        return True

    @property
    def confirm(self) -> str:
        return self.button

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.choices(seen, seat)) if seat is not None and seat in self.seats else ()

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if self.far is None or seat is None or seat not in self.seats:
            return ()
        return tuple(self.far(seen, seat))


@dataclass(frozen=True, kw_only=True)
class Anytime(GroupChoice):
    """Any of `seats` may act whenever it likes, one after the other. Nobody has to, and nobody is waited for but the
    `leader`, where there is one. What a seat may do is its own business. `after` is the seat that players of the
    program take turns by: so that they act seldom, only the next one to its left may be one of them."""

    after: Seat | None = None

    @property
    def open(self) -> bool:
        return False

    @property
    def at_will(self) -> bool:
        return self.leader is None

    @property
    def next_up(self) -> Seat | None:
        if self.leader is not None or self.after is None:
            return self.leader
        return next((seat for seat in self.seats if seat > self.after), self.seats[0])
