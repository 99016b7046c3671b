"""What players do at an open table, who learns of it, and the rules that are switched on."""

from __future__ import annotations

import pytest

from rules.engine.entries import Rewind
from rules.engine.questions import Chance
from rules.engine.types import ALL, PUBLIC, UNSEEN, PieceId, Seat
from tests.games.asking import allowed, asked, do, hears, kind, kinds, reason, refused, use, view
from tests.games.open_table._table import begin, drawn, known_to, lying, own

RED, BLUE, GREEN = "d_red#1", "d_blue#1", "d_green#1"


# -- cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("OT-1")
def test_decks_lie_face_down_and_all_other_zones_are_empty() -> None:
    match = own()
    state = match.state
    assert {key: len(pile) for key, pile in state.piles.items()} == {
        **{"stock": 5, "hand/0": 0, "hand/1": 0, "mine/0": 0, "mine/1": 0, "middle": 0, "heap": 0}
    }
    assert state.pile("stock").unseen == 5
    assert [state.pile(key).spot for key in ("stock", "hand/0", "mine/1", "heap")] == ["stock", None, "mine/1", "heap"]


@pytest.mark.rules("OT-2")
def test_anybody_acts_in_any_order_and_with_the_own_cards_alone() -> None:
    match = own()
    drawn(match, 1, RED)
    drawn(match, 1, BLUE)
    drawn(match, 0, GREEN)
    assert (kind(match), asked(match), match.awaited) == ("act", [0, 1], ())
    do(match, 1, "lay:hand:middle:d_red")
    assert refused(match, 0, "lay:hand:middle:d_blue").code == "no_such_option"
    do(match, 0, f"move:middle:hand:{RED}")
    assert lying(match, "hand/0") == ["d_green", "d_red"]
    assert known_to(match, 1, "hand/0") == ["d_red"], "everybody saw it being taken"


@pytest.mark.rules("OT-3")
def test_a_card_is_drawn_unseen_or_turned_up_for_all() -> None:
    match = own()
    drawn(match, 0, RED)
    assert (known_to(match, 0, "hand/0"), known_to(match, 1, "hand/0")) == (["d_red"], [])
    do(match, 1, "turn:stock:middle")
    events = do(match, None, "d_blue#2")
    assert kinds(events) == ["turned_up"]
    assert known_to(match, PUBLIC, "middle") == ["d_blue"]
    assert str(match.state.pile("middle").pieces[0]) == BLUE, "which copy it is called tells nothing"


@pytest.mark.rules("OT-4", "OT-14")
def test_nobody_else_sees_a_card_that_is_laid_face_down_given_or_put_back() -> None:
    match = own(seats=3)
    drawn(match, 0, RED, BLUE, GREEN)
    events = do(match, 0, "lay:hand:mine:d_green")
    assert kinds(events) == ["moved_hidden"]
    assert (known_to(match, 0, "mine/0"), known_to(match, 1, "mine/0")) == (["d_green"], [])
    do(match, 0, "give:hand:1:d_blue")
    assert (known_to(match, 1, "hand/1"), known_to(match, 0, "hand/1"), known_to(match, 2, "hand/1")) == (
        ["d_blue"],
        ["d_blue"],
        [],
    )
    assert hears(match, 2, "gave")[0].event.facts["card"] is UNSEEN
    do(match, 0, "back:hand:stock:d_red")
    assert match.state.pile("stock").unseen == len(match.state.pile("stock")) == 3, "it is shuffled in"
    assert [known_to(match, 2, key) for key in match.state.piles] == [[]] * len(match.state.piles)


def test_whoever_showed_a_card_and_lays_one_face_down_tells_nobody_which() -> None:
    match = own()
    drawn(match, 0, RED, BLUE)
    do(match, 0, "show:hand:d_red")
    assert known_to(match, 1, "hand/0") == ["d_red"]
    do(match, 0, "lay:hand:mine:d_blue")
    assert known_to(match, 1, "hand/0") == []


def test_cards_that_nobody_named_are_laid_all_the_same() -> None:
    match = own()
    drawn(match, 0, "?", "?")
    do(match, 0, "lay:hand:mine:?")
    assert (match.state.pile("mine/0").unseen, match.state.pile("hand/0").unseen) == (1, 1)
    do(match, 0, "give:hand:1:?")
    assert "lay:hand:middle:?" not in allowed(match, 1), "in the open everybody sees which it is"
    do(match, 1, "lay:hand:middle:d_green")
    assert known_to(match, PUBLIC, "middle") == ["d_green"]
    do(match, 0, "show:mine:d_red")
    assert known_to(match, PUBLIC, "mine/0") == ["d_red"]
    assert match.state.pile("mine/0").slots[0].face_up


