"""Live streams: each carries what its reader may see, and ends when the reader may see it no more."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.attacks.ring import SEATED, Answer, Ring, Who
from web.pages.join.views import PeopleAct, PeopleCommand
from web.views import Role, Session

HOST = Session(Role.HOST)
PATH = "/events"


@dataclass
class Stream:
    """An open line; `whole` is everything that came over it."""

    line: socket.socket
    whole: bytes = b""

    def packets(self, count: int) -> list[dict[str, Any]]:
        """The packets of so far, at least so many, or all when the stream has ended."""
        while True:
            found = [json.loads(part.partition(b"\n")[0]) for part in self.whole.split(b"event: packet\ndata: ")[1:]]
            if len(found) >= count and self.whole.endswith(b"\n\r\n"):
                return found
            piece = self.line.recv(65_536)
            if not piece:
                return found
            self.whole += piece

    def until_the_end(self) -> bytes:
        """Everything until the other side closes."""
        while piece := self.line.recv(65_536):
            self.whole += piece
        return self.whole


@contextmanager
def stream(table: Ring, who: Who, query: str = "", **more: str) -> Iterator[Stream]:
    """This one's stream."""
    headers = {**table.headers_of(who), **{name.replace("_", "-"): text for name, text in more.items()}}
    lines = [f"GET {PATH}{query} HTTP/1.1", *(f"{name}: {text}" for name, text in headers.items())]
    with closing(socket.create_connection(("127.0.0.1", table.port), 10)) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        yield Stream(line)


def clean(table: Ring, who: Who, opened: Stream) -> None:
    assert table.leaks(who, PATH, Answer(200, (), opened.whole)) == []


@pytest.mark.parametrize("who", [*SEATED, Who.SPECTATOR, Who.HOST])
@pytest.mark.parametrize("asked", ["", "?seat=1&reader=1&as=host"])
def test_a_stream_is_its_readers_own(table: Ring, who: Who, asked: str) -> None:
    with stream(table, who, asked, Last_Event_ID="1:1:seat-1", X_Seat="1") as opened:
        packet = opened.packets(1)[0]
        assert packet["seat"] == (who.seats[0] if who.seats else None)
        clean(table, who, opened)


@pytest.mark.parametrize("who", [Who.NOBODY, Who.KICKED])
def test_no_stream_for_a_stranger(table: Ring, who: Who) -> None:
    answer = table.ask(who, PATH)
    assert answer.status == 403
    assert "data:" not in answer.text


def test_a_kicked_phone_hears_nothing_more(own_table: Ring) -> None:
    table = own_table
    with stream(table, Who.SEAT_1) as opened:
        opened.packets(1)
        so_far = len(opened.whole)
        table.service.pages.people.people(HOST, PeopleCommand(PeopleAct.KICK, seat=1))
        rest = opened.until_the_end()[so_far:]
        assert b"RED-5" not in rest
        assert b"Red 5" not in rest
    answer = table.ask(Who.SEAT_1, PATH)
    assert answer.status == 403


def test_a_phone_that_shows_another_seat_hears_of_that_one(own_table: Ring) -> None:
    table = own_table
    with stream(table, Who.TWO_SEATS) as opened:
        assert opened.packets(1)[0]["seat"] == 2
        assert table.ask(Who.TWO_SEATS, "/api/seat/switch", {"seat": 3}).status == 200
        for packet in _packets(opened.until_the_end()):
            assert packet["seat"] == 2, "the old stream ends and never tells of the other seat"
    with stream(table, Who.TWO_SEATS) as opened:
        assert opened.packets(1)[0]["seat"] == 3


def _packets(whole: bytes) -> list[dict[str, Any]]:
    return [json.loads(part.partition(b"\n")[0]) for part in whole.split(b"event: packet\ndata: ")[1:]]


def test_an_undo_shows_nobody_what_was_played_in_secret(own_table: Ring) -> None:
    """What was taken back stays legible, and no more of it than before."""
    table = own_table
    with stream(table, Who.SPECTATOR) as opened:
        opened.packets(1)
        body = {"key": "play:RED-1", "version": 0, "request": "the only one"}
        assert table.ask(Who.SEAT_0, "/api/answer", body).status == 200
        opened.packets(2)  # of what follows quickly a stream carries only the newest
        assert table.ask(Who.HOST, "/api/host", {"act": "undo", "reason": "a slip"}).status == 200
        opened.packets(3)
        assert b"BLU-2" not in opened.whole
        assert b"Red 5" not in opened.whole
