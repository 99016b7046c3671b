"""The pins of the table in memory: what the pages about the wiring are tested against."""

from __future__ import annotations

from dataclasses import replace

from web.pages.wiring.views import ButtonsAct, ButtonsView, TriedKind, TriedPart, WiringLine, WiringView
from web.views import Reply, Session

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1100 800"><title>Wiring</title></svg>'
LINES = (
    WiringLine(
        part="Seat 1: button",
        setting="seat_buttons (1)",
        pins="GPIO 17",
        positions="11",
        connect="one contact to the pin, the other to ground",
        also="",
    ),
    WiringLine(
        part="Dial",
        setting="dial",
        pins="GPIO 2 (A), GPIO 12 (B)",
        positions="3 (A), 32 (B)",
        connect="A and B to the pins",
        also="also I2C data",
    ),
)
DIAL = "GPIO 7 (A), GPIO 12 (B), position 26 (A), 32 (B)"
PARTS = (
    TriedPart(
        key="seat_button_0",
        label="Seat 1: button",
        kind=TriedKind.BUTTON,
        where="GPIO 17, position 11",
        count=0,
        ago_s=None,
        turned=0,
        held=False,
        lit=False,
    ),
    TriedPart(
        key="seat_light_0",
        label="Seat 1: light",
        kind=TriedKind.LIGHT,
        where="GPIO 5, position 29",
        count=0,
        ago_s=None,
        turned=0,
        held=False,
        lit=False,
    ),
    TriedPart(
        key="dial", label="Dial", kind=TriedKind.DIAL, where=DIAL, count=0, ago_s=None, turned=0, held=False, lit=False
    ),
    TriedPart(
        key="tray_sensor",
        label="Tray sensor",
        kind=TriedKind.SENSOR,
        where="GPIO 20, position 38",
        count=0,
        ago_s=None,
        turned=0,
        held=False,
        lit=False,
    ),
)


class FakeWiring:
    """See `WiringPort`. `press` is a finger on one of its parts."""

    def __init__(self) -> None:
        super().__init__()
        self.wiring = WiringView(LINES, ("Every part also goes to ground.",))
        self.buttons = ButtonsView(False, 0, False, "", PARTS)
        self.buttons_acts: list[tuple[ButtonsAct, str]] = []

    def press(self, key: str, **more: object) -> None:
        """This part tells something, in a test."""
        parts = tuple(
            replace(part, count=part.count + 1, ago_s=0.1, **more) if part.key == key else part  # type: ignore[arg-type]
            for part in self.buttons.parts
        )
        self.buttons = replace(self.buttons, parts=parts)

    def wiring_view(self, session: Session) -> WiringView:
        return self.wiring

    def wiring_picture(self, session: Session) -> str:
        return SVG

    def buttons_view(self, session: Session) -> ButtonsView:
        return self.buttons

    def buttons_act(self, session: Session, act: ButtonsAct, part: str) -> Reply:
        self.buttons_acts.append((act, part))
        if act in (ButtonsAct.OPEN, ButtonsAct.CLOSE):
            is_open = act is ButtonsAct.OPEN
            self.buttons = replace(self.buttons, is_open=is_open, left_s=300 if is_open else 0)
            return Reply(True, "The buttons are being tested." if is_open else "They play again.", 41)
        if not self.buttons.is_open:
            return Reply(False, "The test is over.", 41)
        parts = tuple(replace(one, lit=act is ButtonsAct.LIGHT and one.key == part) for one in self.buttons.parts)
        self.buttons = replace(self.buttons, parts=parts)
        return Reply(True, "Done.", 41)
