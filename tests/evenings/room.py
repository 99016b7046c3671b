"""A running table with its phones, begun from any position: people tap, move pieces and press buttons there."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.journal.journal import Journal
from companion.service.building import build
from companion.service.service import Service
from hardware import FakeFingers
from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.games import game
from tests.evenings.agreeing import misplaced
from tests.evenings.phone import Phone, phone_at
from tests.evenings.table import NAMES, evening_config, wait_until


@dataclass
class Room:
    """The running table and a phone for every seat."""

    service: Service
    phones: list[Phone]

    def packet(self, seat: int = 0) -> dict[str, Any]:
        return self.phones[seat].packet()

    def wait_for(self, kind: str, seat: int) -> dict[str, Any]:
        """The packet of the seat when it is asked this."""

        def asked() -> dict[str, Any] | None:
            packet = self.packet(seat)
            question = packet["question"]
            return packet if question is not None and question["kind"] == kind and question["yours"] else None

        what = f"seat {seat} is asked '{kind}', not {self.packet(seat)['status']}"
        found: dict[str, Any] = wait_until(asked, what=what)
        return found

    def tap(self, seat: int, kind: str, key: str) -> None:
        """An option on the phone."""
        packet = self.wait_for(kind, seat)
        body = {"key": key, "version": packet["version"], "request": secrets.token_hex(8)}
        reply = self.phones[seat].post("/api/answer", body)["reply"]
        assert reply["ok"], (kind, key, reply)

    def in_hand(self, seat: int, piece: str) -> dict[str, Any]:
        """A piece of the own hand whose name begins like this."""
        found: dict[str, Any] = next(
            p for p in self.phones[seat].scene()["pieces"] if p["in_hand"] and p["face"]["piece"].startswith(piece)
        )
        return found

    def put(self, seat: int, piece: dict[str, Any], spot: str, *, face_up: bool = True) -> None:
        """A piece goes to the middle of a place on the mat."""
        place = next(s for s in self.phones[seat].scene()["spots"] if s["name"] == spot)
        move = {"act": "put", "handle": piece["handle"], "x_mm": place["x_mm"], "y_mm": place["y_mm"]}
        move |= {"angle_deg": place["angle_deg"], "face_up": face_up}
        assert self.phones[seat].post("/api/virtual", move)["reply"]["ok"]

    def tidy(self) -> None:
        """People put in order what the to-do list says."""

        def in_order() -> bool:
            underside, dealer = self.service.outlet.underside, self.service.dealer
            if underside is None or dealer is None or not dealer.camera_caught_up():
                return False
            if underside.differences or misplaced(self.service):
                self.phones[0].post("/api/virtual", {"act": "tidy"})
            return not underside.differences and not misplaced(self.service)

        wait_until(in_order, what="the table in order")

    def press(self, seat: int) -> None:
        """The seat's button."""
        fingers = FakeFingers(self.service.rig.factory, self.service.config.hardware.pin_map)
        fingers.press(ButtonRole.SEAT, seat, bounces=0)  # a chatter that the machine delays is two presses


@contextmanager
def running(tmp_path: Path, header: Header) -> Iterator[tuple[Service, list[Phone]]]:
    """A table that goes on with the match that begins like this, and somebody's phone on every seat."""
    rules = game(header.game)
    config = evening_config(tmp_path, header.seats, seed=4)
    config = replace(config, table=replace(config.table, game=header.game))
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(replace(header, settings=rules.check_settings(header.settings)), rules.title)
    service = build(config, rules)
    service.start()
    try:
        phones = [phone_at(service) for _ in range(header.seats)]
        for seat, phone in enumerate(phones):
            phone.join(service.joining.code, NAMES[seat], seat)
        yield service, phones
    finally:
        service.stop()


def open_as(chromium: Any, phone: Phone | None, base: str, path: str, size: tuple[int, int]) -> Any:
    """A page in a browser of its own, signed in as that phone is."""
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    if phone is not None:
        context.add_cookies([{"name": c.name, "value": c.value or "", "url": base} for c in phone.jar])
    page = context.new_page()
    page.goto(base + path)
    return page


def picture(name: str, page: Any) -> None:
    """Keeps a picture for people to look at, when they want some."""
    if folder := os.environ.get("COMPANION_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
