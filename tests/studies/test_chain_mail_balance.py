"""The study of Chain Mail's balance: how its players fare."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studies.chain_mail.balance import Cell, Row, line, play


@pytest.mark.parametrize("policy", ["random", "careless", "sensible"])
def test_a_match_of_every_player_ends_and_comes_out_the_same_again(policy: str) -> None:
    cell = Cell(policy, "beacons", "lantern-deep")
    one, again = play(cell, 3), play(cell, 3)
    assert replace(one, seconds=0) == replace(again, seconds=0)
    assert one.won == (one.ended == "won")
    assert one.turns >= 1


def test_a_line_tells_the_share_of_wins_with_its_error() -> None:
    cell = Cell("sensible", "beacons", "lantern-deep")
    won = replace(play(cell, 3), won=True, ended="won", time_left=2)
    lost = replace(won, won=False, ended="out_of_time", time_left=0)
    assert " 50.0 ± 25.0% " in line(Row(cell, [won, lost, won, lost]))
