"""A camera over a real table top: what lens, light, sensor and its own software do to a picture, frame by frame."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tests.vision._soak_faces import painter
from tests.vision._soak_hand import Hand, hand_of
from vision import Clock, Frame, Image, Lamp, MatLayout, Point, SceneState
from vision._pixels import sharpened
from vision.virtual.render import ScenePiece, TableRenderer
from vision.virtual.top import TableTop, Texture, texture_of
from vision.virtual.view import View, view_of

_PHASES = 6  # of the mains' flicker, as bands in the picture
_USUAL_GREY = 105.0  # mean of the pictures that the automatic exposure wants
_SWAY_MM = 8.0
_FREE = 0.94  # of the picture's sides are filled by the mat: cameras are bumped, and stand askew


@dataclass(frozen=True)
class Level:
    """How hard it is to see: stickers of this size, light (1: bright), noise in grey levels, and from which to which
    blur, tilt and JPEG quality the tables go. `exposure`: how far the automatic exposure evens out the light."""

    name: str
    sticker_mm: float
    px_per_mm: float
    noise: float
    light: float
    exposure: float
    blur_px: tuple[float, float]
    jpeg: tuple[int, int]
    tilt_deg: tuple[float, float] = (1.0, 15.0)

    @property
    def px_per_module(self) -> float:
        """Of a version 1 code with two modules of white around it."""
        return self.sticker_mm * self.px_per_mm / 25


EASY = Level("easy", 20.0, 2.2, 3.0, 0.95, 0.4, (0.7, 0.85), (84, 92))
HARD = Level("hard", 15.0, 2.4, 5.0, 0.6, 0.9, (0.75, 0.95), (75, 84))
LEVELS = {level.name: level for level in (EASY, HARD)}


def some_top(rng: np.random.Generator, photos: Path | None = None) -> Texture | None:
    """One of our table tops, turned anyhow and in another light, or a photograph from a folder as it is. None: the
    printed mat."""
    found = sorted(photos.glob("*.[jJ][pP]*[gG]")) if photos is not None else []
    if found:
        picture = cv2.imread(str(found[rng.integers(len(found))]), cv2.IMREAD_COLOR)
        assert picture is not None
        return Texture(np.asarray(picture, np.uint8), picture.shape[1] / rng.uniform(250, 500))
    texture = texture_of(list(TableTop)[int(rng.integers(len(TableTop)))])
    if texture is None:
        return None
    shine = rng.uniform(0.75, 1.35) * rng.uniform(0.9, 1.1, 3)
    lit = np.clip(texture.picture * shine, 0, 235).astype(np.uint8)
    return replace(texture, picture=lit, angle_deg=float(rng.uniform(0, 360)))


class RealCamera:
    """A source of frames, each one moment later than the one before. After a change of the scene a hand is seen that
    made it: one frame before, two after."""

    name = "real table"
    ended = False

    def __init__(
        self,
        layout: MatLayout,
        scene: Callable[[], SceneState],
        level: Level,
        top: Texture | None,
        clock: Clock,
        seed: int,
    ) -> None:
        rng = self._rng = np.random.default_rng(seed)
        tilt, blur, jpeg = (float(rng.uniform(*of)) for of in (level.tilt_deg, level.blur_px, level.jpeg))
        self.view = _from_afar(view_of(layout, level.px_per_mm / _FREE, tilt)).bumped(0, 0, float(rng.uniform(-2, 2)))
        self._layout, self._scene, self._clock, self._top = layout, scene, clock, top
        self._level, self._blur_px, self._jpeg = level, blur, round(jpeg)
        self._lamp = Lamp(level=level.light, gradient=0.2)
        self._paint = painter()
        self._hands = [hand_of(level.px_per_mm, level.light, rng) for _ in range(3)]
        self._renderer = self._made()
        self._clean: Image | None = None  # the still table, sharpened
        self._noise = _noise(self.view.height_px, self.view.width_px, level.noise, rng)
        self._fall_off = _fall_off(self.view.height_px, self.view.width_px, float(rng.uniform(0.005, 0.03)))
        self._gain, self._forced = 0.0, (1.0, 0)
        self._version, self._number = -1, 0
        self._coming: list[tuple[bool, tuple[Point, ...]]] = []  # frames: is the change made, and where hands are
        self._waves: list[tuple[Point, int]] = []
        self.packed = b""  # the latest frame, as the camera's JPEG
        self.has_hand = False  # in the latest frame

    def _made(self) -> TableRenderer:
        return TableRenderer(self._layout, self.view, self._blur_px, self._lamp, top=self._top, paint=self._paint)

    def close(self) -> None:
        """Nothing is held."""

    @property
    def is_busy(self) -> bool:
        """Whether hands are still to be seen, or the exposure is pushed aside."""
        return bool(self._coming or self._waves) or self._forced[1] > 0 or self._scene().version != self._version

    def wave(self, x_mm: float, y_mm: float, frames: int) -> None:
        """A hand comes over this place and stays for so many frames, without touching anything."""
        self._waves.append((Point(x_mm, y_mm), frames))

    def bump(self, right_px: float, down_px: float, turn_deg: float = 0.0) -> None:
        """Somebody knocks against the camera."""
        pieces = self._renderer.pieces
        self.view = self.view.bumped(right_px, down_px, turn_deg)
        self._renderer = self._made()
        self._renderer.show(pieces)
        self._clean = None

    def light(self, lamp: Lamp) -> None:
        """Another light; as much of it as this level has."""
        self._lamp = replace(lamp, level=lamp.level * self._level.light)
        self._renderer.relight(self._lamp)
        self._clean = None

    def jump(self, gain: float, frames: int) -> None:
        """The camera exposes wrongly by this factor for so many frames."""
        self._forced = (gain, frames)

    def read(self, timeout_s: float) -> Frame:
        """The next frame."""
        self._number += 1
        scene = self._scene()
        if scene.version != self._version and not self._coming:
            places = _changed(self._renderer.pieces, scene.pieces)[:2]
            is_first, self._version = self._version < 0, scene.version
            self._coming = [(True, ())] if is_first else [(False, places), (True, places), (True, places)]
        is_made, places = self._coming.pop(0) if self._coming else (True, ())
        if is_made and self._renderer.show(scene.pieces):
            self._clean = None
        if self._clean is None:
            self._clean = sharpened(self._renderer.picture, 1.2, 0.5)
        picture = self._clean
        hands = [*places, *(at for at, _ in self._waves)]
        self._waves = [(at, left - 1) for at, left in self._waves if left > 1]
        self.has_hand = bool(hands)
        if hands:
            picture = picture.copy()
            for n, at in enumerate(hands):
                self._draw(self._hands[(self._version + n) % len(self._hands)], picture, at)
        return Frame(self._developed(picture), self._clock(), self._number)

    def _draw(self, hand: Hand, picture: Image, at: Point) -> None:
        sway = self._rng.uniform(-_SWAY_MM, _SWAY_MM, 2)
        x, y = self.view.pixel(Point(at.x_mm + sway[0], at.y_mm + sway[1]))
        sideways = (x - picture.shape[1] / 2) / picture.shape[1]
        angle = 180.0 + 80.0 * sideways if y < 0.35 * picture.shape[0] else -80.0 * sideways
        hand.over(picture, (x, y), angle + float(self._rng.uniform(-6, 6)))

    def _developed(self, picture: Image) -> Image:
        mean = float(picture[::16, ::16].mean())
        wanted = (_USUAL_GREY / max(mean, 8.0)) ** self._level.exposure
        self._gain = wanted if self._gain == 0 else self._gain + 0.5 * (wanted - self._gain)
        forced, left = self._forced
        self._forced = (forced, left - 1) if left > 1 else (1.0, 0)
        gain = min(4.0, self._gain) * forced
        lit = cv2.multiply(picture, self._fall_off[self._number % _PHASES], scale=gain / 255.0)
        height, width = picture.shape[:2]
        x, y = (int(v) for v in self._rng.integers(0, 64, 2))
        noisy = cv2.addWeighted(lit, 1.0, self._noise[y : y + height, x : x + width], 1.0, -128.0)
        self.packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg])[1].tobytes()
        return np.asarray(cv2.imdecode(np.frombuffer(self.packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _from_afar(view: View) -> View:
    """The same picture with more of the table around the mat."""
    x, y = (1 - _FREE) / 2 * view.width_px, (1 - _FREE) / 2 * view.height_px
    shrink = np.array([[_FREE, 0.0, x], [0.0, _FREE, y], [0.0, 0.0, 1.0]])
    return replace(view, to_px=np.asarray(shrink @ view.to_px, np.float64), px_per_mm=view.px_per_mm * _FREE)


def _changed(old: tuple[ScenePiece, ...], new: tuple[ScenePiece, ...]) -> tuple[Point, ...]:
    before, after = {piece.ident: piece for piece in old}, {piece.ident: piece for piece in new}
    found = [after.get(ident, before.get(ident)) for ident in {**before, **after}]
    return tuple(Point(p.x_mm, p.y_mm) for p in found if p is not None and before.get(p.ident) != after.get(p.ident))


def _noise(height: int, width: int, sigma: float, rng: np.random.Generator) -> Image:
    """The noise of a sensor with a colour mosaic, after its colours were made up and sharpened; 128: none."""
    raw = np.clip(128 + rng.standard_normal((height + 64, width + 64), np.float32) * sigma, 0, 255).astype(np.uint8)
    return sharpened(np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerBG2BGR), np.uint8), 1.2, 0.5)


def _fall_off(height: int, width: int, flicker: float) -> list[Image]:
    """What a lens leaves of the light towards its corners, with the bands of the mains' flicker at each phase."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    off = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) / 0.5
    shares = []
    for phase in range(_PHASES):
        bands = 1.0 + flicker * np.sin(2 * math.pi * (1.7 * y / height + phase / _PHASES))
        share = np.clip(245.0 * (1.0 - 0.25 * off) * bands, 0, 255).astype(np.uint8)
        shares.append(np.asarray(cv2.merge([share] * 3), np.uint8))
    return shares
