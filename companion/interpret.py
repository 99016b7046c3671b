"""What lies on the table, read as an answer: pure functions from the table and the match to a reading.

The camera proposes, the rules decide. A piece that lies where the state says is no news. Any other is held against
the gestures of the options: allowed ones first, then refused ones, so that an unlawful play is explained and never an
exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from rules.engine.match import Match
from rules.engine.questions import Answer, Laid, Moved, Option, Taken
from rules.engine.types import UNSEEN, PieceId, Pile, Refusal, Seat, Shape, State
from vision.types import Presence, Side

Mark = tuple[str, str | None, float]
"""What identifies one lying-there of a tag: payload, spot, since when."""


@dataclass(frozen=True)
class OnTable:
    """One tag that lies on the table, in the rules' words. `piece` None: only a back is seen, of `deck`. `spot` None:
    outside every spot, or the camera has no calibration (`anywhere`)."""

    payload: str
    piece: PieceId | None
    deck: str
    spot: str | None
    anywhere: bool
    since_s: float
    seen_s: float = 0.0

    def is_under(self, other: OnTable) -> bool:
        """Whether the other came to lie on the same spot after this was last seen: then this may lie covered, or may
        have been taken away under it, and nobody can tell."""
        return self.spot is not None and other.spot == self.spot and other.since_s > self.seen_s

    @property
    def mark(self) -> Mark:
        """What identifies this lying-there: it can be read once."""
        return (self.payload, self.spot, self.since_s)


@dataclass(frozen=True)
class Explained:
    """It lies where the state says."""


@dataclass(frozen=True)
class Act:
    """It is this answer."""

    answer: Answer


@dataclass(frozen=True)
class Ask:
    """It is one of these answers; only this seat can tell which."""

    seat: Seat
    keys: tuple[str, ...]
    unnamed: str  # the key that names no card, if there is one


@dataclass(frozen=True)
class Unlawful:
    """It would be this answer, which is not allowed. `public` is the reason as everybody could find it; None when it
    follows from what only the seat may know."""

    answer: Answer
    refusal: Refusal
    public: Refusal | None


@dataclass(frozen=True)
class Crowded:
    """More than one card lies where one is asked for."""

    spot: str


@dataclass(frozen=True)
class Odd:
    """Nothing explains it; the to-do list will show it after a while."""


Reading = Explained | Act | Ask | Unlawful | Crowded | Odd


def on_table(presence: Presence, calibrated: bool, decks: Mapping[str, tuple[PieceId, ...]]) -> OnTable | None:
    """A presence in the rules' words; None when its tag stands for nothing in this game."""
    name = presence.tag.piece
    if presence.tag.side is Side.BACK:
        deck = name if name in decks else next((d for d, pieces in decks.items() if name in pieces), "")
        return OnTable(
            presence.tag.payload, None, deck, presence.spot, not calibrated, presence.since_s, presence.seen_s
        )
    for deck, pieces in decks.items():
        if name in pieces:
            piece = PieceId(name)
            since_s, seen_s = presence.since_s, presence.seen_s
            return OnTable(presence.tag.payload, piece, deck, presence.spot, not calibrated, since_s, seen_s)
    return None


def explained(item: OnTable, public: State) -> bool:
    """Whether the public state has this piece (or a face-down card of this deck) at this spot."""
    if item.piece is not None:
        place = public.where(item.piece)
        spot = None if place is None else public.pile(place).spot
        return spot is not None and (item.anywhere or spot == item.spot)  # held in a hand, it lies nowhere
    return any(
        pile.spot == item.spot and any(s.deck == item.deck and not s.face_up for s in pile.slots)
        for pile in public.piles.values()
        if pile.spot is not None
    )


def read(item: OnTable, match: Match, others: Iterable[OnTable]) -> Reading:
    """What this piece lying there means now. `others` are the further unexplained pieces on the table."""
    public = match.seen(None)
    if explained(item, public):
        return Explained()
    question = match.question
    if question is None:
        return Odd()
    readings: list[Reading] = []
    for seat in match.waiting or (None,):
        fitting = [o for o in match.options(seat) if fits(o, item)]
        if fitting:
            readings.append(_choose(seat, fitting, match, partial(fits, item=item)))
    acts = [r for r in readings if isinstance(r, Act | Ask)]
    if acts and item.spot is not None and _crowded(item, public, others):
        return Crowded(item.spot)
    if len(acts) == 1:
        return acts[0]
    if acts:
        return Odd()  # two seats could have laid it: the spot says nothing, so somebody must tap
    if readings:
        return readings[0]
    return _out_of_turn(item, match, public)


