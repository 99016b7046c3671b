"""Steps of a match without a single phone: cards are laid under the camera, and all else is said with buttons, the
electronic die, the dial and the tray, on simulated pins. Contacts that bounce have tests of their own: on a busy
machine a chatter of milliseconds can take as long as two presses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal, StoredEntry
from companion.referee.dialled_choice import public_choices
from companion.service.building import build
from companion.service.service import Service
from hardware import FakeFingers
from hardware.types import ButtonRole, SpeechSink
from rules.engine.entries import Header, Position
from rules.engine.game import Game
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, PieceId, Seat
from rules.games import game
from tests.companion.dice_race import dice_race
from tests.evenings.agreeing import misplaced
from tests.evenings.room import open_as
from tests.evenings.table import NAMES, evening_config, wait_until
from tests.evenings.watched import Heard
from web.views import DialledView, Packet

ANNA, BEN, CARA, DAN = range(4)
PINS: dict[str, Any] = {
    "confirm_button": 18,
    "undo_button": 20,
    "pause_button": 21,
    "die_button": 26,
    "die_lights": (4, 7, 8, 9),
    "dial": (10, 11),
    "dial_button": 25,
}
PIPS = {  # which of the four groups are lit: the middle, one diagonal, the other, the middle row
    1: (1, 0, 0, 0),
    2: (0, 1, 0, 0),
    3: (1, 1, 0, 0),
    4: (0, 1, 1, 0),
    5: (1, 1, 1, 0),
    6: (0, 1, 1, 1),
}


@dataclass
class Calm:
    """Fingers on contacts that do not chatter."""

    fingers: FakeFingers

    def press(self, role: ButtonRole, seat: int | None = None, hold_s: float = 0.05) -> None:
        self.fingers.press(role, seat, bounces=0, hold_s=hold_s)

    def hold(self, role: ButtonRole) -> None:
        self.fingers.press_and_hold(role, bounces=0)

    def let_go(self, role: ButtonRole) -> None:
        self.fingers.let_go(role, bounces=0)

    def turn(self, steps: int) -> None:
        self.fingers.turn(steps, bounces=0)

    def throw(self) -> None:
        self.fingers.throw(rattles=3)


@dataclass
class Hands:
    """What people at the table can do, and what everybody can see and hear."""

    service: Service

    @cached_property
    def fingers(self) -> Calm:
        return Calm(FakeFingers(self.service.rig.factory, self.service.config.hardware.pin_map))

    @property
    def screen(self) -> Packet:
        """What the table screen shows."""
        return self.service.publisher.packet(PUBLIC)

    @property
    def heard(self) -> list[str]:
        voice = self.service.speech
        assert isinstance(voice, Heard)
        return voice.lines

    def hears(self, line: str) -> None:
        """The voice comes after the screens."""
        wait_until(lambda: line in self.heard, what=line)

    @property
    def kind(self) -> str:
        question = self.screen.question
        return "" if question is None else question.kind

    @property
    def asked(self) -> tuple[int, ...]:
        question = self.screen.question
        return () if question is None else question.seats

    def wait_for(self, kind: str, *seats: int) -> None:
        """Until these are asked this."""
        wait_until(
            lambda: self.kind == kind and (not seats or self.asked == seats), what=f"{kind}, not {self.screen.status}"
        )

    def moved_on(self, version: int) -> None:
        wait_until(lambda: self.screen.version > version, what=f"something after {self.screen.status}")

    def press(self, role: ButtonRole, seat: int | None = None) -> None:
        """A button, until something has come of it."""
        version = self.screen.version
        self.fingers.press(role, seat)
        self.moved_on(version)

    def lay(self, piece: str, spot: str) -> None:
        """A card from somebody's hand, laid face-up; the camera reads it."""
        version, table = self.screen.version, self.service.table
        assert table is not None
        table.lay(table.find(PieceId(piece)).ident, spot, True)
        self.moved_on(version)

    def dial(self, label: str) -> None:
        """Turns until the screen shows this option."""
        for _ in range(12):
            before = self.screen.dialled
            if before is not None and before.label == label:
                return
            self.fingers.turn(1)
            wait_until(partial(self._has_dialled_on, before), what="the dial's next option")
        raise AssertionError(f"the dial never came to {label}")

    def _has_dialled_on(self, before: DialledView | None) -> bool:
        return self.screen.dialled not in (None, before)

    def pass_all(self, *kinds: str) -> None:
        """Whoever may react presses the own button, as long as these are asked."""
        while self.kind in kinds:
            for seat in self.asked:
                version = self.screen.version
                if self.kind in kinds and seat in self.asked:
                    self.fingers.press(ButtonRole.SEAT, seat)
                    self.moved_on(version)

    def roll(self) -> tuple[int, ...]:
        """The electronic die, held until it is seen to tumble."""
        version, fingers = self.screen.version, self.fingers
        fingers.hold(ButtonRole.DIE)
        wait_until(lambda: self.screen.dice is not None and self.screen.dice.stage == "tumbling", what="a die tumbling")
        assert self.screen.version == version, "a die that tumbles has decided nothing"
        fingers.let_go(ButtonRole.DIE)
        self.moved_on(version)
        return self.rolled()

    def rolled(self) -> tuple[int, ...]:
        """What was rolled just now, as the screen shows it."""
        dice = self.screen.dice
        assert dice is not None
        assert dice.stage == "rolled"
        return tuple(die.seen for die in dice.dice)

    def tidy(self) -> None:
        """People put in order what the to-do list says."""

        def in_order() -> bool:
            underside, dealer = self.service.outlet.underside, self.service.dealer
            if underside is None or dealer is None or not dealer.camera_caught_up():
                return False
            if underside.differences or misplaced(self.service):
                dealer.tidy()
            return not underside.differences and not misplaced(self.service)

        wait_until(in_order, what="the table in order")

    @property
    def die_lights(self) -> tuple[int, ...]:
        """Which groups of the die's lights are lit."""
        factory = self.service.rig.factory
        assert factory is not None
        return tuple(int(factory.pin(pin).state) for pin in self.service.rig.pins["die_lights"])

    def stored(self) -> list[StoredEntry]:
        with Journal.look(self.service.config.data.journal_path) as journal:
            return journal.load(journal.matches()[0].match)[1]


