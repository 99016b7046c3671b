"""What the camera's picture is worth: light, focus, a bump, a mirror, and how large codes look over the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision._table import Table, card, told
from tests.vision._views import LAYOUT, Camera, board_sheet, errors_mm, mat
from vision.calibration.advice import Notes, judge, look_at_marker, rough_blur_px, sharpness_px
from vision.calibration.calibrator import Calibrator
from vision.calibration.heat import KNOWN_TAGS, NEW_TAGS, Reading, heat_map, least_sticker_mm, part_of_mat
from vision.calibration.lens import LENS_BOARD, Lens
from vision.calibration.markers import find_markers
from vision.calibration.mat import MarkerMemory, calibrate
from vision.table.gate import MotionGate
from vision.types import CameraNote, ChangeKind, Frame, Image, MatLayout, Point

MAT = mat()
CAMERA = Camera((1024, 768), 0.9, 1150, 6, 60, 3)
STILL = CAMERA.picture(MAT, 4.0)
GREY = np.full((768, 1024, 3), (70, 90, 110), np.uint8)


class Looking:
    """A calibrator that is shown pictures, four frames of each."""

    def __init__(self, layout: MatLayout | None = LAYOUT, lenses: Sequence[Lens] = ()) -> None:
        self.gate = MotionGate(2)
        self.calibrator = Calibrator(layout, lenses)
        self.now_s = 50.0
        self.number = 0
        self.changes = 0

    def at(self, picture: Image, frames: int = 4, step_s: float = 0.3) -> list[CameraNote]:
        told: list[CameraNote] = []
        for _ in range(frames):
            self.now_s += step_s
            self.number += 1
            self.gate.doubt_all()
            view = self.gate.step(Frame(picture, self.now_s, self.number))
            if view.settled.any():
                self.changes += self.calibrator.step(view.frame, view)
                told += self.calibrator.notes()
                self.gate.accept(view.settled)
        return told


def test_a_good_picture_is_calibrated_and_nothing_is_told():
    looking = Looking()
    assert looking.at(STILL, 8) == []
    assert looking.calibrator.calibration is not None
    assert looking.changes == 1


def test_a_bump_is_told_once_and_the_places_are_found_again():
    looking = Looking()
    looking.at(STILL)
    bumped = replace(CAMERA, turn_deg=5.0, tilt_deg=8.0)
    picture = bumped.picture(MAT, 4.0, 3)
    assert looking.at(picture) == [CameraNote.MOVED]
    assert looking.at(picture) == []
    found = looking.calibrator.calibration
    assert found is not None
    assert errors_mm(found, bumped).max() < 1.0
    assert looking.changes == 2


def test_after_a_move_without_enough_markers_no_place_is_trusted_until_they_are_back():
    looking = Looking()
    looking.at(STILL)
    away = replace(CAMERA, at=Point(900, 300))
    picture = away.picture(MAT, 4.0, 4)
    assert 1 <= len(find_markers(picture, [0, 1, 2, 3])) < 3
    assert looking.at(picture) == [CameraNote.NO_MARKERS]
    assert looking.calibrator.calibration is None
    back = replace(CAMERA, at=Point(470, 310))
    assert looking.at(back.picture(MAT, 4.0, 5)) == [CameraNote.MOVED]
    found = looking.calibrator.calibration
    assert found is not None
    assert errors_mm(found, back).max() < 1.0


def test_a_cloth_over_everything_keeps_the_places_and_is_told_after_a_while():
    looking = Looking()
    looking.at(STILL)
    before = looking.calibrator.calibration
    assert looking.at(GREY, 4) == []
    assert looking.calibrator.calibration is before
    assert looking.at(GREY, 8, 4.0) == [CameraNote.NO_MARKERS]
    assert looking.at(GREY, 8, 4.0) == []
    assert looking.at(STILL) == []
    assert looking.changes == 1


def test_one_marker_moved_by_hand_is_no_bump_and_spoils_nothing():
    looking = Looking()
    looking.at(STILL)
    shifted = MatLayout(900, 600, (), {**LAYOUT.markers, 1: Point(830, 60)})
    assert looking.at(CAMERA.picture(mat(shifted), 4.0, 6)) == []
    found = looking.calibrator.calibration
    assert found is not None
    assert errors_mm(found, CAMERA).max() < 2.5


def test_a_mirrored_picture_is_told_instead_of_missing_markers():
    looking = Looking()
    mirrored = np.ascontiguousarray(STILL[:, ::-1])
    assert looking.at(mirrored, 8, 2.0) == [CameraNote.MIRRORED]
    assert looking.at(STILL) == []
    assert looking.calibrator.calibration is not None


def test_no_markers_at_the_start_are_told_once():
    looking = Looking()
    assert looking.at(GREY, 8, 2.0) == [CameraNote.NO_MARKERS]
    assert Looking(layout=None).at(GREY, 8, 2.0) == []


@pytest.mark.parametrize(
    ("gain", "lift", "note"), [(0.25, 0, CameraNote.DARK), (1.0, 0, None), (1.2, 102, CameraNote.BRIGHT)]
)
def test_light_is_told_when_it_is_really_bad(gain: float, lift: float, note: CameraNote | None):
    picture = np.clip(STILL.astype(float) * gain + lift, 0, 255).astype(np.uint8)
    looking = Looking(layout=None)
    assert looking.at(picture) == ([] if note is None else [note])
    assert looking.at(picture) == []
    assert looking.at(STILL) == []
    assert looking.at(picture) == ([] if note is None else [note])


def test_blur_is_told_by_what_the_smallest_sticker_bears():
    soft = replace(CAMERA, blur_px=1.6).picture(MAT, 4.0, 2)
    looking = Looking()
    looking.calibrator.sticker_mm = 24.0
    assert looking.at(soft) == [CameraNote.BLURRED]
    assert looking.at(soft) == []
    assert looking.at(STILL) == []


def test_something_at_the_limit_is_not_told_again_and_again():
    small = np.full((100, 100, 3), 80, np.uint8)
    assert judge(small, None, frozenset()) == frozenset()
    assert judge(small, None, frozenset({CameraNote.DARK})) == {CameraNote.DARK}
    assert judge(small, 0.6, frozenset()) == frozenset()
    assert judge(small + 60, 0.6, frozenset({CameraNote.BLURRED})) == {CameraNote.BLURRED}


def test_a_short_shadow_is_not_told():
    notes = Notes()
    dark, light = np.zeros((9, 9, 3), np.uint8), np.full((9, 9, 3), 200, np.uint8)
    notes.look(dark, None, 1.0)
    notes.look(light, None, 1.5)
    notes.look(dark, None, 3.0)
    assert notes.take() == ()
    notes.look(dark, None, 3.5)
    assert notes.take() == (CameraNote.DARK,)


@pytest.mark.parametrize("blur", [0.7, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("noise", [1.0, 5.0])
def test_blur_is_measured_at_the_markers(blur: float, noise: float):
    camera = Camera((2304, 1728), 0.9, 1150, 10, 60, 15, blur_px=blur, noise=noise)
    picture = camera.picture(MAT, 4.5)
    measured = sharpness_px(picture, find_markers(picture, [0, 1, 2, 3]))
    assert measured == pytest.approx(blur, rel=0.15, abs=0.05)


def test_without_markers_the_rough_measure_still_falls_while_the_lens_is_turned():
    sheet = board_sheet(LENS_BOARD)
    rough = []
    for blur in (6.0, 4.0, 2.5, 1.2):
        rough.append(rough_blur_px(Camera((800, 600), 0.9, 330, at=Point(100, 130), blur_px=blur).picture(sheet, 4.0)))
    assert None not in rough
    assert rough == sorted((one for one in rough if one is not None), reverse=True)
    assert rough_blur_px(GREY) is None


def test_a_marker_tells_about_the_light_on_it():
    usual, bright = (np.clip(STILL.astype(float) * gain, 0, 255).astype(np.uint8) for gain in (0.9, 1.6))
    seen = find_markers(STILL, [0])
    plain, burnt = (look_at_marker(picture, 0, seen[0]) for picture in (usual, bright))
    assert plain.burnt < 0.05
    assert burnt.burnt > 0.5
    assert plain.white > 190 > 60 > plain.black


def test_the_heat_map_shows_pixels_per_module_and_where_the_camera_does_not_see():
    camera = Camera((1640, 1232), 0.9, 1000, 30, 90, 0)
    found = calibrate(MarkerMemory(find_markers(camera.picture(MAT, 4.0), [0, 1, 2, 3])), LAYOUT, None, camera.size_px)
    assert found is not None
    heat = heat_map(found, LAYOUT, camera.size_px, 9, 6)
    near, far = heat.px_per_mm[4 + 9 * 5], heat.px_per_mm[4]
    assert near > 1.2 * far > 0
    # straight by the camera: a millimetre towards it, at the near end
    places = np.array([[450, 549, 0], [450, 551, 0]], float)
    assert near == pytest.approx(float(np.linalg.norm(np.diff(camera.pixels(places), axis=0))) / 2, rel=0.02)
    narrow = heat_map(found, LAYOUT, (1640, 616), 9, 6)
    assert Reading.OUTSIDE in narrow.readings(24, KNOWN_TAGS)
    assert Reading.OUTSIDE not in heat.readings(24, KNOWN_TAGS)
    assert set(heat.readings(100, NEW_TAGS)) == {Reading.WELL}
    assert set(heat.readings(8, NEW_TAGS)) == {Reading.NOT}
    assert heat.least() == pytest.approx(min(heat.px_per_mm))
    assert part_of_mat(list(range(9)), heat) == "towards the top edge"
    assert part_of_mat(range(54), heat) == "nearly everywhere"
    assert part_of_mat([], heat) == ""


def test_zones_follow_the_measured_needs_of_the_readers():
    assert [KNOWN_TAGS.reading(v) for v in (1.24, 1.25, 2.24, 2.25)] == [
        Reading.NOT,
        Reading.GOOD_LIGHT,
        Reading.GOOD_LIGHT,
        Reading.WELL,
    ]
    assert NEW_TAGS.reading(float("nan")) is Reading.OUTSIDE
    assert least_sticker_mm(2.5, 2.25) == 23.0


def notes_of(table: Table, frames: int = 14) -> list[CameraNote]:
    """What the eye tells about the camera in the next frames; no change of the table may be told meanwhile."""
    notes: list[CameraNote] = []
    for _ in range(frames):
        table.clock.now_s += 0.2
        frame = table.camera.read(0.0)
        assert frame is not None
        report = table.eye.look(frame)
        if report is not None:
            assert report.changes == ()
            notes += report.notes
    return notes


def test_a_bumped_camera_is_told_by_the_eye_and_nothing_else_is():
    table = Table(card(1, 300, 200), card(2, 120, 200))
    before = table.eye.glance()
    assert before is not None
    assert before.calibration is not None
    assert (set(before.markers_px), before.notes, before.sticker_mm) == ({0, 1, 2, 3}, frozenset(), (24.0,))
    table.camera.bump(14.0, -9.0, 1.2)
    assert notes_of(table) == [CameraNote.MOVED]
    after = table.eye.glance()
    assert after is not None
    assert after.calibration is not None
    assert (
        np.hypot(*np.subtract(after.calibration.pixel(Point(300, 200)), before.calibration.pixel(Point(300, 200)))) > 8
    )
    assert told(table.put(card(3, 480, 200))) == [(ChangeKind.PLACED, "CARD003", "right", None)]


def test_a_lens_that_was_measured_meanwhile_is_used_for_its_own_size_only():
    table = Table(card(1, 300, 200))
    glance = table.eye.glance()
    assert glance is not None
    height, width = glance.frame.image.shape[:2]
    matrix = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1.0]])
    other, own = (Lens(matrix, (0.001, 0.0, 0.0, 0.0, 0.0), 0.2, size) for size in ((64, 48), (width, height)))
    table.eye.set_lenses((other,))
    table.frames(3)
    assert table.eye.glance().calibration.lens is None  # type: ignore[union-attr]
    table.eye.set_lenses((other, own))
    table.frames(3)
    assert table.eye.glance().calibration.lens is own  # type: ignore[union-attr]
