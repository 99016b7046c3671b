"""The gallery for authors of games: every shape that pages can draw, and every colour of cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
_SHEET: Final = ROOT / "web/pages/shared/shapes.svg"
_COLOURS: Final = ROOT / "web/pages/shared/board/cards.css"
_ACROSS, _WIDE, _HIGH = 8, 128, 84


def gallery(tints: tuple[str, ...]) -> str:
    """A drawing of all shapes with their names, and of the colours above them."""
    symbols = re.findall(r'<symbol id="([\w-]+)"[^>]*>.*?</symbol>', text := _SHEET.read_text("utf-8"), re.S)
    drawn = "".join(re.findall(r'<symbol id="[\w-]+"[^>]*>.*?</symbol>', text, re.S))
    ink = dict(re.findall(r"^\.tint-(\w+) \{ --tint: (#\w+)", _COLOURS.read_text("utf-8"), re.M))
    parts = [_colour(tint, ink[tint], number) for number, tint in enumerate(tints)]
    parts += [_shape(name, number) for number, name in enumerate(symbols)]
    high = 70 + _HIGH * -(-len(symbols) // _ACROSS)
    style = "text{font:11px sans-serif;text-anchor:middle;fill:#222}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_ACROSS * _WIDE} {high}"><style>{style}</style>'
        f'<rect width="100%" height="100%" fill="#fffdf6"/>{drawn}{"".join(parts)}</svg>\n'
    )


def _colour(tint: str, ink: str, number: int) -> str:
    x = 20 + number * 120
    return f'<rect x="{x}" y="14" width="100" height="26" rx="5" fill="{ink}"/><text x="{x + 50}" y="55">{tint}</text>'


def _shape(name: str, number: int) -> str:
    x, y = number % _ACROSS * _WIDE, 70 + number // _ACROSS * _HIGH
    return (
        f'<g color="#333" fill="currentColor"><title>{name}</title>'
        f'<use href="#{name}" x="{x + 44}" y="{y}" width="40" height="40"/></g>'
        f'<text x="{x + _WIDE / 2:g}" y="{y + 58}">{name}</text>'
    )
