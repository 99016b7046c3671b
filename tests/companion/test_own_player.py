"""A game's own player: it answers by what its seat knows, and chance answers where it fails."""

from __future__ import annotations

import logging

import pytest

from companion.virtual.own_player import own_answer
from rules import samples
from rules.engine import Option, PieceId, Refusal, Say, Seen
from rules.engine.entries import Header
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, Seat

ONE, OTHER = Option("one", 1, Say("one")), Option("other", 2, Say("other"))
ANNA, BEN = Seat(0), Seat(1)


def searching() -> Match:
    """Anna has looked at Ben's hand, and now searches it for a card."""
    match = Match(samples.game("harbour_night"), Header("harbour_night", 2, {}))
    hands = {"hand/0": ("lookout#1", "smuggler#1"), "hand/1": ("lookout#2", "captain#1")}
    cards = tuple((key, tuple(map(PieceId, hand))) for key, hand in hands.items())
    steps = [
        *(Answer(None, "dealt", cards), Answer(ANNA, "play:lookout")),
        *(Answer(ANNA, "drawn", (("hand/0", (PieceId("lookout#3"),)),)), Answer(BEN, "play:lookout")),
        *(Answer(BEN, "drawn", (("hand/1", (UNSEEN,)),)), Answer(ANNA, "play:smuggler")),
    ]
    for step in steps:
        assert isinstance(match.submit(step), Accepted), step
    return match


def test_it_is_given_what_its_seat_knows() -> None:
    match = searching()
    allowed = tuple(option for option in match.options(ANNA) if option.refusal is None)
    chosen = own_answer(match.game.bots.bot, packet(match, ANNA).seen, allowed)
    assert chosen is not None
    assert chosen.key == "name:captain"
    bens = own_answer(match.game.bots.bot, Seen(BEN, match.seen(BEN)), allowed)
    assert bens is not None
    assert bens.key == "name:lookout", "Ben has looked at Anna's hand too"


def test_what_it_may_not_say_is_left_to_chance() -> None:
    seen = packet(searching(), ANNA).seen
    refused = Option("one", 1, Say("one"), refusal=Refusal("no", "X-1"))
    assert own_answer(lambda seen, options: options[1], seen, (ONE, OTHER)) is OTHER
    assert own_answer(lambda seen, options: refused, seen, (ONE, OTHER)) is None
    assert own_answer(lambda seen, options: None, seen, (ONE, OTHER)) is None
    assert own_answer(None, seen, (ONE, OTHER)) is None


def test_one_that_fails_is_named_in_the_log_without_its_cards(caplog: pytest.LogCaptureFixture) -> None:
    def failing(seen: Seen, options: tuple[Option, ...]) -> Option:
        raise KeyError(str(seen.state.pile("hand/0").pieces))

    with caplog.at_level(logging.ERROR):
        assert own_answer(failing, packet(searching(), ANNA).seen, (ONE, OTHER)) is None
    assert "a game's bot failed" in caplog.text
    assert "lookout" not in caplog.text
