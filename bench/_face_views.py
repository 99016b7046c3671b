"""What a camera over a table sees of a card that was just laid there: a real picture as the ground, the card aslant, in
bad light, through a lens and a sensor, as a JPEG; and the picture of the same place before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from bench._face_cards import FINE, SIZE
from vision import Image
from vision._pixels import as_image, resized

Matrix = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
_OFF_MM = 0.5  # by so much a calibration may be wrong
_REACH_MM = 75.0  # from the middle of the picture to its sides
_COARSE_PX = 3.0  # a camera with fewer pixels a millimetre sees a table that is drawn twice as finely


@dataclass(frozen=True)
class Seen:
    """How a card is seen. Light: 1 is bright; noise in grey levels at full light."""

    px_per_mm: float
    tilt_deg: float
    light: float
    blur_px: float
    noise: float
    jpeg: int

    @property
    def finer(self) -> int:
        """The table is drawn so many times finer than it is seen."""
        return 2 if self.px_per_mm < _COARSE_PX else 1


@dataclass(frozen=True)
class Laid:
    """A card (its fine picture) with its middle at a place in mm from the picture's middle, turned clockwise."""

    picture: Image
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0


@dataclass(frozen=True)
class Shot:
    """Pictures of one still table, the table before, and `to_px`: what the calibration says, from mm to pixels (a
    little wrong)."""

    frames: tuple[Image, ...]
    before: Image
    to_px: Matrix
    px_per_mm: float


def some_way(rng: np.random.Generator, px_per_mm: float) -> Seen:
    """A camera and a light as they may be on an evening."""
    return Seen(
        px_per_mm,
        float(rng.uniform(0, 25)),
        float(rng.uniform(0.35, 1.0)),
        float(rng.uniform(0.6, 0.95)),
        float(rng.uniform(2.0, 5.0)),
        int(rng.integers(78, 93)),
    )


def grounds(folder: Path | None = None) -> tuple[Image, ...]:
    """Pictures of tables: those of the virtual table, or the photographs of a folder."""
    if folder is None:
        tops = files("vision.virtual") / "tops"
        packed = [top.read_bytes() for top in sorted(tops.iterdir(), key=str) if top.name.endswith(".jpg")]
    else:
        packed = [path.read_bytes() for path in sorted(folder.glob("*.[jJ][pP]*[gG]"))]
    found = [cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in packed]
    return tuple(as_image(one) for one in found if one is not None)


def shot(
    cards: Sequence[Laid],
    ground: Image,
    seen: Seen,
    rng: np.random.Generator,
    frames: int = 1,
    reach_mm: float = _REACH_MM,
) -> Shot:
    """So many pictures, between which nothing differs but the noise. The first cards lie under the later ones."""
    side = 2 * round(reach_mm * seen.px_per_mm)
    true = _camera(seen, side)
    canvas = _table(ground, side * seen.finer, rng)
    fine = np.diag([float(seen.finer), float(seen.finer), 1.0]) @ true
    light = _light(side, seen, rng)
    colour = (rng.uniform(0.92, 1.08, 3) * seen.light).astype(np.float32)
    before = _developed(_through_lens(canvas, seen) * light * colour, seen, rng)
    for card in cards:
        _lay(canvas, card, fine, rng)
    clean = _through_lens(canvas, seen) * light * colour
    wrong = _wrong(rng)
    return Shot(tuple(_developed(clean, seen, rng) for _ in range(frames)), before, true @ wrong, seen.px_per_mm)


def shown_close(card: Image, rng: np.random.Generator) -> Image:
    """A card in a photograph that is taken to learn its look, cut out along its edges and straightened, these a little
    wrong: 5 pixels a millimetre."""
    seen = Seen(5.0, float(rng.uniform(0, 12)), float(rng.uniform(0.7, 1.0)), 0.7, 2.5, 90)
    laid = Laid(card, float(rng.uniform(-2, 2)), float(rng.uniform(-2, 2)), float(rng.uniform(-10, 10)))
    ground = np.full((64, 64, 3), 90, np.uint8)
    photo = shot([laid], ground, seen, rng, reach_mm=58.0)
    x, y = SIZE.width_mm / 2, SIZE.height_mm / 2
    corners = np.array([(-x, -y), (x, -y), (x, y), (-x, y)]) + rng.normal(0, 0.25, (4, 2))
    turn = math.radians(laid.angle_deg)
    spin = np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))])
    places = corners @ spin.T + (laid.x_mm, laid.y_mm)
    pixels = cv2.perspectiveTransform(places[None], photo.to_px)[0].astype(np.float32)
    high = 480
    wide = round(high * SIZE.width_mm / SIZE.height_mm)
    square = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    straight = cv2.getPerspectiveTransform(pixels, square)
    return as_image(cv2.warpPerspective(photo.frames[0], straight, (wide, high), flags=cv2.INTER_AREA))


# -- inside ------------------------------------------------------------------------------------------------------------


