"""A game that speaks a language only in part: what is missing is said in English, and no sentence in both."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules.engine.own_files import Chapter, chapters_of, rules_of, words_of
from rules.engine.types import UNSEEN, PieceId, Say, Seat
from rules.engine.words import Names, Words
from words import Phrase
from words.progress import beginning, lack

ENGLISH = """
[event]
led = "{seat} leads {suit}."
drew = "{seat} draws {count|a card|{count} cards}."
lost = { short = "{count|one card|{count} cards}", long = "{seat} loses {count|one card|{count} cards}." }
played = "{seat} plays {pieces}."
did = "{seat} could {what}."

[refusal]
not_your_turn = "Wait for the horn."

[option]
pass = "pass"
bid = "bid {count}"

[word]
red = "red"
blue = "blue"
and = "and"
"""
FRENCH = """
[event]
led = "{seat} entame à {suit}."
drew = "{seat} pioche {count|{count} carte|{count} cartes}."
played = "{seat} joue {pieces}."
did = "{seat} pourrait {what}."

[option]
pass = "passer"

[word]
red = "rouge"
"""
NAMES = Names(("Ada", "Ben"), {PieceId("a"): "Ace", PieceId("b"): Phrase("Roi", "King")})


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game `half_french`."""
    folder = tmp_path / "half_french"
    folder.mkdir()
    for name, text in {
        "__init__.py": "",
        "text.en.toml": ENGLISH,
        "text.fr.toml": FRENCH,
        "coverage.toml": '[parts]\nH-2 = "End"\nH-1 = "Start"\n[rules]\nH-1 = "One."\nH-2 = "Two."\n'
        '[exempt]\nH-1 = "seen"\n',
        "coverage.fr.toml": '[parts]\nH-2 = "Fin"\n[rules]\nH-2 = "Deux."\n',
    }.items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


@pytest.fixture
def french(package: Path) -> Words:
    return words_of(package.name, "fr")


def event(words: Words, code: str, **facts: object) -> str:
    return words.say("event", Say(code, {"seat": Seat(0), **facts}), NAMES)


def test_what_is_there_is_said_in_the_language(french: Words) -> None:
    assert event(french, "led", suit="red") == "Ada entame à rouge."
    assert [event(french, "drew", count=n) for n in (0, 1, 2)] == [
        "Ada pioche 0 carte.",
        "Ada pioche 1 carte.",
        "Ada pioche 2 cartes.",
    ]


def test_what_is_missing_is_said_in_english_by_english_rules(french: Words) -> None:
    assert [event(french, "lost", count=n) for n in (0, 1)] == ["Ada loses 0 cards.", "Ada loses one card."]
    assert french.say("event", Say("lost", {"count": 0}), NAMES, long=False) == "0 cards"


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("led", {"suit": "blue"}, "Ada leads blue."),
        ("did", {"what": Say("pass")}, "Ada pourrait passer."),
        ("did", {"what": Say("bid", {"count": 3})}, "Ada could bid 3."),
        ("played", {"pieces": (PieceId("a"),)}, "Ada joue Ace."),
        ("played", {"pieces": (PieceId("b"),)}, "Ada joue Roi."),
        ("played", {"pieces": (PieceId("b"), PieceId("b"))}, "Ada plays King and King."),  # no French `and`
        ("played", {"pieces": UNSEEN}, "Ada plays a card."),
    ],
)
def test_no_sentence_is_said_in_two_languages(french: Words, code: str, facts: dict[str, object], said: str) -> None:
    assert event(french, code, **facts) == said


def test_what_was_put_into_words_before_is_named_in_the_language_of_the_sentence(french: Words) -> None:
    red, blue = (french.word(code, NAMES) for code in ("red", "blue"))
    assert event(french, "led", suit=red) == "Ada entame à rouge."
    assert event(french, "led", suit=blue) == "Ada leads blue."
    assert event(french, "lost", count=red) == "Ada loses red cards."


def test_a_code_that_the_game_says_otherwise_than_the_engine_is_the_games(package: Path) -> None:
    """Were the engine's French there, it would still be another sentence."""
    engine = {"refusal": {"not_your_turn": "It is not your turn."}}
    own = tomllib.loads((package / "text.en.toml").read_text("utf-8"))
    words = Words.translated("fr", (engine, {"refusal": {"not_your_turn": "Pas encore."}}), (own, {}))
    assert words.say("refusal", Say("not_your_turn"), NAMES) == "Wait for the horn."


def test_a_language_that_nothing_is_there_of_is_english(package: Path) -> None:
    english, other = (words_of(package.name, language) for language in ("en", "it"))
    assert (english.english, other.language) == (None, "it")
    assert event(other, "led", suit="blue") == event(english, "led", suit="blue") == "Ada leads blue."
    assert other.codes("event") == english.codes("event")


def test_the_rules_are_told_one_by_one(package: Path) -> None:
    assert rules_of(package.name, "fr") == (("H-1", "One."), ("H-2", "Deux."))


def test_what_is_missing_is_counted_and_makes_a_file_to_begin_with(package: Path) -> None:
    found = lack(package.name, "fr")
    assert (found.total, found.missing, found.percent) == (15, 7, 53)
    assert {file: {table: list(held) for table, held in tables.items()} for file, tables in found.files.items()} == {
        "text.fr.toml": {
            "event": ["lost"],
            "refusal": ["not_your_turn"],
            "option": ["bid"],
            "word": ["blue", "and"],
        },
        "coverage.fr.toml": {"parts": ["H-1"], "rules": ["H-1"]},
    }
    text, _, coverage = beginning(found, "fr").partition("# coverage.fr.toml\n")
    lost = {"short": "{count|one card|{count} cards}", "long": "{seat} loses {count|one card|{count} cards}."}
    assert tomllib.loads(text)["event"] == {"lost": lost}
    assert tomllib.loads(coverage) == {"parts": {"H-1": "Start"}, "rules": {"H-1": "One."}}
    assert lack(package.name, "en").percent == 100
    assert beginning(lack(package.name, "en"), "en") == ""


def test_rules_are_read_in_the_order_of_their_parts(package: Path) -> None:
    found = chapters_of(package.name, "fr")
    assert found == (Chapter("Fin", (("H-2", "Deux."),)), Chapter("Start", (("H-1", "One."),)))
    folder = package.parent / "begins_late"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "coverage.toml").write_text('[rules]\nH-1 = "One."\nH-2 = "Two."\n[parts]\nH-2 = "End"\n')
    assert [(one.heading, len(one.rules)) for one in chapters_of("begins_late")] == [("", 1), ("End", 1)]
