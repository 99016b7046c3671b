"""The virtual table: pieces move as on a real one, handles tell nothing, and no thread waits for another for ever."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from random import Random

import pytest

from companion.telling.voices import build_voice
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.mat import Layout, MatSpot
from rules.engine.types import PieceId, Seat
from tests.companion.high_card import CARDS, HIGH_CARD

DEADLINE_S = 60.0
STICKER_MM = 26.0  # 4 mm from the card's left and top edges, 22 mm wide


def table_of(layout: Layout | None = None, changed: Callable[[], None] = lambda: None) -> VirtualTable:
    voice = build_voice(HIGH_CARD, 2, {}, "en", ("A", "B"))
    return VirtualTable("high_card", {"cards": CARDS}, layout or voice.layout, voice.faces, Random(5), changed)


@pytest.fixture
def table() -> VirtualTable:
    made = table_of()
    made.gather("cards", "deck")
    return made


def ident(table: VirtualTable, piece: str) -> int:
    return table.find(PieceId(piece)).ident


# ---- moving ---------------------------------------------------------------------------------------------------------


def test_gathering_makes_one_closed_shuffled_stack(table: VirtualTable) -> None:
    table.lay(ident(table, "RED-1"), "trick/0", True)
    table.take(ident(table, "RED-2"), Seat(1))
    before = [b.piece for b in table.bodies()]
    table.gather("cards", "deck")
    stack = table.at("deck")
    assert len(stack) == len(CARDS)
    assert not any(b.face_up or b.hand is not None for b in stack)
    assert [b.piece for b in stack] != before
    assert len({b.layer for b in stack}) == len(stack)


def test_cards_are_dealt_from_the_top_one_at_a_time_clockwise(table: VirtualTable) -> None:
    top_down = [b.piece for b in reversed(table.at("deck"))]
    dealt = table.deal("deck", {Seat(0): 2, Seat(1): 3})
    assert dealt == {
        Seat(0): [top_down[0], top_down[2]],
        Seat(1): [top_down[1], top_down[3], top_down[4]],
    }
    assert {b.piece for b in table.hand(Seat(1))} == set(dealt[Seat(1)])
    assert len(table.at("deck")) == len(CARDS) - 5


def test_a_stack_that_runs_out_is_dealt_to_its_end(table: VirtualTable) -> None:
    dealt = table.deal("deck", {Seat(0): 20, Seat(1): 20})
    assert [len(cards) for cards in dealt.values()] == [6, 6]


def test_nothing_is_laid_beside_the_mat(table: VirtualTable) -> None:
    table.put(ident(table, "RED-1"), -50.0, 9999.0, 725.0, True)
    body = table.find(PieceId("RED-1"))
    assert (body.x_mm, body.y_mm, body.angle_deg) == (0.0, table.layout.height_mm, 5.0)


def test_turning_shows_the_other_side_in_place(table: VirtualTable) -> None:
    table.lay(ident(table, "RED-1"), "trick/0", False)
    before = table.find(PieceId("RED-1"))
    table.turn(before.ident)
    after = table.find(PieceId("RED-1"))
    assert after.face_up
    assert (after.x_mm, after.y_mm, after.handle) == (before.x_mm, before.y_mm, before.handle)


def test_the_camera_sees_the_upper_of_two_and_no_hands(table: VirtualTable) -> None:
    table.lay(ident(table, "RED-1"), "trick/0", True)
    table.lay(ident(table, "BLU-1"), "trick/0", True)
    table.take(ident(table, "RED-2"), Seat(0))
    pieces = table.scene().pieces
    fronts = {p.payload_front for p in pieces if p.face_up}
    assert fronts == {table.front(PieceId("BLU-1"))}
    assert len(pieces) == 2  # the upper card on the place, and the top of the deck
    assert table.scene().version == table.version


def test_every_change_grows_the_version_and_is_told_once() -> None:
    told: list[int] = []
    table = table_of()
    table.changed = lambda: told.append(table.version)
    acts: list[Callable[[], object]] = [
        lambda: table.gather("cards", "deck"),
        lambda: table.deal("deck", {Seat(0): 2}),
        lambda: table.lay(table.hand(Seat(0))[0].ident, "trick/0", False),
        lambda: table.turn(table.at("trick/0")[0].ident),
        lambda: table.take(table.at("trick/0")[0].ident, Seat(1)),
        lambda: table.put(table.hand(Seat(1))[0].ident, 50.0, 50.0, 0.0, True),
    ]
    for number, act in enumerate(acts, start=1):
        act()
        assert len(told) == number
    assert told == sorted(set(told))


# ---- handles --------------------------------------------------------------------------------------------------------


def test_handles_are_new_after_a_hand_and_a_shuffle(table: VirtualTable) -> None:
    def handles() -> dict[PieceId, str]:
        return {b.piece: b.handle for b in table.bodies()}

    before = handles()
    table.gather("cards", "deck")
    shuffled = handles()
    assert all(before[p] != shuffled[p] for p in before)
    card = ident(table, "RED-1")
    table.lay(card, "trick/0", True)
    seen = table.find(PieceId("RED-1")).handle
    table.take(card, Seat(0))
    assert table.find(PieceId("RED-1")).handle != seen
    table.gather("cards", "deck")
    dealt_from = handles()
    dealt = table.deal("deck", {Seat(0): 2})
    assert all(table.find(p).handle != dealt_from[p] for p in dealt[Seat(0)])
    assert len(set(handles().values())) == len(CARDS)


def test_a_handle_says_nothing_about_its_piece() -> None:
    first, second = table_of(), table_of()
    assert {b.handle for b in first.bodies()}.isdisjoint(b.handle for b in second.bodies())


def test_a_move_by_an_old_handle_is_not_done(table: VirtualTable) -> None:
    table.lay(ident(table, "RED-1"), "trick/0", True)
    body = table.find(PieceId("RED-1"))
    assert table.take(body.ident, Seat(1), body.handle)
    version = table.version
    assert not table.put(body.ident, 10.0, 10.0, 0.0, True, body.handle)  # it would show a card of another's hand
    assert not table.take(body.ident, Seat(0), body.handle)
    assert table.find(PieceId("RED-1")).hand == Seat(1)
    assert table.version == version
    assert table.by_handle(body.handle) is None


# ---- rows -----------------------------------------------------------------------------------------------------------


def local(body: Body, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A place of the mat in the card's own directions, from its top left corner."""
    turn = math.radians(-body.angle_deg)
    dx, dy = x_mm - body.x_mm, y_mm - body.y_mm
    return (dx * math.cos(turn) - dy * math.sin(turn) + 63 / 2, dx * math.sin(turn) + dy * math.cos(turn) + 88 / 2)


