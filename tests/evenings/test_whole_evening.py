"""From the lobby to the next match as phones, a TV and a virtual table see it: somebody comes late, is told why
something is asked, how the round was scored, and who won. Everybody can read each scene: by eye, enlarged, by the keys
alone, and by ear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.measured import sideways, violations
from tests.evenings.table import wait_until
from tests.evenings.test_gathering import NAMES, Evening, gathered
from tests.web.on_phones import IN_A_BROWSER, recolour, resize

pytestmark = IN_A_BROWSER
LAPTOP, ENLARGED = (1366, 768), (195, 422)
WITHIN_S = 240.0  # beside other tests; alone the round takes a few seconds
WATCH = """
window.scored = '';
const look = () => {
  const scene = document.querySelector('.scoring');
  if (scene && scene.checkVisibility()) window.scored ||= scene.innerText;
};
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
"""
DECIDE = """() => {
  const seen = (...found) => found.map((one) => document.querySelector(one)).find((one) => one?.checkVisibility());
  seen('#sheet[open] .button-main:not([disabled])', '#played .button-main', '#keep[aria-pressed=false]',
    '.card-button[data-state=ok]:not([disabled])', '#question .choice-button:not(.refused):not([disabled])')?.click();
}"""


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path, ("play.pace", "instant"))


def can_be_read(page: Any) -> list[str]:
    """What keeps somebody from reading this scene, in the light and in the dark."""
    recolour(page, "dark")
    found = violations(page, ["color-contrast"])
    recolour(page, "light")
    found += violations(page)
    return found


def enlarged(page: Any) -> list[str]:
    """What sticks out of a phone whose page is shown twice as large."""
    size = page.viewport_size
    resize(page, ENLARGED)
    found: list[str] = sideways(page)
    resize(page, (size["width"], size["height"]))
    return found


def is_scored(pages: list[Any]) -> bool:
    """Plays on where a phone is asked, until a scene has told everybody how the round was scored."""
    for page in pages:
        page.evaluate(DECIDE)
    return all(page.evaluate("window.scored") for page in pages)


def test_an_evening_from_the_lobby_to_the_next_match(evening: Evening) -> None:
    ada = evening.sits(NAMES[0], "/")
    evening.sits(NAMES[1], "/join")
    assert can_be_read(evening.tv) + can_be_read(ada.page) + enlarged(ada.page) == []
    ada.page.focus("[data-key=start]")
    ada.page.keyboard.press("Enter")  # by the keys alone
    evening.everybody_sees("#lobby", gone=True)
    evening.somebody_decides(1)

    late = evening.look((390, 844), "/join")  # somebody comes when the match is under way
    late.wait_for_selector(".seat-choice")
    late.fill("[name=name]", NAMES[2])
    late.get_by_role("button", name="Sit down").click()
    late.wait_for_selector(f"#seat-head >> text={NAMES[2]}")
    phones = [ada.page, evening.people[1].page, late]
    # Ada's virtual table has a window of its own: one that lies behind another is not drawn
    table = evening.look(LAPTOP, "/virtual", ada.page.context.storage_state())
    table.wait_for_selector("#mat .piece")
    wait_until(lambda: any(page.get_by_text("Why am I asked this?").is_visible() for page in phones), what="the reason")
    assert can_be_read(ada.page) + can_be_read(table) == []

    for page in (*phones, evening.tv):
        page.evaluate(WATCH)
    wait_until(lambda: is_scored(phones) and evening.tv.evaluate("window.scored"), WITHIN_S, what="the round is scored")
    for page in (*phones, evening.tv):
        told = page.evaluate("window.scored")
        assert "Round 1 is scored" in told
        assert any(name in told for name in NAMES)

    evening.ends(1)
    for page in (evening.tv, *phones, table):
        page.wait_for_selector(".result h2")
    assert can_be_read(evening.tv) + can_be_read(phones[1]) + enlarged(phones[1]) == []
    for page, aloud in ((evening.tv, "#podium"), (phones[1], "#said-status"), (table, "#result")):  # who won is heard
        said = page.locator(aloud)
        assert "The match was ended early." in said.text_content()
        assert said.evaluate("(node) => Boolean(node.closest('[aria-live], [role=status]'))")
    assert phones[1].get_by_text("Ada starts the next match, or chooses another game.").is_visible()
    ada.tap("[data-key=other-game]")
    ada.tap(".shelf-game[data-game=chain_mail]")
    evening.everybody_sees(".lobby-game:has-text('Chain Mail')")
    evening.tv.wait_for_selector(f".lobby-here:has-text('{NAMES[2]}')")  # who came late has not to come again
    assert can_be_read(evening.tv) == []
    for page in (late, table):
        page.context.close()
