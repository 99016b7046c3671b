"""Facts in a sentence, and the form that a number chooses: by the rules of the language."""

from __future__ import annotations

import pytest

from words import filled, places
from words.filling import by_number
from words.plurals import form, forms

FRENCH = "{count|{count} carte|{count} cartes}"
POLISH = "{count|{count} karta|{count} karty|{count} kart}"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("one", "other")),
        ("en-gb", ("one", "other")),
        ("de", ("one", "other")),
        ("fr", ("one", "other")),
        ("pl", ("one", "few", "many")),
        ("cs", ("one", "few", "other")),
        ("sl", ("one", "two", "few", "other")),
        ("ja", ("other",)),
        ("ar", ("zero", "one", "two", "few", "many", "other")),
        ("xx", ("one", "other")),
        ("no such language", ("one", "other")),
    ],
)
def test_every_language_has_the_forms_that_counting_needs(language: str, names: tuple[str, ...]) -> None:
    assert forms(language) == names


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "{count|one card|{count} cards}", {0: "0 cards", 1: "one card", 2: "2 cards", 21: "21 cards"}),
        ("de", "{count|eine Karte|{count} Karten}", {0: "0 Karten", 1: "eine Karte", 2: "2 Karten"}),
        ("fr", FRENCH, {0: "0 carte", 1: "1 carte", 2: "2 cartes", 1_000_000: "1000000 cartes"}),
        (
            "pl",
            POLISH,
            {0: "0 kart", 1: "1 karta", 2: "2 karty", 5: "5 kart", 12: "12 kart", 22: "22 karty", 25: "25 kart"},
        ),
        ("ru", "{count|{count} карта|{count} карты|{count} карт}", {1: "1 карта", 3: "3 карты", 11: "11 карт"}),
        ("ja", "カード{count|{count}}枚", {0: "カード0枚", 1: "カード1枚", 7: "カード7枚"}),
    ],
)
def test_a_number_chooses_by_the_rules_of_the_language(language: str, text: str, said: dict[int, str]) -> None:
    assert {count: filled(text, {"count": count}, language) for count in said} == said


@pytest.mark.parametrize(
    ("value", "number"), [(1, 0), (1.0, 0), (True, 0), (2, 1), (5, 2), (1.5, 2), (-1, 2), (0, 2), (1_000_000, 2)]
)
def test_what_counting_does_not_need_takes_the_last_form(value: float, number: int) -> None:
    assert form("pl", value) == number


@pytest.mark.parametrize("value", ["1", None, (), ("a",)])
def test_what_is_no_number_takes_the_last_form(value: object) -> None:
    assert filled("{it|one|many}", {"it": value}, "en") == "many"


def test_a_sentence_with_too_few_forms_is_said_all_the_same() -> None:
    assert filled("{count|karta|karty}", {"count": 5}, "pl") == "karty"


def test_facts_stand_inside_of_forms_and_braces_without_a_fact_stay() -> None:
    assert filled("{a}: {n|one {a}|{n} {a}s} {b} {b|x|y}", {"a": "{n}", "n": 3}, "en") == "{n}: 3 {n}s {b} {b|x|y}"


def test_by_whether_a_fact_is_known() -> None:
    assert [filled("{it?with {it}|alone}", {"it": it}, "en") for it in ("Ada", "")] == ["with Ada", "alone"]
    assert filled("{it?with it}", {"it": ""}, "en") == ""


def test_what_a_sentence_names_and_chooses_by() -> None:
    text = "{a} {b|one {c}|{b}} {d?x {e}|}"
    assert places(text) == {"a", "b", "c", "d", "e"}
    assert by_number(text) == (("one {c}", "{b}"),)
