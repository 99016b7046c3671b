"""The structure of a turn: actions, buying, cleaning up (section 2.2 of the rule list)."""

from __future__ import annotations

import pytest

from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    begun,
    by_hand,
    do,
    draw,
    facts,
    far_reason,
    fen,
    finish_turn,
    game,
    held,
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

BARE = "4k3/8/8/8/8/8/PPP5/R3K1N1 w"
"""White's rook, knight and three pawns against a king."""


# -- its parts, in their order -----------------------------------------------------------------------------------------


@pytest.mark.rules("CD-010")
def test_actions_then_buying_then_cleaning_up() -> None:
    match = game(BARE, hands={0: "pawn copper copper"}, decks={0: "copper pawn copper pawn copper copper"})
    assert kind(match) == "action"
    assert not allowed(match, 0, "buy") | allowed(match, 0, "show") | allowed(match, 0, "end")
    play(match, 0, "pawn", "move:a2:a3")
    use(match, 0, "stop")
    assert kind(match) == "buy"
    assert not allowed(match, 0, "play") | by_hand(match, 0), "no card is played any more"
    events = use(match, 0, "end")
    assert "cleaned_up" in kinds(events)
    assert (kind(match), asked(match)) == ("draw", [0])
    draw(match, 0)
    assert (kind(match), asked(match)) == ("action", [1])


@pytest.mark.rules("CD-010", "CD-066")
def test_only_a_free_escape_leaves_out_buying_and_cleaning_up() -> None:
    match = game("4k3/8/8/8/8/8/8/r3K3 w", hands={0: "copper copper pawn"})
    use(match, 0, "escape:e1:e2")
    assert (kind(match), asked(match)) == ("action", [1])
    assert pile(match, "hand/0") == ["copper", "copper", "pawn"]
    assert pile(match, "discard/0") == []


@pytest.mark.rules("CD-010", "CD-012")
def test_what_was_drawn_in_cleaning_up_is_played_next_turn_only() -> None:
    match = game(BARE, hands={0: "copper"}, decks={0: "pawn pawn pawn pawn pawn"})
    use(match, 0, "stop", "end")
    draw(match, 0, "pawn", "pawn", "pawn", "pawn", "pawn")
    assert asked(match) == [1]
    assert refused(match, 0, "play:pawn").code == "not_your_turn"


@pytest.mark.rules("CD-011")
def test_a_turn_begins_with_one_action_and_one_buy() -> None:
    match = begun()
    assert (number(match, "actions"), number(match, "buys")) == (1, 1)
    assert match.question is not None
    assert match.question.facts["actions"] == 1
    play(match, 0, "pawn", "move:e2:e4")
    use(match, 0, "stop", "end")
    draw(match, 0)
    assert (asked(match), number(match, "actions"), number(match, "buys")) == ([1], 1, 1), "nothing is carried over"


# -- no movement without a card ----------------------------------------------------------------------------------------


@pytest.mark.rules("CD-012")
def test_each_card_moves_its_own_kind_alone() -> None:
    hand = "pawn knight rook bishop king queen"
    board = "4k3/8/8/8/4P3/8/8/RNBQK3 w Q"
    for card in hand.split():
        match = game(board, hands={0: hand})
        use(match, 0, f"play:{card}")
        starts = {key.split(":")[1] for key in allowed(match, 0, "move:")}
        home = {"pawn": "e4", "knight": "b1", "rook": "a1", "bishop": "c1", "king": "e1", "queen": "d1"}
        assert starts == {home[card]}, card


