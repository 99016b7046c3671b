"""What one reader knows: the same types with `UNSEEN` inside. The only code that decides by `readers`.

Of a shared deck of look-alikes a reader is never given the names by which the notes call copies that lie hidden: they
would tell which other copies are hidden elsewhere. The copies that a reader knows of are counted anew for it, after
those that lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import compress
from operator import is_, is_not
from types import MappingProxyType
from typing import TypeVar

from rules.engine.types import (
    ALL,
    NOBODY,
    PUBLIC,
    UNSEEN,
    Card,
    Event,
    PieceId,
    Pile,
    Private,
    Readers,
    Seat,
    Slot,
    State,
    Track,
    TrackValue,
    may_read,
    only,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Seen:
    """A match as one seat knows it: what a player of the program is given, and no more. `state` is what `redact` gave
    for this seat."""

    seat: Seat
    state: State


def redact(state: State, reader: Seat, latest: tuple[State, State] | None = None) -> State:
    """The state as `reader` knows it (`PUBLIC` for someone who holds nothing). `latest` is an earlier state and what
    this gave for it and the same reader: what has not changed since is taken from there."""
    if state.shared:
        latest = None  # what anybody is dealt may change what this reader's cards are called
    if latest is None:
        names = _own_names(state, reader) if state.shared else {}
        piles = {key: _pile(pile, reader, names) for key, pile in state.piles.items()}
        tracks = {key: _track(track, reader) for key, track in state.tracks.items()}
    else:
        old, known = latest
        piles, tracks = dict(known.piles), dict(known.tracks)
        for key in changed(old.piles, state.piles):
            piles[key] = _pile(state.piles[key], reader)
        for key in changed(old.tracks, state.tracks):
            tracks[key] = _track(state.tracks[key], reader)
    shown, told = MappingProxyType(piles), MappingProxyType(tracks)
    return State(state.seats, state.decks, shown, told, state.phase, state.turn, state.result, state.shared)


def _own_names(state: State, reader: Seat) -> dict[PieceId, PieceId]:
    """What this reader calls the copies of shared decks that it knows of and not everybody does."""
    hidden: dict[str, list[PieceId]] = {}
    taken: set[PieceId] = set()
    for pile in state.piles.values():
        for slot in sorted(pile.slots, key=lambda slot: slot.face_up):
            if slot.deck not in state.shared or not isinstance(slot.piece, PieceId):
                continue
            if PUBLIC in slot.readers:
                taken.add(slot.piece)
            elif reader in slot.readers:
                hidden.setdefault(slot.piece.kind, []).append(slot.piece)
    if not hidden:
        return {}
    free = {kind: iter([p for p in _copies(state, kind) if p not in taken]) for kind in hidden}
    return {piece: next(free[kind]) for kind, pieces in hidden.items() for piece in pieces}


def _copies(state: State, kind: str) -> list[PieceId]:
    return [piece for deck in state.shared for piece in state.decks[deck] if piece.kind == kind]


def changed(old: Mapping[str, object], new: Mapping[str, object]) -> Iterable[str]:
    """The keys of `new` whose value is another object than in `old`, which has the same keys in the same order."""
    if len(old) != len(new):
        return new
    return compress(new, map(is_not, new.values(), old.values()))


def openly(public: State, work: Callable[[State], T]) -> tuple[T, bool]:
    """What `work` makes of the state as everybody knows it, and whether it looked at nothing that only some may know.
    Then it makes the same of every state that differs only there, and tells nobody anything. That the two come out
    alike would not do: where they do, it may be because of what lies hidden."""
    looked: list[str] = []
    piles = {key: _watched_pile(pile, looked) for key, pile in public.piles.items()}
    tracks = {key: _watched_track(track, looked) for key, track in public.tracks.items()}
    made = work(replace(public, piles=MappingProxyType(piles), tracks=MappingProxyType(tracks)))
    return made, not looked


class _WatchedSlot(Slot):
    """A card that not everybody may know. Who looks which it is, is noted; that it lies there is public."""

    @property
    def piece(self) -> Card:
        self.__dict__["looked"].append(self.deck)
        return UNSEEN


class _WatchedTrack(Track):
    """A value that not everybody may know. Who asks for it is noted."""

    @property
    def value(self) -> TrackValue:
        self.__dict__["looked"].append(self.key)
        return UNSEEN


def _watched_pile(pile: Pile, looked: list[str]) -> Pile:
    if not pile.unseen:
        return pile
    return pile.holding(tuple(_watched(_WatchedSlot, s, looked) if s.piece is UNSEEN else s for s in pile.slots))


def _watched_track(track: Track, looked: list[str]) -> Track:
    return _watched(_WatchedTrack, track, looked) if track.value is UNSEEN else track


def _watched(kind: type[T], hidden: Slot | Track, looked: list[str]) -> T:
    watched = object.__new__(kind)
    watched.__dict__.update(hidden.__dict__, looked=looked)
    return watched


def redact_event(event: Event, reader: Seat) -> Event | None:
    """The event as `reader` hears it; None when it is not for this reader at all."""
    if not may_read(event.audience, reader):
        return None
    if event.is_open:
        return event  # the very same one, by which whoever words it sees that nothing is new
    return Event(event.kind, mask(event.facts, reader), _as_known(event.audience, reader))


def mask(facts: Mapping[str, object], reader: Seat) -> dict[str, object]:
    """Facts with every `Private` value either opened for this reader or turned into `UNSEEN`."""
    return {name: _value(value, reader) for name, value in facts.items()}


def _value(value: object, reader: Seat) -> object:
    if isinstance(value, Private):
        return _value(value.value, reader) if may_read(value.readers, reader) else UNSEEN
    if isinstance(value, tuple):
        return tuple(_value(v, reader) for v in value)
    if isinstance(value, frozenset):
        return frozenset(_value(v, reader) for v in value)
    if isinstance(value, Mapping):
        return mask(value, reader)
    return value


def _track(track: Track, reader: Seat) -> Track:
    if may_read(track.readers, reader):
        readers = _as_known(track.readers, reader)
        return track if readers == track.readers else replace(track, readers=readers)
    return replace(track, value=UNSEEN, readers=NOBODY)


_AS_NOTED: Mapping[PieceId, PieceId] = MappingProxyType({})


def _pile(pile: Pile, reader: Seat, names: Mapping[PieceId, PieceId] = _AS_NOTED) -> Pile:
    slots = [_slot(s, reader) for s in pile.slots]
    if names:
        slots = [_called(slot, names) for slot in slots]
    if not pile.ordered:  # where an unknown card stands among known ones would tell something about it
        slots.sort(key=_rank)
    readers = _as_known(pile.readers, reader)
    if readers == pile.readers:
        return pile if all(map(is_, slots, pile.slots)) else pile.holding(tuple(slots))
    return replace(pile, slots=tuple(slots), readers=readers)


def _slot(slot: Slot, reader: Seat) -> Slot:
    readers = slot.readers
    if PUBLIC in readers:
        return slot if len(readers) == 1 else Slot(slot.piece, slot.deck, ALL, slot.face_up)
    if reader not in readers:
        return _hidden(slot.deck, slot.face_up)
    return slot if len(readers) == 1 else Slot(slot.piece, slot.deck, only(reader), slot.face_up)


def _called(slot: Slot, names: Mapping[PieceId, PieceId]) -> Slot:
    """The same card under the reader's own name for it."""
    if not isinstance(slot.piece, PieceId) or (name := names.get(slot.piece, slot.piece)) == slot.piece:
        return slot
    return replace(slot, piece=name)


@cache
def _hidden(deck: str, face_up: bool) -> Slot:
    """A card of which a reader sees no more than its back."""
    return Slot(UNSEEN, deck, NOBODY, face_up)


def _rank(slot: Slot) -> tuple[bool, str, str, bool, bool]:
    known = isinstance(slot.piece, PieceId)
    return (not known, slot.deck, str(slot.piece) if known else "", slot.readers != ALL, slot.face_up)


def _as_known(readers: Readers, reader: Seat) -> Readers:
    """Who else reads something is not this reader's business, save that everybody does."""
    if PUBLIC in readers:
        return ALL
    return only(reader) if reader in readers else NOBODY
