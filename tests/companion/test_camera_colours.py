"""The table of the virtual camera wears the game's colours; the code on a back in these is read, and the mat is as
bright as the plain one."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.reading.tags import back_code
from companion.service.cameras import camera_maker
from companion.virtual.virtual_table import VirtualTable
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from tests.evenings.announced import voice_of
from tests.evenings.table import evening_config
from vision import Point, read_tags
from vision.virtual.mat import SAGE


def shares(colour: Any) -> Any:
    """Which share blue, green and red have in a colour."""
    parts = np.array(colour, float)
    return parts / parts.sum()


def bgr(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))[::-1]


@pytest.mark.parametrize("slug", [slug for slug in games.slugs() if slug != "score_sheet"])  # which has no backs
def test_mat_and_backs_wear_the_games_colours_and_a_back_is_read(slug: str, tmp_path: Path) -> None:
    game, look, voice = games.game(slug), games.look(slug), voice_of(slug, "en")
    assert look is not None
    decks = Match(game, Header(slug, max(game.seats))).table.decks
    deck, piece = next((name, one) for name, some in decks.items() for one in some if not voice.faces[one].figure)
    table = VirtualTable(slug, {deck: [piece]}, voice.layout, voice.faces, Random(1))
    mat = voice.layout
    table.put(table.find(piece).ident, mat.width_mm / 2, mat.height_mm / 2, 0.0, False)
    make = camera_maker(evening_config(tmp_path, max(game.seats), seed=1), voice, table)
    assert make is not None
    camera: Any = make()
    frame = camera.read(5.0)
    camera.close()
    assert frame is not None
    assert back_code(slug, deck) in {tag.payload for tag in read_tags(frame.image)}

    def seen(x_mm: float, y_mm: float) -> Any:
        x, y = (round(part) for part in camera.view.pixel(Point(x_mm, y_mm)))
        return np.median(frame.image[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0)

    assert np.abs(shares(seen(4.0, mat.height_mm / 2)) - shares(bgr(look.light["felt"]))).max() < 0.05
    size = mat.size(deck)
    beside = seen(mat.width_mm / 2 - size.width_mm / 2 + 1.0, mat.height_mm / 2) if size.round else None
    below = seen(mat.width_mm / 2 + 0.4 * size.width_mm, mat.height_mm / 2 + 0.4 * size.height_mm)
    back = below if beside is None else beside
    assert np.abs(shares(back) - shares(bgr(look.light["accent"]))).max() < 0.16


@pytest.mark.parametrize("slug", games.slugs())
def test_the_mat_is_as_bright_as_the_plain_one(slug: str) -> None:
    look = games.look(slug)
    assert look is not None
    red_green_blue = (0.114, 0.587, 0.299)
    felt = SAGE.tinted(bgr(look.light["felt"]))  # type: ignore[arg-type]
    for name in ("ground", "place", "outline", "label"):
        assert np.dot(getattr(felt, name), red_green_blue) == pytest.approx(
            np.dot(getattr(SAGE, name), red_green_blue), abs=2
        )
