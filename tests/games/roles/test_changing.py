"""A script changed while it is played: texts and times are put right, on record; who is what stays."""

from __future__ import annotations

import pytest

from rules.engine.words import NAMELESS
from rules.games.roles import DEFINITION
from tests.games.changing import begun, changed, same_again
from tests.games.roles._match import VILLAGE, all_say, deal

BEFORE = DEFINITION.text_of("wolves")
AFTER = BEFORE.replace("Find the wolves.", "Find them.").replace("rounds = 20", "rounds = 9")


def test_a_text_is_put_right_in_the_middle_and_all_keep_their_roles() -> None:
    match = begun("roles", BEFORE, 5)
    deal(match, *VILLAGE)
    roles = match.state.piles
    assert changed(match, AFTER) == ""
    assert match.game.words("en").word("own.role_shepherd.text", NAMELESS).endswith("Find them.")
    assert match.state.piles == roles
    all_say(match, "seen")
    for installed in (BEFORE, AFTER):
        assert same_again(match, installed).state == match.state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('team = "village"\ncount = [1]', 'team = "pack"\ncount = [1]'),
        ("count = [1, 1, 2", "count = [2, 1, 2"),
        ("know = true", "know = false"),
        ('does = "team"', 'does = "role"'),
        ("least = 5", "lives = 2\nleast = 5"),
    ],
)
def test_who_is_what_and_what_they_do_stays(old: str, new: str) -> None:
    match = begun("roles", BEFORE, 5)
    deal(match, *VILLAGE)
    before = match.state
    text = BEFORE.replace(old, new, 1)
    assert text != BEFORE
    assert "only names, texts, minutes and the number of rounds change" in changed(match, text)
    assert match.state == before
