"""A law of every game whose file may be changed in the middle of a match: whatever is changed, and whenever, the change
is refused and nothing is otherwise, or the match goes on by it, with all its cards, and replays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.playing import Tape
from rules.engine.definitions import written
from rules.engine.entries import Redefine
from rules.engine.match import Accepted, Match
from rules.engine.sampling import pick
from tests.games.changing import begun, game_of, same_again
from tests.laws import shipped
from tests.laws.definitions import changed, defined, definition_of

CHANGING = tuple(slug for slug in defined() if shipped.game(slug).changing is not None)
_TRIES, _ON = 3, 30


@pytest.mark.parametrize("slug", CHANGING)
@given(data=st.data(), seed=st.integers(0, 99), at=st.integers(0, 40))
@settings(max_examples=8)
def test_a_change_is_refused_or_the_match_goes_on_by_it(slug: str, data: st.DataObject, seed: int, at: int) -> None:
    definition = definition_of(slug)
    text = definition.text_of(definition.templates[0])
    after = written(data.draw(changed(definition)), definition)
    match, tape = begun(slug, text, game_of(slug, text).seats[0]), Tape(seed)
    for number in range(at + _ON):
        before = match.state
        if at <= number < at + _TRIES:
            is_taken = isinstance(match.submit(Redefine(after, "forgotten")), Accepted)
            assert is_taken or match.state == before
        if match.question is None:
            break
        match.submit(pick(match, tape))
        counted(match)
    assert same_again(match, text).state == match.state


def counted(match: Match) -> None:
    """Every card is somewhere, and of its deck."""
    slots = [slot for pile in match.state.piles.values() for slot in pile.slots]
    for deck, pieces in match.table.decks.items():
        assert sum(slot.deck == deck for slot in slots) == len(pieces)
