"""A phone above the table beside a camera on a cable, on the same pictures in the same run.

    python -m bench.phone_bench [--quick]

A service plays Chronicle with what a page in headless Chromium films, and a second eye is given each picture at once,
ten times a second, as a USB camera gives them. *Card laid to packet*: from the first picture that shows the card (on
the page's canvas; in the second eye's hands) to the packet that a phone is sent; what comes after the eye is the
service's own for both. *A still table*: noise and nothing else. Processor time is that of all of Chromium's processes,
the fake camera's drawing included, and of the service's threads without those that render. On a machine that does other
work the page is late, and the figure says nothing of a phone.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from bench._watched import Usage, usage
from companion.camera.phone_eye import PhoneEye
from companion.prints.mat_plan import mat_layout
from companion.service import building, page_doors
from companion.service.cameras import camera_maker
from rules.engine.types import Seat
from tests.evenings.table import Evening, evening_config, wait_until
from tests.evenings.test_phone_camera import HOST, PhoneAbove
from vision import ChangeKind, Eye
from vision.cameras.phone import PhoneInbox, PhoneSource
from vision.types import Frame, FrameSource, Image, TableReport
from web.pages.eye.views import EyeOffer, EyePlace

FPS = 10.0
KEYS_AN_HOUR = 10  # the phone shows a table that lies still as often, whatever happens
ALIVE_BYTES = 900  # a sign of life with its headers, there and back
WANTED_MORE_S, WANTED_MB = 0.2, 8.0
_NEW = 20  # levels by which a place of a small picture has to differ: more than noise
_FRESH_NOISE_S = 1.0  # handing pictures to the fake camera costs the page more than looking at them
_ACTS = {ChangeKind.PLACED, ChangeKind.MOVED}


@dataclass
class Cable:
    """The same pictures as from a camera on a cable: the latest one again and again."""

    name: str = "cable"
    ended: bool = False
    image: Image | None = None
    number: int = 0

    def read(self, timeout_s: float) -> Frame | None:
        time.sleep(1 / FPS)
        if self.image is None:
            return None
        self.number += 1
        return Frame(self.image, time.monotonic(), self.number)

    def close(self) -> None:
        self.ended = True


@dataclass
class Beside:
    """What the phone films is handed to the cable too. `shown_s`: when the phone's page had the latest picture."""

    rendered: FrameSource
    cable: Cable
    name: str = "rendered"
    ended: bool = False
    given_s: float = 0.0
    asked_s: float = 0.0
    _small: np.ndarray | None = None

    def read(self, timeout_s: float) -> Frame | None:
        self.asked_s = time.monotonic()  # the picture before is on the page now
        frame = self.rendered.read(timeout_s)
        if frame is None:
            return None
        small = cv2.resize(np.asarray(frame.image), None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
        is_new = self._small is None or int(cv2.absdiff(small, self._small).max()) > _NEW
        if not is_new and self.asked_s - self.given_s < _FRESH_NOISE_S:
            return None
        self._small, self.cable.image, self.given_s = small, frame.image, time.monotonic()
        return frame

    def close(self) -> None:
        self.rendered.close()


@dataclass
class Times:
    """When each eye told of an act, and when packets went out."""

    here_s: list[float] = field(default_factory=list)  # a picture of the phone has come in
    phone_s: list[float] = field(default_factory=list)
    cable_s: list[float] = field(default_factory=list)
    packet_s: list[float] = field(default_factory=list)

    def clear(self) -> None:
        for times in (self.here_s, self.phone_s, self.cable_s, self.packet_s):
            times.clear()


def noting(times: list[float]) -> Callable[[TableReport], None]:
    def note(report: TableReport) -> None:
        if any(change.kind in _ACTS for change in report.changes):
            times.append(time.monotonic())

    return note


@dataclass
class Table:
    """The evening, its phone, and what was noted of it."""

    evening: Evening
    phone: PhoneAbove
    beside: Beside
    times: Times


@contextmanager
def table(folder: Path) -> Iterator[Table]:
    """An evening by phone, and a second eye on the cable."""
    inbox, times, stop = PhoneInbox(), Times(), threading.Event()
    besides: list[Beside] = []

    def maker(config: object, voice: object, virtual: object, *_: object) -> object:
        make = camera_maker(config, voice, virtual)  # type: ignore[arg-type]
        assert make is not None
        besides.append(Beside(make(), Cable()))
        return lambda: PhoneSource(inbox)

    def eye_of(parts: object) -> PhoneEye:
        return PhoneEye(parts.journal, inbox, parts.clock, parts.eye.glance, (1920, 1080))  # type: ignore[attr-defined]

    for module, name, own in ((building, "camera_maker", maker), (page_doors, "_phone_eye", eye_of)):
        setattr(module, name, own)
    config = evening_config(folder, 4, 1)
    evening = Evening.start(replace(config, camera=replace(config.camera, px_per_mm=2.0)), 1)
    service, beside = evening.service, besides[0]
    assert service.eye is not None
    told, note = service.eye._report, noting(times.phone_s)

    def both(report: TableReport) -> None:
        note(report)
        told(report)

    service.eye._report = both
    taken = inbox.offer

    def offered(picture: bytes) -> None:
        times.here_s.append(time.monotonic())
        taken(picture)

    inbox.offer = offered  # type: ignore[method-assign]
    layout = mat_layout(service.tongues.screens.layout)
    second = Eye(beside.cable, layout, service.tags.registry, None, time.monotonic, noting(times.cable_s))
    looks = threading.Thread(target=second.run, args=(stop,), name="cable")
    looks.start()
    reads = threading.Thread(target=_packets, args=(evening, times), name="reader", daemon=True)
    reads.start()
    offer = service.pages.eye.eye_offer(HOST, EyePlace.TABLE)
    assert isinstance(offer, EyeOffer)
    phone = PhoneAbove(f"http://127.0.0.1:{service.port_number}/eye#{offer.secret}", beside)
    phone.start()
    try:
        wait_until(lambda: service.eye is not None and service.eye.is_calibrated, what="the phone sees the mat")
        yield Table(evening, phone, beside, times)
    finally:
        phone.end()
        stop.set()
        looks.join()
        service.stop()


def _packets(evening: Evening, times: Times) -> None:
    version = -1
    for packet in evening.service.publisher.feed(Seat(0)):
        if packet is not None and packet.version != version:
            version = packet.version
            times.packet_s.append(time.monotonic())


def acts(at: Table, wanted: int) -> list[tuple[float, float, float]]:
    """For each card laid: seconds to the packet by phone, and by cable; and until the phone's picture is here."""
    found: list[tuple[float, float, float]] = []
    evening, beside, times = at.evening, at.beside, at.times
    put = evening.put

    def noted(seat: int, handle: str, spot: str, face_up: bool) -> None:
        times.clear()
        before_s = time.monotonic()
        put(seat, handle, spot, face_up)
        wait_until(lambda: beside.given_s > before_s, what="a picture with the card")
        given_s = beside.given_s
        wait_until(lambda: beside.asked_s > given_s, what="it is on the page")
        shown_s = beside.asked_s
        wait_until(lambda: times.packet_s and times.phone_s and times.cable_s, what="both eyes have told it")
        after_s = times.packet_s[-1] - times.phone_s[-1]
        cable_s = times.cable_s[0] - given_s + max(0.0, after_s)
        found.append((times.packet_s[-1] - shown_s, cable_s, times.here_s[-1] - shown_s))

    evening.put = noted  # type: ignore[method-assign]
    evening.play(1500.0, lambda packet: len(found) >= wanted or bool(packet["result"]))
    return found


def of_threads(names: Callable[[str], bool]) -> float:
    """Processor seconds of this process's threads whose names are wanted."""
    tick_s, spent = 1 / os.sysconf("SC_CLK_TCK"), 0.0
    for thread in threading.enumerate():
        if names(thread.name):
            fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) * tick_s
    return spent


