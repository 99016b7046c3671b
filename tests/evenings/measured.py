"""What can be measured on a page about whether everybody can use it; the measuring itself is `measuring.js`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

LEAST_TARGET_PX = 44
MOST_STOPS = 400
_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_COVERED = re.compile(r"data-handle.*partially obscured")
"""A piece of the virtual table of which another one leaves little to be seen: it lies where it lies (WCAG 2.5.8:
essential), and what lies on it can be moved."""
_GRAVE = frozenset({"serious", "critical"})
_RUN = """async (only) => {
  const run = await axe.run(document, { runOnly: only, resultTypes: ["violations"] });
  const why = (node) => (node.any[0] || node.all[0] || node.none[0] || {}).message || "";
  return run.violations.map((one) => ({
    id: one.id, impact: one.impact, help: one.help,
    places: one.nodes.map((node) => `${node.target.join(" ")} (${why(node)})`),
  }));
}"""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text()


@cache
def _ours() -> str:
    return Path(__file__).with_name("measuring.js").read_text()


def _measured(page: Any, what: str) -> Any:
    if not page.evaluate("'measuring' in window"):
        page.evaluate(_ours())
    return page.evaluate(f"measuring.{what}")


def violations(page: Any, rules: Sequence[str] = (), *, every: bool = False) -> list[str]:
    """What axe says about the page as it is now: what is serious or critical, or everything; `rules`: only those."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": list(_TAGS)}
    found = [one for one in page.evaluate(_RUN, only) if every or one["impact"] in _GRAVE]
    places = {one["id"]: [place for place in one["places"] if not _COVERED.search(place)] for one in found}
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {'; '.join(places[one['id']][:4])}"
        for one in found
        if places[one["id"]]
    ]


def small_targets(page: Any) -> list[str]:
    """What can be tapped and is smaller than a finger."""
    found: list[str] = _measured(page, f"small({LEAST_TARGET_PX})")
    return found


def sideways(page: Any) -> list[str]:
    """By how much the page can be pushed sideways, and what sticks out."""
    found: list[str] = _measured(page, "sideways()")
    return found


def outline(page: Any) -> list[str]:
    """What is wrong with headings, landmarks, language and title."""
    found: list[str] = _measured(page, "outline()")
    return found


def moving(page: Any) -> list[str]:
    """What would move for longer than 10 ms."""
    found: list[str] = _measured(page, "moving()")
    return found


def chosen_alike(page: Any) -> list[str]:
    """What is chosen, pressed or current and looks, without colours of ours, as what is not."""
    found: list[str] = _measured(page, "alike()")
    return found


def walked(page: Any) -> list[str]:
    """Goes through the page, or its open sheet, with the Tab key until it is through; says what was not reached, where
    the focus was not seen, and what held it."""
    page.evaluate("document.activeElement && document.activeElement.blur()")
    expected = _measured(page, "expected()")
    found: list[str] = []
    if page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count():
        found.append("something jumps the queue with a tabindex of its own")
    for _ in range(min(MOST_STOPS, 2 * expected + 10)):
        page.keyboard.press("Tab")
        now = _measured(page, "focus()")
        if now is None:
            continue  # between the end and the beginning the focus is with the browser itself
        if now["again"]:
            break
        if not now["seen"]:
            found.append(f"the focus is not seen on {now['name']}")
        if not now["free"]:
            found.append(f"something lies over {now['name']}")
    else:
        found.append("Tab does not come to an end")
    return found + [f"Tab does not reach {one}" for one in _measured(page, "missed()")]