@pytest.mark.rules("CD-012")
def test_a_piece_moved_without_its_card_is_refused_with_the_card_that_it_needs() -> None:
    match = game(BARE, hands={0: "pawn copper"})
    assert far_reason(match, 0, "knight:move:g1:f3") == ("no_card_for_piece", "CD-012")
    assert far_reason(match, 0, "rook:move:a1:d1") == ("no_card_for_piece", "CD-012")
    assert far_reason(match, 0, "king:move:e1:e2") == ("no_card_for_piece", "CD-012")
    assert far_reason(match, 0, "play:knight") == ("card_not_in_hand", "CD-012")
    assert by_hand(match, 0) == {f"pawn:move:{f}2:{f}{r}" for f in "abc" for r in "34"}
    for key in ("knight:move:g1:f3", "play:knight"):
        refused(match, 0, key)
        refused(match, 0, key, irregular=True)
    assert fen(match) == BARE.split()[0]


@pytest.mark.rules("CD-012")
def test_with_another_card_laid_the_piece_does_not_move_either() -> None:
    match = game(BARE, hands={0: "pawn knight"})
    use(match, 0, "play:pawn")
    assert far_reason(match, 0, "far:g1:f3") == ("card_piece_mismatch", "CD-012")
    assert far_reason(match, 0, "far:a1:d1") == ("card_piece_mismatch", "CD-012")
    refused(match, 0, "move:g1:f3")


@pytest.mark.rules("CD-012")
def test_a_card_that_lies_elsewhere_moves_nothing() -> None:
    match = game(BARE, hands={0: "copper"}, discards={0: "pawn"}, areas={0: "rook"}, decks={0: "knight"}, settings=None)
    assert not allowed(match, 0, "play") | by_hand(match, 0)
    for card in ("pawn", "rook", "knight"):
        assert far_reason(match, 0, f"play:{card}") == ("card_not_in_hand", "CD-012")


@pytest.mark.rules("CD-012")
def test_of_an_unseen_hand_every_card_is_believed_that_its_owner_may_hold() -> None:
    match = game(BARE, **held("copper knight", known=False), discards={0: "rook"})
    assert allowed(match, 0, "play") == {"play:knight"}
    assert far_reason(match, 0, "play:rook") == ("card_not_in_hand", "CD-012")
    assert far_reason(match, 0, "rook:move:a1:d1") == ("no_card_for_piece", "CD-012")
    play(match, 0, "knight", "move:g1:f3")
    assert pile(match, "hand/0") == ["?"]
    assert pile(match, "play/0") == ["knight"]


@pytest.mark.rules("CD-012", "CD-I07")
def test_of_an_unseen_hand_no_card_is_believed_that_the_opponent_owns() -> None:
    match = game(BARE, hands={0: "? ?", 1: "?"}, unseen={0: "knight copper", 1: "rook"})
    assert allowed(match, 0, "play") == {"play:knight"}
    assert far_reason(match, 0, "play:rook") == ("card_not_in_hand", "CD-012")


@pytest.mark.rules("CD-012")
def test_an_unseen_hand_has_no_more_cards_of_a_kind_than_its_owner() -> None:
    match = game(BARE, **held("pawn copper copper", known=False))
    play(match, 0, "pawn", "move:a2:a3")
    assert allowed(match, 0, "play") == set()
    assert far_reason(match, 0, "pawn:move:b2:b3") == ("no_card_for_piece", "CD-012")


@pytest.mark.rules("CD-012")
def test_a_card_and_its_move_may_come_in_either_order() -> None:
    one, two = (game(BARE, hands={0: "knight pawn copper"}) for _ in range(2))
    use(one, 0, "play:knight", "move:g1:f3")
    use(two, 0, "knight:move:g1:f3")
    assert fen(one) == fen(two) == "4k3/8/8/8/8/5N2/PPP5/R3K3"
    assert one.state == two.state


@pytest.mark.rules("CD-012", "CD-084")
@pytest.mark.parametrize("known", [True, False])
def test_treasure_is_no_action(known: bool) -> None:
    match = game(BARE, **held("copper silver", known))
    assert {key for key in allowed(match, 0) if key.startswith("play")} == set()
    for card in ("copper", "silver"):
        assert far_reason(match, 0, f"play:{card}") == ("treasure_is_not_played", "CD-084")
        refused(match, 0, f"play:{card}")
        refused(match, 0, f"play:{card}", irregular=True)


