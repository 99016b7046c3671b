"""Chronicle with a phone as the camera: a real browser films what the virtual camera renders, and the match goes on by
what arrives. Only the lens is a canvas; permission, motion gate, pictures, sign-on, eye and rules are a table's own."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.phone_eye import PhoneEye
from companion.service import building, page_doors
from companion.service.cameras import camera_maker
from tests.evenings.table import Evening, evening_config, wait_until
from tests.evenings.test_bad_camera import notices
from tests.web.on_phones import ARGS, CHROMIUM, IN_A_BROWSER
from vision.cameras.phone import PhoneInbox, PhoneSource
from vision.types import FrameSource, Image
from web.pages.eye.views import EyeOffer, EyePlace
from web.views import Role, Session

pytestmark = IN_A_BROWSER
SEED = 1
CAMERA = (Path(__file__).parent.parent / "web" / "canvas_camera.js").read_text("utf-8")
HOST = Session(Role.HOST)


@dataclass
class PhoneAbove:
    """A phone that lies above the table, in a browser and a thread of its own. `is_turned`: by a quarter; `is_away`:
    out of the Wi-Fi."""

    address: str
    source: FrameSource
    is_turned: bool = False
    is_away: bool = False
    seen: dict[str, str] = field(default_factory=dict)
    ends: threading.Event = field(default_factory=threading.Event)
    failed: list[BaseException] = field(default_factory=list)

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="phone above")
        self._thread.start()

    def stands(self) -> bool:
        """Whether its pictures are higher than wide."""
        wide, _, high = self.seen.get("size", "1x0").partition("x")
        return int(high) > int(wide)

    def end(self) -> None:
        self.ends.set()
        self._thread.join(30)
        assert not self.failed, self.failed

    def _run(self) -> None:
        from playwright.sync_api import sync_playwright

        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
                self._film(browser)
                browser.close()
        except BaseException as error:
            self.failed.append(error)

    def _film(self, browser: Any) -> None:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(CAMERA)
        page = context.new_page()
        page.goto(self.address)
        page.click("#begin")
        is_away = False
        shown: tuple[Image | None, bool] = None, False
        while not self.ends.is_set():
            if self.is_away != is_away:
                is_away = self.is_away
                context.set_offline(is_away)
            frame = self.source.read(0.1)
            latest, was_turned = (frame.image if frame is not None else shown[0]), self.is_turned
            if latest is not None and (frame is not None or was_turned != shown[1]):
                shown = (latest, was_turned)
                page.evaluate("address => __table.show(address)", _address(latest, was_turned))
            self.seen = page.evaluate("() => ({ ...document.getElementById('main').dataset })")


def _address(image: Image, is_turned: bool) -> str:
    turned = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE) if is_turned else image
    _, data = cv2.imencode(".jpg", np.asarray(turned), [cv2.IMWRITE_JPEG_QUALITY, 97])
    return f"data:image/jpeg;base64,{base64.b64encode(bytes(data)).decode()}"


@pytest.fixture
def by_phone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[Evening, PhoneAbove]]:
    """An evening whose pictures come from a phone."""
    rendered: list[FrameSource] = []
    inbox = PhoneInbox()

    def maker(config: Any, voice: Any, table: Any, *_: object) -> Any:
        make = camera_maker(config, voice, table)
        assert make is not None
        rendered.append(make())
        return lambda: PhoneSource(inbox)

    def eye_of(parts: Any) -> PhoneEye:
        return PhoneEye(parts.journal, inbox, parts.clock, parts.eye.glance, (1920, 1080))

    monkeypatch.setattr(building, "camera_maker", maker)
    monkeypatch.setattr(page_doors, "_phone_eye", eye_of)
    evening = Evening.start(evening_config(tmp_path, 4, SEED), SEED)
    service = evening.service
    offer = service.pages.eye.eye_offer(HOST, EyePlace.TABLE)
    assert isinstance(offer, EyeOffer)
    phone = PhoneAbove(f"http://127.0.0.1:{service.port_number}/eye#{offer.secret}", rendered[0])
    phone.start()
    try:
        wait_until(lambda: service.eye is not None and service.eye.is_calibrated, what="the phone sees the mat")
        yield evening, phone
    finally:
        phone.end()
        service.stop()


def test_a_card_is_played_by_phone_after_a_dead_spot_and_turned_by_a_quarter(
    by_phone: tuple[Evening, PhoneAbove],
) -> None:
    evening, phone = by_phone

    told = notices(evening)
    phone.is_away = True
    wait_until(lambda: any("phone that is the camera is silent" in text for text in told), what="its silence is told")
    phone.is_away = False
    wait_until(lambda: "The camera works again." in told, what="its return is told")
    phone.is_turned = True
    wait_until(phone.stands, what="pictures that are higher than wide")
    evening.play(300.0, lambda _: evening.dragged >= 1)
    state = evening.service.pages.eye.eye_host(HOST, EyePlace.TABLE)
    assert state is not None
    assert state.here


@pytest.mark.soak
def test_a_whole_evening_by_phone(by_phone: tuple[Evening, PhoneAbove]) -> None:
    evening, _ = by_phone
    last = evening.play(3600.0, lambda packet: bool(packet["result"]))
    assert last["result"]["winners"]
    assert evening.dragged > 40
    state = evening.service.pages.eye.eye_host(HOST, EyePlace.TABLE)
    assert state is not None
    print(f"{state.stills} pictures, {state.sent_mb} MB for {evening.dragged} cards laid")
