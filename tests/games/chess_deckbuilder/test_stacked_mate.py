"""Which plays of a turn may be checkmate, in each of the three readings (CD-044, CD-045, CD-047, A-8)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Accepted
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.games.chess_deckbuilder._match import (
    allowed,
    by_hand,
    draw,
    far_reason,
    fen,
    game,
    held,
    kind,
    pile,
    play,
    reason,
    refused,
    result,
    use,
    winners,
)

known_or_not = pytest.mark.parametrize("known", [True, False])

ANY_LATER, BY_PAWN_OR_KNIGHT, WHOLE_TURN = "any_later_play", "by_pawn_or_knight", "whole_turn"

MATES = {
    "pawn": ("k7/2K5/1P6/8/8/8/7P/6B1 w", "move:b6:b7"),
    "knight": ("6rk/6pp/8/4N3/8/8/7P/K7 w", "move:e5:f7"),
    "rook": ("7k/8/6K1/8/8/8/R6P/8 w", "move:a2:a8"),
    "bishop": ("k1K5/8/8/1N6/8/8/4B2P/8 w", "move:e2:f3"),
    "queen": ("7k/8/6K1/8/8/8/Q6P/8 w", "move:a2:a8"),
}
"""A mate by each card, and a pawn on the h-file to move before it."""
PROMOTION_MATE = "k7/2K5/8/P7/8/8/7P/1R6 w"
"""A rook instead of the pawn on a5 is checkmate."""


def first(match_of: str, settings: Mapping[str, object] | None = None, *, known: bool = True) -> bool:
    """Whether this card's mate is allowed as the first play of a turn."""
    board, deed = MATES[match_of]
    match = game(board, **held(match_of, known), decks={0: "copper copper"}, settings=settings)
    return f"{match_of}:{deed}" in by_hand(match, 0)


def later(match_of: str, settings: Mapping[str, object] | None = None, *, known: bool = True) -> bool:
    """Whether it is as the second play, after a Pawn card."""
    board, deed = MATES[match_of]
    match = game(board, **held(f"pawn {match_of}", known), decks={0: "copper copper"}, settings=settings)
    play(match, 0, "pawn", "move:h2:h3")
    return f"{match_of}:{deed}" in by_hand(match, 0)


@pytest.mark.rules("CD-045", "CD-100")
@pytest.mark.parametrize("card", MATES)
@known_or_not
def test_the_first_play_may_be_checkmate(card: str, known: bool) -> None:
    board, deed = MATES[card]
    match = game(board, **held(card, known), decks={0: "copper copper"})
    play(match, 0, card, deed)
    assert (winners(match), result(match)) == ([0], "mated")


@pytest.mark.rules("CD-044")
@pytest.mark.parametrize("card", MATES)
@known_or_not
def test_a_stacked_play_may_not_be_checkmate(card: str, known: bool) -> None:
    board, deed = MATES[card]
    match = game(board, **held(f"pawn {card}", known), decks={0: "copper copper"})
    play(match, 0, "pawn", "move:h2:h3")
    assert f"{card}:{deed}" not in by_hand(match, 0)
    assert far_reason(match, 0, f"{card}:{deed}") == ("stacked_mate", "CD-044")
    use(match, 0, f"play:{card}")
    assert reason(match, 0, deed) == ("stacked_mate", "CD-044")
    assert refused(match, 0, deed).code == "stacked_mate"
    assert winners(match) is None


@pytest.mark.rules("CD-044")
def test_a_third_play_and_one_after_a_knight_may_not_be_checkmate_either() -> None:
    match = game("7k/8/6K1/8/8/8/Q6P/6N1 w", hands={0: "pawn knight queen"})
    play(match, 0, "pawn", "move:h2:h3")
    play(match, 0, "knight", "move:g1:f3")
    assert far_reason(match, 0, "queen:move:a2:a8") == ("stacked_mate", "CD-044")
    match = game("7k/8/6K1/8/8/8/Q6P/6N1 w", hands={0: "knight queen"})
    play(match, 0, "knight", "move:g1:f3")
    assert far_reason(match, 0, "queen:move:a2:a8") == ("stacked_mate", "CD-044")


