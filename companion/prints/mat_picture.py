"""The mat of a game as a drawing in true size: its spots with their labels, and the markers that the camera needs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final
from xml.sax.saxutils import escape

from companion.prints.mat_plan import marked, mat_layout, printed
from companion.telling.voice import NO_FACTS, Voice
from companion.telling.voices import build_voice
from rules.engine.game import Game
from rules.engine.mat import MatSpot
from vision.calibration.mat import marker_image
from vision.spots import NAME_MM, name_place, outline_of, rings_of
from vision.types import MatBoard, MatLayout, Point, Spot

MARKER_MODULES: Final = 8  # an AprilTag 36h11 has six by six modules and a dark border of one
TEXT_MM: Final = (9.0, 7.5, 6.0, 5.0, 4.0)  # of a spot's name: the first that fits into it
LINE: Final = 1.25
RING_MM: Final = 0.7
LETTER_WIDTH: Final = 0.55  # of the text's height, in an ordinary sans-serif
INK: Final = "#16201f"
PAPER: Final = "#ffffff"  # markers need white around them


def mat_svg(game: Game, players: int, language: str = "en", options: Mapping[str, object] = NO_FACTS) -> str:
    """The mat for so many players and these options as an SVG, one user unit a millimetre: printed without scaling it
    is the mat that the camera expects. Raises SettingError when the game is not for that many or has no such option."""
    voice = mat_voice(game, players, language, options)
    width, height = _mm(voice.layout.width_mm), _mm(voice.layout.height_mm)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
    )
    title = f"<title>{escape(voice.say('notice', 'mat_title', {'game': game.title, 'players': players}))}</title>"
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}" stroke="{INK}"/>'
    spots = (line for spot in drawn_spots(voice) for line in _spot(spot, voice))
    mat = marked(mat_layout(voice.layout), voice)
    board = () if mat.board is None else _board(mat, mat.board)
    return "\n".join([head, title, ground, *spots, *board, *_markers(mat), "</svg>", ""])


def mat_voice(game: Game, players: int, language: str = "en", options: Mapping[str, object] = NO_FACTS) -> Voice:
    """The words and the layout of a mat on which seats have numbers, not names. Raises SettingError when the game is
    not for that many or has no such option."""
    game.check_seats(players)
    voice = build_voice(game, players, game.check_settings(options), language, ())
    names = tuple(voice.say("notice", "seat_numbered", {"number": n + 1}) for n in range(players))
    return replace(voice, names=replace(voice.names, seats=names))


def drawn_spots(voice: Voice) -> tuple[MatSpot, ...]:
    """Everything beside the board that has a border and a name: spots, and the tray for dice where there is one."""
    spots, tray = tuple(spot for spot in voice.layout.spots if not spot.cell), voice.layout.tray
    return spots if tray is None else (*spots, tray)


def spot_label(spot: MatSpot, voice: Voice) -> tuple[list[str], float]:
    """What stands in a spot, in lines that fit into it, and the height of its letters in mm."""
    is_tray = spot == voice.layout.tray
    text = printed(voice.hub.word("tray", voice.names) if is_tray else voice.spot(spot.name))
    for size_mm in TEXT_MM:
        letters = max(4, int(spot.width_mm / (size_mm * LETTER_WIDTH)))
        lines = textwrap.wrap(text, letters, break_long_words=False)
        if max(map(len, lines)) <= letters and len(lines) * size_mm * LINE <= spot.height_mm:
            return lines, size_mm
    return textwrap.wrap(text, letters), TEXT_MM[-1]


def _spot(spot: MatSpot, voice: Voice) -> Iterator[str]:
    wide, tall = spot.width_mm, spot.height_mm
    turn = f" rotate({_mm(spot.angle_deg)})" if spot.angle_deg else ""
    yield f'<g data-spot="{escape(spot.name)}" transform="translate({_mm(spot.x_mm)} {_mm(spot.y_mm)}){turn}">'
    frame = f'x="{_mm(-wide / 2)}" y="{_mm(-tall / 2)}" width="{_mm(wide)}" height="{_mm(tall)}" rx="4"'
    yield f'<rect {frame} fill="none" stroke="{INK}" stroke-width="0.8" stroke-dasharray="4 3"/>'
    lines, size_mm = spot_label(spot, voice)
    for number, line in enumerate(lines):
        y = (number - (len(lines) - 1) / 2) * size_mm * LINE + size_mm * 0.35
        style = f'font-family="sans-serif" font-size="{_mm(size_mm)}" text-anchor="middle" fill="{INK}"'
        yield f'<text y="{_mm(y)}" {style}>{escape(line)}</text>'
    yield "</g>"


def _board(mat: MatLayout, board: MatBoard) -> Iterator[str]:
    """The board's edge, and its fields with their names and with rings on those that are marked; those that are out of
    play have no name and are dotted."""
    fields = [spot for spot in mat.spots if spot.name in board.fields]
    rings = rings_of(fields)
    yield f'<g data-board="{len(fields)}" fill="none" stroke="{INK}">'
    yield f'<polygon points="{_corners(board.outline)}" stroke-width="0.8"/>'
    for spot in fields:
        yield f'<g data-spot="{escape(spot.name)}" transform="translate({_mm(spot.x_mm)} {_mm(spot.y_mm)})">'
        here = replace(spot, x_mm=0.0, y_mm=0.0)
        dash = "" if spot.label else ' stroke-dasharray="1 2"'
        yield f'<polygon points="{_corners(here)}" stroke-width="0.5"{dash}/>'
        for reach_mm in rings.get(spot.name, ()):
            yield f'<circle r="{_mm(reach_mm)}" stroke-width="{_mm(RING_MM)}"/>'
        style = f'font-family="sans-serif" font-size="{_mm(NAME_MM)}" text-anchor="middle" fill="{INK}" stroke="none"'
        name = name_place(here)
        if spot.label:
            y = _mm(name.y_mm + 0.35 * NAME_MM)
            yield f'<text x="{_mm(name.x_mm)}" y="{y}" {style}>{escape(spot.label)}</text>'
        yield "</g>"
    yield "</g>"


def _corners(spot: Spot) -> str:
    return " ".join(f"{_mm(at.x_mm)},{_mm(at.y_mm)}" for at in outline_of(spot))


def mat_markers(mat: MatLayout) -> list[tuple[int, Point, float]]:
    """Every marker that is printed on the mat: its number, middle and side in mm; those of the board come last."""
    found = [(number, at, mat.marker_size_mm) for number, at in mat.markers.items()]
    if mat.board is not None:
        found += [(number, at, mat.board.marker_size_mm) for number, at in mat.board.markers.items()]
    return found


def _markers(mat: MatLayout) -> Iterator[str]:
    """Every marker as dark squares on white, upright, its middle where vision looks for it."""
    for number, at, side_mm in mat_markers(mat):
        module_mm = side_mm / MARKER_MODULES
        left, top = at.x_mm - side_mm / 2, at.y_mm - side_mm / 2
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
