"""Charts: what they say without colours, that no name breaks them, and that they need no style or script."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree as Xml

import pytest

from tests.web.fake_history import COURSE
from web.pages.history.charts import PAGE, SCREEN, Bar, Format, Line, bar_chart, line_chart, ticks_between

LINES = tuple(Line(one.name, one.colour, one.shape, one.points) for one in COURSE.lines)


def drawn(form: Format = PAGE, lines: tuple[Line, ...] = LINES, last: int = 40) -> Xml.Element:
    return Xml.fromstring(line_chart("a", "Fame over the match", "At the end: ...", lines, last, form))


def texts(svg: Xml.Element, kind: str) -> list[str]:
    return [node.text or "" for node in svg.iter("text") if node.get("class") == kind]


def test_a_chart_has_a_title_and_a_description() -> None:
    svg = drawn()
    assert svg.get("role") == "img"
    named = {node.get("id"): node.text for node in svg if node.tag in ("title", "desc")}
    assert svg.get("aria-labelledby") == " ".join(str(ident) for ident in named)
    assert "Fame over the match" in named.values()


def test_lines_are_told_apart_by_mark_and_dash_as_well_as_colour() -> None:
    groups = list(drawn().iter("g"))
    assert len({group.get("class") for group in groups}) == len(LINES)
    assert len({group[0].get("stroke-dasharray") for group in groups}) == len(LINES)
    assert len({next(group.iter("use")).get("href") for group in groups}) == len(LINES)


def test_equal_scores_lie_beside_each_other() -> None:
    same = tuple(Line(name, "blue", "square", ((0, 3),)) for name in ("Ada", "Bea", "Cleo"))
    assert len({group[0].get("d") for group in drawn(lines=same).iter("g")}) == 3


def test_names_stand_at_the_ends_of_the_lines_and_not_over_each_other() -> None:
    svg = drawn(lines=tuple(Line(f"P{n}", "blue", "square", ((0, 3),)) for n in range(10)))
    places = sorted(float(node.get("y", "")) for node in svg.iter("text") if node.get("class") == "chart-name")
    assert all(low + 15 < high for low, high in itertools.pairwise(places))
    assert places[-1] <= PAGE.height


def test_the_table_screen_has_the_values_only() -> None:
    assert texts(drawn(), "chart-name")[0] == "Ines 7"
    assert texts(drawn(SCREEN), "chart-name") == ["7", "4", "4", "-1"]


def test_a_name_is_text_whatever_is_in_it() -> None:
    assert "<Emil & Co> 4" in texts(drawn(), "chart-name")
    assert "Mara the Ma… 4" in texts(drawn(), "chart-name")


@pytest.mark.parametrize("form", [PAGE, SCREEN])
def test_a_chart_needs_no_style_and_no_script(form: Format) -> None:
    for node in drawn(form).iter():
        assert node.tag not in ("style", "script", "foreignObject")
        assert not [name for name in node.attrib if name == "style" or name.startswith("on")]
        assert node.get("href", "/static/").startswith("/static/")


@pytest.mark.parametrize(("lines", "last"), [((), 0), ((Line("Ada", "blue", "square", ()),), 5), (LINES, 0)])
def test_a_match_that_has_just_begun_has_a_chart_too(lines: tuple[Line, ...], last: int) -> None:
    svg = drawn(lines=lines, last=last)
    numbers = [float(node.get(name, "0")) for node in svg.iter("line") for name in ("x1", "x2", "y1", "y2")]
    assert all(0 <= number <= PAGE.width for number in numbers)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (-3, 12), (0, 99), (-250, 1), (0, 12_345), (0, 10**9)])
def test_ticks_are_few_round_and_reach_everything(low: int, high: int) -> None:
    ticks = ticks_between(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 8
    (step,) = {later - before for before, later in itertools.pairwise(ticks)}
    assert str(step).rstrip("0") in ("1", "2", "5")


def test_bars_are_as_long_as_their_counts() -> None:
    svg = Xml.fromstring(bar_chart("b", "Wins", "", [Bar("Ada", 4, 1, "1 of 4"), Bar("Bea", 2, 2, "2 of 2")]))
    widths = [float(node.get("width", "")) for node in svg.iter("rect")]
    assert widths == [PAGE.width, PAGE.width / 4, PAGE.width / 2, PAGE.width / 2]
    assert texts(svg, "chart-tick") == ["1 of 4", "2 of 2"]
