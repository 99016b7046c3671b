"""The electronic die: one roll, one entry, and never for another question than the one that stood at the press."""

from __future__ import annotations

from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from companion.referee.inbox import Tapped
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole, Release
from rules.engine.entries import Identify
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.rolls import (
    SAME,
    Loaded,
    again_and_again,
    die,
    hold,
    race,
    rolls,
    shown,
    throw,
    throw_and_end,
    with_hands,
)
from tests.toy import changed
from web.pages.host.views import HostAct
from web.views import DiceView, DieAsked


def test_held_it_tumbles_everywhere_and_let_go_it_is_the_answer() -> None:
    evening = race(faces=(3, 5))
    hold(evening)
    assert shown(evening) == DiceView("tumbling", (DieAsked(6), DieAsked(6))) == shown(evening, 1)
    assert evening.die.shown == ["tumbling"]
    assert evening.match.version == 0
    evening.release()
    assert rolls(evening.match) == ["3-5"]
    assert shown(evening) == DiceView("rolled", (DieAsked(6, 3), DieAsked(6, 5)))
    assert evening.spoken[0] == "The dice show 3, 5."
    assert "P1 goes 8 steps." in evening.said


def test_the_journal_has_it_before_screens_lights_and_voice() -> None:
    evening = race(6, faces=(4,))
    hold(evening)
    evening.trace.clear()
    evening.release()
    assert evening.trace[:4] == ["disk", "packets", "lights", "die"]
    assert set(evening.trace[4:]) == {"voice"}
    assert evening.die.shown == ["tumbling", 4]


def test_the_numbers_come_from_the_source_that_was_given_one_for_each_die() -> None:
    evening = race(12, 4, faces=(12, 1))
    hold(evening)
    evening.release()
    assert evening.referee.host.random.asked == [(1, 13), (1, 5)]  # type: ignore[attr-defined]
    assert rolls(evening.match) == ["12-1"]


@pytest.mark.parametrize(("sides", "face", "lit"), [((6,), 6, 6), ((4,), 4, 4), ((12,), 5, None), ((6, 6), 2, None)])
def test_the_lights_show_a_single_die_of_six_sides_at_most(sides: tuple[int, ...], face: int, lit: int | None) -> None:
    evening = race(*sides, faces=(face,) * len(sides))
    hold(evening)
    evening.release()
    assert evening.die.shown == ["tumbling", lit]


def test_by_chance_every_face_falls_and_no_other() -> None:
    evening = Evening(dice_race((12,)), random=Random(1))
    while evening.match.question is not None:
        hold(evening)
        evening.release()
    found = {int(key) for key in rolls(evening.match)}
    assert found <= set(range(1, 13))
    assert len(found) > 1


def test_what_was_rolled_is_shown_until_the_match_moves_on() -> None:
    evening = race(6, faces=(4,))
    hold(evening)
    evening.release()
    evening.wait(60)
    assert shown(evening) is not None
    evening.tap(1, "2")
    assert shown(evening) == DiceView("rolled", (DieAsked(6, 2),)), "a roll by phone is shown, too"
    evening.host(HostAct.UNDO)
    evening.everybody_agrees()
    assert shown(evening) is None
    assert evening.die.shown[-1] is None


def test_with_nothing_to_roll_it_says_so_once_and_nothing_enters_the_match() -> None:
    evening = Evening(HIGH_CARD, HANDS, random=Loaded())
    for _ in range(3):
        hold(evening)
        evening.release()
    assert evening.spoken == ["There is nothing to roll now."]
    assert evening.packet().notice == "There is nothing to roll now, so the die stays still."
    assert evening.match.version == 0
    assert evening.die.shown == []


def test_a_notice_about_the_table_is_not_covered_by_it() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.lay("RED-5", "trick/1")
    before = evening.packet().notice
    assert before
    hold(evening)
    assert evening.packet().notice == before


def test_a_release_without_a_press_rolls_nothing() -> None:
    evening = race()
    evening.release()
    evening.signal(Release(ButtonRole.SEAT, 1.0, 0.0))
    assert evening.match.version == 0


def test_the_die_does_not_say_yes() -> None:
    """A press of its button is no answer, as one of a seat's button would be."""
    evening = Evening(HIGH_CARD)
    hold(evening)
    evening.press(ButtonRole.DIAL)
    assert evening.match.version == 0
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.version == 1


def test_a_paused_table_rolls_nothing() -> None:
    evening = race(faces=(1, 1))
    evening.press(ButtonRole.PAUSE)
    hold(evening)
    evening.press(ButtonRole.PAUSE)
    evening.release()
    assert evening.match.version == 0
    assert evening.die.shown == []


def test_a_pause_in_between_ends_the_roll() -> None:
    evening = race(faces=(1, 1))
    hold(evening)
    evening.press(ButtonRole.PAUSE)
    assert shown(evening) is None
    assert evening.die.shown == ["tumbling", None]
    evening.press(ButtonRole.PAUSE)
    evening.release()
    assert evening.match.version == 0
    hold(evening)
    evening.release()
    assert rolls(evening.match) == ["1-1"]


def test_an_undo_in_between_rolls_nothing_for_the_question_before() -> None:
    evening = race(faces=(6, 6))
    evening.tap(0, "1-1")
    hold(evening)
    evening.host(HostAct.UNDO)
    evening.everybody_agrees()
    assert evening.match.waiting == (Seat(0),)
    evening.release()
    assert rolls(evening.match) == []
    said = "Nobody asks for that roll any more. Nothing was rolled."
    assert evening.spoken.count(said) == 1
    assert [evening.packet(reader).notice for reader in (-1, 0, 1)] == [said] * 3


