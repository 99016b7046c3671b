"""What every other language owes the English one: the same codes and facts, nothing empty, nothing left in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator

import pytest

from companion.kit.laws.playing import all_settings
from rules.engine.game import Game
from rules.engine.own_files import rules_of
from tests.laws import shipped as games
from tests.laws.languages import (
    ENGINE,
    ENGLISH,
    HUB,
    WHOLE,
    folder,
    languages_of,
    longest_reading,
    own_words,
    sentences,
    text,
    translations,
)
from words import places
from words.files import own_text
from words.filling import by_number
from words.languages import language_codes
from words.plurals import forms

LONGEST_WORDS = 14  # of what the voice says, where the English sentence is not longer itself
LONGEST_RISE = 1.5  # how much longer than the English one a text on a card may be, so that it still fits
ALIKE = {code: entry.get("alike", ()) for code, entry in tomllib.loads(own_text("words", "languages.toml")).items()}
"""Words that are the same in English and in that language, as its own entry says."""
ONLY_ENGLISH = {"de": re.compile(r"\b(the|of|and|with|your|you|card|cards|player|players|is|are|or|for|to)\b", re.I)}
"""Common English words that are none in that language: a sentence with one of them was forgotten."""

each = pytest.mark.parametrize(("where", "language"), list(translations()))
of_rules = pytest.mark.parametrize(("where", "language"), [(w, lang) for w, lang in translations() if w != HUB])
each_game = pytest.mark.parametrize(
    ("slug", "language"), [(w, lang) for w, lang in translations() if w not in (ENGINE, HUB)]
)


def forgotten(own: str, english: str, language: str) -> bool:
    """Whether a text of that language is still English, or missing."""
    words = own_words(own)
    if not words:
        return not own.strip() and english.strip() != ""
    if own == english:
        return own not in ALIKE.get(language, ())
    return language in ONLY_ENGLISH and ONLY_ENGLISH[language].search(words) is not None


# -- the files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", sorted(WHOLE))
@pytest.mark.parametrize("where", [ENGINE, HUB, *games.slugs()])
def test_a_whole_language_is_everywhere(where: str, language: str) -> None:
    assert language in languages_of(where)
    assert {table: set(entries) for table, entries in text(where, language).items()} == {
        table: set(entries) for table, entries in text(where, ENGLISH).items()
    }


@each
def test_no_code_is_said_that_there_is_not(where: str, language: str) -> None:
    own, english = text(where, language), text(where, ENGLISH)
    assert list(own) == [table for table in english if table in own]
    assert not {table: left for table, entries in own.items() if (left := set(entries) - set(english[table]))}


@each
def test_every_language_can_be_chosen(where: str, language: str) -> None:
    assert language in language_codes()


@each
def test_the_same_facts_are_named(where: str, language: str) -> None:
    own, english = sentences(where, language), sentences(where, ENGLISH)
    wrong = {at: places(sentence) ^ places(english[at]) for at, sentence in own.items()}
    assert not {at: names for at, names in wrong.items() if names}


@pytest.mark.parametrize(
    ("where", "language"), [*translations(), *((w, ENGLISH) for w in (ENGINE, HUB, *games.slugs()))]
)
def test_a_number_chooses_between_as_many_forms_as_the_language_has(where: str, language: str) -> None:
    assert wrong_forms(sentences(where, language).items(), language) == {}


def wrong_forms(sentences: Iterable[tuple[object, str]], language: str) -> dict[object, tuple[str, ...]]:
    """Choices by a number with too few forms, or too many."""
    counts = len(forms(language))
    return {at: found for at, said in sentences for found in by_number(said) if len(found) != counts}


@each
def test_no_sentence_is_left_in_english(where: str, language: str) -> None:
    own, english = sentences(where, language), sentences(where, ENGLISH)
    assert not {at: said for at, said in own.items() if forgotten(said, english[at], language)}


@of_rules
def test_what_the_voice_says_is_short(where: str, language: str) -> None:
    own, english = sentences(where, language), sentences(where, ENGLISH)
    spoken = [at for at in own if at[2] == "short" and at[0] in ("event", "question", "refusal")]
    most = {at: max(LONGEST_WORDS, _words(english[at])) for at in spoken}
    assert spoken
    assert not {at: own[at] for at in spoken if _words(own[at]) > most[at]}


def _words(sentence: str) -> int:
    return len(longest_reading(sentence).split())


# -- what a phone shows ------------------------------------------------------------------------------------------------


def card_texts(game: Game, language: str) -> dict[tuple[str, str], str]:
    """Titles and texts of all pieces that the game has with any options."""
    words = game.words(language)
    found: dict[tuple[str, str], str] = {}
    for settings in all_settings(game):
        for piece, face in game.box.faces(game.check_settings(settings), words).items():
            found |= {(str(piece), "title"): face.title, (str(piece), "text"): face.text}
    return found


@each_game
def test_no_card_is_left_in_english(slug: str, language: str) -> None:
    own, english = (card_texts(games.game(slug), lang) for lang in (language, ENGLISH))
    assert own.keys() == english.keys()
    own = {at: said for at, said in own.items() if language in WHOLE or said != english[at]}
    assert not {at: own[at] for at in own if forgotten(own[at], english[at], language)}


@each_game
def test_the_text_of_a_card_still_fits(slug: str, language: str) -> None:
    own, english = (card_texts(games.game(slug), lang) for lang in (language, ENGLISH))
    assert not {at: own[at] for at in english if len(own[at]) > max(100, LONGEST_RISE * len(english[at]))}


@each_game
def test_every_rule_is_told_in_the_language(slug: str, language: str) -> None:
    game = games.game(slug)
    own, english = (dict(game.rules_text(lang)) for lang in (language, ENGLISH))
    assert list(own) == list(english)
    own = {rule: said for rule, said in own.items() if language in WHOLE or said != english[rule]}
    assert not {rule: own[rule] for rule in own if forgotten(own[rule], english[rule], language)}
    assert all(sentence.endswith(".") for sentence in own.values())


@each_game
def test_no_rule_is_told_that_there_is_not(slug: str, language: str) -> None:
    """A sentence whose rule is gone from the English list would never be shown."""
    files = sorted(folder(slug).glob(f"coverage*.{language}.toml"))
    told = [rule for file in files for rule in tomllib.loads(file.read_text("utf-8"))["rules"]]
    game = games.game(slug)
    every = [rule for rule, _ in game.rules_text(ENGLISH)]
    assert sorted(told) == sorted(every if language in WHOLE else set(told) & set(every))


# -- languages that a game has not -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", games.slugs())
def test_a_language_without_files_gets_the_english_ones(slug: str) -> None:
    game = games.game(slug)
    unknown, english = game.words("xx"), game.words(ENGLISH)
    assert unknown.language == "xx"
    assert game.rules_text("xx") == game.rules_text(ENGLISH) != ()
    assert all(unknown.codes(table) == english.codes(table) for table in text(slug, ENGLISH))


def test_a_rule_that_the_language_lacks_is_told_in_english(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path_factory.mktemp("rooms")
    package = room / "half_translated"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "coverage.toml").write_text('[rules]\nH-1 = "One."\nH-2 = "Two."\n')
    (package / "coverage.de.toml").write_text('[rules]\nH-2 = "Zwei."\n')
    monkeypatch.syspath_prepend(str(room))
    assert rules_of("half_translated", "de") == (("H-1", "One."), ("H-2", "Zwei."))
    assert rules_of("half_translated") == (("H-1", "One."), ("H-2", "Two."))


# -- these laws find what they are for ---------------------------------------------------------------------------------


def found_of(*pairs: tuple[str, str]) -> Iterator[bool]:
    return (forgotten(own, english, "de") for own, english in pairs)


def test_what_was_forgotten_is_found() -> None:
    assert all(
        found_of(
            ("{seat} draws.", "{seat} draws."),
            ("", "Draw."),
            ("{count|Eine Karte|{count} cards}.", "{count|A card|{count} cards}."),
        )
    )
    assert not any(
        found_of(
            ("{seat}", "{seat}"),
            ("{seat}: {card}.", "{seat} has {card}."),
            ("Hand", "Hand"),
            ("{seat} zieht.", "{seat} draws."),
        )
    )


def test_wrong_numbers_of_forms_are_found() -> None:
    told = "{count|jedna karta|{count} karty}"
    assert wrong_forms([("x", told)], "pl") == {"x": ("jedna karta", "{count} karty")}
    assert wrong_forms([("x", told), ("y", "{it?a|b}")], "en") == {}


def test_lengths_are_read() -> None:
    assert longest_reading("{a} zieht {count|eine Karte|{count} Karten mehr}.") == "X zieht X Karten mehr."
