"""Random scenes of dice: throws into a tray under its own light, and dice in the wild on any ground. All from one
generator of random numbers, so that the same seed gives the same pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision._pixels import as_image, colour
from vision.dice.render import Colour, DieLook, Rendered, ThrownDie, TrayView, felt, render_tray
from vision.types import Image

WHITE, BLACK, INK = (232, 238, 240), (34, 32, 32), (28, 26, 26)
LOOKS = (
    DieLook(WHITE, INK),
    DieLook((190, 225, 235), INK),  # ivory
    DieLook(BLACK, WHITE),
    DieLook((36, 36, 165), WHITE),  # red
    DieLook((150, 60, 24), WHITE),  # blue
    DieLook((50, 120, 30), WHITE),  # green
    DieLook((40, 195, 225), INK),  # yellow
    DieLook((120, 40, 110), WHITE),  # violet
    DieLook((40, 125, 235), INK),  # orange
)
"""The colours of dice that the tray is measured with."""


@dataclass(frozen=True)
class Scene:
    """A rendered picture and what lies in it."""

    dice: tuple[ThrownDie, ...]
    seen: Rendered


def tray_scene(rng: np.random.Generator, px_per_mm: float = 4.0, most_dice: int = 6) -> Scene:
    """A throw into the felt tray as the guide describes it: a camera 80 cm above and up to 25 cm beside, soft light."""
    view = TrayView(
        px_per_mm=px_per_mm,
        camera_mm=(rng.uniform(-250, 250), rng.uniform(-250, 250), rng.uniform(700, 900)),
        light_mm=(rng.uniform(-600, 600), rng.uniform(-600, 600), rng.uniform(700, 1200)),
        shade=rng.uniform(0.15, 0.45),
        blur_px=rng.uniform(0.15, 0.25) * px_per_mm if px_per_mm > 2 else rng.uniform(0.4, 0.7),
        noise=rng.uniform(1.0, 4.0),
    )
    looks = [LOOKS[int(i)] for i in rng.integers(0, len(LOOKS), most_dice)]
    dice = thrown(rng, looks[: int(rng.integers(1, most_dice + 1))], view.width_mm - 40, view.height_mm - 40)
    shades: tuple[Colour, ...] = ((52, 78, 34), (80, 50, 30), (60, 62, 64), (40, 40, 90))
    shade = shades[int(rng.integers(len(shades)))]
    ground = felt(round(view.width_mm * px_per_mm), round(view.height_mm * px_per_mm), shade, rng)
    return Scene(dice, render_tray(dice, view, ground, rng))


def thrown(
    rng: np.random.Generator, looks: Sequence[DieLook], width_mm: float, height_mm: float, is_crowded: bool = False
) -> tuple[ThrownDie, ...]:
    """Dice thrown into a field around the middle, none on another; with `is_crowded` some lie side by side."""
    dice: list[ThrownDie] = []
    for look in looks:
        for _ in range(40):
            x, y = rng.uniform(-width_mm / 2, width_mm / 2), rng.uniform(-height_mm / 2, height_mm / 2)
            angle = rng.uniform(0, 360)
            if is_crowded and dice and rng.random() < 0.6:
                beside = dice[int(rng.integers(len(dice)))]
                angle = beside.angle_deg + 90 * int(rng.integers(4))
                reach = (beside.look.side_mm + look.side_mm) * rng.uniform(0.505, 0.56)
                x = beside.x_mm + reach * math.cos(math.radians(angle))
                y = beside.y_mm + reach * math.sin(math.radians(angle))
                if abs(x) > width_mm / 2 or abs(y) > height_mm / 2:
                    continue
                apart = 1.0
            else:
                apart = 1.42
            if all(
                math.hypot(x - d.x_mm, y - d.y_mm) > apart * (d.look.side_mm + look.side_mm) / 2 * 0.99 for d in dice
            ):
                dice.append(ThrownDie(int(rng.integers(1, 7)), x, y, angle, look, int(rng.integers(32))))
                break
    return tuple(dice)


def wild_scene(rng: np.random.Generator, grounds: Sequence[Image], width_px: int = 420, height_px: int = 320) -> Scene:
    """Dice on any ground, from any side up to about 60 degrees from above, in any colour, light and sharpness, as any
    camera gives it.

    `grounds`: photographs to lie under the dice; without any, and often with them, the ground is painted.
    """
    side_px = float(np.exp(rng.uniform(math.log(22), math.log(100))))
    px_per_mm = side_px / 16.0
    tilt = math.radians(min(52.0, abs(rng.normal(0.0, 27.0))) if rng.random() < 0.5 else rng.uniform(15.0, 60.0))
    # the further from above, the surer that the picture's bottom is the viewer's side
    towards = math.pi / 2 + rng.normal(0.0, 0.5) if tilt > 0.55 else rng.uniform(0, 2 * math.pi)
    far = float(np.exp(rng.uniform(math.log(180), math.log(900))))
    eye = (
        far * math.sin(tilt) * math.cos(towards),
        far * math.sin(tilt) * math.sin(towards),
        far * math.cos(tilt),
    )
    view = TrayView(
        width_mm=width_px / px_per_mm,
        height_mm=height_px / px_per_mm,
        px_per_mm=px_per_mm,
        camera_mm=eye,
        is_turned_to_it=True,
        light_mm=(rng.uniform(-900, 900), rng.uniform(-900, 900), rng.uniform(350, 1200)),
        shade=rng.uniform(0.1, 0.7),
    )
    view = any_camera(rng, replace(view, roll_deg=math.degrees(_upright(eye, rng))), side_px)
    room = int(np.clip(width_px * height_px / (4.0 * side_px * side_px), 1, 8))
    one = any_look(rng)
    looks = [one if rng.random() < 0.4 else any_look(rng) for _ in range(int(rng.integers(1, room + 1)))]
    field_mm = max(1.0, view.width_mm - 26), max(1.0, view.height_mm - 26)
    dice = thrown(rng, looks, *field_mm, is_crowded=rng.random() < 0.5)
    ground = any_ground(rng, grounds, width_px, height_px)
    return Scene(dice, render_tray(dice, view, ground, rng))


def any_camera(rng: np.random.Generator, view: TrayView, side_px: float) -> TrayView:
    """The same view with the faults of any camera. `side_px`: of a die; what is large may be blurred more."""
    return replace(
        view,
        blur_px=0.3 + 0.035 * side_px * rng.uniform(0.0, 1.0) ** 2,
        noise=rng.uniform(0.5, 9.0),
        noise_px=rng.uniform(0.0, 0.9),
        jpeg_quality=int(rng.integers(45, 96)) if rng.random() < 0.7 else 0,
        gamma=float(np.exp(rng.normal(0.0, 0.25))),
        sharpened=rng.uniform(0.0, 1.6) if rng.random() < 0.5 else 0.0,
        tint=tuple(rng.uniform(0.72, 1.08, 3).tolist()),
    )


def _upright(eye: tuple[float, float, float], rng: np.random.Generator) -> float:
    """A camera far from above is held upright, give or take; one from above may be turned at will. Radians."""
    tilt = math.atan2(math.hypot(eye[0], eye[1]), eye[2])
    return rng.normal(0.0, 0.25) if tilt > 0.55 else rng.uniform(0, 2 * math.pi)


def any_look(rng: np.random.Generator) -> DieLook:
    """Any die: white and black ones, and every colour with pips that can be told from it."""
    if rng.random() < 0.35:
        body: Colour = tuple(int(v) for v in np.clip(rng.normal((228, 234, 238), 14), 150, 255))  # type: ignore[assignment]
    else:
        hue, depth, bright = rng.uniform(0, 180), rng.uniform(0, 255), rng.uniform(25, 245)
        pixel = np.asarray([[[hue, depth, bright]]], np.uint8)
        body = tuple(int(v) for v in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])  # type: ignore[assignment]
    light = max(body) if rng.random() < 0.5 else 0.114 * body[0] + 0.587 * body[1] + 0.299 * body[2]
    is_dark_pip = light > 120 if rng.random() < 0.85 else light > 90
    near: Colour = (30, 30, 30) if is_dark_pip else (235, 235, 235)
    pips: Colour = tuple(int(v) for v in np.clip(rng.normal(near, 18), 0, 255))  # type: ignore[assignment]
    if is_dark_pip and min(body) > 150 and rng.random() < 0.12:
        pips = (40, 40, 180)
    return DieLook(
        body,
        pips,
        side_mm=16.0 * rng.uniform(0.85, 1.15),
        corner=rng.uniform(0.04, 0.26),
        pip=rng.uniform(0.13, 0.27),
        spread=rng.uniform(0.2, 0.3),
        gloss=rng.uniform(0.0, 0.9),
        one=rng.uniform(1.0, 1.6) if rng.random() < 0.2 else 1.0,
        marble=rng.uniform(0.02, 0.12) if rng.random() < 0.2 else 0.0,
        hollow=rng.uniform(0.1, 0.5) if rng.random() < 0.3 else 0.0,
    )


def any_ground(rng: np.random.Generator, grounds: Sequence[Image], width: int, height: int) -> Image:
    """Any table, BGR: a part of one of the photographs, or painted felt or wood, often with clutter."""
    if grounds and rng.random() < 0.55:
        photo = colour(grounds[int(rng.integers(len(grounds)))])
        shrink = max(width / photo.shape[1], height / photo.shape[0]) * rng.uniform(1.0, 1.8)
        photo = as_image(cv2.resize(photo, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        y, x = (int(rng.integers(0, max(1, n - m))) for n, m in zip(photo.shape[:2], (height, width), strict=True))
        part = photo[y : y + height, x : x + width]
        if part.shape[:2] == (height, width):
            return part.copy()
    grey = rng.uniform(15, 235)
    tint = rng.uniform(0.0, 1.0) ** 2  # most tables are not gaudy
    shade: Colour = tuple(int(v) for v in (1 - tint) * grey + tint * rng.uniform(15, 235, 3))  # type: ignore[assignment]
    picture = felt(width, height, shade, rng).astype(np.float32)
    kind = rng.random()
    if kind < 0.5:  # wood: noise drawn out along one direction
        grain = rng.normal(0, 1, (height, width)).astype(np.float32)
        along = (rng.uniform(10, 60), rng.uniform(0.7, 2.5))
        across, down = along if rng.random() < 0.5 else along[::-1]
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), across, sigmaY=down), np.float32)
        picture += grain[..., None] / (grain.std() + 1e-6) * rng.uniform(2, 14)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = (xs / width - 0.5) * rng.normal(0, 40) + (ys / height - 0.5) * rng.normal(0, 40)
    image = as_image(np.clip(picture + slope[..., None], 0, 255))
    return _cluttered(image, rng) if rng.random() < 0.5 else image


def _cluttered(image: Image, rng: np.random.Generator) -> Image:
    """Things that are no dice: dots, print, lines, boards."""
    height, width = image.shape[:2]
    for _ in range(int(rng.integers(2, 14))):
        paint = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        match int(rng.integers(4)):
            case 0:
                cv2.circle(image, (x, y), int(rng.integers(2, 16)), paint, -1, cv2.LINE_AA)
            case 1:
                word = "".join(chr(int(c)) for c in rng.integers(48, 91, 6))
                cv2.putText(image, word, (x, y), 0, rng.uniform(0.3, 1.4), paint, int(rng.integers(1, 4)), cv2.LINE_AA)
            case 2:
                to = (int(rng.integers(width)), int(rng.integers(height)))
                cv2.line(image, (x, y), to, paint, int(rng.integers(1, 9)), cv2.LINE_AA)
            case _:
                size = int(rng.integers(10, 90))
                cv2.rectangle(image, (x, y), (x + size, y + int(rng.integers(10, 90))), paint, -1)
    return image
