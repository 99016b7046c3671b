"""Figures on the virtual table: they stand where they should, lean as seen from the camera, and cast shadows."""

from __future__ import annotations

import numpy as np
import pytest

from bench._boards import board_mat
from vision import BoardLook, Figure, Lamp, Point, ScenePiece
from vision.virtual.figures import KINDS, MAKES, box_of, standing
from vision.virtual.mat import mat_image
from vision.virtual.render import TableRenderer
from vision.virtual.view import view_of

MAT = board_mat()
VIEW = view_of(MAT, 1.5, 6.0)
FROM_ABOVE = view_of(MAT, 1.5, 0.0)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_covers_its_foot_and_stays_in_its_box(kind: str, make: str):
    figure, at = Figure(kind, True, make), Point(300.0, 250.0)
    drawn = standing(figure, at, 30.0, VIEW, 225.0)
    assert drawn is not None
    x, y = (round(v) for v in VIEW.pixel(at))
    assert drawn.cover[y - drawn.box[1], x - drawn.box[0]] > 0.99
    rim = np.concatenate([drawn.cover[0], drawn.cover[-1], drawn.cover[:, 0], drawn.cover[:, -1]])
    assert rim.max() == 0.0
    assert 0.5 < drawn.light.min() < 0.7
    assert drawn.light.max() == pytest.approx(1.0, abs=0.01)


def test_a_drawn_figure_is_kept_no_larger_than_it_is():
    """A board has 32 of them; sixty megabytes were kept."""
    drawn = standing(Figure("king", True), Point(320.0, 260.0), 0.0, view_of(MAT, 3.2, 4.0), 225.0)
    assert drawn is not None
    assert drawn.colours.nbytes + drawn.cover.nbytes + drawn.light.nbytes < 500_000


def test_a_figure_leans_away_from_the_place_under_the_camera_the_more_the_higher_it_is():
    def reach(kind: str, at: Point) -> float:
        drawn = standing(Figure(kind, True), at, 0.0, FROM_ABOVE, 225.0)
        assert drawn is not None
        columns = np.flatnonzero(drawn.cover.max(axis=0) > 0.5) + drawn.box[0]
        return float(columns.max() - FROM_ABOVE.pixel(at)[0])

    foot = FROM_ABOVE.eye_mm[0]
    middle, right = Point(foot, 280.0), Point(foot + 180.0, 280.0)
    assert reach("pawn", middle) == pytest.approx(14.0 * 1.5, abs=2.5)
    top_mm = 180.0 * 86.0 / (FROM_ABOVE.eye_mm[2] - 86.0)
    assert reach("king", right) > reach("king", middle) + 3.0
    assert reach("king", right) >= (top_mm + 5.0) * 1.5
    assert reach("king", right) > reach("pawn", right)


def test_kinds_sides_and_sets_look_different_and_the_same_thing_always_the_same():
    def picture(figure: Figure, angle_deg: float = 0.0) -> bytes:
        drawn = standing(figure, Point(200.0, 200.0), angle_deg, VIEW, 225.0)
        assert drawn is not None
        return drawn.colours.tobytes()

    figures = [Figure(kind, light, make) for kind in KINDS for light in (True, False) for make in MAKES]
    assert len({picture(figure) for figure in figures}) == len(figures)
    assert picture(figures[0]) == picture(Figure(KINDS[0], True, MAKES[0]))
    knight = Figure("knight", False)
    assert picture(knight) != picture(knight, 90.0)


def test_unknown_figures_are_refused():
    with pytest.raises(ValueError, match="dragon"):
        Figure("dragon", True)
    with pytest.raises(ValueError, match="glass"):
        Figure("pawn", True, "glass")


def test_figures_come_and_go_and_leave_the_board_as_it_was():
    renderer = TableRenderer(MAT, VIEW, 0.7, Lamp(), BoardLook.WOODEN)
    empty = renderer.picture.copy()
    king, pawn = (
        ScenePiece(n, None, None, x, 260.0, figure=Figure(kind, n == 0))
        for n, kind, x in ((0, "king", 250.0), (1, "pawn", 290.0))
    )
    renderer.show((king, pawn))
    both = renderer.picture.copy()
    box = box_of(Figure("king", True), Point(250.0, 260.0), VIEW)
    assert (both != empty).any()
    renderer.show((king,))
    renderer.show((king, pawn))
    assert np.array_equal(renderer.picture, both)
    renderer.relight(Lamp(angle_deg=45.0))
    assert not np.array_equal(renderer.picture, both), "the shadows fall elsewhere"
    renderer.relight(Lamp())
    assert np.array_equal(renderer.picture, both)
    renderer.show(())
    assert np.array_equal(renderer.picture, empty)
    assert box[2] > 0


def test_boards_of_every_look_have_dark_and_light_fields():
    assert MAT.board is not None
    for look in BoardLook:
        mat = mat_image(MAT, 1.0, look)
        bright = {spot.name: float(mat[round(spot.y_mm), round(spot.x_mm)].mean()) for spot in MAT.spots}
        dark = [bright[name] for name in MAT.board.dark]
        light = [value for name, value in bright.items() if name not in MAT.board.dark]
        assert max(dark) + 20 < min(light)
