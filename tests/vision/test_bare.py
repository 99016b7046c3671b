"""What is known of the table itself: lamps, things that rest there for a while, pieces not yet recognised."""

from __future__ import annotations

from functools import partial

import numpy as np

from vision import Frame
from vision.table._bare import BareTable, Colours
from vision.table.gate import GateView, Mask
from vision.types import Image

GREEN, GREY, BROWN = (105, 137, 113), (114, 114, 114), (40, 70, 120)
ROWS, COLUMNS = 24, 36
PATCH = slice(8, 14), slice(10, 18)  # cells


def shifted(by_px: float, x: float, y: float) -> tuple[float, float]:
    """Where a pixel is seen after a knock against the camera."""
    return x + by_px, y


class Seen:
    """An empty table, looked at again and again, on a patch of which something may lie."""

    def __init__(self) -> None:
        self.everywhere: Mask = np.ones((ROWS, COLUMNS), np.bool_)
        self.patch: Mask = np.zeros((ROWS, COLUMNS), np.bool_)
        self.patch[PATCH] = True
        self.bare = BareTable(self.view(GREEN))

    def view(self, on_patch: tuple[int, int, int], light: float | Colours = 1.0) -> GateView:
        cells = np.full((ROWS, COLUMNS, 3), GREEN, np.float32)
        cells[PATCH] = on_patch
        image: Image = np.clip(cells * light, 0, 255).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
        still: Mask = np.zeros((ROWS, COLUMNS), np.bool_)
        return GateView(still, ~still, 4.0, Frame(image, 0.0, 0), image)

    def learn(self, view: GateView, first_s: float, last_s: float, bare: Mask | None = None) -> None:
        everywhere = slice(0, ROWS), slice(0, COLUMNS)
        for now_s in np.arange(first_s, last_s + 0.5, 1.0):
            self.bare.learn(view, everywhere, self.everywhere, self.everywhere if bare is None else bare, float(now_s))

    def is_table(self, colour: tuple[int, int, int], light: float = 1.0) -> bool:
        """Whether the patch would be taken for bare, had it this colour in this light."""
        view = self.view(colour, light)
        pixels = np.stack(np.meshgrid(np.arange(44.0, 68.0), np.arange(36.0, 52.0)), axis=-1).astype(np.float32)
        colours = np.zeros((*pixels.shape[:2], 3), np.float32)
        colours[:] = np.array(colour) * light
        return bool((self.bare.gap(view, colours, pixels) < 12).all())


def test_what_was_seen_just_before_a_piece_was_read_there_is_not_taken_for_the_table():
    seen = Seen()
    seen.learn(seen.view(GREEN), 0, 30)
    seen.learn(seen.view(GREY), 31, 32)
    assert seen.is_table(GREY)
    seen.bare.unlearn(seen.patch, 33.0)
    assert seen.is_table(GREEN)
    assert not seen.is_table(GREY)


def test_a_thing_that_rested_there_for_long_before_a_piece_was_laid_on_it_is_still_known():
    seen = Seen()
    seen.learn(seen.view(GREEN), 0, 30)
    seen.learn(seen.view(BROWN), 31, 50)
    seen.bare.unlearn(seen.patch, 50.5)
    assert seen.is_table(BROWN)
    assert seen.is_table(GREEN)


def test_what_was_in_view_for_a_moment_does_not_outlast_the_table():
    seen = Seen()
    seen.learn(seen.view(GREEN), 0, 30)
    seen.learn(seen.view(GREY), 31, 31)
    seen.learn(seen.view(GREY), 32, 500, bare=~seen.patch)  # nobody knows what the patch looks like all that time
    seen.learn(seen.view(GREEN), 501, 502)
    assert seen.is_table(GREEN)
    assert not seen.is_table(GREY)


def test_the_table_under_a_thing_is_known_when_the_lamp_is_dimmed_as_it_comes():
    seen = Seen()
    seen.learn(seen.view(GREEN), 0, 30)
    seen.learn(seen.view(BROWN, 0.65), 31, 40)
    assert seen.is_table(GREEN, 0.65)
    assert seen.is_table(BROWN, 0.65)
    assert not seen.is_table(GREEN)


def test_the_table_that_is_in_view_again_is_known_as_it_looks_now():
    """However often a thing comes and goes while the light changes, the two pictures do not drift."""
    seen = Seen()
    light, now_s = 1.0, 0
    for step in range(40):
        light = (1.0, 0.8, 0.65, 0.9)[step % 4]
        seen.learn(seen.view(BROWN if step % 5 == 4 else GREEN, light), now_s, now_s + 9)
        now_s += 10
    assert seen.is_table(GREEN, light)
    assert not seen.is_table(GREY, light)


def test_the_table_under_a_piece_is_still_known_after_ten_knocks_against_the_camera():
    """The light on the table is never quite even, and what is known of it must not be blurred into the picture."""
    seen = Seen()
    across = np.arange(COLUMNS, dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(5).normal(0.0, 0.02, (ROWS, COLUMNS, 1))
    shades = np.asarray(1.0 + 0.1 * np.sin(across / 3.0) + noise, np.float32)
    seen.learn(seen.view(GREEN), 0, 5)
    for knock in range(10):
        level = (1.0, 0.8)[knock % 2]
        seen.learn(seen.view(GREEN, level * shades), 10 * knock + 10, 10 * knock + 11, bare=~seen.patch)
        step_px = (3.0, -3.0)[knock % 2]
        seen.bare.shift(partial(shifted, step_px), (4 * COLUMNS, 4 * ROWS))
    seen.learn(seen.view(GREEN), 900, 901, bare=~seen.patch)
    assert seen.is_table(GREEN)
