"""The table where nothing lies on it, as far as it has been seen, in whatever light falls on it now."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision._pixels import as_image
from vision.table._where import Body, grids_px, reaches
from vision.table.gate import CELL, Cells, GateView, Mask, Place, in_cells, in_pixels
from vision.types import Image

Points = npt.NDArray[np.float32]
"""... x 2: x and y, in picture pixels or in a piece's own millimetres (right, down)."""
Colours = npt.NDArray[np.float32]

_CHANGED = 14  # grey levels of a cell
_SAME_COLOUR = 24.0  # grey levels of a pixel
_AROUND = ((41, 0.02), (21, 0.03), (11, 0.05))  # cells a side of the places in which light is compared, and for how
# large a share of free table the wider place counts as much
_REACH = 24  # cells around a place that tell how much light there is
_SAME_HUE = 1.12  # light makes all colours brighter by about the same; a thing that was laid there does not
_WIDE = 0.3  # share of the whole picture that tells the colour of the light: no hand is as large
_MISJUDGED = 1.45  # times brighter or darker than the table around a place lets expect
_RELIT = 12.0  # grey levels of a pixel that may remain then
_NEARLY_ALL = 0.9  # share of the pixels
_MOST_LIGHT = 2.5  # times brighter or darker at once
_LEAST_LIGHT = 0.01
_STEP_MM = 2.0  # between the points by which a piece is judged in the small picture
_JUST_S = 5.0  # what appeared so shortly before a piece was read there was the piece


