"""The command that tries out every part: what it asks for, and what it makes of the answers."""

from __future__ import annotations

import io
import json
import queue
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from companion.cli.buttons import Line, PartResult, Round, Tried, Typist
from companion.cli.commands import main
from companion.wiring.suggest import suggested
from hardware import ButtonRole, FakeFingers, PinFactory, open_rig
from tests.hardware._clock import FakeClock

PINS = suggested(2).pins
WAIT_S = 60.0
SHORT_S = 0.05
DEADLINE_S = 60.0

Act = Callable[[FakeFingers], None]
RIGHT: dict[str, Act] = {
    "Seat 1: button": lambda fingers: fingers.press(ButtonRole.SEAT, 0),
    "Seat 2: button": lambda fingers: fingers.press(ButtonRole.SEAT, 1),
    "Confirm button": lambda fingers: fingers.press(ButtonRole.CONFIRM),
    "Undo button": lambda fingers: fingers.press(ButtonRole.UNDO),
    "Pause button": lambda fingers: fingers.press(ButtonRole.PAUSE),
    "Die: button": lambda fingers: fingers.press(ButtonRole.DIE),
    "Dial (": lambda fingers: fingers.turn(1),
    "Dial: push": lambda fingers: fingers.press(ButtonRole.DIAL),
    "Tray sensor": lambda fingers: fingers.throw(rattles=1),
}
"""What hands do when they are asked for a part."""


class Somebody:
    """Does what the round asks for, at once, and then what `then_does` has for what came of it; `looks` is what is
    typed at a light."""

    def __init__(self) -> None:
        self.heard: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.clock = clock = FakeClock()  # on the real one a chatter of milliseconds can take as long as two presses
        self.rig = open_rig(PinFactory.MOCK, PINS, clock, self.heard.put, later=clock.later)
        self.fingers = FakeFingers(self.rig.factory, PINS, wait=clock.advance)
        self.does: dict[str, Act] = dict(RIGHT)
        self.then_does: dict[str, Act] = {}
        self.looks: str | None = ""
        self.said: list[str] = []
        self.lit: list[str] = []

    def says(self, text: str) -> None:
        self.said.append(text)
        if "is lit" in text:
            factory = self.rig.factory
            assert factory is not None
            pins = [part.pins[0] for part in self.rig.parts() if "light" in part.key]
            self.lit += [f"GPIO {pin}" for pin in pins if factory.pin(pin).state]
            self.heard.put(Line(self.looks))
        else:
            for words, act in (self.does if "Enter skips" in text else self.then_does).items():
                if words in text:
                    act(self.fingers)

    def goes_round(self, wait_s: float = WAIT_S) -> dict[str, Tried]:
        tried = Round(self.rig, self.heard, lambda: None, lambda: None, self.says, wait_s).run()
        return {one.part.key: one for one in tried}


@pytest.fixture
def somebody() -> Iterator[Somebody]:
    made = Somebody()
    yield made
    made.rig.close()


def test_every_part_is_asked_for_and_found_well(somebody: Somebody) -> None:
    tried = somebody.goes_round()
    assert set(tried) == {part.key for part in somebody.rig.parts()}
    lights = {key for key in tried if "light" in key}
    assert {key for key, one in tried.items() if one.outcome is PartResult.SEEN} == lights
    assert {key for key, one in tried.items() if one.outcome is PartResult.WORKS} == set(tried) - lights
    asked = [text for text in somebody.said if "is lit" in text]
    assert len(asked) == len(lights) == len(somebody.lit)
    for text, pin in zip(asked, somebody.lit, strict=True):
        assert f"({pin}," in text, "exactly the light that was asked about was lit"
    assert any("GPIO 17, position 11" in text for text in somebody.said)
    a, b = PINS["dial"]
    assert any(f"GPIO {a} (A), GPIO {b} (B)" in text for text in somebody.said)


def test_swapped_wires_are_named(somebody: Somebody) -> None:
    somebody.does = {**RIGHT, "Seat 1: button": RIGHT["Seat 2: button"], "Seat 2: button": RIGHT["Seat 1: button"]}
    somebody.then_does = {"answered in its place": lambda fingers: somebody.heard.put(Line(""))}
    tried = somebody.goes_round()
    found = {key: (tried[key].outcome, tried[key].other) for key in ("seat_button_0", "seat_button_1")}
    assert found == {
        "seat_button_0": (PartResult.OTHER, "seat_button_1"),
        "seat_button_1": (PartResult.OTHER, "seat_button_0"),
    }
    assert any("Seat 2: button answered in its place" in text for text in somebody.said)


def test_the_wrong_button_and_then_the_right_one_is_well(somebody: Somebody) -> None:
    def both(fingers: FakeFingers) -> None:
        fingers.press(ButtonRole.UNDO)
        fingers.press(ButtonRole.CONFIRM)

    somebody.does = {**RIGHT, "Confirm button": both}
    assert somebody.goes_round()["confirm_button"].outcome is PartResult.WORKS


