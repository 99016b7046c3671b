"""Every shape and colour that a page is told to draw is there to be drawn."""

from __future__ import annotations

import re

import pytest

from companion.telling.view import SEAT_LOOKS
from rules.games import game, slugs
from tests.house._source import ROOT

SHAPES = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "web/pages/shared/shapes.svg").read_text("utf-8")))
STYLES = "\n".join(path.read_text("utf-8") for path in (ROOT / "web/pages").rglob("*.css"))


@pytest.mark.parametrize(("colour", "shape"), SEAT_LOOKS)
def test_a_seat_s_look_can_be_drawn(colour: str, shape: str) -> None:
    assert shape in SHAPES
    assert re.search(rf"\.seat-{colour}\b", STYLES)
    assert STYLES.count(f"--seat-{colour}:") == 2  # by day and by night


def test_seats_look_different() -> None:
    assert len({colour for colour, _ in SEAT_LOOKS}) == len({shape for _, shape in SEAT_LOOKS}) == len(SEAT_LOOKS)


@pytest.mark.parametrize("slug", slugs())
def test_every_face_and_every_pip_can_be_drawn(slug: str) -> None:
    played = game(slug)
    words = played.words("en")
    every = {s.key: s.choices[-1] if s.choices else s.default for s in played.rules.settings}
    for settings in ({}, every):
        faces = played.box.faces(played.check_settings(settings), words).values()
        assert {face.suit for face in faces if face.suit} <= SHAPES
        assert {f".tint-{face.tint} " for face in faces} <= {
            f".tint-{tint} " for tint in re.findall(r"\.tint-(\w+) ", STYLES)
        }
    assert {shape for shape, _ in played.screens.pips.values()} <= SHAPES
