"""What lies on the table, read as an answer: pure functions from the table and the match to a reading.

The camera proposes, the rules decide. A piece that lies where the state says is no news. Any other is held against
the gestures of the options: allowed ones first, then refused ones, so that an unlawful play is explained and never an
exception.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.reading.gestures import Scene, fits, is_taken
from companion.reading.on_table import OnTable, explained
from companion.reading.open_question import answerers
from rules.engine.match import Match
from rules.engine.questions import Answer, Draw, Laid, Option
from rules.engine.types import Pile, Refusal, Seat, Shape, State


@dataclass(frozen=True)
class Explained:
    """It lies where the state says."""


@dataclass(frozen=True)
class Act:
    """It is this answer."""

    answer: Answer


@dataclass(frozen=True)
class Ask:
    """It is one of these answers; only this seat can tell which. `face_up`: everybody sees the piece, and only what is
    meant by it is not sure."""

    seat: Seat
    keys: tuple[str, ...]
    unnamed: str  # the key that names no card, if there is one
    face_up: bool = False


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


def read(
    item: OnTable,
    match: Match,
    others: Iterable[OnTable],
    table: Sequence[OnTable] = (),
    *,
    is_news: bool = False,
) -> Reading:
    """What this piece lying there means now. `others` are the further unexplained pieces, `table` is everything that
    lies there. `is_news`: it is one more than the notes have, also where such a piece is expected."""
    public = match.seen(None)
    if not is_news and explained(item, public):
        return Explained()
    if match.question is None:
        return Odd()
    scene = Scene.of(match, tuple(table))
    readings = _readings(item, match, partial(fits, item=item, scene=scene), scene)
    acts = _possible([r for r in readings if isinstance(r, Act | Ask)], match)
    if acts and item.spot is not None and _crowded(item, public, others):
        return Crowded(item.spot)
    if len(acts) == 1 or (acts and match.question.open):  # where all may answer, it is whoever is waited for
        return acts[0]
    if acts:
        return Odd()  # two seats could have laid it: the spot says nothing, so somebody must tap
    if readings:
        return readings[0]
    return _out_of_turn(item, match, scene)


def read_gone(spot: str, item: OnTable, match: Match) -> Reading:
    """What it means that this piece was taken from a spot."""
    scene = Scene.of(match, ())
    means = partial(is_taken, spot=spot, item=item, scene=scene)
    return next(iter(_readings(item, match, means, scene)), Odd())


def _possible(acts: list[Act | Ask], match: Match) -> list[Act | Ask]:
    """Of several the ones that can be: a card that is known to be in one hand comes from no other."""
    if len(acts) < 2:
        return acts
    can_be = [act for act in acts if isinstance(act, Ask) or not isinstance(match.check(act.answer), Refusal)]
    return can_be or acts


Means = Callable[[Option], bool]
"""Whether what happened on the table is an option's gesture."""


def _readings(item: OnTable, match: Match, means: Means, scene: Scene) -> list[Reading]:
    """What it means for each seat that is asked; what is unlikely only where nothing else is meant."""
    readings: list[Reading] = []
    for seat in answerers(match):
        fitting = [o for o in match.options(seat) if means(o)] or [o for o in _unlikely(match, seat) if means(o)]
        if fitting:
            readings.append(_choose(seat, fitting, match, means, item, scene))
    return readings


def _unlikely(match: Match, seat: Seat | None) -> Sequence[Option]:
    if (question := match.question) is None:
        return ()
    return question.unlikely(match.seen(seat if question.asked else None), seat)


def _choose(
    seat: Seat | None, fitting: list[Option], match: Match, means: Means, item: OnTable, scene: Scene
) -> Reading:
    allowed = [o for o in fitting if o.refusal is None]
    if not allowed:
        return _unlawful(seat, fitting, match, means, item)
    known = {p for pile in match.seen(seat).piles.values() if pile.owner == seat for p in pile}
    allowed = _one_of_a_kind(allowed, known, scene)
    if len(allowed) == 1 or seat is None:
        return Act(Answer(seat, allowed[0].key))
    named = [o for o in allowed if o.piece is not None and o.piece in known]
    if item.piece is not None:  # everybody sees what it is: only what is meant by it is not sure
        return Ask(seat, tuple(o.key for o in (named or allowed)), "", face_up=True)
    unnamed = next((o.key for o in allowed if o.piece is None), "")
    if not named and unnamed:
        return Act(Answer(seat, unnamed))
    return Ask(seat, tuple(o.key for o in (named or allowed)), unnamed)


