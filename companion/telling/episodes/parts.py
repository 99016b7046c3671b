"""The episodes of a match, made of what everybody heard and nothing else: every phone and screen may show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.game import Game
from rules.engine.packets import Heard
from rules.engine.types import PUBLIC, Event

_MOST = 4  # episodes that anybody looks back on at once


@dataclass(frozen=True)
class Episode:
    """A part of a match: its events as everybody heard them, the first of which began it. `code`: what it is, in the
    words' table `episode`; `last`: the number of its last entry in the journal."""

    number: int
    code: str
    events: tuple[Event, ...]
    last: int

    def says_something(self, game: Game) -> bool:
        """Whether there is anything in it beside what its name says."""
        return any(event.kind not in game.episodes.plain or event.kind in game.episodes.lays for event in self.events)


def public(heard: Heard) -> Event | None:
    """What everybody heard of it."""
    return heard.aloud or (heard.event if PUBLIC in heard.event.audience else None)


def episodes(game: Game, heard: Sequence[Heard]) -> tuple[Episode, ...]:
    """All episodes among these events, the earliest first; what was taken back is not told."""
    found: list[Episode] = []
    for one in heard:
        event = public(one)
        if event is None or one.undone:
            continue
        code = game.episodes.begins.get(event.kind)
        if code is not None:
            found.append(Episode(one.number, code, (event,), one.entry))
        elif found:
            begun = found[-1]
            found[-1] = Episode(begun.number, begun.code, (*begun.events, event), one.entry)
    return tuple(found)


def looked_back_on(
    game: Game, heard: Sequence[Heard], since: int, asked_by: int = 0
) -> tuple[tuple[Episode, bool], ...]:
    """The episodes that went on after the entry `since`, and whether each is over; 0: the last one that is over, and
    the present one. A scoring stays until a card lies again, or people are asked something by a later entry than its
    own: `asked_by`, 0 while nobody is asked."""
    told = episodes(game, heard)
    if not told:
        return ()
    over = [one for one in told[:-1] if one.says_something(game)]
    now = [told[-1]] if told[-1].says_something(game) else []
    kept = [one for one in over if one.last >= since] if since else over[-_watched(game, (*over, *now), len(now)) :]
    found = (*((one, True) for one in kept[-_MOST:]), *((one, False) for one in now if one.last >= since))
    return tuple(
        (one, is_over)
        for one, is_over in found
        if one.code not in game.episodes.counting or one.last >= (asked_by or one.last)
    )


def _watched(game: Game, told: Sequence[Episode], present: int) -> int:
    """How many of the episodes that are over are told to those who only watch: back to the last scoring, as long as no
    card has been laid since."""
    for back, one in enumerate(reversed(told)):
        if one.code in game.episodes.counting:
            return max(1, back + 1 - present)
        if any(event.kind in game.episodes.lays for event in one.events):
            break
    return 1
