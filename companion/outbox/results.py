"""What a venue is told of a match that has ended, made of what everybody at the table knew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from companion.journal.outbox import KeptResult
from companion.past.scores import final_scores, values
from companion.values.person import Person
from rules.engine.entries import EndMatch
from rules.engine.match import Match
from rules.engine.types import PUBLIC

VERSION: Final = 1
"""Of the messages to a venue. A field that means something else is a new version; one that is new is passed over."""


class PublicEnd:
    """How a match stands, as somebody knows it who holds nothing: all that a result can be made of."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.state = match.seen(PUBLIC)
        self.is_given_up = any(isinstance(entry, EndMatch) for entry in match.log)  # also where it was corrected later


class Sitting(msgspec.Struct, frozen=True):
    """Who sat at a seat: a player of the program or a person, who has a name here only by consent."""

    name: str = ""
    bot: bool = False


class _Sat(msgspec.Struct, frozen=True):
    """Of a kept result who sat there."""

    seats: list[Sitting]


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """One seat at the end. `score`: what its game counts, None where it counts none; `scores`: all that it shows
    large, by what the game calls it; `place`: 1 for the winners, None where nobody has won."""

    seat: int
    name: str
    bot: bool
    score: int | None
    scores: dict[str, int]
    place: int | None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to. `version`: of its game, by whoever made it; `given_up`: the host ended it."""

    game: str
    title: str
    version: str
    given_up: bool
    seats: list[SeatResult]


def result_of(end: PublicEnd, people: Sequence[Sitting]) -> str:
    """The result as JSON. `people` by seat."""
    game, state = end.game, end.state
    scores = final_scores(game, state)
    shown = values(game, state)
    winners = frozenset(() if state.result is None else map(int, state.result.winners))
    seats = [
        SeatResult(
            seat=int(seat),
            name=people[seat].name,
            bot=people[seat].bot,
            score=scores[seat],
            scores={kind: value for (kind, owner), value in sorted(shown.items()) if owner == seat},
            place=place,
        )
        for seat, place in zip(state.seats, _places(scores, winners), strict=True)
    ]
    found = Result(
        game=game.slug[:60],
        title=game.title[:100],
        version=game.about.version[:40],
        given_up=end.is_given_up,
        seats=seats,
    )
    return msgspec.json.encode(found).decode()


def report_of(people: Callable[[], Sequence[Person]], may_tell: Callable[[int], bool]) -> Callable[[Match, str], str]:
    """What makes the result of a match that ends while these people sit there; of one that had ended before, with the
    names that were `kept` then (JSON; empty: it has not). `may_tell`: whether who holds a seat lets the name go out."""

    def report(match: Match, kept: str) -> str:
        if kept:
            return result_of(PublicEnd(match), msgspec.json.decode(kept, type=_Sat).seats)
        sitting = [
            Sitting(one.name if one.joined and may_tell(seat) else "", one.bot) for seat, one in enumerate(people())
        ]
        return result_of(PublicEnd(match), sitting)

    return report


def message(kept: KeptResult, now: str) -> bytes:
    """What is sent of a kept result. `now`: what the table's clock says, so that a venue can tell how wrong it goes."""
    told: dict[str, Any] = {
        "v": VERSION,
        "match": kept.uid,
        "revision": kept.revision,
        "state": kept.state.value,
        "begun": kept.begun,
        "ended": kept.ended,
        "now": now,
    }
    return msgspec.json.encode(told | {"result": msgspec.Raw(kept.body.encode())})


def _places(scores: Sequence[int | None], winners: frozenset[int]) -> list[int | None]:
    """By seat. Winners share the first place; the others follow by their scores, where these say who has won: whether
    many or few are good is seen by the winners'. Where they do not, all the others share the next place."""
    if not winners:
        return [None] * len(scores)
    known = [score for score in scores if score is not None]
    best = {scores[seat] for seat in winners}
    if len(known) < len(scores) or len(best) != 1 or (won := best.pop()) not in (max(known), min(known)):
        return [1 if seat in winners else len(winners) + 1 for seat in range(len(scores))]
    sign = 1 if won == max(known) else -1
    ranks = [(seat not in winners, -sign * score) for seat, score in enumerate(known)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]
