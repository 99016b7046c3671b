"""Which piece hands have moved, laid or taken, where several look the same or lie on each other."""

from __future__ import annotations

from companion.reading.gestures import Scene, fits, is_taken
from companion.reading.on_table import OnTable
from rules.engine.questions import Gesture, Laid, Moved, Option, Taken
from rules.engine.types import ALL, UNSEEN, PieceId, Pile, Say, Seat, Shape, Slot, State

COINS = tuple(PieceId(f"axe#{n}") for n in range(1, 7))


def pile(key: str, *pieces: str, spot: str | None = "", shape: Shape = Shape.STACK) -> Pile:
    slots = tuple(Slot(PieceId(p), "coins", ALL, True) for p in pieces)
    return Pile(key, slots, ALL, None, key if spot == "" else spot, shape, face_up=True)


def lies(piece: str | None, spot: str | None) -> OnTable:
    return OnTable(f"tag-{piece}", None if piece is None else PieceId(piece), "coins", spot, False, 1.0)


def scene(*items: OnTable) -> Scene:
    """Two units of one kind, a supply, and a card that is the only one of its kind."""
    piles = (
        pile("f4", "axe#1", "axe#2"),
        pile("g3", "axe#3"),
        pile("supply", "axe#4"),
        pile("tray", "cup", shape=Shape.ROW),
    )
    decks = {"coins": COINS, "cups": (PieceId("cup"),)}
    public = State((Seat(0),), decks, {p.key: p for p in piles}, {})
    return Scene(items, public, frozenset(COINS))


def option(*ways: Gesture) -> Option:
    return Option("x", None, Say("x"), ways[0], also=ways[1:])


def means(gesture: Gesture, item: OnTable, *others: OnTable) -> bool:
    return fits(option(gesture), item, scene(item, *others))


def moved(piece: str, from_spot: str, to_spot: str) -> Moved:
    return Moved(PieceId(piece), from_spot, to_spot)


def laid(piece: str, spot: str) -> Laid:
    return Laid(spot, PieceId(piece))


def test_of_two_units_of_a_kind_the_one_that_left_was_moved() -> None:
    here = lies("axe#2", "f5")
    assert means(moved("axe#2", "f4", "f5"), here, lies("axe#3", "g3"))
    assert not means(moved("axe#3", "g3", "f5"), here, lies("axe#3", "g3"))
    assert not means(moved("axe#2", "f4", "f5"), here, lies("axe#1", "f4")), "one of its coins is there yet"
    assert not means(moved("axe#2", "f4", "g4"), here)


def test_which_copy_lies_on_top_does_not_matter() -> None:
    assert means(moved("axe#2", "f4", "f5"), lies("axe#1", "f5"))


def test_a_coin_that_nobody_saw_leave_may_be_the_one_that_is_missing() -> None:
    assert means(moved("axe#2", "f4", "f5"), lies("axe#6", "f5"), lies("axe#3", "g3"))
    assert not means(moved("axe#3", "g3", "f5"), lies("axe#6", "f5"), lies("axe#3", "g3"))


def test_a_coin_from_the_hand_is_none_of_those_that_lie_somewhere() -> None:
    assert means(laid("axe#5", "f5"), lies("axe#6", "f5"))
    assert not means(laid("axe#5", "f5"), lies("axe#2", "f5")), "it came from f4"
    assert not means(laid("axe#5", "f5"), lies("axe#4", "f5")), "it came from the supply"
    assert means(laid("axe#4", "f5"), lies("axe#4", "f5"))
    assert not means(laid("axe#4", "f5"), lies("axe#6", "f5"))


def test_a_piece_of_which_there_is_one_is_known_by_its_own_name() -> None:
    assert means(laid("cup", "shelf"), lies("cup", "shelf"))
    assert means(moved("cup", "tray", "shelf"), lies("cup", "shelf"))
    assert not means(laid("axe#5", "shelf"), lies("cup", "shelf"))
    assert not means(Taken("tray", PieceId("cup")), lies("cup", None)), "pushed out of its place, perhaps by chance"


def test_taken_and_laid_beside_the_board_is_taken() -> None:
    assert means(Taken("g3", PieceId("axe#3")), lies("axe#3", None))
    assert not means(Taken("g3", PieceId("axe#3")), lies("axe#6", None)), "that one lay nowhere"
    assert not means(Taken("g3", PieceId("axe#3")), lies("axe#3", "f5"))


def test_what_was_taken_from_a_spot_counts_by_its_kind() -> None:
    taken = option(laid("axe#5", "f5"), Taken("f4", PieceId("axe#2")))
    assert is_taken(taken, "f4", lies("axe#1", "f4"), scene())
    assert not is_taken(taken, "g3", lies("axe#3", "g3"), scene())
    assert not is_taken(taken, "f4", lies("cup", "f4"), scene())
    assert is_taken(option(Taken("f4", UNSEEN)), "f4", lies(None, "f4"), scene())


def test_every_way_of_an_option_counts() -> None:
    claim = option(laid("cup", "mine"), Laid("mine", UNSEEN, False, "coins"))
    assert fits(claim, lies("cup", "mine"), scene())
    assert fits(claim, lies(None, "mine"), scene())
    assert not fits(claim, lies(None, "yours"), scene())
