"""The people of the memory bench: phones, a television and /virtual pages, which ask for what their pages ask for."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import secrets
import threading
from dataclasses import dataclass, field
from random import Random
from typing import Any

_CSRF = re.compile(r'<meta name="csrf" content="([^"]*)">')
_FILE = re.compile(r'(?:src|href)="(/static/[^"]+)"')
_PAUSE_S = 0.5  # between two questions of a page, as in core/camera.js
_AGAIN_S = 2.0
_WITHIN_S = 60.0


@dataclass
class Evening:
    """What everybody at the table shares: when it ends, how often they tap, and what went wrong."""

    port: int
    pause_s: float = 1.0  # of a phone, between two looks at what it may answer
    over: threading.Event = field(default_factory=threading.Event)
    packets: int = 0
    taps: int = 0
    matches: int = 0
    failures: list[str] = field(default_factory=list)


class Guest:
    """One browser with an address of its own: its page, its live line, and a thread that does what the page does."""

    def __init__(self, evening: Evening, number: int, page: str) -> None:
        self._evening = evening
        self._source = (f"127.0.2.{number + 1}", 0)
        self._page = page
        self._cookie = self._csrf = ""
        self._news = threading.Event()
        self._random = Random(number)
        self.packet: dict[str, Any] = {}
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._listen, self._look)]

    def open(self, page: str) -> None:
        """Loads a page with all that belongs to it."""
        text = self.ask(page)[1].decode()
        if found := _CSRF.search(text):
            self._csrf = found[1]
        for path in dict.fromkeys(_FILE.findall(text)):
            self.ask(path)

    def ask(self, path: str, value: object = None) -> tuple[int, bytes]:
        """Status and body of a page, or of a command when there is a `value`; 0 while nobody answers."""
        line = http.client.HTTPConnection("127.0.0.1", self._evening.port, _WITHIN_S, self._source)
        headers = {"Cookie": self._cookie, "X-CSRF-Token": self._csrf, "Content-Type": "application/json"}
        try:
            line.request(
                "GET" if value is None else "POST", path, None if value is None else json.dumps(value), headers
            )
            answer = line.getresponse()
            self._cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0] or self._cookie
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            line.close()

    def start(self) -> None:
        """Opens its page, and goes on until the evening is over."""
        self.open(self._page)
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Waits until it has left."""
        for thread in self._threads:
            thread.join(_WITHIN_S)

    def act(self) -> None:
        """What its page asks for when there is news, and now and then."""

    def _listen(self) -> None:
        """The live line, opened again when it breaks, as browsers do."""
        while not self._evening.over.is_set():
            line = http.client.HTTPConnection("127.0.0.1", self._evening.port, _WITHIN_S, self._source)
            with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                line.request("GET", "/events", headers={"Cookie": self._cookie})
                answer = line.getresponse()
                if answer.status != 200:
                    self._evening.failures.append(f"{self._page}: the live line was refused with {answer.status}")
                while answer.status == 200 and not self._evening.over.is_set() and (row := answer.readline()):
                    if row.startswith(b"data: {") and b'"version"' in row:
                        self.packet = json.loads(row[6:])
                        self._evening.packets += 1
                        self._news.set()
            self._evening.over.wait(_AGAIN_S)

    def _look(self) -> None:
        while not self._evening.over.wait(_PAUSE_S):
            self._news.wait(_AGAIN_S)
            self._news.clear()
            self.act()


class Television(Guest):
    """The table screen: the camera's picture, and the scores of the evening."""

    def act(self) -> None:
        self.ask("/camera.jpg")
        if self.packet.get("result"):
            self.ask("/scores")


class Virtual(Guest):
    """A page of the virtual table: pieces and picture."""

    def act(self) -> None:
        self.ask("/api/virtual")
        self.ask("/camera.jpg")


class Phone(Guest):
    """A player's phone. It taps something that is allowed, and says by chance what dice show. With `hands` it also
    deals and lays on the virtual table what the to-do list says."""

    def __init__(self, evening: Evening, number: int, code: str, hands: bool = False) -> None:
        super().__init__(evening, number, "/seat")
        self._code = code
        self._hands = hands

    def start(self) -> None:
        self.open("/join")
        number = int(self._source[0].rpartition(".")[2])
        wish = {"name": f"Player {number}", "seat": number - 1, "code": self._code}
        status, body = self.ask("/api/join", wish)
        if status != 200:
            raise SystemExit(f"a phone could not join ({status}): {body.decode()}")
        super().start()

    def act(self) -> None:
        if self._hands:
            deals = (self.packet.get("question") or {}).get("kind") == "deal"
            self.ask("/api/virtual", {"act": "deal" if deals else "tidy"})
        key = self._answer(self.packet.get("question") or {})
        if not key or self.packet.get("result") or self._evening.over.wait(self._evening.pause_s):
            return
        tap = {"key": key, "version": self.packet["version"], "request": secrets.token_hex(8)}
        self._evening.taps += self.ask("/api/answer", tap)[0] == 200

    def _answer(self, question: dict[str, Any]) -> str:
        if question.get("yours") and question.get("dice"):
            return "-".join(str(self._random.randint(1, die["sides"])) for die in question["dice"])
        options = question.get("options", ())
        allowed = [option["key"] for option in options if not (option.get("why_not") or option.get("aside"))]
        return self._random.choice(allowed) if allowed else ""


class Host(Guest):
    """The host, who begins the next match when one is over."""

    def __init__(self, evening: Evening, number: int, pin: str) -> None:
        super().__init__(evening, number, "/host")
        self._pin = pin

    def start(self) -> None:
        self.open("/")
        status, body = self.ask("/api/become-host", {"pin": self._pin})
        if status != 200:
            raise SystemExit(f"the host could not sign on ({status}): {body.decode()}")
        super().start()

    def act(self) -> None:
        if self.packet.get("result"):
            self._evening.matches += self.ask("/api/host", {"act": "new_match"})[0] == 200
