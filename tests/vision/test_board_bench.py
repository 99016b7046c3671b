"""The bench of a board runs: its times are not judged here, only that it measures and judges what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.board_bench import COINS, BoardBench, Move, measured, shown
from vision import ChangeKind, TableChange


@pytest.mark.dear
def test_some_moves_are_made_told_and_timed():
    bench = measured(4)
    text = "\n".join(shown(bench))
    assert "Board of 47 hexes, 20 coins, 10 markers: 4 moves" in text
    assert all(word in text for word in ("motion gate", "locate", "decode", "track", "whole frame afresh", "times"))
    assert bench.done == 4
    assert bench.right == 4
    assert len(bench.timings) == 4
    assert all(0 < timing.stages.decode_s < timing.ours_s for timing in bench.timings)
    assert all(timing.tags >= COINS / 2 for timing in bench.timings)


def test_a_wrong_a_missing_and_a_second_change_are_no_right_move():
    bench = BoardBench(3)
    bench.close()
    coin, other = _two(bench)
    was = next(field for field, stack in bench.stacks.items() if stack == [coin])
    now = next(field for field, stack in bench.stacks.items() if not stack)
    bench.stacks[was], bench.stacks[now] = [], [coin]
    bench._lying = {stack[-1]: field for field, stack in bench.stacks.items() if stack}
    payload = {piece: payload for payload, piece in bench._codes.items()}
    told = TableChange(ChangeKind.MOVED, payload[coin], None, now, was, None, 0.0)
    move = Move((coin,), was, now)
    assert bench.is_told(move, [told])
    assert not bench.is_told(move, [])
    assert not bench.is_told(move, [replace(told, spot=was)])
    assert not bench.is_told(move, [told, replace(told, payload=payload[other])])
    bench._lying[other] = None
    assert not bench.is_told(move, [told])


def _two(bench: BoardBench) -> list[str]:
    """Two coins that lie alone on their fields."""
    return [stack[0] for stack in bench.stacks.values() if len(stack) == 1][:2]
