"""Which moves are legal, one by one and stacked; nobody captures a king (CD-040 to CD-043, CD-046)."""

from __future__ import annotations

import pytest

from rules.engine.types import Seat
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    by_hand,
    draw,
    facts,
    far,
    far_reason,
    fen,
    game,
    held,
    kind,
    kinds,
    number,
    play,
    reason,
    refused,
    use,
    winners,
)

known_or_not = pytest.mark.parametrize("known", [True, False])

# -- the own king stays safe -------------------------------------------------------------------------------------------

PINNED = "4r1k1/8/8/8/8/5p2/4P3/4K3 w"
"""White's pawn on e2 is pinned by the rook and may only go straight on."""


@pytest.mark.rules("CD-040")
@known_or_not
def test_a_pinned_piece_does_not_leave_its_king_open(known: bool) -> None:
    match = game(PINNED, **held("pawn", known))
    assert by_hand(match, 0) == {"pawn:move:e2:e3", "pawn:move:e2:e4"}
    assert far_reason(match, 0, "far:e2:f3") == ("own_king_unsafe", "CD-040")
    use(match, 0, "play:pawn")
    assert allowed(match, 0) == {"move:e2:e3", "move:e2:e4", "back"}
    assert far_reason(match, 0, "far:e2:f3") == ("own_king_unsafe", "CD-040")
    refused(match, 0, "far:e2:f3")
    refused(match, 0, "take:e2:f3")


@pytest.mark.rules("CD-040")
def test_a_king_does_not_step_into_check() -> None:
    match = game("3r2k1/8/8/8/8/8/8/4K3 w", hands={0: "king"})
    use(match, 0, "play:king")
    assert allowed(match, 0, "move") == {"move:e1:e2", "move:e1:f1", "move:e1:f2"}
    assert far_reason(match, 0, "far:e1:d1") == ("own_king_unsafe", "CD-040")
    assert far_reason(match, 0, "far:e1:d2") == ("own_king_unsafe", "CD-040")


@pytest.mark.rules("CD-040")
@pytest.mark.parametrize(
    ("card", "wrong"),
    [("pawn", "a2:a5"), ("knight", "b1:b3"), ("rook", "h1:g3"), ("bishop", "c1:c3"), ("king", "e1:e3")],
)
def test_a_piece_goes_as_in_chess(card: str, wrong: str) -> None:
    match = game("4k3/8/8/8/8/8/P7/1NB1K2R w", hands={0: card, 1: "copper"})
    assert far_reason(match, 0, f"far:{wrong}") == ("illegal_chess_move", "CD-040")
    use(match, 0, f"play:{card}")
    assert far_reason(match, 0, f"far:{wrong}") == ("illegal_chess_move", "CD-040")
    refused(match, 0, f"far:{wrong}", irregular=True)
    refused(match, 0, f"move:{wrong}")


@pytest.mark.rules("CD-040")
def test_no_unsafe_position_in_between_although_the_next_move_would_mend_it() -> None:
    match = game(PINNED, hands={0: "pawn pawn king"})
    play(match, 0, "pawn", "move:e2:e3")
    use(match, 0, "play:pawn")
    assert allowed(match, 0) == {"move:e3:e4", "back"}
    use(match, 0, "back")
    assert far_reason(match, 0, "far:e3:e5") == ("illegal_chess_move", "CD-040")


@pytest.mark.rules("CD-040")
def test_every_stacked_move_is_judged_by_the_position_that_the_one_before_left() -> None:
    match = game("4r1k1/8/8/8/8/8/4N3/4K1N1 w", hands={0: "knight knight"}, decks={0: "copper copper"})
    assert not any(key.startswith("knight:move:e2") for key in by_hand(match, 0)), "pinned"
    play(match, 0, "knight", "move:g1:f3")
    draw(match, 0)
    use(match, 0, "play:knight")
    assert {key.split(":")[1] for key in allowed(match, 0, "move")} == {"f3"}
    use(match, 0, "move:f3:e5")
    assert fen(match) == "4r1k1/8/8/4N3/8/8/4N3/4K3"


@pytest.mark.rules("CD-040")
def test_a_shield_lets_the_pinned_piece_go() -> None:
    match = game("4r1k1/8/8/8/8/5N2/4N3/4K3 w", hands={0: "knight knight"}, decks={0: "copper copper"})
    play(match, 0, "knight", "move:f3:e5")
    draw(match, 0)
    use(match, 0, "play:knight")
    assert "e2" in {key.split(":")[1] for key in allowed(match, 0, "move")}


@pytest.mark.rules("CD-040")
def test_only_own_men_are_moved() -> None:
    match = game("4k3/p7/8/8/8/8/P7/4K3 w", hands={0: "pawn"})
    use(match, 0, "play:pawn")
    assert allowed(match, 0, "move") == {"move:a2:a3", "move:a2:a4"}
    assert match.question is not None
    tried = {o.key.split(":")[1] for o in match.question.unlikely(match.seen(Seat(0)), Seat(0))}
    assert tried <= {"a2", "e1", "pawn", "copper", "silver"}


@pytest.mark.rules("CD-040")
def test_a_refusal_says_which_move_it_speaks_of() -> None:
    match = game(PINNED, hands={0: "pawn"})
    assert far(match, 0, "far:e2:f3").facts == {"man": "man_pawn", "cell": "e2", "to": "f3"}


