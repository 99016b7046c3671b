"""Which act explains a look: what came, what is not seen any more, and which of both are one piece.

Every whole explanation of a few pieces near each other is weighed, by what the picture tells of each piece that was not
read and by how plausible so many acts at once are. See docs/decisions/0051-one-act-explains-a-look.md.

Of a stack that is moved as a whole the lower pieces ride along unseen. Where it was, nothing lies any more, so they are
told as gone; where it is now only its top shows. When a lower piece comes to light at the top's place, that is no piece
laid on the top: the top has been taken off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from vision.table._memory import Doubt, Lying, Riding, Standing, TrackSettings
from vision.table._where import HIDES_MM, PART_MM, Body, body_gap_mm, gap_mm, lies_over, turned_deg

# In nats; what people do at a table in one go is one thing, seldom two.
_PLACED = 2.0
_GONE = 2.0
_MOVED = 2.0
_TURNED = 1.3
_ASIDE_MM = 20.0  # a piece is turned over about where it lay
_NUDGED = 0.3
_NUDGE_MM = 6.0
_KNOWN_FACE = 2.5  # it was turned down there, and has the same face again, or another
_LIES_AS_BEFORE = 3.2  # what lies to a millimetre where something lay is that, and was not turned over into its place
_THERE_MM, _THERE_DEG = 1.2, 2.0
_ALONG_MM, _ALONG_DEG = 4.0, 6.0  # so well the place of a piece is known that went along under another,
_LIES_ABOUT = 1.5  # which is met by chance more often
_ELSEWHERE_MM = 1.8  # so far from there the piece must lie that is to be told from it
_HELD, _LOWER = 3.5, 2.5  # under one that stays nothing is read, turned or carried off; of a stack the top is seen
_BEAM = 48  # explanations that are followed up at the same time
_MOST_LINKS = 4  # of one tag
_LIKELY = 0.02
_SET_DOWN_S = 10.0  # so long a stack may be in the air

Rides = Mapping[str, Riding]
"""By the name of the lower piece."""


class How(Enum):
    """In which way a tag that was read may be a piece that was believed elsewhere, or another side up."""

    SAME = "same"
    MOVED = "moved"
    TURNED = "turned"
    REVEALED = "revealed"  # it was there all the time: what was told of it is withdrawn


@dataclass(frozen=True, eq=False)
class Link:
    """A piece that was believed and a tag that was read, as one; the lower the price the more plausible."""

    how: How
    item: Lying
    body: Body
    price: float
    doubt: Doubt | None = None


@dataclass(frozen=True, eq=False)
class Story:
    """One whole explanation: which tags are which pieces (the others have come), and which pieces are gone."""

    links: tuple[Link, ...] = ()
    gone: frozenset[int] = frozenset()
    score: float = 0.0


@dataclass(frozen=True, eq=False)
class Scene:
    """Tags that came and pieces that were not read, of which each may have to do with the others, and the explanations
    of them with their probabilities, the best first."""

    fresh: tuple[Body, ...]
    absent: tuple[Lying, ...]
    stories: tuple[tuple[Story, float], ...]


_CAME = ((Story(), 1.0),)
"""What explains a tag that may be none of the pieces that were not read."""


def matched(known: Sequence[Lying], here: Sequence[Body], reach_mm: float) -> list[tuple[Lying, Body]]:
    """Remembered tags of one payload and where it was read now, each within `reach_mm` of the other."""
    if len(known) == 1 and len(here) == 1 and reach_mm == float("inf"):
        return [(known[0], here[0])]
    gaps = [(gap_mm(item.sighting, body.sighting), item, body) for item in known for body in here]
    pairs: list[tuple[Lying, Body]] = []
    items: set[int] = set()
    bodies: set[int] = set()
    for gap, item, body in sorted(gaps, key=lambda entry: entry[0]):
        if gap <= reach_mm and item.number not in items and id(body) not in bodies:
            items.add(item.number)
            bodies.add(id(body))
            pairs.append((item, body))
    return pairs


def links_of(
    fresh: Sequence[Body], absent: Sequence[Lying], looked: Iterable[int], doubts: Sequence[Doubt], at: TrackSettings
) -> list[Link]:
    """All that may be one piece. `looked`: the numbers of those whose places were looked at."""
    there = set(looked)
    found: list[Link] = []
    for body in fresh:
        own = [link for item in absent if (link := _link(item, body, item.number in there, at)) is not None]
        seen = [item for item in absent if item.number in there]
        own += [link for item in seen for doubt in doubts if (link := _revealed(item, body, doubt)) is not None]
        found += sorted(own, key=lambda link: link.price)[:_MOST_LINKS]
    return found


def scenes(
    fresh: Sequence[Body], links: Sequence[Link], odds: Mapping[int, float], upper: Mapping[int, Lying]
) -> list[Scene]:
    """What came and went, in groups that have nothing to do with each other. `odds`: the log-odds, by number, that a
    piece which was not read lies there; `upper`: by number, the pieces that may lie over others."""
    told: list[Scene] = []
    linked, done = {id(link.body) for link in links}, set[int]()
    for first in fresh:
        if id(first) in done:
            continue
        if id(first) not in linked:
            told.append(Scene((first,), (), _CAME))
            continue
        bodies, group = {id(first)}, list[Link]()
        while True:
            items = {link.item.number for link in group}
            more = [k for k in links if k not in group and (id(k.body) in bodies or k.item.number in items)]
            if not more:
                break
            group += more
            bodies |= {id(link.body) for link in more}
        here = [body for body in fresh if id(body) in bodies]
        done |= bodies
        absent = tuple({link.item.number: link.item for link in group}.values())
        told.append(Scene(tuple(here), absent, _told(here, absent, group, odds, upper)))
    return told


def _told(
    fresh: Sequence[Body],
    absent: Sequence[Lying],
    links: Sequence[Link],
    odds: Mapping[int, float],
    upper: Mapping[int, Lying],
) -> tuple[tuple[Story, float], ...]:
    """The likeliest explanations and their probabilities."""
    beam = [Story()]
    for body in fresh:
        grown = [Story(s.links, s.gone, s.score - _PLACED) for s in beam]
        for story in beam:
            used = {link.item.number for link in story.links}
            for link in links:
                if link.body is body and link.item.number not in used:
                    score = story.score - link.price - odds.get(link.item.number, 0.0)
                    grown.append(Story((*story.links, link), story.gone, score))
        beam = sorted(grown, key=lambda story: -story.score)[:_BEAM]
    for item in absent:
        free = [story for story in beam if all(link.item is not item for link in story.links)]
        gone = [Story(s.links, s.gone | {item.number}, s.score - odds.get(item.number, 0.0) - _GONE) for s in free]
        beam = sorted([*beam, *gone], key=lambda story: -story.score)[:_BEAM]
    beam = sorted((_weighed_down(story, upper, odds) for story in beam), key=lambda story: -story.score)
    weights = [math.exp(story.score - beam[0].score) for story in beam]
    return tuple(
        (story, weight / sum(weights))
        for story, weight in zip(beam, weights, strict=True)
        if story is beam[0] or weight / sum(weights) > _LIKELY
    )


def _weighed_down(story: Story, upper: Mapping[int, Lying], odds: Mapping[int, float]) -> Story:
    """The explanation, less plausible where pieces would have been drawn from under others that stay. One of which the
    picture tells (`odds`) that it lies there no more may have been taken off."""
    away = {*story.gone, *(link.item.number for link in story.links)}
    price = 0.0
    for link in story.links:
        is_here = link.how is How.SAME
        code, slack_mm = (link.body.sighting, -HIDES_MM) if is_here else (link.item.sighting, PART_MM)
        over = {n for n in link.item.covers if n in upper and lies_over(upper[n].body, code, slack_mm)}
        if over - away:
            # nothing is read through a piece; one that was not looked at yet may have been taken
            most, unknown = (math.inf, 0.0) if is_here else (_HELD, _HELD)
            price += max(min(most, max(0.0, odds.get(n, unknown) + _GONE)) for n in over - away)
        if over and link.how in (How.TURNED, How.MOVED):
            price += _LOWER
    return replace(story, score=story.score - price) if price else story


def _link(item: Lying, body: Body, is_looked: bool, at: TrackSettings) -> Link | None:
    if item.tag.payload == body.tag.payload:
        gap = gap_mm(item.sighting, body.sighting)
        if gap <= at.moved_mm:
            went_along = item.seen_s < item.rest_s  # and nobody has read it where it is
            near_mm, near_deg = (_ALONG_MM, _ALONG_DEG) if went_along else (_THERE_MM, _THERE_DEG)
            is_there = item.covers and gap < near_mm and turned_deg(item.sighting, body.sighting) < near_deg
            lies_as_before = (_LIES_ABOUT if went_along else _LIES_AS_BEFORE) if is_there else 0.0
            return Link(How.SAME, item, body, _NUDGED + gap / _NUDGE_MM - lies_as_before)
        return Link(How.MOVED, item, body, _MOVED + gap / 1000.0) if is_looked else None
    if item.tag.side is body.tag.side:
        return None
    if not (item.tag.shared or body.tag.shared):
        return Link(How.TURNED, item, body, -2.0 * _KNOWN_FACE) if item.tag.piece == body.tag.piece else None
    gap = body_gap_mm(item.body, body)
    if gap > at.turned_mm:
        return None
    price = _TURNED + (gap / _ASIDE_MM) ** 2
    if item.face and not body.tag.shared:
        price -= _KNOWN_FACE if item.face == body.tag.payload else -_KNOWN_FACE
    return Link(How.TURNED, item, body, price)


def _revealed(item: Lying, body: Body, doubt: Doubt) -> Link | None:
    """The piece lies where it lay before what was told of it: something else happened then."""
    if not doubt.holds(item):
        return None
    for choice, odds in zip(doubt.choices[1:], doubt.odds[1:], strict=True):
        for other in choice:
            if other.tag.payload != body.tag.payload or doubt.holds(other):
                continue
            lies_so = gap_mm(other.sighting, body.sighting) < _THERE_MM
            lies_so = lies_so and turned_deg(other.sighting, body.sighting) < _THERE_DEG
            if lies_so and body_gap_mm(item.body, body) > _ELSEWHERE_MM:
                return Link(How.REVEALED, item, body, _GONE - _LIES_AS_BEFORE - math.log(odds / doubt.odds[0]), doubt)
    return None


def names_of(item: Lying) -> frozenset[str]:
    """What a piece is known by wherever it lies: its number while it is believed, and its code where that exists
    once."""
    number = f"#{item.number}"
    return frozenset((number,) if item.tag.shared else (number, item.tag.payload))


def covered_by(item: Lying, upper: Iterable[Lying]) -> Lying:
    """The piece, which also remembers the pieces that came to lie over it since it was seen."""
    over = {
        name
        for other in upper
        if other.standing is Standing.SEEN
        and other.number != item.number
        and other.rest_s > item.seen_s
        and lies_over(other.body, item.sighting)
        for name in names_of(other)
    }
    return item if over <= item.over else replace(item, over=item.over | over)


def with_gone(rides: Rides, item: Lying, lying: Iterable[Lying], now_s: float) -> Rides:
    """After a piece was told as gone: it rides along if it lay under others that lie there no more."""
    there = [o for o in lying if o.standing is not Standing.MISSING and o.number != item.number]
    stayed = (names_of(other) for other in there if lies_over(other.body, item.sighting, -HIDES_MM))
    over = item.over.difference(*stayed)
    if not over:
        return rides
    is_set_down = any(names_of(other) & over for other in there)
    until_s = math.inf if is_set_down else now_s + _SET_DOWN_S
    name = f"#{item.number}" if item.tag.shared else item.tag.payload
    return {**rides, name: Riding(item.tag.payload, over, until_s)}


def with_placed(rides: Rides, body: Body, now_s: float) -> Rides:
    """After a piece came to the table: it rides no more, and those that vanished under it just now ride with it."""
    payload = body.tag.payload
    kept = {}
    for lower, riding in rides.items():
        if lower == payload or riding.until_s < now_s:
            continue
        was_in_hand = riding.was_in_hand or riding.until_s < math.inf
        along = replace(riding, until_s=math.inf, was_in_hand=was_in_hand)
        kept[lower] = along if payload in riding.over else riding
    return kept


def still_riding(rides: Rides, lying: Iterable[Lying]) -> Rides:
    """Without backs that were carried off under pieces that are not on the table: nobody would know them again."""
    there = {name for item in lying for name in names_of(item)} if rides else set()
    return {n: ride for n, ride in rides.items() if n[0] != "#" or ride.until_s < math.inf or ride.over & there}


def rider(rides: Rides, body: Body, upper: Lying) -> str | None:
    """The name of the piece that a tag is which comes to light where this upper one lay; None: it was not under it, or
    not the next one. A back that was in the hand with a front need not have been laid with it: that was turned over."""
    if not lies_over(upper.body, body.sighting):
        return None
    may_be_turned = body.tag.shared and not upper.tag.shared and body.tag.side is not upper.tag.side
    under = {
        name for name, ride in rides.items() if names_of(upper) & ride.over and not (ride.was_in_hand and may_be_turned)
    }
    found = (name for name in rides if name in under and rides[name].payload == body.tag.payload)
    return next((name for name in found if not rides[name].over & (under - {name})), None)
