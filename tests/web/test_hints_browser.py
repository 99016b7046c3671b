"""A hint on the own phone: asked for by tap or key, read while the hand is shown, gone when the table moves on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.on_phones import IN_A_BROWSER, Phones, wait_for
from web.pages.seat.views import HintLook, HintView
from web.views import Reply

pytestmark = IN_A_BROWSER
FIRST = "I would look at these first."
HINT = HintLook(
    reply=Reply(True, FIRST, 41),
    version=41,
    hints=(
        HintView(
            key="a", label="Play the Queen", face=None, reasons=("Wins the meeting: 4 allies more.", "Went best.")
        ),
        HintView(key="b", label="Play the Maid", face=None, reasons=("Almost as good.",)),
    ),
)


def asked(phones: Phones) -> Any:
    phones.table.hints, phones.table.hint_seen = True, HINT
    return phones.seat()


def test_a_hint_is_read_while_the_hand_is_shown_and_goes_when_the_table_moves_on(phones: Phones) -> None:
    page = asked(phones)
    page.focus("[data-key=hint]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hint-said >> text=The answer is there. Show your hand to read it.")
    assert "Queen" not in page.inner_text("#hint"), "it names a card of the hand"
    assert phones.table.hinted == [0]
    page.click("#keep")
    page.wait_for_selector("#hint li >> text=Play the Queen")
    assert page.inner_text("#hint-said") == FIRST
    assert page.locator("#hint li").count() == 2
    assert page.evaluate("document.activeElement.dataset.key") != "hint"
    page.keyboard.press("Escape")
    page.wait_for_selector("#hint li", state="detached")
    page.click("#keep")
    page.wait_for_selector("#hint li >> text=Wins the meeting: 4 allies more.")
    phones.table.lead = "nature"
    phones.table.publish()
    page.wait_for_selector("text=Nature")
    assert page.locator("#hint li").count() == 2, "another has answered, and what is asked here is the same"
    phones.table.turn = 1
    phones.table.publish()
    page.wait_for_selector("#hint", state="hidden")
    phones.table.turn = 0
    phones.table.publish()
    page.wait_for_selector("[data-key=hint]")
    assert page.locator("#hint li").count() == 0
    assert page.inner_text("#hint-said") == ""


def test_the_button_tells_nothing_of_the_options(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may do one thing only has it too: who looks on would know of the hand else."""
    plain = phones.table._options
    monkeypatch.setattr(phones.table, "_options", lambda seat: plain(seat)[:1])
    page = asked(phones)
    assert page.locator("[data-key=hint]").is_visible()


def test_while_it_thinks_it_says_so_and_is_asked_once(phones: Phones) -> None:
    page = asked(phones)
    held: list[Any] = []
    page.route("**/api/hint", lambda route: held.append(route))
    page.click("[data-key=hint]")
    page.wait_for_selector("#hint-said >> text=Thinking about it")
    page.keyboard.press("Enter")  # it has kept the focus
    wait_for(page, lambda: len(held) == 1)
    assert page.get_attribute("[data-key=hint]", "aria-disabled") == "true"
    held[0].continue_()
    page.wait_for_selector("#hint-said >> text=The answer is there.")
    assert len(held) == 1


def test_no_opinion_is_one_sentence_and_a_table_without_hints_has_no_button(phones: Phones) -> None:
    page = asked(phones)
    phones.table.hint_seen = HintLook(reply=Reply(False, "I have no opinion here.", 41), version=41)
    page.click("[data-key=hint]")
    page.wait_for_selector("#hint-said >> text=The answer is there.")
    assert "opinion" not in page.inner_text("#hint"), "that follows from the hand, too"
    page.click("#keep")
    page.wait_for_selector("#hint-said >> text=I have no opinion here.")
    phones.table.hints = False
    phones.table.publish()
    page.wait_for_selector("[data-key=hint]", state="hidden")