def is_service(name: str) -> bool:
    """Whether a thread is the service's own: neither what renders and drives the page, nor the second eye."""
    return name not in {"MainThread", "phone above", "cable", "reader"}


def pages_cpu_s() -> float:
    """Of everything that this process has started: the driver of the browser, and the browser."""
    return usage(os.getpid()).cpu_s - _own().cpu_s


def _own() -> Usage:
    times = os.times()
    return Usage(cpu_s=times.user + times.system)


def still(at: Table, seconds: float) -> tuple[int, float, float]:
    """A table that lies still: pictures sent, and the shares of a processor of page and service, in percent."""
    state = at.evening.service.pages.eye
    threading.Event().wait(3.0)  # what was laid last has been sent
    before = state.eye_host(HOST, EyePlace.TABLE)
    assert before is not None
    page_s, service_s, began_s = pages_cpu_s(), of_threads(is_service), time.monotonic()
    threading.Event().wait(seconds)
    took_s, after = time.monotonic() - began_s, state.eye_host(HOST, EyePlace.TABLE)
    assert after is not None
    share = 100 / took_s
    return after.stills - before.stills, share * (pages_cpu_s() - page_s), share * (of_threads(is_service) - service_s)


def main() -> int:
    """Prints the figures; 1 when one of them is not as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer cards, a shorter wait")
    is_quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as at:
        rows = acts(at, 6 if is_quick else 30)
        state = at.evening.service.pages.eye.eye_host(HOST, EyePlace.TABLE)
        assert state is not None
        a_still_mb, an_act_mb = state.sent_mb / max(1, state.stills), state.sent_mb / max(1, at.evening.dragged)
        sent, page, service = still(at, 20.0 if is_quick else 120.0)
    by_phone, by_cable, here = (statistics.median(column) for column in zip(*rows, strict=True))
    hour_mb = KEYS_AN_HOUR * a_still_mb + 1800 * ALIVE_BYTES / 1e6
    print(f"card laid to packet, median of {len(rows)}: phone {by_phone:.2f} s, cable {by_cable:.2f} s, ", end="")
    print(f"{1000 * (by_phone - by_cable):+.0f} ms (wanted at most +{1000 * WANTED_MORE_S:.0f})")
    print(f"of that until the phone's picture is here: {here:.2f} s")
    print(f"a picture {1000 * a_still_mb:.0f} kB; an act {1000 * an_act_mb:.0f} kB ({state.stills} pictures)")
    print(f"a still table: {sent} pictures without a cause, {hour_mb:.1f} MB an hour (wanted at most {WANTED_MB:g})")
    print(f"processor while nothing happens: page {page:.0f} %, service {service:.0f} % of one")
    return int(by_phone - by_cable > WANTED_MORE_S or hour_mb > WANTED_MB or sent > 0)


if __name__ == "__main__":
    sys.exit(main())
