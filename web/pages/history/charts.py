"""Charts as SVG for our own pages: lines of scores and bars of counts, drawn on the server.

The drawing takes its colours, type and shapes from the pages' style sheets, so it fits light and dark by itself and
needs no style or script of its own. Lines are told apart by the shape of their marks and by their dashes as well as by
colour. Beside every chart stands its data as a table (`_chart.html`); docs/decisions says why this is our own code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from markupsafe import Markup

from web.door.files import address

_LEFT, _TOP, _BOTTOM, _NAME_AT = 36.0, 14.0, 32.0, 13.0  # in units of the drawing, of which type is 17 high
_LETTER = 9.6  # of the names at the ends of the lines, about
_LINE = 21.0  # between the names at the ends
_MARK = 12.0
_BESIDE = 2.6
_MOST_TICKS = 5
_MOST_MARKS = 40
_LONGEST_NAME = 12
_DASHES = ("", "9 5", "2 5", "12 4 2 4", "6 3")
_ROW, _BAR = 52.0, 16.0


@dataclass(frozen=True)
class Format:
    """The size of a drawing in its own units; `names`: the lines carry them at their ends, and else only values."""

    width: float
    height: float
    names: bool = True


PAGE = Format(420.0, 280.0)
"""For pages that are read from near: small enough that its type can be read on a phone."""
SCREEN = Format(340.0, 200.0, names=False)
"""For the table screen, where everybody's shape stands beside the name anyway."""


@dataclass(frozen=True)
class Line:
    """One line: its name, the seat's colour and shape, and its values by x; between them the value stays."""

    name: str
    colour: str
    shape: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Bar:
    """One bar of so many, of which `part` are filled."""

    name: str
    whole: int
    part: int
    words: str


def line_chart(ident: str, title: str, text: str, lines: Iterable[Line], last: int, form: Format = PAGE) -> Markup:
    """Scores from x 0 to `last`. `title` and `text` are read aloud; `ident` is unique in the page."""
    drawn = tuple(line for line in lines if line.points)
    values = [value for line in drawn for _, value in line.points]
    ticks = ticks_between(min([0, *values]), max([1, *values]))
    labels = [_label(line, form) for line in drawn]
    right = form.width - _NAME_AT - 16 - _LETTER * max(map(len, labels), default=0)
    bottom = form.height - _BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        across = _LEFT + (right - _LEFT) * (x / last if last else 0)
        return across, bottom - (bottom - _TOP) * (y - ticks[0]) / (ticks[-1] - ticks[0])

    svg = _begin(ident, title, text, form.width, form.height, "chart-lines")
    for tick in ticks:
        y = at(0, tick)[1]
        _add(svg, "line", {"class": "chart-grid", "x1": _LEFT, "x2": right, "y1": y, "y2": y})
        _add(svg, "text", {"class": "chart-tick", "x": _LEFT - 8, "y": y, "text-anchor": "end"}, str(tick))
    for tick in (tick for tick in ticks_between(0, max(last, 1)) if tick <= last):
        x = at(tick, 0)[0]
        _add(svg, "text", {"class": "chart-tick", "x": x, "y": bottom + 18, "text-anchor": "middle"}, str(tick))
    ends = _apart([at(last, line.points[-1][1])[1] for line in drawn], form.height)
    for number, (line, label, end) in enumerate(zip(drawn, labels, ends, strict=True)):
        group = _add(svg, "g", {"class": f"chart-line seat-{line.colour}"})
        beside = (number - (len(drawn) - 1) / 2) * _BESIDE  # equal scores lie beside each other, not over
        steps = [(x + beside, y + beside) for x, y in (at(*point) for point in line.points)]
        path = _add(group, "path", {"class": "chart-path", "d": _stairs(steps, right)})
        if dash := _DASHES[number % len(_DASHES)]:
            path.set("stroke-dasharray", dash)
        for x, y in line.points[-_MOST_MARKS:]:
            across, down = at(x, y)
            _mark(group, line.shape, across, down + beside)
        _mark(group, line.shape, right + _NAME_AT, end, 16)
        _add(group, "text", {"class": "chart-name", "x": right + _NAME_AT + 13, "y": end}, label)
    return _end(svg)


