"""The pages' door to the wiring and to the test of the buttons."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable

from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from companion.wiring.button_test import ButtonTest, Heard, TrialNow
from companion.wiring.picture import table_lines, wiring_svg
from companion.wiring.wiring import Symbol, WiredPart, Wiring, wiring_of
from hardware import HardwareError, PinFactory, PinMap, Rig
from web.pages.wiring.views import ButtonsAct, ButtonsView, TriedKind, TriedPart, WiringLine, WiringView
from web.views import Reply, Role, Session
from words import Sentence

_KINDS = {
    Symbol.BUTTON: TriedKind.BUTTON,
    Symbol.LIGHT: TriedKind.LIGHT,
    Symbol.PAIR: TriedKind.LIGHT,
    Symbol.DIAL: TriedKind.DIAL,
    Symbol.SENSOR: TriedKind.SENSOR,
}
_NOTHING = Sentence("Nothing is wired in the settings, so there is nothing to test.")
_NO_PINS = Sentence("No pins are in use now (hardware.pins is none, or the table runs in safe mode).")


class WiringDesk:
    """What the pages about the pins stand on: the wiring of this table and its test."""

    def __init__(self, rig: Rig, test: ButtonTest, clock: Callable[[], float], wanted: PinMap | None = None):
        """`wanted`: what the settings say, drawn where no pins could be opened."""
        self.wiring: Wiring = _drawable(wanted if wanted is not None and not rig.parts() else rig.pins)
        self.test = test
        self._kind = rig.kind
        self._clock = clock

    def view(self, voice: Voice) -> WiringView:
        """The wiring in words."""
        lines = (WiringLine(*_cells(line)) for line in table_lines(self.wiring, voice.sentence))
        return WiringView(tuple(lines), tuple(voice.sentence(note) for note in self.wiring.notes))

    def picture(self, voice: Voice) -> str:
        """The wiring as a drawing; its table stands on the page."""
        return wiring_svg(self.wiring, voice.sentence, table=False)

    def buttons(self, voice: Voice) -> ButtonsView:
        """The test as it is now."""
        now, now_s = self.test.asked(), self._clock()
        problem: Sentence | str = ""
        if self._kind is PinFactory.NONE:
            problem = _NO_PINS
        elif not self.wiring.parts:
            problem = _NOTHING
        return ButtonsView(
            now.is_open,
            max(0, math.ceil(now.left_s)),
            self._kind is PinFactory.MOCK,
            voice.sentence(problem) if problem else "",
            tuple(_tested(part, now, now_s, voice) for part in self.wiring.parts),
        )

    def act(self, act: ButtonsAct, part: str) -> Notice:
        """Carries an act out; gives the notice to answer with. Raises HardwareError for what cannot be."""
        match act:
            case ButtonsAct.OPEN:
                self.test.open()
                return Notice("buttons_tested")
            case ButtonsAct.CLOSE:
                self.test.close()
                return Notice("buttons_play")
            case ButtonsAct.LIGHT | ButtonsAct.DARK:
                self.test.light(part, act is ButtonsAct.LIGHT)
        return Notice("done")


def no_wiring(clock: Callable[[], float]) -> WiringDesk:
    """That of a table on which nothing is wired."""
    rig = Rig(PinFactory.NONE, PinMap())
    return WiringDesk(rig, ButtonTest(lambda: rig, clock, lambda notice: None), clock)


def _drawable(pins: PinMap) -> Wiring:
    """The wiring, or nothing for one that cannot be: a table in safe mode runs with it all the same."""
    try:
        return wiring_of(pins)
    except HardwareError:
        return wiring_of(PinMap())


def _cells(line: object) -> tuple[str, ...]:
    return tuple(str(cell) for cell in vars(line).values())


def _tested(part: WiredPart, now: TrialNow, now_s: float, voice: Voice) -> TriedPart:
    heard = now.heard.get(part.key, Heard())
    return TriedPart(
        part.key,
        voice.sentence(part.label),
        _KINDS[part.symbol],
        voice.sentence(Sentence("{pins}, position {positions}", pins=part.gpios, positions=part.positions)),
        heard.count,
        round(now_s - heard.last_s, 1) if heard.count else None,
        heard.turned,
        heard.held,
        now.lit == part.key,
    )


class WiringDoor(ABC):
    """Implements `web.pages.wiring.WiringPort` for the port that is built on it."""

    def __init__(self, wiring: WiringDesk):
        self._wiring = wiring

    def wiring_view(self, session: Session) -> WiringView:
        """What is wired, in words."""
        return self._wiring.view(self._voice(session))

    def wiring_picture(self, session: Session) -> str:
        """The same as a drawing."""
        return self._wiring.picture(self._voice(session))

    def buttons_view(self, session: Session) -> ButtonsView:
        """The test of the buttons as it is now."""
        return self._wiring.buttons(self._voice(session))

    def buttons_act(self, session: Session, act: ButtonsAct, part: str) -> Reply:
        """An act on the page of the test."""
        if session.role is not Role.HOST:
            return self._no(session, Notice("no_host"))
        voice = self._voice(session)
        try:
            return voice.reply(Verdict(True, self._wiring.act(act, part), self._version()))
        except HardwareError as error:
            return Reply(False, voice.sentence(error.args[0]), self._version())

    @abstractmethod
    def _no(self, session: Session, why: Notice) -> Reply: ...

    @abstractmethod
    def _voice(self, session: Session) -> Voice: ...

    @abstractmethod
    def _version(self) -> int: ...
