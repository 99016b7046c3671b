"""The faces of a game's cards and pieces as one drawing, so that an author sees them all without a match."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from rules.engine.game import CardFace, Game
from rules.engine.types import PieceId
from words.files import own_text

_SHARED: Final = "web.pages.shared"
_WIDE, _HIGH, _GAP, _ACROSS = 126, 176, 24, 6
_LETTERS: Final = 19
"""Of a card's text that go on a line."""
_MOST_LINES: Final = 6
_INK: Final = "#16201f"


@cache
def _symbols() -> Mapping[str, str]:
    """Every shape that pages draw, by its name."""
    drawn = own_text(_SHARED, "shapes.svg")
    found = re.finditer(r'<symbol id="([\w-]+)"[^>]*>.*?</symbol>', drawn, re.S)
    return {one[1]: one[0] for one in found}


@cache
def _inks() -> Mapping[str, str]:
    """The colour of each tint on pages."""
    return dict(re.findall(r"^\.tint-(\w+) \{ --tint: (#\w+)", own_text(f"{_SHARED}.board", "cards.css"), re.M))


def faces_svg(game: Game, settings: Mapping[str, object], language: str) -> str:
    """Every kind of piece in the box with these options, once, as many as there are of it below."""
    faces = game.box.faces(settings, game.words(language))
    pieces = [piece for deck in game.all_pieces(settings).values() for piece in deck if piece in faces]
    count = Counter(piece.kind for piece in pieces)
    kinds = {piece.kind: faces[piece] for piece in reversed(pieces)}
    shown = [kinds[kind] for kind in count]
    used = {face.suit for face in shown} & _symbols().keys()
    wide = _GAP + (_WIDE + _GAP) * max(1, min(_ACROSS, len(shown)))
    high = _GAP + (_HIGH + 2 * _GAP) * -(-len(shown) // _ACROSS)
    cards = (line for number, face in enumerate(shown) for line in _card(face, number, count[PieceId(face.piece).kind]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    return "\n".join(
        [
            f'{head} font-family="sans-serif">',
            f"<title>{escape(game.title)}</title>",
            f'<rect width="{wide}" height="{high}" fill="#dfe6df"/>',
            *(f"<defs>{_symbols()[name]}</defs>" for name in sorted(used)),
            *cards,
            "</svg>",
            "",
        ]
    )


def _card(face: CardFace, number: int, count: int) -> Iterator[str]:
    x = _GAP + number % _ACROSS * (_WIDE + _GAP)
    y = _GAP + number // _ACROSS * (_HIGH + 2 * _GAP)
    ink = _inks().get(face.tint, _INK)
    yield f'<g data-kind={quoteattr(face.piece.kind)} transform="translate({x} {y})" color="{ink}" fill="{ink}">'
    yield f'<rect width="{_WIDE}" height="{_HIGH}" rx="9" fill="#fffdf6" stroke="{ink}" stroke-width="2"/>'
    yield f'<text x="8" y="26" font-size="22" font-weight="bold">{escape(face.corner)}</text>'
    if face.suit in _symbols():
        yield f'<use href="#{face.suit}" x="{_WIDE / 2 - 22:g}" y="12" width="44" height="44"/>'
    middle = f'x="{_WIDE / 2:g}" text-anchor="middle" fill="{_INK}"'
    yield f'<text {middle} y="76" font-size="13">{escape(face.title)}</text>'
    for line, text in enumerate(textwrap.wrap(face.text, _LETTERS, max_lines=_MOST_LINES, placeholder=" …")):
        at = f'x="10" y="{98 + 13 * line}" font-size="10"'
        yield f'<text {at} fill="{_INK}">{escape(text)}</text>'
    yield f'<text {middle} y="{_HIGH + 16}" font-size="12">× {count}</text>'
    yield "</g>"
