"""Chain Mail with the table screen and buttons alone: nobody has a phone, and nothing lies under the camera."""

from __future__ import annotations

from random import Random

import pytest

from hardware.types import ButtonRole
from rules.engine.questions import Answer, Roll
from rules.games import game
from tests.companion.evening import Evening

PATIENCE = 12
"""How often the dial is turned at one question before something is wrong: not everything that it shows is allowed."""


def act(evening: Evening, random: Random) -> None:
    """One thing that a hand may do now: the electronic die, a mere press, or a turn of the dial and its push."""
    if isinstance(evening.match.question, Roll):
        evening.press(ButtonRole.DIE)
        evening.release()
    elif random.random() < 0.3:
        evening.press(ButtonRole.CONFIRM)
    else:
        evening.turn(random.randint(1, 9))
        evening.press(ButtonRole.DIAL)


@pytest.mark.dear
@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (4, 2)])
def test_a_whole_match_is_played_to_its_end(seats: int, seed: int) -> None:
    random = Random(seed)
    evening = Evening(game("chain_mail"), seats=seats, phones=lambda seat: False, random=random)
    tries = 0
    while evening.match.question is not None:
        question, version = evening.match.question, evening.match.version
        act(evening, random)
        tries = 0 if evening.match.version > version else tries + 1
        assert tries < PATIENCE, f"nothing answers '{question.kind}'"
        assert evening.match.version < 2000
    result = evening.packet().result
    assert result is not None
    assert result.winners in ((), tuple(range(seats)))
    assert all(isinstance(entry, Answer) for entry in evening.match.log)
