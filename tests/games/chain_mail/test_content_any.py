"""No content file does anything but be read or be refused with sentences, whatever stands in it."""

from __future__ import annotations

import copy
import tomllib
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rules.games.chain_mail.content import Content
from rules.games.chain_mail.reading import Checked, ContentError, check, fits, load_owner, starter, starter_texts
from rules.games.chain_mail.tools.checking import located
from tests.games.chain_mail.content_made import contents, tables, toml_text

MANY = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
JUNK = st.one_of(
    st.booleans(),
    st.integers(-5, 100),
    st.sampled_from([10**30, 16**6000, -(16**6000), 0.5, float("nan"), float("inf"), date(2020, 2, 2)]),
    st.sampled_from(["", " ", "a:b", "A+B", "poisoned", "made-goal-0", "battle -1", "x" * 500, "a\nb", "\x1b[2J", "ø"]),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.just([]),
    st.just({}),
    st.just([[1, 2], [1, 1], ["a"]]),
    st.just([{"op": "gain"}, {"id": 1}]),
    st.just({"op": "damage", "n": -1}),
)
STARTER = [tomllib.loads(text) for text in starter_texts().values()]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every list or table in a value, with every key of it."""
    found = []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inner):
        found.append((value, key))
        found += places(one)
    return found


def spoil(draw: st.DrawFn, table: dict[str, Any]) -> None:
    """Changes one thing in a table, somewhere."""
    inside, key = draw(st.sampled_from(places(table) or [(table, "format")]))
    match draw(st.sampled_from(("replace", "remove", "add", "double"))):
        case "remove":
            inside.pop(key, None) if isinstance(inside, dict) else inside.pop(key)
        case "add" if isinstance(inside, dict):
            inside[draw(st.sampled_from(("id", "op", "n", "x", "", "rules", "a.b")))] = copy.deepcopy(draw(JUNK))
        case "double" if isinstance(inside, list):
            inside.append(copy.deepcopy(inside[key]))
        case _:
            inside[key] = copy.deepcopy(draw(JUNK))


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    table = copy.deepcopy(draw(st.one_of(st.sampled_from(STARTER), tables())))
    for _ in range(draw(st.integers(1, 4))):
        spoil(draw, table)
    return table


def judged(files: dict[str, str]) -> Checked:
    """What came of the files, of which exactly one thing must have: content, or problems that can be told."""
    checked = check(files)
    assert (checked.content is None) == bool(checked.problems)
    for line in located(checked.problems, files):
        assert line.isprintable(), line
        assert len(line) < 1000
    return checked


@pytest.mark.dear
@MANY
@given(spoilt())
def test_a_spoilt_file_is_read_or_refused(table: dict[str, Any]) -> None:
    files = {"spoilt.toml": toml_text(table)}
    if judged(files).problems:
        with pytest.raises(ContentError):
            load_owner(files)


@MANY
@given(st.one_of(st.text(max_size=60), st.builds(lambda name, at, more: (
    starter_texts()[name][:at] + more + starter_texts()[name][at:]
), st.sampled_from(sorted(starter_texts())), st.integers(0, 3000), st.text(max_size=3))))  # fmt: skip
def test_any_text_is_read_or_refused(text: str) -> None:
    judged({"any.toml": text})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 5000, "nested"),
        ("a = " + "9" * 5000, "too long"),
        ("#" * 500_000, "characters"),
        ('format = "chainmail-content-1"\nmaps = ' + "[" * 60 + "]" * 60, "list of tables"),
    ],
)
def test_what_would_choke_a_reader_is_refused(text: str, said: str) -> None:
    (problem, *_) = judged({"big.toml": text}).problems
    assert said in problem.sentence


@pytest.mark.dear
@MANY
@given(tables())
def test_made_content_is_right(table: dict[str, Any]) -> None:
    checked = judged({"made.toml": toml_text(table)})
    assert not checked.problems
    content = checked.content
    assert content is not None
    assert fits(content, "made-map", "made-quest") == ""
    assert content.maps.keys() > starter().maps.keys()


@settings(max_examples=10, deadline=None)
@given(contents())
def test_made_content_has_everything_that_a_match_needs(content: Content) -> None:
    for card in content.monster_cards.values():
        assert [card.called(number).id for number in range(1, 7)]
    assert set(content.traps) == set(range(1, 7))
    assert len(content.names) == len(set(content.names))
    for ident in ("made-map", "made-quest", "made-monsters", "made-treasure"):
        assert ident in content.names
