"""The virtual table on real table tops: without an edge, found by its markers, read like the printed mat."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from companion.settings.config import Ground
from tests.vision._table import CALM, LAYOUT, Table, card, told
from vision import ChangeKind, TableTop
from vision.virtual.ground import Ground as Folded
from vision.virtual.mat import mat_image
from vision.virtual.top import Texture, texture_of
from vision.virtual.view import view_of

TOPS = [top for top in TableTop if top is not TableTop.MAT]


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.value)
def test_cards_on_a_real_table_top_are_told_like_on_the_mat(top: TableTop):
    table = Table(settings=replace(CALM, top=top))
    assert told(table.put(card(1, 300, 200))) == [(ChangeKind.PLACED, "CARD001", "play", None)]
    assert told(table.turn(1)) == [(ChangeKind.TURNED, "BACK1", "play", "play")]
    assert told(table.move(1, 120, 200)) == [(ChangeKind.MOVED, "BACK1", "left", "play")]
    assert told(table.take(1)) == [(ChangeKind.GONE, "BACK1", None, "left")]


def test_every_table_top_can_be_chosen_in_the_settings():
    assert {ground.value for ground in Ground} == {top.value for top in TableTop}


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.value)
def test_a_table_top_goes_on_without_an_edge(top: TableTop):
    """Where the picture begins again, neighbours differ no more than anywhere in it."""
    texture = texture_of(top)
    assert texture is not None
    for turned in (texture.picture.astype(float), texture.picture.transpose(1, 0, 2).astype(float)):
        inside = np.abs(np.diff(turned, axis=0)).mean(axis=(1, 2))
        assert np.abs(turned[0] - turned[-1]).mean() < 1.3 * inside.max()


def test_the_pictures_come_with_their_licence():
    folder = resources.files("vision.virtual") / "tops"
    notice = (folder / "NOTICE.txt").read_text("utf-8")
    assert {f"{top.value}.jpg" for top in TOPS} == {f.name for f in folder.iterdir() if f.name.endswith(".jpg")}
    assert all(f"{top.value}.jpg" in notice for top in TOPS)
    assert "Apache License" in (folder / "LICENSE.txt").read_text("utf-8")


def test_a_folded_table_top_is_small_and_looks_as_before():
    texture = texture_of(TableTop.OAK)
    assert texture is not None
    view = view_of(LAYOUT, 2.0, 4.0)
    ground = Folded(mat_image(LAYOUT, 2.0, top=texture), 2.0, view.to_px, (view.width_px, view.height_px), texture)
    whole = ground.part((0, 0, view.width_px, view.height_px))
    assert sum(len(tile) for row in ground._rows for tile in row) < whole.nbytes / 8
    assert np.array_equal(ground.part((300, 200, 90, 70)), whole[200:270, 300:390])
    as_it_is = texture.seen(view.to_px, view.width_px, view.height_px)
    aside = (slice(300, 420), slice(20, 75))  # no place is marked there
    assert np.abs(whole[aside].astype(int) - as_it_is[aside]).mean() < 6


def test_a_texture_can_be_turned_and_keeps_its_scale():
    picture = np.zeros((40, 40, 3), np.uint8)
    picture[:, :20] = 200  # stripes of 10 mm that lead downward
    plain, turned = Texture(picture, 2.0), Texture(picture, 2.0, angle_deg=90.0)
    to_px = np.diag([3.0, 3.0, 1.0])
    across = plain.seen(to_px, 120, 60)
    assert np.abs(across[:, 15].astype(int) - across[:, 45]).min() > 150
    assert np.ptp(across[5:-5, 15]) < 10
    assert np.ptp(turned.seen(to_px, 120, 60)[15, 5:-5]) < 10
