"""What goes wrong with cameras and lamps: black or white pictures, a knock, a poster; a stack that is no turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision._table import CALM, LAYOUT, Table, card, told
from vision import (
    Art,
    CameraNote,
    ChangeKind,
    Eye,
    Frame,
    PieceShape,
    Point,
    ScenePiece,
    SceneState,
    Side,
    TableChange,
    Tag,
    TagRegistry,
    VirtualCamera,
)
from vision.reading._stages import Reading
from vision.reading.reader import table_reader
from vision.table._reading import TableReading
from vision.table._sight import apart
from vision.virtual.lamp import Lamp

PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED


def all_of_one_level(table: Table, level: int, frames: int) -> tuple[list[TableChange], list[CameraNote]]:
    changes: list[TableChange] = []
    notes: list[CameraNote] = []
    frame = table.camera.read(0.0)
    assert frame is not None
    for _ in range(frames):
        table.clock.now_s += 0.2
        report = table.eye.look(Frame(np.full_like(frame.image, level), table.clock.now_s, frame.number))
        changes += report.changes if report is not None else ()
        notes += report.notes if report is not None else ()
    return changes, notes


@pytest.mark.parametrize(("level", "note"), [(0, CameraNote.DARK), (255, CameraNote.BRIGHT)])
def test_a_black_or_a_white_picture_takes_nothing_from_the_table_and_is_noted_once(level: int, note: CameraNote):
    table = Table(card(1, 300, 200), card(2, 120, 200))
    assert all_of_one_level(table, level, 30) == ([], [note])
    assert table.frames() == []
    assert told(table.take(1)) == [(GONE, "CARD001", None, "play")]
    assert set(table.lying()) == {"CARD002"}


def test_one_black_frame_is_nothing_to_talk_about():
    table = Table(card(1, 300, 200))
    assert all_of_one_level(table, 0, 1) == ([], [])
    assert table.frames() == []


@pytest.mark.parametrize("level", [0.55, 0.8])
def test_a_card_that_lay_there_in_another_light_can_be_taken(level: int):
    table = Table()
    table.put(card(1, 300, 200))
    table.camera.light(Lamp(level=level, gradient=0.4, angle_deg=20.0))
    assert table.frames() == []
    assert told(table.take(1)) == [(GONE, "CARD001", None, "play")]


def test_a_knock_against_the_camera_moves_no_card():
    table = Table(*(card(n, x, 200) for n, x in enumerate((120, 300, 480))))
    table.put(card(3, 305, 205, layer=1))
    for right, down, turn in ((9.0, -7.0, 0.0), (-4.0, 12.0, 0.5), (-14.0, 3.0, -0.9)):
        table.camera.bump(right, down, turn)
        assert table.frames(12) == []
    x_mm, y_mm = 300 - 15.5, 200 - 28
    at = table.lying()["CARD001"].at
    assert at is not None
    assert (at.x_mm, at.y_mm) == pytest.approx((x_mm, y_mm), abs=2.5)
    assert told(table.take(3)) == [(GONE, "CARD003", None, "play")]
    assert told(table.take(0)) == [(GONE, "CARD000", None, "left")]
    assert set(table.lying()) == {"CARD001", "CARD002"}


@pytest.mark.parametrize("upper_is_up", [True, False])
@pytest.mark.parametrize(("right_mm", "down_mm"), [(9, 0), (0, 9), (-8, -8), (20, 6)])
def test_a_card_laid_over_another_one_is_no_card_turned_over(upper_is_up: bool, right_mm: int, down_mm: int):
    table = Table(card(1, 300, 200, face_up=not upper_is_up))
    upper = card(2, 300 + right_mm, 200 + down_mm, layer=1, face_up=upper_is_up)
    (change,) = table.put(upper)
    assert (change.kind, change.payload) == (PLACED, "CARD002" if upper_is_up else "BACK1")
    assert len(table.eye_presences()) == 2
    (change,) = table.take(2)
    assert change.kind is GONE
    assert [p.tag.payload for p in table.eye_presences()] == ["BACK1" if upper_is_up else "CARD001"]


@pytest.mark.parametrize("level", [0.7, 1.0])
def test_the_rim_of_a_card_nearly_as_grey_as_the_table_tells_that_it_lies_there_still(level: float):
    table = Table()
    table.camera.light(Lamp(level=level))
    grey = replace(card(1, 300, 200), art=Art("Knight", "K", (140, 140, 140), "book"))
    table.put(grey)
    (change,) = table.put(card(2, 302, 191, layer=1, face_up=False))  # only the grey lower edge peeps out
    assert (change.kind, change.payload) == (PLACED, "BACK1")
    assert len(table.eye_presences()) == 2


@pytest.mark.parametrize(("right_mm", "down_mm"), [(0, 0), (6, -4), (-9, 5)])
def test_a_card_turned_over_a_little_aside_is_still_turned_over(right_mm: int, down_mm: int):
    table = Table()
    table.put(card(1, 300, 200))
    moved = card(1, 300 + right_mm, 200 + down_mm, face_up=False)
    assert told(table.put(moved)) == [(TURNED, "BACK1", "play", "play")]
    assert told(table.put(card(1, 300, 200))) == [(TURNED, "CARD001", "play", "play")]


def test_a_small_sticker_on_a_coin_is_followed_like_a_card():
    coin = ScenePiece(5, "CARD005", None, 300, 200, width_mm=18, height_mm=18, sticker_mm=16)
    settings = replace(CALM, px_per_mm=3.6)
    table = Table(settings=settings)
    round_ = PieceShape(9, 9, 9, 9)
    table.eye.set_registry(TagRegistry([Tag("CARD005", "coin", Side.FRONT, shape=round_, sticker_mm=16.0)]))
    table.frames(2)
    assert told(table.put(coin)) == [(PLACED, "CARD005", "play", None)]
    assert told(table.move(5, 480, 200)) == [(MOVED, "CARD005", "right", "play")]
    assert told(table.take(5)) == [(GONE, "CARD005", None, "right")]


def poster(columns: int = 12, rows: int = 6) -> list[ScenePiece]:
    """A sheet of codes of another game, 26 mm apart."""
    return [
        ScenePiece(1000 + n, f"SHOP{n:04d}", None, 130 + 28 * (n % columns), 120 + 28 * (n // columns),
                   width_mm=26, height_mm=26)
        for n in range(columns * rows)
    ]  # fmt: skip


class CountingReader:
    """Counts what the table's own reader reads."""

    def __init__(self, registry: TagRegistry) -> None:
        self._reader = table_reader(registry)
        self.decoded = 0

    def read(self, image, known_regions=None, scale=None) -> Reading:
        found = self._reader.read(image, known_regions, scale)
        self.decoded += len(found.tags)
        return found