def sticker_is_free(body: Body, above: list[Body]) -> bool:
    """Whether no card that lies above covers the corner that the sticker is on."""
    for other in above:
        x, y = local(body, other.x_mm, other.y_mm)
        left, top = x - 63 / 2, y - 88 / 2  # where the other's corner is on this card; all lie at one angle
        if left < STICKER_MM and top < STICKER_MM and left + 63 > 0 and top + 88 > 0:
            return False
    return True


@pytest.mark.parametrize("angle_deg", [0.0, 90.0, 180.0, 30.0])
@pytest.mark.parametrize(("width_mm", "height_mm", "cards"), [(240, 96, 7), (180, 96, 5), (180, 160, 12), (72, 160, 3)])
def test_rows_keep_every_sticker_in_view(angle_deg: float, width_mm: float, height_mm: float, cards: int) -> None:
    row = MatSpot("row", 400, 400, width_mm, height_mm, angle_deg, capacity=0)
    table = table_of(Layout(800, 800, (row, MatSpot("deck", 90, 90, 72, 96))))
    table.gather("cards", "deck")
    order = list(CARDS[:cards])
    for piece in order:
        table.lay(table.find(piece).ident, "row", True)
    for piece in order[::2]:  # some are taken up and laid again: into the gaps, below those further on
        table.take(table.find(piece).ident, Seat(0))
    for piece in order[::2]:
        table.lay(table.find(piece).ident, "row", True)
    lying = list(table.at("row"))
    assert len(lying) == len({(b.x_mm, b.y_mm) for b in lying}) == cards
    assert [b.piece for n, b in enumerate(lying) if not sticker_is_free(b, lying[n + 1 :])] == []


# ---- threads --------------------------------------------------------------------------------------------------------


def test_the_camera_is_woken_without_the_table_s_lock() -> None:
    """Regression: the camera looks at the scene under its own lock, so a mover that wakes it must hold none."""
    table = table_of()
    table.gather("cards", "deck")
    free: list[bool] = []

    def can_look() -> None:
        looked = threading.Event()

        def look() -> None:
            table.scene()
            looked.set()

        looker = threading.Thread(target=look, daemon=True)
        looker.start()
        free.append(looked.wait(DEADLINE_S))

    table.changed = can_look
    table.deal("deck", {Seat(0): 2})
    card = table.hand(Seat(0))[0].ident
    table.lay(card, "trick/0", True)
    table.turn(card)
    table.put(card, 20.0, 20.0, 0.0, True)
    table.take(card, Seat(0))
    table.gather("cards", "deck")
    assert free == [True] * 6


def test_many_hands_at_once_lose_no_piece(table: VirtualTable) -> None:
    camera = threading.Condition()
    done = threading.Event()

    def wake() -> None:
        with camera:
            camera.notify_all()

    def look() -> None:
        while not done.is_set():
            with camera:
                scene = table.scene()
                camera.wait(0.001)
            assert len({p.ident for p in scene.pieces}) == len(scene.pieces)

    table.changed = wake
    failed: list[BaseException] = []

    def move(seed: int) -> None:
        random = Random(seed)
        try:
            for _ in range(150):
                body = random.choice(table.bodies())
                match random.randrange(5):
                    case 0:
                        table.take(body.ident, Seat(seed % 2))
                    case 1:
                        table.lay(body.ident, random.choice(("won", "trick/0", "deck")), random.random() < 0.5)
                    case 2:
                        table.put(body.ident, random.uniform(0, 500), random.uniform(0, 300), 0.0, True, body.handle)
                    case 3:
                        table.deal("deck", {Seat(0): 1, Seat(1): 1})
                    case 4:
                        table.gather("cards", "deck")
        except BaseException as error:
            failed.append(error)

    camera_thread = threading.Thread(target=look, daemon=True)
    movers = [threading.Thread(target=move, args=(n,), daemon=True) for n in range(4)]
    for thread in (camera_thread, *movers):
        thread.start()
    for thread in movers:
        thread.join(DEADLINE_S)
    done.set()
    camera_thread.join(DEADLINE_S)
    assert not failed
    assert not any(t.is_alive() for t in (camera_thread, *movers))
    assert sorted(b.piece for b in table.bodies()) == sorted(CARDS)
