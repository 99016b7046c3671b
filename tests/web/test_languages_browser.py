"""Phones that each read their own language, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.web.fake_table import PIN, FakeTable
from tests.web.on_phones import IN_A_BROWSER, Phones, show
from tests.web.seen_words import english_sentences, left_in_english, pattern, seen
from web.views import Joined, Role, Session
from words import filled
from words.plurals import forms

pytestmark = IN_A_BROWSER

OPEN_TO_ALL = {
    "/": "#players .seat-mark",
    "/join": "#seats input",
    "/table": "#board .player",
    "/virtual": "#mat *",
    "/lookup": "#pieces li",
    "/rules": "main",
    "/history": ".past-list li",
    "/history/12": "#h-result",
    "/replay/12": "#stage .player",
    "/host": "#pin",
}
"""Pages that everybody may look at, and what is there when they have drawn themselves."""
OF_THE_HOST = {
    "/host": "#settings details, #settings .field, #settings li",
    "/host/camera": ".step",
    "/host/doctor": "#groups[aria-busy='false'] .findings",
    "/host/pieces": "#title:not(:empty)",
    "/host/looks": "#title:not(:empty)",
    "/history": "#forget",
    "/history/12": "#h-delete",
}

TOLD = (
    "/api/packet",
    "/api/host",
    "/api/hosting",
    "/api/setup",
    "/api/doctor",
    "/api/pieces",
    "/api/looks",
    "/api/virtual",
)


@pytest.fixture(scope="module")
def english() -> Mapping[str, Any]:
    return {text: found for text, found in english_sentences("de").items() if text != "English"}  # its own name


def in_german(page: Any) -> None:
    """The phone's owner chooses German on this page."""
    with page.expect_navigation():
        page.locator('[data-language="de"]').first.click()
    page.wait_for_selector("html[lang=de]")


def speaks_german(page: Any, english: Mapping[str, Any]) -> None:
    assert page.get_attribute("html", "lang") == "de"
    own = told_by_the_table(page)
    assert left_in_english((text for text in seen(page) if text not in own), english) == [], page.url


def told_by_the_table(page: Any) -> set[str]:
    """The words of the fake table: they come finished, in whatever language the table speaks."""
    found: set[str] = set()
    for path in TOLD:
        answer = page.request.get(urljoin(page.url, path))
        if answer.ok:
            found |= set(strings(answer.json()))
    return found


def strings(value: object) -> Iterator[str]:
    """Every text in a value that came as JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def hosts(table: FakeTable) -> Joined:
    joined = table.become_host(Session(Role.SPECTATOR), "", PIN)
    assert isinstance(joined, Joined)
    return joined


def test_no_page_for_everybody_says_anything_in_english(phones: Phones, english: Mapping[str, Any]) -> None:
    page = phones.open("/")
    in_german(page)
    for path, drawn in OPEN_TO_ALL.items():
        page.goto(f"http://127.0.0.1:{phones.server.port}{path}")
        page.wait_for_selector(drawn, state="attached")
        speaks_german(page, english)
    page.goto(f"http://127.0.0.1:{phones.server.port}/no-such-page")
    speaks_german(page, english)
    phones.forget("404")


def test_a_seat_says_nothing_in_english(phones: Phones, english: Mapping[str, Any]) -> None:
    page = phones.seat(0)
    page.click("#phone-open")
    in_german(page)
    page.wait_for_selector("#hand .hand-closed")
    speaks_german(page, english)
    show(page)
    speaks_german(page, english)
    page.locator('#hand [data-piece][data-state="ok"]').first.press("Enter")
    page.wait_for_selector("#sheet[open]")
    speaks_german(page, english)


def test_the_host_reads_nothing_in_english(phones: Phones, english: Mapping[str, Any]) -> None:
    page = phones.open("/", hosts(phones.table))
    in_german(page)
    for path, drawn in OF_THE_HOST.items():
        page.goto(f"http://127.0.0.1:{phones.server.port}{path}")
        page.wait_for_selector(drawn, state="attached")
        speaks_german(page, english)


def test_a_choice_stays_and_is_nobody_elses(phones: Phones) -> None:
    mine, other = phones.open("/"), phones.open("/", locale="en-GB")
    in_german(mine)
    mine.reload()
    assert mine.get_attribute("html", "lang") == "de"
    assert mine.get_attribute('[data-language="de"]', "aria-current") == "true"
    assert "Nachschlagen" in mine.inner_text("body") or "nachschlagen" in mine.inner_text("body")
    other.reload()
    assert other.get_attribute("html", "lang") == "en"
    assert "Look up cards and rules" in other.inner_text("body")


def test_a_browser_brings_its_language_until_another_is_chosen(phones: Phones) -> None:
    page = phones.open("/", locale="de-AT")
    assert page.get_attribute("html", "lang") == "de"
    with page.expect_navigation():
        page.locator('[data-language="en"]').first.click()
    page.reload()
    assert page.get_attribute("html", "lang") == "en"


def filled_in(phones: Phones, language: str, sentences: Mapping[str, str], text: str, counts: list[float]) -> list[str]:
    """What a script says in a language with these sentences for each of some numbers."""
    page = phones.open("/")
    told = {"language": language, "forms": forms(language), "table": sentences}
    address = "/static/shared/core/words.js"
    own = page.request.get(page.url.rstrip("/") + address).text()
    body = re.sub(
        r"^const \$words = .*$", lambda _: f"const $words = {json.dumps(told)};", own, count=1, flags=re.MULTILINE
    )
    assert body != own
    page.context.route(f"**{address}", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    said: list[str] = page.evaluate(
        """([address, text, counts]) => import(address)
            .then((words) => counts.map((count) => words.t(text, { count })))""",
        [address, text, counts],
    )
    return said


@pytest.mark.parametrize(
    ("language", "own", "said"),
    [
        ("fr", "{count|{count} carte|{count} cartes}", ["0 carte", "1 carte", "2 cartes", "5 cartes"]),
        ("pl", "{count|{count} karta|{count} karty|{count} kart}", ["0 kart", "1 karta", "2 karty", "5 kart"]),
    ],
)
def test_a_number_chooses_by_the_rules_of_the_language(
    phones: Phones, language: str, own: str, said: list[str]
) -> None:
    text, counts = "{count|one card|{count} cards}", [0, 1, 2, 5]
    assert filled_in(phones, language, {text: own}, text, [*counts]) == said
    assert said == [filled(own, {"count": count}, language) for count in counts]


def test_what_a_language_lacks_is_said_by_english_rules(phones: Phones) -> None:
    text = "{count|one card|{count} cards}"
    assert filled_in(phones, "fr", {}, text, [0, 1, 5, -1]) == ["0 cards", "one card", "5 cards", "-1 cards"]


def test_english_that_is_left_is_found(phones: Phones, english: Mapping[str, Any]) -> None:
    page = phones.open("/", locale="en-GB")
    assert "Look up cards and rules [Look up cards and rules]" in left_in_english(seen(page), english)


@pytest.mark.parametrize(
    ("sentence", "text", "is_it"),
    [
        ("Rules", "Rules", True),
        ("Rules", "Rules of the house", False),
        ("Seat {number}", "Seat 3", True),
        ("{count|one card|{count} cards}", "4 cards", True),
        ("{count|one card|{count} cards}", "4 Karten", False),
        ("Please choose a seat.", "No. Please choose a seat.", True),
    ],
)
def test_sentences_are_known_with_any_facts(sentence: str, text: str, is_it: bool) -> None:
    assert bool(pattern(sentence).search(text)) is is_it
