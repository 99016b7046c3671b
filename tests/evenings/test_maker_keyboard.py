"""A score sheet made from nothing by somebody who has a keyboard and no mouse: what has the focus is always seen, and
Tab goes through a page as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.room import picture
from tests.evenings.test_gathering import Evening, gathered
from tests.evenings.test_maker_evening import field, key, pin_of
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
LAPTOP = (1366, 768)
FOCUSED = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect(), look = getComputedStyle(at);
  const before = window.focusedBefore;
  const after = before?.isConnected ? before.compareDocumentPosition(at) : Node.DOCUMENT_POSITION_FOLLOWING;
  window.focusedBefore = at;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    what: at.outerHTML.slice(0, 160), y: box.top + scrollY,
    follows: Boolean(after & Node.DOCUMENT_POSITION_FOLLOWING),
    seen: at !== document.body && look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2
      && Boolean(top) && (at.contains(top) || top.contains(at)),
  };
}"""
ROW_PX = 60
"""What stands in one row is not all equally high."""


@pytest.fixture
def evening(chromium: Any, tmp_path: Path) -> Iterator[Evening]:
    yield from gathered(chromium, tmp_path, ("table.players", "3"), ("play.pace", "instant"))


def has_focus(page: Any, what: str) -> bool:
    return bool(page.evaluate("(what) => document.activeElement.matches(what)", what))


def tab_to(page: Any, what: str) -> None:
    """Tab until that has the focus. Each stop is seen, and comes below or beside the one before."""
    page.wait_for_selector(what)
    page.evaluate("() => { window.focusedBefore = null; }")
    above = float("-inf")
    for _ in range(40):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        assert now["seen"], f"nobody sees that this has the focus: {now['what']}"
        assert now["follows"], f"comes before the one before it: {now['what']}"
        assert now["y"] > above - ROW_PX, f"Tab leaps up to {now['what']}"
        above = now["y"]
        if has_focus(page, what):
            return
    raise AssertionError(f"Tab never comes to {what}")


def press(page: Any, what: str) -> None:
    tab_to(page, what)
    page.keyboard.press("Enter")


def write(page: Any, what: str, text: str) -> None:
    tab_to(page, what)
    page.keyboard.type(text)


def test_a_sheet_is_made_from_nothing_by_keyboard(evening: Evening) -> None:
    page = evening.look(LAPTOP, "/make")
    write(page, "[name=pin]", pin_of(evening))
    page.keyboard.press("Enter")
    press(page, key("from-score_sheet-"))
    page.wait_for_function("() => document.activeElement.id === 'maker-step'")
    write(page, key("title"), "Our evening")
    press(page, key("next"))
    page.wait_for_function("() => document.activeElement.id === 'maker-step'")
    for number, name in enumerate(("Bid", "Wrong", "Tricks")):
        press(page, key("add-line"))
        assert has_focus(page, field(f"line.{number}.name")), "it is written at once"
        page.keyboard.type(name)
    tab_to(page, field("line.2.when", "round"))
    page.keyboard.press("ArrowDown")
    assert page.is_checked(field("line.2.when", "turn"))
    page.keyboard.press("ArrowUp")
    picture("maker-keyboard-lines", page)
    while not has_focus(page, "details[data-at='line.1'] > summary"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    press(page, key("remove-line.1"))
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{field('line.1.name')}[value=Tricks]", state="attached")
    assert has_focus(page, key("add-line"))
    press(page, key("next"))
    write(page, field("rounds"), "2")
    while not page.query_selector(key("save")):
        press(page, key("next"))
    page.frame_locator(".maker-look-phone iframe").locator("text=Bid").first.wait_for(state="attached")
    press(page, key("save"))
    page.wait_for_selector("[data-game-made=our_evening]")
    assert not has_focus(page, "body"), "what comes next is near"
    picture("maker-keyboard-saved", page)
    press(page, f"[data-game-made=our_evening] {key('play-our_evening')}")
    evening.table.at(2)
    page.context.close()
