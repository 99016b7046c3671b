"""Fanned rows of cards, at random: whatever is laid, moved and taken, the eye believes what lies there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision._rows import Players, RowTable
from tests.vision._table import Table, card, told
from tests.vision.test_rendered_table import fan
from vision import ChangeKind, Frame, Point, TableChange


def play(seed: int, acts: int) -> None:
    table = RowTable(seed)
    players = Players(table)
    done = []
    for _ in range(acts):
        done.append(players.act())
        table.settle()
        assert table.faults() == [], done[-4:]


@pytest.mark.dear
def test_the_believed_table_follows_rows_of_cards():
    play(1, 50)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3, 4, 5, 6, *range(100, 110)])
def test_the_believed_table_follows_rows_of_cards_for_long(seed: int):
    play(seed, 400)


def seen_with(table: Table, x_mm: float, y_mm: float, radius_mm: float, frames: int = 10) -> list[TableChange]:
    """What is told while a round grey thing lies at this place and nothing moves."""
    changes: list[TableChange] = []
    for _ in range(frames):
        table.clock.now_s += 0.2
        frame = table.camera.read(0.0)
        assert frame is not None
        image = frame.image.copy()
        x, y = table.camera.view.pixel(Point(x_mm, y_mm))
        radius_px = round(radius_mm * table.camera.view.px_per_mm)
        cv2.circle(image, (round(x), round(y)), radius_px, (74, 104, 150), -1)
        report = table.eye.look(Frame(np.asarray(image, np.uint8), frame.taken_s, frame.number))
        changes += report.changes if report is not None else ()
    return changes


@pytest.mark.parametrize("is_one_by_one", [True, False])
@pytest.mark.parametrize("number", [0, 2, 4])
@pytest.mark.parametrize("radius_mm", [15.0, 45.0])
def test_a_thing_that_rests_on_a_sticker_of_a_row_is_no_removal(is_one_by_one: bool, number: int, radius_mm: float):
    table = Table() if is_one_by_one else Table(*fan())
    for piece in fan() if is_one_by_one else ():
        table.put(piece)
    x_mm, y_mm = 150 + 32 * number - 15.5, 200 - 28
    assert seen_with(table, x_mm, y_mm, radius_mm) == []
    assert table.frames() == []
    assert len(table.lying()) == 5
    assert told(table.take(number)) == [(ChangeKind.GONE, f"CARD{number:03d}", None, table_spot(table, number))]


def table_spot(table: Table, number: int) -> str | None:
    """The spot on which the card of the fan had been believed."""
    middle_mm = 150 + 32 * number
    spots = {"left": 120, "play": 300}
    return next((name for name, x_mm in spots.items() if abs(middle_mm - x_mm) <= (40 if name == "left" else 50)), None)


def test_a_card_put_between_others_of_a_row_leaves_those_above_it_free():
    """It came last and lies under the card to its right all the same, which can be taken."""
    table = Table()
    for number in (0, 2):
        table.put(card(number, 150 + 32 * number, 200, layer=2 * number))
    table.put(card(1, 182, 200, layer=1))
    assert [(c.kind, c.payload) for c in table.take(2)] == [(ChangeKind.GONE, "CARD002")]
    assert [(c.kind, c.payload) for c in table.take(1)] == [(ChangeKind.GONE, "CARD001")]
    assert set(table.lying()) == {"CARD000"}
