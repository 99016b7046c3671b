"""The buy phase: what treasure is worth, what it buys, and how much of it is shown (CD-075 to CD-084)."""

from __future__ import annotations

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.games.chess_deckbuilder._match import (
    allowed,
    asked,
    do,
    draw,
    facts,
    far_reason,
    game,
    hears,
    identify,
    kind,
    kinds,
    left,
    notes,
    number,
    offered,
    pile,
    play,
    reason,
    refused,
    use,
)

QUIET = "4k3/8/8/8/8/8/4P3/R2QK3 w"
ALL = {"copper": 2, "pawn": 2, "silver": 3, "rook": 3, "knight": 3, "bishop": 4, "king": 4, "queen": 5}


def buying(hand: str, **more: object) -> Match:
    """White's buy phase with this hand."""
    rest: dict[str, object] = {"decks": {0: "pawn pawn pawn pawn pawn"}, **more}
    return game(QUIET, hands={0: hand, 1: "?"}, phase="buy", **rest)  # type: ignore[arg-type]


def within(total: int) -> set[str]:
    """The purchases that a total allows."""
    return {f"buy:{card}" for card, cost in ALL.items() if cost <= total}


# -- the total ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-075", "CD-076", "CD-004", "CD-C07")
@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("pawn pawn", 0),
        ("copper", 1),
        ("copper copper", 2),
        ("silver", 2),
        ("silver copper", 3),
        ("queen copper copper copper", 4),
        ("silver silver", 4),
        ("queen silver silver", 5),
        ("silver silver silver", 6),
        ("queen queen copper", 3),
    ],
)
def test_the_total_counts_copper_one_silver_two_queen_one(hand: str, total: int) -> None:
    match = buying(hand)
    assert allowed(match, 0, "buy:") == within(total)
    for card, cost in ALL.items():
        assert (reason(match, 0, f"buy:{card}") == ("", "")) is (cost <= total)


@pytest.mark.rules("CD-076", "CD-075")
def test_the_other_worth_of_treasures() -> None:
    match = buying("copper silver", settings={"treasure_worth": "2_and_3"})
    assert allowed(match, 0, "buy:") == within(5)
    assert allowed(buying("copper copper", settings={"treasure_worth": "2_and_3"}), 0, "buy:") == within(4)
    assert allowed(buying("queen copper", settings={"treasure_worth": "2_and_3"}), 0, "buy:") == within(3)


@pytest.mark.rules("CD-076", "CD-080")
def test_what_costs_too_much_says_so() -> None:
    match = buying("copper copper")
    assert reason(match, 0, "buy:silver") == ("too_expensive", "CD-076")
    assert refused(match, 0, "buy:queen").facts == {"card": "queen", "cost": 5}
    assert {"treasure", "total"}.isdisjoint(refused(match, 0, "buy:queen").facts)


@pytest.mark.rules("CD-084")
def test_action_cards_are_no_treasure() -> None:
    match = buying("pawn knight rook bishop king")
    assert allowed(match, 0) == {"end"}


@pytest.mark.rules("CD-010")
@pytest.mark.parametrize("actions", [0, 1])
def test_no_card_is_played_once_the_buying_has_begun(actions: int) -> None:
    """Also not where an action was left and its player said to stop. A Queen that is laid down then is treasure."""
    match = game(hands={0: "pawn queen copper"}, phase="buy", actions=actions)
    for card in ("pawn", "queen"):
        assert reason(match, 0, f"play:{card}") == ("no_action_left", "CD-010")
        assert refused(match, 0, f"play:{card}").code == "no_action_left"
    gestures = {o.key: o.gesture for o in match.options(Seat(0))}
    assert (gestures["play:queen"], gestures["play:pawn"] is None) == (None, False)
    assert offered(match, 0, "play:copper") is None


@pytest.mark.rules("CD-084")
@pytest.mark.parametrize("treasure", ["copper", "silver"])
def test_treasure_is_not_played_as_an_action(treasure: str) -> None:
    match = game(QUIET, hands={0: f"pawn {treasure}"})
    assert offered(match, 0, f"play:{treasure}") is None
    assert refused(match, 0, f"play:{treasure}").code == "no_such_option"
    assert far_reason(match, 0, f"play:{treasure}") == ("treasure_is_not_played", "CD-084")