@pytest.mark.rules("CD-044")
@known_or_not
def test_a_promotion_by_king_card_is_no_way_around(known: bool) -> None:
    stacked = game(PROMOTION_MATE, **held("pawn king", known), captured={1: "RN"})
    play(stacked, 0, "pawn", "move:h2:h3")
    use(stacked, 0, "play:king", "promote:a5")
    assert kind(stacked) in ("promote_to", "buy")
    assert fen(stacked) == "k7/2K5/8/N7/8/7P/8/1R6", "of rook and knight only the knight is left, so it comes by itself"
    single = game(PROMOTION_MATE, **held("king", known), captured={1: "RN"})
    use(single, 0, "play:king", "promote:a5")
    assert allowed(single, 0) == {"as:rook", "as:knight"}
    use(single, 0, "as:rook")
    assert result(single) == "mated"


@pytest.mark.rules("CD-044")
def test_a_promotion_that_could_only_be_mate_is_refused() -> None:
    match = game(PROMOTION_MATE, hands={0: "pawn king"}, captured={1: "R"})
    play(match, 0, "pawn", "move:h2:h3")
    use(match, 0, "play:king")
    assert reason(match, 0, "promote:a5") == ("stacked_mate", "CD-044")
    refused(match, 0, "promote:a5")
    assert reason(match, 0, "promote:h3") == ("", "")


LAST_RANK = "k7/4P3/1K6/8/8/8/7P/8 w"
"""The pawn on e7 is checkmate as a queen or a rook."""


@pytest.mark.rules("CD-044", "CD-096")
@known_or_not
def test_a_stacked_pawn_becomes_only_what_is_no_checkmate(known: bool) -> None:
    match = game(LAST_RANK, **held("pawn pawn", known))
    play(match, 0, "pawn", "move:h2:h3")
    play(match, 0, "pawn", "move:e7:e8")
    assert allowed(match, 0) == {"as:bishop", "as:knight"}
    assert reason(match, 0, "as:queen") == reason(match, 0, "as:rook") == ("stacked_mate", "CD-044")
    refused(match, 0, "as:queen")
    use(match, 0, "as:knight", "spare")
    assert fen(match) == "k3N3/8/1K6/8/8/7P/8/8"


@pytest.mark.rules("CD-045", "CD-096")
def test_a_pawn_may_become_a_mating_queen_in_the_first_play() -> None:
    match = game(LAST_RANK, hands={0: "pawn"})
    play(match, 0, "pawn", "move:e7:e8")
    use(match, 0, "as:queen", "spare")
    assert result(match) == "mated"


@pytest.mark.rules("CD-044", "CD-096")
def test_with_captured_pieces_alone_the_stacked_step_itself_is_refused() -> None:
    match = game(LAST_RANK, hands={0: "pawn pawn"}, captured={1: "Q"}, settings={"last_rank": "captured_only"})
    play(match, 0, "pawn", "move:h2:h3")
    use(match, 0, "play:pawn")
    assert reason(match, 0, "move:e7:e8") == ("stacked_mate", "CD-044")
    assert reason(match, 0, "move:h3:h4") == ("", "")


@pytest.mark.rules("CD-044", "CD-069", "CD-094")
def test_what_can_be_answered_by_taking_en_passant_is_no_checkmate() -> None:
    match = game("1R1R4/8/7R/2k5/2p5/8/1P6/K7 w", hands={0: "pawn"}, played="pawn")
    assert "pawn:move:b2:b4" in by_hand(match, 0), "the pawn on c4 takes it"
    match = game("1R1R4/8/7R/2k5/2b5/8/1P6/K7 w", hands={0: "pawn"}, played="pawn")
    assert far_reason(match, 0, "pawn:move:b2:b4") == ("stacked_mate", "CD-044"), "a bishop there does not"


# -- after the refusal -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-047")
@known_or_not
def test_after_the_refusal_nothing_has_changed_and_all_is_open(known: bool) -> None:
    board, deed = MATES["queen"]
    match = game(board, **held("pawn queen pawn", known))
    play(match, 0, "pawn", "move:h2:h3")
    hand, options = pile(match, "hand/0"), allowed(match, 0)
    use(match, 0, "play:queen")
    refused(match, 0, deed)
    assert fen(match) == "7k/8/6K1/8/8/7P/Q7/8"
    use(match, 0, "back")
    assert pile(match, "hand/0") == (hand if known else ["?", "queen"]), "the card is back in hand"
    assert (pile(match, "play/0"), match.state["played"]) == (["pawn"], ("pawn",))
    assert fen(match) == "7k/8/6K1/8/8/7P/Q7/8"
    assert allowed(match, 0) == options >= {"play:queen", "play:pawn", "stop"}, "another card, or none"
    use(match, 0, "play:queen")
    assert "move:a2:a7" in allowed(match, 0), "another move"
    use(match, 0, "move:a2:a7")
    assert kind(match) == "buy"


