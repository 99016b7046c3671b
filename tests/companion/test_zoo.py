"""Every game as PettingZoo expects it, by PettingZoo's own test; and the example of the guide as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from companion.kit.zoo import Encoding, TableEnv
from rules import samples
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat
from tests.companion.high_card import HIGH_CARD
from tests.laws.playing import GAMES, game_of

ROOT = Path(__file__).parents[2]
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What PettingZoo warns of in all its own games with masks whose names it does not know."""


def harbour() -> TableEnv:
    return TableEnv(samples.game("harbour_night"))


def played(env: TableEnv, seed: int) -> list[dict[str, Any]]:
    """What is observed in a match in which everybody takes the last thing that the mask allows."""
    env.reset(seed=seed)
    seen: list[dict[str, Any]] = []
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        assert observation is not None
        seen.append(observation)
        env.step(None if termination or truncation else len(env.options(agent)) - 1)
    return seen


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_passes_the_field_s_own_test(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(TableEnv(game_of(slug)), num_cycles=30)
    assert not [str(one.message) for one in said if not str(one.message).startswith(KNOWN)]
    assert "Passed API test" in capsys.readouterr().out


def test_a_match_has_an_end_with_winners_and_is_the_same_again_with_the_same_seed() -> None:
    env, again = harbour(), harbour()
    first, second = played(env, 5), played(again, 5)
    assert len(first) == len(second) > 10
    assert all(
        np.array_equal(one["observation"], other["observation"]) for one, other in zip(first, second, strict=True)
    )
    assert env.match.state.result is not None
    assert not env.agents
    assert env.match.journal == again.match.journal != TableEnv(samples.game("harbour_night")).match.journal


def test_who_wins_is_rewarded_and_who_loses_is_not() -> None:
    env = harbour()
    env.reset(seed=3)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last()
        if termination:
            rewards[agent] = (reward, info["score"])
        env.step(None if termination else 0)
    assert env.match.state.result is not None
    assert {one for one, (reward, _) in rewards.items() if reward == 1} == {
        f"seat_{seat}" for seat in env.match.state.result.winners
    }
    assert {reward for reward, _ in rewards.values()} <= {1, -1}
    assert max(score for _, score in rewards.values()) > 0


def test_a_match_without_an_end_is_cut_off() -> None:
    env = TableEnv(samples.game("harbour_night"), longest=9)
    env.reset(seed=2)
    ends = []
    for _agent in env.agent_iter():
        _, _, termination, truncation, _ = env.last()
        ends.append((termination, truncation))
        env.step(None if termination or truncation else 0)
    assert ends[-2:] == [(False, True), (False, True)]
    assert env.match.version == 9


def test_no_value_is_not_the_first_seat_and_neither_is_what_fills_up() -> None:
    encoding = harbour().encoding
    (none, *_), (seat, *_), (fill, *_) = (encoding._parts(values) for values in ((None,), (Seat(0),), ()))
    assert (encoding._part(None), encoding._part(Seat(0))) == ((none, none), (seat, 0.0))
    assert len({none, seat, fill}) == 3


def test_what_the_mask_does_not_allow_is_said_and_changes_nothing() -> None:
    env = harbour()
    env.reset(seed=1)
    for wrong in (len(env.options(env.agent_selection)), -1, None):
        with pytest.raises(ValueError, match="is none of them"):
            env.step(wrong)
    before = env.match.version
    env.step(0)
    assert env.match.version > before


def test_an_observation_is_made_of_the_seat_s_packet_and_nothing_else() -> None:
    """Cards that a seat has not seen are others: what it observes stays the same, and what their holder does not."""
    env, seen = TableEnv(HIGH_CARD), list[tuple[Any, Any]]()
    for others in (("BLU-6", "RED-2"), ("BLU-5", "RED-3")):
        hands = Position({"hand/0": ("RED-6", "BLU-1"), "hand/1": others}, phase="trick", turn=0)
        env.match = Match(HIGH_CARD, Header(HIGH_CARD.slug, 2, {}, hands))
        seen.append((env.observe("seat_0")["observation"], env.observe("seat_1")["observation"]))
        places = dict(zip(env.encoding.pieces, seen[-1][0][5 : 5 + 3 * len(env.encoding.pieces) : 3], strict=True))
        assert places[PieceId("RED-6")] == env.encoding.word("hand/0")
        assert all(places[PieceId(piece)] == -1 for piece in others)
    (mine, theirs), (mine_then, theirs_then) = seen
    assert np.array_equal(mine, mine_then)
    assert not np.array_equal(theirs, theirs_then)


def test_words_keep_their_numbers_and_strange_ones_have_some_too() -> None:
    start = harbour().match.state
    one, other = Encoding(start, ("play", "trick")), Encoding(start, ("trick", "play"))
    assert one.word("play") == other.word("play") != one.word("trick")
    assert one.word("typed in by somebody") == other.word("typed in by somebody") > one.word("play")


def test_where_hands_are_unknown_a_card_that_lies_elsewhere_is_asked_again() -> None:
    env, random, again = TableEnv("chronicle"), Random(2), 0
    env.reset(seed=0)
    while env.match.question is not None:
        agent, version, options = env.agent_selection, env.match.version, env.options(env.agent_selection)
        action = random.randrange(len(options))
        env.step(action)
        if env.match.version == version:
            again += 1
            assert env.agent_selection == agent
            assert env.options(agent) == tuple(key for key in options if key != options[action])
    assert again


def test_the_example_of_the_guide_plays_matches(tmp_path: Path) -> None:
    page = (ROOT / "docs/own_games.md").read_text("utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "zoo" in block)
    (tmp_path / "learn.py").write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "learn.py")],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"seat_0 won \d of 3 matches\n", done.stdout), done.stdout
