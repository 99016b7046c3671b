"""While no match runs, whatever reaches the referee is harmless: after the end of a match, and before its first answer.

Every kind of message of the inbox is sent in many forms to a table of every game. A kind without cases fails the first
test.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from companion.kit.laws.playing import LONGEST, Tape
from companion.referee.dealing import BoxDealing
from companion.referee.inbox import Consented, HostSaid, Message, StartAsked, Stop, TakeBackAsked, Undrawn
from companion.settings.config import DealOrder
from companion.telling.board import Aloud
from companion.values.notices import Notice
from hardware.types import Press
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC
from tests.companion.evening import Evening
from tests.laws.messages import MESSAGES, offered
from tests.laws.playing import GAMES, game_of
from web.door.wire import encode
from web.pages.host.views import HostAct
from web.views import Packet

MOMENTS = {"begun": 0, "broken off": 40, "played out": LONGEST}
BROKEN_OFF = ("lantern", "chronicle", "war_chest")
"""Games that the short run breaks off too: what is over by the host's word is over for the hub, whatever the game."""
CASES = [
    pytest.param(slug, moment, marks=() if moment != "broken off" or slug in BROKEN_OFF else pytest.mark.soak)
    for slug, moment in product(GAMES, MOMENTS)
]
ALWAYS = ("game", "seat", "question", "result", "tracks", "sheets")
"""What a page shows of a match that has ended, or waits for its first answer; notices and to-dos come and go."""
OVER = (*ALWAYS, "dice", "dialled", "thinking")


class Table(Evening):
    """A table at which nothing was done yet, or whose match the host has ended, or which was played to its end."""

    def __init__(self, slug: str, moment: str) -> None:
        game = game_of(slug)
        super().__init__(game, seats=game.seats[0], tray_sensor=moment == "broken off")
        self.referee.box = BoxDealing(self.running, DealOrder.TURNS)
        self._drawn: tuple[object, list[Packet]] = (None, [])
        self.offered, tape = offered(self), Tape(3)
        while self.match.question is not None and self.match.version < MOMENTS[moment]:
            self.offered = offered(self) or self.offered
            self.running.submit(pick(self.match, tape), "test")
        self.end() if moment != "begun" else self.referee.tell()

    def end(self) -> None:
        """The host ends a match that has not come to its own end."""
        if self.match.table.result is None:
            assert self.host(HostAct.END_MATCH, reason="a test").ok
        self.referee.tell()

    def packets(self) -> list[Packet]:
        """Every reader's, ready for the wire: everybody's, and those of the seats drawn anew when they are drawn from
        anything else than the last ones, but for what comes and goes."""
        board = self.outlet.board
        assert board is not None
        around = replace(board.around, notice=None, todos=(), aloud=Aloud())
        told = [self.outlet.handout(seat) for seat in self.match.table.seats], around
        if told != self._drawn[0]:
            self._drawn = told, [self.packet(seat) for seat in self.match.table.seats]
        found = [self.packet(PUBLIC), *self._drawn[1]]
        assert all(encode(packet) for packet in found)
        return found


def test_every_kind_of_message_has_its_cases() -> None:
    """But what says that a page could not be drawn: that is a fault, and stops the game on purpose."""
    assert {kind for kinds in MESSAGES for kind in kinds} | {Undrawn} == set(get_args(Message))


def may_change(message: Message, moment: str) -> bool:
    """Whether that is what the message is for: to answer, to set something right, to reopen or to play once more."""
    return moment == "begun" or isinstance(message, HostSaid | Consented | TakeBackAsked | Press | StartAsked)


def seen_of(packet: Packet, shown: Sequence[str]) -> dict[str, object]:
    """What a page shows, but for the faces of dice that are set one by one until the throw is whole."""
    seen = {name: getattr(packet, name) for name in shown}
    if packet.question is None or "question" not in shown:
        return seen
    return seen | {"question": replace(packet.question, dice=())}


@pytest.mark.dear
@pytest.mark.parametrize(("slug", "moment"), CASES)
def test_while_no_match_runs_every_message_is_harmless(
    slug: str, moment: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "companion")
    table = Table(slug, moment)
    fault, before = table.voice.notice(Notice("fault")), table.packets()
    shown = ALWAYS if moment == "begun" else OVER
    for message in (message for cases in MESSAGES.values() for message in cases(table, table.offered)):
        match, version = table.match, table.match.version
        if not isinstance(message, Stop):  # it ends the loop
            table.referee.handle(message)
        now = table.packets()
        assert not caplog.records, message
        assert all(packet.notice != fault for packet in now), message
        if (table.match is match and match.version == version) or not may_change(message, moment):
            for was, packet in zip(before, now, strict=True):
                same = [
                    name for name in shown if name != "question" or was.paused == packet.paused
                ]  # a pause asks nothing
                assert seen_of(packet, same) == seen_of(was, same), message
        elif moment == "begun":  # a first answer
            table = Table(slug, moment)
        else:  # set right, taken back or begun anew
            table.end()
            before = table.packets()
