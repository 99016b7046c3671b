"""The doctor's page in a real browser: it begins by itself, says each grade in a word, and puts what is wrong first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.fake_doctor import EMPTY
from tests.web.fake_table import FakeTable
from tests.web.on_phones import IN_A_BROWSER, phones_at

pytestmark = IN_A_BROWSER


@pytest.fixture
def page(chromium: Any, table: FakeTable) -> Iterator[Any]:
    """The page as the host opens it. Nothing may be reported on its console."""
    with phones_at(table, chromium, has_touch=False, locale="en-GB") as windows:
        yield windows.host("/host/doctor")
        windows.forget("403")  # a browser reports what was refused, too


def over(page: Any) -> None:
    page.wait_for_selector("#groups[aria-busy='false'] .findings")


def test_it_begins_by_itself_and_says_what_is_wrong_first(page: Any, table: FakeTable) -> None:
    over(page)
    assert table.doctor_looks == 1
    assert page.inner_text("#headline") == "One thing is broken."
    assert page.locator("#groups h2").all_inner_texts() == ["Camera and stickers", "The machine"]
    assert page.locator(".grade").all_inner_texts() == ["Broken", "To look at", "Well"]
    assert page.locator(".finding-cure").count() == 2
    assert page.inner_text("[data-grade='broken'] .finding-cure") == "What to do: Check camera.source and the cable."


def test_what_was_found_is_shown_again_and_looked_at_anew_when_asked(page: Any, table: FakeTable) -> None:
    over(page)
    page.reload()
    over(page)
    assert table.doctor_looks == 1, "opening the page again asks nothing of the machine"
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.click("#again")
    assert table.doctor_looks == 2


def test_a_sentence_is_said_and_asked_about(page: Any, table: FakeTable) -> None:
    over(page)
    page.click("#say")
    page.wait_for_selector("#said:not(:empty)")
    assert table.office.said == 1
    assert "Did you hear it?" in page.inner_text("#said")


def test_a_host_who_is_none_any_more_is_told(page: Any, table: FakeTable) -> None:
    over(page)
    table.doctor = EMPTY
    page.context.clear_cookies()
    page.click("#again")
    page.wait_for_selector("#banner a")
    assert "no longer the host" in page.inner_text("#banner")