@pytest.mark.rules("CD-079", "CD-024", "CD-075")
def test_treasure_drawn_in_the_action_phase_counts() -> None:
    """The rulebook's example: two Coppers in hand, a Copper and a Silver drawn: 5 in all."""
    match = game(QUIET, hands={0: "rook copper copper", 1: "copper"}, decks={0: "copper silver pawn"})
    play(match, 0, "rook", "move:a1:a4")
    draw(match, 0, "copper", "silver")
    assert (kind(match), allowed(match, 0, "buy:")) == ("buy", within(5))
    do(match, 0, "buy:queen")


@pytest.mark.rules("CD-075", "CD-077", "CD-036", "CD-038")
def test_a_queen_counts_one_held_or_played() -> None:
    played = game(QUIET, hands={0: "queen copper copper", 1: "copper"})
    play(played, 0, "queen", "move:d1:d4")
    assert (number(played, "buys"), allowed(played, 0, "buy:")) == (2, within(3))
    held = game("4k3/8/8/8/8/8/8/4K3 w", hands={0: "queen copper copper", 1: "copper"}, phase="buy")
    assert (number(held, "buys"), allowed(held, 0, "buy:")) == (1, within(3))  # there is no queen on the board


@pytest.mark.rules("CD-075")
def test_other_cards_played_this_turn_count_nothing() -> None:
    match = game(QUIET, hands={0: "rook copper copper", 1: "copper"})
    play(match, 0, "rook", "move:a1:a4")
    assert allowed(match, 0, "buy:") == within(2)


# -- purchases ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-076", "CD-082", "CD-010")
def test_one_card_is_bought_and_goes_to_the_discard() -> None:
    match = buying("copper copper copper pawn")
    before = left(match, "supply_knight")
    told = do(match, 0, "buy:knight")
    assert facts(told, "bought") == [{"seat": 0, "card": "knight", "left": before - 1}]
    assert (left(match, "supply_knight"), kind(match)) == (before - 1, "draw")
    assert "knight" in pile(match, "discard/0")
    assert "knight" not in pile(match, "hand/0")


@pytest.mark.rules("CD-077", "CD-076")
def test_a_second_purchase_only_with_a_queen_played() -> None:
    match = buying("queen silver silver")
    do(match, 0, "buy:bishop")
    assert kind(match) == "draw"
    match = game(QUIET, hands={0: "queen silver silver", 1: "copper"})
    play(match, 0, "queen", "move:d1:d4")
    do(match, 0, "buy:bishop")
    assert (kind(match), number(match, "buys")) == ("buy", 1)
    do(match, 0, "buy:bishop")
    assert kind(match) == "draw"


@pytest.mark.rules("CD-078")
def test_two_purchases_are_each_held_against_the_full_total() -> None:
    """The rulebook's example: 4 treasures in all buy two cards of 4."""
    match = game(QUIET, hands={0: "queen silver copper", 1: "copper"}, decks={0: "pawn pawn pawn pawn pawn"})
    play(match, 0, "queen", "move:d1:d4")
    use(match, 0, "buy:bishop")
    assert allowed(match, 0, "buy:") == within(4)
    do(match, 0, "buy:king")
    assert {"bishop", "king"} <= set(pile(match, "discard/0"))


@pytest.mark.rules("CD-082", "CD-078")
def test_what_was_bought_is_not_in_hand_for_the_second_purchase() -> None:
    match = game(QUIET, hands={0: "queen silver", 1: "copper"}, decks={0: "pawn pawn pawn pawn pawn"})
    play(match, 0, "queen", "move:d1:d4")
    do(match, 0, "buy:silver")
    assert (pile(match, "discard/0"), pile(match, "hand/0")) == (["silver"], [])
    assert allowed(match, 0, "buy:") == within(3)