class BareTable:
    """Two pictures of the empty table: the latest, and where that differs from an earlier one, the one that was in
    view for longest. A thing without a tag that rested somewhere is not all that is known of the place then.

    Every cell remembers the light in which it was seen last, as a multiple of the light at the beginning: under a piece
    the table is expected to be as much brighter now as the free table around it has become.
    """

    def __init__(self, view: GateView) -> None:
        shape = view.moving.shape
        self._size_px = view.frame.size_px
        self._latest: Image = view.small.copy()
        self._lasting: Image = view.small.copy()
        self._light: Colours = np.ones((*shape, 3), np.float32)
        self._lasting_light: Colours = np.ones((*shape, 3), np.float32)
        self._is_known: Mask = np.zeros(shape, np.bool_)
        self._is_free: Mask = np.zeros(shape, np.bool_)  # nothing lay there when it was last looked at
        self._since_s: npt.NDArray[np.float64] = np.zeros(shape, np.float64)
        self._until_s: npt.NDArray[np.float64] = np.zeros(shape, np.float64)  # when the latest was last in view
        self._lasted_s: npt.NDArray[np.float64] = np.zeros(shape, np.float64)

    def learn(self, view: GateView, place: Place, looked: Mask, bare: Mask, now_s: float) -> None:
        """Takes over the cells of a look on which nothing lies. `looked` and `bare` are masks of the cells in `place`
        only."""
        pixels = pixels_of(place)
        latest, lasting, known = self._latest[pixels], self._lasting[pixels], self._is_known[place]
        since_s, until_s, lasted_s = self._since_s[place], self._until_s[place], self._lasted_s[place]
        light, lasting_light, seen_in = self._light[place], self._lasting_light[place], self._light[place].copy()
        now, is_new = view.cells[place], bare & ~known
        self._is_free[place] = np.where(looked, bare, self._is_free[place])
        is_other = self._relight(now, place, bare)
        expected = np.clip(in_cells(lasting) * (light / lasting_light), 0, 255)
        is_lasting = bare & known & ~differs(now, as_image(expected), _CHANGED)
        stood_s = until_s - since_s  # while it is covered nobody knows whether it stands there still
        outlasts = is_other & ~is_lasting & (stood_s > lasted_s)
        if outlasts.any():
            take_over(lasting, latest, in_pixels(outlasts))
            lasting_light[outlasts] = seen_in[outlasts]
            lasted_s[outlasts] = stood_s[outlasts]
        since_s[is_other | is_new] = now_s
        since_s[is_other & is_lasting] -= lasted_s[is_other & is_lasting]
        until_s[bare] = now_s
        # what lasts is known as it looks now: a picture of long ago would fit less with every lamp and every bump
        lasting_light[is_new | is_lasting] = light[is_new | is_lasting]
        take_over(lasting, view.small[pixels], in_pixels(is_new | is_lasting))
        take_over(latest, view.small[pixels], in_pixels(bare))
        known |= bare

    def _relight(self, now: Cells, place: Place, bare: Mask) -> Mask:
        """Notes how much light falls on the bare cells of a place now; gives those that are not the same table in
        another light."""
        light, known, before = self._light[place], self._is_known[place], in_cells(self._latest[pixels_of(place)])
        ratio, is_light = _light_change(before, now, bare & known, self._is_known.size)
        np.copyto(light, light * ratio, where=(bare & known & is_light)[..., None])
        is_guess = bare & ~(known & is_light)
        if is_guess.any():
            self._is_free[place] &= ~is_guess
            np.copyto(light, self._light_around(place), where=is_guess[..., None])
            self._is_free[place] |= is_guess
        return np.asarray(bare & known & ~is_light & differs(now, before, _CHANGED))

    def unlearn(self, cells: Mask, now_s: float) -> Mask:
        """A piece has been read that lies on these cells: what appeared there just before was no bare table. Gives the
        cells where another thing was seen just before."""
        wrong = cells & self._is_known & (self._since_s > now_s - _JUST_S)
        other = wrong & differs(in_cells(self._latest), in_cells(self._lasting), _CHANGED)
        take_over(self._latest, self._lasting, in_pixels(wrong))
        self._light[wrong] = self._lasting_light[wrong]
        self._since_s[wrong] = self._until_s[wrong] = now_s
        self._since_s[wrong] -= self._lasted_s[wrong]
        return np.asarray(other)

    def forget(self, cells: Mask) -> None:
        """Another table has come to lie on these cells: nobody knows what it looks like."""
        if cells.shape == self._is_known.shape:
            self._is_known &= ~cells
            self._is_free &= ~cells

    def is_known(self, view: GateView, pixels: Points) -> Mask:
        """Where the empty table has been seen at all."""
        return is_at(view, self._is_known, pixels)

    def is_like(self, view: GateView, now: Colours, pixels: Points) -> Mask:
        """Which of the pixels show, with the colours `now`, the empty table."""
        return np.asarray((self.gap(view, now, pixels) < _SAME_COLOUR) & self.is_known(view, pixels))

    def gap(self, view: GateView, now: Colours, pixels: Points) -> Colours:
        """By how much the colours at the pixels differ from the empty table, also where that is only guessed."""
        return np.asarray(np.minimum(*(np.abs(now - table).max(axis=-1) for table in self._expected(view, pixels))))

    def is_relit(self, view: GateView, now: Colours, pixels: Points) -> bool:
        """Whether all of the place looks like the empty table under a lamp that is a little brighter or dimmer than is
        thought: the light at one place is only guessed from that around it."""
        if not bool(self.is_known(view, pixels).all()):
            return False
        for table in self._expected(view, pixels):
            gain = np.median((now + 1.0) / (table + 1.0), axis=tuple(range(now.ndim - 1)))
            is_light = gain.max() < _SAME_HUE * gain.min() and 1 / _MISJUDGED < gain.mean() < _MISJUDGED
            if is_light and float((np.abs(now - table * gain).max(axis=-1) < _RELIT).mean()) > _NEARLY_ALL:
                return True
        return False

    def _expected(self, view: GateView, pixels: Points) -> tuple[Colours, Colours]:
        """The colours of the latest and of the lasting picture of the table at the pixels, in the light of now."""
        cells = pixels / view.cell_px
        rows, columns = self._is_known.shape
        low = np.clip(np.floor(cells.min(axis=(0, 1))).astype(int), 0, (columns - 1, rows - 1))
        high = np.clip(np.ceil(cells.max(axis=(0, 1))).astype(int) + 1, low + 1, (columns, rows))
        place = slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
        light = self._light_around(place)
        across, down = cells[..., 0] - low[0] - 0.5, cells[..., 1] - low[1] - 0.5

        def lit(picture: Image, seen_in: Colours) -> Colours:
            return np.asarray(colours_at(view, picture, pixels) * sampled(light / seen_in[place], across, down))

        return lit(self._latest, self._light), lit(self._lasting, self._lasting_light)

    def fits(self, view: GateView) -> bool:
        """Whether it is of the same size as the small picture."""
        return self._latest.shape == view.small.shape

    def fit(self, view: GateView) -> None:
        """The picture has another size, and shows what it showed."""
        rows, columns = view.moving.shape
        small = (view.small.shape[1], view.small.shape[0])
        self._latest, self._lasting = (
            as_image(cv2.resize(picture, small)) for picture in (self._latest, self._lasting)
        )
        for name in ("_light", "_lasting_light", "_since_s", "_until_s", "_lasted_s"):
            setattr(self, name, cv2.resize(getattr(self, name), (columns, rows), interpolation=cv2.INTER_NEAREST))
        for name in ("_is_known", "_is_free"):
            mask = cv2.resize(getattr(self, name).view(np.uint8) * np.uint8(255), (columns, rows))
            setattr(self, name, mask > 250)

    def shift(self, new_px: Callable[[float, float], tuple[float, float]], size_px: tuple[int, int]) -> None:
        """The camera moved: what was seen at a pixel is now seen at another."""
        everywhere = slice(0, self._is_known.shape[0]), slice(0, self._is_known.shape[1])
        # what is in view looks as it does now; only the rest is guessed, else each bump would add to the errors
        light = np.where(self._is_free[..., None], self._light, self._light_around(everywhere))
        rows, columns = self._latest.shape[:2]
        small_px = size_px[0] / columns
        was_px, self._size_px = self._size_px[0] / columns, size_px
        corners = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)]
        old = np.array(corners, np.float32) * small_px
        new = np.array([new_px(x * was_px, y * was_px) for x, y in corners], np.float32)
        for picture, seen_in in ((self._latest, self._light), (self._lasting, self._lasting_light)):
            gains = cv2.resize(light / seen_in, (columns, rows), interpolation=cv2.INTER_LINEAR)
            lit = as_image(np.rint(np.clip(picture * gains, 0, 255)))
            picture[:] = _shifted(lit, old / small_px, new / small_px, cv2.BORDER_REPLICATE)
            seen_in[:] = 1.0
        known = _shifted(
            self._is_known.view(np.uint8) * np.uint8(255), old / (CELL * small_px), new / (CELL * small_px)
        )
        self._is_known[:] = known > 250
        self._is_free[:] = False

    def _light_around(self, place: Place) -> Colours:
        """How much light falls on each cell of a place now, by the free table around it."""
        rows, columns = place
        top, left = max(0, rows.start - _REACH), max(0, columns.start - _REACH)
        wide = slice(top, rows.stop + _REACH), slice(left, columns.stop + _REACH)
        free = self._is_free[wide] & self._is_known[wide]
        if not free.any():
            return np.array(self._light[place])
        # as logarithms: twice as bright here and half as bright there is no more light on the whole
        light = np.log(np.maximum(self._light[wide], _LEAST_LIGHT))
        weight = free.astype(np.float32)
        weighted = light * weight[..., None]
        found = np.broadcast_to(np.median(light[free], axis=0), light.shape)
        for reach, trust in _AROUND:
            # what is seen close by counts most; farther off where too little of the table is free
            near = np.asarray(cv2.blur(weight, (reach, reach)))[..., None]
            found = (np.asarray(cv2.blur(weighted, (reach, reach))) + trust * found) / (near + trust)
        height, width = rows.stop - rows.start, columns.stop - columns.start
        y, x = rows.start - top, columns.start - left
        return np.asarray(np.exp(found[y : y + height, x : x + width]), np.float32)


