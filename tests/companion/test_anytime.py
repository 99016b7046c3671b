"""A table at which anybody may act at any time: nobody is nagged, and whoever has no phone has the dial."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.virtual.bots import Bots
from hardware.types import ButtonRole, LightState
from rules.engine.game import Game, Play
from rules.engine.questions import Anytime, Choose, Option
from rules.engine.table import Table
from rules.engine.types import PieceId, Say, Seat, State
from tests.companion.evening import Evening
from tests.companion.expedition import EXPEDITION, PARTY
from tests.toy import changed
from web.views import DialledView

ANNA, BEN = Seat(0), Seat(1)


def own(seen: State, seat: Seat) -> Iterator[Option]:
    yield Option("a1", (seat, "a1"), Say("go", {"cell": "a1"}))
    yield Option("c1", (seat, "c1"), Say("go", {"cell": "c1"}))
    yield Option("b1", (seat, "b1"), Say("go", {"cell": "b1"}), piece=PieceId(PARTY))


def free(leader: Seat | None = None, *, first: bool = False) -> Game:
    """Everybody acts; `first` Anna chooses alone."""

    def play(t: Table) -> Play:
        if first:
            yield Choose(kind="walk", seat=ANNA, choices=lambda seen: own(seen, ANNA), facts={"seat": ANNA})
        while t.result is None:
            seat, cell = yield Anytime(kind="walk", seats=t.seats, choices=own, leader=leader, after=ANNA)
            t.tell("walked", cell=f"{cell} by {seat}")

    return changed(EXPEDITION, play=play)


@pytest.mark.parametrize("leader", [None, BEN])
def test_lights_and_badges_wait_for_nobody_but_who_leads(leader: Seat | None) -> None:
    evening = Evening(free(leader))
    lit = {0: LightState.OFF, 1: LightState.ON if leader == BEN else LightState.OFF}
    assert dict(evening.lights) == lit
    assert [player.asked for player in evening.packet(0).players] == [False, leader == BEN]
    question = evening.packet(0).question
    assert question is not None
    assert (question.yours, question.at_will, question.open) == (True, leader is None, False)
    assert evening.packet().question.options == ()  # type: ignore[union-attr]


def test_players_of_the_program_leave_it_to_the_next_one() -> None:
    evening = Evening(free())

    def speaks(seat: Seat, *playing: Seat) -> bool:
        packet = evening.handed(seat)
        assert packet.question is not None
        return Bots._speaks(object.__new__(Bots), seat, packet, packet.question, frozenset(playing))

    assert [speaks(seat, ANNA, BEN) for seat in (ANNA, BEN)] == [False, True], "Anna has acted last"
    assert not speaks(ANNA, ANNA), "with people beside it, it waits for them"


def test_it_is_said_once_and_not_after_every_act() -> None:
    evening = Evening(free(first=True))
    evening.tap(0, "a1")
    assert evening.said.endswith("Together.")
    evening.spoken.clear()
    evening.tap(0, "a1")
    evening.tap(1, "b1")
    assert "Together." not in evening.said


def test_the_dial_offers_what_names_no_card_also_beside_phones() -> None:
    evening = Evening(free(), phones=lambda seat: seat == ANNA)
    evening.turn(2)
    assert evening.packet().dialled == DialledView("Go to c1", 2, 2)
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.told[-1].event.facts["cell"] == "c1 by 1", "it is the act of who has no phone"