@contextmanager
def table(data: Path, rules: Game, header: Header, **pins: Any) -> Iterator[Hands]:
    """A running table at which nobody has a phone."""
    config = evening_config(data, header.seats, seed=4)
    config = replace(
        config,
        table=replace(config.table, game=header.game),
        hardware=replace(config.hardware, **{**PINS, **pins}),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(replace(header, settings=rules.check_settings(header.settings)), rules.title)
    service = build(config, rules)
    service.start()
    try:
        yield Hands(service)
    finally:
        service.stop()


@contextmanager
def tv(chromium: Any, room: Hands) -> Iterator[Any]:
    """The table screen in a browser, on the wall behind those who press."""
    page = open_as(chromium, None, f"http://127.0.0.1:{room.service.port_number}", "/table", (1920, 1080))
    try:
        yield page
    finally:
        page.context.close()


@pytest.fixture(autouse=True)
def _listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)


def before_the_duel() -> Position:
    """Anna's turn; everybody holds cards that the companion was shown, and nobody has lost anything."""
    hands = {ANNA: ("DUEL#1", "NOTICE#1"), BEN: ("BELIEF#1",), CARA: ("INN#1",), DAN: ("TRAP#1",)}
    factions = {
        ANNA: ("FOX-5", "FOX-2"),
        BEN: ("BEAR-6", "BEAR-1"),
        CARA: ("FOX-6", "DEER-1"),
        DAN: ("DEER-5", "FOX-1"),
    }
    piles: dict[str, tuple[str, ...]] = {"unused_events": ("?",) * 3}
    for seat in range(4):
        piles[f"hand/{seat}"] = hands[seat]
        piles[f"left/{seat}"], piles[f"right/{seat}"] = ((f"{card}:down",) for card in factions[seat])
    tracks = {"round": 1, "starter": 0, "events_in_pile": 2, **{f"hp/{seat}": 3 for seat in range(4)}}
    return Position(piles, tracks, "plan", ANNA)


