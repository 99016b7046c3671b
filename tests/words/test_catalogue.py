"""Sentences of the pages in a language that is only partly there: each is said whole in one language or the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from rules.engine.types import Seat
from words import Phrase, Sentence, catalogue, languages, plain
from words.catalogue import said, translated
from words.languages import Language, chosen
from words.progress import beginning, lack_of_pages

POLISH = """
msgid "{count|one card|{count} cards}"
msgstr "{count|{count} karta|{count} karty|{count} kart}"

msgid "{name} has {cards}."
msgstr "{name} ma {cards}."

msgid "{name} waits for {what}."
msgstr ""

msgid "the dice"
msgstr ""

#, fuzzy
msgid "the box"
msgstr "pudełko?"
"""
LISTED = tuple(Language(code, code, code != "pl") for code in ("en", "de", "pl"))


@pytest.fixture(autouse=True)
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Polish is begun, and nothing else is there beside English."""

    def forget() -> None:
        made: tuple[Callable[[], None], ...] = (
            catalogue.listed.cache_clear,
            catalogue.messages.cache_clear,
            catalogue.catalogue.cache_clear,
        )
        for clear in made:
            clear()

    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(catalogue, "TRANSLATIONS", tmp_path)
    monkeypatch.setattr(languages, "languages", lambda: LISTED)
    forget()
    yield
    monkeypatch.undo()
    forget()


def test_what_is_there_is_said_by_the_rules_of_the_language() -> None:
    text = "{count|one card|{count} cards}"
    assert [said("pl", text, {"count": n}) for n in (1, 2, 5)] == ["1 karta", "2 karty", "5 kart"]


def test_what_is_missing_or_unsure_is_said_in_english() -> None:
    assert said("pl", "the dice") == "the dice"
    assert said("pl", "the box") == "the box"
    assert said("xx", "{count|one card|{count} cards}", {"count": 0}) == "0 cards"


def test_a_sentence_is_said_in_one_language_with_all_that_it_names() -> None:
    cards = Sentence("{count|one card|{count} cards}", count=5)
    assert translated("pl", Sentence("{name} has {cards}.", name="Ada", cards=cards)) == "Ada ma 5 kart."
    assert translated("pl", Sentence("{name} waits for {what}.", name="Ada", what=cards)) == "Ada waits for 5 cards."
    dice = Sentence("the dice")
    assert translated("pl", Sentence("{name} has {cards}.", name="Ada", cards=dice)) == "Ada has the dice."
    assert said("pl", "{name} has {cards}.", {"name": "Ada", "cards": said("pl", "the dice")}) == "Ada has the dice."


def test_a_fact_that_is_no_sentence_stays_as_it_is() -> None:
    assert translated("pl", Sentence("{name} has {cards}.", name="Ada", cards="2 x 3")) == "Ada ma 2 x 3."


def test_a_phrase_is_written_as_a_plain_text() -> None:
    phrase = said("pl", "{name} has {cards}.", {"name": "Ada", "cards": 1})
    assert isinstance(phrase, Phrase)
    assert phrase.english == "Ada has 1."
    assert type(plain(phrase)) is str
    assert msgspec.json.encode([phrase], enc_hook=plain) == b'["Ada ma 1."]'
    assert msgspec.json.encode([Seat(2)], enc_hook=plain) == b"[2]"
    with pytest.raises(TypeError):
        plain(3.5)


def test_how_much_there_is_and_what_to_begin_the_rest_with(tmp_path: Path) -> None:
    found = lack_of_pages("pl")
    assert (found.total, found.missing, found.percent) == (5, 3, 40)
    assert list(found.files["pl.po"][""]) == ["the box", "the dice", "{name} waits for {what}."]
    assert lack_of_pages("fr").percent == 0
    (tmp_path / "fr.po").write_text(beginning(lack_of_pages("fr"), "fr").replace('msgstr ""', 'msgstr "x"'), "utf-8")
    catalogue.listed.cache_clear()
    catalogue.catalogue.cache_clear()
    assert lack_of_pages("fr").percent == 100
    assert beginning(lack_of_pages("fr"), "fr") == ""


@pytest.mark.parametrize(
    ("wished", "accepted", "table", "read"),
    [
        ("pl", (), "en", "pl"),  # asked for: what is missing is English
        ("", ("pl", "de-AT", "en"), "en", "de"),  # never unasked
        ("", ("pl",), "de", "de"),
        ("", (), "pl", "pl"),  # the table's own is asked for too
        ("fr", ("it",), "fr", "en"),
    ],
)
def test_a_language_that_is_begun_is_only_read_where_it_was_asked_for(
    wished: str, accepted: tuple[str, ...], table: str, read: str
) -> None:
    assert chosen(wished, accepted, table) == read