def _camera(seen: Seen, side: int) -> Matrix:
    """From mm around the middle to pixels, through a camera 700 mm away that leans."""
    lean, far = math.radians(seen.tilt_deg), 700.0
    zoom = seen.px_per_mm * far
    lens = np.array([[zoom, 0, side / 2], [0, zoom, side / 2], [0, 0, 1.0]])
    place = np.array([[1.0, 0, 0], [0, math.cos(lean), 0], [0, math.sin(lean), far]])
    return np.asarray(lens @ place, np.float64)


def _wrong(rng: np.random.Generator) -> Matrix:
    """An error of a calibration: a shift, and a little of turn and scale."""
    turn, grow = float(rng.normal(0, 0.002)), 1 + float(rng.normal(0, 0.003))
    x, y = rng.uniform(-_OFF_MM, _OFF_MM, 2)
    return np.array([[grow, -turn, x], [turn, grow, y], [0, 0, 1.0]])


def _table(ground: Image, side: int, rng: np.random.Generator) -> Floats:
    """A part of the ground, turned anyhow, as a picture of this many pixels a side."""
    turned = np.rot90(ground, int(rng.integers(0, 4)))
    part = int(min(turned.shape[:2]) * rng.uniform(0.5, 1.0))
    x, y = (int(rng.integers(0, n - part + 1)) for n in (turned.shape[1], turned.shape[0]))
    cut = np.ascontiguousarray(turned[y : y + part, x : x + part])
    return np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _lay(canvas: Floats, card: Laid, to_px: Matrix, rng: np.random.Generator) -> None:
    turn = math.radians(card.angle_deg)
    c, s = math.cos(turn), math.sin(turn)
    place = np.array([[c, -s, card.x_mm], [s, c, card.y_mm], [0, 0, 1.0]])
    scale = float(np.sqrt(abs(np.linalg.det((to_px @ place)[:2, :2]))) / to_px[2, 2])
    factor = min(1.0, scale / FINE)
    picture = resized(card.picture, factor)
    fit = np.diag([SIZE.width_mm / picture.shape[1], SIZE.height_mm / picture.shape[0], 1.0])
    middle = np.array([[1.0, 0, -SIZE.width_mm / 2], [0, 1.0, -SIZE.height_mm / 2], [0, 0, 1.0]])
    half = np.array([[1.0, 0, 0.5], [0, 1.0, 0.5], [0, 0, 1.0]])
    warp = np.linalg.inv(half) @ to_px @ place @ middle @ fit @ half
    shape = _round(picture.shape[0], picture.shape[1])
    size = (canvas.shape[1], canvas.shape[0])
    over = cv2.warpPerspective(shape, warp, size)
    shadow = np.roll(over, (int(rng.integers(1, 6)), int(rng.integers(-4, 5))), (0, 1))
    canvas *= 1 - float(rng.uniform(0.1, 0.4)) * cv2.GaussianBlur(shadow, (0, 0), 4.0)[..., None]
    canvas *= 1 - over[..., None]
    canvas += over[..., None] * cv2.warpPerspective(picture.astype(np.float32), warp, size)


def _round(high: int, wide: int) -> Floats:
    r = max(1, round(3.0 / SIZE.width_mm * wide))
    shape = np.zeros((high, wide), np.float32)
    cv2.rectangle(shape, (r, 0), (wide - 1 - r, high - 1), 1.0, -1)
    cv2.rectangle(shape, (0, r), (wide - 1, high - 1 - r), 1.0, -1)
    for x in (r, wide - 1 - r):
        for y in (r, high - 1 - r):
            cv2.circle(shape, (x, y), r, 1.0, -1)
    return shape


def _light(side: int, seen: Seen, rng: np.random.Generator) -> Floats:
    way, loss = rng.uniform(0, 2 * math.pi), rng.uniform(0.05, 0.35)
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, side), np.linspace(-0.5, 0.5, side))
    return np.asarray(1 - loss * (0.5 + np.cos(way) * x + np.sin(way) * y), np.float32)[..., None]


def _through_lens(canvas: Floats, seen: Seen) -> Floats:
    soft = cv2.GaussianBlur(canvas, (0, 0), seen.blur_px * seen.finer)
    size = (canvas.shape[1] // seen.finer, canvas.shape[0] // seen.finer)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)


def _developed(clean: Floats, seen: Seen, rng: np.random.Generator) -> Image:
    """The noise of a sensor with a colour mosaic, more of it in the dark after the camera has made it brighter, then
    sharpened a little and packed."""
    mean = float(clean.mean())
    gain = min(3.0, (110.0 / max(8.0, mean)) ** 0.8)
    raw = np.clip(128 + rng.standard_normal(clean.shape[:2], np.float32) * seen.noise * math.sqrt(gain), 0, 255)
    noise = cv2.cvtColor(raw.astype(np.uint8), cv2.COLOR_BayerBG2BGR).astype(np.float32) - 128
    lit = clean * gain + noise
    sharp = lit + 0.4 * (lit - cv2.GaussianBlur(lit, (0, 0), 1.0))
    packed = cv2.imencode(".jpg", np.clip(sharp, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, seen.jpeg])[1]
    return as_image(cv2.imdecode(packed, cv2.IMREAD_COLOR))
