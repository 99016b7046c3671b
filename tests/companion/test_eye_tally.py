"""How the eye did in an evening: what is counted, where it was, how light it is there, and what the doctor says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.camera.eye_tally import EyeEvening, EyeTally, TooSmall
from companion.doctor.finding import Finding, Grade, Live, Patient
from companion.doctor.table import TABLE_LOOKS
from companion.doors.kept_door import _told
from companion.settings.config import Config
from tests.companion.test_camera_setup import CAMERA, FixedEye
from tests.vision._views import LAYOUT, mat
from vision import Alternative, ChangeKind, Point, Side, Spot, TableChange, TableReport, Tag
from vision.calibration.setup import MAP_COLUMNS, MAP_ROWS
from vision.types import Unread

CARD = Tag("CARD1", "card#1", Side.FRONT)
CORNER = Point(LAYOUT.width_mm * 0.05, LAYOUT.height_mm * 0.08)


def change(number: int, kind: ChangeKind = ChangeKind.PLACED, at: Point | None = CORNER, **more) -> TableChange:
    return TableChange(kind, CARD.payload, CARD, None, None, at, 0.0, number, number, **more)


def doubted(number: int, at: Point | None = CORNER) -> TableChange:
    return change(number, at=at, odds=0.6, alternatives=(Alternative((), 0.4),))


def report(*changes: TableChange, at_s: float = 0.0) -> TableReport:
    return TableReport(changes, (), True, at_s)


@pytest.fixture
def tally() -> EyeTally:
    return EyeTally(replace(LAYOUT, spots=(Spot("far", LAYOUT.width_mm * 0.95, 10, 60, 80),)))


def test_changes_doubts_and_what_was_withdrawn_are_counted(tally: EyeTally) -> None:
    tally.note(report(*[change(n) for n in range(1, 411)], doubted(411), change(412)))
    tally.note(report(change(413, ChangeKind.CORRECTED, corrects=412), change(414)))
    tally.note(report(change(415, ChangeKind.UNKNOWN), change(416, ChangeKind.DOUBLED)))
    found = tally.now()
    assert (found.changes, found.doubted, found.withdrawn) == (413, 1, 1)


def test_an_evening_without_trouble_shows_no_places_and_is_well(tally: EyeTally) -> None:
    assert tally.now() == EyeEvening()
    tally.note(report(*[change(n) for n in range(1, 50)]))
    assert tally.now() == EyeEvening(49)
    assert tally.now().is_well


def test_trouble_has_a_place_in_the_picture_and_in_words(tally: EyeTally) -> None:
    tally.note(report(doubted(1), doubted(2), change(3)))
    tally.note(report(change(4, ChangeKind.CORRECTED, at=None, corrects=3)))
    tally.note(report(doubted(5, Point(LAYOUT.width_mm * 0.95, LAYOUT.height_mm * 0.95))))
    found = tally.now()
    assert len(found.cells) == MAP_COLUMNS * MAP_ROWS
    assert {n: count for n, count in enumerate(found.cells) if count} == {0: 3, MAP_COLUMNS * MAP_ROWS - 1: 1}
    assert found.where == "towards the top left corner"
    assert not found.is_well


def test_without_a_place_of_its_own_the_spot_counts_and_outside_the_mat_its_edge(tally: EyeTally) -> None:
    gone = TableChange(ChangeKind.GONE, "CARD1", CARD, None, "far", None, 0.0, 1, 1, 0.5, (Alternative((), 0.5),))
    tally.note(report(gone))
    assert tally.now().cells[MAP_COLUMNS - 1] == 1
    tally.note(report(doubted(2, Point(-50.0, 9000.0))))
    assert tally.now().cells[(MAP_ROWS - 1) * MAP_COLUMNS] == 1


def test_after_a_long_pause_another_evening_begins(tally: EyeTally) -> None:
    tally.note(report(doubted(1), at_s=100.0))
    tally.note(report(change(2), at_s=100.0 + 3600))
    assert tally.now().changes == 2
    tally.note(report(change(3), at_s=100.0 + 6 * 3600))
    assert tally.now() == EyeEvening(1)


def test_it_does_not_grow_with_the_evening(tally: EyeTally) -> None:
    for n in range(5000):
        tally.note(report(doubted(n)))
    assert tally.now().doubted == 5000
    assert sum(tally.now().cells) == len(tally._evening.told) == 512


@pytest.mark.parametrize(("dim", "light"), [(True, True), (False, False)])
def test_where_it_is_dim_is_said_only_there(dim: bool, light: bool) -> None:
    picture = CAMERA.picture(mat(), 4.0).astype(np.float64) * 0.92
    if dim:
        picture[: picture.shape[0] // 3, : picture.shape[1] // 3] *= 0.45
    eye = FixedEye()
    eye.show(picture.astype(np.uint8))
    tally = EyeTally(LAYOUT, lambda: eye)  # type: ignore[arg-type, return-value]
    tally.note(report(doubted(1)))
    found = tally.now().light
    assert (found is not None) is light
    assert found is None or 30 < found < 65
    away = EyeTally(LAYOUT, lambda: eye)  # type: ignore[arg-type, return-value]
    away.note(report(doubted(1, Point(LAYOUT.width_mm * 0.9, LAYOUT.height_mm * 0.9))))
    assert away.now().light is None


# -- the doctor --------------------------------------------------------------------------------------------------------


def finding(evening: EyeEvening, is_safe: bool = False) -> Finding | None:
    live = Live(lambda: None, lambda device: "", 8099, is_safe, evening=lambda: evening)
    look = next(look for look in TABLE_LOOKS if look.name == "evening")
    return next(look.check(Patient(Config(), live=live)), None)


def test_the_doctor_tells_the_evening_and_what_would_help() -> None:
    poor = finding(EyeEvening(412, 4, 3, (7,), "towards the top left corner", 41))
    assert poor is not None
    assert (poor.name, poor.grade) == ("evening", Grade.WARN)
    assert poor.text == (
        "412 changes seen this evening: 3 taken back, 4 in doubt, most of them towards the top left corner"
    )
    assert "41 %" in poor.cure
    bright = finding(EyeEvening(412, 4, 3, (7,), "in the middle"))
    assert bright is not None
    assert "/host/camera" in bright.cure


def test_the_doctor_leaves_a_good_evening_alone() -> None:
    good = finding(EyeEvening(412))
    assert good == Finding("evening", Grade.OK, "412 changes seen this evening, none taken back or in doubt")
    few = finding(EyeEvening(412, 1, 1, (2,), "in the middle"))
    assert few is not None
    assert (few.grade, few.cure) == (Grade.OK, "")
    assert finding(EyeEvening(412), is_safe=True) is None, "in safe mode no eye is open"


def test_stickers_too_small_are_counted_as_they_lie_now_and_said_with_their_place(tally: EyeTally) -> None:
    small = (Unread(CORNER, None, 1.24), Unread(None, None, 1.5))
    tally.note(replace(report(), unread=small))
    found = tally.now().unread
    assert found == TooSmall(2, "towards the top left corner", 1.24)
    line = finding(tally.now())
    assert line is not None
    assert (line.name, line.grade) == ("unread", Grade.WARN)
    assert line.text == "2 too small to read now: 1.2 pixels for a square"
    tally.note(report())
    assert tally.now().unread is None
    tally.note(replace(report(), unread=(Unread(None, None, 0.9),)))
    assert tally.now().unread == TooSmall(1, "", 0.9)


@pytest.mark.parametrize(("where", "said"), [("on the left", "on the left"), ("", "cam_eye_somewhere")])
def test_the_cameras_page_says_where_stickers_are_too_small_also_before_the_first_change(where: str, said: str) -> None:
    told: dict[str, dict[str, object]] = {}

    def say(code: str, **facts: object) -> str:
        told[code] = facts
        return code

    lines = list(_told(EyeEvening(unread=TooSmall(2, where, 1.24)), say))
    assert lines == ["cam_eye_unread", "cam_eye_none"]
    assert told["cam_eye_unread"] == {"count": 2, "where": said, "pixels": "1.2"}
    assert list(_told(EyeEvening(), say)) == ["cam_eye_none"]
