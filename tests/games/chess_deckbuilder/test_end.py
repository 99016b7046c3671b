"""How a match ends, and what does not end it (CD-100 to CD-104)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.entries import Entry, Header, MovePiece, Rewind, SetTurn
from rules.engine.match import Accepted, Match
from rules.engine.types import Event, Seat
from rules.games.chess_deckbuilder.names import square
from tests.games.chess_deckbuilder._match import (
    CHESS_DECKBUILDER,
    allowed,
    asked,
    do,
    draw,
    facts,
    fen,
    finish_turn,
    game,
    kind,
    kinds,
    left,
    notes,
    number,
    pile,
    play,
    refused,
    result,
    use,
    winners,
)

DRAWS = {"chess_draw_rules": True}
QUIET = "4k3/p7/8/8/8/8/P7/4K2R w"


@pytest.mark.rules("CD-100", "CD-018")
def test_checkmate_ends_everything_at_once() -> None:
    """A Rook card that mates draws nothing, nothing is bought, nothing cleaned up."""
    match = game("6k1/5ppp/8/8/8/8/8/R3K3 w", hands={0: "rook silver silver", 1: "copper"}, decks={0: "copper copper"})
    told = play(match, 0, "rook", "move:a1:a8")
    assert kinds(told)[-1] == "checkmate"
    assert facts(told, "checkmate") == [{"seat": 1, "other": 0}]
    assert (winners(match), result(match), match.question) == ([0], "mated", None)
    assert pile(match, "hand/0") == ["silver", "silver"]
    assert (pile(match, "play/0"), left(match, "deck/0"), left(match, "discard/0")) == (["rook"], 2, 0)
    assert refused(match, 0, "end").code == "match_over"
    assert refused(match, 1, "draw").code == "match_over"


@pytest.mark.rules("CD-100", "CD-068")
def test_black_mates_as_well() -> None:
    match = game("r3k3/8/8/8/8/8/5PPP/6K1 b", hands={1: "rook"})
    play(match, 1, "rook", "move:a8:a1")
    assert winners(match) == [1]
    other = game("r3k3/8/8/8/8/8/5PPP/6K1 b", hands={0: "rook"}, white=1)
    play(other, 0, "rook", "move:a8:a1")
    assert winners(other) == [0]


def enter(match: Match, entry: Entry) -> tuple[Event, ...]:
    outcome = match.submit(entry)
    assert isinstance(outcome, Accepted), outcome
    return outcome.events


MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b"


@pytest.mark.rules("CD-068", "CD-100")
@pytest.mark.parametrize("phase", ["", "action"])
def test_who_begins_the_turn_mated_has_lost(phase: str) -> None:
    """A match that is taken up from such a position, at the beginning of the turn or when it had begun."""
    match = game(MATED, hands={1: "rook king queen"}, phase=phase)
    assert (winners(match), result(match), match.question) == ([0], "mated", None)
    told = [one.event for one in match.told]
    assert kinds(told)[-1] == "checkmate"
    assert facts(told, "checkmate") == [{"seat": 1, "other": 0}]


@pytest.mark.rules("CD-068")
def test_a_mate_by_the_hosts_correction_is_told() -> None:
    match = game("6k1/5ppp/8/8/8/8/8/R3K3 w", hands={0: "rook", 1: "king"})
    (rook,) = match.state.pile(square("a1")).pieces
    enter(match, MovePiece(rook, square("a8"), "seen by all"))
    told = enter(match, SetTurn(Seat(1), "seen by all"))
    assert kinds(told)[-1] == "checkmate"
    assert (winners(match), result(match)) == ([0], "mated")
    enter(match, Rewind(0))  # the host may take it back
    assert (winners(match), kind(match)) == (None, "action")


@pytest.mark.rules("CD-068")
def test_a_match_of_before_that_stands_at_a_mate_goes_on_but_says_so() -> None:
    """Its log may hold answers after that, so it does not end by itself (edition 0 of the rulings)."""
    match = game(MATED, hands={1: "rook king queen"})
    match = Match(match.game, replace(match.header, edition=0))
    assert (winners(match), kind(match), notes(match)) == (None, "answer_check", ["mated"])
    do(match, 1, "resign")
    assert winners(match) == [0]


@pytest.mark.rules("CD-101")
def test_who_begins_the_turn_without_a_move_is_told_that_it_goes_on() -> None:
    match = game("7k/5Q2/6K1/8/8/8/8/8 b", hands={0: "pawn", 1: "king copper copper"}, decks={1: "copper copper"})
    assert "no_move" in notes(match)
    do(match, 1, "stop")
    assert "no_move" not in notes(match)
    assert "no_move" not in notes(game(QUIET, hands={0: "copper"}))
    assert "no_move" not in notes(game(MATED.replace("R5k1", "7k"), hands={1: "copper"}))


@pytest.mark.rules("CD-101", "CD-013")
def test_there_is_no_stalemate() -> None:
    """Black has no legal move and is not in check."""
    match = game("7k/5Q2/6K1/8/8/8/8/8 b", hands={0: "pawn", 1: "king copper copper"}, decks={1: "copper copper"})
    assert winners(match) is None
    assert (kind(match), allowed(match, 1)) == ("action", {"stop", "draw", "resign"})
    use(match, 1, "stop", "buy:pawn")
    draw(match, 1)
    assert "pawn" in pile(match, "discard/1") or left(match, "deck/1")
    finish_turn(match, 1)
    assert (winners(match), asked(match)) == (None, [0])


@pytest.mark.rules("CD-101")
def test_a_move_that_leaves_no_moves_ends_nothing() -> None:
    match = game("7k/8/6K1/8/8/8/8/5Q2 w", hands={0: "queen", 1: "copper"})
    told = play(match, 0, "queen", "move:f1:f7")
    assert {"check", "checkmate"}.isdisjoint(kinds(told))
    finish_turn(match, 0)
    assert (winners(match), kind(match), asked(match)) == (None, "action", [1])


@pytest.mark.rules("CD-102")
def test_two_bare_kings_are_a_draw() -> None:
    match = game("8/8/8/4k3/8/8/4p3/4K3 w", hands={0: "king silver", 1: "pawn"})
    told = play(match, 0, "king", "take:e1:e2")
    assert (winners(match), result(match)) == ([], "kings_alone")
    assert "checkmate" not in kinds(told)


@pytest.mark.rules("CD-102", "CD-070")
def test_a_free_escape_may_leave_two_bare_kings() -> None:
    match = game("8/8/8/4k3/8/8/3p4/4K3 w", hands={0: "copper", 1: "copper"})
    do(match, 0, "escape:e1:d2")
    assert (winners(match), result(match)) == ([], "kings_alone")


@pytest.mark.rules("CD-102")
def test_kings_and_a_bishop_play_on() -> None:
    match = game("8/8/8/4k3/8/8/4p3/4KB2 w", hands={0: "king", 1: "copper"})
    play(match, 0, "king", "take:e1:e2")
    assert winners(match) is None


@pytest.mark.rules("CD-102", "CD-C09")
@pytest.mark.parametrize("at", [QUIET, "4r1k1/8/8/8/8/8/P7/4K3 w"], ids=["quiet", "in check"])
def test_a_draw_is_agreed_by_both(at: str) -> None:
    match = game(at, hands={0: "pawn", 1: "copper"})
    told = do(match, 0, "draw")
    assert kinds(told) == ["draw_offered"]
    assert (kind(match), asked(match), allowed(match, 1)) == ("draw_offer", [1], {"accept", "refuse"})
    assert refused(match, 0, "accept").code == "not_your_turn"
    do(match, 1, "accept")
    assert (winners(match), result(match)) == ([], "draw_agreed")


@pytest.mark.rules("CD-102", "CD-C09")
def test_a_refused_draw_changes_nothing() -> None:
    match = game(QUIET, hands={0: "pawn pawn", 1: "copper"})
    play(match, 0, "pawn", "move:a2:a3")
    do(match, 0, "draw")
    told = do(match, 1, "refuse")
    assert facts(told, "draw_refused") == [{"seat": 1}]
    assert (kind(match), asked(match), number(match, "actions")) == ("action", [0], 1)
    assert (pile(match, "hand/0"), pile(match, "play/0")) == (["pawn"], ["pawn"])
    play(match, 0, "pawn", "move:a3:a4")
    assert winners(match) is None


@pytest.mark.rules("CD-102")
def test_a_refused_draw_lets_a_check_stand() -> None:
    match = game("4r1k1/8/8/8/8/8/P7/4K3 w", hands={0: "pawn", 1: "copper"})
    use(match, 0, "draw")
    do(match, 1, "refuse")
    assert kind(match) == "answer_check"


@pytest.mark.rules("CD-103", "CD-C09")
@pytest.mark.parametrize(("at", "seat"), [(QUIET, 0), (QUIET.replace(" w", " b"), 1), ("4r1k1/8/8/8/8/8/P7/4K3 w", 0)])
def test_a_player_may_resign(at: str, seat: int) -> None:
    match = game(at, hands={0: "pawn", 1: "copper"})
    do(match, seat, "resign")
    assert (winners(match), result(match)) == ([1 - seat], "resigned")
    assert match.state.result is not None
    assert match.state.result.lines[0].facts == {"seat": seat}


# -- the draws of chess ------------------------------------------------------------------------------------------------


def pass_turns(match: Match, count: int, first: int = 0) -> None:
    """Both players in turn do nothing, so many times in all."""
    for turn in range(count):
        if winners(match) is None:
            finish_turn(match, (first + turn) % 2)


@pytest.mark.rules("CD-102")
def test_without_the_draws_of_chess_a_position_may_come_again_and_again() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"}, tracks={"quiet_turns": 99})
    pass_turns(match, 12)
    assert winners(match) is None


@pytest.mark.rules("CD-102")
def test_the_third_time_the_same_position_is_a_draw_if_agreed() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"}, settings=DRAWS)
    pass_turns(match, 3)
    assert winners(match) is None  # White to move for the second time
    pass_turns(match, 1, first=1)
    assert (winners(match), result(match)) == ([], "same_position")


@pytest.mark.rules("CD-102")
def test_who_is_to_move_and_which_rights_there_are_make_another_position() -> None:
    match = game(f"{QUIET} K", hands={0: "rook king", 1: "copper"}, settings=DRAWS)
    pass_turns(match, 2)
    play(match, 0, "rook", "move:h1:h2")
    finish_turn(match, 0, "rook", "king")
    finish_turn(match, 1)
    play(match, 0, "rook", "move:h2:h1")
    finish_turn(match, 0, "rook", "king")
    finish_turn(match, 1)
    assert fen(match) == QUIET.split()[0]
    assert winners(match) is None  # the third time so, but now without the right to castle
    pass_turns(match, 4)
    assert result(match) == "same_position"


@pytest.mark.rules("CD-102")
def test_a_pawn_move_begins_the_count_anew() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"}, settings=DRAWS)
    pass_turns(match, 2)
    play(match, 0, "pawn", "move:a2:a3")
    pass_turns(match, 4)
    assert winners(match) is None
    pass_turns(match, 1)
    assert result(match) == "same_position"  # Black to move for the third time


@pytest.mark.rules("CD-102")
def test_fifty_quiet_turns_each_are_a_draw_if_agreed() -> None:
    match = game(QUIET, hands={0: "pawn", 1: "copper"}, settings=DRAWS, tracks={"quiet_turns": 98})
    pass_turns(match, 1)
    assert (winners(match), number(match, "quiet_turns")) == (None, 100)
    pass_turns(match, 1, first=1)
    assert (winners(match), result(match)) == ([], "fifty_turns")


@pytest.mark.rules("CD-102")
@pytest.mark.parametrize(("card", "deed"), [("pawn", "move:a2:a3"), ("rook", "take:h1:h8"), ("king", "promote:a2")])
def test_a_capture_a_pawn_move_or_a_promotion_is_not_quiet(card: str, deed: str) -> None:
    match = game(
        "4k2n/p7/8/8/8/8/P7/4K2R w",
        hands={0: card, 1: "king"},
        captured={1: "N"},
        settings=DRAWS,
        tracks={"quiet_turns": 98},
    )
    play(match, 0, card, deed)
    finish_turn(match, 0)
    assert (winners(match), number(match, "quiet_turns")) == (None, 1)


@pytest.mark.rules("CD-102")
def test_another_move_is_quiet() -> None:
    match = game(QUIET, hands={0: "rook", 1: "king"}, settings=DRAWS, tracks={"quiet_turns": 98})
    play(match, 0, "rook", "move:h1:h2")
    finish_turn(match, 0)
    assert number(match, "quiet_turns") == 100


# -- players -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-104", "CD-001")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_there_are_two_players_and_no_teams(seats: int) -> None:
    assert list(CHESS_DECKBUILDER.seats) == [2]
    with pytest.raises(Exception, match="2"):
        Match(CHESS_DECKBUILDER, Header("chess_deckbuilder", seats, {}))
