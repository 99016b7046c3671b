"""Every page is for everybody: read aloud, with a keyboard, with thumbs, on a small phone, much enlarged, in the dark,
without movement. With COMPANION_PICTURES=folder the long test keeps a picture of every page at every size."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.gallery import BOARDS, LOOKS, ON_A_BOARD, SCREEN, SIZES, Hall, Look, hall, six_at_chesney
from tests.evenings.measured import chosen_alike, moving, outline, sideways, small_targets, violations, walked
from tests.web.on_phones import IN_A_BROWSER
from web import create_app
from web.door.registrar import ClosedFlask

pytestmark = IN_A_BROWSER

SCHEMES = ("light", "dark")
ENLARGED = (195, 422)
"""A phone of 390 px whose pages are shown twice as large."""
BY_KEY = (
    *("join", "seat", "seat-hand", "seat-phone", "table", "virtual", "host", "wizard-language"),
    *("lookup", "result", "replay"),
)
WITHOUT_COLOURS = ("seat-hand", "host")


@pytest.fixture(scope="module")
def room(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Six people at Chesney."""
    with hall(tmp_path_factory.mktemp("hall"), chromium, six_at_chesney()) as found:
        yield found


def colours(page: Any, scheme: str) -> None:
    """The page in the light or in the dark, when it has become so."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def named(*names: str) -> list[Look]:
    return [look for look in LOOKS if look.name in names]


def picture(page: Any, name: str, *, whole: bool) -> None:
    """Keeps a picture for people to look at, when they want some."""
    if folder := os.environ.get("COMPANION_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{name}.png").write_bytes(page.screenshot(full_page=whole))


def problems(page: Any) -> list[str]:
    """Everything that keeps somebody from using the page as it is now."""
    return [*violations(page), *small_targets(page), *sideways(page), *outline(page)]


def test_no_page_is_forgotten(room: Hall) -> None:
    app = create_app(room.service.pages)
    assert isinstance(app, ClosedFlask)
    pages = {name for name, gate in app.gates.items() if gate.page}
    assert pages - {look.endpoint for look in LOOKS} == set()


@pytest.mark.parametrize("look", [look for look in LOOKS if not look.seldom], ids=lambda look: look.name)
def test_everybody_can_use_it(room: Hall, look: Look) -> None:
    """At the size where it is mostly looked at, and as small as it may become; on some pages also with the Tab key: it
    reaches everything, and one sees where one is."""
    with room.showing(look) as page:
        colours(page, "light")
        found = problems(page)
        resize(page, SIZES["320"])
        found += [f"at 320 px: {one}" for one in sideways(page)]
        found += moving(page)
        resize(page, ENLARGED)
        found += [f"enlarged twice: {one}" for one in sideways(page)]
        if look.name in BY_KEY:
            resize(page, look.size)
            colours(page, "light")
            found += walked(page)
        assert not found, "\n".join(found)


@pytest.mark.parametrize("look", [look for look in LOOKS if not look.seldom], ids=lambda look: look.name)
def test_everybody_can_use_it_in_german_and_in_the_dark(room: Hall, look: Look) -> None:
    with room.showing(look, locale="de-DE", color_scheme="dark", reduced_motion="reduce") as page:
        found = [*violations(page), *sideways(page)]
        assert page.evaluate("document.documentElement.lang") == "de"
        assert not found, "\n".join(found)


@pytest.mark.parametrize("look", named(*WITHOUT_COLOURS), ids=lambda look: look.name)
def test_it_can_be_read_in_the_colours_of_the_system(room: Hall, look: Look) -> None:
    with room.showing(look) as page:
        page.emulate_media(forced_colors="active")
        picture(page, f"{look.name}-system", whole=look.size != SCREEN)
        found = chosen_alike(page) + violations(page, ["color-contrast"])
        assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "opener", "after"),
    [("seat", "#phone-open", "#phone-open"), ("seat-hand", '#hand [data-state="ok"]', "#keep")],
)
def test_a_sheet_holds_the_focus_and_gives_it_back(room: Hall, name: str, opener: str, after: str) -> None:
    """To what opened it; a card is hidden by Escape, too, then to what shows the hand again."""
    with room.showing(named(name)[0]) as page:
        page.locator(opener).first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        for _ in range(30):
            page.keyboard.press("Tab")
            held = "document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null"
            assert page.evaluate(held), "the focus left the sheet"
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="hidden")
        assert page.evaluate("(after) => document.activeElement.matches(after)", after)


# -- the long way: every size, every scheme, a board, and German ----


def at_every_size(page: Any, look: Look, end: str, sizes: Mapping[str, tuple[int, int]]) -> list[str]:
    """Every problem with its place; keeps the pictures."""
    found: list[str] = []
    for (size, px), scheme in product(sizes.items(), SCHEMES):
        resize(page, px)
        colours(page, scheme)
        whole = px != SCREEN and not page.locator("dialog[open]").count()
        picture(page, f"{look.name}{end}-{size}-{scheme}", whole=whole)
        found += [f"{look.name}{end} at {size} px, {scheme}: {one}" for one in problems(page)]
    return found


@pytest.mark.soak
def test_every_page_at_every_size(room: Hall) -> None:
    found: list[str] = []
    for look in LOOKS:
        with room.showing(look) as page:
            found += at_every_size(page, look, "", SIZES)
    assert not found, "\n".join(found)


@pytest.mark.soak
def test_every_page_in_german(room: Hall) -> None:
    found: list[str] = []
    for look in LOOKS:
        with room.showing(look, locale="de-DE") as page:
            found += at_every_size(page, look, "-german", {"320": SIZES["320"], "390": SIZES["390"]})
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_at_every_size(chromium: Any, tmp_path: Path, board: str) -> None:
    found: list[str] = []
    with hall(tmp_path, chromium, BOARDS[board]()) as room:
        for look in ON_A_BOARD:
            with room.showing(look) as page:
                found += at_every_size(page, look, f"-{board}", SIZES)
    assert not found, "\n".join(found)