def test_an_answer_by_phone_in_between_leaves_the_next_seat_its_own_roll() -> None:
    evening = race(faces=(6, 6))
    hold(evening)
    evening.tap(0, "1-2")
    evening.release()
    assert rolls(evening.match) == ["1-2"]
    assert evening.match.waiting == (Seat(1),)


def test_the_same_question_asked_again_is_another_roll() -> None:
    evening = Evening(again_and_again(), random=Loaded(6))
    hold(evening)
    evening.tap(0, "2")
    assert evening.match.question is SAME
    evening.release()
    assert rolls(evening.match) == ["2"]
    hold(evening)
    evening.release()
    assert rolls(evening.match) == ["2", "6"]


def test_a_card_that_is_named_in_between_does_not_stop_the_die() -> None:
    evening = with_hands(random=Loaded(6))
    hold(evening)
    assert evening.show_hand(0, evening.front("RED-1")).ok
    assert isinstance(evening.match.log[-1], Identify)
    assert shown(evening) is not None
    evening.release()
    assert rolls(evening.match) == ["6"]


def test_a_new_match_in_between_begins_without_a_roll() -> None:
    evening = race(faces=(6, 6))
    hold(evening)
    evening.host(HostAct.END_MATCH, reason="late")
    evening.host(HostAct.NEW_MATCH)
    evening.release()
    assert evening.match.version == 0
    assert shown(evening) is None


def test_a_roll_that_could_not_be_saved_is_told_to_nobody() -> None:
    evening = race(6, faces=(5, 2))
    hold(evening)
    evening.disk.broken = "full"
    evening.release()
    assert shown(evening) is None
    assert evening.die.shown == ["tumbling", None]
    assert not any("5" in line for line in evening.spoken)
    assert "disk is full" in evening.packet().notice
    evening.disk.broken = ""
    hold(evening)
    evening.release()
    assert rolls(evening.match) == ["2"]


def test_a_button_that_never_comes_up_lets_the_table_play_on() -> None:
    evening = race(6, faces=(5,))
    hold(evening)
    evening.wait(29)
    assert shown(evening) is not None
    evening.wait(2)
    assert shown(evening) is None
    (said,) = [line for line in evening.spoken if "was held down" in line]
    assert [evening.packet(reader).notice for reader in (-1, 0, 1)] == [said] * 3
    evening.release()
    assert evening.match.version == 0
    hold(evening)
    evening.release()
    assert rolls(evening.match) == ["5"]
    assert evening.packet().notice == "", "it works, so it is settled"


def test_a_press_whose_release_was_lost_begins_anew() -> None:
    evening = race(6, faces=(5,))
    hold(evening)
    evening.wait(20)
    hold(evening)
    evening.wait(20)
    evening.release()
    assert rolls(evening.match) == ["5"]


def test_a_phone_that_showed_the_roll_hears_that_the_table_has_moved_on() -> None:
    evening = race(6, faces=(5,))
    hold(evening)
    evening.release()
    reply: Future[Verdict] = Future()
    evening.referee.handle(Tapped(Seat(0), "3", 0, "r", reply))
    assert not reply.result(0).ok
    assert rolls(evening.match) == ["5"]


def test_a_die_that_nobody_alone_rolls() -> None:
    evening = Evening(changed(dice_race(), play=throw_and_end), random=Loaded(20))
    hold(evening)
    evening.release()
    assert evening.match.log == [Answer(None, "20")]


# ---- the pause button ------------------------------------------------------------------------------------------------


def test_the_pause_button_pauses_and_goes_on_and_everybody_hears_it() -> None:
    evening = race(6)
    evening.press(ButtonRole.PAUSE)
    assert evening.packet().paused
    assert not evening.tap(0, "3").ok
    evening.press(ButtonRole.PAUSE)
    assert not evening.packet().paused
    assert evening.spoken == ["The game is paused.", "The game goes on."]
    assert evening.tap(0, "3").ok


def test_the_host_s_pause_is_said_too_and_the_button_ends_it() -> None:
    evening = race(6)
    evening.host(HostAct.PAUSE)
    evening.press(ButtonRole.PAUSE)
    assert evening.spoken == ["The game is paused.", "The game goes on."]


# ---- four ways, one entry --------------------------------------------------------------------------------------------


def by_die(evening: Evening) -> None:
    hold(evening)
    evening.release()


def by_dial(evening: Evening) -> None:
    evening.turn(4)
    evening.press(ButtonRole.DIAL)


def by_phone(evening: Evening) -> None:
    evening.tap(0, "4")


def by_tray(evening: Evening) -> None:
    throw(evening, die(4))


@pytest.mark.parametrize(
    ("way", "origin"), [(by_die, "die"), (by_dial, "dial"), (by_phone, "phone 0"), (by_tray, "dice")]
)
def test_all_four_ways_give_the_same_entry_and_say_where_it_came_from(way: Any, origin: str) -> None:
    evening = race(6, faces=(4,))
    origins: list[str] = []
    append = evening.disk.append

    def noting(*given: Any, **more: Any) -> None:
        origins.append(given[2])
        append(*given, **more)

    evening.disk.append = noting  # type: ignore[method-assign]
    way(evening)
    assert evening.disk.entries == [Answer(Seat(0), "4")]
    assert origins == [origin]
    assert shown(evening) == DiceView("rolled", (DieAsked(6, 4),))


def test_nobody_s_packet_differs_by_a_roll() -> None:
    """Dice are public: every reader is shown the same of them."""
    evening = race(6, 6, faces=(4, 2))
    evening.turn(2)
    assert shown(evening) == shown(evening, 0) == shown(evening, 1)
    by_die(evening)
    assert shown(evening) == shown(evening, 0) == shown(evening, 1)