def bar_chart(ident: str, title: str, text: str, bars: Iterable[Bar]) -> Markup:
    """One row a bar, the filled part in front."""
    drawn = tuple(bars)
    width = PAGE.width
    most = max((bar.whole for bar in drawn), default=1) or 1
    svg = _begin(ident, title, text, width, _ROW * len(drawn), "chart-bars")
    for number, bar in enumerate(drawn):
        y = number * _ROW
        _add(svg, "text", {"class": "chart-name", "x": 0, "y": y + 12}, bar.name)
        _add(svg, "text", {"class": "chart-tick", "x": width, "y": y + 12, "text-anchor": "end"}, bar.words)
        for kind, count in (("whole", bar.whole), ("part", bar.part)):
            box = {"x": 0, "y": y + 25, "height": _BAR, "rx": 4, "width": max(0.0, width * count / most)}
            _add(svg, "rect", {"class": f"chart-{kind}", **box})
    return _end(svg)


def ticks_between(low: int, high: int) -> tuple[int, ...]:
    """A few round numbers from at most `low` to at least `high`, which is greater."""
    step = 1
    sizes = (1, 2, 5)
    while (high - low) / step > _MOST_TICKS:
        power, rest = 1, step
        while rest >= 10:
            power, rest = power * 10, rest // 10
        step = next((size * power for size in sizes if size > rest), 10 * power)
    first = low // step
    return tuple(n * step for n in range(first, -(-high // step) + 1))


def _stairs(points: list[tuple[float, float]], right: float) -> str:
    """A score stays as it is until it changes at once."""
    (x, y), *rest = points
    parts = [f"M{x:.1f} {y:.1f}"]
    for x, y in rest:
        parts.append(f"H{x:.1f}V{y:.1f}")
    return "".join((*parts, f"H{right:.1f}"))


def _apart(wanted: list[float], height: float) -> list[float]:
    """The places for names at the right edge: near where they are wanted, none over another, all in the picture."""
    order = sorted(range(len(wanted)), key=lambda n: (wanted[n], n))
    found, lowest = [0.0] * len(wanted), _TOP
    step = min(_LINE, (height - _TOP) / max(1, len(wanted)))
    for n in order:
        found[n] = lowest = max(wanted[n], lowest)
        lowest += step
    limit = height - 10.0
    for n in reversed(order):
        found[n] = min(found[n], limit)
        limit = found[n] - step
    return found


def _label(line: Line, form: Format) -> str:
    value = str(line.points[-1][1])
    if not form.names:
        return value
    name = line.name if len(line.name) <= _LONGEST_NAME else f"{line.name[: _LONGEST_NAME - 1].rstrip()}…"
    return f"{name} {value}"


def _begin(ident: str, title: str, text: str, width: float, height: float, kind: str) -> Xml.Element:
    names = {"role": "img", "aria-labelledby": f"{ident}-title {ident}-desc", "class": f"chart {kind}"}
    svg = Xml.Element("svg", {"viewBox": f"0 0 {width:g} {height:g}", **names})
    _add(svg, "title", {"id": f"{ident}-title"}, title)
    _add(svg, "desc", {"id": f"{ident}-desc"}, text)
    return svg


def _mark(group: Xml.Element, shape: str, x: float, y: float, size: float = _MARK) -> None:
    place = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    _add(group, "use", {"class": "chart-mark", "href": f"{address('shared/shapes.svg')}#{shape}", **place})


def _add(parent: Xml.Element, tag: str, props: dict[str, object], text: str = "") -> Xml.Element:
    values = {name: f"{value:.1f}" if isinstance(value, float) else str(value) for name, value in props.items()}
    node = Xml.SubElement(parent, tag, values)
    node.text = text or None
    return node


def _end(svg: Xml.Element) -> Markup:
    return Markup(Xml.tostring(svg, encoding="unicode"))  # the tree has escaped every text
