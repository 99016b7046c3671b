"""A player in any language takes a seat: questions and answers as lines of JSON.

Nothing listens anywhere: whoever wants to play starts the program and talks with it by what it reads and writes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.kit.laws.playing import LONGEST, Tape
from companion.past.scores import final_scores
from companion.players.seated import Seated
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import packet, plain
from rules.engine.questions import Answer, Option
from rules.engine.sampling import Chooser
from rules.engine.types import Refusal

PROTOCOL: Final = 1
"""Grows when a line that was understood is not any more."""
_LATEST: Final = 20  # events that a packet holds
Line = Mapping[str, object]
_ANSWER: Final = 'Answer {"key": ...} with one of the keys.'
_ELSEWHERE: Final = "That card turned out to lie elsewhere. Answer with another of the keys."
_NO_UTF_8: Final = f"That line is not UTF-8. {_ANSWER}"


class NobodyAnswers(Exception):
    """Whoever plays by lines has gone before the match was over."""


@dataclass(frozen=True)
class LineSeats:
    """Whoever sits at some seats and answers by lines. `write` takes a line as a value; `read` gives the bytes of the
    next one, none when there is none any more."""

    match: Match
    write: Callable[[Line], None]
    read: Callable[[], bytes]

    def choose(self, turn: Turn, choose: Chooser) -> Option | None:
        """Asks until one of the options is named that are allowed; None where nothing can be chosen from a list, as a
        number. NobodyAnswers when the lines end."""
        seat = turn.seen.seat
        allowed = {option.key: option for option in turn.options if option.refusal is None}
        if not allowed:
            return None
        told = plain(packet(self.match, seat, _LATEST))
        self.write({"kind": "asked", "seat": int(seat), "keys": list(allowed), "packet": told})
        while read := self.read():
            try:
                key, why = _key_in(read.decode("utf-8")), _ANSWER
            except UnicodeDecodeError:
                key, why = None, _NO_UTF_8
            if key in allowed:
                if not isinstance(self.match.check(Answer(seat, allowed[key].key)), Refusal):
                    return allowed[key]
                why = _ELSEWHERE
            self.write({"kind": "refused", "seat": int(seat), "why": why})
        raise NobodyAnswers


def play_by_lines(
    game: Game,
    settings: Mapping[str, object],
    seats: int,
    mine: Sequence[int],
    others: Strength,
    seed: int,
    write: Callable[[Line], None],
    read: Callable[[], bytes],
    longest: int = LONGEST,
) -> None:
    """Plays one match in which the seats `mine` answer by lines and the program plays all others: a line that it
    begins, one for each question, and one with the end, or that it was stopped after the `longest` so many answers.
    The same seed and the same answers give the same match. NobodyAnswers; what the game raises."""
    match, tape = Match(game, Header(game.slug, seats, settings)), Tape(seed)
    lines = LineSeats(match, write, read)
    players = Seated(match, [others] * seats, own=dict.fromkeys(mine, lines.choose))
    write({"kind": "begin", "protocol": PROTOCOL, "game": game.slug, "seats": seats, "mine": list(mine)})
    while match.question is not None and match.version < longest:
        answer = players.answer(tape)
        outcome = match.submit(answer)
        if isinstance(outcome, Refusal):
            raise AssertionError(f"The option '{answer.key}' was offered and then refused: {outcome.code}")
        players.note(answer)
    if match.question is not None:
        write({"kind": "stopped", "after": match.version, "scores": list(final_scores(game, match.state))})
        return
    result = match.state.result
    winners = [] if result is None else [int(seat) for seat in result.winners]
    write({"kind": "over", "winners": winners, "scores": list(final_scores(game, match.state))})


def _key_in(text: str) -> object:
    """The key that a line names; None when it is no such line."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    key = line.get("key") if isinstance(line, dict) else None
    return key if isinstance(key, str) else None
