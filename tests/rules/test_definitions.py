"""Files of games without code: read with a line for every fault, written, and told to editors."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, strategies as st

from rules.engine.definitions import (
    Checked,
    Definition,
    DefinitionError,
    Entry,
    Field,
    GrammarError,
    Key,
    Keys,
    Numbers,
    OneOf,
    Slug,
    Step,
    Switch,
    Tables,
    Text,
    Whole,
    read,
    schema,
    written,
)
from words import Sentence


def _even(text: str) -> int:
    if len(text) % 2:
        raise GrammarError(Sentence("It is odd."))
    return len(text)


CARD = (
    Field("key", Slug(), "its key", required=True),
    Field("name", Text(10), "its name", required=True),
    Field("count", Whole(1, 99), "how many", 1),
    Field("text", Text(200, lines=True), "what stands on it"),
    Field("even", Checked(_even, "ab"), "of two letters"),
)
BOX = Definition(
    package=__name__,
    file="box.toml",
    fields=(
        Field("rounds", Whole(0, 9), "how many rounds", 3),
        Field("open", Switch(), "open", False),
        Field("first", OneOf({"left": "the left one", "right": "the right one"}), "who begins", "left"),
        Field("points", Numbers(3), "points", ()),
        Field("best", Key("card"), "the best card"),
        Field("worst", Keys(of="card"), "the worst cards", ()),
        Field(
            "deck",
            Tables((Field("title", Text(lines=True), "title"), Field("card", Tables(CARD, 3), "cards")), most=2),
            "decks",
        ),
    ),
    steps=(Step("All", ("rounds", "open", "first", "points", "best", "worst", "deck")),),
    check=lambda entry: entry,
)
TEXT = '''format = 1
best = "b"

[[deck]]
title = """
[[deck]]
title = 3 """
[[deck.card]]
key = "a"
name = "A"
[[deck.card]]
key = "b"
name = "B"

[[deck]]
  [[deck.card]] # the first of the second
  key = "c"
  name = "C"
'''


def entry_of(text: str) -> Entry:
    return read(text, BOX.file, BOX)


def test_values_come_with_what_was_left_out() -> None:
    entry = entry_of(TEXT)
    assert (entry["rounds"], entry["best"], entry["worst"]) == (3, "b", ())
    assert [card["name"] for deck in entry["deck"] for card in deck["card"]] == ["A", "B", "C"]
    assert entry["deck"][0]["card"][0].said("text", "even") == {"key": "a", "name": "A", "count": 1}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", 'box.toml, line 1: "format" has to be 1'),
        ("format = 1", "", 'box.toml, line 1: "format" has to be 1'),
        ('best = "b"', 'best = "z"', 'line 2: "best" names "z", and no table [[card]]'),
        ('best = "b"', 'worst = ["a", "z"]', 'line 2: "worst" names "z"'),
        ('best = "b"', 'best = "b"\nbets = 1', 'line 3: there is no "bets". Did you mean "best"?'),
        ('best = "b"', 'first = "up"', 'line 2: "first" has to be one of these: "left", "right"'),
        ('best = "b"', "points = [1, 2, 3, 4]", 'line 2: "points" has to be a list of at most 3'),
        ('best = "b"', "rounds = true", 'line 2: "rounds" has to be a whole number from 0 to 9'),
        ('name = "B"', 'name = "B"\neven = "abc"', 'line 14: "even": It is odd.'),
        ('name = "B"', "", 'line 11: there is no "name" here'),
        ('  name = "C"', '  name = ""', 'line 18: "name" has to be a text of at most 10 letters'),
        ('key = "b"', 'key = "a"', "line 11: two tables [[deck.card]]"),
        ('best = "b"', "best = ", "line 2: it cannot be read"),
        ('best = "b"', f"rounds = {'9' * 5000}", "it cannot be read"),
        ('best = "b"', f"rounds = {'[' * 5000}", "it cannot be read"),
        ('best = "b"', "#" * BOX.largest, "larger than 64 KB"),
        ('best = "b"', "[[deck]]\n" * 3, "a list of 0 to 2 tables"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(DefinitionError) as raised:
        entry_of(TEXT.replace(old, new, 1))
    assert said in str(raised.value)


def test_a_fault_says_where_it_is_for_the_page_that_made_the_file() -> None:
    with pytest.raises(DefinitionError) as raised:
        entry_of('format = 1\n[[deck]]\n[[deck]]\ncard = [{ key = "a", name = "A" }, { key = "b" }]\n')
    assert raised.value.path == ("deck", 1, "card", 1, "name")
    assert "line 4" in str(raised.value), "a table that stands in the line of its list"
    assert not raised.value.what.startswith("box.toml")


SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.sampled_from(["a", 1])
JUNK = st.recursive(SIMPLE, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(), one, max_size=3))
CARDS = st.lists(
    st.fixed_dictionaries(
        {"key": st.sampled_from("abc"), "name": st.text(min_size=1, max_size=10)},
        optional={"count": st.integers(1, 99), "text": st.text(st.sampled_from('a\n"\\\t'), max_size=9), "even": JUNK},
    ),
    max_size=3,
)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "rounds": st.integers(0, 9) | JUNK,
        "open": st.booleans(),
        "first": st.sampled_from(["left", "right"]) | JUNK,
        "points": st.lists(st.integers(-9, 9), max_size=4),
        "deck": st.lists(st.fixed_dictionaries({"card": CARDS}), max_size=2) | JUNK,
    },
)


def refused_as(text: str) -> str:
    """Why a text is refused, with file and line; empty where it is not."""
    try:
        entry_of(text)
    except DefinitionError as error:
        return str(error)
    return ""


@given(VALUES)
def test_what_is_written_is_toml_and_is_read_as_the_same_or_refused(values: dict[str, object]) -> None:
    text = written(values, BOX)
    assert tomllib.loads(text)["format"] == 1
    if why := refused_as(text):
        assert why.startswith("box.toml, line ")
    else:
        assert written(entry_of(text).plain, BOX) == text


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert refused_as(text).startswith("box.toml")


def test_editors_are_told_what_it_may_hold() -> None:
    told = schema(BOX)
    assert told["required"] == ["format"]
    assert told["properties"]["rounds"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 9,
        "description": "how many rounds",
    }
    card = told["properties"]["deck"]["items"]["properties"]["card"]["items"]
    assert (card["required"], card["additionalProperties"]) == (["key", "name"], False)
