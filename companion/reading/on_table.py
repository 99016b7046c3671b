"""One tag that lies on the table, in the rules' words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.types import UNSEEN, PieceId, Shape, State
from vision.types import Presence, Side

Mark = tuple[str, str | None, float]
"""What identifies one lying-there of a tag: payload, spot, since when."""


@dataclass(frozen=True)
class OnTable:
    """One tag that lies on the table, in the rules' words. `piece` None: only a back is seen, of `deck`. `spot` None:
    outside every spot, or the camera has no calibration (`anywhere`). `sticker` is the piece that its own sticker
    names, where the notes may call that copy by another name."""

    payload: str
    piece: PieceId | None
    deck: str
    spot: str | None
    anywhere: bool
    since_s: float
    seen_s: float = 0.0
    sticker: PieceId | None = None

    def is_under(self, other: OnTable) -> bool:
        """Whether the other came to lie on the same spot after this was last seen: then this may lie covered, or may
        have been taken away under it, and nobody can tell."""
        return self.spot is not None and other.spot == self.spot and other.since_s > self.seen_s

    @property
    def mark(self) -> Mark:
        """What identifies this lying-there: it can be read once."""
        return (self.payload, self.spot, self.since_s)

    @property
    def thing(self) -> PieceId | None:
        """The physical piece: what its own sticker says; None for a back."""
        return self.sticker or self.piece


def beneath(items: Sequence[OnTable]) -> frozenset[Mark]:
    """Those that are under any other of them."""
    last: dict[str | None, float] = {}
    for item in items:
        last[item.spot] = max(item.since_s, last.get(item.spot, item.since_s))
    return frozenset(item.mark for item in items if item.spot is not None and last[item.spot] > item.seen_s)


def on_table(presence: Presence, calibrated: bool, decks: Mapping[str, tuple[PieceId, ...]]) -> OnTable | None:
    """A presence in the rules' words; None when its tag stands for nothing in this game."""
    name = presence.tag.piece
    anywhere = not calibrated and presence.spot is None
    if presence.tag.side is Side.BACK:
        deck = name if name in decks else next((d for d, pieces in decks.items() if name in pieces), "")
        return OnTable(presence.tag.payload, None, deck, presence.spot, anywhere, presence.since_s, presence.seen_s)
    for deck, pieces in decks.items():
        if name in pieces:
            piece = PieceId(name)
            since_s, seen_s = presence.since_s, presence.seen_s
            return OnTable(presence.tag.payload, piece, deck, presence.spot, anywhere, since_s, seen_s)
    return None


def explained(item: OnTable, public: State) -> bool:
    """Whether the public state has this piece (or a face-down card of this deck) at this spot."""
    if item.piece is not None:
        place = public.where(item.piece)
        spot = None if place is None else public.pile(place).spot
        if place is None and _is_unnamed_there(item, public):
            return True
        return spot is not None and (item.anywhere or spot == item.spot)  # held in a hand, it lies nowhere
    return noted_backs(item, public) > 0


def _is_unnamed_there(item: OnTable, public: State) -> bool:
    """Whether a seat's own pile on its spot has a card on view, by the notes, that nobody has named: this is it."""
    own = (p for p in public.piles.values() if p.owner is not None and p.spot is not None and p.spot == item.spot)
    on_view = (slot for pile in own for slot in (pile.slots[-1:] if pile.top_only else pile.slots))
    return any(slot.deck == item.deck and slot.face_up and slot.piece is UNSEEN for slot in on_view)


def noted_backs(item: OnTable, public: State) -> int:
    """How many pieces of its deck lie face-down on its spot by the notes."""
    return sum(
        slot.deck == item.deck and not slot.face_up
        for pile in public.piles.values()
        if pile.spot is not None and pile.spot == item.spot
        for slot in pile.slots
    )


def is_one_more(item: OnTable, lying: Iterable[OnTable], public: State) -> bool:
    """Whether a back on a seat's own pile is one more than the notes have there. `lying` are those that have been read:
    where one of them is missing, this may be it."""
    places = (p for p in public.piles.values() if item.spot is not None and p.spot == item.spot)
    if item.piece is not None or not any(p.owner is not None and p.shape is not Shape.SLOT for p in places):
        return False
    there = sum(i.piece is None and (i.spot, i.deck) == (item.spot, item.deck) for i in lying)
    return there >= noted_backs(item, public)
