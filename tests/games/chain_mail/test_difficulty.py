"""How much time a match begins with (CM-009)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.entries import Header
from rules.engine.match import Match
from rules.games import game
from rules.games.chain_mail.content import Quest
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.settings import EASY, HARD, LESS_TIME, NORMAL, time_at_start

STARTER = starter()


@pytest.mark.parametrize("a_map", list(STARTER.maps))
@pytest.mark.parametrize("quest", list(STARTER.quests.values()), ids=lambda quest: quest.id)
def test_easy_has_the_printed_time_and_normal_that_of_the_map(quest: Quest, a_map: str) -> None:
    """CM-009."""
    found = {d: time_at_start({"difficulty": d, "map": a_map}, STARTER, quest) for d in (EASY, NORMAL, HARD)}
    assert found[EASY] == quest.time_start
    assert found[NORMAL] == quest.normal_time[a_map] <= quest.time_start
    assert found[HARD] == found[NORMAL] - LESS_TIME


def test_a_quest_that_says_nothing_of_it_has_the_printed_time_at_normal_difficulty() -> None:
    """CM-009: an owner's card is played as it is printed, unless it is to be hard."""
    printed = replace(STARTER.quests["four-seals"], normal_time={})
    found = [time_at_start({"difficulty": d, "map": "lantern-deep"}, STARTER, printed) for d in (EASY, NORMAL, HARD)]
    assert found == [22, 22, 20]


def test_the_match_begins_with_that_time() -> None:
    """CM-009."""
    settings = {"map": "ember-maw", "quest": "four-seals", "monsters": "restless-dead", "treasure": "old-packs"}
    for difficulty, time in ((EASY, 22), (NORMAL, STARTER.quests["four-seals"].normal_time["ember-maw"])):
        match = Match(game("chain_mail"), Header("chain_mail", 1, {**settings, "difficulty": difficulty}))
        assert match.state.number("time") == time