# -- the enemy king ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-041")
@known_or_not
def test_a_king_in_check_is_not_captured_by_a_stacked_move(known: bool) -> None:
    match = game("4k3/8/8/8/3PN3/8/8/4K3 w", **held("knight knight pawn", known), decks={0: "copper copper"})
    events = play(match, 0, "knight", "move:e4:f6")
    assert "check" in kinds(events)
    draw(match, 0)
    assert far_reason(match, 0, "far:f6:e8") == ("king_capture", "CD-041")
    use(match, 0, "play:knight")
    assert not {key for key in allowed(match, 0) if key.endswith(":e8")}
    assert far_reason(match, 0, "far:f6:e8") == ("king_capture", "CD-041")
    refused(match, 0, "far:f6:e8")
    refused(match, 0, "far:f6:e8", irregular=True)
    assert fen(match) == "4k3/8/5N2/8/3P4/8/8/4K3"


@pytest.mark.rules("CD-041")
def test_a_pawn_does_not_capture_a_king_either() -> None:
    match = game("8/8/3k4/8/8/2P5/8/4K3 w", hands={0: "pawn pawn"})
    play(match, 0, "pawn", "move:c3:c4")
    use(match, 0, "play:pawn")
    assert allowed(match, 0) == {"move:c4:c5", "back"}
    use(match, 0, "move:c4:c5")
    assert far_reason(match, 0, "far:c5:d6") == ("king_capture", "CD-041")


# -- stacked moves of one side -----------------------------------------------------------------------------------------


@pytest.mark.rules("CD-042")
def test_the_opponent_does_nothing_between_stacked_moves() -> None:
    match = game(hands={0: "pawn pawn knight copper", 1: "pawn knight"}, decks={0: "copper"})
    for card, move in (("pawn", "e2:e4"), ("pawn", "d2:d4"), ("knight", "g1:f3")):
        assert asked(match) == [0]
        assert refused(match, 1, "play:pawn").code == "not_your_turn"
        play(match, 0, card, f"move:{move}")
    assert fen(match) == "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R"
    assert (kind(match), asked(match)) == ("bonus_draw", [0])


@pytest.mark.rules("CD-043", "CD-046")
@known_or_not
def test_who_has_given_check_may_go_on(known: bool) -> None:
    match = game("4k3/8/8/8/4N3/8/P7/4K2R w", **held("knight pawn rook", known), decks={0: "copper"})
    events = play(match, 0, "knight", "move:e4:f6")
    assert facts(events, "check") == [{"seat": 1}]
    draw(match, 0)
    assert {"play:pawn", "play:rook"} <= allowed(match, 0, "play")
    play(match, 0, "pawn", "move:a2:a3")
    play(match, 0, "rook", "move:h1:h2")
    assert fen(match) == "4k3/8/5N2/8/8/P7/7R/4K3"
    assert (kind(match), winners(match)) == ("buy", None)


CHECKED = "4k3/8/8/8/4N3/8/P6P/4K2R w"


@pytest.mark.rules("CD-043")
@known_or_not
def test_by_option_nothing_moves_after_a_check(known: bool) -> None:
    match = game(
        CHECKED,
        **held("knight pawn rook bishop king", known),
        decks={0: "copper"},
        captured={1: "B"},
        settings={"check_ends_moves": True},
    )
    assert reason(match, 0, "play:pawn") == ("", ""), "before the check all is free"
    play(match, 0, "knight", "move:e4:f6")
    draw(match, 0)
    assert number(match, "actions") == 1
    assert allowed(match, 0, "play") == {"play:bishop"}, "a trade moves nothing"
    assert reason(match, 0, "play:pawn") == ("check_ends_moves", "CD-043")
    assert reason(match, 0, "play:rook") == ("check_ends_moves", "CD-043")
    assert reason(match, 0, "play:king") == ("nothing_to_move", "CD-020")
    assert not by_hand(match, 0)
    refused(match, 0, "play:pawn")
    use(match, 0, "stop")
    assert kind(match) == "buy"


@pytest.mark.rules("CD-043")
def test_by_option_a_move_without_check_ends_nothing() -> None:
    match = game(CHECKED, hands={0: "knight pawn"}, decks={0: "copper"}, settings={"check_ends_moves": True})
    play(match, 0, "knight", "move:e4:g5")
    draw(match, 0)
    assert allowed(match, 0, "play") == {"play:pawn"}
    play(match, 0, "pawn", "move:a2:a3")
    assert kind(match) == "action"


@pytest.mark.rules("CD-043")
def test_by_option_a_check_by_the_last_card_still_draws() -> None:
    match = game(CHECKED, hands={0: "rook"}, decks={0: "copper copper"}, settings={"check_ends_moves": True})
    play(match, 0, "rook", "move:h1:g1")
    draw(match, 0, "copper", "copper")
    assert kind(match) == "buy"


@pytest.mark.rules("CD-046")
@known_or_not
def test_a_stacked_play_may_give_check(known: bool) -> None:
    match = game("4k3/8/8/8/4N3/8/P7/4K3 w", **held("pawn knight", known), decks={0: "copper"})
    play(match, 0, "pawn", "move:a2:a3")
    events = play(match, 0, "knight", "move:e4:f6")
    assert facts(events, "check") == [{"seat": 1}]
    draw(match, 0)
    assert (kind(match), winners(match)) == ("action", None)


@pytest.mark.rules("CD-046")
def test_check_by_the_piece_behind_the_one_that_moved_is_told_too() -> None:
    match = game("4k3/8/8/8/4N3/8/P7/K3R3 w", hands={0: "pawn knight"})
    play(match, 0, "pawn", "move:a2:a3")
    assert facts(play(match, 0, "knight", "move:e4:c3"), "check") == [{"seat": 1}]
