"""What chess has no move for, and its special moves, as PGN."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chess_deckbuilder.notation import write
from tests.games.chess_deckbuilder._match import (
    fen,
    finish_turn,
    game,
    play,
    use,
)
from tests.games.chess_deckbuilder.test_notation import comments, last_board, record, sans, written

# ---- what chess has no move for --------------------------------------------------------------------------------------


def test_a_second_move_after_a_check_begins_a_new_game() -> None:
    match = game("4k3/8/8/8/6N1/8/4P3/4K3 w", hands={0: "knight pawn", 1: "king copper"})
    play(match, 0, "knight", "move:g4:f6")
    play(match, 0, "pawn", "move:e2:e4")
    finish_turn(match, 0)
    first, second = written(match)
    assert sans(first) == "Nf6+"
    assert "White moves the pawn from e2 to e4. There is no chess move for that." in comments(first)
    assert second.headers["FEN"].split()[:2] == ["4k3/8/5N2/8/4P3/8/8/4K3", "b"]
    assert (first.headers["Round"], second.headers["Round"]) == ("1.1", "1.2")
    assert "next game of this file" in comments(first)
    play(match, 1, "king", "move:e8:e7")
    assert sans(written(match)[1]) == "Ke7"


def test_a_promotion_by_a_king_card_begins_a_new_game() -> None:
    match = game(
        "4k3/8/4P3/8/8/8/8/4K3 w",
        hands={0: "king", 1: "copper"},
        captured={1: "R"},
        decks={0: "copper copper copper copper copper"},
    )
    use(match, 0, "play:king", "promote:e6")
    first, second = written(match)
    assert sans(first) == ""
    assert "White brings a captured rook back for the pawn on e6." in comments(first)
    assert second.headers["FEN"].split()[:2] == ["4k3/8/4R3/8/8/8/8/4K3", "b"], "it is a check"
    finish_turn(match, 0)
    use(match, 1, "escape:e8:d7")
    first, second = written(match)
    assert sans(second) == "Kd7"
    assert "Black answers the check without a card." in comments(second)
    assert "Black keeps the hand" in comments(second)


def test_a_mate_by_a_king_card_is_in_the_file_as_a_position() -> None:
    match = game("7k/8/8/8/8/7P/8/4K1R1 w", hands={0: "king", 1: "copper"}, captured={1: "R"})
    use(match, 0, "play:king", "promote:h3")
    first, second = written(match)
    assert (first.headers["Result"], second.headers["Result"]) == ("*", "1-0")
    assert sans(second) == ""
    assert second.board().is_checkmate()
    assert "Black is checkmated." in comments(second)


def two_pawns_beside_one() -> Match:
    """Black's pawns have gone two steps, first to d5 and then to f5; White's stands on e5."""
    match = game(
        "4k3/3p1p2/8/4P3/8/8/8/4K3 b",
        hands={0: "pawn", 1: "pawn pawn"},
        decks={1: "copper copper copper copper copper"},
    )
    play(match, 1, "pawn", "move:d7:d5")
    play(match, 1, "pawn", "move:f7:f5")
    finish_turn(match, 1)
    return match


def test_the_pawn_that_pgn_has_forgotten_is_taken_in_a_new_game() -> None:
    match = two_pawns_beside_one()
    play(match, 0, "pawn", "take:e5:d6")
    first, second = written(match)
    assert sans(first) == "d5 -- f5"
    assert second.headers["FEN"].split()[3] == "d6"
    assert sans(second) == "exd6"
    assert fen(match) == last_board((second,)).board_fen()


def test_the_pawn_that_moved_last_is_taken_in_the_same_game() -> None:
    match = two_pawns_beside_one()
    play(match, 0, "pawn", "take:e5:f6")
    (one,) = written(match)
    assert sans(one) == "d5 -- f5 exf6"


def test_a_pawn_that_waits_on_the_last_rank_is_told_until_a_card_frees_it() -> None:
    match = game(
        "8/P7/8/4k3/8/8/8/4K3 w",
        hands={0: "pawn king", 1: "king"},
        captured={1: "N"},
        decks={0: "king copper", 1: "king copper"},
        settings={"last_rank": "wait_for_king_card"},
    )
    play(match, 0, "pawn", "move:a7:a8")
    (one,) = written(match)
    assert sans(one) == ""
    assert "White moves the pawn from a7 to a8." in comments(one)
    assert "P7/8/8/4k3/8/8/8/4K3" in comments(one)
    use(match, 0, "play:king", "promote:a8")
    first, second = written(match)
    assert "White brings a captured knight back for the pawn on a8." in comments(first)
    assert second.headers["FEN"].split()[0] == "N7/8/8/4k3/8/8/8/4K3"


def test_a_match_that_begins_with_a_waiting_pawn_is_told_from_where_chess_can_follow() -> None:
    match = game(
        "P7/8/8/4k3/8/8/8/4K3 w",
        hands={0: "king", 1: "copper"},
        captured={1: "B"},
        settings={"last_rank": "wait_for_king_card"},
    )
    finish = written(match)
    assert "P7/8/8/4k3/8/8/8/4K3" in comments(finish[-1])
    use(match, 0, "play:king", "promote:a8")
    (one,) = written(match)
    assert "White brings a captured bishop back for the pawn on a8." in comments(one)
    assert one.headers["FEN"].split()[0] == "B7/8/8/4k3/8/8/8/4K3"


# ---- the special moves of chess --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["queen", "rook", "bishop", "knight"])
def test_a_pawns_promotion_is_written_once_it_is_known_to_what(kind: str) -> None:
    match = game("8/P7/3k4/8/8/8/8/4K3 w", hands={0: "pawn", 1: "copper"})
    play(match, 0, "pawn", "move:a7:a8")
    assert "a8=" not in write(record(match))
    use(match, 0, f"as:{kind}", "spare")
    (one,) = written(match)
    assert sans(one) == {"queen": "a8=Q", "rook": "a8=R", "bishop": "a8=B", "knight": "a8=N"}[kind]
    assert "becomes" not in comments(one)


def test_a_promotion_that_the_rules_make_at_once_is_chess_too() -> None:
    match = game(
        "1r6/P7/3k4/8/8/8/8/4K3 w",
        hands={0: "pawn", 1: "copper"},
        captured={1: "N"},
        settings={"last_rank": "captured_only"},
    )
    play(match, 0, "pawn", "take:a7:b8")
    (one,) = written(match)
    assert sans(one) == "axb8=N"


def test_castling_is_written_as_one_move() -> None:
    match = game("4k3/8/8/8/8/8/8/4K2R w K", hands={0: "rook", 1: "copper"}, decks={0: "copper copper"})
    play(match, 0, "rook", "move:e1:g1")
    (one,) = written(match)
    assert sans(one) == "O-O"
    assert "White plays Rook." in comments(one)


def test_a_capture_en_passant_is_chess() -> None:
    match = game("4k3/8/8/3pP3/8/8/8/4K3 w", hands={0: "pawn", 1: "copper"}, passing="d5")
    play(match, 0, "pawn", "take:e5:d6")
    (one,) = written(match)
    assert sans(one) == "exd6"