def _light_change(before: Image, now: Image, bare: Mask, cells: int) -> tuple[Colours, Mask]:
    """How many times brighter each cell has become, in each colour, and where that may well be the light."""
    ratio = (now.astype(np.float32) + 1.0) / (before.astype(np.float32) + 1.0)
    # another lamp may have another colour, but it has that on the whole table
    usual = np.median(ratio[bare], axis=0) if int(bare.sum()) > _WIDE * cells else np.ones(3, np.float32)
    one, two, three = np.moveaxis(ratio / usual, 2, 0)  # numpy is slow along an axis as short as this
    most, least = np.maximum(np.maximum(one, two), three), np.minimum(np.minimum(one, two), three)
    is_light = (most < _SAME_HUE * least) & (most < _MOST_LIGHT) & (least > 1 / _MOST_LIGHT)
    return ratio, np.asarray(is_light)


def _shifted(picture: Image, old: Points, new: Points, border: int = cv2.BORDER_CONSTANT) -> Image:
    warp = cv2.getPerspectiveTransform(old - 0.5, new - 0.5)  # middles of pixels, not their corners
    size = (picture.shape[1], picture.shape[0])
    return as_image(cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=border))


def pixels_of(place: Place) -> Place:
    """The part of the small picture that some cells fill."""
    rows, columns = place
    return slice(rows.start * CELL, rows.stop * CELL), slice(columns.start * CELL, columns.stop * CELL)


