"""War Chest through the hub: what nobody may find out about a coin that he does not hold, however he tries."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.types import Seat
from tests.companion.evening import Evening
from tests.companion.war_chest_table import position, table
from web.ports import HostAct

OTHERS = ("archer#1", "cavalry#1", "scout#1")
UNITS = {"f4": ("light_cavalry#2",), "f5": ("archer#2",)}
ONE, TWO = ("swordsman#1", "swordsman#2", "royal_raven"), ("pikeman#1", "crossbowman#1", "crossbowman#2")
"""Hands of the first seat that nobody else may tell apart."""


def worlds(*, shown: bool = False, phones: Callable[[Seat], bool] = lambda seat: True) -> list[Evening]:
    """The same evening with either hand. The second seat has (`shown`) shown its own or not."""
    unseen = () if shown else (1,)
    return [table(position({0: hand, 1: OTHERS}, UNITS, unseen=unseen), phones=phones) for hand in (ONE, TWO)]


def same(evenings: list[Evening]) -> None:
    """Nobody but the first seat is told anything different."""
    one, other = evenings
    for reader in (-1, 1):
        assert one.bytes_of(reader) == other.bytes_of(reader)
    assert one.spoken == other.spoken
    assert one.lights == other.lights
    assert one.todo == other.todo


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize(
    "photo",
    [("swordsman#1",), ("swordsman#1", "swordsman#2"), ("crossbowman#2",), ("royal_raven",), ("archer#1", "pikeman#1")],
)
def test_a_photo_of_foreign_coins_tells_nothing_and_notes_nothing(photo: tuple[str, ...], shown: bool) -> None:
    evenings = worlds(shown=shown)
    replies = [evening.show_hand(1, *map(evening.front, photo)) for evening in evenings]
    assert replies[0] == replies[1]
    assert not replies[0].ok
    assert [evening.match.version for evening in evenings] == [0, 0]
    same(evenings)


def test_the_own_coins_can_still_be_shown() -> None:
    evening = worlds()[0]
    assert evening.show_hand(1, *map(evening.front, OTHERS)).ok
    assert sorted(p.kind for p in evening.match.seen(Seat(1)).pile("hand/1")) == ["archer", "cavalry", "scout"]


@pytest.mark.parametrize("act", [HostAct.NAME_CARD, HostAct.MOVE_PIECE])
def test_a_host_cannot_try_in_silence_where_a_hidden_coin_is(act: HostAct) -> None:
    """A correction that is carried out is told to all; one that is refused says as much of a coin."""
    for evening in worlds():
        for pile in ("box", "bag/0", "hand/0", "hand/1"):
            for piece in ("swordsman#1", "crossbowman#1"):
                evening.spoken.clear()
                evening.host(act, piece=piece, pile=pile, reason="to see")
                assert evening.spoken, f"{act} {piece} {pile}"
                evening.host(HostAct.PAUSE)  # another notice in between
                evening.host(HostAct.RESUME)
                evening.desk.clear_notice()
                evening.referee.tell()


def test_a_correction_of_what_lies_open_is_refused_quietly() -> None:
    evening = worlds()[0]
    assert not evening.host(HostAct.NAME_CARD, piece="archer#2", pile="hand/1", reason="a slip").ok
    assert evening.spoken == []
