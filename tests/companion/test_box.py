"""The reader box: what it reads off the glass, how a deal comes about, and that nobody learns a card by it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.reading.tags import back_code, front_code, game_tags
from companion.referee.box import Box, GlassReader
from companion.referee.dealing import BoxDealing
from companion.referee.inbox import BoxCard, BoxTrouble, DeviceBack, Inbox, Message
from companion.settings.config import DealOrder
from hardware.types import ButtonRole, Fault
from rules.engine.questions import Deal
from rules.engine.types import UNSEEN, PieceId
from tests.companion.evening import Evening, pieces
from tests.companion.high_card import CARDS, HIGH_CARD
from vision import Art, FeedSettings, Frame, Image, TagRegistry, VisionError, card_image, render_card, render_hand_photo
from vision.faces.flat import CardSize
from vision.faces.looks import Look, Looks, learned
from web.pages.host.views import HostAct
from web.views import Reply

DEADLINE_S = 60.0
EMPTY = np.full((240, 320, 3), 30, np.uint8)
DECKS = {"cards": CARDS}
REGISTRY = game_tags("high_card", DECKS)


def art(title: str) -> Art:
    return Art(title, "", (90, 90, 90), "")


def front(piece: str) -> Image:
    """The card with its face on the glass."""
    return render_card(front_code("high_card", piece), art(piece))


def both(*named: str) -> Image:
    return render_hand_photo([(front_code("high_card", piece), art(piece)) for piece in named])


def told(*shown: Image, registry: TagRegistry = REGISTRY) -> list[object]:
    """What a reader tells about these frames."""
    reader = GlassReader(lambda: registry)
    answers = (reader.look(Frame(image, n / 10, n)) for n, image in enumerate(shown))
    return [answer for answer in answers if answer is not None]


# ---- the glass -------------------------------------------------------------------------------------------------------


def test_a_card_is_told_once_when_it_was_read_twice() -> None:
    one, two = front("RED-1"), front("BLU-4")
    assert told(one) == []
    assert told(one, one, one, one) == [BoxCard(PieceId("RED-1"))]
    assert told(one, one, two, two, EMPTY, EMPTY, one, one) == [
        BoxCard(PieceId("RED-1")),
        BoxCard(PieceId("BLU-4")),
        BoxCard(PieceId("RED-1")),
    ]


def test_a_card_lies_in_any_direction_and_the_camera_may_be_grey() -> None:
    card = front("RED-3")
    turned = cv2.rotate(card, cv2.ROTATE_180)
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    assert told(np.asarray(turned, np.uint8), np.asarray(grey, np.uint8)) == [BoxCard(PieceId("RED-3"))]


def test_two_cards_are_nobody_and_only_told_when_they_stay() -> None:
    pair, one = both("RED-1", "RED-2"), front("RED-1")
    assert told(*[pair] * 4, one, one) == [BoxCard(PieceId("RED-1"))], "one card made way for the other"
    assert told(*[pair] * 12) == [BoxTrouble.SEVERAL]


def test_a_back_and_a_stranger_are_told_without_saying_which() -> None:
    back = render_card(back_code("high_card", "cards"), art("back"))
    stranger = render_card("HTTP://SHOP/1", art("?"))
    assert told(*[back] * 9) == [BoxTrouble.BACK]
    assert told(*[stranger] * 20) == [BoxTrouble.UNKNOWN]


def test_a_card_without_sticker_is_told_by_its_look_and_a_look_alike_is_not() -> None:
    def printed(word: str) -> Image:
        return render_card(None, replace(art(word), picture=word))

    def look(piece: str, word: str) -> Look:
        return learned(piece, [card_image(None, replace(art(word), picture=word), 5.5)], CardSize(63.0, 88.0))

    looks = [look("RED-1", "one"), look("RED-2", "two"), look("RED-3", "twin"), look("BLU-4", "twin")]
    known = TagRegistry(REGISTRY.values(), [Looks(looks, CardSize(63.0, 88.0))])
    one, two, twin, stranger = map(printed, ("one", "two", "twin", "stranger"))
    assert told(one, one, EMPTY, two, two, registry=known) == [BoxCard(PieceId("RED-1")), BoxCard(PieceId("RED-2"))]
    assert told(*[twin] * 9, registry=known) == [BoxTrouble.UNKNOWN]
    assert told(*[stranger] * 9, registry=known) == []


def test_a_card_that_was_registered_meanwhile_is_known() -> None:
    registry = [TagRegistry()]
    reader = GlassReader(lambda: registry[0])
    card = front("RED-1")
    assert reader.look(Frame(card, 0.0, 1)) is None
    registry[0] = REGISTRY
    assert reader.look(Frame(card, 0.1, 2)) == BoxCard(PieceId("RED-1"))


# ---- the loop --------------------------------------------------------------------------------------------------------


class Glass:
    """The camera under the glass: shows what the dealer lays there, until it is unplugged."""

    def __init__(self) -> None:
        self.name, self.ended = "camera csi:1", False
        self.picture: Image = EMPTY
        self.plugged = True
        self._tick = threading.Event()
        self._number = 0

    def read(self, timeout_s: float) -> Frame | None:
        self._tick.wait(0.004)
        if not self.plugged:
            raise VisionError("The camera csi:1 gives no pictures any more; check its cable.")
        self._number += 1
        return Frame(self.picture, time.monotonic(), self._number)

    def close(self) -> None:
        pass


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE_S
    while not wanted():
        assert time.monotonic() < end, "did not come in time"
        threading.Event().wait(0.005)


class Loop:
    """A box with its thread."""

    def __init__(self) -> None:
        self.glass, self.inbox, self.stop = Glass(), Inbox(), threading.Event()
        self.wanted = True
        self.heard: list[Message] = []
        settings = FeedSettings(retry_s=0.01, retry_max_s=0.02)
        box = Box(self.glass, self._reopen, lambda: REGISTRY, lambda: self.wanted, self.inbox, time.monotonic, settings)
        self.thread = threading.Thread(target=box.run, args=(self.stop,))
        self.thread.start()

    def _reopen(self) -> Glass:
        if not self.glass.plugged:
            raise VisionError("The camera csi:1 is not there; plug it in.")
        return self.glass

    def next(self) -> Message | None:
        return self.inbox.get(DEADLINE_S)

    def end(self) -> None:
        self.stop.set()
        self.thread.join(DEADLINE_S)
        assert not self.thread.is_alive()


@pytest.fixture
def loop() -> Iterator[Loop]:
    running = Loop()
    yield running
    running.end()


def test_the_box_tells_its_inbox_and_an_unplugged_camera_once(loop: Loop) -> None:
    loop.glass.picture = front("BLU-2")
    assert loop.next() == BoxCard(PieceId("BLU-2"))
    loop.glass.plugged = False
    sentence = "The camera csi:1 gives no pictures any more; check its cable."
    assert loop.next() == Fault("box", sentence)
    assert loop.inbox.get(0.2) is None, "told once"
    loop.glass.plugged = True
    assert loop.next() == DeviceBack("box")


def test_nothing_is_read_while_no_deal_is_wanted(loop: Loop) -> None:
    loop.wanted = False
    loop.glass.picture = front("BLU-2")
    assert loop.inbox.get(0.2) is None
    loop.wanted = True
    assert loop.next() == BoxCard(PieceId("BLU-2"))


# ---- the deal --------------------------------------------------------------------------------------------------------


def table(order: DealOrder = DealOrder.TURNS) -> Evening:
    """High Card with a box: two hands of two cards are to be dealt."""
    evening = Evening(HIGH_CARD)
    evening.referee.box = BoxDealing(evening.running, order)
    return evening


def slide(evening: Evening, *named: str) -> None:
    for piece in pieces(*named):
        evening.referee.handle(BoxCard(piece))


def hands(evening: Evening) -> list[tuple[str, ...]]:
    state = evening.match.state
    return [tuple("?" if c.piece is UNSEEN else str(c.piece) for c in state.pile(f"hand/{n}").slots) for n in (0, 1)]


@pytest.mark.parametrize(
    ("order", "dealt"),
    [
        (DealOrder.TURNS, [("RED-1", "RED-3"), ("RED-2", "RED-4")]),
        (DealOrder.HANDS, [("RED-1", "RED-2"), ("RED-3", "RED-4")]),
    ],
)
def test_a_whole_deal_goes_to_the_hands_in_order(order: DealOrder, dealt: list[tuple[str, ...]]) -> None:
    evening = table(order)
    slide(evening, "RED-1", "RED-2", "RED-3")
    assert isinstance(evening.match.question, Deal)
    assert evening.packet().notice == "3 of 4 cards dealt."
    slide(evening, "RED-4")
    assert hands(evening) == dealt
    assert evening.packet().notice == ""
    assert len(evening.disk.entries) == 1


def test_the_voice_counts_rounds_not_cards() -> None:
    evening = table()
    slide(evening, "RED-1")
    assert evening.spoken == []
    slide(evening, "RED-2")
    assert evening.spoken == ["2 of 4 cards dealt."]


def test_a_card_counts_once_and_one_dealt_before_is_told() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-1", "RED-2", "RED-1")
    assert evening.packet().notice.startswith("The card on the reader box was already dealt")
    slide(evening, "RED-3", "RED-4")
    assert hands(evening) == [("RED-1", "RED-3"), ("RED-2", "RED-4")]


def test_the_last_card_can_be_taken_back_and_a_spoiled_one_dealt_unread() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-6")
    assert evening.host(HostAct.DEAL_BACK).ok
    assert evening.packet().notice == "1 of 4 cards dealt."
    assert evening.host(HostAct.DEAL_UNREAD).ok
    slide(evening, "RED-6", "RED-4")
    assert hands(evening) == [("RED-1", "RED-6"), ("?", "RED-4")]


def test_there_may_be_nothing_to_take_back() -> None:
    evening = table()
    reply = evening.host(HostAct.DEAL_BACK)
    assert (reply.ok, reply.sentence) == (False, "No card of this deal has been counted yet.")
    without = Evening(HIGH_CARD)
    assert without.host(HostAct.DEAL_REST).sentence == "No cards are being dealt over the reader box now."


@pytest.mark.parametrize("by", ["phone", "host"])
def test_when_the_box_fails_the_rest_is_dealt_blind_and_what_was_read_stays_known(by: str) -> None:
    evening = table()
    slide(evening, "RED-1", "RED-2", "RED-3")
    evening.referee.handle(Fault("box", "The camera csi:1 gives no pictures any more."))
    assert evening.packet().notice == "The camera csi:1 gives no pictures any more."
    reply: Reply = evening.tap(0, "dealt") if by == "phone" else evening.host(HostAct.DEAL_REST)
    assert reply.ok
    assert hands(evening) == [("RED-1", "RED-3"), ("RED-2", "?")]


def test_a_deal_without_the_box_is_blind_as_ever() -> None:
    evening = table()
    assert evening.tap(0, "dealt").ok
    assert hands(evening) == [("?", "?"), ("?", "?")]
    slide(evening, "RED-1")
    assert hands(evening) == [("?", "?"), ("?", "?")], "no deal is open any more"
    assert evening.packet().notice == ""


def test_a_deal_that_was_taken_back_begins_anew() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-2", "RED-3", "RED-4")
    evening.press(ButtonRole.UNDO)
    evening.everybody_agrees()
    assert isinstance(evening.match.question, Deal)
    slide(evening, "BLU-1")
    assert evening.packet().notice == "1 of 4 cards dealt."
    slide(evening, "BLU-2", "BLU-3", "BLU-4")
    assert hands(evening) == [("BLU-1", "BLU-3"), ("BLU-2", "BLU-4")]


def test_a_correction_in_the_middle_of_a_deal_does_not_lose_it() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-2")
    assert evening.host(HostAct.SET_TURN, seat=1, reason="a test").ok
    slide(evening, "RED-3", "RED-4")
    assert hands(evening) == [("RED-1", "RED-3"), ("RED-2", "RED-4")]


def test_cards_that_were_read_while_paused_are_noted_when_it_goes_on() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-2", "RED-3")
    evening.host(HostAct.PAUSE)
    slide(evening, "RED-4")
    assert isinstance(evening.match.question, Deal)
    evening.host(HostAct.RESUME)
    assert hands(evening) == [("RED-1", "RED-3"), ("RED-2", "RED-4")]


def test_nothing_is_taken_back_or_added_while_paused() -> None:
    evening = table(DealOrder.HANDS)
    slide(evening, "RED-1", "RED-2", "RED-3")
    evening.host(HostAct.PAUSE)
    slide(evening, "RED-4", "RED-5")
    for act in (HostAct.DEAL_BACK, HostAct.DEAL_UNREAD, HostAct.DEAL_REST):
        reply = evening.host(act)
        assert (reply.ok, "paused" in reply.sentence) == (False, True)
    evening.host(HostAct.RESUME)
    assert hands(evening) == [("RED-1", "RED-2"), ("RED-3", "RED-4")]


def test_a_whole_deal_that_could_not_be_saved_is_tried_again_with_the_next_card() -> None:
    evening = table(DealOrder.HANDS)
    slide(evening, "RED-1", "RED-2", "RED-3")
    evening.disk.broken = "full"
    slide(evening, "RED-4", "RED-5")
    assert isinstance(evening.match.question, Deal)
    evening.disk.broken = ""
    slide(evening, "RED-6")
    assert hands(evening) == [("RED-1", "RED-2"), ("RED-3", "RED-4")]


@pytest.mark.parametrize("trouble", list(BoxTrouble))
def test_trouble_is_one_sentence_in_a_deal_and_nothing_outside(trouble: BoxTrouble) -> None:
    evening = table()
    evening.referee.handle(trouble)
    assert evening.packet().notice.endswith(".")
    assert len(evening.spoken) == 1
    assert evening.packet().version == 0
    evening.tap(0, "dealt")
    evening.spoken.clear()
    evening.referee.handle(trouble)
    assert (evening.packet().notice, evening.spoken) == ("", [])


def test_a_card_that_lies_elsewhere_is_not_counted() -> None:
    evening = table()
    slide(evening, "RED-1", "RED-2", "RED-3", "NONE-9")
    assert evening.packet().notice.startswith("The card on the reader box cannot be in the deck")
    assert isinstance(evening.match.question, Deal)


def test_nobody_but_its_owner_learns_a_card_and_no_log_does(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    evening = table()
    heard: list[str] = []
    for piece in ("RED-5", "BLU-6", "RED-5", "RED-2", "BLU-3"):
        slide(evening, piece)
        heard += [evening.bytes_of(), evening.bytes_of(0), evening.said]
    assert hands(evening) == [("RED-5", "RED-2"), ("BLU-6", "BLU-3")]
    everything = " ".join(heard) + caplog.text + repr(BoxCard(PieceId("BLU-6")))
    assert not [secret for secret in ("BLU-6", "Blu 6", "BLU-3", "Blu 3") if secret in everything]
    assert "BLU-6" in evening.bytes_of(1), "its own phone does"
    assert "RED-5" not in evening.bytes_of(1)
    assert "RED-5" not in evening.bytes_of()
