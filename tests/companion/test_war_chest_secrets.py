"""War Chest through the hub: what nobody may find out about a coin that he does not hold, however he tries."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.reading.watch import Watch
from companion.virtual.dealer import Dealer
from companion.virtual.virtual_port import VirtualPort
from companion.virtual.virtual_table import VirtualTable
from hardware.types import ButtonRole
from rules.engine.types import PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.war_chest_table import lying, position, table
from web.pages.host.views import HostAct
from web.pages.virtual.views import VirtualAct, VirtualMove

OTHERS = ("archer#1", "cavalry#1", "scout#1")
UNITS = {"f4": ("light_cavalry#2",), "f5": ("archer#2",)}
ONE, TWO = ("swordsman#1", "swordsman#2", "royal_raven"), ("pikeman#1", "crossbowman#1", "crossbowman#2")
"""Hands of the first seat that nobody else may tell apart."""


def worlds(*, shown: bool = False, phones: Callable[[Seat], bool] = lambda seat: True) -> list[Evening]:
    """The same evening with either hand. The second seat has (`shown`) shown its own or not."""
    unseen = () if shown else (1,)
    return [table(position({0: hand, 1: OTHERS}, UNITS, unseen=unseen), phones=phones) for hand in (ONE, TWO)]


def same(evenings: list[Evening]) -> None:
    """Nobody but the first seat is told anything different."""
    one, other = evenings
    for reader in (-1, 1):
        assert one.bytes_of(reader) == other.bytes_of(reader)
    assert one.spoken == other.spoken
    assert one.lights == other.lights
    assert one.todo == other.todo


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize(
    "photo",
    [("swordsman#1",), ("swordsman#1", "swordsman#2"), ("crossbowman#2",), ("royal_raven",), ("archer#1", "pikeman#1")],
)
def test_a_photo_of_foreign_coins_tells_nothing_and_notes_nothing(photo: tuple[str, ...], shown: bool) -> None:
    evenings = worlds(shown=shown)
    replies = [evening.show_hand(1, *map(evening.front, photo)) for evening in evenings]
    assert replies[0] == replies[1]
    assert not replies[0].ok
    assert [evening.match.version for evening in evenings] == [0, 0]
    same(evenings)


def test_the_own_coins_can_still_be_shown() -> None:
    evening = worlds()[0]
    assert evening.show_hand(1, *map(evening.front, OTHERS)).ok
    assert sorted(p.kind for p in evening.match.seen(Seat(1)).pile("hand/1")) == ["archer", "cavalry", "scout"]


@pytest.mark.parametrize("act", [HostAct.NAME_CARD, HostAct.MOVE_PIECE])
def test_a_host_cannot_try_in_silence_where_a_hidden_coin_is(act: HostAct) -> None:
    """A correction that is carried out is told to all; one that is refused says as much of a coin."""
    for evening in worlds():
        for pile in ("box", "bag/0", "hand/0", "hand/1"):
            for piece in ("swordsman#1", "crossbowman#1"):
                evening.spoken.clear()
                evening.host(act, piece=piece, pile=pile, reason="to see")
                assert evening.spoken, f"{act} {piece} {pile}"
                evening.host(HostAct.PAUSE)  # another notice in between
                evening.host(HostAct.RESUME)
                evening.running.clear_notice()
                evening.referee.tell()


def test_a_correction_of_what_lies_open_is_refused_quietly() -> None:
    evening = worlds()[0]
    assert not evening.host(HostAct.NAME_CARD, piece="archer#2", pile="hand/1", reason="a slip").ok
    assert evening.spoken == []


# -- an evening that differs in hidden coins only ----------------------------------------------------------------------


def in_both(evenings: list[Evening], *plays: Callable[[Evening], object]) -> None:
    """The same is done in both worlds: nobody else can tell them apart, after each of the plays."""
    for play in plays:
        for evening in evenings:
            play(evening)
        same(evenings)


def hidden(evening: Evening) -> str:
    """A coin of the first seat's hand, which differs from world to world."""
    return evening.match.state.pile("hand/0").pieces[0].kind


@pytest.mark.parametrize("has_phone", [True, False])
def test_face_down_actions_asked_taken_back_and_undone_tell_nothing(has_phone: bool) -> None:
    evenings = worlds(shown=True, phones=lambda seat: has_phone)
    in_both(evenings, lambda e: e.lay_back("face_down/0", "coins"))
    if has_phone:
        assert all(e.running.asking is not None for e in evenings)
        in_both(evenings, lambda e: e.tap(0, f"down:{hidden(e)}"))
    in_both(
        evenings,
        lambda e: e.tap(0, "back"),
        lambda e: e.wait(8),
        lambda e: e.take(lying(e, "coins")),
        lambda e: e.tap(0, f"down:{hidden(e)}" if has_phone else "down"),
        lambda e: e.wait(8),
        lambda e: e.lay_back("face_down/0", "coins"),
        lambda e: e.tap(0, "pass"),
        lambda e: e.press(ButtonRole.UNDO),
        lambda e: e.tap(1, "down:swordsman"),
        lambda e: e.press(ButtonRole.CONFIRM),
        lambda e: e.show_hand(1, e.front("swordsman#1")),
        lambda e: e.host(HostAct.UNDO),
        lambda e: e.wait(8),
        lambda e: e.show_hand(1, e.front("crossbowman#1")),
    )


