"""Answers to a check with a card, or on a player's word that there is none (CD-060 to CD-064)."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    by_hand,
    do,
    draw,
    facts,
    far_reason,
    fen,
    finish_turn,
    game,
    hears,
    identify,
    kind,
    kinds,
    notes,
    number,
    offered,
    pile,
    play,
    reason,
    refused,
    use,
    view,
)

OPEN_FILE = "4r2k/8/8/8/8/8/P5B1/4K1N1 w"
"""The rook on e8 gives check. Knight to e2, bishop to e4 or the king's step aside end it; the pawn cannot."""
FREE = {f"escape:{move}" for move in ("e1:d1", "e1:d2", "e1:f1", "e1:f2", "g1:e2", "g2:e4")}
WORDS = {"draw", "resign"}
ONE_ROOK = "7k/8/8/8/8/8/6PP/R3r2K w"
"""The king is shut in: only the rook on a1 can answer, by taking on e1."""


# -- with a card -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-060", "CD-062", "CD-C06")
def test_in_check_nothing_else_comes_first() -> None:
    match = game(OPEN_FILE, hands={0: "pawn knight copper copper copper"})
    assert (kind(match), asked(match)) == ("answer_check", [0])
    assert allowed(match, 0) == {"play:knight", *WORDS}
    assert reason(match, 0, "play:pawn") == ("must_answer_check", "CD-062")
    assert refused(match, 0, "play:pawn").code == "must_answer_check"
    for other in ("stop", "end", "buy:copper"):
        assert refused(match, 0, other).code == "no_such_option"
    assert match.question is not None
    assert match.question.confirm == ""  # no button stops here
    assert "in_check" in notes(match)


@pytest.mark.rules("CD-060", "CD-C06")
def test_of_a_card_only_the_moves_that_end_the_check_are_there() -> None:
    match = game(OPEN_FILE, hands={0: "knight bishop king"})
    assert by_hand(match, 0) == {
        "knight:move:g1:e2",
        "bishop:move:g2:e4",
        *(f"king:move:e1:{to}" for to in ("d1", "d2", "f1", "f2")),
    }
    do(match, 0, "play:bishop")
    assert allowed(match, 0) == {"move:g2:e4", "back"}
    do(match, 0, "back")
    assert (kind(match), pile(match, "hand/0")) == ("answer_check", ["bishop", "king", "knight"])


@pytest.mark.rules("CD-061", "CD-C06")
@pytest.mark.parametrize(
    ("card", "deed", "then"),
    [
        ("knight", "move:g1:e2", "4r2k/8/8/8/8/8/P3N1B1/4K3"),
        ("bishop", "move:g2:e4", "4r2k/8/8/8/4B3/8/P7/4K1N1"),
        ("king", "move:e1:f2", "4r2k/8/8/8/8/8/P4KB1/6N1"),
    ],
)
def test_any_of_several_cards_may_answer(card: str, deed: str, then: str) -> None:
    match = game(OPEN_FILE, hands={0: "knight bishop king"})
    assert allowed(match, 0) == {"play:knight", "play:bishop", "play:king", *WORDS}
    play(match, 0, card, deed)
    assert fen(match) == then


@pytest.mark.rules("CD-061", "CD-060")
def test_the_answering_move_may_be_made_before_the_card_is_laid() -> None:
    match = game(OPEN_FILE, hands={0: "knight pawn"})
    told = do(match, 0, "knight:move:g1:e2")
    assert kinds(told)[:2] == ["laid", "moved"]
    assert refused(game(OPEN_FILE, hands={0: "knight pawn"}), 0, "pawn:move:a2:a3").code == "no_such_option"


@pytest.mark.rules("CD-064", "CD-061")
def test_no_free_escape_with_a_usable_card_in_hand() -> None:
    match = game(OPEN_FILE, hands={0: "pawn knight king"})
    assert not allowed(match, 0, "escape:")
    for key in FREE:
        assert reason(match, 0, key) == ("usable_card_held", "CD-064")
    assert set(refused(match, 0, "escape:e1:d1").facts["cards"]) == {"knight", "king"}  # type: ignore[call-overload]
    assert fen(match) == OPEN_FILE.split()[0]


@pytest.mark.rules("CD-063", "CD-060")
def test_after_a_card_the_turn_goes_on_as_any_other() -> None:
    match = game(OPEN_FILE, hands={0: "knight pawn copper copper copper"}, decks={0: "copper copper"})
    play(match, 0, "knight", "move:g1:e2")
    assert kind(match) == "bonus_draw"
    draw(match, 0, "copper")
    assert (kind(match), number(match, "actions")) == ("action", 1)
    assert allowed(match, 0) == {"play:pawn", "stop", *WORDS}
    play(match, 0, "pawn", "move:a2:a4")
    do(match, 0, "stop")
    assert kind(match) == "buy"
    do(match, 0, "buy:bishop")  # four Coppers
    assert (kind(match), asked(match)) == ("draw", [0])  # the clean-up follows as usual
    finish_turn(match, 0, "?", "?", "?", "?", "?")
    assert (kind(match), asked(match)) == ("action", [1])


