"""A real service on a real port with people of every kind around it, known secrets planted, its state watched."""

from __future__ import annotations

import http.client
import json
import secrets
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.journal.journal import Journal
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, CodeShown, Config
from hardware.types import SpeechSink
from rules.engine.entries import Header, Position
from rules.engine.types import PieceId, Seat
from tests.companion.high_card import HIGH_CARD
from web.pages.join.views import JoinWish
from web.views import Joined, Role, Session

COOKIE = "tabletop_companion"
PIN = "47118153"
WIFI = "wifi-password-heron-61"
HANDS = {0: ("RED-1", "BLU-2"), 1: ("RED-5", "BLU-6"), 2: ("RED-3", "BLU-4"), 3: ("RED-4", "BLU-1")}
NAMES = {0: "Ada", 1: "Bea", 2: "Cyd", 3: "Dot"}
COMMON_PATHS = ("/lookup", "/static/")
"""What anybody may read of the whole box: which cards there are, never where one is."""
OWN_WORDS = "/api/notes"
"""Where a seat reads what it has written itself, which may be the name of any card."""
HOST_PATHS = (
    "/api/host",
    "/api/pieces",
    "/api/looks",
    "/api/prints",
    "/host/pieces",
    "/host/looks",
    "/api/hosting/companion.db",
    "/api/hosting/copies",
)


class Who(Enum):
    """Everybody around the table, and some who are not."""

    NOBODY = "nobody"
    SPECTATOR = "spectator"
    SEAT_0 = "seat 0"
    SEAT_1 = "seat 1"
    TWO_SEATS = "seats 2 and 3 on one phone"
    HOST = "host"
    KICKED = "kicked"

    @property
    def seats(self) -> tuple[int, ...]:
        """What this one holds; the first is the one that the phone shows."""
        return {Who.SEAT_0: (0,), Who.SEAT_1: (1,), Who.TWO_SEATS: (2, 3)}.get(self, ())


SEATED = (Who.SEAT_0, Who.SEAT_1, Who.TWO_SEATS)
UNSEATED = (Who.NOBODY, Who.SPECTATOR, Who.KICKED)


