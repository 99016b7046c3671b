"""The seat page hides at once and leaves nothing private in the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.web.on_phones import IN_A_BROWSER, SECRET, Phones, middle_of, show, touch
from web.views import EventView, Face, OptionView, Packet, Reply, Session, WhyNot

pytestmark = IN_A_BROWSER

NOTE = "Jonas has the Angel"
OWN_LINE, PUBLIC_LINE = "Ines gave you the Queen.", "Ines gave Mara a card."
OWN_WORD, PUBLIC_WORD = "You hold a Wisdom card.", "Mara, your phone says why."


def two_fingers(page: Any) -> None:
    touch(page, [(120, 200), (220, 300)])


def swept_down(page: Any) -> None:
    x, y = middle_of(page, "#hand")
    touch(page, [(x, y)], [(x + 2, y + 20)], [(x + 4, y + 45)], [(x + 6, y + 70)])


def turned_over(page: Any) -> None:
    page.evaluate("dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta: -178, gamma: 3 }))")


def out_of_sight(page: Any) -> None:
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )


WAYS: dict[str, Callable[[Any], None]] = {
    "two fingers": two_fingers,
    "sweep": swept_down,
    "escape": lambda page: page.keyboard.press("Escape"),
    "on its face": turned_over,
    "out of sight": out_of_sight,
    "another window": lambda page: page.evaluate("dispatchEvent(new Event('blur'))"),
}


def with_private_words(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 has notes, a line of its own in the log, and a word that only it may read."""
    table = phones.table
    table.written[0] = NOTE
    table.events.append(EventView(number=6, text=OWN_LINE, own=True, public=PUBLIC_LINE))
    plain = table._packet

    def packet(seat: int | None) -> Packet:
        return replace(plain(seat), notice=OWN_WORD, public_notice=PUBLIC_WORD)

    monkeypatch.setattr(table, "_packet", packet)


