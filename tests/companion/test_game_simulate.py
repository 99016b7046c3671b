"""`companion game simulate`: many matches, what they come to, and what never came up."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.kit.simulating import Matches, ProcessLost, Simulation
from companion.kit.tally import Ending, Tally, interval, unused
from rules import samples
from rules.engine.game import SettingError
from tests.companion.test_game_check import copied


def simulated(tmp_path: Path, name: Path | str, *more: str) -> Result:
    return CliRunner().invoke(main, ["game", "simulate", str(name), *more, "--data", str(tmp_path)])


def night(**given: bool) -> Simulation:
    return Simulation(samples.game("harbour_night"), {}, **given)


def test_a_share_is_between_two_that_few_matches_leave_far_apart() -> None:
    assert interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert interval(500, 1000) == pytest.approx((0.4691, 0.5309), abs=1e-4)


def test_matches_go_in_turn_over_every_number_of_players() -> None:
    assert night().matches(4, seed=7) == [(2, 7), (3, 8), (4, 9), (2, 10)]
    assert night().matches(2, seats=3) == [(3, 0), (3, 1)]
    with pytest.raises(SettingError, match="not 5"):
        night().matches(1, seats=5)


def test_several_processes_find_what_one_finds() -> None:
    def all_of(processes: int) -> Tally:
        tally = Tally()
        for part in night().run(night().matches(12), processes):
            tally.add(part)
        tally.endings.sort(key=lambda ending: ending.seed)
        return tally

    one, two = all_of(1), all_of(2)
    assert one == two
    assert one.count == 12
    assert all(ending.is_over and len(ending.winners) == 1 for ending in one.endings)
    assert all(max(score or 0 for score in ending.scores) == 3 for ending in one.endings)


def test_processes_end_with_the_playing_also_where_a_signal_is_taken() -> None:
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        playing = night().run(night().matches(60), 2)
        next(playing)
        playing.close()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert multiprocessing.active_children() == []


def test_a_process_that_is_killed_ends_the_playing() -> None:
    playing = night().run(night().matches(600), 2)
    next(playing)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(ProcessLost):
        list(playing)
    assert multiprocessing.active_children() == []


def test_a_match_with_a_seed_is_always_the_same_and_another_with_another() -> None:
    logs = [night().match(3, seed).log for seed in (1, 1, 2)]
    assert logs[0] == logs[1] != logs[2]


def test_the_games_own_player_answers_unless_chance_is_wanted() -> None:
    assert any(night().match(3, n).log != night(by_chance=True).match(3, n).log for n in range(3))


def test_what_never_came_up_is_named(tmp_path: Path) -> None:
    simulation = night()
    everything = dict(unused(simulation.game, Tally()))
    assert "guess" in everything["Questions that were never asked"]
    assert everything["Rules that nothing went by"] == [f"HN-{n}" for n in (3, 4, 5, 6, 7, 9)]
    played = dict(unused(simulation.game, simulation.play(simulation.matches(20))))
    assert not any(played.values()), played

    useless = copied(
        tmp_path, "game.py", 'deck.swap(t, seat, (yield from choose_player(t, seat, "swap_with")))', "pass"
    )
    done = simulated(tmp_path, useless, "-n", "12", "--seats", "3")
    assert "Questions that were never asked: swap_with." in done.output
    assert "Rules that nothing went by: HN-7." in done.output


def test_the_report_says_lengths_wins_and_how_to_see_the_longest_again(tmp_path: Path) -> None:
    done = simulated(tmp_path, "rules/samples/harbour_night", "-n", "6", "--seats", "2", "--seed", "40")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Harbour Night: 6 matches, played by its own player")
    assert "2 players, 6 matches\n  Decisions: " in done.output
    assert "  Seat 2 wins " in done.output
    assert "; score " in done.output
    again = done.output.partition("The longest matches:\n")[2].splitlines()[0]
    decisions, _, command = again.strip().partition(" decisions: companion game simulate ")
    told = CliRunner().invoke(main, ["game", "simulate", *command.split(), "--data", str(tmp_path)])
    assert told.output.startswith("2 cards for everybody.\nPlayer 1 plays ")
    assert f"\nOver after {decisions} decisions; won by Player " in told.output


def test_one_of_our_games_is_simulated_by_its_name(tmp_path: Path) -> None:
    done = simulated(tmp_path, "chronicle", "-n", "1", "--seats", "3")
    assert done.exit_code == 0, done.output
    assert "\nOver after " in done.output


def test_a_fault_is_counted_with_its_place_and_ends_no_other_match(tmp_path: Path) -> None:
    old, new = '@deeds.of("captain")\n', '@deeds.of("captain")\ndef fail(t, seat):\n    {}["x"]\n\n\n'
    done = simulated(tmp_path, copied(tmp_path, "game.py", old, new), "-n", "12", "--seats", "2")
    assert done.exit_code == 1
    assert "\nEnded in a fault: " in done.output
    assert "game.py:" in done.output
    assert "KeyError" in done.output
    assert "-n 1 --seats 2 --seed " in done.output


def test_a_match_without_an_end_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.kit.simulating.LONGEST", 60)
    folder = copied(tmp_path, "game.py", "    lanterns.finish_at_goal(t)\n", "")
    done = simulated(tmp_path, folder, "-n", "2", "--seats", "2")
    assert done.exit_code == 1
    assert "Not over after the longest that a match may be: 2." in done.output
    assert "by nobody: 100%" in done.output


@pytest.mark.parametrize(("ending", "code"), [(KeyboardInterrupt, 130), (ProcessLost, 1)])
def test_what_ends_it_early_leaves_what_there_is_so_far(
    ending: type[BaseException], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: Simulation, matches: Matches) -> Iterator[Tally]:
        yield Tally([Ending(2, 5, 31, Counter(), (1,), (1, 3), True)])
        raise ending

    monkeypatch.setattr(Simulation, "run", stopped)
    done = simulated(tmp_path, "rules/samples/harbour_night", "-n", "50")
    assert done.exit_code == code
    assert ("the memory is full" in done.output) is (ending is ProcessLost)
    assert "Stopped after 1 of 50 matches." in done.output
    assert "31 decisions: companion game simulate rules/samples/harbour_night -n 1 --seats 2 --seed 5" in done.output


def test_a_game_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = simulated(tmp_path, "nosuch")
    assert done.exit_code == 2
    assert "There is no game or folder nosuch; see companion game list." in done.output
