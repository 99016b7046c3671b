"""What the table itself is asked: lots, cards that are drawn, things that are prepared; by phone, button and host."""

from __future__ import annotations

from random import Random

import pytest

from companion.referee.dealing import BoxDealing
from companion.referee.inbox import BoxCard, Dealt
from companion.settings.config import DealOrder
from hardware.types import ButtonRole
from rules.engine.entries import Position
from rules.engine.questions import Answer, Chance, Draw
from rules.engine.types import UNSEEN, Seat
from tests.companion.evening import Evening, pieces
from tests.companion.lucky_draw import LUCKY_DRAW
from web.pages.host.views import HostAct

DRAWING = Position({"hand/0": ("?",), "hand/1": ("RED-6",), "bells": ("?@cards",)}, {"bells_in": 1}, "draw", 1)


def table(phase: str) -> Evening:
    return Evening(LUCKY_DRAW, Position(phase=phase, turn=0))


def box(position: Position = DRAWING) -> Evening:
    """A draw of three cards over the reader box; one bell is among the cards of the deck."""
    evening = Evening(LUCKY_DRAW, position)
    evening.referee.box = BoxDealing(evening.running, DealOrder.TURNS)
    return evening


def last(evening: Evening) -> Answer:
    entry = evening.match.journal[-1]
    assert isinstance(entry, Answer)
    return entry


# ---- lots ------------------------------------------------------------------------------------------------------------


def test_people_draw_lots_and_say_what_came_out() -> None:
    evening = table("lots")
    question = evening.packet(1).question
    assert question is not None
    assert (question.lots, [o.key for o in question.options]) == (True, ["seat:0", "seat:1"])
    assert evening.tap(1, "seat:0").ok
    assert last(evening) == Answer(None, "seat:0")


@pytest.mark.parametrize("by", ["phone", "host"])
def test_the_companion_draws_and_the_journal_has_what_came_out(by: str) -> None:
    drawn = set()
    for seed in range(12):
        evening = table("lots")
        evening.referee.host.random = Random(seed)
        reply = evening.tap(0, "lots") if by == "phone" else evening.host(HostAct.TELL, value="lots")
        assert reply.ok
        drawn.add(last(evening).key)
    assert drawn == {"seat:0", "seat:1"}


def test_lots_are_drawn_only_where_they_are_asked_for() -> None:
    evening = table("swear")
    question = evening.packet(0).question
    assert question is not None
    assert not question.lots
    assert not evening.tap(0, "lots").ok
    assert not evening.host(HostAct.TELL, value="lots").ok
    assert evening.match.version == 0


def test_the_host_says_what_came_out_but_not_what_a_seat_is_asked() -> None:
    evening = table("lots")
    assert evening.host(HostAct.TELL, value="seat:1").ok
    assert last(evening) == Answer(None, "seat:1")
    secret = table("swear")
    assert not secret.host(HostAct.TELL, value="yes").ok
    assert secret.match.version == 0


def test_nothing_is_told_while_paused() -> None:
    evening = table("lots")
    evening.host(HostAct.PAUSE)
    assert not evening.host(HostAct.TELL, value="seat:1").ok
    assert isinstance(evening.match.question, Chance)


# ---- buttons ---------------------------------------------------------------------------------------------------------


def test_confirm_says_that_the_table_is_prepared() -> None:
    evening = Evening(LUCKY_DRAW, Position({"bells": ("?@cards", "?@cards")}, phase="insert", turn=0))
    evening.press(ButtonRole.CONFIRM)
    assert last(evening) == Answer(None, "done")


def test_the_own_button_says_that_the_cards_are_drawn_and_no_other_does() -> None:
    evening = Evening(LUCKY_DRAW, DRAWING)
    evening.press(ButtonRole.SEAT, 0)
    assert evening.match.version == 0
    evening.press(ButtonRole.SEAT, 1)
    assert last(evening) == Answer(Seat(1), "drawn")


# ---- the reader box --------------------------------------------------------------------------------------------------


def slide(evening: Evening, *named: str) -> None:
    for piece in pieces(*named):
        evening.referee.handle(BoxCard(piece))


def test_a_draw_goes_over_the_box_card_by_card() -> None:
    evening = box()
    slide(evening, "RED-1", "RED-2")
    assert evening.packet().notice == "2 of 3 cards dealt."
    slide(evening, "RED-3")
    assert last(evening) == Answer(Seat(1), "drawn", (("hand/1", pieces("RED-1", "RED-2", "RED-3")),))


def test_a_card_that_is_shown_at_once_ends_the_draw() -> None:
    evening = box()
    slide(evening, "RED-1", "BELL-2")
    assert last(evening) == Answer(Seat(1), "BELL-2:1", (("hand/1", pieces("RED-1")),))
    assert isinstance(evening.match.question, Draw)
    assert evening.match.question.count == 2
    slide(evening, "RED-3", "RED-4")
    assert last(evening).key == "drawn"


@pytest.mark.parametrize("by", ["phone", "button", "camera"])
def test_when_the_box_fails_in_a_draw_what_was_read_stays_known(by: str) -> None:
    evening = box()
    slide(evening, "RED-1")
    if by == "phone":
        evening.tap(1, "drawn")
    elif by == "button":
        evening.press(ButtonRole.SEAT, 1)
    else:
        evening.tap(1, "BELL-1:1")
    read = evening.match.state.pile("hand/1").pieces
    assert set(read) == {"RED-6", "RED-1"}
    assert evening.match.state.pile("hand/1").unseen == (0 if by == "camera" else 2)


def test_the_rest_of_a_draw_may_go_out_unread() -> None:
    evening = box()
    slide(evening, "RED-1")
    assert evening.host(HostAct.DEAL_REST).ok
    assert last(evening) == Answer(Seat(1), "drawn", (("hand/1", (*pieces("RED-1"), UNSEEN, UNSEEN)),))


# ---- what the dealer tells -------------------------------------------------------------------------------------------


def test_what_was_done_for_an_earlier_question_is_not_counted_again() -> None:
    evening = Evening(LUCKY_DRAW, DRAWING)
    evening.tap(1, "BELL-1:0")  # the camera or a phone was faster
    evening.referee.handle(Dealt((), "drawn", version=0))
    assert evening.match.version == 1
    evening.referee.handle(Dealt((), "drawn", version=1))
    assert evening.match.version == 2


def test_cards_that_the_rules_find_fault_with_count_as_unread() -> None:
    evening = Evening(LUCKY_DRAW, DRAWING)
    evening.referee.handle(Dealt((("hand/1", pieces("RED-6", "RED-1", "RED-2")),), "drawn"))
    assert last(evening) == Answer(Seat(1), "drawn")


def test_what_was_done_for_the_last_match_does_not_count_in_a_new_one() -> None:
    evening = Evening(LUCKY_DRAW, DRAWING)
    evening.tap(1, "BELL-1:0")
    assert evening.host(HostAct.END_MATCH, reason="a test").ok
    assert evening.host(HostAct.NEW_MATCH).ok
    assert evening.match.question is not None
    key = evening.match.question.confirm
    evening.referee.handle(Dealt((), key, version=1))
    assert evening.match.version == 0
    evening.referee.handle(Dealt((), key, version=0))
    assert evening.match.version == 1
