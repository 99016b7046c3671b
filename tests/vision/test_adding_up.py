"""What a look cannot read adds up while it rests, and what stays too small is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from bench._tables import GOOD, HARD, Conditions, stills
from bench.recall_bench import STILL_FRAMES, STILL_SIZE_PX, still, watched
from tests.vision._table import CALM, LAYOUT, Hours, card, front
from vision import (
    ChangeKind,
    Eye,
    Frame,
    Image,
    PieceShape,
    Scale,
    ScenePiece,
    SceneState,
    Side,
    TableReport,
    Tag,
    TagReader,
    TagRegistry,
    VirtualCamera,
    table_reader,
)
from vision._pixels import Box
from vision.codes import choose_codes
from vision.reading._stages import Reading
from vision.table._still_places import StillPlaces, _moved, _shift_px
from vision.table.gate import MotionGate

CODES = choose_codes(100, Random(5))
DECK, STRANGERS = CODES[:60], CODES[60:]
TOKEN = ScenePiece(1, DECK[3], None, 300, 200, 20.0, width_mm=26, height_mm=26)


@pytest.mark.parametrize("is_scaled", [True, False])
def test_more_is_read_while_the_table_rests_and_nothing_wrong(is_scaled: bool):
    frames = stills(STILL_FRAMES, list(DECK[:20]), 1.1, HARD, 5, size_px=STILL_SIZE_PX)
    there = set(DECK[:20])
    first, later = ({tag.payload for tag in watched(DECK, frames[:n], is_scaled)[0]} for n in (1, STILL_FRAMES))
    assert len(first) < len(later)
    assert len(later) >= 19
    assert later <= there


@pytest.mark.parametrize(("px", "seen"), [(1.0, GOOD), (1.25, HARD)], ids=["good", "hard"])
def test_strange_codes_stay_unread_however_long_they_rest_and_are_told_as_too_small(px: float, seen: Conditions):
    frames = stills(STILL_FRAMES, list(STRANGERS[:20]), px, seen, 4, size_px=STILL_SIZE_PX)
    believed, unread = watched(DECK, frames, is_scaled=True)
    assert believed == []
    assert 17 <= len(unread) <= 20
    assert all(0.7 * px < code.module_px < 1.3 * px for code in unread)
    assert watched(DECK, frames[:3], is_scaled=True)[1] == ()


def test_the_bench_measures_stillness(capsys: pytest.CaptureFixture[str]):
    still(DECK, 20, at=(1.0,))
    good, hard = capsys.readouterr().out.splitlines()
    assert good.startswith("good 1.00 px/module")
    assert all(word in hard for word in ("first", "2 s", "no scale"))
    assert "WRONG" not in good + hard


class Small:
    """A mat seen from far away: a module of a sticker has little more than a pixel."""

    def __init__(self, make: Callable[[TagRegistry], TagReader] = table_reader) -> None:
        self.clock, self.pieces, self.version = Hours(), dict[int, ScenePiece](), 1
        settings = replace(CALM, px_per_mm=1.3, tilt_deg=0.0)
        self.camera = VirtualCamera(LAYOUT, self.scene, settings, self.clock, seed=3)
        registry = TagRegistry(
            [Tag(code, f"token#{code}", Side.FRONT, shape=PieceShape(13, 13, 13, 13)) for code in DECK]
        )
        registry = TagRegistry([*registry.values(), front(1)])
        self.eye = Eye(self.camera, LAYOUT, registry, make, self.clock, lambda report: None)
        self.told: list[TableReport] = []
        self.look()

    def scene(self) -> SceneState:
        return SceneState(self.version, tuple(self.pieces.values()))

    def look(self, count: int = 20) -> list[tuple[ChangeKind, str]]:
        before = len(self.told)
        for _ in range(count):
            self.clock.now_s += 0.125
            frame = self.camera.read(0.0)
            assert frame is not None
            report = self.eye.look(frame)
            self.told += [] if report is None else [report]
        return [(change.kind, change.payload) for report in self.told[before:] for change in report.changes]

    def put(self, piece: ScenePiece) -> list[tuple[ChangeKind, str]]:
        self.pieces[piece.ident], self.version = piece, self.version + 1
        return self.look()

    def take(self) -> list[tuple[ChangeKind, str]]:
        del self.pieces[1]
        self.version += 1
        return self.look()


def test_a_code_too_small_is_told_with_its_place_until_it_is_taken():
    table = Small()
    assert table.put(replace(TOKEN, payload_front=STRANGERS[3])) == []
    (unread,) = table.told[-1].unread
    assert unread.at is not None
    assert unread.spot == "play"
    assert math.dist((unread.at.x_mm, unread.at.y_mm), (300, 200)) < 2
    assert 1.1 < unread.module_px < 1.4
    table.put(replace(TOKEN, ident=2, x_mm=480))
    assert table.told[-1].unread == (unread,)
    table.take()
    assert not table.told[-1].unread


class DimReader:
    """Reads nothing in a single frame, and what there is where several have added up."""

    def __init__(self, registry: TagRegistry) -> None:
        self._reader = table_reader(registry)

    def read(self, image: Image, known_regions: Sequence[Box] | None = None, scale: Scale | None = None) -> Reading:
        read = self._reader.read(image, known_regions, scale)
        is_frame = image.ndim == 3
        return Reading((), left=() if known_regions is None else tuple(known_regions)) if is_frame else read


@pytest.mark.parametrize("piece", [TOKEN, card(1, 300, 200)], ids=["token", "card"])
def test_what_was_read_late_is_placed_once_and_gone_when_it_is_taken(piece: ScenePiece):
    table = Small(DimReader)
    assert table.put(piece) == [(ChangeKind.PLACED, piece.payload_front)]
    assert table.look(100) == [], "also when everything is read again"
    assert table.take() == [(ChangeKind.GONE, piece.payload_front)]
    assert table.look(100) == []


def test_a_trembling_camera_is_followed_to_a_part_of_a_pixel():
    rng = np.random.default_rng(1)
    ground = cv2.GaussianBlur(rng.uniform(0, 255, (60, 80)).astype(np.float32), (0, 0), 2.0)
    there = np.asarray(100 + 2.0 * (ground - ground.mean()), np.float32)
    beside = _moved(there, (-0.3, 0.2))
    right, down = _shift_px([(there, 0.8 * beside + rng.normal(0, 3, there.shape).astype(np.float32))])
    assert math.dist((right, down), (0.3, -0.2)) < 0.1
    assert float(np.abs(_moved(beside, (right, down)) - there)[4:-4, 4:-4].mean()) < 1.5
    assert _shift_px([]) == (0.0, 0.0)


def test_no_more_adds_up_than_there_is_room_for_and_nothing_where_something_moves():
    still = StillPlaces()
    gate = MotionGate()
    rng = np.random.default_rng(2)
    pictures = [np.asarray(np.clip(90 + rng.normal(0, 3, (720, 960)), 0, 255), np.uint8) for _ in range(16)]
    view = gate.step(Frame(pictures[0], 0.0, 0))
    gate.accept(np.ones_like(view.moving))
    everywhere = np.ones_like(view.moving)
    still.found(view, everywhere, [(0, 0, 40, 40), (500, 500, 60, 60), (0, 0, 900, 700)])
    still.found(view, everywhere, [(2, 2, 38, 38)])  # the first of these again
    assert still.waits
    due = []
    for number, picture in enumerate(pictures[1:13], 1):
        still.add(gate.step(Frame(picture, 0.1 * number, number)))
        due.append(still.due)
        if still.due:
            still.was_read([])
    assert [n for n, boxes in enumerate(due, 1) if boxes] == [4, 12]
    assert due[3] == due[11] == [(0, 0, 40, 40), (500, 500, 60, 60)]
    assert not still.waits
    still.forget()
    still.found(view, everywhere, [(0, 0, 40, 40), (500, 500, 60, 60)])
    pictures[13][0:200, 0:200] = 200
    for number in (13, 14, 15):
        still.add(gate.step(Frame(pictures[number], 0.1 * number, number)))
    still.add(gate.step(Frame(pictures[1], 2.0, 16)))
    assert still.due == [(500, 500, 60, 60)]
