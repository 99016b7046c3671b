"""Tables as they may be, by what one seat knows: the same for that seat in worlds that it cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.engine.game import Game
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser
from rules.engine.types import PUBLIC, UNSEEN, PieceId, Pile, Readers, Seat, Slot, State, Track, only

_TRIES = 12  # how often a table is made up until it fits what the seat has seen otherwise


@dataclass(frozen=True)
class _Gap:
    """Cards of a pile that the seat does not know and somebody else does: where in it they are, who knows them, and
    which pieces can be there (None: any of its deck)."""

    pile: Pile
    places: tuple[int, ...]
    readers: Readers
    among: frozenset[PieceId] | None


class Worlds:
    """The tables that one seat's knowledge allows. It is given that seat's redacted state, and never sees a match.
    `start` is a match of this game before its first answer, by which it is known whose the piles are."""

    def __init__(self, game: Game, start: State, seen: Seen):
        self._seen, state, self._fits = seen, seen.state, game.bots.fits
        self._free = {deck: state.unaccounted(deck) for deck in state.decks}
        piles = {key: _in_full(pile, start, seen.seat) for key, pile in state.piles.items()}
        self._gaps = sorted(_gaps(game, state, piles.values(), seen.seat), key=lambda gap: gap.among is None)
        tracks = {key: _at_the_start(track, start) for key, track in state.tracks.items()}
        self._known = replace(state, piles=MappingProxyType(piles), tracks=MappingProxyType(tracks))

    def one(self, choose: Chooser) -> State:
        """One of them that fits what the seat has seen otherwise, if such a one is found soon."""
        made_up = self._any(choose)
        for _ in range(_TRIES if self._fits is not None and self._gaps else 0):
            if self._fits is None or self._fits(made_up, self._seen.seat):
                break
            made_up = self._any(choose)
        return made_up

    def _any(self, choose: Chooser) -> State:
        """One of them. Cards that nobody would know, as in a pile that is drawn from, stay as unknown there as they
        are: they are drawn by chance when it comes to it."""
        free: dict[str, list[PieceId]] = {}
        piles = dict(self._known.piles)
        for gap in self._gaps:
            slots = list(gap.pile.slots)
            for at in gap.places:
                left = free.setdefault(slots[at].deck, list(self._free[slots[at].deck]))
                may = left if gap.among is None else [piece for piece in left if piece in gap.among]
                piece = may[choose(len(may))] if may else UNSEEN
                if isinstance(piece, PieceId):
                    left.remove(piece)
                slots[at] = Slot(piece, slots[at].deck, gap.readers, slots[at].face_up)
            piles[gap.pile.key] = piles[gap.pile.key].holding(tuple(slots))
        return replace(self._known, piles=MappingProxyType(piles))


def _in_full(pile: Pile, start: State, seat: Seat) -> Pile:
    """A pile with all who see what comes to it, and who knows its known cards: a seat is told of itself alone."""
    known = start.piles.get(pile.key)
    if known is not None:
        readers = known.readers
    else:
        readers = pile.readers if PUBLIC in pile.readers or pile.owner is None else only(pile.owner)
    full = replace(pile, readers=readers)
    slots = tuple(
        s if s.piece is UNSEEN or PUBLIC in s.readers else replace(s, readers=s.readers | _others(full, s, seat))
        for s in pile.slots
    )
    return full.holding(slots)


def _others(pile: Pile, slot: Slot, seat: Seat) -> Readers:
    """Who else knows a card that lies so."""
    return pile.readers_of(slot.face_up) - {PUBLIC, seat}


def _gaps(game: Game, state: State, piles: Iterable[Pile], seat: Seat) -> Iterable[_Gap]:
    for pile in piles:
        hidden = [at for at, slot in enumerate(pile.slots) if slot.piece is UNSEEN and _others(pile, slot, seat)]
        if hidden:
            own = game.box.own
            among = None if own is None or pile.owner is None else own(state, pile.owner)
            yield _Gap(pile, tuple(hidden), _others(pile, pile.slots[hidden[0]], seat), among)


def _at_the_start(track: Track, start: State) -> Track:
    """A track with all who know it. A value that the seat may not know is what it was at the start."""
    first = start.tracks.get(track.key)
    if first is None:
        return track
    return replace(track, value=first.value if track.value is UNSEEN else track.value, readers=first.readers)
