"""Hints: asked for at a seat, made of what that seat is handed, said in the words of whoever asked."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from companion.doors.match_door import hint_views, hinted
from companion.journal.journal import Journal
from companion.players.hints import Hint, Rank, Reason, Until, hints
from companion.players.stage import Stage
from companion.players.turn import Turn
from companion.referee.inbox import PeopleChanged
from companion.telling.board import Handout
from companion.telling.voices import build_voice
from rules import samples
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import pick
from rules.engine.types import Seat
from tests.companion.doorway import Doorway
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from web.pages.seat.views import HintLook, HintView
from web.views import Role, Session

GUEST, ADA, BEA = Session(Role.SPECTATOR), Session(Role.SEAT, 0), Session(Role.SEAT, 1)
HANDS = Position({"hand/0": ("RED-6", "BLU-1"), "hand/1": ("BLU-6", "RED-2")}, phase="trick", turn=0)


def door_of(position: Position, tmp_path: Path) -> Iterator[Doorway]:
    with Journal.open(tmp_path / "companion.db") as journal:
        made = Doorway(Evening(HIGH_CARD, position), journal)
        made.evening.outlet._gives_hints = lambda: made.seating.hints
        made.thread.start()
        made.evening.publisher.wait_for(
            lambda: (board := made.evening.outlet.board) is not None and board.around.hints, 10.0
        )
        yield made
        made.stop()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Doorway]:
    yield from door_of(HANDS, tmp_path)


def test_whoever_is_asked_gets_the_best_options_with_reasons_and_nobody_else_does(door: Doorway) -> None:
    look = door.pages.match.hint(ADA)
    assert look.reply.ok, look.reply.sentence
    assert look.reply.sentence == "I would look at these first."
    assert look.version == door.evening.match.version
    assert look.hints[0].key == "play:RED-6"
    assert "Went best when I thought ahead." in look.hints[0].reasons
    assert 2 <= len(look.hints) <= 3
    assert not door.pages.match.hint(BEA).reply.ok
    assert door.pages.match.hint(BEA).reply.sentence == "There is nothing for you to decide just now."
    assert not door.pages.match.hint(GUEST).reply.ok
    assert not door.pages.match.hint(GUEST).hints


def test_a_table_without_hints_says_so(door: Doorway) -> None:
    door.seating.hints = False
    door.evening.inbox.put(PeopleChanged())
    door.evening.publisher.wait_for(lambda: not door.pages.match.packet(ADA).hints, 10.0)
    look = door.pages.match.hint(ADA)
    assert not look.reply.ok
    assert not look.hints
    assert look.reply.sentence == "There are no hints at this table. The host can allow them in the settings."
    assert not door.pages.match.packet(ADA).hints


def test_where_nothing_is_to_be_chosen_nothing_is_thought_about(tmp_path: Path) -> None:
    single = Position({"hand/0": ("RED-6",), "hand/1": ("BLU-6",)}, phase="trick", turn=0)
    for door in door_of(single, tmp_path):
        assert door.pages.match.hint(ADA).reply.sentence == "There is only one thing that you can do."


def test_who_asks_while_another_hint_is_thought_about_hears_nothing_of_it(door: Doorway) -> None:
    assert door.minds._hinting.acquire(blocking=False)
    looks: list[HintLook] = []
    asking = threading.Thread(target=lambda: looks.append(door.pages.match.hint(ADA)))
    asking.start()
    door.minds._hinting.release()
    asking.join()
    assert looks[0].reply.ok


@pytest.mark.parametrize(
    ("thought", "told"), [((), "I have no opinion here"), (None, "No hint came in time. Ask again in a moment.")]
)
def test_no_opinion_and_no_hint_in_time_are_said(
    door: Doorway, monkeypatch: pytest.MonkeyPatch, thought: tuple[Hint, ...] | None, told: str
) -> None:
    monkeypatch.setattr("companion.players.aside.aside", lambda think, within_s: thought)
    assert door.pages.match.hint(ADA).reply.sentence.startswith(told)


def test_a_machine_without_room_to_think_says_so(door: Doorway, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", no_room)
    look = door.pages.match.hint(ADA)
    assert look.reply.sentence == "The machine has no room to think of a hint just now. Ask again in a minute."
    assert not look.reply.ok


def test_a_hint_that_another_is_waited_for_too_long_is_late(door: Doorway) -> None:
    door.minds._within_s = -2.0
    assert door.minds._hinting.acquire(blocking=False)
    assert door.pages.match.hint(ADA).reply.sentence == "No hint came in time. Ask again in a moment."
    door.minds._hinting.release()


def test_without_time_for_reasons_the_best_options_are_told_all_the_same() -> None:
    game = samples.game("harbour_night")
    match = Match(game, Header(game.slug, 2))
    recalls = Recalls(match)
    found: tuple[Hint, ...] = ()
    while not found:
        for seat in match.waiting if match.question is not None and match.question.boundary else ():
            turn = Turn(game, match.header, Seen(seat, match.seen(seat)), match.options(seat), recalls.of(seat))
            until = Until(reasoning=lambda: False)
            found = found or hints(Stage(game, match.header), turn, Random(1).randrange, until, playouts=30)
        answer = pick(match, Random(1).randrange)
        match.submit(answer)
        recalls.note(answer)
    assert found[0].rank is Rank.BEST
    assert not any(hint.reasons for hint in found)


def test_the_same_handout_gives_the_same_hint(door: Doorway) -> None:
    handout = door.evening.outlet.handout(Seat(0))
    assert handout is not None
    assert hinted(door.minds, handout) == hinted(door.minds, handout) != ()


def test_reasons_are_what_comes_of_it_and_what_is_so_anyway_is_no_reason() -> None:
    """Harbour Night brings no words of its own: the points that its screens show large speak."""
    game = samples.game("harbour_night")
    match, choose = Match(game, Header(game.slug, 2)), Random(4).randrange
    recalls, said = Recalls(match), set[str]()
    while match.question is not None and "gains" not in said:
        for seat in match.waiting if match.question.boundary else ():
            turn = Turn(game, match.header, Seen(seat, match.seen(seat)), match.options(seat), recalls.of(seat))
            found = hints(Stage(game, match.header), turn, Random(1).randrange, playouts=30)
            names = [{(one.code, repr(one.facts)) for one in hint.reasons} for hint in found]
            assert not found or not set.intersection(*names)
            assert [hint.rank for hint in found[:1]] in ([], [Rank.BEST])
            said |= {reason.code for hint in found for reason in hint.reasons}
        answer = pick(match, choose)
        match.submit(answer)
        recalls.note(answer)
    assert "gains" in said


@pytest.mark.parametrize(
    ("language", "mostly", "plain"),
    [("en", "Mostly: Lanterns: 2 more.", "One loses 1 (Lanterns)."), ("de", "Meistens: ", "One verliert 1 (")],
)
def test_reasons_name_points_as_the_table_does(language: str, mostly: str, plain: str) -> None:
    game = samples.game("harbour_night")
    match = Match(game, Header(game.slug, 2))
    recalls = Recalls(match)
    while match.question is None or not match.waiting or len(match.options(match.waiting[0])) < 2:
        answer = pick(match, Random(1).randrange)
        match.submit(answer)
        recalls.note(answer)
    seat = match.waiting[0]
    voice = build_voice(game, 2, match.settings, language, ("One", "Two"))
    handout = Handout(packet(match, seat, 5), recall=recalls.of(seat))
    reasons = (
        Reason("gains", {"track": "lanterns", "count": 2}, mostly=True),
        Reason("sets_back", {"track": "lanterns", "other": Seat(0), "count": 1}, mostly=False),
    )
    views = hint_views(voice, handout, (Hint(match.options(seat)[0].key, Rank.CLOSE, reasons),))
    assert views[0].reasons[0].startswith(mostly)
    assert views[0].reasons[1].startswith(plain)


def test_what_is_told_of_a_hint_is_words_alone() -> None:
    assert {field.name for field in fields(HintView)} == {"key", "label", "face", "reasons"}
    assert {field.name for field in fields(HintLook)} == {"reply", "version", "hints"}
