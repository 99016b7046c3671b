"""A whole table in two languages at once, in a real browser: one phone reads German, one English, and the voice says
what the table is set to."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.service.building import build
from companion.settings.config import Autoplay
from hardware.types import SpeechSink
from rules.games import game
from tests.evenings.table import evening_config, wait_until
from tests.evenings.test_browser import PHONE, Looker, Room
from tests.evenings.watched import Heard
from tests.web.on_phones import IN_A_BROWSER
from tests.web.seen_words import english_sentences, left_in_english, patterns, seen

ROOT = Path(__file__).resolve().parents[2]
SEED = 3
SLUG, SEATS = "chesney", 4
DRAWN = {
    "/": "#players .seat-mark",
    "/table": "#board .player",
    "/virtual": "#mat *",
    "/lookup": "#pieces li",
    "/rules": ".part",
    "/history": "main",
    "/host/pieces": "#title:not(:empty)",
    "/host/camera": ".step",
}
"""What is there when a page has drawn itself."""
NAMES_ITSELF = {"English", "Deutsch"}
"""What a language calls itself, in every language."""

pytestmark = IN_A_BROWSER


@pytest.fixture
def room(chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A table with English set for screens and voice; bots fill the empty seats."""
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)
    rules = game(SLUG)
    config = evening_config(tmp_path, SEATS, SEED, autoplay=Autoplay.FILL)
    config = replace(config, table=replace(config.table, game=SLUG, names=()))
    service = build(replace(config, voice=replace(config.voice, sink=SpeechSink.OFF, wav_path="")), rules)
    service.start()
    yield Room(service, chromium)
    for context in chromium.contexts:
        context.close()
    service.stop()


def sentences(folder: Path, language: str) -> dict[tuple[str, str, str], str]:
    """Every sentence of a file of codes."""
    read = tomllib.loads((folder / f"text.{language}.toml").read_text("utf-8"))
    return {
        (table, code, length): sentence
        for table, entries in read.items()
        for code, entry in entries.items()
        for length, sentence in (entry if isinstance(entry, dict) else {"long": entry}).items()
    }


def of_codes(language: str, other: str) -> Mapping[str, re.Pattern[str]]:
    """The sentences of hub, engine and game in a language that are not the same in the other one."""
    folders = (ROOT / "companion", ROOT / "rules/engine", ROOT / "rules/games" / SLUG)
    both = ((sentences(folder, language), sentences(folder, other)) for folder in folders)
    return patterns(chain.from_iterable(((own[at], others[at]) for at in own) for own, others in both))


def join(room: Room, looker: Looker, name: str, seat: int) -> Any:
    """Takes a seat, whatever language the page is in."""
    page = looker.open("/join")
    page.fill("[name=name]", name)
    page.locator(".seat-choice").nth(seat).click()
    page.click("#code-fold > summary")
    page.fill("[name=code]", room.service.joining.code)
    page.click("#join button[type=submit]")
    page.wait_for_selector("#hand > *")
    return page


def choose(looker: Looker, language: str) -> None:
    """The phone's owner chooses a language."""
    page = looker.open("/")
    with page.expect_navigation():
        page.click(f'[data-language="{language}"]')
    page.close()


def left(texts: list[str], sentences: Mapping[str, re.Pattern[str]]) -> list[str]:
    return left_in_english((text for text in texts if text not in NAMES_ITSELF), sentences)


def test_a_german_phone_at_an_english_table(room: Room) -> None:
    english = {**english_sentences("de"), **of_codes("en", "de")}
    german = of_codes("de", "en")
    mine, other = room.looker(PHONE), room.looker(PHONE)
    choose(mine, "de")
    hand, theirs = join(room, mine, "Zoë", 0), join(room, other, "Jim", 1)
    hand.click("#keep")
    hand.wait_for_selector('#hand[data-open="yes"]')
    wait_until(lambda: spoken(room), what="a first word of the voice")
    host = mine.open("/host")
    host.fill("[name=pin]", "4711")
    host.click("#pin button[type=submit]")
    host.wait_for_selector("#settings details, #settings .field, #settings li", state="attached")
    for page in (hand, host, *(drawn(mine, path) for path in DRAWN)):
        assert page.get_attribute("html", "lang") == "de"
        assert left(seen(page), english) == [], page.url

    assert theirs.get_attribute("html", "lang") == "en"
    assert left(seen(theirs), german) == []
    assert left(spoken(room), german) == []
    assert left(spoken(room), english) != [], "the voice speaks the table's language"


def drawn(looker: Looker, path: str) -> Any:
    page = looker.open(path)
    page.wait_for_selector(DRAWN[path], state="attached")
    return page


def spoken(room: Room) -> list[str]:
    """What the voice has said until now."""
    voice = room.service.speech
    assert isinstance(voice, Heard)
    return list(voice.lines)
