"""The taps of the load bench: real answers of the match that goes on, over the real port where a seat gives them."""

from __future__ import annotations

import http.client
import json
import re
import time
from concurrent.futures import Future
from random import Random

from companion.referee.inbox import Dealt, HostSaid
from companion.service.service import Service
from companion.values.verdicts import Verdict
from rules.engine.sampling import pick
from web.pages.host.views import HostAct, HostCommand

WAIT_S = 20.0


class Tapper:
    """Answers what the table asks, by chance, one answer at each call; times those that a phone gives, ms."""

    def __init__(self, service: Service, cookies: list[str], seed: int) -> None:
        self._service = service
        self._random = Random(seed)
        self._phones = [_Phone(service.port_number, cookie) for cookie in cookies]
        self._number = 0
        self.took_ms: list[float] = []

    def tap(self) -> None:
        """One answer, carried out when this returns; a new match where the last one is over."""
        match = self._service.referee.match
        if match.question is None:
            self._say(HostCommand(HostAct.NEW_MATCH))
            return
        answer = pick(match, self._random.randrange)
        if answer.seat is None or answer.cards:
            self._service.inbox.put(Dealt(answer.cards, answer.key, match.version))
            return
        self._number += 1
        body = {"key": answer.key, "version": match.version, "request": f"bench-{self._number:06}"}
        began_s = time.perf_counter()
        self._phones[answer.seat].post("/api/answer", body)
        self.took_ms.append(1000 * (time.perf_counter() - began_s))

    def close(self) -> None:
        """Hangs up."""
        for phone in self._phones:
            phone.close()

    def _say(self, command: HostCommand) -> None:
        reply: Future[Verdict] = Future()
        self._service.inbox.put(HostSaid(command, reply))
        reply.result(WAIT_S)


class _Phone:
    """One player's connection, which stays open."""

    def __init__(self, port: int, cookie: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        self._headers = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
        self._line.request("GET", "/seat", headers=self._headers)
        found = re.search(r'name="csrf" content="([^"]+)"', self._line.getresponse().read().decode())
        if found is None:
            raise SystemExit("the page of a seat has no token for its commands")
        self._headers["X-CSRF-Token"] = found[1]

    def post(self, path: str, value: object) -> None:
        """A command, until its answer is here. SystemExit when it was not taken."""
        self._line.request("POST", path, json.dumps(value).encode(), self._headers)
        answer = self._line.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise SystemExit(f"an answer was not taken: {answer.status} {told[:200]!r}")

    def close(self) -> None:
        """Hangs up."""
        self._line.close()
