"""What an owner's pack may write that the starter pack does not use: every op and its parameters."""

from __future__ import annotations

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Accepted
from rules.engine.types import PieceId, Seat
from rules.games import game
from rules.games.chronicle import build, load_owner
from tests.games.chronicle._match import allowed, do, kinds, meeting, pile, with_card


def test_steal_from_each_opponent() -> None:
    match = meeting(
        with_card('op = "steal_ally"\nfrom = "each_opponent"'),
        {"allies/1": ["LOV-2", "LOV-3"], "allies/2": ["WIS-2"], "allies/3": []},
    )
    do(match, 0, "play:POW-9:up")
    assert allowed(match, 0) == {"take:LOV-2", "take:LOV-3"}
    do(match, 0, "take:LOV-3")  # Cara's only ally goes by itself
    assert pile(match, "allies/0") == ["LOV-3", "WIS-2"]
    assert match.state.turn == 1


def test_steal_several_from_one() -> None:
    match = meeting(
        with_card('op = "steal_ally"\ncount = 2\nfrom = "one_opponent"'),
        {"allies/1": ["LOV-2", "LOV-3", "LOV-6"], "allies/2": ["WIS-2"]},
    )
    do(match, 0, "play:POW-9:up")
    do(match, 0, "take:LOV-3")
    assert allowed(match, 0) == {"take:LOV-2", "take:LOV-6"}


def test_steal_where_the_victim_chooses() -> None:
    match = meeting(
        with_card('op = "steal_ally"\nchooser = "victim"'), {"allies/1": ["LOV-2", "LOV-3"], "allies/2": ["WIS-2"]}
    )
    do(match, 0, "play:POW-9:up")
    assert allowed(match, 0) == {"victim:1", "victim:2"}
    do(match, 0, "victim:1")
    assert match.waiting == (Seat(1),)
    do(match, 1, "take:LOV-2")
    assert pile(match, "allies/0") == ["LOV-2"]


def test_an_ended_meeting_may_be_awarded() -> None:
    match = meeting(with_card('op = "end_meeting"\nresolve = "award_now"\nnext_leader = "self"'), {})
    do(match, 0, "play:POW-10:up")
    told = do(match, 1, "play:POW-9:up")
    assert kinds(told) == ["played", "meeting_stopped", "meeting_won", "allies_now", "leader"]
    assert pile(match, "allies/0") == ["POW-10", "POW-9"]
    assert match.state.turn == 1


@pytest.mark.rules("CR-I07", "CR-I14")
def test_an_ended_meeting_may_go_back_to_the_hands() -> None:
    chosen = with_card('op = "end_meeting"\nresolve = "return_to_hands"\nnext_leader = "lead"')
    match = meeting(chosen, {"hand/1": ["WIS-2", "WIS-3"]})
    do(match, 0, "play:POW-10:up")
    do(match, 1, "play:WIS-2:down")
    do(match, 2, "play:POW-9:up")
    assert match.state.turn == 0
    assert [len(match.state.pile(f"hand/{s}")) for s in range(4)] == [2, 2, 2, 2]
    public = match.seen(None)
    assert public.pile("hand/0").pieces == (PieceId("POW-10"),)
    assert public.pile("hand/1").pieces == ()
    assert match.seen(Seat(1)).pile("hand/1").pieces == (PieceId("WIS-2"), PieceId("WIS-3"))


def test_return_played_may_discard() -> None:
    match = meeting(with_card('op = "return_played"\nto = "discard"'), {})
    do(match, 0, "play:POW-10:up")
    do(match, 1, "play:?:down")
    do(match, 2, "play:POW-9:up")
    do(match, 2, "return:1")
    assert match.question is not None
    assert match.question.kind == "turn_up"
    assert kinds(do(match, None, "LOV-3")) == ["turned_up", "thrown_out"]
    assert pile(match, "discard") == ["LOV-3"]
    assert match.state.turn == 3


def test_opponent_discards_an_ally() -> None:
    chosen = with_card('op = "opponent_discards"\nfrom = "allies"\nchooser = "self"')
    match = meeting(chosen, {"allies/1": ["LOV-2", "LOV-3"], "allies/2": ["WIS-2"]})
    do(match, 0, "play:POW-9:up")
    assert allowed(match, 0) == {"victim:1", "victim:2"}
    do(match, 0, "victim:1")
    do(match, 0, "discard:LOV-2")
    assert pile(match, "discard") == ["LOV-2"]


