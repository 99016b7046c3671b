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
from companion.camera.spot_files import SpotFiles
from companion.cli.commands import main
from companion.prints.mat_picture import mat_svg
from companion.prints.mat_plan import mat_layout, printed as on_paper
from rules.engine.entries import Header
from rules.engine.game import Game, SettingError
from rules.engine.mat import BoardState, Field, Placement, places_of, read_layout, squares
from rules.engine.match import Match
from tests.companion.high_card import HIGH_CARD
from tests.house._source import ROOT
from tests.toy import changed
from vision.calibration.board import fit_board
from vision.calibration.markers import middle_px
from vision.calibration.mat import MarkerMemory, calibrate, find_markers
from vision.types import Image, Point

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
    svg, layout = drawing(slug, seats), rules.games.game(slug).mat(seats)
    assert svg.attrib["viewBox"] == f"0 0 {layout.width_mm:g} {layout.height_mm:g}"
    groups = {g.attrib["data-spot"]: g for g in svg.iter(f"{SVG}g") if "data-spot" in g.attrib}
    places, fields = ([spot for spot in layout.spots if bool(spot.cell) is is_field] for is_field in (False, True))
    tray = ["tray"] * (layout.tray is not None)
    assert list(groups) == [spot.name for spot in places] + tray + [spot.name for spot in fields]
    for spot in places:
        group = groups[spot.name]
        assert group.attrib["transform"].startswith(f"translate({spot.x_mm:g} {spot.y_mm:g})")
        label = " ".join(text.text or "" for text in group.iter(f"{SVG}text"))
        assert label
        assert spot.seat is None or f"Seat {spot.seat + 1}" in label


def squares_game() -> Game:
    """A game on a plain board of four squares by three, of which b2 is marked and d3 out of play."""
    board = {"board": {"x_mm": 215, "y_mm": 220, "pitch_mm": 30, "width_mm": 140, "height_mm": 110}}
    mat = {"mat": {"width_mm": 500, "height_mm": 400}, "seats": {"2": [[0, 0, 0], [0, 0, 0]]}}
    layout = read_layout({**mat, **board}, 2, squares(4, 3))
    fields = [Field(cell, "well" if cell == "b2" else "") for cell in squares(4, 3).cells if cell != "d3"]
    drawn = BoardState(squares(4, 3), tuple(fields))
    return changed(HIGH_CARD, laid_out=lambda seats, settings: layout, board=lambda state: drawn)


def test_a_plain_board_of_squares_has_its_names_its_mark_and_its_edge() -> None:
    svg = ElementTree.fromstring(mat_svg(squares_game(), 2))
    groups = {g.attrib["data-spot"]: g for g in svg.iter(f"{SVG}g") if "data-spot" in g.attrib}
    assert list(groups) == list(squares(4, 3).cells)
    assert {name: [t.text for t in g.iter(f"{SVG}text")] for name, g in groups.items()} == {
        name: [] if name == "d3" else [name] for name in groups
    }
    assert [name for name, g in groups.items() if list(g.iter(f"{SVG}circle"))] == ["b2"]
    assert all(len(corners(g)) == 4 for g in groups.values())
    (edge,) = [p.attrib["points"] for p in svg.iterfind(f"{SVG}g[@data-board]/{SVG}polygon")]
    assert edge == "190,135 330,135 330,245 190,245", "around the middle of all squares"


@pytest.mark.parametrize(("seats", "in_play"), [(2, 37), (4, 47)])
def test_the_hexes_of_a_board_are_drawn_with_rings_where_they_are_marked(seats: int, in_play: int) -> None:
    game = rules.games.game("war_chest")
    svg, state = drawing("war_chest", seats), Match(game, Header(game.slug, seats, {})).state
    assert game.screens.board is not None
    ground = {field.cell: field.ground for field in game.screens.board(state).fields}
    groups = {g.attrib["data-spot"]: g for g in svg.iter(f"{SVG}g") if "data-spot" in g.attrib}
    cells = {spot.cell: groups[spot.name] for spot in game.mat(seats).spots if spot.cell}
    assert all(len(corners(g)) == 6 for g in cells.values())
    assert len(ground) == in_play
    assert {name for name, g in cells.items() if list(g.iter(f"{SVG}text"))} == set(ground)
    rings = {name: len(list(g.iter(f"{SVG}circle"))) for name, g in cells.items()}
    assert {name for name, count in rings.items() if count} == {name for name, code in ground.items() if code}
    by_ground = {code: {rings[name] for name in ground if ground[name] == code} for code in set(ground.values())}
    assert all(len(counts) == 1 for counts in by_ground.values()), "fields that are marked alike look alike"
    assert len({min(counts) for counts in by_ground.values()}) == len(by_ground), "and unlike all others"
    # a name and a ring are seen beside a coin of 38 mm in the middle
    for group in cells.values():
        assert all(float(ring.attrib["r"]) > 19 for ring in list(group.iter(f"{SVG}circle"))[:1])
        assert all(math.hypot(float(t.attrib["x"]), float(t.attrib["y"])) > 21 for t in group.iter(f"{SVG}text"))


def corners(group: ElementTree.Element) -> list[str]:
    (shape,) = group.iter(f"{SVG}polygon")
    return shape.attrib["points"].split()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_markers_of_a_board_are_printed_where_the_camera_looks_for_them(seats: int) -> None:
    mat = mat_layout(rules.games.game("war_chest").mat(seats))
    assert mat.board is not None
    found = find_markers(printed(drawing("war_chest", seats)), [*mat.markers, *mat.board.markers])
    assert set(found) == {*mat.markers, *mat.board.markers}
    seen = {n: middle_px(found[n]) for n in mat.board.markers}
    fit = fit_board(mat.board, {n: Point((x + 0.5) / PX_PER_MM, (y + 0.5) / PX_PER_MM) for n, (x, y) in seen.items()})
    assert fit is not None
    assert (fit.scale, fit.turn_deg) == pytest.approx((1.0, 0.0), abs=0.02)


@pytest.mark.parametrize(("slug", "seats"), DRAWN)
def test_the_camera_finds_the_markers_and_measures_by_them(slug: str, seats: int) -> None:
    mat = mat_layout(rules.games.game(slug).mat(seats))
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


def test_the_command_draws_the_spots_where_the_host_has_placed_them(tmp_path: Path) -> None:
    game = rules.games.game("open_table")
    places = places_of(game.mat(2))
    name, place = next(iter(places.items()))
    moved = replace(place, x_mm=place.x_mm + 11, angle_deg=90.0)
    SpotFiles(tmp_path).keep("open_table", Placement(2, {**places, name: moved}))
    command = ["mat", "open_table", "--players", "2", "--set", f"data.directory={tmp_path}"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert f'data-spot="{name}" transform="translate({moved.x_mm:g} {moved.y_mm:g}) rotate(90)"' in result.output


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["mat", "chronicle", "--out", str(tmp_path / "none" / "mat.svg")])
    assert result.exit_code == 2
    assert result.output.strip().endswith("cannot be written: No such file or directory.")


@pytest.mark.parametrize(("slug", "players"), [("chronicle", 4), ("chesney", 5), ("chesney", 8)])
def test_the_picture_in_the_documents_is_current(slug: str, players: int) -> None:
    kept = (ROOT / f"docs/pictures/{slug}-mat-{players}.svg").read_text("utf-8")
    assert kept == mat_svg(rules.games.game(slug), players), f"run: companion mat {slug} --players {players} --out ..."


def test_a_word_that_screens_may_break_is_printed_whole() -> None:
    assert on_paper("Geschichts\u00adstapel") == "Geschichtsstapel"
