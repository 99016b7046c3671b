"""What a reader of chips or a die with a radio tells is taken as what a camera sees."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.inbox import Inbox
from companion.service.parts import Presses
from hardware.types import DiceRolled, TableSense, TagLaid, TagLifted, Tripped
from rules.engine.types import Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD


class ChipReader:
    """A reader under the mat that tells at once what comes to lie on it; `send` is what a device posts with."""

    def __init__(self, evening: Evening):
        self.evening = evening

    def send(self, sense: TableSense) -> None:
        self.evening.now_s += 1
        self.evening.referee.handle(replace(sense, at_s=self.evening.now_s))

    def lay(self, piece: str, spot: str) -> None:
        self.send(TagLaid(self.evening.front(piece), spot, 0.0))

    def lift(self, piece: str) -> None:
        self.send(TagLifted(self.evening.front(piece), 0.0))


def by_camera() -> Evening:
    return Evening(HIGH_CARD, HANDS)


def without_camera() -> Evening:
    return Evening(HIGH_CARD, HANDS, calibrated=False)


def test_a_reader_lays_a_card_and_the_play_is_taken() -> None:
    seen, told = by_camera(), without_camera()
    seen.lay("RED-1", "trick/0")
    ChipReader(told).lay("RED-1", "trick/0")
    assert seen.match.version == 1
    assert told.match.log == seen.match.log
    assert told.bytes_of(0) != ""
    assert told.trace[:2] == ["disk", "packets"]


def test_a_card_on_another_spot_is_no_play() -> None:
    evening = without_camera()
    ChipReader(evening).lay("RED-1", "trick/1")
    assert evening.match.version == 0


def test_the_camera_goes_on_beside_the_reader() -> None:
    evening = by_camera()
    ChipReader(evening).lay("RED-1", "trick/0")
    evening.lay("RED-5", "trick/1")
    assert evening.match.version == 2
    assert {item.payload for item in evening.referee.running.watch.items} == {
        evening.front("RED-1"),
        evening.front("RED-5"),
    }


def test_a_lifted_card_lies_there_no_more() -> None:
    evening = without_camera()
    reader = ChipReader(evening)
    reader.lay("RED-1", "trick/0")
    reader.lift("RED-1")
    assert evening.referee.running.watch.items == ()


def test_an_unknown_tag_is_told() -> None:
    evening = without_camera()
    ChipReader(evening).send(TagLaid("04:A2:19", "trick/0", 0.0))
    assert evening.match.version == 0
    assert "04:A2:19" in evening.packet().notice


def test_dice_that_tell_their_faces_answer_the_roll() -> None:
    evening = Evening(dice_race())
    ChipReader(evening).send(DiceRolled((3, 5), 0.0))
    assert evening.match.state.number("steps/0") == 8
    assert evening.match.waiting == (Seat(1),)
    assert "P1 goes 8 steps." in evening.said


def test_too_few_dice_are_said_and_answer_nothing() -> None:
    evening = Evening(dice_race())
    ChipReader(evening).send(DiceRolled((3,), 0.0))
    assert evening.match.version == 0
    assert evening.packet().notice != ""


def test_where_nothing_is_to_be_rolled_dice_say_nothing() -> None:
    evening = by_camera()
    ChipReader(evening).send(DiceRolled((3, 5), 0.0))
    assert evening.match.version == 0


def test_what_a_device_posts_comes_to_the_referee() -> None:
    inbox = Inbox()
    for signal in (TagLaid("x", "trick/0", 1.0), DiceRolled((6,), 2.0), Tripped("tray_sensor", 3.0)):
        Presses(inbox)(signal)
    assert inbox.get(0.0) == TagLaid("x", "trick/0", 1.0)
    assert inbox.get(0.0) == DiceRolled((6,), 2.0)
    assert inbox.get(0.0) == Tripped("tray_sensor", 3.0)
