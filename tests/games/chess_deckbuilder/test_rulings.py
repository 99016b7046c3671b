"""Rulings on check that go beyond the list of rules: a word given for a hand, cards drawn too late, promotions."""

from __future__ import annotations

import pytest

from rules.engine.questions import Option
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    draw,
    facts,
    far_reason,
    fen,
    finish_turn,
    game,
    hears,
    held,
    identify,
    kind,
    offered,
    play,
    reason,
    refused,
    use,
)

CHECKED = "4r1k1/8/8/8/8/8/8/2B1K2N w"
"""White's king is in check; a Bishop card (to e3) ends it, a Knight card does not."""


def escape(match_option: Option | None) -> Option:
    """The option of a free escape; it must be there."""
    assert match_option is not None
    return match_option


@pytest.mark.rules("A-16", "CD-064")
def test_with_an_unseen_hand_a_free_escape_is_taken_on_ones_word() -> None:
    match = game(CHECKED, **held("knight copper", known=False), decks={0: "bishop"})
    option = escape(offered(match, 0, "escape:e1:d2"))
    assert option.claim is not None
    assert option.claim.pile == "hand/0"
    assert option.claim.say.facts == {"cards": ("bishop",)}
    use(match, 0, "escape:e1:d2")
    assert asked(match) == [1]


@pytest.mark.rules("A-16")
def test_a_word_that_was_true_is_never_spoken_of() -> None:
    match = game(CHECKED, **held("knight copper", known=False), decks={0: "bishop"})
    use(match, 0, "escape:e1:d2")
    finish_turn(match, 1)
    play(match, 0, "knight", "move:h1:g3")
    assert not hears(match, -1, "claim_broken")


@pytest.mark.rules("A-16")
def test_a_card_that_would_have_helped_and_turns_up_later_is_told_to_both() -> None:
    match = game(CHECKED, **held("bishop copper", known=False), decks={0: "knight"})
    use(match, 0, "escape:e1:d2")
    finish_turn(match, 1)
    events = use(match, 0, "play:bishop")
    assert facts(events, "claim_broken")
    for reader in (-1, 0, 1):
        assert len(hears(match, reader, "claim_broken")) == 1


@pytest.mark.rules("A-16", "CD-I11")
def test_no_word_is_asked_for_where_no_card_could_help() -> None:
    match = game(CHECKED, **held("knight copper", known=False))
    assert escape(offered(match, 0, "escape:e1:d2")).claim is None


@pytest.mark.rules("A-16", "CD-064")
def test_a_hand_that_was_shown_decides_silently() -> None:
    match = game(CHECKED, **held("bishop copper", known=False), decks={0: "knight"})
    identify(match, 0, "bishop", "copper")
    assert reason(match, 0, "escape:e1:d2") == ("usable_card_held", "CD-064")
    match = game(CHECKED, **held("knight copper", known=False), decks={0: "bishop"})
    identify(match, 0, "knight", "copper")
    assert escape(offered(match, 0, "escape:e1:d2")).claim is None


@pytest.mark.rules("A-17", "CD-061", "CD-062")
def test_a_knight_card_is_no_answer_because_of_what_it_may_draw() -> None:
    match = game(CHECKED, hands={0: "knight"}, decks={0: "bishop"})
    assert reason(match, 0, "play:knight") == ("must_answer_check", "CD-062")
    assert far_reason(match, 0, "far:h1:g3") == ("must_answer_check", "CD-060")
    refused(match, 0, "play:knight")
    assert reason(match, 0, "escape:e1:d2") == ("", "")


@pytest.mark.rules("A-17", "CD-063")
def test_a_knight_that_ends_the_check_itself_is_an_answer_and_draws() -> None:
    match = game("4r1k1/8/8/8/8/8/8/4K1N1 w", hands={0: "knight"}, decks={0: "copper"})
    use(match, 0, "play:knight")
    assert allowed(match, 0) == {"move:g1:e2", "back"}
    use(match, 0, "move:g1:e2")
    assert kind(match) == "bonus_draw"
    draw(match, 0)
    assert kind(match) == "action"


@pytest.mark.rules("A-19", "CD-040", "CD-062")
@pytest.mark.parametrize("known", [True, False])
def test_no_promotion_by_a_king_card_while_the_own_king_is_in_check(known: bool) -> None:
    match = game("4r1k1/8/8/8/8/8/P7/4K3 w", **held("king", known), captured={1: "R"})
    use(match, 0, "play:king")
    assert not allowed(match, 0, "promote")
    refused(match, 0, "promote:a2")
    use(match, 0, "move:e1:d1")
    assert fen(match) == "4r1k1/8/8/8/8/8/P7/3K4"


@pytest.mark.rules("A-19", "CD-062")
def test_a_king_card_that_could_only_promote_is_no_answer_to_check() -> None:
    match = game("4r1k1/8/8/8/2B5/8/3P1P2/3NKR2 w", hands={0: "king"}, captured={1: "R"})
    assert reason(match, 0, "play:king") == ("must_answer_check", "CD-062")
    assert reason(match, 0, "escape:c4:e2") == ("", "")
