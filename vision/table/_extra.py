"""Tags that lie on the table and are no pieces of the game: unknown ones, and second copies of a unique code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vision.table._acts import matched
from vision.table._memory import Look, Lying, Standing, TrackSettings
from vision.table._where import Body, gap_mm
from vision.types import Side, Sighting, Tag


@dataclass(frozen=True)
class ExtraStep:
    """The extra tags after a look, those that came to lie there with it, and the number of the next one."""

    extra: tuple[Lying, ...]
    come: tuple[Lying, ...]  # the first of each payload that was not there
    next_number: int


def stranger(payload: str) -> Tag:
    """A tag of which nothing is known but its payload."""
    return Tag(payload, "", Side.FRONT)


def fold_extra(
    extra: Sequence[Lying],
    seen: Mapping[str, Sequence[Body]],
    believed: Mapping[str, Sequence[Sighting]],
    look: Look,
    settings: TrackSettings,
    next_number: int,
) -> ExtraStep:
    """`seen`: what was read now, by payload; `believed`: where pieces of the game are believed after this look."""
    known: dict[str, list[Lying]] = {}
    for item in extra:
        known.setdefault(item.tag.payload, []).append(item)
    kept: list[Lying] = []
    come: list[Lying] = []
    for payload in {**known, **seen}:
        old, here = known.get(payload, []), seen.get(payload, ())
        pairs = matched(old, here, settings.moved_mm)
        taken = {item.number for item, _ in pairs}
        kept += [_seen_again(item, body) for item, body in pairs]
        places = believed.get(payload, ())
        for item in old:
            if item.number in taken or any(gap_mm(item.sighting, at) <= settings.same_mm for at in places):
                continue
            left = _missed(item, look, settings)
            kept += [] if left is None else [left]
        paired = {id(body) for _, body in pairs}
        for body in here:
            if id(body) in paired:
                continue
            now_s, at = look.now_s, body.sighting
            item = Lying(next_number, body.tag, at, at, None, now_s, at.taken_s, rest_s=now_s)
            next_number += 1
            if not old and not any(other.tag.payload == payload for other in come):
                come.append(item)
            kept.append(item)
    return ExtraStep(tuple(kept), tuple(come), next_number)


def _seen_again(item: Lying, body: Body) -> Lying:
    at = body.sighting
    return replace(item, sighting=at, seen_s=at.taken_s, standing=Standing.SEEN, odds=0.0, missing_s=0.0)


def _missed(item: Lying, look: Look, settings: TrackSettings) -> Lying | None:
    """The item after a look that did not read it; None when it is not there any more."""
    if look.alone:
        return None
    if not look.looked(item):
        return item
    told = look.lies(item, (), ())
    odds = min(4.0, 0.7 * item.odds + told) if told else item.odds
    if odds >= 0.0:
        return replace(item, odds=odds, standing=Standing.COVERED)
    if odds < settings.gone_odds and item.missing_s > 0.0:
        return None
    return replace(item, odds=odds, standing=Standing.MISSING, missing_s=item.missing_s or look.now_s)