@pytest.mark.rules("CD-047")
def test_a_card_that_could_only_give_mate_is_not_played() -> None:
    match = game("k7/2K5/1P6/8/8/7p/7P/6B1 w", hands={0: "pawn copper"}, played="knight")
    assert reason(match, 0, "play:pawn") == ("stacked_mate", "CD-044")
    assert allowed(match, 0, "play") == set()
    use(match, 0, "stop")


@pytest.mark.rules("CD-044")
def test_the_host_may_accept_a_stacked_mate_all_the_same() -> None:
    board, deed = MATES["queen"]
    match = game(board, hands={0: "pawn queen"})
    play(match, 0, "pawn", "move:h2:h3")
    use(match, 0, "play:queen")
    assert isinstance(match.submit(Answer(Seat(0), deed, (), True)), Accepted)
    assert result(match) == "mated"


# -- the three readings ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-044", "A-8")
@known_or_not
def test_by_default_it_is_the_second_play_that_counts(known: bool) -> None:
    for settings in (None, {"stacked_mate": ANY_LATER}):
        assert {card for card in MATES if first(card, settings, known=known)} == set(MATES)
        assert {card for card in MATES if later(card, settings, known=known)} == set()


@pytest.mark.rules("CD-044", "A-8")
@known_or_not
def test_the_narrow_reading_forbids_stacked_mates_by_pawns_and_knights(known: bool) -> None:
    settings: dict[str, object] = {"stacked_mate": BY_PAWN_OR_KNIGHT}
    assert {card for card in MATES if first(card, settings, known=known)} == set(MATES)
    assert {card for card in MATES if later(card, settings, known=known)} == {"rook", "bishop", "queen"}


@pytest.mark.rules("CD-044", "A-8")
@known_or_not
def test_the_wide_reading_forbids_every_mate_in_a_turn_with_a_pawn_or_knight_card(known: bool) -> None:
    settings: dict[str, object] = {"stacked_mate": WHOLE_TURN}
    assert {card for card in MATES if first(card, settings, known=known)} == {"rook", "bishop", "queen"}
    assert {card for card in MATES if later(card, settings, known=known)} == set()


@pytest.mark.rules("CD-044", "A-8")
@pytest.mark.parametrize(
    ("reading", "stacked", "single"),
    [(ANY_LATER, False, True), (BY_PAWN_OR_KNIGHT, True, True), (WHOLE_TURN, False, True)],
)
def test_the_readings_for_a_promotion_by_king_card(reading: str, stacked: bool, single: bool) -> None:
    for cards, expected in (("pawn king", stacked), ("king", single)):
        match = game(PROMOTION_MATE, hands={0: cards}, captured={1: "R"}, settings={"stacked_mate": reading})
        if cards != "king":
            play(match, 0, "pawn", "move:h2:h3")
        use(match, 0, "play:king")
        assert (reason(match, 0, "promote:a5") == ("", "")) is expected


@pytest.mark.rules("CD-044", "CD-096", "A-8")
@pytest.mark.parametrize(
    ("reading", "stacked", "single"),
    [(ANY_LATER, False, True), (BY_PAWN_OR_KNIGHT, False, True), (WHOLE_TURN, False, False)],
)
def test_the_readings_for_a_pawn_on_the_last_rank(reading: str, stacked: bool, single: bool) -> None:
    for cards, expected in (("pawn pawn", stacked), ("pawn", single)):
        match = game(LAST_RANK, hands={0: cards}, settings={"stacked_mate": reading})
        if cards != "pawn":
            play(match, 0, "pawn", "move:h2:h3")
        play(match, 0, "pawn", "move:e7:e8")
        assert ("as:queen" in allowed(match, 0)) is expected
        assert "as:knight" in allowed(match, 0)


@pytest.mark.rules("CD-044", "CD-070")
def test_a_knights_first_mate_in_the_wide_reading_is_not_drawn_for_either() -> None:
    board, deed = MATES["knight"]
    match = game(board, hands={0: "knight"}, decks={0: "copper"}, settings={"stacked_mate": WHOLE_TURN})
    use(match, 0, "play:knight")
    assert reason(match, 0, deed) == ("stacked_mate", "CD-044")
    use(match, 0, "move:e5:f3")
    draw(match, 0)
    assert kind(match) == "action"
