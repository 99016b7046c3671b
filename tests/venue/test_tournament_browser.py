"""A tournament in a real browser to its end, with tables that ask for their matches and send their results by HTTP."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.outbox.line import Line
from companion.outbox.sender import RESULTS, STATUS
from companion.venue.running import Venue, VenueSettings
from tests.venue.clubhouse import paired, sent
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER


class Table:
    """One whose host lets matches be laid out. The people's numbers decide who wins."""

    def __init__(self, venue: Venue, number: int) -> None:
        self._line, self._name = Line(f"http://127.0.0.1:{venue.port}"), f"Table {number}"
        self._token = paired(venue.book, self._name)
        self._told: list[dict[str, Any]] = []

    def ask(self) -> bool:
        """Whether there is a match for this table, which it lays out."""
        laid = self._told[-1]["match"] if self._told else ""
        body = {"v": 1, "name": self._name, "state": "free", "takes": True, "laid": laid}
        told = self._line.post(STATUS, json.dumps(body).encode(), self._token)
        assert told.status == 200
        match = json.loads(told.body).get("match")
        if match is not None:
            self._told.append(match)
            self.ask()
        return match is not None

    def end(self, chance: random.Random) -> None:
        """The match ends; its result is sent until it is there, and some of them again."""
        told = self._told[-1]
        order = sorted(told["people"])
        people = tuple(("", -order.index(one), order.index(one) + 1) for one in told["people"])
        body = sent(int(told["match"], 16), people=people, game=told["game"])
        for _ in range(chance.choice((1, 1, 3))):
            answer = self._line.post(RESULTS, json.dumps(body).encode(), self._token)
            assert answer.status == 200


def round_played(tables: list[Table], chance: random.Random) -> int:
    """How many matches the tables played until none was left for them."""
    count = 0
    while asked := [one for one in tables if one.ask()]:
        chance.shuffle(asked)
        for one in asked:
            one.end(chance)
        count += len(asked)
    return count


def whole_tournament(chromium: Any, folder: Path, people: int, rounds: int, tables: int, axe: Any = None) -> None:
    chance = random.Random(people)
    venue = Venue(VenueSettings(folder=folder, host="127.0.0.1", port=0, name="The Club"))
    venue.start()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    wrong: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        base = f"http://127.0.0.1:{venue.port}"

        def looked_at() -> None:
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.url
            if axe is not None:
                found = axe.run(page).response["violations"]
                assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], page.url

        page.goto(f"{base}/organiser")
        page.fill("[name=pin]", venue.pin)
        page.keyboard.press("Enter")
        page.wait_for_selector("#code")
        floor = [Table(venue, number) for number in range(1, tables + 1)]
        for one in floor:
            one.ask()
        page.goto(f"{base}/tournaments")
        page.fill("#begin [name=name]", "Autumn Cup")
        page.fill("#begin [name=game]", "chronicle")
        page.fill("#begin [name=rounds]", str(rounds))
        looked_at()
        page.click("#begin [type=submit]")
        page.wait_for_selector("[data-cup-act=draw]")
        page.fill("#enter [name=names]", "\n".join(f"P{number:02}" for number in range(people)))
        page.click("#enter [type=submit]")
        page.wait_for_selector(".venue-standings tbody tr")
        for number in range(1, rounds + 1):
            page.click("[data-cup-act=draw]")
            page.wait_for_selector(f"#h-{number}")
            assert page.locator("[data-cup-act=draw]").is_disabled(), "before the results are there"
            assert page.locator(f"section:has(#h-{number}) li[data-bout]").count() == people // 2
            if number == 1:
                looked_at()
            assert round_played(floor, chance) == people // 2
            page.reload()
            assert page.locator(f"section:has(#h-{number}) li[data-tone=ended]").count() == people // 2
        shown = page.locator(".venue-standings tbody tr").all_inner_texts()
        rows = [re.split(r"\s+", row.strip()) for row in shown]
        first, last = rows[0], rows[-1]
        assert (first[1], first[2]) == ("P00", str(rounds)), "the best has won all"
        assert last[1] == f"P{people - 1:02}"
        assert sum(float(row[2]) for row in rows) == rounds * people // 2, "a point a match"
        bouts = page.locator("li[data-bout] .venue-players").all_inner_texts()
        met = [tuple(sorted(re.findall(r"P\d\d", one))) for one in bouts]
        assert len(set(met)) == len(met) == rounds * people // 2, "nobody met anybody twice"
        for bout, winner in zip(bouts, page.locator("li[data-bout] .venue-won").all_inner_texts(), strict=True):
            assert min(re.findall(r"P\d\d", bout)) in winner

        bout = page.locator("li[data-bout]").first
        bout.locator("summary").click()
        for select in bout.locator("select").all():
            select.select_option("1")
        bout.get_by_role("button", name="So it counts").click()
        page.wait_for_selector("li[data-bout]:has-text('by the organiser')")
        page.locator("li[data-bout]").first.locator("summary").click()
        page.locator("[data-cup-act=repair]").click()
        page.wait_for_selector("main:not(:has-text('by the organiser'))")
        page.locator("#leaves select").select_option(label="P01")
        page.get_by_role("button", name="Leaves").click()
        page.wait_for_selector("tr:has-text('P01'):has-text('left')")
        page.goto(f"{page.url}/hall")
        page.wait_for_selector(".cup-stands li")
        assert page.locator(".cup-bouts li").count() == people // 2
        looked_at()
        assert wrong == []
    finally:
        context.close()
        venue.stop()


def test_a_tournament_of_eight_over_three_rounds_at_three_tables(chromium: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    whole_tournament(chromium, tmp_path, 8, 3, 3, axe)


@pytest.mark.soak
def test_a_tournament_of_32_over_five_rounds_at_ten_tables(chromium: Any, tmp_path: Path) -> None:
    whole_tournament(chromium, tmp_path, 32, 5, 10)
