"""The pages' door to the wiring and to the test of the buttons."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.doors.replies import Replies
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.wiring.button_test import ButtonTest, Heard, TrialNow
from companion.wiring.picture import table_lines, wiring_svg
from companion.wiring.wiring import Symbol, WiredPart, Wiring, wiring_of
from hardware import HardwareError, PinFactory, PinMap, Rig
from web.pages.wiring.views import ButtonsAct, ButtonsView, TriedKind, TriedPart, WiringView
from web.views import Reply, Session
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


class WiringDoor:
    """Implements `web.pages.wiring.views.WiringPort`: the wiring of this table and its test."""

    def __init__(
        self, replies: Replies, rig: Rig, test: ButtonTest, clock: Callable[[], float], wanted: PinMap | None = None
    ):
        """`wanted`: what the settings say, drawn where no pins could be opened."""
        self.wiring: Wiring = _drawable(wanted if wanted is not None and not rig.parts() else rig.pins)
        self.test = test
        self._replies = replies
        self._kind = rig.kind
        self._clock = clock

    def wiring_view(self, session: Session) -> WiringView:
        """What is wired, in words."""
        voice = self._replies.voice(session)
        lines = table_lines(self.wiring, voice.sentence)
        return WiringView(lines, tuple(voice.sentence(note) for note in self.wiring.notes))

    def wiring_picture(self, session: Session) -> str:
        """The same as a drawing; its table stands on the page."""
        return wiring_svg(self.wiring, self._replies.voice(session).sentence, table=False)

    def buttons_view(self, session: Session) -> ButtonsView:
        """The test of the buttons as it is now."""
        voice, now, now_s = self._replies.voice(session), self.test.asked(), self._clock()
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

    def buttons_act(self, session: Session, act: ButtonsAct, part: str) -> Reply:
        """An act on the page of the test."""
        return self._replies.by_host(session, lambda: self._act(act, part))

    def _act(self, act: ButtonsAct, part: str) -> Notice:
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


def _drawable(pins: PinMap) -> Wiring:
    """The wiring, or nothing for one that cannot be: a table in safe mode runs with it all the same."""
    try:
        return wiring_of(pins)
    except HardwareError:
        return wiring_of(PinMap())


def _tested(part: WiredPart, now: TrialNow, now_s: float, voice: Voice) -> TriedPart:
    heard = now.heard.get(part.key, Heard())
    return TriedPart(
        key=part.key,
        label=voice.sentence(part.label),
        kind=_KINDS[part.symbol],
        where=voice.sentence(Sentence("{pins}, position {positions}", pins=part.gpios, positions=part.positions)),
        count=heard.count,
        ago_s=round(now_s - heard.last_s, 1) if heard.count else None,
        turned=heard.turned,
        held=heard.held,
        lit=now.lit == part.key,
    )
