"""What has just happened, and how a round ends, on a phone and on the table screen; sounds and motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.kit.laws.playing import played
from rules.engine.match import Match
from tests.laws.playing import script_of
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at
from tests.web.told_table import ToldTable
from web.views import EventView

pytestmark = IN_A_BROWSER

TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False}
WHOLE = played(script_of("chronicle", 4, seed=3))
COUNTED = """
window.begun = [];
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() {
    const tone = { frequency: {}, connect: (node) => node, start() { begun.push(tone.frequency.value); }, stop() {} };
    return tone;
  }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (node) => node }; }
};
"""
WATCHED = """
window.moved = 0;
window.NAMED = "#board [data-face][style*=card-]";
const plain = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (change) { moved += 1; return plain.call(this, change); };
"""
BESIDE = """[...document.querySelectorAll(".laid-by .seat-name")].filter((name) => {
    const [own, around] = [name, name.closest(".laid")].map((node) => node.getBoundingClientRect());
    return own.left < around.left - 1 || own.right > around.right + 1 || name.scrollWidth > name.clientWidth + 1;
}).map((name) => name.textContent)"""
MOVING = "document.getAnimations().length"


def until(kind: str, before: int = 0) -> Match:
    """The match up to the entry that first tells such an event, or some entries before it."""
    entry = next(told.entry for told in WHOLE.told if told.event.kind == kind)
    return Match.replay(WHOLE.game, WHOLE.header, WHOLE.journal[: entry - before])


@pytest.fixture
def phones(chromium: Any) -> Iterator[Phones]:
    """Screens and phones at a table where the first trick has just been won."""
    table = ToldTable(until("meeting_won"))
    with phones_at(table, chromium) as found:
        yield found


def table_of(phones: Phones) -> ToldTable:
    assert isinstance(phones.table, ToldTable)
    return phones.table


def test_a_trick_stays_with_its_cards_its_winner_and_why_and_the_log_is_grouped(phones: Phones) -> None:
    for page in (phones.open("/table", **TV), phones.open("/seat", phones.table.seat_token(0))):
        page.wait_for_selector(".episode-over, .episode")
        assert page.locator(".episode").last.locator(".laid").count() == 4
        assert page.locator(".laid-won").count() == 1
        assert "wins the meeting with" in page.inner_text(".episode-why")
        assert "Meeting led by" in page.locator(".log-heading").first.inner_text()
        numbers = [int(text) for text in page.locator(".log-number").all_inner_texts() if text]
        assert max(numbers) == table_of(phones).match.version  # as in the host's journal


def test_a_long_name_stays_under_its_own_card(chromium: Any) -> None:
    names = ("Christopher-Alexander", "Maximiliane-Charlotte", "Ben", "Wolfeschlegelsteinhausen")
    with phones_at(ToldTable(until("meeting_won"), names), chromium) as found:
        for page in (found.open("/seat", found.table.seat_token(0)), found.open("/table", **TV)):
            page.wait_for_selector(".laid-by >> nth=3")
            assert page.evaluate(BESIDE) == []


def test_the_log_is_one_tap_away_on_a_phone(phones: Phones) -> None:
    page = phones.open("/seat", phones.table.seat_token(0))
    page.click(".to-log")
    assert page.wait_for_function("() => document.querySelector('#log').getBoundingClientRect().top < innerHeight / 2")


def test_after_an_undo_the_log_goes_on_under_the_part_that_was_gone_on_with(phones: Phones) -> None:
    """A trick, its scoring and the round after it are taken back with one answer."""
    log = [
        EventView(number=1, text="Round 1 begins.", heading="Round 1"),
        EventView(number=2, text="Ada plays the Fool."),
        EventView(number=3, text="Ben plays the King.", undone=True),
        EventView(number=4, text="Round 2 begins.", heading="Round 2", undone=True),
        EventView(number=5, text="Ben plays the Queen."),
    ]
    table = table_of(phones)
    page = phones.open("/seat", table.seat_token(0))
    page.wait_for_selector("#log > *")
    table.log = tuple(log)
    table.publish()
    page.wait_for_selector("#log >> text=Ben plays the Queen.")
    assert [text.replace("\n", " ") for text in page.locator("#log li").all_inner_texts()] == [
        "Round 1",
        "Ben plays the Queen.",
        "Round 2",
        "Round 2 begins. taken back",
        "Round 1",
        "Ben plays the King. taken back",
        "Ada plays the Fool.",
        "Round 1 begins.",
    ]


def test_the_end_of_a_round_is_told_seat_by_seat_and_the_log_stays(phones: Phones) -> None:
    table_of(phones).tell(until("scoring"))
    for page in (phones.open("/table", **TV), phones.open("/seat", phones.table.seat_token(0))):
        page.wait_for_selector(".scoring")
        assert page.locator(".scoring-seat").count() == 4
        assert page.locator(".scoring-seat").last.locator(".scoring-gain").inner_text() == "+1"
        assert "1 Fame" in page.locator(".scoring-seat").last.inner_text()
        assert page.locator(".log-heading").first.is_visible()
        page.click("[data-key=scoring-read]")
        page.wait_for_selector(".scoring", state="detached")


def test_a_pause_is_one_large_sign_over_the_table(phones: Phones) -> None:
    page = phones.open("/table", **TV)
    page.wait_for_selector(".episode")
    page.mouse.click(5, 5)  # browsers play no sound before
    table_of(phones).tell(until("scoring"))
    page.wait_for_selector(".scoring")
    phones.table.paused = True
    phones.table.publish()
    page.wait_for_selector(".rest >> text=Paused")
    assert page.locator(".scoring").count() == 0


def test_the_screen_sounds_for_a_trick_a_score_and_the_end_until_a_tap(phones: Phones) -> None:
    page = phones.open("/table", script=COUNTED, **TV)
    page.wait_for_selector(".episode")
    page.mouse.click(5, 5)
    assert page.evaluate("begun") == []
    heard = [0]
    for match in (until("scoring", before=1), until("scoring"), WHOLE):
        table_of(phones).tell(match)
        page.wait_for_function(f"() => begun.length > {heard[-1]}")
        heard.append(page.evaluate("begun.length"))
    assert page.evaluate("new Set(begun).size") > 4, "they are not all the same"
    page.click("#sound")
    page.reload()
    assert page.get_attribute("#sound", "aria-pressed") == "false"


def test_nothing_moves_where_people_want_no_motion(phones: Phones) -> None:
    page = phones.open("/table", reduced_motion="reduce", **TV)
    page.wait_for_selector(".episode")
    table_of(phones).tell(until("scoring"))
    page.wait_for_selector(".scoring")
    assert page.evaluate(MOVING) == 0


def test_cards_go_where_they_lie_now(phones: Phones) -> None:
    page = phones.open("/table", script=WATCHED, **TV)
    page.wait_for_selector(".episode")
    table_of(phones).tell(until("scoring", before=3))
    page.wait_for_function("() => moved === 1 && document.querySelectorAll(NAMED).length > 4")
    assert page.wait_for_function("() => document.getAnimations().length === 0")