@pytest.mark.rules("CD-078", "CD-076")
def test_two_purchases_are_not_added_up() -> None:
    match = game(QUIET, hands={0: "queen copper copper", 1: "copper"})
    play(match, 0, "queen", "move:d1:d4")
    assert reason(match, 0, "buy:bishop") == ("too_expensive", "CD-076")


@pytest.mark.rules("CD-080", "CD-C07")
def test_nothing_need_be_bought_and_nothing_is_kept() -> None:
    match = buying("silver silver silver", decks={0: "copper copper copper copper copper"})
    assert match.question is not None
    assert match.question.confirm == "end"
    told = do(match, 0, "end")
    assert "bought_nothing_more" in kinds(told)
    assert pile(match, "discard/0") == ["silver"] * 3
    draw(match, 0, "copper", "copper", "copper", "copper", "copper")
    use(match, 1, "stop", "end")
    draw(match, 1)
    do(match, 0, "stop")
    assert allowed(match, 0, "buy:") == within(5)  # last turn's Silvers count no more
    assert number(match, "buys") == 1


@pytest.mark.rules("CD-080")
def test_an_unused_second_purchase_is_lost() -> None:
    match = game(QUIET, hands={0: "queen silver", 1: "copper"}, decks={0: "copper"})
    play(match, 0, "queen", "move:d1:d4")
    use(match, 0, "buy:silver", "end")
    draw(match, 0)
    draw(match, 0)
    use(match, 1, "stop", "end")
    draw(match, 1)
    do(match, 0, "stop")
    assert number(match, "buys") == 1


@pytest.mark.rules("CD-081")
def test_an_empty_pile_sells_nothing_and_ends_nothing() -> None:
    match = buying("silver silver", supply={"knight": 0, "bishop": 1})
    assert reason(match, 0, "buy:knight") == ("pile_empty", "CD-081")
    assert refused(match, 0, "buy:knight").code == "pile_empty"
    assert refused(match, 0, "buy:knight", irregular=True).code == "pile_empty"  # the host cannot sell it either
    do(match, 0, "buy:bishop")
    assert left(match, "supply_bishop") == 0
    assert match.state.result is None
    draw(match, 0)
    assert (kind(match), asked(match)) == ("action", [1])


@pytest.mark.rules("CD-083", "CD-085")
def test_treasure_is_not_used_up() -> None:
    match = buying("silver copper pawn")
    use(match, 0, "buy:silver")
    assert pile(match, "discard/0") == ["copper", "pawn", "silver", "silver"]
    assert left(match, "trash") == left(buying("silver copper pawn"), "trash")


# -- what is shown -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-I10", "CD-076")
def test_of_a_known_hand_just_enough_is_shown() -> None:
    """The least treasure that is enough, and of that the fewest cards."""
    match = buying("copper copper silver queen pawn")
    told = do(match, 0, "buy:pawn")
    assert [row["card"] for row in facts(told, "showed")] == ["silver"]
    for reader in (-1, 1):
        assert [h.event.facts["card"] for h in hears(match, reader, "showed")] == ["silver"]
    three = buying("copper copper silver")
    told = do(three, 0, "buy:rook")
    assert [row["card"] for row in facts(told, "showed")] == ["silver", "copper"]
    coppers = buying("copper copper copper silver")
    assert [row["card"] for row in facts(do(coppers, 0, "buy:knight"), "showed")] == ["silver", "copper"]
    exact = buying("copper copper copper silver silver")
    assert [row["card"] for row in facts(do(exact, 0, "buy:bishop"), "showed")] == ["silver", "silver"]


@pytest.mark.rules("CD-I10", "CD-078")
def test_for_a_second_purchase_only_what_is_missing_is_shown() -> None:
    match = game(QUIET, hands={0: "queen silver copper copper", 1: "copper"})
    play(match, 0, "queen", "move:d1:d4")
    told = do(match, 0, "buy:pawn")  # the Queen herself lies open and counts one
    assert [(row["card"], row["total"]) for row in facts(told, "showed")] == [("copper", 2)]
    assert "treasure_shown" in notes(match)
    told = do(match, 0, "buy:copper")
    assert facts(told, "showed") == []
    assert facts(told, "bought")[0]["card"] == "copper"