def _one_of_a_kind(options: list[Option], known: Container[object], scene: Scene) -> list[Option]:
    """Without options that differ only in the copy that they name; one that the seat has shown stands for its kind."""
    found: dict[str, Option] = {}
    for option in options:
        piece = option.piece
        manner = option.key
        if piece is not None and piece in scene.alike:
            manner = ":".join(piece.kind if part == piece else part for part in option.key.split(":"))
        if manner not in found or (piece in known and found[manner].piece not in known):
            found[manner] = option
    return list(found.values())


def _unlawful(seat: Seat | None, fitting: list[Option], match: Match, means: Means, item: OnTable) -> Reading:
    """The refusal, and the reason that may be said aloud: the one found by somebody who knows no hand. Of a card laid
    face-down that is only a reason that holds for whatever it may be; without one its seat is asked which card it is,
    as it would be with other cards: that none of them may lie there would tell of the hand."""
    option = next((o for o in fitting if o.piece is None), fitting[0])
    hidden = item.piece is None and option.piece is not None and any(isinstance(way, Laid) for way in option.ways)
    public = None
    if (question := match.question) is not None:
        seen = match.seen(None)
        listed = [o for o in match.public_options(seat) if means(o)]
        listed = listed or [o for o in question.unlikely(seen, seat) if means(o)]
        blind = [o for o in listed if o.piece is None] or listed
        if blind and all(o.refusal == blind[0].refusal for o in blind):
            public = blind[0].refusal
    named = tuple(o.key for o in fitting if o.piece is not None and any(isinstance(way, Laid) for way in o.ways))
    if item.piece is None and named and public is None and seat is not None:
        return Ask(seat, named, "")
    assert option.refusal is not None
    return Unlawful(Answer(seat, "" if hidden else option.key), option.refusal, public)


def _crowded(item: OnTable, public: State, others: Iterable[OnTable]) -> bool:
    slots = [p for p in public.piles.values() if p.spot == item.spot and p.shape is Shape.SLOT]
    return bool(slots) and any(o.spot == item.spot and o.mark != item.mark and not o.is_under(item) for o in others)


def _out_of_turn(item: OnTable, match: Match, scene: Scene) -> Reading:
    """A card newly laid on the place of a seat that is not asked."""
    public = scene.public
    owner = next((p.owner for p in public.piles.values() if _is_place(p, item, match)), None)
    if owner is None and _is_shared(item, public):
        owner = _holder(item, match, scene)
        if owner in match.waiting:
            return Odd()  # the own card, which is not an answer now: the to-do list sends it back
    known_elsewhere = item.piece is not None and public.where(item.piece) is not None
    if owner is None or known_elsewhere or not match.waiting:
        return Odd()
    if owner not in match.waiting:
        refusal = Refusal("not_your_turn", "", {"seats": match.waiting, "seat": owner})
        return Unlawful(Answer(owner, ""), refusal, refusal)
    if item.piece is not None and not isinstance(match.question, Draw):  # who draws may be clearing away
        refusal = Refusal("card_not_in_hand", "", {"piece": item.piece})
        return Unlawful(Answer(owner, ""), refusal, refusal)
    return Odd()


def _is_shared(item: OnTable, public: State) -> bool:
    """Whether a piece lies where everybody lays cards open."""
    return any(p.spot == item.spot and p.face_up and p.owner is None for p in public.piles.values())


def _holder(item: OnTable, match: Match, scene: Scene) -> Seat | None:
    """Whose hand a piece comes from, as far as the companion was told; by now everybody sees the piece. Of look-alikes
    only whoever has others of them lying open before them, since any copy may be meant."""
    if item.piece is None or item.spot is None:
        return None
    if item.piece in scene.alike:
        kind, piles = item.piece.kind, scene.public.piles.values()
        owners = {pile.owner for pile in piles for piece in pile if pile.owner is not None and piece.kind == kind}
        return owners.pop() if len(owners) == 1 else None
    place = match.state.where(item.piece)
    pile = None if place is None else match.state.pile(place)
    return pile.owner if pile is not None and pile.shape is Shape.HAND else None


def _is_place(pile: Pile, item: OnTable, match: Match) -> bool:
    """Whether a pile is a seat's own place for such a piece: one for a single card, or where its look-alikes lie."""
    if item.spot is None or pile.spot != item.spot or pile.owner is None:
        return False
    return pile.shape is Shape.SLOT or item.deck in match.game.box.alike
