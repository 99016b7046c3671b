"""Players that think aside: an answer in time, or none; and nobody else's seat."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random

import pytest

from companion.players.aside import Minds, NoRoom, aside
from companion.values.strength import Strength, strength_of
from rules import samples
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Choose
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import pick


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that were begun."""
    found, fork = list[int](), os.fork

    def noted() -> int:
        found.append(child := fork())
        return child

    monkeypatch.setattr(os, "fork", noted)
    return found


def no_room() -> int:
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_was_thought_aside_comes_back_and_changes_nothing_here(begun: list[int]) -> None:
    here: list[str] = []

    def think() -> str:
        here.append("there")
        return "claim:3"

    assert aside(think, 20.0) == "claim:3"
    assert here == []
    assert not any(map(is_there, begun))


def test_who_does_not_come_to_an_end_is_ended_and_so_is_who_fails(begun: list[int]) -> None:
    waits, _ = os.pipe()
    assert aside(lambda: str(os.read(waits, 1)), 20.0, lambda: True) is None
    assert aside(lambda: str(os.read(waits, 1)), 0.0) is None
    assert aside(lambda: str(1 // 0), 20.0) is None
    assert len(begun) == 3
    assert not any(map(is_there, begun))


def test_without_room_for_a_process_it_is_said_and_nothing_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", no_room)
    opened = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(NoRoom):
        aside(lambda: 1, 20.0)
    assert len(list(Path("/proc/self/fd").iterdir())) == opened


@pytest.mark.parametrize("strength", [Strength.GREEDY, Strength.THINKER])
def test_a_mind_answers_for_its_seat_and_the_same_with_the_same_chance(
    strength: Strength, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = samples.game("harbour_night")
    match, random = Match(game, Header(game.slug, 2)), Random(4)
    recalls = Recalls(match)
    while not (isinstance(match.question, Choose) and len(match.options(match.question.seat)) > 2):
        answer = pick(match, random.randrange)
        match.submit(answer)
        recalls.note(answer)
    seat = match.question.seat
    strengths = {seat: strength}
    minds = Minds(game, lambda: match.header, lambda one: strengths.get(one, Strength.CHANCE), 60.0, playouts=8)
    options = tuple(o for o in match.options(seat) if o.refusal is None)
    asked = (Seen(seat, match.seen(seat)), options, recalls.of(seat))
    chosen = [minds.choose(*asked, Random(7)) for _ in range(2)]
    assert chosen[0] in options
    assert chosen[0] == chosen[1]
    assert minds.choose(asked[0], options, None, Random(7)) is None, "nothing is known to think on"
    monkeypatch.setattr(os, "fork", no_room)
    assert minds.choose(*asked, Random(7)) is None, "without room it is left to chance"
    other = match.table.left_of(seat)
    assert minds.choose(Seen(other, match.seen(other)), options, recalls.of(other), Random(7)) is None


def test_the_last_strength_counts_for_all_seats_beyond() -> None:
    assert strength_of((), 3) is Strength.CHANCE
    assert [strength_of((Strength.THINKER, Strength.GREEDY), seat) for seat in range(3)] == [
        Strength.THINKER,
        Strength.GREEDY,
        Strength.GREEDY,
    ]
