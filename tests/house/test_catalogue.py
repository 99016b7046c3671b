"""The pages speak every language whole: no sentence missing, none left over, none without its facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.catalogue import TRANSLATIONS, catalogue, places, sentences

CATALOGUES = sorted(TRANSLATIONS.glob("*.po"), key=lambda file: file.name)


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return sentences()


def test_sentences_of_every_kind_of_file_are_collected(said: dict[str, str]) -> None:
    assert {place.rsplit(".", 1)[-1] for place in said.values()} == {"py", "html", "js"}
    assert {place.split("/")[0] for place in said.values()} >= {"web", "companion", "vision", "hardware"}


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_language_is_whole(file: Path, said: dict[str, str]) -> None:
    found = {str(m.id): str(m.string or "") for m in catalogue(file) if m.id and not m.fuzzy}
    missing = [f"{place}: {text}" for text, place in said.items() if not found.get(text)]
    assert missing == [], "run python -m tests.house.catalogue and translate what it adds"
    assert sorted(set(found) - set(said)) == [], "nothing says these any more: run python -m tests.house.catalogue"


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_a_translation_names_the_same_facts(file: Path) -> None:
    wrong = [(m.id, m.string) for m in catalogue(file) if m.id and places(str(m.id)) != places(str(m.string))]
    assert wrong == []
