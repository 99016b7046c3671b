"""Places from which pieces went back to a hand, because an answer was taken back: they do not belong into the bag."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.reading.bags import is_bag, whose
from rules.engine.types import Seat, Shape, State


@dataclass
class Returned:
    """Follows how many pieces the notes have on every seat's places, in its hands and in its bags. Owned by the watch.

    A place that grows emptier while its seat's hand grows and its bag does not gave its pieces back to the hand. What
    lies there too much belongs into the bag otherwise.
    """

    spots: set[str] = field(default_factory=set)
    _last: State | None = None

    def kept_whole(self) -> dict[int, object]:
        """What a copy shares with the original: the state, which never changes."""
        return {id(self._last): self._last}

    def look(self, public: State, is_drawing: bool) -> None:
        """Takes the notes over as they are now. At the first look (the program was started again) a bag was just
        refilled only if somebody is to draw (`is_drawing`)."""
        before, self._last = self._last, public
        if before is None and not is_drawing:
            self.spots |= {p.spot for p in public.piles.values() if p.spot is not None and not len(p)}
        if before is None or before is public:
            return
        for key, pile in public.piles.items():
            seat, more = whose(pile, public), len(pile) - len(before.pile(key))
            if pile.spot is None or seat is None or more == 0:
                continue
            is_back = more < 0 and _held(public, seat) > _held(before, seat)
            if is_back and _bagged(public, seat) <= _bagged(before, seat):
                self.spots.add(pile.spot)
            else:
                self.spots.discard(pile.spot)


def _held(state: State, seat: Seat) -> int:
    return sum(len(p) for p in state.piles.values() if p.shape is Shape.HAND and p.owner == seat)


def _bagged(state: State, seat: Seat) -> int:
    return sum(len(p) for p in state.piles.values() if is_bag(p) and whose(p, state) == seat)