@pytest.mark.xdist_group("evening")
def test_a_whole_turn_of_chesney(tmp_path: Path) -> None:
    """A Duel is laid, its target dialled, one roll thrown electronically and the other dialled from a real die; then
    the turn goes to its end, and the next player is asked."""
    header = Header("chesney", 4, {}, before_the_duel())
    with table(tmp_path, game("chesney"), header) as room:
        room.wait_for("plan", ANNA)
        room.lay("DUEL#1", "play_area")
        room.wait_for("duel", ANNA)
        room.dial(NAMES[BEN])
        version = room.screen.version
        room.fingers.press(ButtonRole.SEAT, BEN)  # not asked: takes nothing
        room.fingers.press(ButtonRole.SEAT, ANNA)
        room.moved_on(version)

        room.pass_all("before_roll")  # Anna holds a card that might be a Belief
        room.wait_for("roll", ANNA)
        (mine,) = room.roll()
        assert 1 <= mine <= 12
        room.hears(f"The die shows {mine}.")

        room.pass_all("before_roll")  # Ben keeps his Belief
        room.wait_for("roll", BEN)
        room.fingers.turn(-2)  # from 12 down to 11
        wait_until(lambda: room.screen.dice is not None and room.screen.dice.dice[0].seen == 11, what="11 dialled")
        assert room.screen.dice is not None
        assert room.screen.dice.stage == "dialled"
        room.press(ButtonRole.DIAL)
        assert room.rolled() == (11,)
        room.hears("The die shows 11.")

        room.pass_all("react")
        room.wait_for("plan_more", ANNA)
        room.press(ButtonRole.SEAT, ANNA)  # it was enough
        room.wait_for("declare", ANNA)
        assert room.screen.dialled is None
        declare = next(o for o in room.service.referee.match.options(Seat(ANNA)) if o.key == "rest")
        room.dial(room.service.voice.say("option", declare.say.code, declare.say.facts))
        room.press(ButtonRole.DIAL)
        room.wait_for("draw", ANNA)
        room.press(ButtonRole.SEAT, ANNA)  # the cards are drawn
        room.wait_for("plan", BEN)
        hp = [room.service.referee.match.state.number(f"hp/{seat}") for seat in (ANNA, BEN)]
        ahead = mine - 11
        assert hp == ([3, 1 if ahead >= 10 else 2] if ahead > 0 else [2, 2])
        origins = [(e.entry.key, e.origin) for e in room.stored() if isinstance(e.entry, Answer)]
    keys = dict(origins)
    assert keys[f"seat:{BEN}"] == "dial"
    assert [origin for key, origin in origins if key.isdecimal()] == ["die", "dial"]
    assert keys["play:DUEL#1"] == "camera"
    assert keys["rest"] == "dial"
    assert keys["drawn"] == f"button {ANNA}"
    assert not [origin for _, origin in origins if "phone" in origin or "host" in origin]


@pytest.mark.xdist_group("evening")
def test_a_meeting_of_chronicle(tmp_path: Path) -> None:
    """Cards are dealt and laid, and what is left to say is said with buttons, or dialled: from the first deal
    until the next meeting begins."""
    with table(tmp_path, game("chronicle"), Header("chronicle", 3, {})) as room:
        dealer, played = room.service.dealer, 0
        assert dealer is not None
        while played < 3 or room.kind != "play":
            room.tidy()
            version, match = room.screen.version, room.service.referee.match
            if room.kind == "play":
                (seat,) = room.asked
                options = match.options(Seat(seat))
                card = next(o.piece for o in options if o.refusal is None and o.piece is not None and o.claim is None)
                room.lay(card, f"meeting/{seat}")
                played += 1
            elif not room.asked:  # hands deal, and turn up
                wait_until(dealer.answer_question, what=f"hands doing {room.kind}")
                room.moved_on(version)
            elif choices := public_choices(match):
                room.dial(room.service.voice.say("option", choices[0].say.code, choices[0].say.facts))
                room.press(ButtonRole.DIAL)
            else:
                room.press(ButtonRole.SEAT, room.asked[0])
        stored = room.stored()
    origins = {e.origin for e in stored}
    buttons = {f"button {seat}" for seat in range(3)}
    assert "camera" in origins
    assert origins & buttons
    assert origins <= {"camera", "dealer", "reader box", "dial", *buttons}


