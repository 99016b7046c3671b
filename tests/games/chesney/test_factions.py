"""Whom the faction cards of a player make, and what they show (CH-JUDGE-01 to -08)."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rules.engine.types import ALL, UNSEEN, PieceId, Seat, Slot, State, only
from rules.games.chesney.factions import owned, possible_owned, public
from rules.games.chesney.names import FACTION_CARDS, FACTIONS, SIDES, slot
from tests.games.chesney._match import allowed, cards, do, draw, kind, middle, play, sees

CARDS = tuple(PieceId(f"{faction.upper()}-{number}") for faction in FACTIONS for number in range(1, 10))
ME = Seat(0)


def lay(left: str, right: str) -> State:
    """Six players; the first has these two cards, `:up` behind one that lies open."""
    return middle(6, factions={0: (left, right)}).state


def of_cards(*names: str) -> set[str]:
    """Said once more, by lists instead of maxima: a faction counts unless another of these cards beats its card."""
    split = [(name.split("-")[0].lower(), int(name.split("-")[1])) for name in names]
    return {f for f, n in split if not [1 for g, m in split if g != f and m > n]}


def every_pair() -> list[tuple[State, tuple[PieceId, bool], tuple[PieceId, bool]]]:
    """Every two of the 36 cards, either one left, in all four ways to lie."""
    table = middle(6).table
    found = []
    for (left, right), ups in product(permutations(CARDS, 2), product((False, True), repeat=2)):
        for side, piece, up in zip(SIDES, (left, right), ups, strict=True):
            table.replace_pile(slot(side, ME), (Slot(piece, FACTION_CARDS, ALL if up else only(ME), up),))
        found.append((table.state, (left, ups[0]), (right, ups[1])))
    return found


@pytest.mark.rules("CH-JUDGE-01", "CH-JUDGE-02", "CH-JUDGE-03", "CH-JUDGE-04", "CH-JUDGE-05", "CH-JUDGE-06")
def test_every_pair_of_cards() -> None:
    pairs = every_pair()
    assert len(pairs) == 36 * 35 * 4
    kinds = {"single": 0, "higher": 0, "dual": 0, "differs": 0, "public dual": 0}
    for state, (left, left_up), (right, right_up) in pairs:
        mine = owned(state, ME)
        assert mine is not None
        assert set(mine) == of_cards(left, right), (left, right)
        open_cards = [c for c, up in ((left, left_up), (right, right_up)) if up]
        showing = public(state, ME)
        assert set(showing) == (of_cards(*open_cards) if open_cards else set()), (left, right, open_cards)
        assert len(showing) == len(set(showing))
        kinds["single"] += len({left.split("-")[0], right.split("-")[0]}) == 1
        kinds["dual"] += len(mine) == 2
        kinds["higher"] += len(mine) == 1 and left.split("-")[0] != right.split("-")[0]
        kinds["differs"] += len(showing) == 1 and len(mine) == 1 and showing != mine
        kinds["public dual"] += len(showing) == 2
    # 4 x 9 x 8 of one faction; 9 x 4 x 3 of one number; the rest has a higher card, which one of four times is the
    # only one that lies down
    assert kinds == {
        "single": 288 * 4,
        "dual": 108 * 4,
        "higher": 864 * 4,
        "differs": 864,
        "public dual": 108,
    }


@pytest.mark.rules("CH-JUDGE-02", "CH-JUDGE-05")
@pytest.mark.parametrize(
    ("left", "right", "shows"),
    [
        ("FOX-2:up", "BEAR-5", ("fox",)),
        ("FOX-2", "BEAR-5:up", ("bear",)),
        ("FOX-2:up", "BEAR-5:up", ("bear",)),
        ("FOX-2", "BEAR-5", ()),
    ],
)
def test_the_higher_card_counts_also_face_down(left: str, right: str, shows: tuple[str, ...]) -> None:
    state = lay(left, right)
    assert owned(state, ME) == ("bear",)
    assert public(state, ME) == shows


@pytest.mark.rules("CH-JUDGE-03", "CH-JUDGE-06")
def test_a_dual_shows_what_lies_open() -> None:
    assert owned(lay("DEER-4", "DRAGON-4"), ME) == ("deer", "dragon")
    assert public(lay("DEER-4:up", "DRAGON-4:up"), ME) == ("deer", "dragon")
    assert public(lay("DEER-4:up", "DRAGON-4"), ME) == ("deer",)
    assert public(lay("DEER-4", "DRAGON-4:up"), ME) == ("dragon",)


@pytest.mark.rules("CH-JUDGE-07")
def test_factions_follow_the_cards() -> None:
    match = middle(hands={0: ["DEED#1", "NOTICE#1"]}, factions={0: ("FOX-2", "FOX-3"), 1: ("BEAR-6", "DEER-6:up")})
    assert (owned(match.state, ME), public(match.state, Seat(1))) == (("fox",), ("deer",))
    play(match, 0, "DEED#1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    do(match, 1, "side:left")
    assert (cards(match, "left/0"), cards(match, "left/1")) == (["BEAR-6"], ["FOX-2"])
    assert owned(match.state, ME) == ("bear",)
    assert owned(match.state, Seat(1)) == ("deer",)
    assert public(match.state, Seat(1)) == ("deer",)


@pytest.mark.rules("CH-JUDGE-07")
def test_a_flip_changes_what_is_public_and_nothing_else() -> None:
    match = middle(hands={0: ["NOTICE#1"]}, factions={1: ("BEAR-5", "DEER-6:up")})
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    assert public(match.state, Seat(1)) == ("deer",)
    match = middle(hands={0: ["NOTICE#1"]}, factions={1: ("BEAR-6", "DEER-6:up")})
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:1")
    assert public(match.state, Seat(1)) == ("bear", "deer")
    assert owned(match.state, Seat(1)) == ("bear", "deer")


@pytest.mark.rules("CH-JUDGE-07", "CH-INFO-06")
def test_nobody_keeps_a_note_of_factions() -> None:
    values = [t.value for t in middle(factions={0: ("FOX-2", "BEAR-5:up")}).state.tracks.values()]
    assert not [v for v in values if v in FACTIONS]


@pytest.mark.rules("CH-JUDGE-08")
def test_a_card_stays_in_its_slot() -> None:
    match = middle(hands={0: ["DEED#1"]}, factions={0: ("FOX-2", "FOX-3"), 1: ("BEAR-6", "DEER-6")})
    assert not [key for key in allowed(match, 0) if "left" in key or "right" in key]
    play(match, 0, "DEED#1")
    do(match, 0, "seat:1")
    do(match, 0, "side:left")
    do(match, 1, "side:right")
    assert [cards(match, key) for key in ("left/0", "right/0", "left/1", "right/1")] == [
        ["DEER-6"],
        ["FOX-3"],
        ["BEAR-6"],
        ["FOX-2"],
    ]


@pytest.mark.rules("CH-JUDGE-08")
def test_a_drawn_card_takes_the_place_of_the_one_it_replaces() -> None:
    match = middle(hands={0: ["PLOT#1"]}, factions={0: ("FOX-2", "FOX-3")})
    play(match, 0, "PLOT#1")
    draw(match, 0, "BEAR-6")
    assert kind(match) == "plot"
    do(match, 0, "place_right:BEAR-6")
    assert (cards(match, "left/0"), cards(match, "right/0")) == (["FOX-2"], ["BEAR-6"])


@pytest.mark.rules("CH-INFO-05", "CH-INFO-32")
def test_of_unseen_cards_everything_is_possible() -> None:
    unseen = middle(6, factions={0: ("?", "?")}).state
    assert owned(unseen, ME) is None
    assert len(possible_owned(unseen, ME)) == 4 + 6
    one = middle(6, factions={0: ("FOX-9", "?")}).state
    assert set(possible_owned(one, ME)) == {("fox",), ("fox", "bear"), ("fox", "deer"), ("fox", "dragon")}
    low = middle(6, factions={0: ("FOX-1", "?")}).state
    assert ("bear",) in possible_owned(low, ME)
    assert ("bear", "deer") not in possible_owned(low, ME)


@pytest.mark.rules("CH-INFO-06", "CH-JUDGE-04", "CH-JUDGE-06")
def test_everybody_works_out_the_same_public_faction() -> None:
    match = middle(factions={0: ("FOX-2:up", "BEAR-5"), 1: ("DEER-4:up", "DRAGON-4:up"), 2: ("?", "BEAR-3:up")})
    for reader in range(-1, 5):
        seen = match.seen(Seat(reader))
        assert [public(seen, Seat(s)) for s in range(4)] == [("fox",), ("deer", "dragon"), ("bear",), ()]
    assert sees(match, -1, "right/0") == [UNSEEN]
