"""How well a seat stands by a meeting that is not over yet, as players of the program see it."""

from __future__ import annotations

import pytest

from rules.engine import Seat
from rules.games import game
from tests.games.chronicle._match import do, meeting

MOST_POWER, MOST_ALLIES = "H01", "H07"


def stands(history: str, *plays: str) -> float:
    """How well the one stands who has played last of these, in a meeting of three."""
    hands = {f"hand/{seat}": (card, "?") for seat, card in enumerate(plays)}
    match = meeting(game("chronicle"), {**hands, "history": (history,)}, seats=3)
    for seat, card in enumerate(plays):
        do(match, seat, f"play:{card}:up")
    value = game("chronicle").bots.value
    assert value is not None
    return value(match.state, Seat(len(plays) - 1))


@pytest.mark.parametrize("history", [MOST_POWER, MOST_ALLIES])
def test_a_meeting_counts_for_who_wins_it_so_far(history: str) -> None:
    assert stands(history, "POW-2", "POW-6") > stands(history, "POW-6", "POW-2")


def test_a_strong_card_is_surer_to_keep_it() -> None:
    assert stands(MOST_POWER, "POW-9") > stands(MOST_POWER, "POW-6")


def test_nobody_likes_to_win_what_shuts_them_out_unless_the_time_is_dark() -> None:
    assert stands(MOST_POWER, "POW-1", "POW-6") < stands(MOST_POWER, "POW-2", "POW-6")
    assert stands("H10", "POW-1", "POW-6") > stands("H10", "POW-2", "POW-6")
