"""`companion arena`: players of the program against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.kit.arena import Arena
from companion.kit.simulating import Matches, ProcessLost
from companion.kit.tally import Ending, Tally
from companion.values.strength import Strength
from rules import samples

HARBOUR = "rules/samples/harbour_night"


def endings(one: Strength, others: Strength, count: int) -> tuple[Arena, Tally]:
    arena = Arena(samples.game("harbour_night"), {}, one, others, playouts=12)
    return arena, arena.play(arena.matches(count, seats=2))


@pytest.mark.dear
@pytest.mark.parametrize("strength", [Strength.GREEDY, Strength.THINKER])
def test_who_looks_ahead_beats_chance(strength: Strength) -> None:
    arena, tally = endings(strength, Strength.CHANCE, 12)
    score = arena.score(tally.endings)
    assert not tally.faults
    assert score.won >= 9, score
    assert score.least > 0.4


def test_seats_are_exchanged_and_a_match_with_a_seed_is_always_the_same() -> None:
    arena, first = endings(Strength.THINKER, Strength.GREEDY, 1)
    _, again = endings(Strength.THINKER, Strength.GREEDY, 1)
    assert first.endings == again.endings
    won_by_first_seat = [replace(first.endings[0], seed=seed, winners=(0,)) for seed in range(4)]
    assert arena.score(won_by_first_seat).won == 2
    shared = [replace(ending, winners=(0, 1)) for ending in won_by_first_seat]
    assert arena.score(shared).won == 2
    assert (arena.score(shared).among, arena.score(shared).others) == (4, 4.0)
    assert (arena.score(won_by_first_seat).among, arena.score(won_by_first_seat).others) == (2, 2.0)


def test_the_command_says_the_share_and_between_which_two_it_lies(tmp_path: Path) -> None:
    words = ["arena", "greedy", "chance", "--game", HARBOUR, "-n", "4", "--processes", "1", "--data", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "Harbour Night, 2 players: greedy against chance wins" in done.output
    assert " of 4 matches." in done.output
    assert "As good as the others it would win 50%." in done.output


def test_a_process_that_was_ended_from_outside_is_said_with_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: Arena, matches: Matches, processes: int | None) -> Iterator[Tally]:
        yield Tally([Ending(2, 0, 31, Counter(), (0,), (3, 1), True)])
        raise ProcessLost

    monkeypatch.setattr(Arena, "run", stopped)
    words = ["arena", "greedy", "chance", "--game", HARBOUR, "-n", "50", "--data", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "the memory is full" in done.output
    assert "Stopped after 1 of 50 matches." in done.output
    assert "greedy against chance wins 100.0%" in done.output


def test_where_wins_are_shared_it_is_said_how_often_who_was_among_the_winners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shared(_: Arena, matches: Matches, processes: int | None) -> Iterator[Tally]:
        yield Tally([Ending(2, seed, 31, Counter(), (0, 1), (3, 3), True) for seed in range(3)])

    monkeypatch.setattr(Arena, "run", shared)
    words = ["arena", "greedy", "chance", "--game", HARBOUR, "-n", "3", "--data", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert "It was among the winners of 100.0% (44% to 100%), each of the others of 100.0%." in done.output
    assert "greedy against chance wins 50.0%" in done.output