@pytest.mark.rules("CR-I13")
def test_an_opponent_may_draw_the_card_blindly() -> None:
    chosen = with_card('op = "opponent_discards"\nfrom = "hand"\nchooser = "self"')
    match = meeting(chosen, {"hand/1": ["LOV-2", "LOV-3"]})
    do(match, 0, "play:POW-9:up")
    do(match, 0, "victim:1")
    assert match.question is not None
    assert (match.question.kind, match.waiting) == ("drawn_card", ())
    assert not [o for o in match.options(None) if o.piece == "LOV-2" and match.seen(None).where(o.piece)]
    do(match, None, "LOV-3")
    assert pile(match, "discard") == ["LOV-3"]
    assert pile(match, "hand/1") == ["LOV-2"]


def test_discarding_may_be_left_to_the_player() -> None:
    match = meeting(with_card('op = "discard_own_ally"\noptional = true'), {"allies/0": ["LOV-2"]})
    do(match, 0, "play:POW-9:up")
    assert allowed(match, 0) == {"discard:LOV-2", "skip"}
    assert kinds(do(match, 0, "skip")) == ["ability_left_out"]
    assert pile(match, "allies/0") == ["LOV-2"]


def test_giving_to_a_chosen_opponent_who_chooses() -> None:
    chosen = with_card('op = "give_ally"\nto = "chosen_opponent"\nchooser = "receiver"')
    match = meeting(chosen, {"allies/0": ["LOV-2", "LOV-3"]})
    do(match, 0, "play:POW-9:up")
    do(match, 0, "victim:2")
    assert match.waiting == (Seat(2),)
    do(match, 2, "give:LOV-2")
    assert pile(match, "allies/2") == ["LOV-2"]


def test_giving_to_the_right() -> None:
    match = meeting(with_card('op = "give_ally"\nto = "right"'), {"allies/0": ["LOV-2"]})
    do(match, 0, "play:POW-9:up")
    assert pile(match, "allies/3") == ["LOV-2"]


def test_passing_on_is_told_when_all_have_chosen() -> None:
    match = meeting(with_card('op = "pass_allies"'), {"allies/0": ["LOV-2", "LOV-3"], "allies/3": ["WIS-2"]})
    do(match, 0, "play:POW-9:up")
    assert match.waiting == (Seat(0), Seat(3))
    assert do(match, 3, "give:WIS-2") == ()
    assert kinds(do(match, 0, "give:LOV-2")) == ["given", "given"]
    assert pile(match, "allies/1") == ["LOV-2"]
    assert pile(match, "allies/0") == ["LOV-3", "WIS-2"]


def test_swapping_all_allies() -> None:
    match = meeting(with_card('op = "swap_allies"'), {"allies/0": ["LOV-2", "LOV-3"], "allies/2": ["WIS-2"]})
    do(match, 0, "play:POW-9:up")
    do(match, 0, "victim:2")
    assert (pile(match, "allies/0"), pile(match, "allies/2")) == (["WIS-2"], ["LOV-2", "LOV-3"])


def test_swapping_nothing_is_skipped() -> None:
    match = meeting(with_card('op = "swap_allies"'), {})
    assert "nothing_to_apply" in kinds(do(match, 0, "play:POW-9:up"))


@pytest.mark.rules("CR-I09")
def test_taking_the_top_of_the_discard_pile_shows_the_next() -> None:
    match = meeting(with_card('op = "take_discard_top"'), {"discard": ["LOV-2", "LOV-3"]})
    do(match, 0, "play:POW-9:up")
    assert pile(match, "allies/0") == ["LOV-3"]
    assert match.seen(None).pile("discard").pieces == (PieceId("LOV-2"),)


@pytest.mark.rules("CR-047", "CR-C05")
def test_equal_priority_goes_by_the_order_of_play() -> None:
    match = meeting(with_card('op = "win_meeting"\npriority = 1'), {})
    do(match, 0, "play:POW-10:up")
    do(match, 1, "play:POW-9:up")
    do(match, 2, "play:WILD-KING:up")
    told = do(match, 3, "play:POW-6:up")
    assert {"kind": "meeting_won_by_wild", "seat": Seat(1)} in [
        {"kind": e.kind, "seat": e.facts.get("seat")} for e in told
    ]


def test_burning_may_keep_nothing() -> None:
    match = meeting(with_card('op = "burn_meeting"\nkeeps = "nothing"'), {})
    for seat, card in enumerate(("POW-10", "POW-9", "POW-2", "POW-6")):
        do(match, seat, f"play:{card}:up")
    assert pile(match, "allies/1") == []
    assert match.state.turn == 1


def test_abilities_at_the_end_of_a_meeting_go_in_the_order_of_play() -> None:
    chosen = with_card('op = "discard_own_ally"\ntiming = "meeting_end"')
    match = meeting(chosen, {"allies/1": ["LOV-2", "LOV-3"]})
    for seat, card in enumerate(("POW-10", "POW-9", "POW-2", "POW-6")):
        do(match, seat, f"play:{card}:up")
    assert match.waiting == (Seat(1),)
    assert kinds(do(match, 1, "discard:LOV-3")) == ["ally_discarded", "meeting_won", "allies_now", "leader"]