def test_a_whole_round_with_hidden_coins_tells_nothing() -> None:
    evenings = worlds(shown=True)
    for _ in range(3):
        in_both(
            evenings,
            lambda e: e.tap(0, f"down:{hidden(e)}"),
            lambda e: e.tap(0, "pass"),
            lambda e: e.tap(1, "down:archer" if "down:archer" in e.keys(1) else "down"),
            lambda e: e.tap(1, "pass"),
            lambda e: e.wait(8),
        )
    assert all(e.match.question is not None and e.match.question.kind == "draw" for e in evenings)
    in_both(evenings, lambda e: e.dealt(), lambda e: e.wait(8), lambda e: e.press(ButtonRole.UNDO))


# -- what was taken back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", ["undo", "back"])
@pytest.mark.parametrize("coin", ["", "light_cavalry#1"])
def test_a_coin_that_was_taken_back_belongs_into_the_hand_again(coin: str, back: str) -> None:
    """Into the bag goes only what a refill put there by the notes."""
    hand = ("light_cavalry#1", "swordsman#1", "royal_raven")
    evening = table(position({0: hand, 1: OTHERS}, UNITS), phones=lambda seat: False)
    if coin:
        evening.lay(coin, "face_up/0")
    else:
        evening.lay_back("face_down/0", "coins")
    if back == "undo":
        evening.press(ButtonRole.UNDO)
    else:
        assert evening.tap(0, "back").ok
    evening.wait(8)
    assert len(evening.match.state.pile("hand/0")) == 3
    assert evening.todo == [
        "Take Light Cavalry back into the hand."
        if coin
        else "Take the face-down card away from P1's face-down discard."
    ]
    evening.take(lying(evening, coin or "coins"))
    evening.wait(8)
    assert evening.todo == []


def test_a_coin_taken_back_from_among_others_does_not_go_into_the_bag_either() -> None:
    hand = ("light_cavalry#1", "swordsman#1", "royal_raven")
    at = position({0: hand, 1: OTHERS}, UNITS, discards={"face_up/0": ("pikeman#1",)})
    evening = table(at, phones=lambda seat: False)
    evening.lay("light_cavalry#1", "face_up/0")
    evening.press(ButtonRole.UNDO)
    evening.wait(8)
    assert evening.todo == ["Take Light Cavalry back into the hand."]


# -- the virtual table's page ------------------------------------------------------------------------------------------


def test_nobody_follows_or_turns_up_a_face_down_coin_on_the_page() -> None:
    """A coin that lay open, went through the bag and a hand and lies face-down now is a coin that nobody knows."""
    evening = worlds()[0]
    voice, board = evening.voice, lambda: evening.outlet.board
    mat = VirtualTable("war_chest", evening.match.table.decks, voice.layout, voice.faces, Random(1))
    port = VirtualPort(mat, Dealer(mat, lambda: evening.outlet.underside, evening.inbox, None, lambda: 0.0), board)
    mat.put_into("unused", [body.ident for body in mat.bodies()])
    coin = mat.find(PieceId("swordsman#1")).ident
    mat.lay(coin, "face_up/0", True)
    (open_coin,) = port.scene(Seat(1)).pieces
    assert open_coin.face is not None
    mat.put_into("bag/0", [coin])
    assert port.scene(Seat(1)).pieces == port.scene(None).pieces == ()
    mat.take(coin, Seat(0))
    assert port.scene(Seat(1)).pieces == port.scene(None).pieces == ()
    mat.lay(coin, "face_down/0", False)
    for other in (Seat(1), None):
        (back,) = port.scene(other).pieces
        assert back.face is None
        assert back.handle != open_coin.handle
        for act in (VirtualAct.PUT, VirtualAct.TAKE):
            assert port.move(
                other, VirtualMove(act, handle=back.handle, x_mm=500.0, y_mm=300.0, angle_deg=0.0, face_up=True)
            )
        assert mat.at("face_down/0")[0].face_up is False
    (mine,) = port.scene(Seat(0)).pieces
    mat.take(coin, Seat(0))
    (held,) = port.scene(Seat(0)).pieces
    assert held.handle != mine.handle


def test_a_coin_that_was_laid_just_before_a_restart_does_not_go_into_the_bag() -> None:
    """Its owner was asked which coin it was when the program was started again."""
    evening = worlds()[0]
    evening.lay_back("face_down/0", "coins")
    assert evening.running.asking is not None
    assert evening.show_hand(1, evening.front("archer#1")).ok  # so that the journal holds an entry
    evening.running.watch = Watch(2.0)
    evening.running.stop_asking()
    evening.see()
    evening.wait(8)
    assert evening.todo == ["Take the face-down card away from P1's face-down discard."]
