"""War Chest on the virtual table: whatever is answered, taken back or started anew, the pieces come to lie where the
notes have them, and bots play it with their hands."""

from __future__ import annotations

import threading
from random import Random

import pytest

from companion.referee.inbox import Stop
from companion.virtual.laying_out import deck_homes, last_owners, seat_up
from companion.virtual.virtual_table import VirtualTable
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat
from tests.companion.coin_table import CoinTable
from tests.companion.war_chest_table import WAR_CHEST, position

DEADLINE_S = 60.0
HANDS = {0: ("swordsman#1", "light_cavalry#1", "royal_raven"), 1: ("archer#1", "cavalry#1", "scout#1")}


def step(table: CoinTable, random: Random) -> bool:
    """Some seat that is asked taps something that is allowed; whether anybody was asked."""
    match = table.evening.match
    for seat in match.waiting:
        allowed = [o.key for o in match.options(seat) if o.refusal is None and o.key != "back"]
        if allowed:
            named = [key for key in allowed if key != "down"] or allowed
            assert table.evening.tap(int(seat), random.choice(named)).ok
            return True
    return False


def to_first_turn(seed: int = 3) -> CoinTable:
    table = CoinTable(seed=seed)
    random = Random(seed)
    table.settle()
    while (question := table.evening.match.question) is not None and question.kind != "turn":
        assert step(table, random), question.kind
        table.settle()
    return table


def test_everything_is_laid_out_up_to_the_first_turn() -> None:
    table = to_first_turn()
    assert table.disagreements() == []
    assert table.evening.todo == []
    for seat in (0, 1):
        assert len(table.virtual.inside(f"bag/{seat}")) == 6
        hand = table.evening.match.state.pile(f"hand/{seat}")
        assert len(hand.pieces) == 3, "the reader box knows them"


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_answered_by_phone_the_dealer_does(seed: int) -> None:
    table, random = to_first_turn(seed), Random(seed)
    for number in range(60):
        if not step(table, random):
            break
        table.settle()
        assert table.disagreements() == [], number
        if number % 7 == 6:
            table.undo()
            table.settle()
            assert table.disagreements() == [], f"after {number} was taken back"
    assert table.evening.todo == []


def test_a_match_that_is_taken_up_again_lies_as_it_did_and_no_coin_changes_sides() -> None:
    table, random = to_first_turn(5), Random(5)
    for _ in range(30):
        step(table, random)
        table.settle()
    match = table.evening.match
    again = VirtualTable(WAR_CHEST.slug, match.table.decks, table.virtual.layout, {}, Random(1))
    start = Match(WAR_CHEST, Header(WAR_CHEST.slug, 2)).state
    seat_up(again, match.state, deck_homes(start), last_owners(match))
    table.virtual = again
    assert table.disagreements() == []
    for seat in match.state.seats:
        army = {*match.state[f"army/{seat}"], f"royal_{match.state[f'faction/{seat}']}"}  # type: ignore[misc]
        assert {b.piece.kind for b in again.inside(f"bag/{seat}")} <= army


def test_a_refilled_bag_is_emptied_into_by_the_dealer() -> None:
    up = ("pikeman#1", "pikeman#2", "swordsman#1", "swordsman#2", "royal_raven")
    down = ("light_cavalry#1:down", "light_cavalry#2:down", "crossbowman#1:down")
    hands = {0: ("crossbowman#2",), 1: ()}
    table = CoinTable(position(hands, {}, discards={"face_up/0": up, "face_down/0": down}))
    table.settle()
    assert table.disagreements() == []
    table.evening.tap(0, "down:crossbowman")
    table.evening.tap(0, "pass")
    table.settle()
    assert table.disagreements() == []
    assert len(table.virtual.hand(Seat(0))) == 3
    assert not table.virtual.at("face_up/0")
    assert not table.virtual.at("face_down/0")


def test_a_refill_that_is_taken_back_lies_as_before_though_nobody_can_name_the_coins() -> None:
    up = ("pikeman#1", "pikeman#2", "swordsman#1", "swordsman#2", "royal_raven", "crossbowman#1", "light_cavalry#2")
    hands = {0: ("crossbowman#2", "light_cavalry#1"), 1: ()}
    table = CoinTable(position(hands, {}, discards={"face_up/0": up}))
    for key in ("down", "pass", "down", "pass"):
        assert table.evening.tap(0, key).ok, key
        table.settle()
        assert table.disagreements() == []
    assert not len(table.evening.match.state.pile("face_down/0")), "the bag was refilled"
    while table.evening.match.state.pile("face_down/0").unseen < 2:
        table.undo()
    table.settle()
    assert table.disagreements() == []
    assert len(table.virtual.at("face_down/0")) == 2


