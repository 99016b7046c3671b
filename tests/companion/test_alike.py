"""Copies that nobody tells apart get the names that the notes use, and those tell nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from companion.reading.look_alikes import as_free, look_alikes, named, remembered, same, taken_from
from companion.reading.on_table import OnTable, explained
from rules.engine.types import ALL, UNSEEN, Card, PieceId, Pile, Seat, Shape, Slot, State

COINS = tuple(PieceId(f"{kind}#{n}") for kind in ("axe", "bow") for n in range(1, 5))
CARDS = (PieceId("ACE"),)
ALIKE = frozenset(COINS)


def pile(key: str, *pieces: str, shape: Shape = Shape.STACK, spot: str | None = "", face_up: bool = True) -> Pile:
    slots = tuple(Slot(UNSEEN if p == "?" else PieceId(p), "coins", ALL, face_up) for p in pieces)
    return Pile(key, slots, ALL, Seat(0), key if spot == "" else spot, shape, face_up=face_up)


def state(*piles: Pile) -> State:
    hand = Pile("hand", (), owner=Seat(0), shape=Shape.HAND)
    return State((Seat(0),), {"coins": COINS, "cards": CARDS}, {p.key: p for p in (hand, *piles)}, {})


def lies(piece: str, spot: str | None, since_s: float = 1.0) -> OnTable:
    return OnTable(f"tag-{piece}", PieceId(piece), "coins", spot, False, since_s, since_s)


def names(public: State, *items: OnTable, before: dict[str, str] | None = None) -> list[str]:
    called = {f"tag-{payload}": PieceId(name) for payload, name in (before or {}).items()}
    return [str(i.piece) for i in named(items, public, ALIKE, called)]


def test_a_copy_where_its_kind_is_expected_is_the_expected_one() -> None:
    assert names(state(pile("f4", "axe#1")), lies("axe#3", "f4")) == ["axe#1"]
    assert names(state(pile("f4", "axe#1")), lies("bow#1", "f4")) == ["bow#1"]


def test_side_by_side_each_copy_keeps_its_own_name_where_it_can() -> None:
    row = pile("row", "axe#1", "axe#2", shape=Shape.ROW)
    assert names(state(row), lies("axe#2", "row"), lies("axe#4", "row", 2.0)) == ["axe#2", "axe#1"]


def test_one_that_comes_onto_a_stack_is_another() -> None:
    public = state(pile("f4", "axe#1"))
    assert names(public, lies("axe#3", "f4"), lies("axe#1", "f4", 2.0)) == ["axe#1", "axe#2"]


def test_one_that_moves_keeps_its_name_and_one_that_comes_has_another() -> None:
    public = state(pile("f4", "axe#1"))
    assert names(public, lies("axe#3", "f5"), before={"axe#3": "axe#1"}) == ["axe#1"]
    assert names(public, lies("axe#3", "f5")) == ["axe#3"]
    assert names(public, lies("axe#1", "f5")) == ["axe#2"], "the notes have that name on f4"


def test_what_was_called_so_gives_way_to_what_is_expected() -> None:
    public = state(pile("f4", "axe#1"), pile("f5", "axe#2"))
    found = names(public, lies("axe#3", "f5"), lies("axe#4", "f4"), before={"axe#3": "axe#1"})
    assert found == ["axe#2", "axe#1"]


def test_pieces_out_of_the_game_come_last() -> None:
    box = pile("box", "axe#1", "axe#2", "axe#3", spot=None)
    assert names(state(box), lies("axe#1", "f4")) == ["axe#4"]


def test_lifted_pieces_keep_their_names_as_long_as_the_notes_have_them_lying() -> None:
    public = state(pile("f4", "axe#1"))
    before = {"tag-axe#3": PieceId("axe#1")}
    assert remembered((), public, ALIKE, before) == before
    assert remembered((), state(), ALIKE, before) == {}
    other = replace(lies("axe#2", "f4"), piece=PieceId("axe#1"))
    assert remembered((other,), public, ALIKE, before) == {"tag-axe#2": "axe#1"}


def test_what_was_taken_is_the_topmost_that_the_notes_have_there() -> None:
    public = state(pile("f4", "axe#1", "axe#2"))
    assert taken_from(PieceId("axe#4"), "f4", public, ALIKE, None) == "axe#2"
    assert taken_from(PieceId("axe#4"), "f4", public, ALIKE, PieceId("axe#1")) == "axe#1"
    assert taken_from(PieceId("axe#4"), "f9", public, ALIKE, None) == "axe#4"
    assert taken_from(CARDS[0], "f4", public, ALIKE, None) == "ACE"


def test_copies_out_of_the_dark_get_free_names() -> None:
    free = (PieceId("axe#2"), PieceId("axe#4"), PieceId("bow#1"))
    cards: tuple[Card, ...] = (PieceId("axe#4"), PieceId("axe#1"), UNSEEN, PieceId("axe#3"))
    assert as_free(cards, free, ALIKE) == ("axe#4", "axe#2", UNSEEN, "axe#3")


def test_what_is_the_same_to_everybody() -> None:
    assert look_alikes(state(), ("coins",)) == ALIKE
    assert same(PieceId("axe#1"), PieceId("axe#2"), ALIKE)
    assert not same(PieceId("axe#1"), PieceId("bow#1"), ALIKE)
    assert same(CARDS[0], CARDS[0], ALIKE)
    assert not same(CARDS[0], UNSEEN, ALIKE)


SPOTS = ("f4", "f5", "row", None)


@st.composite
def tables(draw: st.DrawFn) -> tuple[State, tuple[OnTable, ...], dict[str, PieceId]]:
    places = draw(st.lists(st.sampled_from([*SPOTS, "box", "hand"]), min_size=8, max_size=8))
    noted: dict[str, list[str]] = {}
    for coin, place in zip(COINS, places, strict=True):
        if place is not None:
            noted.setdefault(place, []).append(coin)
    piles = [
        pile("f4", *noted.get("f4", [])),
        pile("f5", *noted.get("f5", [])),
        pile("row", *noted.get("row", []), shape=Shape.ROW),
        pile("box", *noted.get("box", []), spot=None),
    ]
    lying = draw(st.lists(st.sampled_from(COINS), unique=True))
    items = tuple(lies(c, draw(st.sampled_from(SPOTS)), float(draw(st.integers(1, 3)))) for c in lying)
    called = {f"tag-{c}": draw(st.sampled_from([p for p in COINS if p.kind == c.kind])) for c in lying[::2]}
    return state(*piles), items, called


@settings(max_examples=150, deadline=None)
@given(tables())
def test_names_are_unique_of_the_same_kind_and_stay(
    drawn: tuple[State, tuple[OnTable, ...], dict[str, PieceId]],
) -> None:
    public, items, before = drawn
    found = named(items, public, ALIKE, before)
    assert len({i.piece for i in found}) == len(items)
    for raw, item in zip(items, found, strict=True):
        assert raw.piece is not None
        assert item.piece is not None
        assert (item.piece.kind, item.thing, item.mark) == (raw.piece.kind, raw.piece, raw.mark)
    again = named(found, public, ALIKE, remembered(found, public, ALIKE, before))
    assert again == found, "the same table is called the same"
    assert named(items[::-1], public, ALIKE, before)[::-1] == found, "in whatever order it is told"


@settings(max_examples=150, deadline=None)
@given(tables())
def test_as_many_are_explained_as_the_notes_have_there(
    drawn: tuple[State, tuple[OnTable, ...], dict[str, PieceId]],
) -> None:
    public, items, before = drawn
    found = named(items, public, ALIKE, before, lambda pile, item, present: True)
    for spot in ("f4", "f5", "row"):
        for kind in ("axe", "bow"):
            noted = sum(p.kind == kind for p in public.pile(spot))
            lying = [i for i in found if i.spot == spot and i.piece is not None and i.piece.kind == kind]
            assert sum(explained(i, public) for i in lying) == min(noted, len(lying))


@settings(max_examples=100, deadline=None)
@given(tables())
def test_pieces_in_a_bag_change_no_name(drawn: tuple[State, tuple[OnTable, ...], dict[str, PieceId]]) -> None:
    public, items, before = drawn
    unknown = [p for p in COINS if public.where(p) is None]
    hidden = pile("bag", *["?"] * len(unknown), spot=None, face_up=False)
    known = replace(public, piles={**public.piles, "bag": hidden})
    assert named(items, known, ALIKE, before) == named(items, public, ALIKE, before)


@pytest.mark.parametrize("spot", ["f4", None])
def test_without_places_stickers_name_the_copies(spot: str | None) -> None:
    item = OnTable("t", COINS[2], "coins", spot, True, 1.0)
    assert named((item,), state(pile("f4", "axe#1")), ALIKE, {}) == (item,)
