"""Which mates a turn may bring: by a move, by bringing a piece back, on the last rank (CD-044 to CD-047)."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import (
    allowed,
    by_hand,
    do,
    far,
    fen,
    finish_turn,
    game,
    kind,
    kinds,
    number,
    pile,
    play,
    reason,
    refused,
    use,
    winners,
)

# -- no mate by stacking -----------------------------------------------------------------------------------------------

BACK_RANK = "6k1/5ppp/8/8/8/8/4P3/R3K3 w"
SMOTHERED = "6rk/6pp/8/6N1/8/8/4P3/4K3 w"
BANS = ("any_later_play", "by_pawn_or_knight", "whole_turn")


@pytest.mark.rules("CD-044", "CD-045")
@pytest.mark.parametrize(
    ("at", "card", "deed", "banned"),
    [
        (BACK_RANK, "rook", "move:a1:a8", ("any_later_play", "whole_turn")),
        (SMOTHERED, "knight", "move:g5:f7", BANS),
    ],
)
@pytest.mark.parametrize("ban", BANS)
def test_which_mates_by_a_later_play_are_refused(
    at: str, card: str, deed: str, banned: tuple[str, ...], ban: str
) -> None:
    match = game(at, hands={0: f"pawn {card}", 1: "copper"}, settings={"stacked_mate": ban})
    play(match, 0, "pawn", "move:e2:e4")
    do(match, 0, f"play:{card}")
    if ban in banned:
        assert reason(match, 0, deed) == ("stacked_mate", "CD-044")
        assert refused(match, 0, deed).code == "stacked_mate"
        assert winners(match) is None
    else:
        do(match, 0, deed)
        assert winners(match) == [0]


@pytest.mark.rules("CD-045")
@pytest.mark.parametrize("ban", BANS)
def test_the_first_play_may_mate_also_with_a_knight(ban: str) -> None:
    match = game(SMOTHERED, hands={0: "knight pawn"}, settings={"stacked_mate": ban})
    if ban == "whole_turn":
        do(match, 0, "play:knight")
        assert reason(match, 0, "move:g5:f7") == ("stacked_mate", "CD-044")
    else:
        play(match, 0, "knight", "move:g5:f7")
        assert winners(match) == [0]


@pytest.mark.rules("CD-045")
@pytest.mark.parametrize("ban", BANS)
def test_the_first_play_may_mate_with_any_other_card(ban: str) -> None:
    match = game(BACK_RANK, hands={0: "rook pawn"}, settings={"stacked_mate": ban})
    play(match, 0, "rook", "move:a1:a8")
    assert winners(match) == [0]


@pytest.mark.rules("CD-047", "CD-044", "CD-046")
def test_after_a_refused_mate_another_way_is_open() -> None:
    match = game(BACK_RANK, hands={0: "pawn rook pawn"})
    play(match, 0, "pawn", "move:e2:e4")
    before = fen(match)
    do(match, 0, "play:rook")
    refused(match, 0, "move:a1:a8")
    assert fen(match) == before
    do(match, 0, "back")
    assert (pile(match, "hand/0"), number(match, "actions")) == (["pawn", "rook"], 1)
    assert {"play:pawn", "play:rook", "stop"} <= allowed(match, 0)
    play(match, 0, "rook", "move:a1:a7")
    assert (kind(match), number(match, "actions")) == ("buy", 0)


@pytest.mark.rules("CD-047")
def test_a_mate_that_hands_try_is_explained() -> None:
    match = game(BACK_RANK, hands={0: "pawn rook"})
    play(match, 0, "pawn", "move:e2:e4")
    assert "rook:move:a1:a8" not in by_hand(match, 0)
    assert far(match, 0, "rook:move:a1:a8").code == "stacked_mate"


@pytest.mark.rules("CD-046", "CD-043")
def test_a_later_play_may_give_check_and_others_may_follow() -> None:
    match = game("4k3/8/8/8/6N1/8/4P3/4K3 w", hands={0: "pawn knight pawn"})
    play(match, 0, "pawn", "move:e2:e3")
    told = play(match, 0, "knight", "move:g4:f6")
    assert "check" in kinds(told)
    assert "play:pawn" in allowed(match, 0)
    play(match, 0, "pawn", "move:e3:e4")
    assert "play:knight" not in allowed(match, 0)


# -- mate by bringing a piece back -------------------------------------------------------------------------------------

CORNER = "7k/5K2/8/8/P7/7P/8/8 w"
"""A rook in place of the pawn on h3 is mate."""


@pytest.mark.rules("CD-045", "CD-033", "CD-100")
@pytest.mark.parametrize("ban", BANS)
def test_a_king_card_may_mate_by_its_promotion(ban: str) -> None:
    match = game(CORNER, hands={0: "king"}, captured={1: "R"}, settings={"stacked_mate": ban})
    told = play(match, 0, "king", "promote:h3")
    assert kinds(told)[-1] == "checkmate"
    assert (winners(match), fen(match)) == ([0], "7k/5K2/8/8/P7/7R/8/8")


@pytest.mark.rules("CD-044")
@pytest.mark.parametrize("ban", BANS)
def test_a_stacked_promotion_by_king_may_not_mate(ban: str) -> None:
    match = game(CORNER, hands={0: "pawn king"}, captured={1: "R"}, settings={"stacked_mate": ban})
    play(match, 0, "pawn", "move:a4:a5")
    do(match, 0, "play:king")
    if ban == "by_pawn_or_knight":
        do(match, 0, "promote:h3")
        assert winners(match) == [0]
        return
    assert reason(match, 0, "promote:h3") == ("stacked_mate", "CD-044")
    do(match, 0, "promote:a5")
    assert winners(match) is None


@pytest.mark.rules("CD-044", "CD-C04")
def test_of_two_pieces_the_one_that_does_not_mate_comes_back() -> None:
    match = game(CORNER, hands={0: "pawn king"}, captured={1: "RN"})
    play(match, 0, "pawn", "move:a4:a5")
    play(match, 0, "king", "promote:h3")
    assert fen(match) == "7k/5K2/8/P7/8/7N/8/8"
    assert pile(match, "captured/1") == ["white_rook"]


@pytest.mark.rules("CD-044", "CD-096")
def test_a_stacked_pawn_may_become_only_what_does_not_mate() -> None:
    match = game("6k1/P4ppp/8/8/8/8/P7/4K3 w", hands={0: "pawn pawn"})
    play(match, 0, "pawn", "move:a2:a3")
    play(match, 0, "pawn", "move:a7:a8")
    assert allowed(match, 0) == {"as:bishop", "as:knight"}
    for mating in ("as:queen", "as:rook"):
        assert reason(match, 0, mating) == ("stacked_mate", "CD-044")
    use(match, 0, "as:knight", "spare")
    first = game("6k1/P4ppp/8/8/8/8/P7/4K3 w", hands={0: "pawn pawn"})
    play(first, 0, "pawn", "move:a7:a8")
    use(first, 0, "as:queen", "spare")
    assert winners(first) == [0]


SIDE_STEP = "2B5/8/8/8/6p1/8/4NP2/K4N1k w"
"""With the pawn on f4 the bishop's check on b7 can be answered by taking in passing alone, from g4 to f3."""


@pytest.mark.rules("CD-044", "CD-094")
def test_a_pawn_that_stepped_before_may_be_what_saves_from_a_later_mate() -> None:
    match = game(SIDE_STEP, hands={0: "pawn bishop", 1: "copper"})
    play(match, 0, "pawn", "move:f2:f4")
    assert "check" in kinds(play(match, 0, "bishop", "move:c8:b7"))
    finish_turn(match, 0)
    assert allowed(match, 1, "escape:") == {"escape:g4:f3"}


@pytest.mark.rules("CD-044", "CD-095")
def test_a_pawn_that_moved_on_saves_nobody() -> None:
    match = game(SIDE_STEP, hands={0: "pawn pawn bishop", 1: "copper"})
    play(match, 0, "pawn", "move:f2:f3")
    play(match, 0, "pawn", "move:f3:f4")
    do(match, 0, "play:bishop")
    assert reason(match, 0, "move:c8:b7") == ("stacked_mate", "CD-044")
