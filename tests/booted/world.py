"""What the checks share: the machine, the people at its table, and what they expect to find again."""

from __future__ import annotations

import http.cookiejar
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.booted.box import Box, Failed, wait_for
from tests.booted.pictures import HEIGHT, WIDTH, Mat, yuyv
from tests.evenings.phone import NoAnswer, Phone

GAME, NAMES, PIN = "chronicle", ("Anna", "Ben", "Cara", "Dan"), "471147"  # as many as without settings
SEAT_BUTTONS, SEAT_LIGHTS = (5, 6, 12, 20), (17, 22, 23, 24)
CONFIRM, UNDO, PAUSE = 13, 19, 16
STATE = "/var/lib/companion"
PICTURE = "/var/lib/table/picture"
SETTLE_S = 60.0
"""So long the table may take to notice something. On a real Pi it is a second."""
START_S = 240.0


@dataclass
class World:
    """One machine and four people with phones, and a host."""

    box: Box
    folder: Path
    mat: Mat = field(default_factory=lambda: Mat(GAME, len(NAMES)))

    # -- people ------------------------------------------------------------------------------------------------------

    @cached_property
    def phones(self) -> list[Phone]:
        """The players' phones and, last, the host's; signed on before, if they were."""
        return [self._phone(name) for name in (*NAMES, "host")]

    @property
    def host(self) -> Phone:
        return self.phones[-1]

    def _phone(self, name: str) -> Phone:
        jar = http.cookiejar.LWPCookieJar(str(self.folder / f"{name}.cookies"))
        phone = Phone(self.box.page, jar)
        if Path(str(jar.filename)).is_file():
            jar.load(ignore_discard=True)
        return phone

    def at_the_page(self) -> None:
        """The phones find the machine, whose port on this host is another one after every boot."""
        page = self.box.page
        for phone, path in zip(self.phones, (*("/seat",) * len(NAMES), "/host"), strict=True):
            phone.base = page
            wait_for(lambda phone=phone, path=path: _opened(phone, path), START_S, f"the page {path}")  # type: ignore[misc]

    def sign_on(self) -> None:
        """Everybody takes a seat; the host gives the PIN."""
        for seat, phone in enumerate(self.phones[:-1]):
            phone.open("/join")
            answer = phone.post("/api/join", {"code": "", "name": NAMES[seat], "seat": seat})
            if answer.get("next") != "/seat":
                raise Failed(f"{NAMES[seat]} does not get a seat: {answer}")
        self.host.open("/host")
        answer = self.host.post("/api/become-host", {"pin": PIN})
        if not answer.get("reply", {}).get("ok"):
            raise Failed(f"the host is not let in: {answer}")
        self.at_the_page()
        for phone in self.phones:
            assert isinstance(phone.jar, http.cookiejar.LWPCookieJar)
            phone.jar.save(ignore_discard=True)

    # -- looking -----------------------------------------------------------------------------------------------------

    def packet(self, seat: int = -1) -> dict[str, Any]:
        """What this phone shows now (the host's by default)."""
        return self.phones[seat].packet()

    def asks(self) -> str:
        """The kind of question that the table waits for; empty when it waits for none."""
        question = self.packet()["question"]
        return "" if question is None else str(question["kind"])

    def wait_until_asked(self, kind: str, within_s: float = SETTLE_S) -> None:
        """Until the table asks this."""
        wait_for(lambda: self.asks() == kind, within_s, f"the question '{kind}', but", self.asks)

    def stand(self) -> str:
        """Where the match stands, for everybody: what has to be the same after a crash."""
        packets = [self.packet(seat) for seat in range(len(self.phones))]
        kept = ("version", "tracks", "piles", "question", "result", "seat")
        return json.dumps([{part: packet[part] for part in kept} for packet in packets], sort_keys=True)

    def answers(self) -> bool:
        """Whether the service serves its pages."""
        try:
            return Phone(self.box.page).get("/healthz") != ""
        except (NoAnswer, Failed):
            return False

    def wait_for_page(self, within_s: float = START_S) -> None:
        """Until the pages are served."""
        wait_for(self.answers, within_s, "a page")

    # -- acting ------------------------------------------------------------------------------------------------------

    def lay(self, *lying: tuple[str, str]) -> None:
        """These cards lie before the camera: (piece, spot) each."""
        self.box.write(PICTURE, yuyv(self.mat.picture(*lying)))

    def service(self, *what: str) -> dict[str, str]:
        """What systemd knows of the service."""
        names = " ".join(f"-p {name}" for name in what)
        lines = self.box.must(f"systemctl show companion {names}").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)


def _opened(phone: Phone, path: str) -> bool:
    try:
        return 'name="csrf"' in phone.open(path)
    except NoAnswer:
        return False


SETTINGS = f"""[table]
game = "{GAME}"
players = {len(NAMES)}

[camera]
source = "/dev/video0"
width = {WIDTH}
height = {HEIGHT}

[hardware]
pins = "lgpio"
seat_buttons = {list(SEAT_BUTTONS)}
seat_lights = {list(SEAT_LIGHTS)}
confirm_button = {CONFIRM}
undo_button = {UNDO}
pause_button = {PAUSE}

[web]
host_pin = "{PIN}"
joining = "open"

[play]
autoplay = "off"
start = "at_once"
window_limit_s = 0
"""
