"""What stands on a board without stickers, read as an answer: moves, what is unlawful, what waits, and whom to ask."""

from __future__ import annotations

import pytest

from companion.reading.board_gestures import across, differing, noted_board, read_standing, sides_of, stood_of
from companion.reading.interpret import Act, Ask, Explained, Odd, Unlawful
from rules.engine.match import Match
from rules.engine.types import Seat
from rules.games.chess_deckbuilder.position import GRID
from tests.games.chess_deckbuilder._match import begun, game, use
from vision.types import BoardSeen, Occupant

SIDES = ("", "white", "black")


def standing(match: Match, changes: str = "", unsure: str = "") -> BoardSeen:
    """The board as the notes have it, with changes: "e2 e4=white" (nothing behind the name: empty). On the fields in
    `unsure` the camera takes every occupant for as likely as any other."""
    board = noted_board(match)
    assert board is not None
    now = dict(sides_of(board))
    for change in changes.split():
        cell, _, side = change.partition("=")
        now[cell] = side
    vague = frozenset(unsure.split())
    cells = {cell: occupant(side, 1 / 3 if cell in vague else 0.98) for cell, side in now.items()}
    return BoardSeen(cells, vague, 0.0)


def occupant(side: str, sure: float) -> Occupant:
    return Occupant(side, {s: sure if s == side else (1 - sure) / 2 for s in SIDES})


def answer(match: Match, changes: str, unsure: str = "") -> str:
    """The key of the answer that a position is read as."""
    found = read_standing(match, standing(match, changes, unsure))
    assert isinstance(found.reading, Act), found
    return found.reading.answer.key


CASTLING = "4k3/8/8/8/8/8/4P3/4K2R w K"


def test_a_board_as_noted_says_nothing() -> None:
    match = begun()
    assert read_standing(match, standing(match)).reading == Explained()
    assert read_standing(match, standing(match, unsure="e2 e4")).reading == Explained()


def test_after_the_card_a_move_is_read_from_the_sides_alone() -> None:
    match = game(CASTLING, hands={0: "pawn rook", 1: "copper"})
    use(match, 0, "play:pawn")
    assert answer(match, "e2 e4=white") == "move:e2:e4"
    assert answer(match, "e2 e3=white") == "move:e2:e3"


def test_the_piece_may_move_before_its_card_is_laid() -> None:
    match = game(CASTLING, hands={0: "pawn rook", 1: "copper"})
    assert answer(match, "e2 e4=white") == "pawn:move:e2:e4"


def test_a_capture_and_a_capture_in_passing() -> None:
    match = game("4k3/8/8/3pP3/8/8/8/R3K3 w", hands={0: "pawn rook", 1: "copper"}, passing="d5")
    assert answer(match, "e5 d5 d6=white") == "pawn:take:e5:d6"
    other = game("4k3/8/8/r7/8/8/8/R3K3 w", hands={0: "rook", 1: "copper"})
    assert answer(other, "a1 a5=white") == "rook:take:a1:a5"


def test_a_pawn_on_the_last_rank() -> None:
    match = game("4k3/P7/8/8/8/8/8/4K3 w", hands={0: "pawn", 1: "copper"})
    assert answer(match, "a7 a8=white") == "pawn:move:a7:a8"


def test_castling_is_one_move_and_its_half_is_none() -> None:
    match = game(CASTLING, hands={0: "king", 1: "copper"})
    use(match, 0, "play:king")
    assert answer(match, "e1 g1=white h1 f1=white") == "move:e1:g1"
    half = read_standing(match, standing(match, "e1 g1=white"))
    assert half.reading == Odd()
    rook_first = read_standing(match, standing(match, "h1 f1=white"))
    assert isinstance(rook_first.reading, Unlawful)
    assert rook_first.waits


def test_a_rook_that_may_be_about_to_castle_waits() -> None:
    match = game(CASTLING, hands={0: "rook", 1: "copper"})
    use(match, 0, "play:rook")
    alone = read_standing(match, standing(match, "h1 f1=white"))
    assert isinstance(alone.reading, Act)
    assert (alone.reading.answer.key, alone.waits) == ("move:h1:f1", True)
    assert not read_standing(match, standing(match, "h1 h5=white")).waits


