"""What the players decide together, at the whole table: phones, buttons, dial, camera, lights, voice, clocks, dice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.referee.pacing import Pace, Tuning
from hardware.types import ButtonRole, LightState
from rules.engine.game import Game, Play
from rules.engine.questions import Answer, GroupChoice, Laid, Moved, Option
from rules.engine.table import Table
from rules.engine.types import Say, Seat, State
from tests.companion.evening import Evening
from tests.companion.expedition import EXPEDITION, PARTY, choices
from tests.companion.rolls import die, throw
from tests.toy import changed
from web.pages.host.views import HostAct
from web.views import DialledView, ThinkingView

ANNA, BEN = Seat(0), Seat(1)
PHONES, NO_PHONES = (lambda seat: True), (lambda seat: False)


def at(evening: Evening) -> str | None:
    return evening.match.state.where(PARTY)


def hope(evening: Evening) -> int:
    return evening.match.state.number("hope")


def led() -> Evening:
    """Two players without phones on the second field, where Ben leads."""
    evening = Evening(EXPEDITION, phones=NO_PHONES, settings={"path": "long"})
    evening.tap(0, "go:b1")
    evening.tap(0, "6")
    evening.spoken.clear()
    assert evening.match.question is not None
    assert evening.match.question.lead == BEN
    return evening


def talk(*options: Option, leader: Seat | None = None) -> Game:
    """A group that is asked the same again and again."""

    def play(t: Table) -> Play:
        while t.result is None:
            value = yield GroupChoice(kind="walk", seats=t.seats, choices=lambda seen, seat: options, leader=leader)
            t.tell("walked", cell=value)

    return changed(EXPEDITION, play=play)


def say(key: str, *, aside: bool = False) -> Option:
    return Option(key, key, Say("go", {"cell": key}), aside=aside)


# -- phones ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_any_phone_answers_and_the_others_are_told_that_the_table_has_moved_on(seat: int) -> None:
    evening = Evening(EXPEDITION)
    version = evening.match.version
    assert evening.keys(0) == evening.keys(1) == ["go:b1", "rest", "eat"]
    assert evening.tap(seat, "go:b1", version).ok
    late = evening.tap(1 - seat, "rest", version)
    assert not late.ok
    assert "moved on" in late.sentence
    assert at(evening) == "at/b1"


def test_every_page_sees_who_leads_and_only_that_player_as_waited_for() -> None:
    evening = led()
    question = evening.packet(0).question
    assert question is not None
    assert (question.lead, question.open, question.seats) == (1, True, (0, 1))
    assert [p.asked for p in evening.packet().players] == [False, True]
    assert evening.tap(0, "rest").ok, "but the other may answer too"


# -- lights, voice, thinking time --------------------------------------------------------------------------------------


def test_all_lights_are_on_where_nobody_leads_and_else_only_the_leader_s() -> None:
    evening = Evening(EXPEDITION, settings={"path": "long"})
    assert dict(evening.lights) == {0: LightState.ON, 1: LightState.ON}
    assert dict(led().lights) == {0: LightState.OFF, 1: LightState.ON}


def test_the_voice_names_who_leads_and_nobody_where_all_decide() -> None:
    evening = Evening(EXPEDITION, settings={"path": "long"})
    evening.tap(0, "rest")
    evening.tap(0, "6")
    assert evening.said.endswith("Together.")
    evening.tap(1, "go:b1")
    evening.tap(1, "6")
    assert evening.said.endswith("P1 leads.")


def test_who_is_asked_is_not_said_again_after_something_aside() -> None:
    evening = led()
    evening.tap(0, "eat")
    assert evening.said == "A meal gives hope."
    evening.spoken.clear()
    evening.tap(1, "rest")
    assert evening.said == "Roll for the storm."
    evening.spoken.clear()
    evening.tap(0, "eat")
    assert evening.said == "A meal gives hope."
    evening.spoken.clear()
    evening.tap(0, "6")
    assert "Together." in evening.said or "leads." in evening.said, "the next question is said"


def test_what_a_game_says_of_a_seat_is_not_taken_for_who_is_asked() -> None:
    """Whether one agrees to another's proposal: the sentence is about the other."""

    def play(t: Table) -> Play:
        for asked in (BEN, ANNA):
            facts = {"seat": t.seats[1 - asked]}
            yield GroupChoice(kind="walk", seats=(asked,), choices=lambda seen, seat: (say("a1"),), facts=facts)

    evening = Evening(changed(EXPEDITION, play=play))
    evening.tap(1, "a1")
    assert evening.said.strip() == "P2 leads."
    question = evening.packet().question
    assert question is not None
    assert question.text == "At none: P2 leads."


