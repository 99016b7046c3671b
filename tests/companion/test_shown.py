"""No sentence for phones and screens says where a file lies on this machine, whatever it is made of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.past.past_words import hub_sentence
from companion.telling.voices import hub_words
from companion.values.notices import Notice
from companion.values.shown import shown, shown_sentence
from rules.engine.types import PieceId
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from words import Sentence

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "/var/lib/companion-of-mara"
FILE = f"{FOLDER}/companion.db"
FULL = "The disk is full, so the journal {path} cannot be written: make room, then go on."
REASONS = (
    Path(FILE),
    FILE,
    f"{FILE} cannot be used: it is gone",
    Sentence(f"{FILE} cannot be used: it is gone"),
    Sentence(FULL, path=Path(FILE)),
    Sentence(FULL, path=FILE),
    Sentence("The journal could not do that ({why}).", why=Sentence(FULL, path=Path(FOLDER) / "a b.db")),
    Sentence("The copy could not be stored: {why}.", why=PermissionError(13, "Permission denied", FILE)),
    Sentence("It could not be done: {why}", why=ValueError(f"no such file: '{FILE}'")),
    f"~/companion-of-mara/{Path(FILE).name}",
)


def codes() -> Iterator[tuple[str, set[str]]]:
    """Every notice, and the facts in its sentences that are put in as they are."""
    table = tomllib.loads((ROOT / "companion/text.en.toml").read_text("utf-8"))["notice"]
    for code, forms in table.items():
        texts = " ".join(forms.values()) if isinstance(forms, dict) else forms
        chosen = set(re.findall(r"\{(\w+)\|", texts))
        yield code, set(re.findall(r"\{(\w+)", texts)) - chosen


@pytest.mark.parametrize("reason", REASONS, ids=repr)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_notice_says_where_a_file_lies(reason: object, language: str) -> None:
    """Each notice that there is, with such a reason for each of its facts, as screens, phones and the past say it."""
    english = Evening(HIGH_CARD, HANDS).outlet.tongues.screens
    hub = hub_words(language)
    voice = replace(english, words=HIGH_CARD.words(language), hub=hub)
    for code, names in codes():
        facts = dict.fromkeys(names, reason)
        said = [voice.say("notice", code, facts, long=long) for long in (True, False)]
        said.append(hub_sentence(language, code, **facts))
        for text in said:
            assert "companion-of-mara" not in text, code


@pytest.mark.parametrize("reason", REASONS, ids=repr)
def test_no_finished_sentence_does(reason: object) -> None:
    assert "companion-of-mara" not in shown_sentence("de", reason)


def test_a_full_disk_names_the_file_and_no_more_on_phones_and_screens() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.disk.broken, evening.disk.why = "full", Sentence(FULL, path=Path(FILE))
    reply = evening.tap(0, "play:RED-1")
    for text in (reply.sentence, evening.packet().notice, evening.packet(1).notice):
        assert "the journal companion.db cannot be written" in text
        assert FOLDER not in text


@pytest.mark.parametrize(
    "fact", ["RED-1", "hand/0", PieceId("copy/3"), "http://companion.local:8080/join", "1/2", 3, None, "/join"]
)
def test_what_is_no_file_stays_as_it_is(fact: object) -> None:
    assert shown("de", fact) is fact


def test_a_notice_holds_what_it_was_made_of() -> None:
    """It is shortened where it is said, so that the log and the doctor can still name the place."""
    assert Notice("not_saved", {"why": REASONS[3]}).facts["why"] is REASONS[3]
