"""What hands do at the table and the rules cannot: drawing from a pile, shuffling and stacking, drawing lots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.engine.questions import Answer, Deal, Laid, Option, Question, Reveal, Taking
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Say, Seat, State


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
