"""Lists of cards as people paste them: columns are found, and what is wrong is named with its line."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from rules.engine.definitions import GrammarError
from rules.games.open_table.cards_text import cards_of
from rules.games.open_table.table_rules import MOST_CARDS, CardRow

LANTERN = CardRow(name="Lantern", count=3, text="Look at a hand.", value=2, suit="Light")


@pytest.mark.parametrize(
    "text",
    [
        "Lantern\t3\tLook at a hand.\t2\tLight",
        "\n  \nLantern;3;Look at a hand.;2;Light\n\n",
        'name,count,text,value,suit\r\nLantern,3,"Look at a hand.",2,Light\r\n',
        "Suit\tVALUE\tname\ttext\tcount\nLight\t2\tLantern\tLook  at a hand.\t3",
        "Farbe;Wert;Name;Text;Anzahl\nLight;+2;Lantern;Look at a hand.;3",
        'name,text,count,value,suit\nLantern,"Look\nat a hand.",3,2,Light',
    ],
)
def test_every_form_gives_the_same_cards(text: str) -> None:
    assert cards_of(text) == (LANTERN,)


def test_what_is_left_out_is_as_usual() -> None:
    assert cards_of("Fog\nOak, 2\n") == (CardRow(name="Fog"), CardRow(name="Oak", count=2))
    assert cards_of('name;value\n"a ""b""";-4')[0] == CardRow(name='a "b"', value=-4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is nothing in it"),
        ("\n \t \n", "there is nothing in it"),
        ("name\tcount\n", "below the names of the columns"),
        ("name,colour\nFog,red", 'line 1 of the list: there is no column "colour"'),
        ("name,text,text\n", "line 1 of the list: a column stands there twice"),
        ("Fog\t1\n\t3\n", 'line 2 of the list: there is no "name"'),
        ("Fog\t1\n\nOak\tmany\n", 'line 3 of the list: "count" has to be a whole number, 1 or more'),
        ("Fog\t0", 'line 1 of the list: "count" has to be a whole number, 1 or more'),
        ("Fog\t1\t\t99999", 'line 1 of the list: "value" has to be a whole number from -9999 to 9999'),
        ("Fog\t" + "9" * 5000, '"count" has to be a whole number'),
        ("Fog\t٣", '"count" has to be a whole number'),
        ("Fog\t10000", f"a table holds at most {MOST_CARDS} cards, and these are 10000"),
        ("\n".join(f"Card {n}" for n in range(1, 4001)), f"at most {MOST_CARDS} cards, and these are 4000"),
        ("Fog, 1, a, 2, b, c, d", "line 1 of the list: there are more cells than columns"),
        ("A" * 41, '"name" has to be a text of at most 40 letters'),
        ("Fog\t1\t" + "x" * 301, '"text" has to be a text of at most 300 letters'),
        ("Fo\x07g", '"name" has to be a text'),
        ("x" * 70_000, "larger than 64 KB"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(GrammarError) as raised:
        cards_of(text)
    assert said in str(raised.value.args[0])


@given(st.text(st.sampled_from('ab1,;\t\n\r"\0 -é٣'), max_size=60))
def test_any_text_is_cards_or_a_sentence(text: str) -> None:
    with suppress(GrammarError):
        rows = cards_of(text)
        assert 0 < sum(row.count for row in rows) <= MOST_CARDS
        assert all(row.name.strip() for row in rows)
