"""The values of a match: pieces, piles, tracks and the whole state, and who may read each of them.

Everything here is immutable. A card that the companion was never told and a card that a reader may not see are the
same value, `UNSEEN`, so code that runs on a state also runs on what one reader knows of it (DESIGN, idea 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")


class Seat(int):
    """A place at the table, 0 for the first; as a reader also `PUBLIC`, who holds nothing."""

    def __repr__(self) -> str:
        return f"Seat({int(self)})"

    def __str__(self) -> str:
        return str(int(self))


class PieceId(str):
    """One physical thing: `kind` where the game has one of it, else `kind#copy`."""

    @property
    def kind(self) -> str:
        """What is printed on it; all copies share it."""
        return str(self.partition("#")[0])  # of a piece without a copy's number that is the piece itself


class Unseen(Enum):
    """The one value of ignorance."""

    UNSEEN = "?"

    def __repr__(self) -> str:
        return "UNSEEN"


UNSEEN: Final = Unseen.UNSEEN
Card = PieceId | Unseen
PUBLIC: Final = Seat(-1)

Readers = frozenset[Seat]
ALL: Final[Readers] = frozenset({PUBLIC})
NOBODY: Final[Readers] = frozenset()


def only(*seats: int) -> Readers:
    """The readers that consist of just these seats."""
    return frozenset(Seat(s) for s in seats)


def may_read(readers: Readers, reader: Seat) -> bool:
    """Whether `reader` is among `readers`; what everybody may read, every seat may."""
    return PUBLIC in readers or reader in readers


class Shape(Enum):
    """How a pile lies: cards held (off the mat), side by side, on top of each other, or a place for one card."""

    HAND = "hand"
    ROW = "row"
    STACK = "stack"
    SLOT = "slot"


@dataclass(frozen=True)
class Slot:
    """One card in a pile. `deck` is what its back shows and so is always public; `readers` may know its face."""

    piece: Card
    deck: str
    readers: Readers = NOBODY
    face_up: bool = False


@dataclass(frozen=True)
class Pile:
    """An ordered set of pieces. `readers` see what is put into it (nobody unless said); `spot` is where it lies on
    the mat, None when off it; an unordered pile shows no reader where in it an unknown card stands."""

    key: str
    slots: tuple[Slot, ...] = ()
    readers: Readers = NOBODY
    owner: Seat | None = None
    spot: str | None = None
    shape: Shape = Shape.STACK
    ordered: bool = False
    face_up: bool = False  # how cards lie unless said otherwise
    top_only: bool = False  # covering a card hides it from everybody (a discard pile)

    def __len__(self) -> int:
        return len(self.slots)

    def __iter__(self) -> Iterator[PieceId]:
        """The known pieces, in order."""
        return iter(self.pieces)

    def __contains__(self, piece: object) -> bool:
        for slot in self.slots:  # noqa: SIM110  (asked so often that a generator's cost is felt)
            if slot.piece == piece:
                return True
        return False

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The known pieces, in order."""
        return tuple([s.piece for s in self.slots if s.piece is not UNSEEN])

    def holding(self, slots: tuple[Slot, ...]) -> Pile:
        """The same pile with these cards in it: `dataclasses.replace`, in a fifth of its time."""
        pile = object.__new__(Pile)
        pile.__dict__.update(self.__dict__, slots=slots)
        return pile

    def readers_of(self, face_up: bool) -> Readers:
        """Who knows a card that comes to lie in it: face-up or held, the pile's readers; face-down, its owner."""
        if face_up or self.shape is Shape.HAND:
            return self.readers
        return NOBODY if self.owner is None else only(self.owner)

    @property
    def unseen(self) -> int:
        """How many cards in it are not known."""
        return sum(s.piece is UNSEEN for s in self.slots)

    @property
    def top(self) -> Card | None:
        """The last card put on it, None when empty."""
        return self.slots[-1].piece if self.slots else None

    def lacks(self, wanted: Callable[[PieceId], bool]) -> bool | None:
        """True: surely none that is wanted; False: surely one; None: cannot tell, because of unseen cards."""
        if any(wanted(p) for p in self):
            return False
        return None if self.unseen else True


@dataclass(frozen=True)
class TrackData:
    """A game's own value on a track: a frozen dataclass that inherits from this. Tracks are the replay of the log, so
    that nothing of it is stored; nobody gives such a value from outside."""


TrackPart = int | str | Enum | TrackData
TrackValue = TrackPart | None | tuple[TrackPart, ...] | Unseen


def listed(value: TrackValue, kind: type[T]) -> tuple[T, ...]:
    """What a track holds that is a list of values of one kind; nothing where this reader may not know it. TypeError
    when it holds something else."""
    if not isinstance(value, tuple):
        return ()
    if not all(isinstance(part, kind) for part in value):
        raise TypeError(f"a list of {kind.__name__} was wanted, and this is {value!r}")
    return cast(tuple[T, ...], value)


