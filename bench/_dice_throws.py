"""Random scenes of dice: throws into a tray under its own light, and dice in the wild on any ground. All from one
generator of random numbers, so that the same seed gives the same pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from bench._dice_grounds import any_ground
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


def wild_scene(
    rng: np.random.Generator,
    grounds: Sequence[Image],
    is_other_kind: bool = False,
    width_px: int = 420,
    height_px: int = 320,
) -> Scene:
    """Dice on any ground, from any side up to about 60 degrees from above, in any colour, light and sharpness, as any
    camera gives it.

    `grounds`: photographs to lie under the dice; without any, and often with them, the ground is painted.
    `is_other_kind`: dice and grounds of kinds that are never among the others, to measure with what was not trained on.
    """
    side_px = float(np.exp(rng.uniform(math.log(20), math.log(76))))
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
    size_mm = width_px / px_per_mm, height_px / px_per_mm
    roll_deg = math.degrees(_upright(eye, rng))
    view = TrayView(*size_mm, px_per_mm, camera_mm=eye, is_turned_to_it=True, roll_deg=roll_deg)
    view = any_camera(rng, any_light(rng, view), side_px)
    room = int(np.clip(width_px * height_px / (4.0 * side_px * side_px), 1, 8))
    one = any_look(rng, is_other_kind)
    looks = [one if rng.random() < 0.4 else any_look(rng, is_other_kind) for _ in range(int(rng.integers(1, room + 1)))]
    field_mm = max(1.0, view.width_mm - 26), max(1.0, view.height_mm - 26)
    dice = thrown(rng, looks, *field_mm, is_crowded=rng.random() < 0.5)
    ground = any_ground(rng, grounds, width_px, height_px, is_other_kind)
    return Scene(dice, render_tray(dice, view, ground, rng))


def any_light(rng: np.random.Generator, view: TrayView) -> TrayView:
    """The same view under any lamps, on ground that may mirror."""

    def lamp() -> tuple[float, float, float]:
        return rng.uniform(-900, 900), rng.uniform(-900, 900), rng.uniform(300, 1200)

    return replace(
        view,
        light_mm=lamp(),
        second_mm=lamp() if rng.random() < 0.4 else None,
        lamp=float(np.exp(rng.uniform(math.log(0.03), math.log(0.8)))),
        shade=rng.uniform(0.1, 0.85),
        mirror=rng.uniform(0.05, 0.35) if rng.random() < 0.15 else 0.0,
    )


def any_camera(rng: np.random.Generator, view: TrayView, side_px: float) -> TrayView:
    """The same view with the faults of any camera. `side_px`: of a die; what is large may be blurred more."""
    return replace(
        view,
        blur_px=0.3 + 0.035 * side_px * rng.uniform(0.0, 1.0) ** 2,
        shake_px=0.09 * side_px * rng.uniform(0.2, 1.0) if rng.random() < 0.15 else 0.0,
        shake_deg=rng.uniform(0.0, 180.0),
        noise=9.0 * rng.uniform(0.05, 1.0) ** 1.5,
        noise_px=rng.uniform(0.0, 0.9),
        light=float(np.exp(rng.normal(0.05, 0.25))),
        jpeg_quality=int(rng.integers(35, 96)) if rng.random() < 0.7 else 0,
        gamma=float(np.exp(rng.normal(0.0, 0.25))),
        sharpened=rng.uniform(0.0, 1.6) if rng.random() < 0.5 else 0.0,
        tint=tuple(rng.uniform(0.72, 1.08, 3).tolist()),
    )


def _upright(eye: tuple[float, float, float], rng: np.random.Generator) -> float:
    """A camera far from above is held upright, give or take; one from above may be turned at will. Radians."""
    tilt = math.atan2(math.hypot(eye[0], eye[1]), eye[2])
    return rng.normal(0.0, 0.25) if tilt > 0.55 else rng.uniform(0, 2 * math.pi)


def any_look(rng: np.random.Generator, is_other_kind: bool = False) -> DieLook:
    """Any die: white and black ones, and every colour with pips that can be told from it; some clouded, some clear.
    The other kind is specked, or its pips are coloured."""
    body = _any_body(rng)
    light = _brightness(body)
    is_dark_pip = light > 150 if rng.random() < 0.8 else light > 95
    near: Colour = (28, 28, 28) if is_dark_pip else (235, 235, 235)
    pips = _about(rng, near, 18)
    if is_dark_pip and min(body) > 150 and rng.random() < 0.1:
        pips = _about(rng, (40, 40, 180), 18)
    kind = rng.random()
    is_clouded, is_clear = kind < 0.2, 0.2 <= kind < 0.38
    cloud = _about(rng, body, 45) if rng.random() < 0.5 else _any_body(rng)
    grain = rng.uniform(1.0, 6.0)
    if is_other_kind:
        is_clear, is_clouded, grain = False, rng.random() < 0.6, rng.uniform(12.0, 20.0)
        if not is_clouded:
            pips = _about(rng, (200, 60, 20) if is_dark_pip else (70, 190, 230), 22)
    if abs(_brightness(cloud) - _brightness(pips)) < 95:
        cloud = _about(rng, body, 25)
    return DieLook(
        body,
        pips,
        side_mm=16.0 * rng.uniform(0.85, 1.15),
        corner=rng.uniform(0.02, 0.2),
        ball=rng.uniform(1.36, 1.65) if rng.random() < 0.5 else 2.0,
        pip=rng.uniform(0.13, 0.26),
        spread=rng.uniform(0.2, 0.3),
        six=rng.uniform(0.85, 1.1),
        gloss=rng.uniform(0.0, 1.0),
        one=rng.uniform(1.0, 1.7) if rng.random() < 0.2 else 1.0,
        hollow=rng.uniform(0.0, 1.0),
        cloud=cloud if is_clouded else None,
        grain=grain,
        clear=rng.uniform(0.3, 0.9) if is_clear else 0.0,
        has_pips=rng.random() > 0.04,
    )


def _any_body(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.33:
        return _about(rng, (222, 232, 238), 14)
    if kind < 0.45:
        return _about(rng, (34, 32, 32), 12)
    pixel = np.asarray([[[rng.uniform(0, 180), 255 * rng.uniform(0.1, 1.0) ** 0.6, rng.uniform(40, 245)]]], np.uint8)
    return _colour(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])


def _about(rng: np.random.Generator, near: Colour, spread: float) -> Colour:
    return _colour(np.clip(rng.normal(near, spread), 0, 255))


def _colour(channels: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Colour:
    blue, green, red = (int(v) for v in channels)
    return blue, green, red


def _brightness(shade: Colour) -> float:
    return 0.114 * shade[0] + 0.587 * shade[1] + 0.299 * shade[2]
