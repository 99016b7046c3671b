"""The page for setting the camera up in a real browser: what is drawn where, and that all of it is said in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.fake_camera import VIEW
from tests.web.fake_table import JPEG
from tests.web.on_phones import IN_A_BROWSER, Phones
from web.pages.camera.views import CameraAct, Tone

pytestmark = IN_A_BROWSER


@pytest.fixture
def desk(windows: Phones) -> Phones:
    windows.table.setup_picture = JPEG
    return windows


@pytest.mark.parametrize(("size", "scheme"), [((390, 844), "dark"), ((320, 640), "light"), ((1366, 900), "light")])
def test_the_map_lies_over_the_picture_and_nothing_sticks_out(desk: Phones, size: tuple[int, int], scheme: str) -> None:
    page = desk.host("/host/camera", size, color_scheme=scheme)
    page.wait_for_selector("#overlay .zone-not")
    assert page.locator("#overlay .zone").count() == 23, "what the camera does not see is not drawn"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    boxes = page.evaluate(
        """['#frame', '#overlay'].map((name) => document.querySelector(name).getBoundingClientRect())
          .map((box) => [box.width, box.height])"""
    )
    assert boxes[0][0] == pytest.approx(boxes[1][0], abs=3)
    assert boxes[0][0] / boxes[0][1] == pytest.approx(4 / 3, rel=0.02)
    small = page.evaluate(
        """[...document.querySelectorAll('button, .eyebrow a')]
          .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 43.5).length"""
    )
    assert small == 0


def test_layers_and_sizes_are_chosen_by_keyboard(desk: Phones) -> None:
    page = desk.host("/host/camera", (1366, 900))
    page.wait_for_selector("#overlay .heat-number")
    assert page.locator("#overlay .heat-number").first.text_content() == "1.5", "the smallest size is shown first"
    page.get_by_role("button", name="24 mm").press("Enter")
    page.wait_for_selector("#overlay .heat-number >> text=2.4")
    assert page.get_by_role("button", name="24 mm").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.dataset.key") == "size-24"
    page.get_by_role("button", name="Markers").press("Space")
    page.wait_for_selector("#overlay .zone", state="detached")
    assert page.locator("#overlay .marker-missing").count() == 1
    page.get_by_role("button", name="Picture only").click()
    page.wait_for_selector("#overlay .marker", state="detached")


def test_steps_say_in_words_what_the_colours_show(desk: Phones) -> None:
    page = desk.host("/host/camera", (390, 844))
    page.wait_for_selector("#step-focus[data-tone=fair]")
    assert page.get_attribute("#headline", "data-tone") == "bad"
    assert "needs a hand" in page.text_content("#step-read h2")
    meter = page.get_by_role("meter", name="Focus")
    assert (meter.get_attribute("aria-valuenow"), meter.get_attribute("aria-valuetext")) == ("40", "blur 1.5 px")
    assert page.locator(".test-read").count() == 1
    assert "is not read" in page.text_content("#tests")
    view = desk.table.setup
    advice = tuple(replace(one, level=0.2) if one.key == "focus" else one for one in view.advice)
    desk.table.setup = replace(view, advice=advice, tone=Tone.GOOD, headline="Well set up.")
    page.wait_for_selector("#headline >> text=Well set up.")
    best = page.evaluate("document.querySelector('#focus .best').style.left")
    assert best == "40%", "the longest that the bar has been stays marked"


def test_the_lens_is_measured_step_by_step(desk: Phones) -> None:
    page = desk.host("/host/camera", (390, 844))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".part-done")
    assert page.locator(".part").count() == 12
    assert page.locator("#overlay .board-outline").count() == 1
    assert page.get_by_role("img", name="The board has been in 1 of 12 parts of the picture").count() == 1
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("#lens-text >> text=Not measured.")
    assert desk.table.camera_acts == [CameraAct.LENS_BEGIN, CameraAct.LENS_STOP]


def test_without_a_camera_the_page_says_so_and_shows_no_steps(desk: Phones) -> None:
    desk.table.setup = replace(VIEW, has_camera=False, frame=0, width_px=0, height_px=0, headline="No camera is set.")
    page = desk.host("/host/camera", (390, 844))
    page.wait_for_selector("#headline >> text=No camera is set.")
    assert page.locator("#setup").is_hidden()