@pytest.mark.rules("CD-013")
@pytest.mark.parametrize("known", [True, False])
def test_who_is_not_in_check_may_play_nothing(known: bool) -> None:
    match = game(BARE, **held("pawn knight rook", known))
    assert allowed(match, 0, "play") == {"play:pawn", "play:knight", "play:rook"}
    events = use(match, 0, "stop")
    assert kind(match) == "buy"
    assert facts(events, "stopped") == [{"seat": 0}]
    assert fen(match) == BARE.split()[0]


# -- further actions ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-014")
@pytest.mark.parametrize("known", [True, False])
def test_pawns_and_knights_follow_one_another_without_end(known: bool) -> None:
    match = game(BARE, **held("pawn knight pawn knight pawn pawn", known), decks={0: "copper copper"})
    moves = ["a2:a3", "g1:f3", "b2:b4", "f3:g5", "c2:c3", "a3:a4"]
    for card, move in zip(["pawn", "knight", "pawn", "knight", "pawn", "pawn"], moves, strict=True):
        assert number(match, "actions") == 1
        play(match, 0, card, f"move:{move}")
        if card == "knight":
            draw(match, 0)
    assert (kind(match), asked(match), number(match, "actions")) == ("action", [0], 1)
    assert fen(match) == "4k3/8/8/6N1/PP6/2P5/8/R3K3"
    assert match.state["played"] == ("pawn", "knight", "pawn", "knight", "pawn", "pawn")


LAST_PLAYS = {
    "rook": ["play:rook", "move:a1:a7", "drawn"],
    "bishop": ["play:bishop", "move:c1:e3"],
    "bishop's trade": ["play:bishop", "trade:pawn", "gain:knight"],
    "king": ["play:king", "move:e1:f2"],
    "king's promotion": ["play:king", "promote:g2"],
    "queen": ["play:queen", "move:d1:d7"],
}


@pytest.mark.rules("CD-015")
@pytest.mark.parametrize("deed", LAST_PLAYS)
@pytest.mark.parametrize("known", [True, False])
def test_after_the_other_cards_nothing_more_is_played(deed: str, known: bool) -> None:
    match = game(
        "7k/8/8/8/8/8/6P1/RNBQK3 w Q",
        **held("rook bishop king queen pawn pawn knight", known),
        decks={0: "copper copper"},
        captured={1: "R"},
    )
    use(match, 0, *LAST_PLAYS[deed])
    assert (kind(match), number(match, "actions")) == ("buy", 0)
    refused(match, 0, "play:knight")


@pytest.mark.rules("CD-016")
def test_with_an_action_left_one_may_stop() -> None:
    match = game(BARE, hands={0: "pawn pawn knight"})
    play(match, 0, "pawn", "move:a2:a3")
    assert allowed(match, 0) == {"play:pawn", "play:knight", "stop", "draw", "resign"}
    use(match, 0, "stop")
    assert kind(match) == "buy"


@pytest.mark.rules("CD-017")
@pytest.mark.parametrize("told", [True, False])
def test_a_card_that_was_drawn_may_be_played_at_once(told: bool) -> None:
    match = game(BARE, hands={0: "knight copper"}, decks={0: "rook"})
    play(match, 0, "knight", "move:g1:f3")
    draw(match, 0, *(["rook"] if told else []))
    assert allowed(match, 0, "play") == {"play:rook"}
    play(match, 0, "rook", "move:a1:d1")
    assert fen(match) == "4k3/8/8/8/8/5N2/PPP5/3RK3"


@pytest.mark.rules("CD-017")
def test_what_a_rook_drew_is_not_played_any_more() -> None:
    match = game(BARE, hands={0: "rook"}, decks={0: "pawn knight"})
    play(match, 0, "rook", "move:a1:d1")
    draw(match, 0, "pawn", "knight")
    assert kind(match) == "buy"


