"""The drawing of a mat: every spot with its label, and markers that the camera finds where it expects them."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import rules.games
from companion.cli import main
from companion.mat_picture import mat_svg
from companion.parts import mat_layout
from rules.engine.game import SettingError
from tests.companion.high_card import HIGH_CARD
from tests.house._source import ROOT
from vision.calibration.mat import MarkerMemory, calibrate, find_markers
from vision.types import Image

SVG = "{http://www.w3.org/2000/svg}"
PX_PER_MM = 4  # whole pixels for a marker's modules of 3.75 mm
DRAWN = [(slug, seats) for slug in rules.games.slugs() for seats in rules.games.game(slug).seats]


def drawing(slug: str, seats: int) -> ElementTree.Element:
    return ElementTree.fromstring(mat_svg(rules.games.game(slug), seats))


def printed(svg: ElementTree.Element) -> Image:
    """The markers on white paper, as a printer would put them there."""
    width, height = (round(float(svg.attrib[key].removesuffix("mm")) * PX_PER_MM) for key in ("width", "height"))
    paper = np.full((height, width, 3), 255, np.uint8)
    for path in svg.iter(f"{SVG}path"):
        for x, y, side in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v", path.attrib["d"]):
            left, top, size = (float(value) * PX_PER_MM for value in (x, y, side))
            paper[round(top) : round(top + size), round(left) : round(left + size)] = 0
    return paper


@pytest.mark.parametrize(("slug", "seats"), DRAWN)
def test_every_spot_is_drawn_where_it_is_with_a_label(slug: str, seats: int) -> None:
    svg, layout = drawing(slug, seats), rules.games.game(slug).layout(seats)
    assert svg.attrib["viewBox"] == f"0 0 {layout.width_mm:g} {layout.height_mm:g}"
    groups = {g.attrib["data-spot"]: g for g in svg.iter(f"{SVG}g")}
    assert list(groups) == [spot.name for spot in layout.spots] + ["tray"] * (layout.tray is not None)
    for spot in layout.spots:
        group = groups[spot.name]
        assert group.attrib["transform"].startswith(f"translate({spot.x_mm:g} {spot.y_mm:g})")
        label = " ".join(text.text or "" for text in group.iter(f"{SVG}text"))
        assert label
        assert spot.seat is None or f"Seat {spot.seat + 1}" in label


@pytest.mark.parametrize(("slug", "seats"), DRAWN)
def test_the_camera_finds_the_markers_and_measures_by_them(slug: str, seats: int) -> None:
    mat = mat_layout(rules.games.game(slug).layout(seats))
    found = find_markers(printed(drawing(slug, seats)), list(mat.markers))
    assert set(found) == set(mat.markers)
    calibration = calibrate(MarkerMemory(found), mat)
    assert calibration is not None
    for spot in mat.spots:
        seen = calibration.point(spot.x_mm * PX_PER_MM, spot.y_mm * PX_PER_MM)
        assert math.dist((seen.x_mm, seen.y_mm), (spot.x_mm, spot.y_mm)) < 1.5, spot.name


def test_names_with_signs_of_xml_are_written_so_that_it_stays_whole() -> None:
    svg = ElementTree.fromstring(mat_svg(replace(HIGH_CARD, title="High & <Low>"), 2))
    title = svg.find(f"{SVG}title")
    assert title is not None
    assert title.text == "High & <Low>: the mat for 2 players"


def test_a_wrong_number_of_players_is_one_sentence() -> None:
    with pytest.raises(SettingError, match=r"^Chronicle is for 3 to 6 players, not 9\.$"):
        mat_svg(rules.games.game("chronicle"), 9)


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "mat.svg"
    result = CliRunner().invoke(main, ["mat", "chronicle", "--players", "5", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "1150 x 760 mm" in result.output
    assert out.read_text("utf-8") == mat_svg(rules.games.game("chronicle"), 5)


def test_the_command_prints_it_for_about_four_players() -> None:
    result = CliRunner().invoke(main, ["mat", "chronicle"])
    assert result.output == mat_svg(rules.games.game("chronicle"), 4)


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["mat", "chronicle", "--out", str(tmp_path / "none" / "mat.svg")])
    assert result.exit_code == 2
    assert result.output.strip().endswith("cannot be written: No such file or directory.")


@pytest.mark.parametrize(("slug", "players"), [("chronicle", 4), ("chesney", 5), ("chesney", 8)])
def test_the_picture_in_the_documents_is_current(slug: str, players: int) -> None:
    kept = (ROOT / f"docs/pictures/{slug}-mat-{players}.svg").read_text("utf-8")
    assert kept == mat_svg(rules.games.game(slug), players), f"run: companion mat {slug} --players {players} --out ..."