@pytest.mark.rules("CD-063")
def test_after_a_check_is_answered_a_queen_gives_her_second_purchase() -> None:
    match = game("4r2k/8/8/8/8/8/8/3QK3 w", hands={0: "queen silver silver"})
    play(match, 0, "queen", "move:d1:e2")
    assert (kind(match), number(match, "buys")) == ("buy", 2)


@pytest.mark.rules("CD-062", "CD-064", "CD-065")
def test_a_trade_or_a_promotion_never_answers_a_check() -> None:
    """Both could be carried out but for the check."""
    match = game(ONE_ROOK, hands={0: "bishop king copper"}, captured={1: "R"})
    assert allowed(match, 0) == {"escape:a1:e1", *WORDS}
    for card in ("bishop", "king"):
        assert reason(match, 0, f"play:{card}") == ("must_answer_check", "CD-062")
    assert notes(match, 0)[-1] == "may_escape"
    safe = game("7k/8/8/8/8/8/6PP/R6K w", hands={0: "bishop king copper"}, captured={1: "R"})
    assert {"play:bishop", "play:king"} <= allowed(safe, 0)
    do(safe, 0, "play:bishop")
    assert allowed(safe, 0) == {"trade:king", "trade:copper", "back"}


@pytest.mark.rules("CD-062", "CD-C03", "CD-C04")
def test_a_card_that_answers_a_check_offers_its_moves_alone() -> None:
    match = game("4r2k/8/8/8/8/8/P5B1/4K1N1 w", hands={0: "bishop king copper"}, captured={1: "R"})
    do(match, 0, "play:bishop")
    assert allowed(match, 0) == {"move:g2:e4", "back"}
    use(match, 0, "back", "play:king")
    assert allowed(match, 0, "promote:") == set()
    assert allowed(match, 0, "move:") == {f"move:e1:{to}" for to in ("d1", "d2", "f1", "f2")}


@pytest.mark.rules("CD-062", "CD-061")
def test_the_card_of_the_only_piece_that_can_answer_must_be_played() -> None:
    match = game(ONE_ROOK, hands={0: "rook bishop king"})
    assert allowed(match, 0) == {"play:rook", *WORDS}
    assert notes(match, 0)[-1] == "must_use"
    play(match, 0, "rook", "take:a1:e1")
    assert fen(match) == "7k/8/8/8/8/8/6PP/4R2K"


@pytest.mark.rules("CD-061", "CD-065", "CD-040")
def test_a_pinned_piece_answers_no_check() -> None:
    """The knight on d2 could step between on e4, but stands before its king."""
    match = game("4r2k/8/8/b7/8/8/3N4/4K3 w", hands={0: "knight"})
    assert allowed(match, 0) == {"escape:e1:d1", "escape:e1:f1", "escape:e1:f2", *WORDS}
    assert reason(match, 0, "play:knight") == ("must_answer_check", "CD-062")
    assert far_reason(match, 0, "far:d2:e4") == ("must_answer_check", "CD-060")


@pytest.mark.rules("CD-061", "CD-065", "CD-C06")
def test_of_two_checks_at_once_only_the_king_gets_away() -> None:
    at = "4r2k/8/8/8/1b6/8/P7/R3K1NQ w"  # queen and knight could each stop one of them
    match = game(at, hands={0: "queen knight rook"})
    assert allowed(match, 0) == {"escape:e1:d1", "escape:e1:f1", "escape:e1:f2", *WORDS}
    with_king = game(at, hands={0: "queen king rook"})
    assert allowed(with_king, 0) == {"play:king", *WORDS}


@pytest.mark.rules("CD-092", "CD-060")
def test_nobody_castles_out_of_check() -> None:
    match = game("4r2k/8/8/8/8/8/8/4K2R w K", hands={0: "rook king"})
    assert "king:move:e1:g1" not in by_hand(match, 0)
    assert offered(match, 0, "escape:e1:g1") is None
    assert far_reason(match, 0, "far:e1:g1")[0] == "castling_rights"


@pytest.mark.rules("CD-060")
def test_a_turn_that_begins_without_check_is_free_even_if_moves_are_few() -> None:
    match = game("7k/8/8/8/8/8/6PP/R6K w", hands={0: "knight"})
    assert (kind(match), allowed(match, 0)) == ("action", {"stop", *WORDS})


