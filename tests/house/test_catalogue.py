"""The catalogues of the pages list every sentence and no other, with its facts; a whole language lacks none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.house.catalogue import TRANSLATIONS, catalogue, sentences
from words import places
from words.filling import by_number
from words.languages import is_whole, language_codes
from words.plurals import forms

CATALOGUES = sorted(TRANSLATIONS.glob("*.po"), key=lambda file: file.name)


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return sentences()


def test_sentences_of_every_kind_of_file_are_collected(said: dict[str, str]) -> None:
    assert {place.rsplit(".", 1)[-1] for place in said.values()} == {"py", "html", "js"}
    assert {place.split("/")[0] for place in said.values()} >= {"web", "companion", "vision", "hardware"}


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_every_sentence_is_listed_and_a_whole_language_has_it(file: Path, said: dict[str, str]) -> None:
    found = {str(m.id): str(m.string or "") for m in catalogue(file) if m.id and not m.fuzzy}
    missing = [f"{place}: {text}" for text, place in said.items() if not found.get(text, not is_whole(file.stem))]
    assert missing == [], "run python -m tests.house.catalogue and translate what it adds"
    assert sorted(set(said) - {str(m.id) for m in catalogue(file)}) == [], "run python -m tests.house.catalogue"
    assert sorted(set(found) - set(said)) == [], "nothing says these any more: run python -m tests.house.catalogue"


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_translation_names_the_same_facts(file: Path) -> None:
    there = [(str(m.id), str(m.string)) for m in catalogue(file) if m.id and m.string]
    assert [(text, own) for text, own in there if places(text) != places(own)] == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_number_chooses_between_as_many_forms_as_the_language_has(file: Path, said: dict[str, str]) -> None:
    own = [(file.stem, str(m.string)) for m in catalogue(file) if m.id and m.string]
    every = [("en", text) for text in said] + own
    assert [text for code, text in every if any(len(one) != len(forms(code)) for one in by_number(text))] == []


def test_every_whole_language_has_a_catalogue_and_every_catalogue_can_be_chosen() -> None:
    there = {file.stem for file in CATALOGUES}
    assert {code for code in language_codes() if is_whole(code)} - {"en"} <= there <= set(language_codes())


def test_no_sentence_of_the_engine_takes_the_place_of_one_of_the_hub() -> None:
    """A game's words come before the hub's, and the engine's are every game's: a board would lose its grounds."""
    engine, hub = (
        tomllib.loads(Path(folder, "text.en.toml").read_text("utf-8")) for folder in ("rules/engine", "companion")
    )
    assert [(table, code) for table, codes in engine.items() for code in codes if code in hub.get(table, {})] == []