@dataclass(frozen=True)
class Answer:
    """What came back. `took_s` is the time of the whole exchange."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def text(self) -> str:
        """The body, readable."""
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def sentence(self) -> str:
        """The one sentence of an answer."""
        value = self.json
        return str(value.get("sentence") or value["reply"]["sentence"])

    def header(self, name: str) -> str:
        """The first header of that name; empty without one."""
        return next((text for key, text in self.headers if key.lower() == name.lower()), "")


@dataclass
class Ring:
    """The service, the cookie and the page's token of everybody, and what each of them keeps secret."""

    service: Service
    tokens: dict[Who, str] = field(default_factory=dict)
    csrf: dict[Who, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    _address: Iterator[int] = field(default_factory=lambda: count(1), repr=False)
    _looking: sqlite3.Connection | None = field(default=None, repr=False)
    _read: tuple[int, tuple[str, ...]] = field(default=(-1, ()), repr=False)

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        return self.service.port_number

    @property
    def here(self) -> str:
        return f"127.0.0.1:{self.port}"

    def new_address(self) -> str:
        """Another address of this machine, so that limits by address do not stand in the way of a test."""
        n = next(self._address)
        return f"127.{1 + n // 62_500 % 250}.{1 + n // 250 % 250}.{1 + n % 250}"

    def headers_of(self, who: Who, *, post: bool = False) -> dict[str, str]:
        """What this one's browser sends."""
        headers = {"Host": self.here}
        if who in self.tokens:
            headers["Cookie"] = f"{COOKIE}={self.tokens[who]}"
        if post:
            headers |= {"Origin": f"http://{self.here}", "Content-Type": "application/json"}
            headers["X-CSRF-Token"] = self.csrf.get(who, "none")
            if who.seats:
                headers["X-Seat"] = str(who.seats[0])
        return headers

    def ask(
        self,
        who: Who,
        path: str,
        value: object = None,
        *,
        method: str = "",
        source: str = "",
        changed: Mapping[str, str | None] = MappingProxyType({}),
        **more: str | None,
    ) -> Answer:
        """A request as this one's browser sends it: GET, or POST with a body. `changed` and `more`: headers that are
        other than usual, `_` for `-`; None leaves one out."""
        is_post = value is not None or method == "POST"
        headers = self.headers_of(who, post=is_post)
        for key, text in (*changed.items(), *more.items()):
            name = key.replace("_", "-")
            headers = {k: v for k, v in headers.items() if k.lower() != name.lower()}
            if text is not None:
                headers[name] = text
        body = value if isinstance(value, bytes) else b"" if value is None else json.dumps(value).encode()
        return self.send(method or ("POST" if is_post else "GET"), path, headers, body, source)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"", source: str = "") -> Answer:
        """A request, every header of which is given, over a connection of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, 15, (source or self.new_address(), 0))
        line.connect()
        with closing(line):
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, text in headers.items():
                line.putheader(name, text.encode("latin-1"))
            if body or method == "POST":
                line.putheader("Content-Length", str(len(body)))
            line.putheader("Connection", "close")
            line.endheaders(body or None)
            response = line.getresponse()
            return Answer(response.status, tuple(response.getheaders()), response.read())

    def raw(self, *parts: bytes) -> bytes:
        """Bytes as they are over a line, and what came back until the other side closed or had no more to say."""
        with closing(socket.create_connection(("127.0.0.1", self.port), 10)) as line:
            line.settimeout(3)
            found = b""
            try:
                for part in parts:
                    line.sendall(part)
                while piece := line.recv(65_536):
                    found += piece
            except (ConnectionResetError, TimeoutError):
                pass  # cut off in the middle of nonsense, or still waiting for the rest of it
            return found

    # -- watching ----------------------------------------------------------------------------------------------------

    def state(self) -> tuple[object, ...]:
        """Everything that a request could change, to be compared: the file, who waits, where pieces lie."""
        service = self.service
        assert service.table is not None
        claims = [(c.seat, c.name, c.state) for c in service.joining.waiting()]
        lying = sorted((b.ident, b.on_mat, b.hand, b.face_up, round(b.x_mm), round(b.y_mm)) for b in _bodies(service))
        folder = service.config.data.path
        # copies come by themselves, and the certificate for https when it is first asked for
        names = (path.name for path in folder.rglob("*") if path.parent.name != "https")
        names = (name for name in names if not name.lstrip(".").startswith(("daily-", "copy-")))
        files = sorted(name for name in names if not name.endswith(("-wal", "-shm", "-journal", "backups", "https")))
        log = service.referee.match.log
        return (len(log), repr(log[-1:]), self.rows(), claims, lying, files)

    def hidden(self, reader: Who) -> set[str]:
        """The names of cards in hands that are not this reader's."""
        state = self.service.referee.match.state
        hands = (p for p in state.piles.values() if p.key.startswith("hand/") and p.owner not in reader.seats)
        held = {str(slot.piece) for pile in hands for slot in pile.slots if isinstance(slot.piece, PieceId)}
        titles = {self.service.voice.faces[PieceId(piece)].title for piece in held}
        return held | titles

    def secrets_from(self, reader: Who) -> dict[str, str]:
        """Every planted secret that this reader must never be sent, by what it is."""
        found = {f"note of seat {seat}": text for seat, text in self.notes.items() if seat not in reader.seats}
        found |= {f"cookie of {who.value}": token for who, token in self.tokens.items()}
        found |= {f"page token of {who.value}": one for who, one in self.csrf.items() if who is not reader}
        found |= {"PIN": PIN, "Wi-Fi password": WIFI}
        if reader is not Who.HOST:
            found["join code"] = self.service.joining.code
        return found

    def leaks(self, reader: Who, path: str, answer: Answer) -> list[str]:
        """Which secrets an answer told somebody who must not know them."""
        whole = answer.text + "\n" + "\n".join(f"{name}: {text}" for name, text in answer.headers)
        if reader is Who.HOST and path.startswith(HOST_PATHS[-2:]):
            return []  # a whole copy of the journal is meant for whoever owns the machine
        found = [what for what, secret in self.secrets_from(reader).items() if secret in whole]
        if not path.startswith((*COMMON_PATHS, OWN_WORDS)) and not (reader is Who.HOST and path.startswith(HOST_PATHS)):
            found += [f"card {name}" for name in sorted(self.hidden(reader)) if name in whole]
        return found

    def rows(self) -> tuple[str, ...]:
        """Everything in the journal's file but the times at which phones were seen. Read again only when it changed."""
        version = self._file().execute("PRAGMA data_version").fetchone()[0]
        if version != self._read[0]:
            self._read = (version, rows(self._file()))
        return self._read[1]

    def csrf_is_stale(self, who: Who) -> bool:
        """Whether this one has lost its session."""
        found = self.service.pages.people.session(self.tokens[who])
        return found is None or found.csrf != self.csrf[who]

    def open_the_spectator(self) -> None:
        """The spectator comes in anew."""
        opened = self.service.pages.people.open_session()
        self.tokens[Who.SPECTATOR], self.csrf[Who.SPECTATOR] = opened.token, opened.session.csrf

    def close(self) -> None:
        """Looks at the file no more."""
        if self._looking is not None:
            self._looking.close()

    def _file(self) -> sqlite3.Connection:
        if self._looking is None:
            address = f"file:{self.service.config.data.journal_path}?mode=ro"
            self._looking = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        return self._looking

    def sit_down_again(self) -> None:
        """Everybody has the place again that is theirs."""
        _people(self)


