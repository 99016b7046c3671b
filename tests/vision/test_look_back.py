"""The last seconds of pictures: what is held, how long and how much at most, and that what is kept can be replayed."""

from __future__ import annotations

import itertools
import shutil
import stat
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision._table import LAYOUT, Table, card, front
from tests.vision.test_recording import Shown, frame
from vision import Eye, Frame, LookBack, LookBackSettings, ReplaySource, TableReport, TagRegistry, VisionError
from vision.cameras._packed import Packed, PackedFrame

DIR_MODE, FILE_MODE = 0o700, 0o600


def shown(look_back: LookBack, *frames: Frame) -> list[Frame]:
    """These frames through a watched camera; what came out of it."""
    source = look_back.watch(Shown(*frames))
    came = []
    while (one := source.read(0.0)) is not None:
        came.append(one)
        look_back.settle()
    source.close()
    return came


def busy(number: int, taken_s: float, width: int = 320) -> Frame:
    """A picture that no other is like, and that packs badly."""
    noise = np.random.default_rng(number).integers(0, 255, (width * 3 // 4, width, 3), np.uint8)
    noise[: 40 * (number % 5)] = 0
    return Frame(noise, taken_s, number)


def test_frames_go_on_as_they_are_and_a_still_table_costs_a_picture_now_and_then() -> None:
    look_back = LookBack(LookBackSettings(every_s=5.0, apart_s=0.5))
    still = [frame(n, 0.1 * n) for n in range(200)]
    came = shown(look_back, *still)
    assert [one.number for one in came] == list(range(200))
    assert all(one is other for one, other in zip(came, still, strict=True))
    assert look_back.held.pictures == 5, "the first, one of what followed on it, and one each five seconds"


def test_while_something_moves_pictures_are_apart_and_the_still_table_behind_it_is_among_them(tmp_path: Path) -> None:
    look_back = LookBack(LookBackSettings(every_s=5.0, apart_s=0.5))
    moving = [frame(n, 0.1 * n, level=(37 * n) % 255) for n in range(20)]
    after = [frame(n, 0.1 * n, level=200) for n in range(20, 60)]
    shown(look_back, *moving, *after)
    folder = look_back.keep(tmp_path)
    kept = ReplaySource(folder, fps=-1)._kept
    gaps = [b.at_s - a.at_s for a, b in itertools.pairwise(kept)]
    assert min(gaps) >= 0.5
    assert any(20 <= one.number <= 26 for one in kept), "what the hand left is there at once"


def test_what_is_older_than_the_time_is_let_go() -> None:
    look_back = LookBack(LookBackSettings(seconds=30.0))
    shown(look_back, *[busy(n, float(n)) for n in range(100)])
    assert (look_back.held.pictures, look_back.held.seconds) == (31, 30.0)


def test_never_more_bytes_than_allowed_and_all_of_the_time_stays_covered(tmp_path: Path) -> None:
    look_back = LookBack(LookBackSettings(seconds=30.0, limit_bytes=600_000))
    heaviest = 0
    for n in range(120):
        shown(look_back, busy(n, 0.8 * n))
        heaviest = max(heaviest, look_back.held.size_bytes)
    assert heaviest <= 600_000
    assert 8 <= look_back.held.pictures < 37, "not all that came fit"
    assert look_back.held.seconds > 27
    at = [one.at_s for one in ReplaySource(look_back.keep(tmp_path), fps=-1)._kept]
    gaps = [b - a for a, b in itertools.pairwise(at)]
    assert max(gaps) < 10
    assert max(gaps[-5:]) < 1, "the latest part is the densest"
    assert sum(file.stat().st_size for file in tmp_path.rglob("*.jpg")) == look_back.held.size_bytes


def test_one_picture_that_is_too_large_alone_is_not_held() -> None:
    look_back = LookBack(LookBackSettings(limit_bytes=1000))
    shown(look_back, busy(1, 1.0))
    assert look_back.held.pictures == 0


def test_large_pictures_are_made_smaller() -> None:
    look_back = LookBack(LookBackSettings(largest_px=30_000))
    shown(look_back, busy(1, 1.0, width=640))
    assert look_back._shots[0].size == (200, 150)


def test_what_is_kept_is_for_this_account_alone_and_nothing_is_on_disk_before(tmp_path: Path) -> None:
    look_back = LookBack()
    shown(look_back, frame(1, 1.0), frame(2, 9.0))
    root = tmp_path / "kept"
    assert not root.exists()
    folder = look_back.keep(root)
    assert stat.S_IMODE(root.stat().st_mode) == stat.S_IMODE(folder.stat().st_mode) == DIR_MODE
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {FILE_MODE}
    assert look_back.keep(root) != folder, "kept twice, it is there twice"
    look_back.close()
    assert look_back.held.pictures == 0


def test_when_it_cannot_be_kept_one_sentence_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_back = LookBack()
    with pytest.raises(VisionError, match="no pictures yet"):
        look_back.keep(tmp_path)
    shown(look_back, frame(1, 1.0))
    (tmp_path / "file").write_text("")
    with pytest.raises(VisionError, match="could not be kept"):
        look_back.keep(tmp_path / "file" / "below")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(VisionError, match="nearly full"):
        look_back.keep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_camera_that_is_opened_again_goes_on_and_one_with_another_clock_begins_anew() -> None:
    look_back = LookBack()
    shown(look_back, busy(1, 100.0))
    shown(look_back, busy(2, 101.0))
    assert look_back.held.pictures == 2
    shown(look_back, busy(3, 2.0))
    assert look_back.held.pictures == 1


def test_what_is_kept_is_seen_again_by_the_eye(tmp_path: Path) -> None:
    table = Table(card(1, 300, 200))
    camera = table.camera
    shots = [one for _ in range(10) if (one := camera.read(1.0)) is not None]
    table.move(1, 480, 200)
    shots += [one for _ in range(15) if (one := camera.read(1.0)) is not None]
    look_back = LookBack()
    shown(look_back, *[Frame(shot.image, 0.3 * n, n) for n, shot in enumerate(shots)])
    assert look_back.held.pictures < len(shots)
    reports: list[TableReport] = []
    replay = ReplaySource(look_back.keep(tmp_path), fps=-1)
    Eye(replay, LAYOUT, TagRegistry([front(1)]), None, time.monotonic, reports.append).run(threading.Event())
    changes = [change.kind.value for report in reports for change in report.changes]
    assert changes == ["placed", "moved"]


def packed(width: int, quality: int = 90) -> tuple[PackedFrame, bytes]:
    data = cv2.imencode(".jpg", busy(1, 1.0, width).image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].ravel()
    found = Packed.of(data, True)
    assert found is not None
    return PackedFrame(found, 1.0, 1), data.tobytes()


def test_what_the_camera_packed_is_held_as_it_came_and_never_unpacked(tmp_path: Path) -> None:
    look_back = LookBack()
    one, data = packed(640)
    shown(look_back, one)
    assert "image" not in one.__dict__
    (file,) = look_back.keep(tmp_path).glob("*.jpg")
    assert file.read_bytes() == data


@pytest.mark.parametrize("settings", [LookBackSettings(largest_px=30_000), LookBackSettings(limit_bytes=900_000)])
def test_what_the_camera_packed_too_large_is_packed_anew(settings: LookBackSettings) -> None:
    look_back = LookBack(settings)
    one, data = packed(640, quality=95)
    shown(look_back, one)
    assert 0 < look_back.held.size_bytes < len(data)