# -- the order within a play -------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-018")
def test_a_card_lies_first_then_moves_then_gives_its_bonus() -> None:
    match = game("4k3/8/8/8/8/8/8/4K1N1 w", hands={0: "knight copper"}, decks={0: "copper"})
    laid = use(match, 0, "play:knight")
    assert pile(match, "play/0") == ["knight"]
    assert facts(laid, "laid") == [{"seat": 0, "card": "knight"}]
    assert fen(match) == "4k3/8/8/8/8/8/8/4K1N1"
    assert pile(match, "hand/0") == ["copper"]
    moved = use(match, 0, "move:g1:f3")
    assert kinds(moved) == ["moved"]
    assert kind(match) == "bonus_draw"
    assert pile(match, "hand/0") == ["copper"], "nothing is drawn before the move"
    assert kinds(draw(match, 0, "copper")) == ["drew"]


@pytest.mark.rules("CD-018")
def test_the_second_buy_comes_with_the_move_not_with_the_card() -> None:
    match = game("7k/8/8/8/8/8/8/3QK3 w", hands={0: "queen"})
    use(match, 0, "play:queen")
    assert number(match, "buys") == 1
    use(match, 0, "back")
    assert number(match, "buys") == 1
    play(match, 0, "queen", "move:d1:d2")
    assert number(match, "buys") == 2


@pytest.mark.rules("CD-018")
@pytest.mark.parametrize("known", [True, False])
def test_checkmate_comes_before_the_bonus(known: bool) -> None:
    match = game("6rk/6pp/8/4N3/8/8/8/K7 w", **held("knight", known), decks={0: "copper"})
    events = play(match, 0, "knight", "move:e5:f7")
    assert kinds(events) == ["laid", "moved", "checkmate"]
    assert winners(match) == [0]
    assert kind(match) == "", "nothing is drawn any more"


@pytest.mark.rules("CD-018")
def test_check_is_told_before_the_draw() -> None:
    match = game("4k3/8/8/8/8/8/8/R3K3 w", hands={0: "rook"}, decks={0: "copper copper"})
    events = play(match, 0, "rook", "move:a1:a8")
    assert kinds(events) == ["laid", "moved", "check"]
    assert facts(events, "check") == [{"seat": 1}]
    assert kind(match) == "bonus_draw"


@pytest.mark.rules("CD-019", "CD-088")
def test_a_played_card_stays_in_the_play_area_and_is_not_drawn_again() -> None:
    match = game(BARE, hands={0: "knight knight"}, discards={0: "copper"})
    play(match, 0, "knight", "move:g1:f3")
    draw(match, 0)
    assert pile(match, "play/0") == ["knight"]
    play(match, 0, "knight", "move:f3:g1")
    assert kind(match) == "action", "deck and discard pile are empty, so nothing is drawn"
    assert pile(match, "play/0") == ["knight", "knight"]
    assert pile(match, "hand/0") == ["?"]
    assert allowed(match, 0, "play") == set(), "the drawn card can only be the Copper"


@pytest.mark.rules("CD-019")
def test_played_cards_lie_there_until_cleaning_up() -> None:
    match = game(BARE, hands={0: "pawn rook"}, decks={0: "copper copper copper copper copper copper copper"})
    play(match, 0, "pawn", "move:a2:a3")
    play(match, 0, "rook", "move:a1:a2")
    do(match, 0, "drawn")
    assert pile(match, "play/0") == ["pawn", "rook"]
    assert pile(match, "discard/0") == []
    use(match, 0, "end")
    assert pile(match, "play/0") == []
    assert {"pawn", "rook"} <= set(pile(match, "discard/0"))


@pytest.mark.rules("CD-015", "CD-018")
def test_the_buy_of_one_turn_is_not_there_in_the_next() -> None:
    match = game("7k/8/8/8/8/8/8/3QK3 w", hands={0: "queen"}, decks={0: "copper " * 6})
    play(match, 0, "queen", "move:d1:d2")
    finish_turn(match, 0)
    finish_turn(match, 1)
    assert (asked(match), number(match, "buys"), reason(match, 0, "stop")) == ([0], 1, ("", ""))
