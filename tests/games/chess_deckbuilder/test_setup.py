"""The setup: board, piles, first hands, and who plays White (section 2.1 of the rule list)."""

from __future__ import annotations

import pytest

from rules.engine.entries import Header
from rules.engine.game import SettingError
from rules.engine.match import Match
from rules.engine.questions import Prepare, Sort
from rules.games.chess_deckbuilder.names import ACTIONS, KINDS
from tests.games.chess_deckbuilder._match import (
    CHESS_DECKBUILDER,
    START_FEN,
    allowed,
    asked,
    begin,
    begun,
    by_hand,
    do,
    facts,
    fen,
    finish_turn,
    kind,
    left,
    men,
    number,
    pile,
    refused,
    use,
)


@pytest.mark.rules("CD-001", "CD-104")
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_the_game_is_for_two(seats: int) -> None:
    assert list(CHESS_DECKBUILDER.seats) == [2]
    with pytest.raises(SettingError):
        Match(CHESS_DECKBUILDER, Header("chess_deckbuilder", seats, {}))


@pytest.mark.rules("CD-001")
def test_one_is_white_and_the_other_black() -> None:
    match = begun()
    assert match.state["white"] == 0
    assert "pawn:move:e2:e4" in by_hand(match, 0)
    finish_turn(match, 0)
    assert by_hand(match, 1) == {f"pawn:move:{f}7:{f}{r}" for f in "abcdefgh" for r in "65"}


@pytest.mark.rules("CD-002")
def test_all_32_chessmen_stand_in_the_normal_position() -> None:
    match = begin()
    assert fen(match) == START_FEN
    assert match.state["castling"] == ("a1", "h1", "a8", "h8")
    assert match.state["passing"] == ()
    assert men(match, "captured/0") == men(match, "captured/1") == men(match, "out") == ""


@pytest.mark.rules("CD-003", "A-20")
def test_the_first_five_cards_are_in_hand_and_nothing_is_drawn() -> None:
    match = begin()
    assert kind(match) == "set_up"
    do(match, None, "done")
    for seat in (0, 1):
        assert pile(match, f"hand/{seat}") == ["copper", "copper", "copper", "pawn", "pawn"]
        assert pile(match, f"hand/{seat}", seat) == ["copper", "copper", "copper", "pawn", "pawn"]
        assert [left(match, f"{key}/{seat}") for key in ("deck", "discard", "play")] == [0, 0, 0]
    assert (kind(match), asked(match)) == ("action", [0]), "the first turn begins at once"


@pytest.mark.rules("CD-003", "A-20")
def test_the_cards_of_the_start_are_told_to_be_laid_out() -> None:
    match = begin()
    assert isinstance(match.question, Prepare)
    steps = [step for step in match.question.steps if isinstance(step, Sort)]
    assert [(step.into, sorted(card.kind for card in step.pieces)) for step in steps] == [
        (f"hand/{seat}", ["copper", "copper", "copper", "pawn", "pawn"]) for seat in (0, 1)
    ]
    assert not set(steps[0].pieces) & set(steps[1].pieces)


@pytest.mark.rules("CD-004", "CD-005")
def test_eight_piles_and_what_a_card_of_each_costs() -> None:
    match = begun()
    costs = {"copper": 2, "pawn": 2, "silver": 3, "rook": 3, "knight": 3, "bishop": 4, "king": 4, "queen": 5}
    piles = {key for key in match.state.piles if key.startswith("supply_")}
    assert piles == {f"supply_{one}" for one in costs}
    assert all(set(pile(match, f"supply_{one}")) == {one} for one in costs)
    use(match, 0, "stop")
    found = {o.key: o.say.facts["cost"] for o in match.options(match.waiting[0]) if o.key.startswith("buy:")}
    assert found == {f"buy:{one}": cost for one, cost in costs.items()}


@pytest.mark.rules("CD-004")
def test_the_face_of_a_card_says_its_cost() -> None:
    faces = CHESS_DECKBUILDER.box.faces(CHESS_DECKBUILDER.check_settings({}), CHESS_DECKBUILDER.words("en"))
    found = {card.kind: face.corner for card, face in faces.items() if card.kind in KINDS}
    assert found == {
        **{"copper": "2", "pawn": "2", "silver": "3", "rook": "3"},
        **{"knight": "3", "bishop": "4", "king": "4", "queen": "5"},
    }


@pytest.mark.rules("CD-005")
def test_there_is_no_other_card() -> None:
    match = begin()
    assert {card.kind for card in match.state.decks["cards"]} == set(KINDS)
    assert len(KINDS) == 8


@pytest.mark.rules("CD-006")
def test_white_begins_and_turns_alternate() -> None:
    match = begun()
    for seat in (0, 1, 0, 1, 0):
        assert (kind(match), asked(match)) == ("action", [seat])
        assert refused(match, 1 - seat, "stop").code == "not_your_turn"
        finish_turn(match, seat)
    assert number(match, "turn_number") == 6


@pytest.mark.rules("CD-007")
def test_the_piles_are_as_large_as_agreed_by_default() -> None:
    match = begun()
    assert {one: left(match, f"supply_{one}") for one in ACTIONS} == dict.fromkeys(ACTIONS, 10)
    assert (left(match, "supply_copper"), left(match, "supply_silver")) == (30, 20)
    total = {one: sum(card.kind == one for card in match.state.decks["cards"]) for one in ("copper", "pawn")}
    assert total == {"copper": 36, "pawn": 14}, "the ten cards of the start come on top"


@pytest.mark.rules("CD-007")
@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_the_size_of_the_piles_of_actions_is_an_option(size: int) -> None:
    match = begun(action_pile=size)
    assert {one: left(match, f"supply_{one}") for one in ACTIONS} == dict.fromkeys(ACTIONS, size)
    assert (left(match, "supply_copper"), left(match, "supply_silver")) == (30, 20)
    assert pile(match, "hand/1") == ["copper", "copper", "copper", "pawn", "pawn"]


@pytest.mark.rules("CD-007")
@pytest.mark.parametrize(("coppers", "silvers"), [(10, 10), (20, 15), (30, 20)])
def test_the_size_of_the_piles_of_treasure_is_an_option(coppers: int, silvers: int) -> None:
    match = begun(copper_pile=coppers, silver_pile=silvers)
    assert (left(match, "supply_copper"), left(match, "supply_silver")) == (coppers, silvers)
    assert left(match, "supply_pawn") == 10


@pytest.mark.rules("CD-008")
def test_the_first_seat_plays_white_unless_lots_are_drawn() -> None:
    match = begin()
    assert kind(match) == "set_up"
    assert match.state["white"] == 0


@pytest.mark.rules("CD-008", "CD-006")
@pytest.mark.parametrize("white", [0, 1])
def test_lots_say_who_plays_white_and_begins(white: int) -> None:
    match = begin(white="drawn")
    assert (kind(match), asked(match)) == ("colours", [])
    assert {o.key for o in match.options(None)} == {"white:0", "white:1"}
    events = do(match, None, f"white:{white}")
    assert facts(events, "plays_white") == [{"seat": white, "side": "white"}]
    do(match, None, "done")
    assert asked(match) == [white]
    assert "pawn:move:e2:e4" in by_hand(match, white), "White's men stand on the first two ranks"
    finish_turn(match, white)
    assert asked(match) == [1 - white]
    assert "pawn:move:e7:e5" in by_hand(match, 1 - white)
    assert allowed(match, 1 - white) == {"play:pawn", "stop", "draw", "resign"}