def test_the_thinking_time_is_the_leader_s() -> None:
    evening = led()
    evening.referee.handle(Tuning(4.0, Pace(), 60.0))
    assert evening.packet().thinking == ThinkingView(1, 60, 60, stands=False)
    evening.wait(61)
    assert evening.said.count("P2, your time is up") == 1
    together = Evening(EXPEDITION)
    together.referee.handle(Tuning(4.0, Pace(), 60.0))
    assert together.packet().thinking is None, "nobody's time is taken where all decide"


def test_nothing_is_held_back() -> None:
    evening = Evening(EXPEDITION, pace=Pace(30.0, 60.0))
    reply = evening.tap(1, "go:b1")
    assert reply.ok
    assert not reply.noted
    assert at(evening) == "at/b1"


# -- buttons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "seat", "who"),
    [(ButtonRole.SEAT, 0, 0), (ButtonRole.SEAT, 1, 1), (ButtonRole.CONFIRM, None, 0)],
)
def test_a_press_gives_what_the_game_says_for_whoever_presses(role: ButtonRole, seat: int | None, who: int) -> None:
    evening = Evening(EXPEDITION)
    evening.press(role, seat)
    assert evening.match.log == [Answer(Seat(who), "rest")]


def test_the_button_for_everybody_speaks_for_whoever_leads() -> None:
    evening = led()
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.log[-1] == Answer(BEN, "rest")


def test_a_mere_press_never_means_what_can_be_done_at_any_time() -> None:
    evening = Evening(talk(say("on"), say("eat", aside=True), say("level", aside=True)))
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.log == [Answer(BEN, "on")], "the only real answer"
    only_aside = Evening(talk(say("eat", aside=True)))
    only_aside.press(ButtonRole.SEAT, 1)
    only_aside.press(ButtonRole.CONFIRM)
    assert only_aside.match.version == 0


# -- the dial ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phones", [PHONES, NO_PHONES], ids=["phones", "no phones"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_dial_goes_through_everything_that_the_group_may_do(seats: int, phones: object) -> None:
    evening = Evening(EXPEDITION, seats=seats, phones=phones)  # type: ignore[arg-type]
    shown = []
    for _ in range(3):
        evening.turn(1)
        shown.append(evening.packet().dialled)
    assert shown == [DialledView("Go to b1", 1, 3), DialledView("Rest", 2, 3), DialledView("Eat", 3, 3)]
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    assert evening.match.log == [Answer(ANNA, "go:b1")]
    assert at(evening) == "at/b1"


def test_what_is_dialled_is_the_answer_of_the_seat_whose_button_takes_it() -> None:
    evening = Evening(EXPEDITION)
    evening.turn(1)
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.log == [Answer(BEN, "go:b1")]


def test_else_it_is_the_leader_s_or_of_the_first_without_a_phone() -> None:
    evening = led()
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    assert evening.match.log[-1] == Answer(BEN, "go:c1")
    mixed = Evening(EXPEDITION, phones=lambda seat: seat == ANNA)
    mixed.turn(1)
    mixed.press(ButtonRole.CONFIRM)
    assert mixed.match.log == [Answer(BEN, "go:b1")]


def test_a_group_may_have_more_to_choose_among_than_a_dial_usually_has() -> None:
    evening = Evening(talk(*(say(f"x{n}") for n in range(40))), seats=1, phones=NO_PHONES)
    evening.turn(-1)
    assert evening.packet().dialled == DialledView("Go to x39", 40, 40)


def test_a_question_that_another_answered_meanwhile_forgets_the_dial() -> None:
    evening = Evening(EXPEDITION)
    evening.turn(1)
    evening.tap(1, "rest")
    assert evening.packet().dialled is None


# -- the camera --------------------------------------------------------------------------------------------------------


def test_a_token_moved_by_anybody_is_one_answer_although_all_may_give_it() -> None:
    evening = Evening(EXPEDITION, seats=4)
    evening.lay(PARTY, "a1")
    evening.lay(PARTY, "b1")
    assert evening.match.log == [Answer(ANNA, "go:b1")]
    assert evening.packet().notice == ""


