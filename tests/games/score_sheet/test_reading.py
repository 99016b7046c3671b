"""Sheets as files: what is wrong is named with its line, and nothing that anybody writes does harm."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rules.engine.definitions import DefinitionError
from rules.games.score_sheet.formula import Formula, FormulaError
from rules.games.score_sheet.reading import SHEET, TEMPLATES, template
from rules.games.score_sheet.sheet import names
from words import Sentence

LINE = 'format = 1\n\n[[line]]\nkey = "a"\nname = "A"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\n", "add at least one [[line]]"),
        ("format = 2\n" + LINE[11:], '"format" has to be 1'),
        ("rounds = 61\n" + LINE, 'sheet.toml, line 1: "rounds" has to be'),
        ("seconds = 30\n" + LINE, "line 1: a timer is for turns"),
        ("turns = true\nminutes = 9\nseconds = 30\n" + LINE, "line 3: a timer is for turns"),
        (LINE + "hihg = 3\n", 'line 6: there is no "hihg". Did you mean "high"?'),
        (LINE + 'when = "later"\n', 'line 6: "when" has to be'),
        (LINE + "low = 5\nhigh = 1\n", "line 7: there are no numbers from 5 to 1"),
        (LINE + "high = 100000\n", "more than 2001"),
        (LINE + LINE[11:], 'line 7: two tables [[line]] have the key "a"'),
        (LINE + '[[line]]\nkey = "b"\nname = "B"\nformula = "aa + 1"\n', 'no line is called "aa". Did you mean "a"?'),
        (LINE + '[[line]]\nkey = "b"\nname = "B"\nformula = "b + 1"\n', 'needs "b", which has no number yet'),
        (LINE + '[[line]]\nkey = "b"\nname = "B"\nformula = "a +"\n', 'line 9: "formula": It cannot be read'),
        (LINE + '[[line]]\nkey = "b"\nname = "B"\nformula = "__import__(1)"\n', "It may hold whole numbers"),
        ('format = 1\n[[line]]\nkey = "b"\nname = "B"\nformula = "1"\n', "nobody writes anything"),
        (LINE + 'ties = "all"\nname = "A"\n', "cannot be read"),
        ('tie_breaks = ["z"]\n' + LINE, 'line 1: "tie_breaks" names "z"'),
        (LINE + "#" * 70_000, "larger than 64 KB"),
        (LINE.replace('"A"', '"' + "A" * 41 + '"'), "at most 40 letters"),
        (LINE.replace('"A"', '"A\\u0000"'), "at most 40 letters"),
        (LINE + '[[line]]\nkey = "b"\nname = "B"\nwhen = "turn"\nformula = "1"\n', "written in no turn"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(DefinitionError) as raised:
        SHEET.read(text)
    assert said in str(raised.value)


def test_formulas_in_a_circle_are_refused() -> None:
    circle = "".join(f'[[line]]\nkey = "{a}"\nname = "{a}"\nformula = "{b}"\n' for a, b in (("x", "y"), ("y", "x")))
    with pytest.raises(DefinitionError, match='needs "y", which has no number yet'):
        SHEET.read(LINE + circle)


def test_a_formula_on_what_is_hidden_waits_for_the_end() -> None:
    hidden = LINE + 'hidden = true\n[[line]]\nkey = "b"\nname = "B"\nformula = "a * 2"\n'
    with pytest.raises(DefinitionError, match="hidden"):
        SHEET.read(hidden)
    assert SHEET.read(hidden + 'when = "end"\n').lines[1].formula is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("if(tricks == bid, 10 + bid, -abs(tricks - bid))", -1),
        ("max(tricks, bid) * 2", 6),
        ("bid / 0 + bid % 0", 0),
        ("if(and(bid > 2, not(tricks > 2)), 1, 0)", 1),
        ("or(bid == 0, tricks == 0)", 0),
        ("nobody", 0),
        ("7 / 2", 3),
        ("999999999 * 999999999 * 999999999", 10**9),
    ],
)
def test_formulas_count(text: str, value: int) -> None:
    assert Formula(text).value({"bid": 3, "tricks": 2}) == value


@pytest.mark.parametrize(
    "text", ["bid.real", "[1]", "'a'", "1 < 2 < 3", "lambda: 1", "abs(1, 2)", "True", "2 ** 9", ""]
)
def test_nothing_else_is_a_formula(text: str) -> None:
    with pytest.raises(FormulaError):
        Formula(text)


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_refused_with_a_sentence(text: str) -> None:
    found: object = None
    try:
        found = Formula(text).value({"a": 1})
    except FormulaError as error:
        found = error.args[0]
    assert isinstance(found, int | Sentence)


def test_every_line_of_the_sheets_that_come_with_it_has_one_name() -> None:
    called: dict[str, str] = {}
    for name in TEMPLATES:
        for code, said in names(template(name)).items():
            assert called.setdefault(code, said) == said