@pytest.mark.rules("OT-5")
def test_cards_are_shown_shuffled_dealt_passed_on_and_taken_back() -> None:
    match = own()
    use(match, 1, "deal:stock", "2")
    do(match, None, "dealt", {"hand/0": (RED, BLUE), "hand/1": (GREEN, "d_red#2")})
    do(match, 0, "pass:hand")
    assert (lying(match, "hand/0"), lying(match, "hand/1")) == (["d_green", "d_red"], ["d_blue", "d_red"])
    assert known_to(match, 0, "hand/1") == ["d_blue", "d_red"], "who passed them on knows them still"
    do(match, 0, "lay:hand:heap:d_red")
    do(match, 0, "all:heap:stock")
    assert kinds(do(match, None, "done")) == ["moved_all"]
    assert match.state.pile("stock").unseen == 2
    do(match, 1, "shuffle:stock")
    assert kinds(do(match, None, "done")) == ["shuffled"]
    do(match, 1, "gather")
    assert kinds(do(match, None, "done")) == ["gathered"]
    assert len(match.state.pile("stock")) == 5


@pytest.mark.rules("OT-5")
def test_lots_are_drawn_among_all_players_and_everybody_hears_it() -> None:
    match = own(seats=3)
    do(match, 2, "lots")
    assert isinstance(match.question, Chance)
    assert [option.key for option in match.question.options(match.state, None)] == ["0", "1", "2"]
    (told,) = do(match, None, "1")
    assert (told.kind, told.facts["seat"], told.audience) == ("lot", 1, ALL)
    assert "lots" in allowed(match, 0), "and again, as often as they like"
    assert "lots" not in allowed(own(seats=1), 0)


@pytest.mark.rules("OT-5")
def test_dice_are_rolled_where_there_are_any() -> None:
    match = own("dice = [6, 20]")
    do(match, 1, "roll")
    assert do(match, 1, "3-17")[0].facts["dice"] == "3-17"
    assert match.game.mat(2).tray is not None
    assert "roll" not in allowed(own(), 0)


def test_a_stack_gives_its_top_card_and_a_row_any() -> None:
    match = own()
    drawn(match, 0, RED, BLUE)
    for zone in ("heap", "middle"):
        use(match, 0, f"lay:hand:{zone}:d_red", f"lay:hand:{zone}:d_blue")
        moves = [key for key in allowed(match, 1) if key.startswith(f"move:{zone}:hand")]
        assert moves == [f"move:heap:hand:{BLUE}"] if zone == "heap" else len(moves) == 2
        if zone == "heap":
            drawn(match, 0, "d_red#2", "d_blue#2")


# -- counting ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("OT-6")
def test_everybody_sets_the_own_counters() -> None:
    match = begin("duel", 2)
    do(match, None, "dealt")
    do(match, 0, "drawn")
    do(match, 1, "less:lives")
    assert (match.state["counter.lives/0"], match.state["counter.lives/1"]) == (20, 19), "also out of turn"
    use(match, 0, "set:lives", "7", "more:lives")
    assert match.state["counter.lives/0"] == 8
    assert "counter.lives" in match.game.screens.prominent


@pytest.mark.rules("OT-7")
def test_zones_are_added_up_for_who_may_know_them() -> None:
    tallies = "".join(
        f'[[tally]]\nkey = "{key}"\nname = "{key}"\nzone = "{zone}"\nwhat = "{what}"\n'
        for key, zone, what in (("held", "hand", "count"), ("worth", "hand", "sum"), ("open", "middle", "sum"))
    )
    match = own(tallies)
    drawn(match, 0, RED, BLUE)
    do(match, 0, "lay:hand:middle:d_blue")

    def noted(reader: int) -> list[tuple[object, object, object]]:
        found = match.game.screens.notes(match.seen(Seat(reader)), Seat(reader))
        return [(note.seat, note.say.facts["tally"], note.say.facts["number"]) for note in found]

    assert noted(-1) == [(0, "tally.held", 1), (1, "tally.held", 0), (None, "tally.open", 5)]
    assert noted(0) == [(0, "tally.worth", 3)]
    assert noted(1) == [(1, "tally.worth", 0)]