def test_it_is_the_answer_of_whoever_leads() -> None:
    evening = led()
    evening.lay(PARTY, "b1")
    evening.lay(PARTY, "c1")
    assert evening.match.log[-1] == Answer(BEN, "go:c1")


def test_a_leap_is_refused_with_its_reason_and_no_riddle() -> None:
    evening = Evening(EXPEDITION, settings={"path": "long"})
    evening.lay(PARTY, "a1")
    evening.lay(PARTY, "d1")
    assert evening.match.version == 0
    assert "d1 is too far away." in evening.packet().notice
    evening.lay(PARTY, "b1")
    assert evening.match.log == [Answer(ANNA, "go:b1")]


def two_ways(seen: State, seat: Seat) -> Iterator[Option]:
    moved = Moved(PARTY, "a1", "b1")
    for key in ("walk", "ride", "rest"):
        gesture = None if key == "rest" else moved
        yield Option(key, key, Say("go", {"cell": key}), gesture, piece=PARTY)


@pytest.mark.parametrize("how", ["dial", "button", "phone", "other phone", "host"])
def test_what_a_move_may_mean_two_ways_is_told_in_every_way(how: str) -> None:
    """Solo, or at a table without phones, the dial goes through what was meant."""

    def play(t: Table) -> Play:
        value = yield GroupChoice(kind="walk", seats=t.seats, choices=two_ways)
        t.move(PARTY, "at/b1")
        t.tell("walked", cell=value)

    evening = Evening(changed(EXPEDITION, play=play), phones=NO_PHONES)
    evening.lay(PARTY, "a1")
    evening.lay(PARTY, "b1")
    assert evening.match.version == 0
    if how in ("dial", "button"):
        evening.turn(-1)
        assert evening.packet().dialled == DialledView("Go to ride", 2, 2)
        evening.press(*((ButtonRole.DIAL, None) if how == "dial" else (ButtonRole.SEAT, 0)))
    elif how == "host":
        evening.host(HostAct.TELL, value="ride")
    else:
        assert evening.tap(0 if how == "phone" else 1, "ride").ok
    assert [entry.key for entry in evening.match.log if isinstance(entry, Answer)] == ["ride"]
    evening.wait(10)
    assert evening.todo == []


def test_of_a_single_choice_two_seats_stay_a_riddle() -> None:
    """Only where nothing is secret is whoever leads taken for the one who did it."""

    def play(t: Table) -> Play:
        laid = Option("lay", "lay", Say("rest"), Laid("b1", PARTY), piece=PARTY)
        yield Riddle(kind="walk", seats=t.seats, choices=lambda seen, seat: (laid,))

    evening = Evening(changed(EXPEDITION, play=play))
    evening.lay(PARTY, "b1")
    assert evening.match.version == 0


class Riddle(GroupChoice):
    """The same for several, but not open."""

    @property
    def open(self) -> bool:
        return False


def agreeing(t: Table) -> Play:
    """Of a step that one proposes the other must agree."""
    while t.result is None:
        step = yield GroupChoice(kind="walk", seats=t.seats, choices=choices, leader=ANNA, boundary=True)
        options = (say("yes"), say("no"))
        agrees = yield GroupChoice(kind="walk", seats=(BEN,), choices=lambda seen, seat: options, button="yes")  # noqa: B023
        if agrees == "yes":
            t.move(PARTY, f"at/{step}")
        t.tell("walked", cell=step)


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_token_whose_move_waits_for_agreement_is_not_to_be_put_back_yet(word: str) -> None:
    evening = Evening(changed(EXPEDITION, play=agreeing), phones=NO_PHONES)
    evening.lay(PARTY, "a1")
    evening.lay(PARTY, "b1")
    assert evening.match.log == [Answer(ANNA, "go:b1")]
    evening.wait(30)
    assert evening.todo == []
    if word == "yes":
        evening.press(ButtonRole.SEAT, 1)
    else:
        evening.tap(1, "no")
    evening.wait(30)
    assert len(evening.todo) == (word == "no"), "back to where it was"


# -- dice, and what may be done before they fall -----------------------------------------------------------------------


def stormy(*, phones: object = NO_PHONES, seats: int = 2) -> Evening:
    evening = Evening(EXPEDITION, seats=seats, phones=phones)  # type: ignore[arg-type]
    evening.tap(0, "rest")
    evening.spoken.clear()
    return evening