def test_a_marker_is_laid_under_the_unit() -> None:
    table = CoinTable(position(HANDS, {"e5": ("swordsman#2",)}))
    for key in ("up:swordsman", "control:e5"):
        assert table.evening.tap(0, key).ok
    table.settle()
    assert [b.deck for b in table.virtual.at("e5")] == ["markers", "coins"]
    assert table.evening.todo == []


def test_dragging_the_top_of_a_stack_moves_the_unit_and_leaves_the_marker() -> None:
    table = CoinTable(position(HANDS, {"e2": ("swordsman#2", "swordsman#3")}))
    table.evening.tap(0, "up:swordsman")
    table.settle()
    top, to = table.virtual.at("e2")[-1], table.virtual.layout.spot("e3")
    table.virtual.put(top.ident, to.x_mm, to.y_mm, 0.0, True)
    table.look()
    assert [b.deck for b in table.virtual.at("e2")] == ["markers"]
    assert len(table.virtual.at("e3")) == 2
    assert len(table.evening.match.state.pile("hex/e3")) == 2, "and it is read as the move"
    table.settle()
    assert table.disagreements() == []


def test_dragging_a_coin_from_the_board_to_elsewhere_takes_only_that_one() -> None:
    table = CoinTable(position(HANDS, {"f4": ("swordsman#2",), "f5": ("lancer#1", "lancer#2")}))
    table.evening.tap(0, "up:swordsman")
    table.settle()
    table.virtual.take(table.virtual.at("f5")[-1].ident, Seat(0))
    table.look()
    assert len(table.evening.match.state.pile("hex/f5")) == 1
    table.settle()
    assert table.disagreements() == []
    assert sum(b.piece.kind == "lancer" for b in table.virtual.inside("box")) == 1


def test_bots_play_it_with_their_hands() -> None:
    table = CoinTable(position(HANDS, {"f4": ("swordsman#2", "swordsman#3"), "f5": ("lancer#1", "lancer#2")}), seed=7)
    evening, done, tapped = table.evening, threading.Event(), [0]
    bots = table.bots(frozenset({Seat(0), Seat(1)}), 7)
    tap = bots._tap

    def counting(seat: Seat, version: int, key: str) -> None:
        tapped[0] += 1
        tap(seat, version, key)

    bots._tap = counting  # type: ignore[method-assign]

    def referee() -> None:
        while not done.is_set():
            message = evening.inbox.get(0.005)
            if isinstance(message, Stop):
                return
            if message is not None:
                evening.referee.handle(message)
            table.look()

    thread = threading.Thread(target=referee, daemon=True)
    thread.start()
    bots.start()
    played = evening.publisher.wait_for(lambda: evening.match.version >= 25 or _is_over(table), DEADLINE_S)
    bots.stop()
    done.set()
    evening.inbox.put(Stop())
    thread.join(DEADLINE_S)
    assert played
    assert tapped[0] < evening.match.version / 2, "most of it is done with the hands"
    table.settle()
    assert table.disagreements() == []


def _is_over(table: CoinTable) -> bool:
    return table.evening.match.state.result is not None


def test_pieces_have_their_own_sizes() -> None:
    table = CoinTable(position(HANDS, {"f4": ("swordsman#2",)}, discards={"face_up/0": ("pikeman#1", "pikeman#2")}))
    pictures = {p.ident: p for p in table.virtual.scene().pieces}
    coin, card = (table.virtual.find(PieceId(name)).ident for name in ("pikeman#1", "card_pikeman"))
    assert (pictures[coin].width_mm, pictures[coin].round) == (38.0, True)
    assert (pictures[card].width_mm, pictures[card].round) == (63.0, False)
    one, other = (table.virtual.find(PieceId(name)) for name in ("pikeman#1", "pikeman#2"))
    assert abs(one.x_mm - other.x_mm) == 34.0, "beside each other, the stickers in their middles free"