def read_gone(spot: str, item: OnTable, match: Match) -> Reading:
    """What it means that this piece was taken from a spot."""
    for seat in match.waiting or (None,):
        means = partial(_is_taken, spot=spot, item=item)
        fitting = [o for o in match.options(seat) if means(o)]
        if fitting:
            return _choose(seat, fitting, match, means)
    return Odd()


def _is_taken(option: Option, spot: str, item: OnTable) -> bool:
    gesture = option.gesture
    return isinstance(gesture, Taken) and gesture.spot == spot and gesture.piece in (item.piece, UNSEEN)


def fits(option: Option, item: OnTable) -> bool:
    """Whether a piece lying like this is the option's gesture."""
    match option.gesture:
        case Laid(spot, piece, face_up, deck):
            if item.piece is None:
                return not face_up and piece is UNSEEN and deck in ("", item.deck) and item.spot == spot
            return face_up and piece == item.piece and (item.anywhere or item.spot == spot)
        case Moved(piece, _, to_spot):
            return piece == item.piece and item.spot == to_spot
    return False


Means = Callable[[Option], bool]
"""Whether what happened on the table is an option's gesture."""


def _choose(seat: Seat | None, fitting: list[Option], match: Match, means: Means) -> Reading:
    allowed = [o for o in fitting if o.refusal is None]
    if not allowed:
        return _unlawful(seat, fitting, match, means)
    if len(allowed) == 1 or seat is None:
        return Act(Answer(seat, allowed[0].key))
    known = {p for pile in match.seen(seat).piles.values() if pile.owner == seat for p in pile}
    named = [o for o in allowed if o.piece is not None and o.piece in known]
    unnamed = next((o.key for o in allowed if o.piece is None), "")
    if not named and unnamed:
        return Act(Answer(seat, unnamed))
    return Ask(seat, tuple(o.key for o in (named or allowed)), unnamed)


def _unlawful(seat: Seat | None, fitting: list[Option], match: Match, means: Means) -> Reading:
    """The refusal, and the reason that may be said aloud: the one found by somebody who knows no hand. Of a card laid
    face-down that is only a reason that holds for whatever it may be."""
    option = next((o for o in fitting if o.piece is None), fitting[0])
    hidden = option.piece is not None and isinstance(option.gesture, Laid) and not option.gesture.face_up
    public = None
    if match.question is not None:
        listed = [o for o in match.question.options(match.seen(None), seat) if means(o)]
        blind = [o for o in listed if o.piece is None] or listed
        if blind and all(o.refusal == blind[0].refusal for o in blind):
            public = blind[0].refusal
    assert option.refusal is not None
    return Unlawful(Answer(seat, "" if hidden else option.key), option.refusal, public)


def _crowded(item: OnTable, public: State, others: Iterable[OnTable]) -> bool:
    slots = [p for p in public.piles.values() if p.spot == item.spot and p.shape is Shape.SLOT]
    return bool(slots) and any(o.spot == item.spot and o.mark != item.mark and not o.is_under(item) for o in others)


def _out_of_turn(item: OnTable, match: Match, public: State) -> Reading:
    """A card newly laid on the place of a seat that is not asked."""
    owner = next((p.owner for p in public.piles.values() if _is_place(p, item)), None)
    if owner is None and _is_shared(item, public):
        owner = _holder(item, match.state)
        if owner in match.waiting:
            return Odd()  # the own card, which is not an answer now: the to-do list sends it back
    known_elsewhere = item.piece is not None and public.where(item.piece) is not None
    if owner is None or known_elsewhere or not match.waiting:
        return Odd()
    if owner not in match.waiting:
        refusal = Refusal("not_your_turn", "", {"seats": match.waiting, "seat": owner})
        return Unlawful(Answer(owner, ""), refusal, refusal)
    if item.piece is not None:
        refusal = Refusal("card_not_in_hand", "", {"piece": item.piece})
        return Unlawful(Answer(owner, ""), refusal, refusal)
    return Odd()


def _is_shared(item: OnTable, public: State) -> bool:
    """Whether a piece lies where everybody lays cards open."""
    return any(p.spot == item.spot and p.face_up and p.owner is None for p in public.piles.values())


def _holder(item: OnTable, full: State) -> Seat | None:
    """Whose hand a piece comes from, as far as the companion was told; by now everybody sees the piece."""
    place = None if item.piece is None or item.spot is None else full.where(item.piece)
    pile = None if place is None else full.pile(place)
    return pile.owner if pile is not None and pile.shape is Shape.HAND else None


def _is_place(pile: Pile, item: OnTable) -> bool:
    return item.spot is not None and pile.spot == item.spot and pile.shape is Shape.SLOT and pile.owner is not None
