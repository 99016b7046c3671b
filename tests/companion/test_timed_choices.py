"""A call, a vote or an agreement that has a time: silence is an answer that everybody could have given, and tells
nobody who was called."""

from __future__ import annotations

from random import Random

from hardware.types import ButtonRole
from rules.engine.game import Game
from rules.engine.questions import Answer
from rules.engine.types import Seat
from rules.games.roles import DEFINITION, build
from tests.companion.evening import Evening

VALLEY = build(DEFINITION.read(DEFINITION.text_of("wolves").replace("does =", "minutes = 1\ndoes =")))
STEAMER = build(DEFINITION.read(DEFINITION.text_of("crew").replace('kind = "agree"', 'kind = "agree"\nminutes = 1')))


def table(seed: int = 1, *, seats: int = 5, phones: bool = True, script: Game = VALLEY) -> Evening:
    """People who know their roles; the first call is open, or the first crew is to be named."""
    evening = Evening(script, seats=seats, random=Random(seed), phones=lambda seat: phones)
    evening.wait(1)
    for seat in range(seats):
        if phones:
            evening.tap(seat, "seen")
        else:
            evening.press(ButtonRole.SEAT, seat)
    return evening


def kind(evening: Evening) -> str:
    assert evening.match.question is not None
    return evening.match.question.kind


def roles(evening: Evening) -> list[str]:
    return [str(evening.match.state.pile(f"role/{seat}").pieces[0].kind) for seat in evening.match.state.seats]


def test_a_night_in_which_nobody_answers_harms_nobody_and_everybody_sees_the_time() -> None:
    evening = table()
    for _ in range(3):
        question = evening.packet().question
        assert question is not None
        assert (question.kind, question.closes_in_s) == ("call", 60)
        evening.wait(59)
        assert evening.match.waiting == tuple(map(Seat, range(5)))
        evening.wait(2)
    assert kind(evening) == "talk"
    assert "Nobody was harmed." in evening.said


def story(seed: int) -> tuple[list[str], list[str]]:
    """The roles, and all that the table screen shows of a night in which two answer and three are silent."""
    evening, shown = table(seed), []
    while kind(evening) == "call":
        for seat, key in ((1, "player:2"), (3, "nobody")):
            evening.tap(seat, key)
            shown.append(evening.bytes_of())
        for wait_s in (10, 10, 10, 10, 10, 11):
            evening.wait(wait_s)
            shown.append(evening.bytes_of())
    return roles(evening), shown


def test_silence_tells_nobody_who_was_called() -> None:
    """Two nights with other roles: whoever is silent, the same is shown at the same time, up to what came of it."""
    stories = [story(seed) for seed in range(1, 6)]
    before_dawn = [shown[:-1] for _, shown in stories]
    assert len({tuple(found) for found, _ in stories}) > 2
    assert all(one == before_dawn[0] for one in before_dawn)


def test_who_is_silent_in_a_vote_has_named_nobody() -> None:
    evening = table()
    for _ in range(3):
        evening.wait(61)
    for seat in range(5):
        evening.tap(seat, "pass")
    assert kind(evening) == "vote"
    evening.tap(1, "player:2")
    evening.wait(61)
    assert "You have named P3." in evening.said


def test_who_is_silent_is_against_the_crew() -> None:
    evening = table(script=STEAMER)
    for seat in range(5):
        evening.tap(seat, f"player:{(seat + 1) % 5}")
    evening.tap(0, "player:0")
    evening.tap(0, "player:1")
    for seat in range(5):
        evening.tap(seat, "pass")
    assert kind(evening) == "agree"
    evening.tap(0, "yes")
    evening.tap(1, "yes")
    evening.wait(61)
    assert "Refused: 2 votes for it." in evening.said


def test_one_wolf_decides_where_the_others_are_silent() -> None:
    evening = table(seats=7)
    wolves = [seat for seat, role in enumerate(roles(evening)) if role == "wolf"]
    victim = next(seat for seat in range(7) if seat not in wolves)
    for _ in range(2):
        evening.wait(61)
    assert len(wolves) == 2
    evening.tap(wolves[1], f"player:{victim}")
    evening.wait(61)
    assert f"P{victim + 1} is out." in evening.said


def test_what_is_read_out_for_those_without_a_phone_is_read_to_its_end() -> None:
    evening = table(phones=False)
    evening.wait(55)
    evening.press(ButtonRole.SEAT, 0)
    evening.wait(3.1)
    for seat in range(5):
        evening.press(ButtonRole.SEAT, seat)
    evening.wait(3.1)
    assert "Herbalist" not in evening.said, "the minute is over, and the reading is not"
    for _ in range(5):
        evening.wait(3.1)
    assert "Herbalist" in evening.said
    chosen = {entry.seat: entry.key for entry in evening.match.log if isinstance(entry, Answer)}
    assert [chosen[Seat(seat)] for seat in range(5)] == ["player:2", "player:2", "nobody", "player:2", "player:2"]
