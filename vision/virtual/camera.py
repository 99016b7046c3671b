"""The virtual camera: a source of rendered frames with the nuisances of a real one."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np

from vision._pixels import as_image
from vision.sticker import BACK
from vision.types import Clock, Frame, Image, MatLayout, Point
from vision.virtual.lamp import Lamp
from vision.virtual.mat import SAGE, BoardLook, Colour, Felt
from vision.virtual.render import SceneState, TableRenderer, painted
from vision.virtual.spare import SparePictures
from vision.virtual.top import TableTop, texture_of
from vision.virtual.view import View, view_of

_DROWSY_S = 0.12  # between the frames of a camera that is still awake though all has settled
_TILE_PX = 509  # a prime, so that the tiles of the noise fit no grid that anything else is made in
_TILES_WIDE = 3  # of the patch of noise: long rows are added quicker
_MOST_SIGMAS = 3.0  # of noise below the mean; what is darker than those is as grey as those, like any camera's black
_SKIN = (74, 104, 150)


@dataclass(frozen=True)
class CameraSettings:
    """How the virtual camera sees. The default resolution gives a module of a 24 mm sticker three pixels."""

    px_per_mm: float = 3.2
    tilt_deg: float = 4.0
    blur_px: float = 0.7  # sigma
    noise: float = 3.0  # sigma, grey levels
    gradient: float = 0.25  # share of the light that is missing in the darkest corner
    jpeg_quality: int = 0  # 0: the frames are not compressed
    drop_every: int = 0  # every so manieth frame is lost; 0: none
    hand_frames: int = 2  # for so many frames after a change a hand covers the place
    settle_frames: int = 8  # frames in a row after a change
    awake_s: float = 0.6  # then it gives some more for so long (what is gone is told only after a while), and sleeps
    fps: float = 8.0  # pace of those frames; 0: as fast as they are read
    heartbeat_s: float = 2.0  # a sleeping camera still gives a frame every so often
    board: BoardLook = BoardLook.PRINTED  # of a board with dark and light fields
    top: TableTop = TableTop.MAT
    felt: Felt = SAGE  # what a printed mat is coloured with
    back: Colour = BACK  # and the backs of cards


@dataclass
class _Hand:
    places: tuple[Point, ...]
    frames: int


@dataclass
class _Pace:
    version: int | None = None
    left: int = 0
    awake_until_s: float = -math.inf
    last_s: float = -math.inf
    hands: list[_Hand] = field(default_factory=list)


class VirtualCamera:
    """A FrameSource that looks at a scene.

    `scene` is asked for the current state from the reading thread; call `wake` after changing it. An idle table costs
    a frame per heartbeat.
    """

    def __init__(
        self,
        layout: MatLayout,
        scene: Callable[[], SceneState],
        settings: CameraSettings,
        clock: Clock,
        seed: int = 0,
    ) -> None:
        self.name = "virtual table"
        self.ended = False
        self.view: View = view_of(layout, settings.px_per_mm, settings.tilt_deg)
        self._layout = layout
        self._scene = scene
        self._settings = settings
        self._clock = clock
        self._renderer: TableRenderer | None = None  # made by the reading thread: drawing the mat takes a moment
        self._changed = threading.Condition()
        self._pace = _Pace()
        self._number = 0
        self._random = np.random.default_rng(seed)
        self._black = math.ceil(_MOST_SIGMAS * settings.noise)
        self._noise = _noise(self._random, settings.noise, self._black)
        self._spare = SparePictures()
        self._lamp = Lamp(gradient=settings.gradient)
        self._is_bumped = self._is_relit = False

    def wake(self) -> None:
        """The scene has changed: whoever waits in `read` looks again at once."""
        with self._changed:
            self._changed.notify_all()

    def wave(self, x_mm: float, y_mm: float, frames: int) -> None:
        """A hand comes over this place and stays for so many frames, without touching anything."""
        with self._changed:
            self._pace.hands.append(_Hand((Point(x_mm, y_mm),), frames))
            self._pace.left = max(self._pace.left, frames + self._settings.settle_frames)
            self._changed.notify_all()

    def bump(self, right_px: float, down_px: float, turn_deg: float = 0.0) -> None:
        """Somebody knocks against the camera: from the next frame on it looks a little aside, and stays so."""
        with self._changed:
            self.view = self.view.bumped(right_px, down_px, turn_deg)
            self._is_bumped = True
            self._stir()

    def lay(self, layout: MatLayout) -> None:
        """The mat lies there otherwise from the next frame on: somebody has pushed the board that lies on it."""
        with self._changed:
            self._layout = layout
            self._is_bumped = True
            self._stir()

    def light(self, lamp: Lamp) -> None:
        """Another light from the next frame on."""
        with self._changed:
            self._lamp = lamp
            self._is_relit = True
            self._stir()

    def _stir(self) -> None:
        self._pace.left = max(self._pace.left, self._settings.settle_frames)
        self._changed.notify_all()

    def close(self) -> None:
        """Ends the source; a waiting `read` returns None."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame: soon after a change and for some frames after it, else once a heartbeat."""
        give_up_s = self._clock() + timeout_s
        while self._wait(give_up_s):
            self._number += 1
            frame = self._take()
            every = self._settings.drop_every
            if not (every and self._number % every == 0):
                return frame
        return None

    def _wait(self, give_up_s: float) -> bool:
        """Waits until a frame is due; False when time is over or the source is closed."""
        with self._changed:
            while not self.ended:
                now = self._clock()
                if self._scene().version != self._pace.version:
                    busy = self._settings.settle_frames + self._settings.hand_frames
                    self._pace.left = max(self._pace.left, busy)
                fps = self._settings.fps
                pause_s = 1 / fps if fps > 0 else 0.0
                if self._pace.left > 0:
                    self._pace.awake_until_s = now + self._settings.awake_s
                else:
                    is_awake = self._pace.last_s < self._pace.awake_until_s
                    pause_s = min(max(pause_s, _DROWSY_S) if is_awake else math.inf, self._settings.heartbeat_s)
                due_s = self._pace.last_s + pause_s
                if now >= due_s:
                    self._pace.left = max(0, self._pace.left - 1)
                    self._pace.last_s = now
                    return True
                if now >= give_up_s:
                    return False
                self._changed.wait(max(0.001, min(due_s, give_up_s) - now))
        return False

    def _take(self) -> Frame:
        scene = self._scene()
        renderer = self._up_to_date()
        with self._changed:
            is_first = self._pace.version is None
            is_new = scene.version != self._pace.version
            self._pace.version = scene.version
        if is_new:
            changed, thrown = renderer.show(scene.pieces), renderer.throw(scene.dice)
            if (changed or thrown) and not is_first and self._settings.hand_frames > 0:
                places = (*(Point(piece.x_mm, piece.y_mm) for piece in changed), *thrown)
                with self._changed:
                    self._pace.hands.append(_Hand(places, self._settings.hand_frames))
        image = self._noisy(renderer.picture)
        self._draw_hands(image)
        return Frame(self._compressed(image), self._clock(), self._number)

    def _up_to_date(self) -> TableRenderer:
        with self._changed:
            view, lamp, layout = self.view, self._lamp, self._layout
            is_bumped, is_relit = self._is_bumped, self._is_relit
            self._is_bumped = self._is_relit = False
        old = self._renderer
        if old is None or is_bumped:
            now = self._settings
            top, paint = texture_of(now.top) or now.felt, partial(painted, back=now.back)
            self._renderer = TableRenderer(layout, view, now.blur_px, lamp, now.board, self._black, top, paint)
            if old is not None:
                self._renderer.show(old.pieces)
                self._renderer.throw(old.dice)
        elif is_relit:
            old.relight(lamp)
        assert self._renderer is not None
        return self._renderer

    def _noisy(self, dim: Image) -> Image:
        """A copy with noise: copies of one patch, which lie otherwise on every frame. The picture has been made darker
        by what noise may take away, so that a frame costs one sum."""
        if self._noise is None:
            return dim.copy()
        noisy = self._spare.picture(dim.shape)
        x, y = (int(v) for v in self._random.integers(0, 64, 2))
        for rows, patch_rows in _laid(dim.shape[0], y, self._noise.shape[0]):
            for columns, patch_columns in _laid(dim.shape[1], x, self._noise.shape[1]):
                patch = self._noise[patch_rows, patch_columns]
                cv2.add(dim[rows, columns], patch, dst=noisy[rows, columns])
        return noisy

    def _draw_hands(self, image: Image) -> None:
        with self._changed:
            hands = [(hand.places, hand.frames) for hand in self._pace.hands]
            for hand in self._pace.hands:
                hand.frames -= 1
            self._pace.hands = [hand for hand in self._pace.hands if hand.frames > 0]
        for places, frames in hands:
            for place in places:
                sway_mm = 9.0 * (frames % 3)  # hands do not keep still
                _draw_hand(image, self.view, Point(place.x_mm + sway_mm, place.y_mm + sway_mm / 2))

    def _compressed(self, image: Image) -> Image:
        if self._settings.jpeg_quality <= 0:
            return image
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._settings.jpeg_quality])
        return as_image(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _noise(random: np.random.Generator, sigma: float, black: int) -> Image | None:
    """A patch of noise, `black` where there is none; None without any. Drawing random numbers for a whole picture takes
    longer than all else that a camera does when it is opened."""
    if sigma <= 0:
        return None
    level = np.trunc(random.standard_normal((_TILE_PX, _TILE_PX, 3), np.float32) * sigma)
    tile = as_image(np.clip(level + black, 0, 255))
    return as_image(cv2.repeat(tile, 1, _TILES_WIDE))


def _laid(length_px: int, start_px: int, patch_px: int) -> Iterator[tuple[slice, slice]]:
    """Along one side of a picture: the part that a patch covers, and the part of the patch; the first one is cut."""
    at = 0
    while at < length_px:
        take = min(patch_px - start_px, length_px - at)
        yield slice(at, at + take), slice(start_px, start_px + take)
        at, start_px = at + take, 0


def _draw_hand(image: Image, view: View, at: Point) -> None:
    """A fist of about 11 cm with an arm that comes in from the lower edge."""
    x, y = (round(v) for v in view.pixel(at))
    size = round(55 * view.px_per_mm)
    cv2.line(image, (x, y), (x + size, image.shape[0]), _SKIN, max(2, round(60 * view.px_per_mm)))
    cv2.ellipse(image, (x, y), (size, round(size * 0.9)), 20, 0, 360, _SKIN, -1)
