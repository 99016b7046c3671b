"""Sentences are in words that people speak (docs/style.md)."""

from __future__ import annotations

import pytest

from tests.house._source import ROOT
from tests.house.style import HABITS, catalogues, habits, sentences


@pytest.mark.parametrize("language", sorted(HABITS))
def test_no_catalogue_has_the_worst_habits(language: str) -> None:
    found = [
        f"{path.relative_to(ROOT)} {key}: {wrong}   ({text})"
        for folder in ("companion", "rules")
        for path in catalogues(ROOT / folder, language)
        for key, text in sentences(path)
        for wrong in habits(language, text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "{piece} of {seat} finds nothing to work on.",
        "Everybody takes the own card back.",
        "Whoever has it begins.",
        "Whom do you attack?",
        "By the notes that cannot be.",
        "Nothing is to be rolled now.",
        "It has to be laid aside.",
        "You play a card face-down.",
        "Who has none discards one.",
        "With an empty hand you are passed over.",
        "In Plan one plays cards.",
        "The card must lie open.",
    ],
)
def test_each_habit_is_found(text: str) -> None:
    assert habits("en", text)


def test_lists_of_rules_are_looked_through_and_what_they_hold_for_tests_is_not() -> None:
    english, german = (catalogues(ROOT / "rules/games/chesney", language) for language in ("en", "de"))
    assert len(english) == len(german) == 5
    assert not set(english) & set(german)
    said = dict(sentences(ROOT / "rules/games/chesney/coverage.toml"))
    assert "rules.CH-TURN-01" in said
    assert "parts.CH-TURN-01" in said
    assert not [key for key in said if key.startswith(("exempt", "questions"))]


def test_good_sentences_pass() -> None:
    assert not habits("en", "{seat}'s {piece} has no effect. Play a face-down card, or play it face down.")
    assert not habits("en", "{seat}, which of {owner}'s cards do you look at?")
    assert not habits("de", "{piece} von {seat} hat keine Wirkung.")
