"""A hero's card of Chain Mail as a drawing to look at or to print: every space with its icon in words, where cubes
begin and leave, and the ways between spaces."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from math import hypot
from typing import Final

from rules.drawing import INK, PAPER, SOFT, Anchor, Disc, Patch, Picture, Place, Shape, Stroke, Text, box
from rules.engine import Link, Space
from rules.games.chain_mail.content import ClericCard, Content, Hero, RangerCard, ShepherdCard, ThiefCard, WitchCard
from rules.games.chain_mail.heroes import model_of

UNIT: Final = 96.0
"""The side of an ordinary space, in units of a ninety-sixth of an inch."""
MARKS: Final = {
    "start": "a cube begins here",
    "removal": "the cube leaves after use",
    "arrow_up": "an arrow up",
    "green": "only with its training",
}
_SIGNS: Final = {"start": "START", "removal": "LEAVES", "arrow_up": "UP", "green": "TRAINED"}
_MARGIN: Final = 28.0
_HEAD: Final = 58.0
_LINE: Final = 17.0
_FAR_OFF: Final = 1e6


def card_picture(content: Content, ident: str) -> Picture:
    """The drawing of a hero's card."""
    card = content.heroes[ident]
    spaces, links = model_of(card).drawn()
    at = {one.name: (one.x * UNIT + _MARGIN, one.y * UNIT + _MARGIN + _HEAD) for one in spaces}
    width = max(max(at[one.name][0] + one.width * UNIT / 2 for one in spaces) + _MARGIN, 520.0)
    base = max(at[one.name][1] + one.height * UNIT / 2 for one in spaces) + _MARGIN
    used = [mark for mark in MARKS if any(mark in one.marks for one in spaces)]
    facts = [*_facts(card), f"Signs: {'; '.join(f'{_SIGNS[mark]} {MARKS[mark]}' for mark in used)}."]
    lines = [line for fact in facts for line in textwrap.wrap(fact, int(width / 6.6))]
    shapes: list[Shape] = [
        Text((_MARGIN, 38), card.name, 24, bold=True),
        Text((_MARGIN, 58), f"health {card.health}", 13, colour=SOFT),
    ]
    by_name = {one.name: one for one in spaces}
    for link in links:
        shapes += _link(link, by_name, at)
    for one in spaces:
        shapes += _space(one, at[one.name])
    shapes += [Text((_MARGIN, base + n * _LINE), line, 11.5) for n, line in enumerate(lines)]
    told = "; ".join(_told(one) for one in spaces)
    return Picture(width, base + len(lines) * _LINE + _MARGIN / 2, card.name, f"{told}.", tuple(shapes))


def plain(code: str) -> str:
    """An icon in words: `gain_food` is Gain food, `melee2` is Melee 2."""
    letters = code.rstrip("0123456789")
    return f"{letters.replace('_', ' ').capitalize()} {code[len(letters) :]}".strip()


def _label(one: Space) -> str:
    """What the icon of a space does, else the name of the space."""
    return plain(one.icon.removeprefix("cm_")) if one.icon.startswith("cm_") else one.name.rpartition(".")[2]


def _space(one: Space, at: Place) -> Iterator[Shape]:
    x, y = at
    wide, tall = one.width * UNIT - 8, one.height * UNIT - 8
    starts = "start" in one.marks
    if one.round:
        yield Disc(at, wide / 2, PAPER, INK, 1.6)
        if starts:
            yield Disc(at, wide / 2 - 5, "", INK, 1.6)
    else:
        yield box(x - wide / 2, y - tall / 2, wide, tall, PAPER, width=1.6)
        if starts:
            yield box(x - wide / 2 + 5, y - tall / 2 + 5, wide - 10, tall - 10, width=1.6)
    lines = textwrap.wrap(_label(one), max(6, int(wide / 9.3)), break_long_words=False)
    size = min(13.0, (wide - 6) / (0.68 * max(map(len, lines))))
    for n, line in enumerate(lines):
        yield Text((x, y + 5 + (n - (len(lines) - 1) / 2) * 15), line, size, Anchor.MIDDLE, bold=True)
    if one.icon:
        yield Text((x, y - tall / 2 + 18), one.name.rpartition(".")[2], 9.5, Anchor.MIDDLE, colour=SOFT)
    signs = [_SIGNS[mark] for mark in one.marks if mark in _SIGNS]
    for n, line in enumerate(textwrap.wrap(" ".join(signs), max(8, int(wide / 6)))):
        yield Text((x, y + tall / 2 - 20 + n * 10), line, 8.5, Anchor.MIDDLE)


def _link(link: Link, spaces: dict[str, Space], at: dict[str, Place]) -> Iterator[Shape]:
    one, other = spaces[link.one], spaces[link.other]
    (x1, y1), (x2, y2) = at[link.one], at[link.other]
    far = hypot(x2 - x1, y2 - y1)
    if not far:
        return
    across, down = (x2 - x1) / far, (y2 - y1) / far
    start = _edge(one, across, down)
    end = far - _edge(other, across, down)
    tip = (x1 + across * end, y1 + down * end)
    yield Stroke(((x1 + across * start, y1 + down * start), tip), INK, 2.0)
    if not link.both:
        back = (tip[0] - across * 10, tip[1] - down * 10)
        yield Patch((tip, (back[0] - down * 5, back[1] + across * 5), (back[0] + down * 5, back[1] - across * 5)), INK)


def _edge(one: Space, across: float, down: float) -> float:
    """How far the edge of a space is from its middle in a direction."""
    wide, tall = (one.width * UNIT - 8) / 2, (one.height * UNIT - 8) / 2
    if one.round:
        return wide
    return min(wide / abs(across) if across else _FAR_OFF, tall / abs(down) if down else _FAR_OFF)


def _told(one: Space) -> str:
    marks = "".join(f", {MARKS[mark]}" for mark in one.marks if mark in MARKS)
    return f"{one.name.rpartition('.')[2]}: {_label(one) if one.icon else 'no icon'}{marks}"


def _facts(card: Hero) -> Iterator[str]:
    if card.reroll_vs:
        yield f"Re-rolls one die of each attack against monsters of the kind {card.reroll_vs}."
    match card:
        case ThiefCard():
            least = ", ".join(f"{spaces}: {number}+" for spaces, number in sorted(card.disorientation.items()))
            yield f"Disorientation by spaces moved: {least}; to the centre: {card.center_needs}+."
        case WitchCard():
            for spell in card.spells:
                pair = [spot.id for spot in (*card.left, *card.right) if spot.id in spell.pair]
                leaves = ", both cubes leave" if spell.removal else ""
                yield f"{spell.id}: {' and '.join(pair)}, {plain(spell.action)}{leaves}."
        case RangerCard():
            yield f"Training enables {', '.join(f'{spot.id}: {plain(spot.action)}' for spot in card.training)}."
        case ClericCard() | ShepherdCard():
            return