@pytest.mark.rules("CD-I10", "CD-C07")
def test_treasure_may_be_shown_before_buying() -> None:
    match = buying("copper silver pawn")
    assert allowed(match, 0, "show:") == {"show:copper", "show:silver"}
    told = do(match, 0, "show:copper")
    assert facts(told, "showed") == [{"seat": 0, "card": "copper", "total": 1}]
    assert (pile(match, "play/0"), pile(match, "hand/0")) == (["copper"], ["pawn", "silver"])
    assert allowed(match, 0, "show:") == {"show:silver"}
    told = do(match, 0, "buy:silver")
    assert [row["card"] for row in facts(told, "showed")] == ["silver"]


@pytest.mark.rules("CD-I10", "CD-076", "CD-075")
def test_of_an_unknown_hand_the_buyer_says_what_is_shown() -> None:
    match = buying("? ? ? ?", unseen={0: "silver copper copper queen"}, decks={0: "pawn"})
    assert allowed(match, 0, "buy:") == within(5)
    do(match, 0, "buy:knight")
    assert kind(match) == "show_treasure"
    assert allowed(match, 0) == {"1-1-0", "1-0-1", "0-2-1"}  # Silvers, Coppers, Queens: nothing that could be left out
    told = do(match, 0, "0-2-1")
    assert sorted(str(row["card"]) for row in facts(told, "showed")) == ["copper", "copper", "queen"]
    assert "bought" in kinds(told)
    assert {"copper", "queen", "knight"} <= set(pile(match, "discard/0"))


@pytest.mark.rules("CD-I10", "CD-076")
def test_what_an_unknown_hand_cannot_hold_buys_nothing() -> None:
    match = buying("? ? copper", unseen={0: "copper copper"}, decks={0: "pawn"})
    assert allowed(match, 0, "buy:") == within(3)
    assert reason(match, 0, "buy:bishop") == ("too_expensive", "CD-076")
    one = buying("?", unseen={0: "silver"}, decks={0: "silver silver"})
    assert allowed(one, 0, "buy:") == within(2)  # one card is at most one Silver
    either = buying("?", unseen={0: "silver"}, decks={0: "copper queen pawn"})
    assert allowed(either, 0, "buy:") == within(2)  # a Silver or a Copper, not both
    told = do(one, 0, "buy:copper")
    assert [row["card"] for row in facts(told, "showed")] == ["silver"]  # the only way is not asked for


@pytest.mark.rules("CD-I10", "CD-084")
def test_an_unknown_hand_may_show_any_treasure_that_its_owner_has() -> None:
    match = buying("? ?", unseen={0: "copper pawn"}, decks={0: "queen"})
    assert allowed(match, 0, "show:") == {"show:copper", "show:queen"}
    do(match, 0, "show:copper")
    assert pile(match, "hand/0") == ["?"]


@pytest.mark.rules("CD-I10", "CD-075")
def test_the_total_of_a_hand_is_its_owners_secret() -> None:
    match = buying("silver silver pawn")
    assert "treasure" in notes(match, 0)
    assert "treasure" not in [*notes(match, 1), *notes(match)]
    assert match.question is not None
    assert match.question.facts["shown"] == 0
    hidden = buying("? ?", unseen={0: "silver silver"})
    assert "treasure" not in notes(hidden, 0)
    identify(hidden, 0, "silver", "silver")
    assert "treasure" in notes(hidden, 0)


@pytest.mark.rules("CD-076")
def test_the_host_may_let_a_purchase_pass() -> None:
    """Irregular, on record: nothing is shown that is not there."""
    match = buying("copper pawn")
    outcome = match.submit(Answer(Seat(0), "buy:queen", (), irregular=True))
    assert isinstance(outcome, Accepted)
    assert kinds(outcome.events)[0] == "irregular_accepted"
    assert facts(outcome.events, "showed") == []
    assert "queen" in pile(match, "discard/0")