@pytest.mark.parametrize("hand", ["rook king", "king rook copper"])
def test_castling_without_a_card_is_asked_for(hand: str) -> None:
    match = game(CASTLING, hands={0: hand, 1: "copper"})
    found = read_standing(match, standing(match, "e1 g1=white h1 f1=white")).reading
    assert isinstance(found, Ask)
    assert found.seat == Seat(0)
    assert set(found.keys) == {"rook:move:e1:g1", "king:move:e1:g1"}


def test_being_asked_does_not_tell_that_a_hand_holds_both() -> None:
    """Everybody can work out that the seat owns a King card; which of the two it holds nobody learns by the asking."""
    one = game(CASTLING, hands={0: "rook", 1: "copper"}, decks={0: "king"})
    found = read_standing(one, standing(one, "e1 g1=white h1 f1=white")).reading
    assert isinstance(found, Ask)
    assert found.keys == ("rook:move:e1:g1",)


def test_an_unsure_field_does_no_harm_and_decides_nothing() -> None:
    match = game(CASTLING, hands={0: "pawn", 1: "copper"})
    use(match, 0, "play:pawn")
    assert answer(match, "e2 e4=white", unsure="h1 a5 c7") == "move:e2:e4"
    assert not isinstance(read_standing(match, standing(match, "e2", unsure="e3 e4")).reading, Act)


def test_an_unlawful_move_has_a_reason_that_everybody_may_hear() -> None:
    match = game("4k3/8/8/8/8/8/4P3/4K2R w", hands={0: "pawn", 1: "copper"})
    use(match, 0, "play:pawn")
    found = read_standing(match, standing(match, "e2 e5=white")).reading
    assert isinstance(found, Unlawful)
    assert (found.refusal.code, found.public) == ("illegal_chess_move", found.refusal)
    other = read_standing(match, standing(match, "h1 h4=white")).reading
    assert isinstance(other, Unlawful)
    assert other.refusal.code == "card_piece_mismatch"


def test_what_a_hand_lacks_is_told_to_its_owner_alone() -> None:
    match = game("4k3/8/8/8/8/8/4P3/4K2R w", hands={0: "pawn", 1: "copper"}, decks={0: "rook"})
    found = read_standing(match, standing(match, "h1 h4=white")).reading
    assert isinstance(found, Unlawful)
    assert (found.refusal.code, found.public) == ("no_card_for_piece", None)


def test_a_piece_in_the_air_is_no_news() -> None:
    match = begun()
    for lifted in ("e2", "e2 d1", "d8"):
        assert read_standing(match, standing(match, lifted)).reading == Odd()


def test_the_other_player_must_wait_for_the_turn() -> None:
    match = begun()
    found = read_standing(match, standing(match, "e7 e5=black"))
    assert isinstance(found.reading, Unlawful)
    assert (found.reading.refusal.code, found.waits) == ("not_your_turn", True)


def test_a_free_escape_and_a_card_that_ends_the_check() -> None:
    checked = "4k3/8/8/8/8/8/8/r3K3 w"
    free = game(checked, hands={0: "copper pawn", 1: "copper"})
    assert answer(free, "e1 e2=white") == "escape:e1:e2"
    held = game(checked, hands={0: "king", 1: "copper"})
    assert answer(held, "e1 e2=white") == "king:move:e1:e2"
    blind = game(checked, hands={0: "? pawn", 1: "copper"}, unseen={0: "king"})
    found = read_standing(blind, standing(blind, "e1 e2=white")).reading
    assert isinstance(found, Ask)
    assert set(found.keys) == {"escape:e1:e2", "king:move:e1:e2"}


def test_a_board_turned_by_half() -> None:
    names = across(GRID)
    assert (names["a1"], names["e2"]) == ("h8", "d7")
    assert all(names[names[cell]] == cell for cell in GRID.cells)


def test_every_lawful_move_of_the_start_is_read_as_itself() -> None:
    match = game(hands={0: "pawn knight", 1: "copper"})
    board = noted_board(match)
    assert board is not None
    assert match.question is not None
    for option in match.question.by_hand(match.seen(Seat(0)), Seat(0)):
        changes = dict(stood_of(option))
        text = " ".join(f"{cell}={side}" for cell, side in changes.items())
        assert answer(match, text) == option.key
        assert set(differing(sides_of(board), standing(match, text))) == set(changes)
