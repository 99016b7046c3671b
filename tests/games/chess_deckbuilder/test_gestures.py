"""What hands do at the table, and how the board looks: cards on spots, and the squares that a move changes."""

from __future__ import annotations

import pytest

from rules.engine.mat import BoardState
from rules.engine.match import Match
from rules.engine.questions import Laid, Stood
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.games.chess_deckbuilder._match import CHESS_DECKBUILDER, by_hand, game, offered, play, use


def stood(match: Match, seat: int, key: str) -> dict[str, str]:
    """The squares that an option changes, with who stands there then."""
    option = offered(match, seat, key)
    assert option is not None
    assert isinstance(option.gesture, Stood)
    return dict(option.gesture.changes)


def laid(match: Match, seat: int, key: str) -> tuple[str, str]:
    """Where an option lays a card, and of which kind."""
    option = offered(match, seat, key)
    assert option is not None
    assert isinstance(option.gesture, Laid)
    assert isinstance(option.gesture.piece, PieceId)
    return option.gesture.spot, option.gesture.piece.kind


def drawn_board(match: Match, reader: Seat = PUBLIC) -> BoardState:
    """The board as a reader sees it."""
    assert CHESS_DECKBUILDER.screens.board is not None
    board = CHESS_DECKBUILDER.screens.board(match.seen(None if reader == PUBLIC else reader))
    assert board is not None
    return board


@pytest.mark.rules("CD-012", "CD-C02")
@pytest.mark.parametrize(
    ("board", "card", "key", "changes"),
    [
        ("4k3/8/8/8/8/8/P7/4K3 w", "pawn", "move:a2:a4", {"a2": "", "a4": "white"}),
        ("4k3/8/8/8/8/1p6/P7/4K3 w", "pawn", "take:a2:b3", {"a2": "", "b3": "white"}),
        ("4k3/8/8/pP6/8/8/8/4K3 w", "pawn", "take:b5:a6", {"b5": "", "a5": "", "a6": "white"}),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ",
            "rook",
            "move:e1:g1",
            {"e1": "", "h1": "", "g1": "white", "f1": "white"},
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ",
            "king",
            "move:e1:c1",
            {"e1": "", "a1": "", "c1": "white", "d1": "white"},
        ),
        ("8/P3k3/8/8/8/8/8/4K3 w", "pawn", "move:a7:a8", {"a7": "", "a8": "white"}),
    ],
)
def test_what_a_move_changes_on_a_board_of_which_one_sees_only_the_sides(
    board: str, card: str, key: str, changes: dict[str, str]
) -> None:
    match = game(board, hands={0: card}, passing="a5")
    assert f"{card}:{key}" in by_hand(match, 0)
    use(match, 0, f"play:{card}")
    assert stood(match, 0, key) == changes


@pytest.mark.rules("CD-012", "CD-C02")
def test_blacks_moves_leave_black_men() -> None:
    match = game("r3k3/8/8/8/8/8/P7/4K3 b q", hands={1: "rook"})
    use(match, 1, "play:rook")
    assert stood(match, 1, "take:a8:a2") == {"a8": "", "a2": "black"}
    assert stood(match, 1, "move:e8:c8") == {"e8": "", "a8": "", "c8": "black", "d8": "black"}


@pytest.mark.rules("CD-018", "CD-027", "CD-076", "CD-I10")
@pytest.mark.parametrize("known", [True, False])
def test_where_cards_are_laid(known: bool) -> None:
    hands = {0: "bishop copper copper"} if known else {0: "? ? ?"}
    unseen = None if known else {0: "bishop copper copper"}
    match = game("4k3/8/8/8/8/8/8/2B1K3 w", hands=hands, unseen=unseen)
    assert laid(match, 0, "play:bishop") == ("play/0", "bishop")
    use(match, 0, "play:bishop")
    assert laid(match, 0, "trade:copper") == ("trash", "copper")
    use(match, 0, "back", "stop")
    assert laid(match, 0, "show:copper") == ("play/0", "copper")
    assert laid(match, 0, "buy:pawn") == ("discard/0", "pawn")


@pytest.mark.rules("CD-I01", "CD-I12")
@pytest.mark.parametrize("reader", [-1, 0, 1])
def test_the_board_as_everybody_sees_it(reader: int) -> None:
    match = game("4k3/8/8/8/8/8/8/R3K3 w", hands={0: "rook", 1: "copper"}, decks={0: "copper copper"})
    before = drawn_board(match, Seat(reader))
    assert (before.alarm, before.last) == ((), ())
    play(match, 0, "rook", "move:a1:a8")
    board = drawn_board(match, Seat(reader))
    fields = {field.cell: field for field in board.fields}
    assert len(fields) == 64
    assert {name: field.side for name, field in fields.items() if field.side} == {
        "e1": "white",
        "a8": "white",
        "e8": "black",
    }
    assert [fields[name].owner for name in ("a8", "e8", "d4")] == [0, 1, None]
    assert (fields["a1"].ground, fields["h1"].ground, fields["d1"].ground) == ("dark", "light", "light")
    assert set(board.last) == {"a1", "a8"}
    assert board.alarm == ("e8",), "a king in check"


@pytest.mark.rules("CD-008", "CD-I01")
def test_who_owns_which_men_follows_who_plays_white() -> None:
    match = game("4k3/8/8/8/8/8/P7/4K3 w", white=1, hands={1: "pawn"})
    fields = {field.cell: field for field in drawn_board(match).fields}
    assert (fields["a2"].owner, fields["e8"].owner) == (1, 0)
    play(match, 1, "pawn", "move:a2:a3")
