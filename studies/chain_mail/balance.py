"""How often Chain Mail is won, by who plays it: random, careless and sensible players over every quest and map.

    python -m studies.chain_mail.balance [--quick] [--matches N] [--policy NAME] [--quest ID] [--map ID]
        [--heroes A,B,C,D] [--difficulty easy|normal|hard] [--by-monsters] [--seed N] [--processes N]

The peers of the sensible player are the two others, in the same run. Every match is played through the engine alone, as
phones would; the dice come from the seed, so that the same command prints the same table. Monster and treasure cards
take turns within a cell, unless `--by-monsters` makes a cell of each monster card.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import mean

from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Refusal
from rules.games.chain_mail import names as n
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.settings import DIFFICULTIES, NORMAL
from studies.chain_mail.policy import POLICIES

MOST_ANSWERS = 20_000
"""More answers than this are no match that ends."""


@dataclass(frozen=True)
class Played:
    """How one match went. `time_left` is 0 where it was lost."""

    ended: str
    won: bool
    turns: int
    battles: int
    fallen: int
    time_left: int
    goals: int
    seconds: float


@dataclass(frozen=True)
class Cell:
    """What is played: by whom, which quest on which map, against which monsters (empty: each in turn), with which
    heroes (none: the usual four), how hard."""

    policy: str
    quest: str
    map: str
    monsters: str = ""
    heroes: tuple[str, ...] = ()
    difficulty: str = "normal"


def play(cell: Cell, seed: int) -> Played:
    """One match of a cell. RuntimeError when an answer of the policy is refused or the match does not end."""
    content = starter()
    monsters, treasures = tuple(content.monster_cards), tuple(content.treasures)
    settings = {
        "map": cell.map,
        "quest": cell.quest,
        "monsters": cell.monsters or monsters[seed % len(monsters)],
        "treasure": treasures[seed // len(monsters) % len(treasures)],
        "difficulty": cell.difficulty,
    }
    match = Match(games.game("chain_mail"), Header("chain_mail", 1, settings))
    policy, begun = POLICIES[cell.policy](Random(seed)), time.perf_counter()
    _choose_heroes(match, cell.heroes)
    while match.question is not None:
        answer = policy.answer(match)
        outcome = match.submit(answer)
        if isinstance(outcome, Refusal) or match.version > MOST_ANSWERS:
            raise RuntimeError(f"{cell}, seed {seed}: '{answer.key}' to '{match.question.kind}' leads nowhere")
    return _summed_up(match, time.perf_counter() - begun)


def _choose_heroes(match: Match, heroes: Iterable[str]) -> None:
    for hero in heroes:
        outcome = match.submit(Answer(match.waiting[0], f"hero:{hero}"))
        if isinstance(outcome, Refusal):
            raise RuntimeError(f"the hero '{hero}' cannot be chosen: {outcome.code}")


def _summed_up(match: Match, seconds: float) -> Played:
    state, told = match.state, Counter(t.event.kind for t in match.told)
    result = state.result
    assert result is not None  # the match is over
    won = bool(result.winners)
    return Played(
        ended="won" if won else result.lines[0].code,
        won=won,
        turns=state.number(n.TURN_NUMBER),
        battles=told["battle_begins"] + told["ambush"],
        fallen=told["fell"],
        time_left=state.number(n.TIME) if won else 0,
        goals=told["target_reached"],
        seconds=seconds,
    )


# -- the table ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A cell with all its matches."""

    cell: Cell
    matches: Sequence[Played]

    @property
    def rate(self) -> float:
        """The share of matches that were won."""
        return mean(played.won for played in self.matches)

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return float((self.rate * (1 - self.rate) / len(self.matches)) ** 0.5)


TITLE = (
    f"{'policy':9} {'quest':17} {'map':17} {'monsters':18} {'won':>12} {'out of time':>11} {'cannot revive':>13}"
    f" {'all fallen':>10} {'turns':>6} {'battles':>7} {'falls':>6} {'goals':>6} {'left':>5} {'s':>6}"
)


def line(row: Row) -> str:
    """One line of the table. `left` is the time left of won matches, `s` seconds for a match."""
    cell, played, ended = row.cell, row.matches, Counter(one.ended for one in row.matches)
    won = [one.time_left for one in played if one.won]
    parts = [f"{100 * ended[why] / len(played):.0f} %" for why in ("out_of_time", "no_time_to_revive", "all_fallen")]
    numbers = [mean(getattr(one, name) for one in played) for name in ("turns", "battles", "fallen", "goals")]
    return (
        f"{cell.policy:9} {cell.quest:17} {cell.map:17} {cell.monsters or 'each in turn':18}"
        f" {100 * row.rate:5.1f} ± {100 * row.error:3.1f}% {parts[0]:>10} {parts[1]:>13} {parts[2]:>10}"
        f" {numbers[0]:6.1f} {numbers[1]:7.1f} {numbers[2]:6.1f} {numbers[3]:6.1f}"
        f" {mean(won) if won else 0:5.1f} {mean(one.seconds for one in played):6.2f}"
    )


def measured(cells: Sequence[Cell], matches: int, seed: int, processes: int) -> Iterator[Row]:
    """Every cell with so many matches, spread over processes."""
    with ProcessPoolExecutor(processes) as pool:
        for cell in cells:
            seeds = range(seed, seed + matches)
            yield Row(cell, list(pool.map(play, [cell] * matches, seeds, chunksize=max(1, matches // (4 * processes)))))


def wanted(given: argparse.Namespace) -> list[Cell]:
    """The cells that the command line asks for."""
    content = starter()
    policies = given.policy or list(POLICIES)
    quests, maps = given.quest or list(content.quests), given.map or list(content.maps)
    monsters = list(content.monster_cards) if given.by_monsters else [""]
    heroes = tuple(given.heroes.split(",")) if given.heroes else ()
    everything = product(policies, quests, maps, monsters)
    return [Cell(policy, quest, a_map, one, heroes, given.difficulty) for policy, quest, a_map, one in everything]


def main() -> None:
    """Prints the table; `--quick` plays few matches of one quest."""
    content = starter()
    options = argparse.ArgumentParser(description="how often Chain Mail is won, by who plays it")
    options.add_argument("--quick", action="store_true", help="few matches, the first quest on the first map")
    options.add_argument("--matches", type=int, default=30, help="matches a cell (30)")
    options.add_argument("--policy", action="append", choices=list(POLICIES))
    options.add_argument("--quest", action="append", choices=list(content.quests))
    options.add_argument("--map", action="append", choices=list(content.maps))
    options.add_argument("--heroes", help="four heroes, joined by commas; the usual four if left out")
    options.add_argument("--difficulty", choices=DIFFICULTIES, default=NORMAL)
    options.add_argument("--by-monsters", action="store_true", help="a cell for each monster card")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=2)
    given = options.parse_args()
    if given.quick:
        given.matches, given.quest, given.map = 4, list(content.quests)[:1], list(content.maps)[:1]
    print(f"Chain Mail at difficulty '{given.difficulty}', {given.matches} matches a cell, seeds from {given.seed}")
    print(TITLE)
    for row in measured(wanted(given), given.matches, given.seed, given.processes):
        print(line(row), flush=True)


if __name__ == "__main__":
    main()
