"""A finished match looked at again: nothing before it is open, then how the chances went and where it turned."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from companion.journal.journal import MatchId
from companion.past import look_again as door
from companion.past.look_again import LookingAgain
from companion.players import look_again as course
from companion.players.aside import NoRoom
from companion.players.look_again import Chances, Pains, _fall_of, _is_better, _Replayed, _turned, look_again
from companion.players.thinker import Thought
from rules import samples
from rules.engine.entries import EndMatch, Header, Rewind
from rules.engine.match import Match
from rules.engine.questions import Answer, Option
from rules.engine.sampling import pick
from rules.engine.types import Say, Seat
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import ADA, BEA, GUEST, HOST, Shelf, random_match, shelf_at
from tests.companion.test_history_reveal import EVERYBODY, opened, two_tricks
from web.pages.history.again_views import Again, AgainState
from web.views import Session

PAINS = Pains(matches=20, playouts=40)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = shelf_at(tmp_path)
    yield made
    made.journal.close()


def looking_at(shelf: Shelf, *, hints: bool = True, ended: bool = False) -> LookingAgain:
    return LookingAgain(shelf.history.opened, shelf.history.is_over, lambda: hints, lambda: ended, "en")


def thought_through(looking: LookingAgain, session: Session, number: MatchId) -> Again:
    """What was found when nothing is thought about any more."""
    assert looking.begin_looking(session, number).ok
    for thread in threading.enumerate():
        if thread.name == "companion-again":
            thread.join()
    found = looking.looked_again(session, number)
    assert found is not None
    return found


def state_of(looking: LookingAgain, session: Session, number: MatchId) -> AgainState | None:
    found = looking.looked_again(session, number)
    return None if found is None else found.state


# ---- who may read it -------------------------------------------------------------------------------------------------


def test_of_a_running_match_nobody_hears_anything(shelf: Shelf) -> None:
    match = two_tricks()
    match.submit(Rewind(1))
    shelf.on_table = running = shelf.begin(match)
    ended = shelf.keep(two_tricks())
    assert opened(shelf, ended), "another match that has ended is no way in"
    looking = looking_at(shelf)
    for session in EVERYBODY:
        assert looking.looked_again(session, running) is None
        assert not looking.begin_looking(session, running).ok
        assert shelf.history.opened(session, running) is None


def test_a_match_that_is_closed_is_not_thought_about(shelf: Shelf) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf)
    for session in EVERYBODY:
        assert state_of(looking, session, number) is AgainState.CLOSED
        reply = looking.begin_looking(session, number)
        assert (reply.ok, "everything in it has been opened" in reply.sentence) == (False, True)


def test_taking_the_end_back_closes_what_was_found(shelf: Shelf) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf)
    assert opened(shelf, number)
    assert thought_through(looking, ADA, number).state is AgainState.FOUND
    shelf.add(number, Rewind(3))
    assert looking.looked_again(ADA, number) is None
    shelf.add(number, Answer(Seat(0), "play:BLU-2"))
    shelf.journal.finish(number)
    assert state_of(looking, ADA, number) is AgainState.CLOSED
    assert opened(shelf, number)
    assert state_of(looking, ADA, number) is AgainState.READY, "it is another match now"


def test_a_table_without_hints_looks_at_nothing_again(shelf: Shelf) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf, hints=False)
    assert opened(shelf, number)
    assert state_of(looking, HOST, number) is AgainState.OFF
    assert "no hints at this table" in looking.begin_looking(HOST, number).sentence


# ---- what is found ---------------------------------------------------------------------------------------------------


def test_it_is_worked_out_once_for_everybody_and_by_whoever_plays(shelf: Shelf) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf)
    assert opened(shelf, number)
    assert not looking.begin_looking(GUEST, number).ok
    assert looking.looked_again(GUEST, number) == Again(state=AgainState.READY)
    found = thought_through(looking, BEA, number)
    assert found.course is not None
    assert [line.name for line in found.course.lines] == ["Ada", "Bea"]
    assert [line.points[-1] for line in found.course.lines] == [(4, 0), (4, 100)], "at the end it is known"
    assert looking.looked_again(GUEST, number) == found


def test_one_match_at_a_time_and_its_progress_is_said(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = shelf.keep(two_tricks()), shelf.keep(two_tricks())
    assert opened(shelf, first)
    assert opened(shelf, second)
    begun, goes_on, looking = threading.Event(), threading.Event(), looking_at(shelf)

    def waits(*_: object) -> None:
        begun.set()
        goes_on.wait(20.0)

    monkeypatch.setattr(door, "aside", waits)
    assert looking.begin_looking(ADA, first).ok
    assert begun.wait(20.0)
    assert state_of(looking, ADA, first) is AgainState.THINKING
    assert "looking at a match already" in looking.begin_looking(ADA, second).sentence
    goes_on.set()


def test_where_it_cannot_be_worked_out_it_is_said_and_can_be_begun_again(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf)
    assert opened(shelf, number)

    def no_room(*_: object) -> None:
        raise NoRoom

    with monkeypatch.context() as patched:
        patched.setattr(door, "aside", no_room)
        assert thought_through(looking, ADA, number) == Again(state=AgainState.FAILED, may_begin=True)
    assert thought_through(looking, ADA, number).state is AgainState.FOUND


def test_the_end_of_the_service_ends_it(shelf: Shelf) -> None:
    number, looking = shelf.keep(two_tricks()), looking_at(shelf, ended=True)
    assert opened(shelf, number)
    assert thought_through(looking, ADA, number).state is AgainState.FAILED


def test_where_a_match_turned_is_found_with_what_was_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Harbour Night by chance: what is said of a moment is what was answered then, and it went down from there."""
    monkeypatch.setattr(course, "_POINTS", 2)
    game = samples.game("harbour_night")
    match, choose = Match(game, Header(game.slug, 2)), Random(1).randrange
    while match.question is not None:
        match.submit(pick(match, choose))
    looked = look_again(game, match.header, match.journal, PAINS, Random(1).randrange)
    assert [one.matches for one in looked.chances] == [20, 20, 0]
    assert match.state.result is not None
    winners = match.state.result.winners
    assert looked.chances[-1].of == tuple(float(seat in winners) for seat in match.state.seats)
    replayed, last = _Replayed(game, match.header, tuple(match.log)), len(match.log)
    chances = [Chances(at, of, 96) for at, of in ((0, (0.9, 0.1)), (last // 2, (0.1, 0.9)), (last, (0.9, 0.1)))]
    turned = _turned(replayed, chances, PAINS, Random(1).randrange)
    assert turned
    assert [one.at for one in turned] == sorted(one.at for one in turned)
    for one in turned:
        entry = match.log[one.at]
        assert isinstance(entry, Answer)
        assert (entry.seat, entry.key) == (one.seat, one.given.key)
        assert one.better.key != one.given.key
        assert one.before > one.after


def test_what_was_taken_back_and_an_early_end_are_gone_through_too() -> None:
    match = random_match(HIGH_CARD, 2, 3, length=8)
    match.submit(Rewind(5))
    match.submit(EndMatch("late"))
    looked = look_again(HIGH_CARD, match.header, match.journal, PAINS, Random(1).randrange)
    assert looked.chances
    assert {one.matches for one in looked.chances} == {20}, "nobody has lost by an end that the host made"
    few = look_again(HIGH_CARD, match.header, match.journal, replace(PAINS, matches=19), Random(1).randrange)
    assert few.chances == (), "so few say nothing"


def test_what_may_come_of_counting_a_few_is_neither_a_fall_nor_a_better_answer() -> None:
    def fall(counted: int) -> float:
        return _fall_of(0, Chances(3, (0.5,), counted), Chances(7, (0.35,), counted))

    def is_better(tried: int) -> bool:
        option = Option("play", None, Say("play"))
        return _is_better(Thought(option, 0.6, tried, 0.2), Thought(option, 0.45, tried, 0.2))

    assert fall(24) == 0.0
    assert fall(400) == pytest.approx(0.15)
    assert (is_better(10), is_better(400)) == (False, True)
    assert _fall_of(0, Chances(3, (0.5,), 24), Chances(9, (0.0,))) == 0.5, "at the end it is known"


@pytest.mark.parametrize(("playing", "thinking"), list(product((True, False), repeat=2)))
def test_without_time_there_is_less_and_no_fault(playing: bool, thinking: bool) -> None:
    match, done = two_tricks(), list[float]()
    pains = replace(PAINS, playing=lambda: playing, thinking=lambda: thinking, done=done.append)
    looked = look_again(HIGH_CARD, match.header, match.journal, pains, Random(1).randrange)
    assert (len(looked.chances) > 1) == playing
    assert done == sorted(done)
    assert all(0 <= share <= 1 for share in done)
