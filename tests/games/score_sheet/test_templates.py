"""All sheets that come with it, played by chance to their end; the totals and who has won are counted here once more,
by what each game says of itself and nothing of the program's counting."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import pytest

from companion.kit.laws.playing import LONGEST, Tape
from rules.engine import listed
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.sampling import pick
from rules.games.score_sheet.reading import TEMPLATES
from tests.games.score_sheet._match import begin, points, winners

Rows = Mapping[str, Sequence[int]]
"""What one player has written into each line, round by round."""
Count = Callable[[list[Rows]], list[int]]


def each(count: Callable[[Rows], int]) -> Count:
    """Everybody's sheet counts by itself."""
    return lambda sheets: [count(rows) for rows in sheets]


def places(sheets: list[Rows], line: str, worth: Sequence[int], *, shared: bool = True) -> list[int]:
    """What the places in a line bring: equal ones divide, or each gets all of it; who has nothing gets nothing."""
    numbers = [rows[line][0] for rows in sheets]
    by_size, found = sorted(numbers, reverse=True), []
    for number in numbers:
        at = [place for place, other in enumerate(by_size) if other == number]
        counted = [worth[place] if place < len(worth) else 0 for place in at]
        found.append(0 if number == 0 else sum(counted) // len(at) if shared else counted[0])
    return found


def added(*columns: Sequence[int]) -> list[int]:
    return [sum(numbers) for numbers in zip(*columns, strict=True)]


def tricks(rows: Rows) -> int:
    pairs = zip(rows["bid"], rows["tricks"], strict=True)
    return sum(10 + won if won == said else -max(won - said, said - won) for said, won in pairs)


def five_dice(rows: Rows) -> int:
    upper = sum(rows[line][0] for line in ("ones", "twos", "threes", "fours", "fives", "sixes"))
    return sum(numbers[0] for numbers in rows.values()) + (35 if upper > 62 else 0)


def sets(sheets: list[Rows]) -> list[int]:
    plain = each(lambda rows: 7 * rows["full_sets"][0] + 3 * rows["pairs"][0] + rows["singles"][0])
    return added(plain(sheets), places(sheets, "rarest", (5, 2)))


def areas(sheets: list[Rows]) -> list[int]:
    worth = {"north": (9, 5, 2), "south": (7, 4, 2), "centre": (12, 6, 3)}
    return added(*(places(sheets, line, of) for line, of in worth.items()), [rows["on_track"][0] for rows in sheets])


def track(sheets: list[Rows]) -> list[int]:
    def own(rows: Rows) -> int:
        return rows["track"][0] + 5 * rows["goals_met"][0] + rows["money"][0] // 5 - rows["penalty"][0]

    return added(each(own)(sheets), places(sheets, "longest", (10,), shared=False))


def wagers(rows: Rows) -> int:
    return 100 + sum(stake if won else -stake for stake, won in zip(rows["stake"], rows["stake_won"], strict=True))


COUNTS: Mapping[str, Count] = {
    "points": each(lambda rows: sum(rows["points"])),
    "bids": each(tricks),
    "rummy": each(lambda rows: sum(rows["left_over"])),
    "five_dice": each(five_dice),
    "set_collection": sets,
    "area_majority": areas,
    "track_and_bonus": track,
    "hidden_goals": each(lambda rows: sum(rows["round_points"]) + rows["secret_goal"][0]),
    "party_points": each(lambda rows: sum(rows["round_won"])),
    "campaign": each(lambda rows: 3 * sum(rows["adventure"]) + sum(rows["treasure"]) - sum(rows["lost_hearts"])),
    "knock_out": each(lambda rows: 3 - sum(rows["lives_lost"])),
    "wagers": each(wagers),
    "clocks": each(lambda rows: rows["final_points"][0]),
}
BREAKS = {"bids": "tricks", "set_collection": "full_sets", "track_and_bonus": "money"}


def best(sheet: str, sheets: list[Rows], totals: list[int]) -> list[int]:
    """Who has won, by columns."""
    if sheet == "campaign":
        return [0] if totals[0] >= 20 else []
    left = [n for n, total in enumerate(totals) if total > 0] if sheet == "knock_out" else []
    among = left or range(len(totals))
    sign = -1 if sheet == "rummy" else 1
    strength = {n: (sign * totals[n], sum(sheets[n][BREAKS[sheet]]) if sheet in BREAKS else 0) for n in among}
    return [n for n in among if strength[n] == max(strength.values())]


def written(match: Match) -> list[Rows]:
    """What stands on the sheets, by columns."""
    found: dict[int, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for key, one in match.state.tracks.items():
        if key.startswith("entry/") and isinstance(one.value, int):
            place, column = key.removeprefix("entry/line_").split("/")
            line, number = place.split(".")
            found[int(column)][line][int(number)] = one.value
    return [{line: [of[n] for n in sorted(of)] for line, of in found[column].items()} for column in sorted(found)]


def of_dice(line: str, dice: Sequence[int]) -> int:
    """What five dice count in a line."""
    upper = ("ones", "twos", "threes", "fours", "fives", "sixes")
    if line in upper:
        return dice.count(upper.index(line) + 1) * (upper.index(line) + 1)
    counts, row = sorted(Counter(dice).values()), "".join(map(str, sorted(set(dice))))
    match line:
        case "three_alike" | "four_alike":
            return sum(dice) if counts[-1] >= (3 if line == "three_alike" else 4) else 0
        case "two_and_three":
            return 25 if counts == [2, 3] else 0
        case "four_in_a_row":
            return 30 if any(four in row for four in ("1234", "2345", "3456")) else 0
        case "five_in_a_row":
            return 40 if row in ("12345", "23456") else 0
        case "five_alike":
            return 50 if counts == [5] else 0
    return sum(dice)


def play(match: Match, seed: int) -> None:
    """By chance, to the end; what dice were written for is counted as it is written."""
    tape = Tape(seed)
    while match.question is not None:
        assert match.version < LONGEST
        answer = pick(match, tape)
        assert isinstance(answer, Answer)
        before, seat = match.state, match.state.turn
        match.submit(answer)
        if answer.key.startswith("line:"):
            line = answer.key.removeprefix("line:")
            assert match.state[f"entry/line_{line}.0/{seat}"] == of_dice(line, listed(before["dice"], int))


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("sheet", TEMPLATES)
def test_it_is_played_to_its_end_and_counted_once_more(sheet: str, seats: int) -> None:
    for seed in range(1 if seats > 2 else 3):
        match = begin(sheet, seats)
        play(match, seed)
        sheets = written(match)
        totals = COUNTS[sheet](sheets)
        assert points(match) == totals, (seed, sheets)
        won = [column for column in winners(match) if sheet != "campaign" or column == 0]
        assert won == best(sheet, sheets, totals), (seed, sheets)
