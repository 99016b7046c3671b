"""Whatever content is made by chance, a match with it can be played and comes to its end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from companion.kit.laws.playing import LONGEST, Tape, play_on
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.games.chain_mail import build
from rules.games.chain_mail.reading import load_owner
from tests.games.chain_mail.content_made import tables, toml_text

MADE = {"map": "made-map", "quest": "made-quest", "monsters": "made-monsters", "treasure": "made-treasure"}


# A match takes long enough that making a failing one smaller would take minutes: as it was found it says enough.
FOUND_ONLY = (Phase.explicit, Phase.reuse, Phase.generate)


@pytest.mark.dear
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), phases=FOUND_ONLY)
@given(tables(), st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_a_match_with_made_content_ends_in_victory_or_defeat(table: dict[str, Any], seed: int, seats: int) -> None:
    content = load_owner({"made.toml": toml_text(table)})
    match = Match(build(content), Header("chain_mail", seats, MADE))
    play_on(match, Tape(seed), LONGEST)
    assert match.question is None
    assert tuple(match.state.pile("quest")) == ("quest_made-quest",)