MANUAL = 'op = "manual"\ntext = "Sort it out."\naffects = {}\ntiming = "{}"'


def test_by_hand_moves_what_the_card_affects() -> None:
    chosen = with_card(MANUAL.format('["allies", "hands", "meeting"]', "on_play"))
    match = meeting(chosen, {"allies/1": ["LOV-2"], "hand/2": ["WIS-2", "WIS-3", "WIS-4"]})
    do(match, 0, "play:POW-6:up")
    do(match, 1, "play:POW-9:up")
    do(match, 1, "move:LOV-2:allies/3")
    do(match, 1, "return:0")
    do(match, 1, "lay:2")
    do(match, 2, "discard:WIS-3")
    do(match, 1, "pass:2:3")
    assert match.state.turn == 1
    do(match, 1, "done")
    assert match.state.turn == 2
    assert pile(match, "allies/3") == ["LOV-2"]
    assert pile(match, "hand/0") == ["POW-6"]
    assert pile(match, "discard") == ["WIS-3"]
    assert [len(match.state.pile(f"hand/{s}")) for s in range(4)] == [2, 1, 1, 3]


def test_by_hand_may_name_the_winner() -> None:
    match = meeting(with_card(MANUAL.format('["winner"]', "meeting_end")), {})
    for seat, card in enumerate(("POW-10", "POW-9", "POW-2", "POW-6")):
        do(match, seat, f"play:{card}:up")
    told = do(match, 1, "winner:2")
    assert kinds(told) == ["meeting_won_by_hand", "allies_now", "leader"]
    assert len(pile(match, "allies/2")) == 4


HISTORY = 'format = "chronicle-history-1"\npack_id = "t"\n[[history]]\nid = "H01"\ntitle = "T"\ntheme_card = "POW-1"\n'


@pytest.mark.parametrize(
    ("condition", "winners"),
    [
        ('metric = "sum_strength", rank = "most"', {1}),
        ('metric = "count_strength", strength = 3, rank = "most"', {0}),
        ('metric = "has_card", card = "LOV-9", rank = "any", min = 1', {1}),
        ('metric = "count_allies", rank = "fewest", min = 2', {0, 1}),
        ('metric = "count_suit", suit = "wild", rank = "any"', {0, 1, 2, 3}),
    ],
)
def test_conditions_of_an_owner(condition: str, winners: set[int]) -> None:
    chosen = build(load_owner({"h.toml": f"{HISTORY}condition = {{ {condition} }}\n"}))
    allies = {"allies/0": ["POW-3", "LOV-3"], "allies/1": ["LOV-9", "LOV-8"], "allies/2": ["WILD-KING"]}
    match = meeting(chosen, {**allies, "history": ["H01"], "hand/3": []})
    match.table.go("hands_down")
    match.table.forget("hand/0")
    for seat in range(3):
        for slot in match.table.pile(f"hand/{seat}").slots:
            match.table.move(slot.piece, "deck", frm=f"hand/{seat}")
    match.begin_here()
    assert {s for s in range(4) if match.state[f"fame/{s}"]} == winners


def test_a_condition_that_cannot_be_counted_is_asked() -> None:
    chosen = build(load_owner({"h.toml": HISTORY + 'condition = { metric = "manual" }\n'}))
    match = meeting(
        chosen,
        {"history": ["H01"], "hand/1": [], "hand/2": [], "hand/3": [], "allies/3": ["WIS-1"], "hand/0": ["POW-6"]},
    )
    match.table.go("hands_down")
    match.begin_here()
    assert match.question is not None
    assert (match.question.kind, match.waiting) == ("condition", (Seat(0), Seat(1), Seat(2)))
    for seat, said in enumerate(("yes", "no", "yes")):
        do(match, seat, said)
    assert [match.state[f"fame/{s}"] for s in range(4)] == [1, 0, 1, 0]


def test_a_hand_that_was_forgotten_can_be_shown_again() -> None:
    match = meeting(game("chronicle"), {"hand/1": ["WIS-2", "LOV-3", "WILD-KING"]})
    do(match, 0, "play:POW-10:up")
    do(match, 1, "play:?:down")
    assert pile(match, "hand/1") == ["WILD-KING"]
    assert isinstance(match.submit(Identify("hand/1", (PieceId("LOV-3"),))), Accepted)
    assert set(match.seen(Seat(1)).pile("hand/1").pieces) == {"WILD-KING", "LOV-3"}
    assert match.seen(None).pile("hand/1").pieces == ()
