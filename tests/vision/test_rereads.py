"""What is read a second time, and when."""

from __future__ import annotations

import numpy as np

from vision import Frame
from vision.table._rereads import Rereads, RereadSettings
from vision.table.gate import GateView, Mask, MotionGate


class Doubts(MotionGate):
    """A gate that only notes what it is told to doubt."""

    def __init__(self) -> None:
        super().__init__()
        self.doubted: list[Mask | None] = []

    def doubt(self, mask: Mask) -> None:
        self.doubted.append(mask.copy())

    def doubt_all(self) -> None:
        self.doubted.append(None)


def view(*settled: int) -> GateView:
    mask = np.zeros((2, 4), np.bool_)
    mask[0, list(settled)] = True
    return GateView(
        np.zeros_like(mask), mask, 8.0, Frame(np.zeros((16, 32), np.uint8), 0.0, 1), np.zeros((8, 16), np.uint8)
    )


def at(rereads: Rereads, now_s: float, *settled: int) -> list[set[int] | None]:
    """One frame; the cells of the first row that were doubted for it (None: all of them)."""
    gate = Doubts()
    rereads.step(gate, now_s, False)
    rereads.settled(view(*settled), now_s)
    return [None if mask is None else set(np.flatnonzero(mask[0]).tolist()) for mask in gate.doubted]


def test_a_place_is_read_once_more_a_moment_after_it_was_read():
    rereads = Rereads(RereadSettings())
    assert at(rereads, 0.0) == [None]
    assert at(rereads, 1.0, 1) == []
    assert at(rereads, 1.2) == []
    assert at(rereads, 1.35, 1) == [{1}]
    assert at(rereads, 2.0) == []


def test_at_a_busy_table_nothing_waits_longer_for_what_came_later():
    rereads = Rereads(RereadSettings())
    at(rereads, 0.0)
    found = [at(rereads, 1.0 + 0.1 * step, step % 4) for step in range(8)]
    assert found[3] == [{0, 1, 2}]
    assert found[6] == [{3, 0, 1}]


def test_a_still_table_is_read_again_less_and_less_often():
    rereads = Rereads(RereadSettings(all_s=10.0, all_max_s=80.0))
    read = [now_s for now_s in range(400) if at(rereads, float(now_s)) == [None]]
    assert read == [0, 10, 30, 70, 150, 230, 310, 390]
    assert at(rereads, 400.0, 2) == []
    assert [now_s for now_s in range(401, 440) if None in at(rereads, float(now_s))] == [410, 420]


def test_while_a_hand_is_busy_what_it_passed_over_is_read_once_more_in_one_go():
    rereads = Rereads(RereadSettings(again_s=0.3, again_max_s=1.2))
    at(rereads, 0.0)
    at(rereads, 1.0, 1)

    def doubted(now_s: float, is_busy: bool) -> list[Mask | None]:
        gate = Doubts()
        rereads.step(gate, now_s, False, is_busy)
        return gate.doubted

    assert doubted(1.4, is_busy=True) == []
    assert len(doubted(1.5, is_busy=False)) == 1
    at(rereads, 2.0, 2)
    assert doubted(3.4, is_busy=True) == []
    assert len(doubted(3.6, is_busy=True)) == 1
