"""Pictures of tables full of tags, made for measuring readers: nothing in here is shared with the virtual table.

Each frame is drawn four times too large through a tilted camera, shrunk, blurred, moved, unevenly lit, made noisy and
pressed into a JPEG, in this order, as a lens, a sensor and a camera's software do.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import segno

from vision import Image, Scale
from vision.calibration.mat import Calibration

QUIET = 2
SIDE = 21 + 2 * QUIET
FINE = 4  # drawn so many times too large
_LEVELS = "hqml"


@dataclass(frozen=True)
class Conditions:
    """What the camera does to the picture. Blur and motion in px, noise in grey levels of 256.

    `shade`: how much of the light is lost from one corner to the opposite one; `glare`: number of shining spots.
    """

    tilt_deg: float
    blur_px: float
    motion_px: float
    noise: float
    shade: float
    jpeg: int
    glare: int = 0


GOOD = Conditions(5.0, 0.7, 0.0, 3.0, 0.0, 92)
HARD = Conditions(20.0, 1.0, 1.5, 6.0, 0.6, 80)


@dataclass(frozen=True)
class Placed:
    """A tag in the picture: what it says, and where its middle is, in px."""

    payload: str
    x_px: float
    y_px: float


@dataclass(frozen=True)
class Table:
    """A rendered frame (grey), what lies on it, and the scale as a calibration would give it."""

    image: Image
    tags: tuple[Placed, ...]
    scale: Scale


def code_image(payload: str, version: int | None = 1, level: str | None = None) -> Image:
    """The code with its quiet zone, one pixel a module, at the best level that fits (as on our own stickers)."""
    for one in _LEVELS if level is None else level:
        try:
            code = segno.make(payload, error=one, version=version, boost_error=False, micro=False)
        except segno.DataOverflowError:
            continue
        dark = np.array([list(row) for row in code.matrix], np.uint8)
        return np.asarray(np.pad(np.where(dark > 0, 20, 235), QUIET, constant_values=235), np.uint8)
    raise ValueError(f"{payload!r} does not fit")


def render(
    payloads: list[str],
    px_per_module: float,
    conditions: Conditions,
    seed: int,
    sticker_mm: float = 20.0,
    in_rows: bool = False,
    size_px: tuple[int, int] | None = None,
    scale_error: float = 0.03,
) -> Table:
    """One frame of a table; see `stills`."""
    return stills(1, payloads, px_per_module, conditions, seed, sticker_mm, in_rows, size_px, scale_error)[0]


def stills(
    count: int,
    payloads: list[str],
    px_per_module: float,
    conditions: Conditions,
    seed: int,
    sticker_mm: float = 20.0,
    in_rows: bool = False,
    size_px: tuple[int, int] | None = None,
    scale_error: float = 0.03,
) -> list[Table]:
    """So many frames of one table with these tags, between which nothing differs but the noise and what JPEG makes of
    it. `in_rows`: neat rows, side by side, else every one at its own angle.

    `px_per_module`: in the middle of the picture, the mean of both directions. `size_px`: width and height; None: as
    large as needed. `scale_error`: the scale handed out is wrong by up to this share, as for a tag on a stack.
    """
    rng = np.random.default_rng(seed)
    module_mm = sticker_mm / SIDE
    pitch_mm = sticker_mm * (1.06 if in_rows else 1.75)
    columns = max(1, round((len(payloads) * 1.5) ** 0.5))
    rows = -(-len(payloads) // columns)
    px_per_mm = px_per_module / module_mm
    reach = np.array([columns + 0.3, rows + 0.3]) * pitch_mm * px_per_mm
    turn = rng.uniform(0, 360) if size_px is None else rng.choice([2.0, 181.0])
    if in_rows:
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        reach = np.abs(np.array([[c, -s], [s, c]])) @ reach
    width, height = size_px or (round(1.12 * reach[0]), round(1.12 * reach[1]))
    to_px = _camera(px_per_mm, conditions.tilt_deg, width, height, rng)
    canvas = _ground(width, height, rng)
    spread = size_px is not None and not in_rows
    step_x = 0.92 * width / px_per_mm / columns if spread else pitch_mm
    step_y = 0.88 * height / px_per_mm / rows if spread else pitch_mm
    tags = []
    for number, payload in enumerate(payloads):
        x = (number % columns - (columns - 1) / 2) * step_x
        y = (number // columns - (rows - 1) / 2) * step_y
        if in_rows:
            x, y, angle = c * x - s * y, s * x + c * y, turn
        else:
            angle = rng.uniform(0, 360)
            x, y = x + rng.uniform(-0.08, 0.08) * step_x, y + rng.uniform(-0.08, 0.08) * step_y
        at = draw_sticker(canvas, code_image(payload), to_px, x, y, angle, module_mm, rng if not in_rows else None)
        tags.append(Placed(payload, *at))
    through_lens = through_the_lens(canvas, conditions, rng)
    images = [by_the_sensor(through_lens, conditions, rng) for _ in range(count)]
    wrong = 1 + rng.uniform(-scale_error, scale_error)
    told = to_px @ np.diag([wrong, wrong, 1.0])
    scale = Scale(Calibration(np.asarray(np.linalg.inv(told), np.float64), told), (sticker_mm,))
    return [Table(image, tuple(tags), scale) for image in images]


def _camera(
    px_per_mm: float, tilt_deg: float, width: int, height: int, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """From mm on the table (origin in the middle of the picture) to px, for a camera 830 mm away, tilted any way."""
    tilt, way = np.radians(tilt_deg), rng.uniform(0, 2 * np.pi)
    away_mm = 830.0
    spin = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    focal = px_per_mm * away_mm / np.sqrt(np.cos(tilt))
    plane = np.zeros((3, 3))
    plane[:2, :2] = np.diag([1.0, np.cos(tilt)]) @ spin * focal
    plane[2, :2] = np.sin(tilt) * spin[1]
    plane[2, 2] = away_mm
    picture = np.eye(3)
    picture[:2, :2] = spin.T
    picture[:2, 2] = width / 2, height / 2
    whole = picture @ plane
    return np.asarray(whole / whole[2, 2], np.float64)


def _ground(width: int, height: int, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A table top with a slow grain, lines of print and pictures of cards on it."""
    rough = rng.uniform(-1, 1, (max(2, height // 40), max(2, width // 160))).astype(np.float32)
    grain = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    ground = np.clip(95 + 18 * grain, 0, 255).astype(np.uint8)
    for _ in range(max(2, width * height // 60_000)):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        if rng.random() < 0.5:
            size = float(rng.uniform(0.35, 0.9))
            cv2.putText(ground, "Draw two cards", (x, y), cv2.FONT_HERSHEY_DUPLEX, size, int(rng.integers(20, 240)), 1)
        else:
            w, h = (int(part) for part in rng.integers(20, 160, 2))
            cv2.rectangle(ground, (x, y), (x + w, y + h), int(rng.integers(30, 235)), -1)
    return np.asarray(ground, np.uint8)


def draw_sticker(
    canvas: npt.NDArray[np.uint8],
    modules: Image,
    to_px: npt.NDArray[np.float64],
    x_mm: float,
    y_mm: float,
    angle_deg: float,
    module_mm: float,
    rng: np.random.Generator | None,
) -> tuple[float, float]:
    """The sticker on a light card (if `rng`), drawn fine and averaged; returns the pixel of its middle."""
    card = np.pad(modules, 4 if rng is not None else 0, constant_values=205)
    half = card.shape[0] / 2
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    place = np.array([[c * module_mm, -s * module_mm, x_mm], [s * module_mm, c * module_mm, y_mm], [0, 0, 1.0]])
    centred = np.array([[1.0, 0, -half], [0, 1.0, -half], [0, 0, 1.0]])
    whole = to_px @ place @ centred  # card modules (edges at whole numbers) to px
    quad = cv2.perspectiveTransform(np.array([[(0, 0), (2 * half, 0), (2 * half, 2 * half), (0, 2 * half)]]), whole)[0]
    x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 2
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 2
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(canvas.shape[1], x1), min(canvas.shape[0], y1)
    if x1 - x0 > 2 and y1 - y0 > 2:
        part = canvas[y0:y1, x0:x1]
        fine = cv2.resize(part, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
        # pixel centres: fine (i + 0.5) / FINE + x0 is the place in px
        lift = np.array([[FINE, 0, -FINE * x0 - 0.5], [0, FINE, -FINE * y0 - 0.5], [0, 0, 1.0]])
        big = 8
        shrink = np.array([[1 / big, 0, 0.5 / big], [0, 1 / big, 0.5 / big], [0, 0, 1.0]])
        source = np.kron(card, np.ones((big, big), np.uint8))
        size = (fine.shape[1], fine.shape[0])
        cv2.warpPerspective(
            source, lift @ whole @ shrink, size, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
        )
        canvas[y0:y1, x0:x1] = cv2.resize(fine, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    middle = cv2.perspectiveTransform(np.array([[(half, half)]]), whole)[0, 0]
    return float(middle[0]) - 0.5, float(middle[1]) - 0.5


def through_the_camera(canvas: npt.NDArray[np.uint8], seen: Conditions, rng: np.random.Generator) -> Image:
    """The picture of what is drawn, as a lens, a sensor and a camera's software leave it."""
    return by_the_sensor(through_the_lens(canvas, seen, rng), seen, rng)


def through_the_lens(
    canvas: npt.NDArray[np.uint8], seen: Conditions, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    picture = canvas.astype(np.float32)
    height, width = canvas.shape
    if seen.shade:
        way = rng.uniform(0, 2 * np.pi)
        x, y = np.meshgrid(np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height))
        slope = (np.cos(way) * x + np.sin(way) * y) / (abs(np.cos(way)) + abs(np.sin(way))) + 0.5
        picture *= (1 - seen.shade * slope).astype(np.float32)
    for _ in range(seen.glare):
        spot = np.zeros((height, width), np.float32)
        centre = int(rng.integers(0, width)), int(rng.integers(0, height))
        cv2.circle(spot, centre, max(8, min(width, height) // 12), 400.0, -1)
        picture += cv2.GaussianBlur(spot, (0, 0), max(4, min(width, height) / 30))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), seen.blur_px), np.float32)
    if seen.motion_px:
        picture = np.asarray(cv2.filter2D(picture, -1, _motion(seen.motion_px, rng.uniform(0, np.pi))), np.float32)
    return picture


def by_the_sensor(through_lens: npt.NDArray[np.float32], seen: Conditions, rng: np.random.Generator) -> Image:
    picture = through_lens + rng.normal(0, seen.noise, through_lens.shape).astype(np.float32)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, seen.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def _motion(length_px: float, way: float) -> npt.NDArray[np.float32]:
    """The averaging of a movement of this length, spread over whole pixels."""
    kernel = np.zeros((7, 7), np.float32)
    for part in np.linspace(-0.5, 0.5, 41):
        x, y = 3 + part * length_px * np.cos(way), 3 + part * length_px * np.sin(way)
        i, j = int(np.floor(x)), int(np.floor(y))
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            kernel[j + dy, i + dx] += (1 - abs(x - i - dx)) * (1 - abs(y - j - dy))
    return np.asarray(kernel / kernel.sum(), np.float32)
