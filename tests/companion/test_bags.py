"""Bags and boxes on the virtual table: pieces go in, come out at random, and nobody can follow one of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.reading.bags import bag_at, is_bag, whose
from companion.referee.inbox import Dealt
from companion.virtual.hands_on import HandsOn
from companion.virtual.virtual_table import VirtualTable
from rules.engine.mat import Layout, MatSpot, PieceSize
from rules.engine.questions import Deal, Draw, Gather, Insert, Prepare, Shuffle, Slip, Sort, Step
from rules.engine.types import NOBODY, UNSEEN, PieceId, Pile, Seat, Shape, Slot, State, only

COINS = tuple(PieceId(f"{kind}#{n}") for kind in ("axe", "bow") for n in range(1, 5))
HEXES = tuple(MatSpot(name, 100.0 + 40 * n, 100.0, 53.1, 46.0, cell=name, sides=6) for n, name in enumerate("ab"))
LAYOUT = Layout(
    400.0,
    300.0,
    (*HEXES, MatSpot("down", 50.0, 250.0, 44.0, 44.0, seat=0), MatSpot("row", 250.0, 250.0, 160.0, 44.0, capacity=0)),
    piece_mm={"coins": PieceSize(38.0, 38.0, round=True), "big": PieceSize(44.0, 44.0, round=True)},
)


def pile(key: str, count: int, *known: str, spot: str | None = None, shape: Shape = Shape.STACK) -> Pile:
    slots = (*(Slot(PieceId(p), "coins") for p in known), *(Slot(UNSEEN, "coins") for _ in range(count)))
    owner = Seat(0) if key.startswith(("hand", "down")) else None
    return Pile(key, slots, only(0) if owner == 0 else NOBODY, owner, spot, shape)


def state(*, bag: int = 0, hand: int = 0, down: int = 0, row: tuple[str, ...] = ()) -> State:
    piles = (
        pile("hand/0", hand, shape=Shape.HAND),
        pile("bag/0", bag),
        pile("down/0", down, spot="down"),
        pile("row", 0, *row, spot="row", shape=Shape.ROW),
    )
    return State((Seat(0), Seat(1)), {"coins": COINS}, {p.key: p for p in piles}, {})


def table() -> VirtualTable:
    return VirtualTable("toy", {"coins": COINS}, LAYOUT, {}, Random(4))


def hands(virtual: VirtualTable, seed: int = 1) -> HandsOn:
    return HandsOn(virtual, lambda piece: piece, Random(seed), frozenset({"coins"}))


def fill(virtual: VirtualTable, *pieces: str) -> None:
    virtual.put_into("bag/0", [virtual.find(PieceId(p)).ident for p in pieces or COINS])


def test_what_is_in_a_bag_lies_nowhere_and_has_a_new_handle() -> None:
    virtual = table()
    for number, coin in enumerate(COINS):
        virtual.put(virtual.find(coin).ident, 20.0 + 10 * number, 20.0, 0.0, True)
    old = {b.handle for b in virtual.bodies()}
    fill(virtual)
    assert len(virtual.inside("bag/0")) == 8
    assert not old & {b.handle for b in virtual.bodies()}
    assert virtual.scene().pieces == ()
    assert not any(virtual.at(s.name) for s in LAYOUT.spots)
    assert not virtual.hand(Seat(0))
    assert [b.handle for b in virtual.inside("bag/0")] == sorted(b.handle for b in virtual.inside("bag/0"))


def test_drawing_takes_any_of_them_into_the_hand() -> None:
    first: Counter[str] = Counter()
    question = Draw(kind="draw", seat=Seat(0), pile="bag/0", to="hand/0", count=3)
    for seed in range(40):
        virtual, told = table(), list[Dealt]()
        fill(virtual)
        hands(virtual, seed).carry_out(question, state(bag=8), told.append)
        held = {b.piece for b in virtual.hand(Seat(0))}
        assert set(dict(told[0].cards)["hand/0"]) == held
        assert (len(held), len(virtual.inside("bag/0"))) == (3, 5)
        first[str(dict(told[0].cards)["hand/0"][0])] += 1
    assert len(first) > 4, "it is a matter of chance"


def test_a_bag_with_too_little_in_it_gives_what_there_is() -> None:
    virtual, told = table(), list[Dealt]()
    fill(virtual, "axe#1")
    question = Deal(kind="draw", pile="bag/0", counts={"hand/0": 2}, sources={"hand/0": "bag/0"})
    hands(virtual).carry_out(question, state(bag=2), told.append)
    assert dict(told[0].cards)["hand/0"] == ("axe#1", UNSEEN)


def test_a_discard_that_belongs_into_the_bag_goes_in_before_the_draw() -> None:
    virtual, told = table(), list[Dealt]()
    fill(virtual, "axe#1")
    for coin in ("axe#2", "bow#1"):
        virtual.lay(virtual.find(PieceId(coin)).ident, "down", False)
    question = Draw(kind="draw", seat=Seat(0), pile="bag/0", to="hand/0", count=3)
    hands(virtual).carry_out(question, state(bag=3), told.append)
    assert {b.piece for b in virtual.hand(Seat(0))} == {"axe#1", "axe#2", "bow#1"}


def test_a_draw_that_was_taken_back_goes_into_the_bag_again() -> None:
    virtual, told = table(), list[Dealt]()
    fill(virtual, *COINS[:5])
    question = Draw(kind="draw", seat=Seat(0), pile="bag/0", to="hand/0", count=2)
    for _ in range(3):
        hands(virtual).carry_out(question, state(bag=5), told.append)
        assert (len(virtual.hand(Seat(0))), len(virtual.inside("bag/0"))) == (2, 3)


@pytest.mark.parametrize(
    ("step", "count"),
    [
        (Gather("coins", "bag/0"), 8),
        (Sort(COINS[:3], "bag/0"), 3),
        (Slip(COINS[:2], "bag/0"), 2),
        (Insert("row", "bag/0", 0), 1),
        (Shuffle(("row", "down/0"), "bag/0"), 5),
    ],
)
def test_preparing_into_a_bag(step: Step, count: int) -> None:
    virtual, told = table(), list[Dealt]()
    for coin in COINS[:3]:
        virtual.lay(virtual.find(coin).ident, "row", True)
    for coin in COINS[3:5]:
        virtual.lay(virtual.find(coin).ident, "down", False)
    for coin in COINS[5:]:
        virtual.take(virtual.find(coin).ident, Seat(1))
    full = state(down=2, row=COINS[:3])
    hands(virtual).carry_out(Prepare(kind="fill", steps=(step,)), full, told.append)
    assert len(virtual.inside("bag/0")) == count
    assert told == [Dealt((), "done")]


def test_whose_a_bag_is() -> None:
    full = state(bag=2)
    assert whose(full.pile("bag/0"), full) == Seat(0), "by its name"
    assert whose(full.pile("row"), full) is None
    assert [p.key for p in full.piles.values() if is_bag(p)] == ["bag/0"]
    assert bag_at("down", "coins", full) == "bag/0"
    assert bag_at("row", "coins", full) is None
    assert bag_at("down", "coins", state()) is None, "nothing of that kind is in it"


# ---- stacks on fields ------------------------------------------------------------------------------------------------


def test_a_stack_that_is_put_on_another_field_moves_as_one() -> None:
    virtual = table()
    for coin in COINS[:3]:
        virtual.lay(virtual.find(coin).ident, "a", True)
    top = virtual.at("a")[-1]
    virtual.put(top.ident, 142.0, 97.0, 0.0, True)
    assert [b.piece for b in virtual.at("b")] == list(COINS[:3])
    assert {(b.x_mm, b.y_mm) for b in virtual.at("b")} == {(142.0, 97.0)}
    virtual.put(virtual.at("b")[-1].ident, 250.0, 250.0, 0.0, True)
    assert [b.piece for b in virtual.at("b")] == list(COINS[:2]), "off the board only the topmost goes"


def test_a_hex_ends_at_its_slanted_sides() -> None:
    virtual = table()
    virtual.put(virtual.find(COINS[0]).ident, 122.0, 118.0, 0.0, True)
    assert not virtual.at("a"), "within the rectangle around it, outside of the hex"
    virtual.put(virtual.find(COINS[0]).ident, 122.0, 101.0, 0.0, True)
    assert virtual.field_of(virtual.find(COINS[0])) in ("a", "b")


def test_a_smaller_piece_leaves_the_larger_one_below_to_be_seen() -> None:
    virtual = VirtualTable("toy", {"coins": COINS[:1], "big": (PieceId("disc"),)}, LAYOUT, {}, Random(1))
    virtual.art = lambda piece: None  # type: ignore[method-assign,assignment,return-value]
    disc, coin = virtual.find(PieceId("disc")).ident, virtual.find(COINS[0]).ident
    virtual.lay(disc, "a", True)
    virtual.lay(coin, "a", True)
    assert [p.ident for p in virtual.scene().pieces] == [disc, coin]
    virtual.lay(disc, "a", True)
    assert [p.ident for p in virtual.scene().pieces] == [disc]