@dataclass(frozen=True)
class Track:
    """One value that the companion keeps: a score, a lead suit. `owner` is the seat it belongs to, if any."""

    key: str
    value: TrackValue
    readers: Readers = ALL
    owner: Seat | None = None


@dataclass(frozen=True)
class Private:
    """A value inside an event for named readers only; everybody else finds `UNSEEN` in its place."""

    value: object
    readers: Readers


@dataclass(frozen=True)
class Say:
    """A sentence before it is a sentence: a code of the game's words, and facts."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Note:
    """Something that a reader may know or be reminded of: a code of the game's table `note` with its facts, the seat
    that it is about (None: the whole table), and the rule behind it."""

    say: Say
    seat: Seat | None = None
    rule: str = ""


@dataclass(frozen=True)
class Refusal:
    """Why something is not allowed: a code of the game's words, facts, and the rule's id."""

    code: str
    rule: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """What a player states by an answer because the companion cannot see it: the pile holds none of these pieces.
    `say` is the statement in words; it is checked when cards that were in the pile become known."""

    pile: str
    none_of: frozenset[PieceId]
    say: Say
    rule: str = ""


@dataclass(frozen=True)
class Event:
    """Something that happened. `audience` may hear of it at all; single facts may be `Private` on top of that."""

    kind: str
    facts: Mapping[str, object]
    audience: Readers = ALL

    @cached_property
    def is_open(self) -> bool:
        """Whether everybody hears all of it."""
        return self.audience == ALL and not any(map(_may_hide, self.facts.values()))


def _may_hide(fact: object) -> bool:
    if isinstance(fact, tuple | frozenset):
        return any(map(_may_hide, fact))
    return isinstance(fact, Private | Mapping)


@dataclass(frozen=True)
class Result:
    """How a match ended: the winners, and one line of explanation per player or rule. Where the players win or lose
    together, the winners are all or nobody."""

    winners: tuple[Seat, ...]
    lines: tuple[Say, ...] = ()

    @property
    def shared_score(self) -> int | None:
        """The score that all have together: the number that a line of no single seat gives as `score`."""
        for line in self.lines:
            score = line.facts.get("score")
            if "seat" not in line.facts and isinstance(score, int) and not isinstance(score, bool | Seat):
                return score
        return None


@dataclass(frozen=True)
class State:
    """Everything the rules know at one moment, or (after `redact`) what one reader knows of it."""

    seats: tuple[Seat, ...]
    decks: Mapping[str, tuple[PieceId, ...]]
    piles: Mapping[str, Pile]
    tracks: Mapping[str, Track]
    phase: str = ""
    turn: Seat | None = None
    result: Result | None = None
    shared: frozenset[str] = frozenset()  # decks of look-alikes from which all draw: see `redact`

    def pile(self, key: str) -> Pile:
        """The pile of that key; KeyError names it when the game has none."""
        return self.piles[key]

    def __getitem__(self, track: str) -> TrackValue:
        """The value of a track."""
        return self.tracks[track].value

    def number(self, track: str) -> int:
        """The value of a track that counts; 0 when it is unknown to this reader."""
        value = self.tracks[track].value
        return value if isinstance(value, int) else 0

    def where(self, piece: PieceId) -> str | None:
        """The key of the pile in which the piece is known to be."""
        return self._places.get(piece)

    def known(self) -> dict[PieceId, str]:
        """Every piece whose place is known, and the key of its pile."""
        return self._places.copy()

    def unaccounted(self, deck: str) -> tuple[PieceId, ...]:
        """The pieces of a deck whose place is not known: what an unseen card may be. None of a deck that stayed in the
        box."""
        known = self._places
        return tuple([p for p in self.decks.get(deck, ()) if p not in known])

    def once(self, work: Callable[[State], T]) -> T:
        """What `work` makes of this state, worked out once for each state; for what a game asks over and over. Give a
        function of a module, not one made anew for each call."""
        done = self._worked_out
        if work not in done:
            done[work] = work(self)
        return cast(T, done[work])

    @cached_property
    def _worked_out(self) -> dict[Callable[[State], Any], Any]:
        return {}

    @cached_property
    def _places(self) -> dict[PieceId, str]:
        """What `known` gives, worked out once for each state."""
        return {slot.piece: key for key, pile in self.piles.items() for slot in pile.slots if slot.piece is not UNSEEN}


def visible_to(state: State, piece: PieceId) -> Readers:
    """Who may read where this piece is now; nobody when it is nowhere known."""
    for pile in state.piles.values():
        for slot in pile.slots:
            if slot.piece == piece:
                return slot.readers
    return NOBODY
