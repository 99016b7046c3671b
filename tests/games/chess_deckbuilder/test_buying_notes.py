"""A purchase that the buyer's own notes allow and all the notes together do not (CD-075, CD-I08)."""

from __future__ import annotations

from rules.engine.questions import Answer
from rules.engine.redact import redact_event
from rules.engine.types import PUBLIC, Seat
from tests.games.chess_deckbuilder._match import game, pile


def test_what_was_seen_to_be_discarded_cannot_be_in_the_hand_and_nothing_is_bought() -> None:
    match = game(phase="buy", hands={0: "? ?"}, unseen={0: "copper copper"}, discards={0: "silver copper"})
    outcome = match.submit(Answer(Seat(0), "buy:knight"))
    told = [event for event in outcome.events if event.kind == "cannot_pay"]  # type: ignore[union-attr]
    assert len(told) == 1
    assert redact_event(told[0], PUBLIC) is None, "only the buyer hears of it"
    assert redact_event(told[0], Seat(1)) is None
    assert match.question is not None
    assert (match.question.kind, match.state["buys"]) == ("buy", 1)
    assert pile(match, "hand/0") == ["?", "?"]