@pytest.mark.parametrize("seats", [1, 2])
def test_before_dice_a_phone_may_do_something_else(seats: int) -> None:
    evening = stormy(phones=PHONES, seats=seats)
    assert evening.tap(seats - 1, "eat").ok
    assert evening.packet().dice is None, "that was no roll"
    assert hope(evening) == 5
    assert evening.tap(0, "2").ok
    assert hope(evening) == 4
    dice = evening.packet().dice
    assert dice is not None
    assert [die.seen for die in dice.dice] == [2]


def test_the_dial_pushed_before_a_number_goes_to_what_may_be_done_first() -> None:
    evening = stormy()
    evening.press(ButtonRole.DIAL)
    assert evening.packet().dialled == DialledView("Eat", 1, 1)
    evening.wait(1)
    assert evening.said == "Eat."
    evening.press(ButtonRole.DIAL)
    assert evening.match.log[-1] == Answer(None, "eat")
    assert evening.packet().dialled is None


def test_turning_past_them_comes_back_to_the_dice() -> None:
    evening = stormy()
    evening.press(ButtonRole.DIAL)
    evening.turn(1)
    assert evening.packet().dialled is None
    evening.turn(5)
    evening.press(ButtonRole.DIAL)
    assert evening.match.log[-1] == Answer(None, "5")


def test_a_dialled_number_is_pushed_as_ever() -> None:
    evening = stormy()
    evening.turn(4)
    evening.press(ButtonRole.DIAL)
    assert evening.match.log[-1] == Answer(None, "4")


def test_where_nothing_else_may_be_done_the_dial_says_how_dice_are_told() -> None:
    evening = stormy()
    evening.tap(0, "eat")
    evening.tap(0, "eat")
    evening.spoken.clear()
    evening.press(ButtonRole.DIAL)
    assert evening.said == "Turn the dial to what the die shows, then press it."
    assert evening.packet().dialled is None


def test_a_button_takes_what_is_shown_before_a_roll_and_nothing_unasked() -> None:
    evening = stormy()
    version = evening.match.version
    evening.press(ButtonRole.SEAT, 1)
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.version == version
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.log[-1] == Answer(None, "eat")


def test_dice_in_the_tray_and_the_electronic_die_count_as_ever() -> None:
    evening = stormy()
    evening.press(ButtonRole.DIAL)
    throw(evening, die(4))
    assert evening.match.log[-1] == Answer(None, "4")
    assert evening.packet().dialled is None
    evening.tap(0, "rest")
    evening.press(ButtonRole.DIE)
    evening.release()
    last = evening.match.log[-1]
    assert isinstance(last, Answer)
    assert last.key in "123456"


# -- taken back --------------------------------------------------------------------------------------------------------


def test_what_was_done_before_a_roll_is_taken_back_without_asking_and_a_roll_is_not() -> None:
    evening = stormy(phones=PHONES)
    evening.tap(0, "eat")
    evening.press(ButtonRole.UNDO)
    assert evening.packet().consent is None
    assert hope(evening) == 4
    evening.tap(0, "1")
    evening.press(ButtonRole.UNDO)
    assert evening.packet().consent is not None


@pytest.mark.parametrize("phones", [PHONES, NO_PHONES])
def test_who_plays_alone_need_agree_with_nobody(phones: object) -> None:
    evening = stormy(phones=phones, seats=1)
    evening.tap(0, "1")
    assert hope(evening) == 3
    evening.press(ButtonRole.UNDO)
    assert evening.packet().consent is None
    assert hope(evening) == 4


# -- a whole journey ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_journey_with_buttons_dial_and_token_alone(seats: int) -> None:
    evening = Evening(EXPEDITION, seats=seats, phones=NO_PHONES)
    evening.lay(PARTY, "a1")
    evening.lay(PARTY, "b1")
    evening.turn(6)
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.SEAT, seats - 1)  # they rest
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.DIAL)  # they eat
    evening.press(ButtonRole.DIE)
    evening.release()
    evening.turn(1)
    evening.press(ButtonRole.CONFIRM)
    result = evening.packet().result
    assert result is not None
    assert result.winners == tuple(range(seats))
    assert "You have arrived." in result.text
    assert evening.lights == dict.fromkeys(range(seats), LightState.OFF)


def test_all_may_lose_together() -> None:
    evening = Evening(EXPEDITION, seats=3)
    while evening.match.table.result is None:
        evening.tap(2, "rest")
        evening.tap(1, "1")
    result = evening.packet().result
    assert result is not None
    assert (result.winners, result.text) == ((), "All hope is lost.")