@pytest.mark.rules("CD-061")
def test_a_card_that_is_drawn_cannot_be_the_answer() -> None:
    """A-17: the Knight card does not end the check, so it may not be played for its draw."""
    match = game("4r2k/8/8/8/8/8/6B1/4K2N w", hands={0: "knight copper"}, decks={0: "bishop bishop"})
    assert "play:knight" not in allowed(match, 0)
    assert allowed(match, 0, "escape:")


# -- on a player's word ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-064", "CD-I11")
def test_an_unknown_hand_may_escape_on_its_owners_word() -> None:
    match = game(OPEN_FILE, hands={0: "? ? ?"}, unseen={0: "pawn pawn copper"}, decks={0: "knight"})
    assert {"play:knight", *FREE} <= allowed(match, 0)
    option = offered(match, 0, "escape:e1:d1")
    assert option is not None
    assert option.claim is not None
    assert {card.kind for card in option.claim.none_of} == {"knight"}
    assert option.claim.rule == "CD-064"


@pytest.mark.rules("CD-064")
def test_without_such_a_card_among_the_own_ones_nothing_is_claimed() -> None:
    match = game(OPEN_FILE, hands={0: "? ? ?"}, unseen={0: "pawn pawn copper"})
    option = offered(match, 0, "escape:e1:d1")
    assert option is not None
    assert option.claim is None


@pytest.mark.rules("CD-061", "CD-064")
def test_a_known_usable_card_beside_unknown_ones_must_be_played() -> None:
    match = game(OPEN_FILE, hands={0: "king ? ?"}, unseen={0: "knight copper"})
    assert not allowed(match, 0, "escape:")
    assert refused(match, 0, "escape:e1:d1").facts["cards"] == ("king",)


@pytest.mark.rules("CD-064")
def test_a_false_word_is_told_to_everybody_as_soon_as_the_card_is_played() -> None:
    match = game(OPEN_FILE, hands={0: "? ? ?", 1: "copper"}, unseen={0: "knight copper copper"})
    do(match, 0, "escape:e1:d1")
    finish_turn(match, 1)
    told = play(match, 0, "knight", "move:g1:f3")
    assert facts(told, "claim_broken")[0] | {"piece": ""} == {"seat": 0, "piece": "", "rule": "CD-064"}
    for reader in (-1, 0, 1):
        assert len(hears(match, reader, "claim_broken")) == 1


@pytest.mark.rules("CD-064", "CD-085")
def test_a_false_word_is_told_when_the_kept_hand_is_discarded() -> None:
    """What the owner shows to the companion alone is not told before everybody can see it."""
    match = game(OPEN_FILE, hands={0: "? ?", 1: "copper"}, unseen={0: "knight copper"}, decks={0: "copper"})
    do(match, 0, "escape:e1:d1")
    finish_turn(match, 1)
    identify(match, 0, "knight", "copper")
    assert not hears(match, -1, "claim_broken")
    told = use(match, 0, "stop", "end")
    assert "claim_broken" in kinds(told)


@pytest.mark.rules("CD-064")
def test_a_true_word_is_not_doubted_for_a_card_drawn_later() -> None:
    match = game(OPEN_FILE, hands={0: "? ?", 1: "copper"}, unseen={0: "pawn copper"}, decks={0: "knight copper"})
    do(match, 0, "escape:e1:d1")
    finish_turn(match, 1)
    use(match, 0, "play:pawn", "move:a2:a3", "stop", "end")
    finish_turn(match, 0, "knight", "copper", "?", "?")
    finish_turn(match, 1)
    play(match, 0, "knight", "move:g1:f3")
    assert not hears(match, -1, "claim_broken")


@pytest.mark.rules("CD-I11")
def test_nobody_else_can_tell_why_there_is_an_escape_or_a_card() -> None:
    """Before the answer the others are handed the same whatever is held; a free escape looks the same, too."""
    worlds = [
        game(
            OPEN_FILE, hands={0: "", 1: "copper"}, decks={0: "knight king pawn pawn copper copper copper"}, phase="draw"
        )
        for _ in range(3)
    ]
    hands = (("knight", "king", "pawn", "copper", "copper"), ("pawn", "pawn", "copper", "copper", "copper"), ())
    for match, hand in zip(worlds, hands, strict=True):
        draw(match, 0, *hand)
        finish_turn(match, 1)
        assert kind(match) == "answer_check"
    for reader in (-1, 1):
        shown = {view(match, reader) for match in worlds}
        assert len(shown) == 1
        assert "usable" not in shown.pop()
    assert notes(worlds[0], 0)[-1] == "must_use"
    assert notes(worlds[1], 0)[-1] == "may_escape"
    assert {"must_use", "may_escape"}.isdisjoint([*notes(worlds[0], 1), *notes(worlds[0]), *notes(worlds[2], 0)])
