"""French is begun: one game speaks it. Its table is French where it can be, English elsewhere, never both at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from companion.telling.board import Handout, Surroundings
from companion.telling.view import LATEST_EVENTS, page_packet
from companion.telling.voice import Voice
from companion.telling.voices import build_tongues, build_voice
from companion.values.notices import Notice
from companion.values.person import Person
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.packets import Events, packet
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, Refusal
from tests.laws.test_languages import ONLY_ENGLISH
from web.door.wire import encode
from words import languages

SLUG, NAMES = "chronicle", ("Ada", "Ben", "Cleo")
ANSWERS = 150
LOANS = {"or"}  # a common word of English that is one of French too


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(games.game(SLUG), Header(SLUG, len(NAMES), {}))


def voice(match: Match, language: str) -> Voice:
    return build_voice(match.game, len(NAMES), match.settings, language, NAMES)


def texts(value: object, where: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a page with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(part, f"{where}/{key}")


def pages(voice: Voice, match: Match) -> dict[str, str]:
    """Every text of every reader's page."""
    around, events = Surroundings(people=tuple(Person(name) for name in NAMES)), Events(match)
    told = [
        page_packet(voice, Handout(packet(match, r, LATEST_EVENTS, events)), around, "x")
        for r in (PUBLIC, *match.table.seats)
    ]
    return dict(texts([json.loads(encode(page)) for page in told]))


@pytest.mark.dear
def test_every_text_of_a_page_is_french_or_english(match: Match) -> None:
    french, english, random = voice(match, "fr"), voice(match, "en"), Random(7)
    found: dict[str, str] = {}
    for _ in range(ANSWERS):
        own, other = pages(french, match), pages(english, match)
        assert own.keys() == other.keys()
        found |= {text: other[at] for at, text in own.items() if text != other[at]}
        match.submit(pick(match, random.randrange))
    assert len(found) > 100
    assert any("entame cette rencontre" in text for text in found)
    mixed = {text for text in found if {word.lower() for word in ONLY_ENGLISH["de"].findall(text)} - LOANS}
    assert mixed == set()


def test_a_reason_of_the_game_in_a_sentence_of_the_hub(match: Match) -> None:
    """The hub's sentence is not there in French, the reason is."""
    french, english = voice(match, "fr"), voice(match, "en")
    refusal = Refusal("must_follow_suit", "CR-032", {"suit": "power"})
    assert french.refusal(refusal).endswith("Pouvoir : jouez-en une face visible, ou un joker.")
    notice = Notice("unlawful", {"refusal": refusal})
    assert french.notice(notice) == english.notice(notice)
    assert "Power" in french.notice(notice)


def test_the_engine_speaks_english_beside_it(match: Match) -> None:
    french, english = voice(match, "fr"), voice(match, "en")
    refusal = Refusal("not_your_turn", "")
    assert french.refusal(refusal) == english.refusal(refusal)


@pytest.mark.parametrize("slug", [slug for slug in games.slugs() if slug != SLUG])
def test_another_game_is_english_as_a_whole(slug: str) -> None:
    game = games.game(slug)
    match = Match(game, Header(slug, min(game.seats), {}))
    french, english = (build_voice(game, min(game.seats), match.settings, code, NAMES) for code in ("fr", "en"))
    faces = {piece: face.title for piece, face in english.faces.items()}
    assert {piece: face.title for piece, face in french.faces.items()} == faces
    assert {piece: str(title) for piece, title in french.names.pieces.items()} == faces


def test_phones_and_the_table_can_choose_it(match: Match) -> None:
    tongues = build_tongues(match.game, len(NAMES), match.settings, NAMES, "fr", "en")
    assert [tongues.screens.words.language, tongues.of("fr").words.language] == ["fr", "fr"]
    assert languages.chosen("fr", ("de",), "en") == "fr"
    assert languages.chosen("", ("fr", "de"), "en") == "de"
