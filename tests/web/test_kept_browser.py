"""How the eye does, and its last pictures, on the camera's page in a real browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.fake_kept import KEPT_VIEW, ONE
from tests.web.on_phones import IN_A_BROWSER, Phones
from tests.web.test_camera_page_browser import desk as desk

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (1366, 900)])
def test_where_the_eye_doubts_lies_over_the_picture_and_is_said_in_words(desk: Phones, size: tuple[int, int]) -> None:
    page = desk.host("/host/camera", size)
    page.wait_for_selector("#eye-told >> text=3 taken back")
    assert "towards the left edge" in page.text_content("#eye-told")
    assert page.get_attribute("#step-eye", "data-tone") == "fair"
    assert page.locator("#overlay .doubt").count() == 0
    where = page.get_by_role("button", name="Show where in the picture")
    where.press("Enter")
    page.wait_for_selector("#overlay .doubt")
    assert page.locator("#overlay .doubt").count() == 3
    assert where.get_attribute("aria-pressed") == "true"
    assert page.locator("#overlay .doubts text").all_text_contents() == ["5", "1", "1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """[...document.querySelectorAll('#step-eye button, #step-eye a')]
          .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5).length"""
    )
    assert small == 0


def test_the_page_says_who_may_see_the_pictures_before_they_are_kept(desk: Phones) -> None:
    page = desk.host("/host/camera", (390, 844))
    keep = page.get_by_role("button", name="Keep the last pictures")
    keep.wait_for()
    assert "Only the host may see them" in page.text_content("#kept-who")
    above = page.evaluate(
        """document.querySelector('#kept-who').compareDocumentPosition(document.querySelector('#keep-act'))
          & Node.DOCUMENT_POSITION_FOLLOWING"""
    )
    assert above
    assert page.locator("#keep-act").get_attribute("aria-describedby") == "kept-who"
    assert desk.table.eye.kept == ()


def test_pictures_are_kept_taken_and_deleted_by_keyboard(desk: Phones) -> None:
    page = desk.host("/host/camera", (1366, 900))
    keep = page.get_by_role("button", name="Keep the last pictures")
    keep.wait_for()
    keep.press("Enter")
    page.wait_for_selector("#kept-said >> text=Kept.")
    assert page.evaluate("document.activeElement.dataset.key") == "keep"
    row = page.locator(".kept-one")
    assert "6.2 MB" in row.text_content()
    link = row.get_by_role("link", name="Download the pictures of Jan 2, 2026")
    with page.expect_download() as begun:
        link.press("Enter")
    assert begun.value.url.endswith(f"/api/kept/{ONE.name}.zip")
    row.get_by_role("button", name="Delete the pictures of Jan 2, 2026").press("Enter")
    page.wait_for_selector("#kept-said >> text=Deleted.")
    assert page.locator(".kept-one").count() == 0
    assert page.evaluate("document.activeElement.dataset.key") == "keep", "the keyboard is not lost with the row"


def test_where_nothing_is_held_nothing_can_be_kept(desk: Phones) -> None:
    desk.table.eye = replace(KEPT_VIEW, held="No pictures are held.", can_keep=False, cells=(), well=True)
    page = desk.host("/host/camera", (390, 844))
    page.wait_for_selector("#held >> text=No pictures are held.")
    assert page.get_by_role("button", name="Keep the last pictures").is_disabled()
    assert page.locator("#eye-where").is_hidden(), "there is nothing to be shown"
