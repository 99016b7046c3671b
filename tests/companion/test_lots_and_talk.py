"""What the companion deals by itself, and a window that has a time of its own."""

from __future__ import annotations

from random import Random

from companion.referee.pacing import Pace
from hardware.types import ButtonRole
from rules import games
from rules.engine.types import PUBLIC, Seat
from tests.companion.evening import Evening


def table(seed: int = 1, pace: Pace | None = None) -> Evening:
    return Evening(games.game("roles"), seats=3, settings={"script": "word"}, random=Random(seed), pace=pace)


def roles_of(evening: Evening) -> list[str]:
    return [str(evening.match.state.pile(f"role/{seat}").pieces[0].kind) for seat in range(3)]


def test_cards_that_nobody_has_are_dealt_as_soon_as_they_are_wanted() -> None:
    evening = table()
    assert evening.match.version == 0
    evening.wait(0.1)
    assert evening.match.question is not None
    assert evening.match.question.kind == "ready"
    assert sorted(roles_of(evening)) == ["friend", "friend", "guest"]
    assert all(evening.match.seen(PUBLIC).pile(f"role/{seat}").unseen for seat in range(3))
    told = evening.packet(0)
    assert [pile for pile in told.piles if pile.owner == 0 and pile.cards]


def test_each_lot_comes_out_now_and_then() -> None:
    guests = set()
    for seed in range(20):
        evening = table(seed)
        evening.wait(0.1)
        guests.add(roles_of(evening).index("guest"))
    assert guests == {0, 1, 2}


def test_nothing_is_dealt_while_the_table_stands_still() -> None:
    evening = table()
    evening.press(ButtonRole.PAUSE)
    evening.wait(5)
    assert evening.match.version == 0
    evening.press(ButtonRole.PAUSE)
    assert evening.match.version == 2


def test_a_talk_ends_when_its_time_is_over_whatever_the_limit_of_windows_is() -> None:
    for pace in (Pace(), Pace(0.0, 20.0)):
        evening = table(pace=pace)
        evening.wait(0.1)
        for seat in range(3):
            evening.tap(seat, "seen")
        question = evening.packet().question
        assert question is not None
        assert (question.kind, question.closes_in_s) == ("talk", 300)
        evening.tap(1, "pass")
        evening.wait(299)
        assert evening.match.waiting == (Seat(0), Seat(2))
        evening.wait(2)
        assert evening.match.question is not None
        assert evening.match.question.kind == "vote"


def test_a_talk_ends_when_all_are_done_also_by_button() -> None:
    evening = Evening(games.game("roles"), seats=3, settings={"script": "word"}, phones=lambda seat: False)
    evening.wait(0.1)
    for _ in range(2):  # all know who they are; all are done
        for seat in range(3):
            evening.press(ButtonRole.SEAT, seat)
    assert evening.match.question is not None
    assert evening.match.question.kind == "vote"