def rows(db: sqlite3.Connection) -> tuple[str, ...]:
    """Everything in a database but the times at which phones were seen."""
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    found = []
    for table in tables:
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "seen_utc"]
        found += [f"{table}: {row}" for row in db.execute(f"SELECT {', '.join(names)} FROM {table}")]
    return tuple(sorted(found))


@contextmanager
def ring(folder: Path, **web: Any) -> Iterator[Ring]:
    """A table of four in the middle of a trick, everybody's hands known."""
    base = Config()
    served = replace(base.web, show_code=CodeShown.OFF)
    config = replace(
        base,
        table=replace(base.table, players=4, seed=3, names=tuple(NAMES.values())),
        camera=replace(base.camera, px_per_mm=1.2),
        web=replace(served, port=0, host="127.0.0.1", host_pin=PIN, wifi_name="Home", wifi_password=WIFI, **web),
        data=replace(base.data, directory=str(folder / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF, speed=100.0),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )
    start = Position({f"hand/{seat}": cards for seat, cards in HANDS.items()}, phase="trick", turn=0)
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(Header("high_card", 4, {}, start), "High Card")
    service = build(config, HIGH_CARD)
    try:
        service.start()
        made = Ring(service)
        _people(made)
        try:
            yield made
        finally:
            made.close()
    finally:
        service.stop()


def seat_somebody(service: Service, seats: tuple[int, ...], session: Session, token: str) -> Joined:
    """These seats on one phone, the first of them shown."""
    joined = Joined(token, session)
    for seat in (*seats[1:], seats[0]):
        if seat in joined.session.seats:
            continue
        wish = JoinWish(NAMES[seat], seat, service.joining.code, also=True)
        done = service.pages.people.join(joined.session, joined.token, wish)
        assert isinstance(done, Joined), done
        joined = done
    return joined


def _people(ring: Ring) -> None:
    service, pages = ring.service, ring.service.pages
    for seat in NAMES:
        service.seating.kick(seat)
    gone = pages.people.open_session()
    kicked = seat_somebody(service, (3,), gone.session, gone.token)
    service.seating.kick(3)
    joined = {Who.SPECTATOR: pages.people.open_session(), Who.KICKED: kicked}
    for who in SEATED:
        opened = pages.people.open_session()
        joined[who] = seat_somebody(service, who.seats, opened.session, opened.token)
    opened = pages.people.open_session()
    host = pages.people.become_host(opened.session, opened.token, PIN)
    assert isinstance(host, Joined)
    joined[Who.HOST] = host
    ring.tokens = {who: one.token for who, one in joined.items()}
    ring.csrf = {who: one.session.csrf for who, one in joined.items()}
    for seat in NAMES:
        ring.notes[seat] = ring.notes.get(seat) or f"note-{seat}-{secrets.token_hex(6)}"
        session = Session(Role.SEAT, seat, seats=(seat,))
        assert pages.match.keep_seat_notes(session, ring.notes[seat]).ok
    assert service.publisher.wait_for(lambda: all(p.joined for p in service.publisher.packet(Seat(0)).players), 10.0), (
        "everybody is seen at the table"
    )


def _bodies(service: Service) -> Any:
    assert service.table is not None
    return service.table.bodies()