def test_a_part_that_tells_nothing_is_silent(somebody: Somebody) -> None:
    somebody.fingers.fail(ButtonRole.UNDO)
    tried = somebody.goes_round(0.5)
    assert [key for key, one in tried.items() if one.outcome is PartResult.SILENT] == ["undo_button"]
    assert any("Nothing came in 0.5 s" in text for text in somebody.said)


def test_a_dial_that_counts_backwards_is_told(somebody: Somebody) -> None:
    somebody.does = {**RIGHT, "Dial (": lambda fingers: fingers.turn(-1)}
    tried = somebody.goes_round(0.5)
    assert tried["dial"].outcome is PartResult.REVERSED
    assert any("A and B are swapped" in text for text in somebody.said)


def test_it_is_told_at_once_and_may_be_turned_the_right_way(somebody: Somebody) -> None:
    swapped = "A and B are swapped"
    somebody.does = {**RIGHT, "Dial (": lambda fingers: fingers.turn(-1)}
    somebody.then_does = {swapped: lambda fingers: fingers.turn(1)}
    assert somebody.goes_round()["dial"].outcome is PartResult.WORKS
    somebody.clock.advance(5.0)
    somebody.then_does = {swapped: lambda fingers: somebody.heard.put(Line(""))}
    assert somebody.goes_round()["dial"].outcome is PartResult.REVERSED, "it is left as it is"


def test_a_light_that_nobody_sees_is_a_fault_and_enter_skips_a_button(somebody: Somebody) -> None:
    somebody.looks = "n"
    somebody.does = {"(": lambda fingers: somebody.heard.put(Line(""))}
    tried = somebody.goes_round()
    outcomes = {key: one.outcome for key, one in tried.items()}
    assert {outcome for key, outcome in outcomes.items() if "light" in key} == {PartResult.NOT_SEEN}
    assert {outcome for key, outcome in outcomes.items() if "light" not in key} == {PartResult.SKIPPED}


def test_a_press_before_it_was_asked_for_counts_for_nothing(somebody: Somebody) -> None:
    somebody.fingers.press(ButtonRole.SEAT, 0)
    somebody.does = {}
    tried = somebody.goes_round(SHORT_S)
    assert {one.outcome for key, one in tried.items() if "light" not in key} == {PartResult.SILENT}


def test_where_nobody_types_lights_are_skipped_and_buttons_still_tried(somebody: Somebody) -> None:
    somebody.looks = None
    tried = somebody.goes_round()
    assert {one.outcome for key, one in tried.items() if "light" in key} == {PartResult.SKIPPED}
    assert len([text for text in somebody.said if "is lit" in text]) == 1, "it is asked once, not for every light"
    assert {one.outcome for key, one in tried.items() if "light" not in key} == {PartResult.WORKS}


def test_all_lights_are_dark_or_as_before_afterwards(somebody: Somebody) -> None:
    somebody.does = {}
    somebody.goes_round(SHORT_S)
    factory = somebody.rig.factory
    assert factory is not None
    assert not [pin for pin in (*PINS["seat_lights"], *PINS["die_lights"]) if factory.pin(pin).state]


def test_a_line_is_read_only_when_it_is_asked_for() -> None:
    heard: queue.SimpleQueue[object] = queue.SimpleQueue()
    typist = Typist(io.StringIO("Y\n\n"), heard.put)
    for wanted in ("y", "", None):
        assert heard.empty()
        typist.ask()
        typist.ask()
        assert heard.get(timeout=DEADLINE_S) == Line(wanted)
        typist.answered()


# -- the command -------------------------------------------------------------------------------------------------------

SETS = ("--set", "hardware.seat_buttons=17,27", "--set", "hardware.seat_lights=5", "--wait", "0.1")


def test_as_json_the_rows_name_every_part_and_the_exit_code_tells() -> None:
    words = ["buttons", "--json", "--set", "hardware.pins=mock", *SETS]
    result = CliRunner().invoke(main, words, input="")
    assert result.exit_code == 1, result.output
    rows = json.loads(result.stdout)
    assert [(row["key"], row["outcome"]) for row in rows] == [
        ("seat_light_0", "skipped"),
        ("seat_button_0", "silent"),
        ("seat_button_1", "silent"),
    ]
    assert (rows[1]["pins"], rows[1]["positions"], result.exit_code) == ([17], [11], 1)


def test_what_is_skipped_is_no_fault() -> None:
    lights = ["buttons", "--set", "hardware.pins=mock", "--set", "hardware.seat_lights=5,6"]
    assert CliRunner().invoke(main, lights, input="s\ns\n").exit_code == 0
    assert CliRunner().invoke(main, lights, input="y\nn\n").exit_code == 1
    assert "2 of 2 parts are well" in CliRunner().invoke(main, lights, input="\n\n").output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "No pins are used"),
        (["--set", "hardware.pins=mock"], "Nothing is wired"),
        (["--set", "hardware.pins=mock", "--set", "hardware.seat_buttons=5,5"], "used twice"),
    ],
)
def test_what_cannot_be_tried_is_said_in_one_sentence(words: list[str], why: str) -> None:
    result = CliRunner().invoke(main, ["buttons", *words])
    assert (result.exit_code, why in result.output) == (2, True)
