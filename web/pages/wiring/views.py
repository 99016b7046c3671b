"""What the pages about the wiring draw and send: the diagram with its table, and the test of every part."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Reply, Session


@dataclass(frozen=True, kw_only=True)
class WiringLine:
    """One wired part in words: where its pin is set, BCM numbers, positions on the header, what to connect, and the
    pin's second purpose if it has one."""

    part: str
    setting: str
    pins: str
    positions: str
    connect: str
    also: str


@dataclass(frozen=True)
class WiringView:
    """What is wired, part by part. `notes`: what has to be known beside the table."""

    lines: tuple[WiringLine, ...]
    notes: tuple[str, ...]


class TriedKind(Enum):
    """What a part does, and so how it is tested."""

    BUTTON = "button"
    LIGHT = "light"
    DIAL = "dial"
    SENSOR = "sensor"


@dataclass(frozen=True, kw_only=True)
class TriedPart:
    """One part in the test. `count`: how often it told something since the test began, the last time `ago_s` seconds
    ago (None: never); `turned`: how far a dial was turned in all, to the right if positive; `held`: it is held down
    now; `lit`: this light is tried out."""

    key: str
    label: str
    kind: TriedKind
    where: str
    count: int
    ago_s: float | None
    turned: int
    held: bool
    lit: bool


@dataclass(frozen=True)
class ButtonsView:
    """The test as it is now. `problem` says why there can be none; `left_s`: until it ends by itself."""

    is_open: bool
    left_s: int
    simulated: bool
    problem: str
    parts: tuple[TriedPart, ...]


class ButtonsAct(Enum):
    """What the host may do on the page."""

    OPEN = "open"
    CLOSE = "close"
    LIGHT = "light"
    DARK = "dark"


class WiringPort(Protocol):
    """What the pages may ask. Every call is safe from any thread."""

    def wiring_view(self, session: Session) -> WiringView: ...
    def wiring_picture(self, session: Session) -> str: ...  # an SVG without scripts and styles
    def buttons_view(self, session: Session) -> ButtonsView: ...  # while it is asked for, the test goes on
    def buttons_act(self, session: Session, act: ButtonsAct, part: str) -> Reply: ...
