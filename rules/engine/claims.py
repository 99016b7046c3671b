"""Claims: what was taken on a player's word, and whether a card that shows up later contradicts it.

A claim says that a pile held none of some pieces at that moment. It is broken when a card that was in the pile then,
and did not come to it later, turns out to be one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.engine.types import Card, Claim, PieceId, Seat


@dataclass(frozen=True)
class BrokenClaim:
    """A claim and the card that contradicts it; `facts` are those given when the claim was made."""

    claim: Claim
    seat: Seat
    piece: PieceId
    facts: Mapping[str, object]


@dataclass
class _Standing:
    claim: Claim
    seat: Seat
    facts: Mapping[str, object]
    excused: set[PieceId] = field(default_factory=set)  # came to the pile afterwards


@dataclass
class Claims:
    """The claims of one match that still stand."""

    standing: list[_Standing] = field(default_factory=list)
    _laid_from: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Claims:
        """The same claims, apart from these."""
        return Claims([replace(s, excused=set(s.excused)) for s in self.standing], dict(self._laid_from))

    def make(self, claim: Claim, seat: Seat, facts: Mapping[str, object]) -> None:
        """Records a claim of `seat`; `facts` (say, the meeting's number) come back when it is broken."""
        self.standing.append(_Standing(claim, seat, dict(facts)))

    def moved(self, piece: Card, source: str, to: str, public: bool, *, alone: bool = True) -> tuple[BrokenClaim, ...]:
        """A card went from one pile to another; what this proves wrong to everybody. A card that only the companion
        or its owner knows proves nothing yet (`public` False): what it would tell is still a secret. `alone`: it lies
        there apart from others, so that what is turned up there is this card."""
        if not isinstance(piece, PieceId) or not public:
            came_back = self._laid_from.get(source) == to
            if isinstance(piece, PieceId):
                self._excuse(to, piece, unless=came_back)
            elif not came_back:  # any card that shows up there may be the one that came now
                self.standing = [s for s in self.standing if s.claim.pile != to]
            if alone:
                self._laid_from[to] = source
            return ()
        broken = self.shown(source, piece)
        self._laid_from.pop(to, None)
        self._excuse(to, piece)
        return broken

    def _excuse(self, pile: str, piece: PieceId, unless: bool = False) -> None:
        for standing in self.standing:
            if standing.claim.pile == pile and not unless:
                standing.excused.add(piece)

    def renamed(self, one: PieceId, other: PieceId) -> None:
        """Two copies that nobody tells apart have changed names."""
        for standing in self.standing:
            if len({one, other} & standing.excused) == 1:
                standing.excused ^= {one, other}

    def shown(self, pile: str, piece: PieceId) -> tuple[BrokenClaim, ...]:
        """A card lying in a pile became known to everybody. One laid down unseen counts for the pile it came from."""
        origin = {pile, self._laid_from.get(pile, pile)}
        found = [s for s in self.standing if s.claim.pile in origin and piece in s.claim.none_of - s.excused]
        self.standing = [s for s in self.standing if s not in found]
        return tuple(BrokenClaim(s.claim, s.seat, piece, s.facts) for s in found)

    def gathered(self, pieces: Iterable[PieceId]) -> None:
        """These cards were collected and shuffled: what was claimed about them cannot be checked any more."""
        gone = frozenset(pieces)
        self.standing = [s for s in self.standing if not s.claim.none_of & gone]
        self._laid_from.clear()
