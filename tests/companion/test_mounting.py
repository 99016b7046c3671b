"""The heights and sizes that the documents name follow from the cameras' angles and the games' mats."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest

import rules.games
from tests.house._source import ROOT
from vision.calibration.heat import KNOWN_TAGS
from vision.reading._tag_scale import STICKER_MODULES

SPARE = 1.04
"""So much more than the mat is to be in the picture."""
ANGLES = (("Camera Module 3", 66, 41), ("Camera Module 3 Wide", 102, 67))
CHRONICLE = (900.0, 640.0)
MOUNT = (ROOT / "docs/camera_mount.md").read_text("utf-8")
SHOPPING = (ROOT / "docs/shopping.md").read_text("utf-8")


def height_mm(mat: tuple[float, float], across_deg: float, down_deg: float) -> float:
    """From where the whole mat is seen."""
    halves = ((mat[0], across_deg), (mat[1], down_deg))
    return max(side * SPARE / 2 / math.tan(math.radians(angle) / 2) for side, angle in halves)


def mats() -> set[tuple[float, float]]:
    games = [rules.games.game(slug) for slug in rules.games.slugs()]
    layouts = [game.mat(seats) for game in games for seats in game.seats]
    return {(layout.width_mm, layout.height_mm) for layout in layouts}


def test_every_mat_has_its_heights() -> None:
    rows = re.findall(r"^\| (\d+) x (\d+) cm \| [^|]+ \| (\d+) cm \| (\d+) cm \|$", MOUNT, re.M)
    told = {(float(wide), float(tall)): (int(plain), int(wider)) for wide, tall, plain, wider in rows}
    assert set(told) == {(round(w / 10), round(h / 10)) for w, h in mats()}
    for (wide, tall), heights in told.items():
        for height_cm, (_, across, down) in zip(heights, ANGLES, strict=True):
            assert height_cm == pytest.approx(height_mm((wide * 10, tall * 10), across, down) / 10, abs=1)


def px_per_mm(width_px: int, height_px: int, angle: tuple[int, int] | None) -> float:
    """On the mat of Chronicle, when it fills the picture as far as it can."""
    if angle is None:
        return min(width_px / CHRONICLE[0], height_px / CHRONICLE[1]) / SPARE
    return width_px / (2 * height_mm(CHRONICLE, *angle) * math.tan(math.radians(angle[0]) / 2))


def test_the_smallest_stickers_follow_from_the_pixels() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (\d+) x (\d+) \| ([\d.]+) \| (\d+) mm \| (\d+) mm \|$", SHOPPING, re.M)
    assert len(rows) == 5
    angles = {name: (across, down) for name, across, down in ANGLES}
    for name, wide, tall, told, always, well_lit in rows:
        found = px_per_mm(int(wide), int(tall), angles.get(name))
        assert float(told) == pytest.approx(found, abs=0.06), name
        for size_mm, need in ((int(always), KNOWN_TAGS.hard), (int(well_lit), KNOWN_TAGS.good)):
            least_mm = need * STICKER_MODULES / found
            assert least_mm <= size_mm < least_mm + 1.5, name


@pytest.mark.parametrize("name", ["camera-height", "camera-stands", "camera-light"])
def test_the_drawings_say_in_words_what_they_show(name: str) -> None:
    drawing = ElementTree.fromstring((ROOT / f"docs/pictures/{name}.svg").read_text("utf-8"))
    for tag in ("title", "desc"):
        found = drawing.find(f"{{http://www.w3.org/2000/svg}}{tag}")
        assert found is not None
        assert found.text
    assert f"pictures/{name}.svg" in MOUNT
