"""The phones and screens of the load bench: a process of its own, so that reading costs the service nothing.

    python -m bench._load_readers <plan as JSON>         started by `bench.load_bench`

Each reader is a raw connection from an address of its own. What it received goes into a file as JSON: for each reader
the times (s, of the machine's one clock) at which it first had an edition, by the edition's number.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

LOOK_S = 1.0  # how often an ordinary page is opened meanwhile
HELLO_S = 60.0
_LIMIT_BYTES = 4_000_000
_EDITION = re.compile(rb"id: \w+\.(\d+)\n")


@dataclass(frozen=True)
class Plan:
    """What to do: which players' phones (by the cookies that they hold) and how many spectators, for how long.
    `told`: the file for what they found. `bare`: the server is the peer, which admits as many as come."""

    port: int
    cookies: list[str]
    spectators: int
    seconds: float
    told: str
    bare: bool


@dataclass
class Seen:
    """What one reader received: (number of the edition, time) and bytes."""

    editions: list[tuple[int, float]] = field(default_factory=list)
    received_bytes: int = 0

    def note(self, data: bytes) -> None:
        """A packet came."""
        found = _EDITION.search(data)
        if found and (not self.editions or self.editions[-1][0] != int(found[1])):
            self.editions.append((int(found[1]), time.monotonic()))


@dataclass
class Told:
    """Everything that the readers found."""

    readers: list[Seen] = field(default_factory=list)
    page_ms: list[float] = field(default_factory=list)
    refused: bool = False  # one stream more than there are places got a 503
    began_s: float = 0.0
    ended_s: float = 0.0


class Line:
    """One connection of a browser."""

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._source = f"127.0.1.{number + 1}"
        self.cookie = ""
        self.seen = Seen()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection, new if there is none."""
        if self._streams is None:
            local = (self._source, 0)
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._plan.port, local_addr=local, limit=_LIMIT_BYTES
            )
        return self._streams

    def close(self) -> None:
        """Lets go of it."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def ask(self, path: str) -> tuple[int, bytes]:
        """A whole answer: status and body."""
        reader, writer = await self.open()
        writer.write(self._request(path))
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        data = await reader.readexactly(int(length[1])) if length else await self._chunks(reader)
        self.seen.received_bytes += len(head) + len(data)
        if cookie := re.search(rb"set-cookie: ([^;]+)", head, re.IGNORECASE):
            self.cookie = cookie[1].decode()
        if b"connection: close" in head.lower():
            self.close()
        return int(head.split(b" ", 2)[1]), data

    async def stream(self) -> int:
        """The live stream, read to its end; gives its status."""
        reader, writer = await self.open()
        writer.write(self._request("/events"))
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        if status != 200:
            return status
        try:
            while True:
                size = int(await reader.readline() or b"0", 16)
                if not size:
                    return status
                chunk = await reader.readexactly(size + 2)
                self.seen.received_bytes += len(chunk) + 6
                self.seen.note(chunk)
        except (asyncio.IncompleteReadError, ConnectionError):
            return status

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        data = b""
        while size := int(await reader.readline(), 16):
            data += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
        return data

    def _request(self, path: str) -> bytes:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", *([f"Cookie: {self.cookie}"] if self.cookie else [])]
        return "\r\n".join([*lines, "", ""]).encode()


async def sign_on(plan: Plan, number: int) -> Line:
    """A reader with a session: a player's, or a spectator's."""
    line = Line(plan, number)
    if number < len(plan.cookies):
        line.cookie = plan.cookies[number]
    else:
        await line.ask("/table")
        line.close()
        line.seen = Seen()
    return line


async def open_pages(line: Line, told: Told) -> int:
    """Somebody who opens an ordinary page each second."""
    while True:
        await asyncio.sleep(LOOK_S)
        began_s = time.monotonic()
        status, _ = await line.ask("/table")
        line.close()
        assert status == 200
        told.page_ms.append(1000 * (time.monotonic() - began_s))


async def main(plan: Plan) -> None:
    """Reads for the planned time, and says "reading" when everybody does."""
    lines = [await sign_on(plan, n) for n in range(len(plan.cookies) + plan.spectators)]
    guest = await sign_on(plan, len(lines))
    told = Told()
    tasks = [asyncio.ensure_future(line.stream()) for line in lines]
    end_s = time.monotonic() + HELLO_S
    while not all(line.seen.editions for line in lines):
        assert time.monotonic() < end_s, "not every reader got its first packet"
        await asyncio.sleep(0.05)
    if not plan.bare:
        told.refused = await guest.stream() == 503
        guest.close()
    for line in lines:
        line.seen.received_bytes = 0
    tasks.append(asyncio.ensure_future(open_pages(guest, told)))
    print("reading", flush=True)
    told.began_s = time.monotonic()
    done, _ = await asyncio.wait(tasks, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
    told.ended_s = time.monotonic()
    for task in done:
        raise SystemExit(f"a reader was cut off: {task.exception() or task.result()}")
    for task in tasks:
        task.cancel()
    told.readers = [line.seen for line in lines]
    Path(plan.told).write_text(json.dumps(asdict(told)))


def told_in(file: Path) -> Told:
    """What this process found."""
    found: dict[str, Any] = json.loads(file.read_text())
    readers = [Seen([(n, at) for n, at in one["editions"]], one["received_bytes"]) for one in found.pop("readers")]
    return Told(readers=readers, **found)


if __name__ == "__main__":
    asyncio.run(main(Plan(**json.loads(sys.argv[1]))))