def take_over(old: Image, new: Image, where: Mask) -> None:
    """Writes the pixels of `new` into `old` where the mask says so."""
    cv2.copyTo(new, where.view(np.uint8), old)


def differs(one: Image, other: Image, by: int) -> Mask:
    """Which pixels of two colour pictures differ in any of their colours by more than that."""
    blue, green, red = np.moveaxis(as_image(cv2.absdiff(one, other)), -1, 0)
    return np.asarray(np.maximum(np.maximum(blue, green), red) > by)


def points_of(body: Body) -> Points:
    """Pixels spread over the whole piece."""
    shape = body.shape
    columns = max(2, round((shape.left_mm + shape.right_mm) / _STEP_MM))
    rows = max(2, round((shape.up_mm + shape.down_mm) / _STEP_MM))
    right = (np.arange(columns, dtype=np.float32) + 0.5) * _STEP_MM - shape.left_mm
    down = (np.arange(rows, dtype=np.float32) + 0.5) * _STEP_MM - shape.up_mm
    (centre,), (right_px,), (down_px,) = grids_px([body])
    across, along = np.meshgrid(right, down)
    return np.asarray(across[..., None] * right_px + along[..., None] * down_px + centre, np.float32)


def is_on(pixels: Points, body: Body, grow_mm: float) -> Mask:
    """Which of the pixels lie on the piece, made larger by `grow_mm`."""
    shape, places = body.shape, _on_piece(pixels, body)
    right, down = places[..., 0], places[..., 1]
    if shape.round:
        reach = (shape.left_mm + shape.right_mm) / 2 + grow_mm
        x, y = right - (shape.right_mm - shape.left_mm) / 2, down - (shape.down_mm - shape.up_mm) / 2
        return np.asarray(x * x + y * y <= max(0.0, reach) ** 2)
    return np.asarray(
        (right >= -shape.left_mm - grow_mm)
        & (right <= shape.right_mm + grow_mm)
        & (down >= -shape.up_mm - grow_mm)
        & (down <= shape.down_mm + grow_mm)
    )


def holds_code(outer: Body, inner: Body) -> bool:
    """Whether the middle of a code lies within another piece's outline."""
    (a, b), (c, d) = outer.axes_px
    (x, y), (x0, y0), shape = inner.centre_px, outer.centre_px, outer.shape
    turned = a * d - b * c
    if math.isclose(turned, 0.0):
        return False
    right, down = ((x - x0) * d - (y - y0) * c) / turned, ((y - y0) * a - (x - x0) * b) / turned
    return reaches(shape, right, down, 0.0)


def colours_at(view: GateView, small: Image, pixels: Points) -> Colours:
    """The colours of a small picture of the table at pixels of the large one."""
    scale = view.small_px
    flat = pixels.reshape(-1, pixels.shape[-2], 2) / scale - 0.5
    return sampled(small, flat[..., 0], flat[..., 1]).reshape(*pixels.shape[:-1], 3)


def is_at(view: GateView, mask: Mask, pixels: Points) -> Mask:
    """A mask of cells at pixels; False outside the picture."""
    columns = np.floor(pixels[..., 0] / view.cell_px).astype(np.int32)
    rows = np.floor(pixels[..., 1] / view.cell_px).astype(np.int32)
    inside = (columns >= 0) & (rows >= 0) & (columns < mask.shape[1]) & (rows < mask.shape[0])
    return np.asarray(
        inside & mask[np.clip(rows, 0, mask.shape[0] - 1), np.clip(columns, 0, mask.shape[1] - 1)], np.bool_
    )


def sampled(picture: npt.NDArray[np.generic], columns: Points, rows: Points) -> Colours:
    """A picture at places between its pixels."""
    found = cv2.remap(
        np.asarray(picture), columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(found, np.float32)


def _on_piece(pixels: Points, body: Body) -> Points:
    axes = np.linalg.inv(np.array(body.axes_px, np.float64))
    return np.asarray((pixels - np.array(body.centre_px, np.float32)) @ axes, np.float32)