@pytest.mark.parametrize("way", WAYS)
def test_hidden_means_gone_from_the_page(phones: Phones, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    with_private_words(phones, monkeypatch)
    page = phones.seat()
    private = (SECRET, NOTE, OWN_LINE, OWN_WORD)
    everything = "document.documentElement.outerHTML + [...document.querySelectorAll('textarea')].map((n) => n.value)"
    assert not [text for text in private if text in page.evaluate(everything)]
    show(page)
    page.wait_for_function("(note) => document.querySelector('#notes-text')?.value === note", arg=NOTE)
    assert [text for text in private if text in page.evaluate(everything)] == list(private)
    assert page.inner_text("#hand-said") == "Your hand is shown."
    assert "two fingers" in page.inner_text("#hide-hint")
    assert "Escape" not in page.inner_text("#hide-hint")
    WAYS[way](page)
    page.wait_for_selector("#hand [data-piece]", state="detached")
    assert not [text for text in private if text in page.evaluate(everything)]
    assert PUBLIC_LINE in page.inner_text("#log")
    assert PUBLIC_WORD in page.inner_text("#now")
    assert page.inner_text("#hand-said") == "Your hand is hidden."
    assert not page.is_visible("#hide-hint")


def asking_for_a_player(phones: Phones, monkeypatch: pytest.MonkeyPatch, *, is_open: bool) -> None:
    """Seat 0 is asked for another player; one of them cannot be had, and another's card lies face-down."""
    plain, fool = phones.table._packet, Face(piece="fool", title="Fool")
    none = WhyNot("no allies", "Emil has no allies.", "CR-126")
    options = (
        OptionView(key="steal:1", label="From Jonas", face=fool),
        OptionView(key="steal:2", label="From Mara"),
        OptionView(key="steal:3", label="From Emil", why_not=none),
    )

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        given = options if seat == 0 else ()
        return replace(made, question=replace(made.question, options=given, open=is_open))

    monkeypatch.setattr(phones.table, "_packet", packet)


def test_what_everybody_may_know_is_answered_without_showing_the_hand(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []

    def answer(session: Session, key: str, version: int, request: str) -> Reply:
        given.append(key)
        return Reply(True, "", version)

    asking_for_a_player(phones, monkeypatch, is_open=True)
    monkeypatch.setattr(phones.table, "answer", answer)
    page = phones.seat()
    assert "no allies" in page.inner_text("#question")
    assert page.is_visible('#question [data-piece="fool"]')
    with page.expect_response("**/answer"):
        page.click('#question [data-option="steal:2"]')
    assert given == ["steal:2"]
    assert page.locator("#hand [data-piece]").count() == 0, "the hand stays hidden"


def test_what_only_this_seat_knows_is_answered_with_the_hand(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    asking_for_a_player(phones, monkeypatch, is_open=False)
    page = phones.seat()
    assert "Show your hand below" in page.inner_text("#question")
    assert page.locator("#question [data-option], #question [data-piece]").count() == 0


def test_cards_of_the_hand_are_shown_to_be_tapped_whatever_is_asked(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = phones.table._packet

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        return replace(made, question=replace(made.question, open=True))

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.seat()
    assert "Show your hand below" in page.inner_text("#question")
    assert SECRET not in page.content()
    show(page)
    assert page.locator('#hand [data-state="ok"]').count()


def test_the_hand_that_holds_and_the_other_that_taps_hide_nothing(phones: Phones) -> None:
    page = phones.seat()
    hold = middle_of(page, "#hold")
    line = page.context.new_cdp_session(page)

    def fingers(*places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(places)]
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})

    fingers(hold)
    page.wait_for_selector("#hand [data-piece]")
    hold = middle_of(page, "#hold")
    fingers(hold, middle_of(page, "#now"))
    page.wait_for_timeout(150)
    assert page.locator("#hand [data-piece]").count() == 7
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("#hand [data-piece]", state="detached")


def test_looking_through_the_hand_sideways_hides_nothing(phones: Phones) -> None:
    page = phones.seat()
    show(page)
    x, y = middle_of(page, "#hand")
    touch(page, [(x, y)], [(x - 30, y + 10)], [(x - 80, y + 30)])
    page.wait_for_timeout(150)
    assert page.locator("#hand [data-piece]").count() == 7


def test_a_phone_on_its_face_hides_only_where_that_is_wanted(phones: Phones) -> None:
    page = phones.seat()
    page.click("#phone-open")
    page.uncheck("#phone-face")
    page.get_by_role("button", name="Close").click()
    show(page)
    turned_over(page)
    page.wait_for_timeout(100)
    assert page.locator("#hand [data-piece]").count() == 7


def test_why_an_answer_was_refused_is_read_with_the_hand(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones.table, "answer", lambda *_: Reply(False, OWN_WORD, phones.table.version, "CR-032"))
    page = phones.seat()
    show(page)
    page.click('#hand [data-piece="wisdom-2"]')
    page.click('#played [data-option="play:wisdom-2"]')
    page.wait_for_selector(f"#alarm >> text={OWN_WORD}")
    page.keyboard.press("Escape")
    page.wait_for_selector("#alarm >> text=Show your hand to read why")
    assert OWN_WORD not in page.content()
    show(page)
    page.wait_for_selector(f"#alarm >> text={OWN_WORD}")
    phones.forget("409")


def test_a_question_is_announced_once_and_politely(phones: Phones) -> None:
    page = phones.seat(1)
    page.evaluate(
        "window.heard = [];"
        "new MutationObserver(() => heard.push(document.getElementById('said-status').textContent))"
        ".observe(document.getElementById('said-status'), { childList: true, characterData: true, subtree: true })"
    )
    phones.table.turn = 1
    phones.table.publish()
    page.wait_for_selector("text=Your turn")
    phones.table.publish()
    phones.table.publish()
    page.wait_for_timeout(200)
    assert page.evaluate("heard") == ["Jonas, play a card: Wisdom is led."]
    region = page.locator("#said-status").locator("xpath=..")
    assert region.get_attribute("role") == "status"
    assert page.locator("#now[aria-live], #question[aria-live]").count() == 0


def test_an_empty_hand_is_not_kept_open(phones: Phones) -> None:
    for card in phones.table.of("hand/0"):
        card.pile = "discard"
    page = phones.open("/seat", phones.table.seat_token(0))
    page.wait_for_selector("#hand >> text=Your hand is empty.")
    assert not page.is_visible("#hold")
    assert page.inner_text("#keep") == "Show what only I may see"
    page.click("#keep")
    assert page.inner_text("#keep") == "Hide now"
    page.wait_for_selector("#notes-text")


@pytest.mark.parametrize("is_refused", [False, True])
def test_what_several_choose_at_the_same_time_is_hidden_alike_for_all_of_them(
    phones: Phones, monkeypatch: pytest.MonkeyPatch, is_refused: bool
) -> None:
    """Of two choices, too: that one stands open and the other seat's does not would tell which of them is refused."""
    plain = phones.table._packet
    why = WhyNot("Not you", "Only a traitor may do that.", "R-1") if is_refused else None

    def packet(seat: int | None) -> Packet:
        found = plain(seat)
        assert found.question is not None
        options = (OptionView(key="well", label="Do it well"), OptionView(key="ill", label="Do it badly", why_not=why))
        return replace(found, question=replace(found.question, seats=(0, 1), options=options if seat == 0 else ()))

    monkeypatch.setattr(phones.table, "_packet", packet)
    page = phones.seat()
    page.wait_for_selector("text=Show your hand below to see what you can do.")
    assert "Do it" not in page.inner_text("body")
    show(page)
    page.wait_for_selector("text=Do it well")
