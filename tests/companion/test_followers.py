"""The parts that work for the referee: they come to rest together, in whatever order they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from companion.referee.followers import Follower, Followers, NeverSettlesError
from companion.referee.pacing import Pace, Tuning
from hardware.types import ButtonRole, Tripped
from rules.engine.entries import Position
from rules.engine.types import PUBLIC
from tests.companion.dice_race import dice_race
from tests.companion.evening import Evening
from tests.companion.lucky_draw import LUCKY_DRAW
from web.pages.host.views import HostAct


class Counting:
    """Has something to do so many times."""

    def __init__(self, times: int, next_s: float | None = None):
        self.left = times
        self.next_s = next_s

    def follow(self) -> bool:
        self.left -= 1
        return self.left >= 0


class Echo:
    """Answers whatever another one does."""

    next_s: float | None = None

    def follow(self) -> bool:
        return True


def test_all_are_asked_until_none_does_anything_more() -> None:
    once, thrice = Counting(1), Counting(3)
    assert Followers(once, thrice).settle()
    assert (once.left, thrice.left) == (-3, -1), "the fourth round was quiet"
    assert not Followers(once, thrice).settle(), "nothing was left to be done"


def test_the_first_that_is_due_is_waited_for() -> None:
    assert Followers(Counting(0), Counting(0, 4.0), Counting(0, 2.5)).next_s == 2.5
    assert Followers(Counting(0)).next_s is None


def test_a_part_that_never_settles_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(NeverSettlesError, match=r"^Echo$"):
        Followers(Counting(2), Echo()).settle()
    assert "Echo" in caplog.text
    assert "Counting" not in caplog.text


Act = Callable[[Evening], object]


def agree(evening: Evening) -> None:
    if evening.packet().consent is not None:
        evening.everybody_agrees()


def tap(seat: int, which: int) -> Act:
    """The first or last option that a seat has, if it has any."""

    def done(evening: Evening) -> None:
        if keys := evening.keys(seat):
            evening.tap(seat, keys[which])

    return done


def tell_dice(evening: Evening) -> None:
    turn = evening.match.state.turn
    if turn is not None:
        evening.tap(turn, "2-5")


ANYWHERE: tuple[Act, ...] = (
    agree,
    lambda evening: evening.wait(0.5),
    lambda evening: evening.wait(9.0),
    lambda evening: evening.wait(45.0),
    lambda evening: evening.press(ButtonRole.PAUSE),
    lambda evening: evening.press(ButtonRole.UNDO),
)
WITH_DICE: tuple[Act, ...] = (
    *ANYWHERE,
    tell_dice,
    lambda evening: evening.press(ButtonRole.DIE),
    lambda evening: evening.release(),
    lambda evening: evening.turn(1),
    lambda evening: evening.turn(-2),
    lambda evening: evening.press(ButtonRole.DIAL),
    lambda evening: evening.signal(Tripped("tray_sensor", evening.now_s)),
)
WITH_CARDS: tuple[Act, ...] = (
    *ANYWHERE,
    *(tap(seat, which) for seat in range(3) for which in (0, -1)),
    lambda evening: evening.press(ButtonRole.CONFIRM),
    lambda evening: evening.dealt(),
    lambda evening: evening.lay("RED-1", "spent"),
    lambda evening: evening.host(HostAct.TELL, value="lots"),
)
HANDS = {"hand/0": ("RED-1", "BLU-1"), "hand/1": ("BLU-2", "BLU-3"), "hand/2": ("BLU-4", "BLU-5")}


def race(sensor: bool) -> Evening:
    return Evening(dice_race(), random=Random(3), tray_sensor=sensor)


def draw(phase: str = "window") -> Evening:
    evening = Evening(LUCKY_DRAW, Position(HANDS, phase=phase, turn=0), seats=3, random=Random(3))
    evening.referee.handle(Tuning(4.0, Pace(3.0, 20.0), 30.0))
    return evening


def told(
    evening: Evening, acts: tuple[Act, ...], seed: int, order: Callable[[list[Follower]], object]
) -> Iterator[object]:
    """What everybody is told after each of so many acts, with the parts in another order."""
    parts = list(evening.referee.followers)
    order(parts)
    evening.referee.followers = Followers(*parts)
    random = Random(seed)
    for _ in range(40):
        random.choice(acts)(evening)
        yield (
            [evening.bytes_of(reader) for reader in (PUBLIC, *evening.match.table.seats)],
            evening.said,
            evening.lights,
        )


def test_what_one_part_does_is_news_for_one_that_stands_before_it() -> None:
    evening = draw("swear")
    assert evening.tap(0, "yes").noted
    evening.lay_back("place/0")
    assert "face-down" not in evening.packet(0).notice, "no card is asked for yet"
    evening.wait(3.5)
    assert "lay" in evening.packet().status, "what was noted counts"
    assert (
        evening.packet(0).notice == "You played something face down. Which one is it? Only the companion will know."
    ), "and the table was read again"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("table", [draw, partial(race, False), partial(race, True)])
def test_the_order_of_the_parts_tells_nobody_anything(table: Callable[[], Evening], seed: int) -> None:
    acts = WITH_CARDS if table is draw else WITH_DICE
    as_built = list(told(table(), acts, seed, lambda parts: None))
    assert len({str(now) for now in as_built}) > 5, "something must happen"
    for order in (list.reverse, Random(seed).shuffle, Random(seed + 100).shuffle):
        for step, (now, then) in enumerate(zip(told(table(), acts, seed, order), as_built, strict=True)):
            assert now == then, f"step {step}"
