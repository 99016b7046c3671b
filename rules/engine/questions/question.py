"""Questions: what the rules wait for. A game's coroutine yields one and receives the value of the answer.

The kind, the seats asked and the facts of a question are public; its options are computed, whenever they are wanted,
from what the asked seat knows (`seen`), so they can neither go stale nor tell a seat what it may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
    one is what everybody sees to be sensible now, for programs that play by chance. With `any_copy` every copy of
    `piece` is as good: that one of them can come is enough. `shows` is a kind of card whose face is shown beside an
    option that takes none, such as a guess. A `light` one is taken back by the next tap on its `cell`, so no page asks
    once more. One that `returns` takes back what was chosen just before: pages show it small. `action` is what is done
    where there are several ways to do it, and `way` which of them this is: pages say the action once, above its ways,
    or a way below its card; `say` says it all."""

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
    any_copy: bool = False
    shows: str = ""
    light: bool = False
    returns: bool = False
    action: Say | None = None
    way: Say | None = None

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


_MOST_KEPT = 16  # lists of options that a question keeps: of each seat by what it knows and by what all know


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """What all questions share. `boundary`: the coroutine could be started anew here from the table alone. `of_table`:
    nobody decides anything, people only say or show what they hold or have before them. A virtual table answers that
    itself: whoever holds the piece of an option shows it, and of what is printed there the first option is true."""

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)
    boundary: bool = False
    of_table: bool = False

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

    @property
    def at_will(self) -> bool:
        """Whether nobody is waited for: those who are asked may answer when they like, or leave it."""
        return False

    @property
    def next_up(self) -> Seat | None:
        """The one that players of the program leave the next answer to, where any seat may give it; None: nobody."""
        return None

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """Refused options that nobody need read in a list; they are there to explain what hands do on the table."""
        return ()

    def by_hand(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """Allowed options that only hands on the table give: two steps in one, which no list need show."""
        return ()

    @abstractmethod
    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """All options of `seat`, refused ones included, from what that seat knows."""

    def offered(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        """The options of `seat`, worked out once for as long as what it knows stays the same."""
        kept: dict[tuple[Seat | None, int], tuple[State, tuple[Option, ...]]] = self.__dict__.setdefault("kept", {})
        found = kept.get((seat, id(seen)))
        if found is None:
            if len(kept) > _MOST_KEPT:
                kept.clear()
            found = kept[seat, id(seen)] = (seen, self.options(seen, seat))  # what is held on to keeps its identity
        return found[1]

    def take(self, full: State, seen: State, answer: Answer) -> Taking | Refusal:
        """Checks an answer against the options and, for cards, against what is surely elsewhere."""
        option = self.listed(seen, answer)
        if option is None:
            return self.unknown(full, answer)
        if option.refusal is not None and not answer.irregular:
            return option.refusal
        if option.piece is not None and option.pile:
            come = no_copy_can_come if option.any_copy else cannot_come
            if (elsewhere := come(full, option.pile, option.piece)) is not None:
                return elsewhere
        return Taking(option.value, option)

    def listed(self, seen: State, answer: Answer) -> Option | None:
        """The option that an answer names, refused ones included; None when there is none. The host may accept also one
        that nobody reads in a list."""
        found = next((o for o in self.offered(seen, answer.seat) if o.key == answer.key), None)
        found = found or next((o for o in self.by_hand(seen, answer.seat) if o.key == answer.key), None)
        if found is None and answer.irregular:
            return next((o for o in self.unlikely(seen, answer.seat) if o.key == answer.key), None)
        return found

    def unknown(self, full: State, answer: Answer) -> Refusal:
        """Why an answer is not even listed."""
        return Refusal("no_such_option", "", {})


def cannot_come(full: State, pile: str, piece: PieceId) -> Refusal | None:
    """Why a piece cannot come from a pile: it is known to be elsewhere, or all cards there are known."""
    place = full.where(piece)
    if place != pile and (place is not None or not full.pile(pile).unseen):
        return Refusal("cannot_be_there", "", {"piece": piece})
    return None


def no_copy_can_come(full: State, pile: str, piece: PieceId) -> Refusal | None:
    """Why no piece of this kind can come from a pile: none is known there, and all its cards are known, or all copies
    are known to be elsewhere."""
    there = full.pile(pile)
    decks = dict.fromkeys(slot.deck for slot in there.slots if slot.piece is UNSEEN)
    maybe = (*there.pieces, *(p for deck in decks for p in full.unaccounted(deck)))
    return None if any(p.kind == piece.kind for p in maybe) else Refusal("cannot_be_there", "", {"piece": piece})


def refused(option: Option, refusal: Refusal | None) -> Option:
    """The same option with the reason why it cannot be taken, or unchanged."""
    return option if refusal is None else replace(option, refusal=refusal)


def may_lie_in(seen: State, pile_key: str) -> tuple[PieceId, ...]:
    """The known pieces of a pile, then (while some of its cards are unseen) every piece that those may be."""
    pile = seen.pile(pile_key)
    decks = dict.fromkeys(s.deck for s in pile.slots if s.piece is UNSEEN)
    return tuple(dict.fromkeys((*pile.pieces, *(p for deck in decks for p in seen.unaccounted(deck)))))