@pytest.mark.xdist_group("evening")
def test_the_die_s_lights_pause_and_undo(tmp_path: Path) -> None:
    """A die of six sides, with lights: it tumbles, shows what the journal has, and a pause rolls nothing."""
    with table(tmp_path, dice_race((6,)), Header("dice_race", 3, {})) as room:
        room.wait_for("throw", ANNA)
        assert room.die_lights == (0, 0, 0, 0)
        room.fingers.hold(ButtonRole.DIE)
        wait_until(lambda: any(room.die_lights), what="lights that tumble")
        room.fingers.let_go(ButtonRole.DIE)
        room.wait_for("throw", BEN)
        (face,) = room.rolled()
        wait_until(lambda: room.die_lights == PIPS[face], what=f"the lights of {face}")
        assert room.stored()[-1].entry == Answer(Seat(ANNA), str(face))
        assert room.stored()[-1].origin == "die"

        room.fingers.press(ButtonRole.PAUSE)
        wait_until(lambda: room.screen.paused, what="a pause")
        room.fingers.press(ButtonRole.DIE, hold_s=0.2)
        room.fingers.press(ButtonRole.PAUSE)
        wait_until(lambda: not room.screen.paused, what="that it goes on")
        room.hears("The game goes on.")
        assert [line for line in room.heard if "paused" in line or "goes on" in line] == [
            "The game is paused.",
            "The game goes on.",
        ]
        assert len(room.stored()) == 1

        room.fingers.press(ButtonRole.UNDO)  # a roll that everybody saw is not just taken back
        wait_until(lambda: room.screen.consent is not None, what="the question whether all agree")
        assert len(room.stored()) == 1
        room.fingers.turn(1)
        wait_until(lambda: room.die_lights == (0, 0, 0, 0), what="a die that is dark: its number is of before")


@pytest.mark.xdist_group("evening")
def test_dice_that_lie_in_the_tray_count_when_the_sensor_felt_them(tmp_path: Path) -> None:
    """Rendered dice, read by the camera: without the sensor's word they are no roll, with it they are."""
    with table(tmp_path, dice_race((6,)), Header("dice_race", 3, {}), tray_sensor=27) as room:
        room.wait_for("throw", ANNA)
        virtual = room.service.table
        assert virtual is not None
        assert room.service.dealer is not None
        wait_until(room.service.dealer.camera_caught_up, what="the camera's first look")
        said_no = within(lambda: virtual.throw((6,)), lambda: "noticed no roll" in room.screen.notice)
        assert said_no, "a sure reading without the sensor's word is told"
        assert room.screen.version == 0, "and does not count"
        thrown: list[tuple[int, ...]] = []

        def throw() -> None:
            room.fingers.throw()
            thrown.append(virtual.throw((6,)))

        assert within(throw, lambda: room.screen.version > 0)
        assert room.rolled() in thrown
        assert room.stored()[-1].origin == "dice"


def within(act: Callable[[], object], wanted: Callable[[], bool], most: int = 8) -> bool:
    """Whether it comes about by something that is done again every few seconds: the camera does not believe every
    picture of a die."""
    for _ in range(most):
        act()
        try:
            wait_until(wanted, deadline_s=6.0)
        except AssertionError:
            continue
        return True
    return False