def test_a_poster_of_foreign_codes_is_noted_once_and_read_once():
    table = Table()
    readers: list[CountingReader] = []

    def make(registry: TagRegistry) -> CountingReader:
        readers.append(CountingReader(registry))
        return readers[-1]

    pieces = {piece.ident: piece for piece in poster()}
    state = [SceneState(1, tuple(pieces.values()))]
    camera = VirtualCamera(LAYOUT, lambda: state[0], CALM, table.clock, seed=4)
    eye = Eye(camera, LAYOUT, table.registry, make, table.clock, lambda report: None)
    notes: list[CameraNote] = []
    changes: list[TableChange] = []

    def frames(count: int) -> None:
        for _ in range(count):
            table.clock.now_s += 0.2
            frame = camera.read(0.0)
            assert frame is not None
            report = eye.look(frame)
            if report is not None:
                notes.extend(report.notes)
                changes.extend(report.changes)

    frames(6)
    once = readers[-1].decoded
    assert once >= 60
    assert notes.count(CameraNote.FOREIGN) == 1
    assert changes == []  # nobody wants to register a poster
    state[0] = SceneState(2, (*pieces.values(), card(1, 60, 200)))
    frames(80)  # long enough for everything to be looked at again
    assert [(change.kind, change.payload) for change in changes] == [(PLACED, "CARD001")]
    assert readers[-1].decoded < once + 30
    assert notes.count(CameraNote.FOREIGN) == 1


def test_a_remembered_tag_keeps_its_place_on_the_mat_when_the_camera_was_moved():
    table = Table(card(1, 300, 200))
    reading: TableReading = table.eye._reading
    before = reading.memory.lying[0]
    table.camera.bump(20.0, -6.0, 0.0)
    table.frames()
    after = reading.memory.lying[0]
    assert after.number == before.number
    x, y = table.camera.view.pixel(Point(284.5, 172))
    assert after.body.centre_px == pytest.approx((x, y), abs=3)


def test_of_two_codes_read_at_one_place_one_is_believed():
    """A code that was only recognised by its looks gives way to one that was decoded, or that lay there before."""
    table = Table(card(1, 300, 200))
    (known,) = table.eye._reading.memory.lying
    right = known.sighting
    x = right.corners_px[1][0] - right.corners_px[0][0]
    beside = tuple((px + 0.6 * x, py) for px, py in right.corners_px)
    ghost = replace(right, payload="CARD002", corners_px=beside, reader="deck")
    assert apart([ghost, right], ()) == [right]
    assert apart([ghost, replace(right, reader="deck")], [known]) == [replace(right, reader="deck")]
    far = replace(ghost, corners_px=tuple((px + x, py) for px, py in right.corners_px))
    assert apart([far, right], ()) == [far, right]
