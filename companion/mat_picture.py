"""The mat of a game as a drawing in true size: its spots with their labels, and the markers that the camera needs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from companion.parts import build_voice, mat_layout
from companion.view import Voice
from rules.engine.game import Game
from rules.engine.layout import MatSpot
from vision.calibration.mat import marker_image
from vision.types import MatLayout

MARKER_MODULES: Final = 8  # an AprilTag 36h11 has six by six modules and a dark border of one
TEXT_MM: Final = 9.0
LETTER_WIDTH: Final = 0.55  # of the text's height, in an ordinary sans-serif
INK: Final = "#16201f"
PAPER: Final = "#ffffff"  # markers need white around them


def mat_svg(game: Game, players: int, language: str = "en") -> str:
    """The mat for so many players as an SVG, one user unit a millimetre: printed without scaling it is the mat that
    the camera expects. Raises SettingError when the game is not for that many."""
    voice = mat_voice(game, players, language)
    width, height = _mm(voice.layout.width_mm), _mm(voice.layout.height_mm)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
    )
    title = f"<title>{escape(game.title)}: the mat for {players} players</title>"
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}" stroke="{INK}"/>'
    spots = (line for spot in drawn_spots(voice) for line in _spot(spot, voice))
    return "\n".join([head, title, ground, *spots, *_markers(mat_layout(voice.layout)), "</svg>", ""])


def mat_voice(game: Game, players: int, language: str = "en") -> Voice:
    """The words and the layout of a mat on which seats have numbers, not names. Raises SettingError when the game is
    not for that many."""
    game.check_seats(players)
    names = tuple(f"Seat {n + 1}" for n in range(players))
    return build_voice(game, players, game.check_settings({}), language, names)


def drawn_spots(voice: Voice) -> tuple[MatSpot, ...]:
    """Everything on the mat that has a border and a name: its spots, and the tray for dice where there is one."""
    tray = voice.layout.tray
    return voice.layout.spots if tray is None else (*voice.layout.spots, tray)


def spot_label(spot: MatSpot, voice: Voice) -> list[str]:
    """What stands in a spot, in lines that are no wider than it."""
    is_tray = spot == voice.layout.tray
    text = voice.hub.word("tray", voice.names) if is_tray else voice.spot(spot.name)
    return textwrap.wrap(text, max(4, int(spot.width_mm / (TEXT_MM * LETTER_WIDTH))))


def _spot(spot: MatSpot, voice: Voice) -> Iterator[str]:
    wide, tall = spot.width_mm, spot.height_mm
    turn = f" rotate({_mm(spot.angle_deg)})" if spot.angle_deg else ""
    yield f'<g data-spot="{escape(spot.name)}" transform="translate({_mm(spot.x_mm)} {_mm(spot.y_mm)}){turn}">'
    frame = f'x="{_mm(-wide / 2)}" y="{_mm(-tall / 2)}" width="{_mm(wide)}" height="{_mm(tall)}" rx="4"'
    yield f'<rect {frame} fill="none" stroke="{INK}" stroke-width="0.8" stroke-dasharray="4 3"/>'
    lines = spot_label(spot, voice)
    for number, line in enumerate(lines):
        y = (number - (len(lines) - 1) / 2) * TEXT_MM * 1.25 + TEXT_MM * 0.35
        style = f'font-family="sans-serif" font-size="{_mm(TEXT_MM)}" text-anchor="middle" fill="{INK}"'
        yield f'<text y="{_mm(y)}" {style}>{escape(line)}</text>'
    yield "</g>"


def _markers(mat: MatLayout) -> Iterator[str]:
    """Every marker as dark squares on white, upright, its middle where vision looks for it."""
    module_mm = mat.marker_size_mm / MARKER_MODULES
    for number, at in mat.markers.items():
        left, top = at.x_mm - mat.marker_size_mm / 2, at.y_mm - mat.marker_size_mm / 2
        pixels = marker_image(number, MARKER_MODULES)
        dark = (
            f"M{_mm(left + column * module_mm)} {_mm(top + row * module_mm)}h{module_mm}v{module_mm}h-{module_mm}z"
            for row, line in enumerate(pixels)
            for column, grey in enumerate(line)
            if grey < 128
        )
        yield f'<path data-marker="{number}" fill="#000000" d="{"".join(dark)}"/>'


def _mm(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