# -- rules that are switched on ----------------------------------------------------------------------------------------


@pytest.mark.rules("OT-8")
def test_a_full_hand_takes_no_card() -> None:
    match = own("hand_limit = 1")
    drawn(match, 0, RED)
    assert reason(match, 0, "draw:stock:hand") == ("hand_is_full", "OT-8")
    drawn(match, 1, BLUE)
    do(match, 1, "lay:hand:middle:d_blue")
    assert reason(match, 0, f"move:middle:hand:{BLUE}") == ("hand_is_full", "OT-8")
    do(match, 0, "lay:hand:middle:d_red")
    do(match, 0, f"move:middle:hand:{BLUE}")


@pytest.mark.rules("OT-9")
def test_everybody_is_dealt_cards_as_far_as_there_are_enough() -> None:
    assert match_counts("deal = 2", 2) == [2, 2]
    assert match_counts("deal = 2", 3) == [1, 1, 1]
    assert match_counts("deal = 2", 6) == [0] * 6


def match_counts(more: str, seats: int) -> list[int]:
    match = own(more, seats)
    if kind(match) == "deal":
        do(match, None, "dealt")
    return [len(match.state.pile(f"hand/{seat}")) for seat in range(seats)]


@pytest.mark.rules("OT-10", "OT-11")
def test_turns_go_to_the_left_and_begin_with_a_card() -> None:
    match = own("turns = true\ndraw = true\nhand_limit = 1", seats=2)
    do(match, 0, "drawn", {"hand/0": (RED,)})
    assert (match.state.turn, match.awaited, kind(match)) == (0, (0,), "your_turn")
    assert not [key for key in allowed(match, 1) if key.partition(":")[0] not in ("lots",)], "others only wait"
    do(match, 0, "next")
    do(match, 1, "drawn", {"hand/1": (BLUE,)})
    do(match, 1, "next")
    assert (match.state.turn, kind(match), len(match.state.pile("hand/0"))) == (0, "your_turn", 1), "the hand is full"
    do(match, 0, "lay:hand:middle:d_red")
    assert next(o for o in match.options(Seat(0)) if o.key == "next").obvious


@pytest.mark.rules("OT-12")
def test_all_choose_in_secret_and_lay_open_together() -> None:
    match = own('together = "middle"')
    drawn(match, 0, RED, BLUE)
    drawn(match, 1, GREEN)
    assert not [key for key in allowed(match, 0) if key.startswith("lay:hand:middle")], "only all at once"
    do(match, 1, "together:hand:middle")
    assert (kind(match), asked(match)) == ("together", [0, 1])
    before = view(match, 1)
    do(match, 0, "choose:d_blue")
    assert view(match, 1).count("d_blue") == before.count("d_blue")
    assert known_to(match, PUBLIC, "middle") == []
    events = do(match, 1, "choose:d_green")
    assert kinds(events) == ["moved_card", "moved_card"]
    assert known_to(match, PUBLIC, "middle") == ["d_blue", "d_green"]


def test_two_who_name_the_only_card_choose_again() -> None:
    match = own('together = "middle"')
    drawn(match, 0, "?")
    drawn(match, 1, "?")
    do(match, 0, "together:hand:middle")
    do(match, 0, "choose:d_green")
    assert kinds(do(match, 1, "choose:d_green")) == ["too_many_of_a_kind"]
    do(match, 0, "choose:d_red")
    do(match, 1, "choose:d_green")
    assert known_to(match, PUBLIC, "middle") == ["d_green", "d_red"]


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("OT-13")
@pytest.mark.parametrize(("answer", "won"), [("win:1", (1,)), ("all", (0, 1)), ("nobody", ()), ("go_on", None)])
def test_the_players_say_who_has_won(answer: str, won: tuple[int, ...] | None) -> None:
    match = own('[[counter]]\nkey = "gold"\nname = "Gold"\nstart = 4')
    do(match, 1, "end")
    do(match, 0, answer)
    assert (None if match.state.result is None else match.state.result.winners) == won
    if won is None:
        assert kind(match) == "act"
    else:
        assert match.state.result is not None
        assert [line.facts["number"] for line in match.state.result.lines] == [4, 4]


def test_a_turn_is_undone_like_any_other() -> None:
    match = own()
    drawn(match, 0, RED)
    do(match, 0, "lay:hand:middle:d_red")
    match.submit(Rewind(len(match.log) - 1))
    assert match.state.where(PieceId(RED)) == "hand/0"
