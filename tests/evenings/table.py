"""A whole evening without hardware: a service with rendered frames, fake fingers on mock pins, and phones over HTTP."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Self

from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from hardware import FakeFingers
from hardware.types import ButtonRole, PinFactory, SpeechSink
from rules.games import game
from tests.evenings.phone import Phone, phone_at

NAMES = ("Anna", "Ben", "Cara", "Dan", "Eve", "Finn")
TOLD = {"deal", "history", "burn", "turn_up", "lay_down"}
BUTTONS = (5, 6, 12, 13, 16, 19)
LIGHTS = (17, 22, 23, 24, 25, 27)


def evening_config(data: Path, players: int, seed: int, **play: Any) -> Config:
    """A table at a lower resolution, so that a whole match fits into a test."""
    base = Config()
    return replace(
        base,
        table=replace(base.table, game="chronicle", players=players, seed=seed, names=NAMES[:players]),
        camera=replace(base.camera, px_per_mm=2.6),
        web=replace(base.web, host="127.0.0.1", port=0, host_pin="4711"),
        hardware=replace(
            base.hardware,
            pins=PinFactory.MOCK,
            **{"seat_buttons": BUTTONS[:players], "seat_lights": LIGHTS[:players]},
        ),
        voice=replace(base.voice, sink=SpeechSink.WAV, wav_path=str(data / "voice.wav")),
        data=replace(base.data, directory=str(data)),
        play=replace(base.play, **{"autoplay": Autoplay.OFF, "speed": 1000.0, "patience_s": 0.2, **play}),
    )


_OFTEN_S, _SELDOM_S, _SLOWER = 0.01, 0.1, 1.1


def wait_until(
    wanted: Callable[[], Any], deadline_s: float = 60.0, what: str = "", facts: Callable[[], object] = lambda: ""
) -> Any:
    """The first true value of `wanted`; an assertion when it does not come in time, with the `facts` then. To ask costs
    the service work for which somebody waits: who has waited long asks less often."""
    end, pause_s = time.monotonic() + deadline_s, _OFTEN_S
    while time.monotonic() < end:
        if found := wanted():
            return found
        time.sleep(pause_s)
        pause_s = min(pause_s * _SLOWER, _SELDOM_S)
    raise AssertionError(f"did not come in {deadline_s} s: {what} {facts()}")


@dataclass
class Evening:
    """People who play Chronicle: they drag cards, tap, and press buttons; they never touch the rules."""

    service: Service
    random: Random
    phones: list[Phone] = field(default_factory=list)
    dragged: int = 0
    tapped: int = 0
    pressed: int = 0
    named: int = 0  # face-down cards whose owner told the phone which it was

    @classmethod
    def start(cls, config: Config, seed: int) -> Self:
        """Opens the table and lets everybody join."""
        service = build(config, game("chronicle"))
        service.start()
        evening = cls(service, Random(seed))
        for seat in range(config.table.players):
            phone = phone_at(service)
            phone.join(service.joining.code, NAMES[seat], seat)
            evening.phones.append(phone)
        return evening

    def play(self, deadline_s: float, is_over: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Plays until a packet `is_over`, and gives that one."""
        end = time.monotonic() + deadline_s
        while time.monotonic() < end:
            packet = self.phones[0].packet()
            if is_over(packet):
                return packet
            self.step(packet)
        raise AssertionError(f"the match did not end in {deadline_s} s: {packet['status']} {packet['todo']}")

    def step(self, packet: dict[str, Any]) -> None:
        """One thing that somebody does."""
        self.tidy()
        question = packet["question"]
        if question is None:
            return
        if question["kind"] in TOLD:
            self.at_table(0, {"act": "deal"})
            self.wait_for_news(packet["version"])
            return
        for seat in question["seats"]:
            mine = self.phones[seat].packet()
            if mine["version"] != packet["version"] or not mine["question"]:
                return
            allowed = [o for o in mine["question"]["options"] if not o["why_not"]]
            if allowed:
                self.answer(seat, mine, allowed)
                return

    def tidy(self) -> None:
        """People put the table in order, and look that it is, before they play on."""
        service = self.service

        def in_order() -> bool:
            underside = service.outlet.underside
            if underside is None or service.dealer is None or not service.dealer.camera_caught_up():
                return False
            if underside.differences:
                self.virtual(0, {"act": "tidy"})
            return not underside.differences

        def facts() -> str:
            underside, load = service.outlet.underside, ", ".join(f"{one:.0f}" for one in os.getloadavg())
            wrong = underside.differences if underside is not None else "nothing is known"
            has_seen = service.dealer is not None and service.dealer.camera_caught_up()
            return f"(the camera {'has' if has_seen else 'has not'} seen it; load {load}; {wrong})"

        wait_until(in_order, what="the table in order", facts=facts)

    def answer(self, seat: int, packet: dict[str, Any], allowed: list[dict[str, Any]]) -> None:
        """Gives one of the allowed answers in the way that people would."""
        named = [o for o in allowed if o["face"]] or allowed
        option = self.random.choice(named)
        verb = option["key"].split(":")[0]
        if len(allowed) == 1 and verb != "show":
            self.press(seat, packet["version"])
        elif verb in ("play", "show", "discard") and self.in_hand(seat, option):
            self.drag(seat, packet["version"], option)
        else:
            self.tap(seat, packet["version"], option["key"])

    def in_hand(self, seat: int, option: dict[str, Any]) -> bool:
        """Whether the option's card is held by this seat."""
        piece = option["key"].split(":")[1]
        return any(p["in_hand"] and p["face"]["piece"] == piece for p in self.phones[seat].scene()["pieces"])

    def press(self, seat: int, version: int) -> None:
        """Presses the seat's button on its pin."""
        fingers = FakeFingers(self.service.rig.factory, self.service.config.hardware.pin_map)
        fingers.press(ButtonRole.SEAT, seat, bounces=0)  # a chatter that the machine delays is two presses
        self.pressed += 1
        self.wait_for_news(version)

    def tap(self, seat: int, version: int, key: str) -> dict[str, Any]:
        """Taps an option on the phone."""
        body = {"key": key, "version": version, "request": secrets.token_hex(8)}
        self.tapped += 1
        return self.phones[seat].post("/api/answer", body)

    def drag(self, seat: int, version: int, option: dict[str, Any]) -> None:
        """Lays the card down on the virtual table; the camera does the rest."""
        verb, piece, *how = option["key"].split(":")
        scene = self.phones[seat].scene()
        card = next(p for p in scene["pieces"] if p["in_hand"] and p["face"]["piece"] == piece)
        spot = "discard" if verb == "discard" else f"meeting/{seat}"
        face_up = how != ["down"]
        self.put(seat, card["handle"], spot, face_up)
        self.dragged += 1

        def settled() -> bool:
            packet = self.phones[seat].packet()
            options = packet["question"]["options"] if packet["question"] else []
            asked = packet["version"] == version and not face_up and packet["notice"]
            if asked and any(o["key"] == option["key"] for o in options):
                self.named += 1
                self.tap(seat, version, option["key"])
            return packet["version"] != version

        wait_until(settled, what=f"the camera reads {option['key']} of seat {seat}")

    def put(self, seat: int, handle: str, spot: str, face_up: bool) -> None:
        """Drops a piece on a spot."""
        scene = self.phones[seat].scene()
        place = next(s for s in scene["spots"] if s["name"] == spot)
        move = {"act": "put", "handle": handle, "x_mm": place["x_mm"], "y_mm": place["y_mm"]}
        move |= {"angle_deg": place["angle_deg"], "face_up": face_up}
        self.at_table(seat, move)

    def at_table(self, seat: int, move: dict[str, Any]) -> None:
        """An act on the virtual table, again until the limit on requests lets it through."""
        wait_until(lambda: self.virtual(seat, move).get("reply", {}).get("ok"), what="a place in the rate limit")

    def virtual(self, seat: int, move: dict[str, Any]) -> dict[str, Any]:
        """An act on the virtual table."""
        return self.phones[seat].post("/api/virtual", move)

    def wait_for_news(self, version: int) -> None:
        """Waits until the match has moved on."""
        wait_until(lambda: self.phones[0].packet()["version"] != version, what=f"something after version {version}")


def plain_json(value: object) -> str:
    """A value as comparable text."""
    return json.dumps(value, sort_keys=True)
