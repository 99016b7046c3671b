"""What a game looks like beside its cards: the folder `look` in the game's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable


@dataclass(frozen=True)
class GameLook:
    """Colours of pages as "#rrggbb", by what is coloured: `accent` (what can be pressed, and whose turn it is),
    `accent_ink` (written on it), `accent_soft`, and the table's top: `felt`, `felt_light` in its middle, `felt_edge`,
    `felt_ink`. Drawings as SVG: `emblem` (square), `back` (of a card, 63 to 88) and `top`, a tile that is laid over
    the felt again and again."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    emblem: str
    back: str
    top: str


def read_look(folder: Traversable) -> GameLook:
    """From `look.toml`, `emblem.svg`, `back.svg` and `top.svg`. OSError where one is missing."""
    colours = tomllib.loads((folder / "look.toml").read_text("utf-8"))
    drawn = ((folder / f"{name}.svg").read_text("utf-8") for name in ("emblem", "back", "top"))
    return GameLook(colours["light"], colours["dark"], *drawn)
