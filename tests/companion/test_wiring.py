"""The wiring diagram is drawn from the pin map that the devices are opened with: every wire leads to its pin."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.settings.config import load_config
from companion.wiring.header import GROUND, HEADER, is_left
from companion.wiring.layout import COLUMN, PIN_REACH, Plan, Wire, plan_of, row_y
from companion.wiring.picture import table_lines, wiring_picture, wiring_svg
from companion.wiring.suggest import MOST_SEATS, as_settings, suggested
from companion.wiring.wiring import ALL_PINS_MA, PIN_MA, Symbol, wiring_of
from hardware import HardwareError, PinFactory, PinMap, check_pins
from rules.drawing import Text, text_width
from tests.companion.printed import needs_poppler, words
from words.catalogue import translated

SVG = "{http://www.w3.org/2000/svg}"
SUGGESTED = {f"suggested for {seats}": suggested(seats).pins for seats in range(1, MOST_SEATS + 1)}
HARD = {
    "one button": PinMap(confirm_button=24),
    "upside down": PinMap(seat_buttons=(26, 19, 13, 6, 5, 11, 9, 10, 22, 27), seat_lights=(21, 20, 16, 12, 7, 8)),
    "one side only": PinMap(seat_buttons=(4, 17, 27, 22, 10, 9, 11, 5, 6, 13), die_lights=(19, 26, 2, 3)),
    "a dial across the header": PinMap(seat_buttons=(2, 14), dial=(4, 15), die_lights=(18, 27, 3, 22)),
    "the whole header": PinMap(seat_buttons=tuple(range(2, 14)), seat_lights=tuple(range(14, 28))),
}
WIRINGS = SUGGESTED | HARD


def gpiozero_header() -> dict[int, set[object]]:
    mock = pytest.importorskip("gpiozero.pins.mock")
    info = mock.MockFactory(revision="a02082", pin_class=mock.MockPin).board_info
    return {number: set(pin.names) for number, pin in info.headers["J8"].pins.items()}


def test_the_header_is_the_one_that_gpiozero_knows() -> None:
    known = gpiozero_header()
    assert sorted(known) == list(range(1, len(HEADER) + 1))
    assert [n for n, what in enumerate(HEADER, 1) if what not in known[n]] == []
    assert sorted(what for what in HEADER if isinstance(what, int)) == list(range(28))


@pytest.fixture(params=list(WIRINGS.values()), ids=list(WIRINGS))
def pins(request: pytest.FixtureRequest) -> PinMap:
    found: PinMap = request.param
    return found


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_every_wired_part_is_drawn_and_each_of_its_wires_ends_at_its_pin(pins: PinMap) -> None:
    plan = plan_of(wiring_of(pins))
    wanted = sorted((part.key, pin) for part in pins.parts() for pin in part.pins)
    assert sorted((wire.part.key, wire.contact.pin) for wire in plan.wires) == wanted
    starts = {(placed.part.key, y) for placed in plan.parts for y in placed.contact_ys}
    for wire in plan.wires:
        assert HEADER[wire.contact.position - 1] == wire.contact.pin
        assert (wire.part.key, wire.places[0][1]) in starts
        x, y = wire.places[-1]
        pin = plan.x(COLUMN, is_left(wire.contact.position)), row_y(wire.contact.position)
        assert abs(x - pin[0]) + abs(y - pin[1]) == pytest.approx(PIN_REACH), "it touches the rim of its own pin"


def test_every_part_is_joined_to_a_ground_of_its_side(pins: PinMap) -> None:
    plan = plan_of(wiring_of(pins))
    tapped = set()
    for rail in plan.rails:
        assert HEADER[rail.position - 1] == GROUND
        assert abs(rail.places[-1][0] - plan.x(COLUMN, rail.left)) == pytest.approx(PIN_REACH)
        assert rail.places[-1][1] == row_y(rail.position)
        ys = [y for _, y in rail.places]
        for _, (x, y) in rail.taps:
            assert x == rail.places[0][0]
            assert min(ys) <= y <= max(ys)
            tapped.add((rail.left, y))
    assert tapped == {(placed.left, placed.ground_y) for placed in plan.parts}


def segments(wire: Wire) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(pairwise(wire.places))


def lie_on_each_other(plan: Plan) -> list[str]:
    """Wires that could be taken for one."""
    found = []
    for one, other in combinations(plan.wires, 2):
        for (ax, ay), (bx, by) in segments(one):
            for (cx, cy), (dx, dy) in segments(other):
                upright = ax == bx == cx == dx and min(ay, by) < max(cy, dy) and min(cy, dy) < max(ay, by)
                level = ay == by == cy == dy and min(ax, bx) < max(cx, dx) and min(cx, dx) < max(ax, bx)
                if upright or level:
                    found.append(f"{one.part.key} and {other.part.key}")
    return found


def test_no_two_wires_lie_on_each_other(pins: PinMap) -> None:
    assert lie_on_each_other(plan_of(wiring_of(pins))) == []


@pytest.mark.parametrize("seats", range(1, MOST_SEATS + 1))
def test_no_wires_cross_in_a_suggested_wiring(seats: int) -> None:
    plan = plan_of(wiring_of(suggested(seats).pins))
    for one, other in combinations(plan.wires, 2):
        for (ax, ay), (bx, by) in segments(one):
            for (cx, cy), (dx, dy) in segments(other):
                crosses = ax == bx and cy == dy and min(cx, dx) < ax < max(cx, dx) and min(ay, by) < cy < max(ay, by)
                assert not crosses, f"{one.part.key} and {other.part.key}"


def test_parts_do_not_lie_on_each_other(pins: PinMap) -> None:
    plan = plan_of(wiring_of(pins))
    for side in (True, False):
        ranges = sorted((placed.top, placed.contact_ys[-1] + 10) for placed in plan.parts if placed.left is side)
        assert all(end <= begin for (_, end), (begin, _) in pairwise(ranges))
        assert all(begin > 60 and end < plan.bottom for begin, end in ranges)


def test_every_wire_has_its_words_beside_it(pins: PinMap) -> None:
    wiring = wiring_of(pins)
    drawing = ElementTree.fromstring(wiring_svg(wiring))
    texts = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    for part in wiring.parts:
        assert str(part.label) in texts
        for contact in part.contacts:
            label = f"GPIO {contact.pin} · {part.label}" + (f" {contact.mark}" if contact.mark else "")
            assert texts.count(label) == 1
    wires = [line for line in drawing.iter(f"{SVG}polyline") if "data-gpio" in line.attrib]
    assert {int(line.attrib["data-gpio"]) for line in wires} == {pin for part in pins.parts() for pin in part.pins}
    assert texts.count(f"{GROUND} · ground of this side") == len(set(map(_side, wires)))


def _side(line: ElementTree.Element) -> bool:
    xs = [float(place.split(",")[0]) for place in line.attrib["points"].split()]
    return xs[0] < xs[-1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_texts_are_inside_the_picture(pins: PinMap, language: str) -> None:
    picture = wiring_picture(wiring_of(pins), lambda text: translated(language, text))
    for shape in picture.shapes:
        if isinstance(shape, Text):
            wide = text_width(shape.text, shape.size)
            left = shape.at[0] - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor.value]
            assert left >= 0, shape.text
            assert left + wide <= picture.width, shape.text
            assert 0 < shape.at[1] < picture.height, shape.text


def test_what_is_not_wired_is_not_drawn() -> None:
    svg = wiring_svg(wiring_of(PinMap(confirm_button=24)))
    assert svg.count("data-gpio=") == 1
    for absent in ("Seat", "Die", "Dial", "Tray", "Ω", "3V3 (position"):
        assert absent not in svg
    bare = wiring_svg(wiring_of(PinMap()))
    assert "data-gpio" not in bare
    assert ElementTree.fromstring(bare).find(f"{SVG}desc") is not None


def test_a_warning_stands_at_exactly_the_pins_that_opening_warns_about() -> None:
    for pin in range(2, 28):
        pins = PinMap(undo_button=pin)
        (contact,) = wiring_of(pins).parts[0].contacts
        warned = " ".join(check_pins(pins))
        assert (contact.also is not None) == bool(warned), pin
        assert contact.also is None or str(contact.also).removeprefix("also ").split()[0] in warned
        assert ("(!) also" in wiring_svg(wiring_of(pins))) == bool(warned)


def test_wiring_that_cannot_be_is_refused_as_at_the_start() -> None:
    with pytest.raises(HardwareError, match="used twice"):
        wiring_of(PinMap(confirm_button=5, undo_button=5))


# -- how much current flows --------------------------------------------------------------------------------------------


def test_resistors_keep_all_lights_within_what_the_board_gives(pins: PinMap) -> None:
    wiring = wiring_of(pins)
    assert wiring.most_ma <= ALL_PINS_MA + 0.01
    lights = sum(part.lights for part in wiring.parts)
    assert lights == len(pins["seat_lights"]) + (7 if pins["die_lights"] else 0)
    if lights:
        each_ma = wiring.most_ma / lights
        assert each_ma * max(part.lights for part in wiring.parts) <= PIN_MA
        assert any(f"{wiring.resistor_ohm} Ω" in note for note in wiring.notes)


def test_the_die_has_seven_lights_in_four_groups_that_make_every_number() -> None:
    wiring = wiring_of(PinMap(die_lights=(10, 9, 11, 8)))
    assert [part.symbol for part in wiring.parts] == [Symbol.LIGHT, Symbol.PAIR, Symbol.PAIR, Symbol.PAIR]
    places = [place for part in wiring.parts for place in part.pips]
    assert sorted(places) == [0, 2, 3, 4, 5, 6, 8]
    assert [part.lights for part in wiring.parts] == [len(part.pips) for part in wiring.parts]


# -- suggestions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, MOST_SEATS + 1))
def test_a_suggested_wiring_can_be_built_as_it_is(seats: int) -> None:
    suggestion = suggested(seats)
    assert check_pins(suggestion.pins) == ()
    assert len(suggestion.pins["seat_buttons"]) == len(suggestion.pins["seat_lights"]) == seats
    assert suggestion.pins["confirm_button"]
    assert (suggestion.left_out == ()) == (seats <= 5)
    wired = {part.key for part in suggestion.pins.parts()}
    assert not wired & set(suggestion.left_out)
    assert ("dial_button" in wired) <= ("dial" in wired)


@pytest.mark.parametrize("seats", range(1, MOST_SEATS + 1))
def test_the_suggested_settings_give_that_wiring(tmp_path: Path, seats: int) -> None:
    suggestion = suggested(seats)
    file = tmp_path / "companion.toml"
    file.write_text(as_settings(suggestion), "utf-8")
    found = load_config(file, [], {}, {}).config.hardware
    assert (found.pins, found.pin_map) == (PinFactory.LGPIO, suggestion.pins)


@pytest.mark.parametrize("seats", [0, -1, MOST_SEATS + 1, 40])
def test_more_seats_than_pins_are_refused(seats: int) -> None:
    with pytest.raises(HardwareError, match=f"1 to {MOST_SEATS} seats"):
        suggested(seats)


# -- the command -------------------------------------------------------------------------------------------------------

SETS = ["--set", "hardware.seat_buttons=17,27", "--set", "hardware.dial=2,12"]


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def test_without_a_file_the_table_is_printed() -> None:
    printed = run("wiring", *SETS)
    assert re.search(r"Seat 1: button +seat_buttons \(1\) +GPIO 17 +11 +one contact to the pin", printed)
    assert re.search(r"Dial +dial +GPIO 2 \(A\), GPIO 12 \(B\) +3 \(A\), 32 \(B\)", printed)
    assert "(!) also I2C data" in printed
    assert "--suggest 4" in run("wiring")


def test_the_drawing_goes_into_a_file_and_not_over_another(tmp_path: Path) -> None:
    file = tmp_path / "wiring.svg"
    assert "2 parts" in run("wiring", "--out", str(file), "--set", "hardware.seat_buttons=17,27")
    assert file.read_text("utf-8") == wiring_svg(wiring_of(PinMap(seat_buttons=(17, 27))))
    again = CliRunner().invoke(main, ["wiring", "--out", str(file)])
    assert (again.exit_code, "is there already" in again.output) == (2, True)
    assert "1 part" in run("wiring", "--out", str(file), "--force", "--set", "hardware.undo_button=5")


@needs_poppler
def test_the_print_has_the_drawing_and_the_table_and_is_the_same_each_time(tmp_path: Path) -> None:
    file = tmp_path / "wiring.pdf"
    run("wiring", "--suggest", "4", "--pdf", "--out", str(file))
    first = file.read_bytes()
    found = words(first)
    texts = [" ".join(word.text for word in found if word.page == page) for page in (0, 1)]
    for line in table_lines(wiring_of(suggested(4).pins)):
        assert line.part in texts[0]
        assert line.setting in texts[1]
        assert line.connect in texts[1]
    run("wiring", "--suggest", "4", "--pdf", "--out", str(file), "--force")
    assert file.read_bytes() == first
    assert CliRunner().invoke(main, ["wiring", "--pdf"]).exit_code == 2


def test_the_suggestion_is_a_block_of_settings() -> None:
    assert run("wiring", "--suggest", "4") == as_settings(suggested(4))
    assert CliRunner().invoke(main, ["wiring", "--suggest", "99"]).exit_code == 2
