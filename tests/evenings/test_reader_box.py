"""A whole deal of Chronicle over the reader box, with real cards and no virtual dealer, and one in which it fails."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.reading.tags import front_code
from companion.service.service import Service
from rules.engine.questions import Deal
from rules.engine.types import UNSEEN, PieceId
from tests.evenings.phone import Phone
from tests.evenings.table import evening_config, wait_until
from tests.evenings.watched import (
    PLAYERS,
    Evenings,
    Heard,
    match_of,
    names,
    public,
    said,
    sign_on_host,
    title,
)
from tests.vision.test_phone import jpeg
from vision import Art, Frame, Image, VisionError, render_card
from web.pages.eye.views import EyeOffer, EyePlace, EyeTold
from web.views import Joined, Role, Session

SEEN_EMPTY = 8  # so many pictures without it, and a card that comes again is one that comes
EMPTY = np.full((240, 320, 3), 30, np.uint8)


class Glass:
    """The camera under the glass, which the test's dealer slides cards over."""

    def __init__(self) -> None:
        self.name, self.ended, self.plugged = "camera /dev/video2", False, True
        self.picture: Image = EMPTY
        self._tick = threading.Event()
        self.reads = 0

    def read(self, timeout_s: float) -> Frame | None:
        self._tick.wait(0.003)
        if not self.plugged:
            raise VisionError("The camera /dev/video2 gives no pictures any more; check its cable.")
        self.reads += 1
        return Frame(self.picture, time.monotonic(), self.reads)

    def close(self) -> None:
        pass


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Glass:
    shown = Glass()
    monkeypatch.setattr("companion.camera.table_source.open_source", lambda *given, **more: shown)
    return shown


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evenings]:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)
    opened = Evenings(tmp_path)
    yield opened
    opened.end()


def asked_to_deal(evenings: Evenings, box: str = "/dev/video2"):
    """A table without a camera but with a box, where the cards are to be dealt; and the deck as it was shuffled."""
    config = evening_config(evenings.data, PLAYERS, 5)
    camera = replace(config.camera, source="none", box_source=box)
    evening = evenings.start(replace(config, camera=camera), 5)
    for _ in range(20):
        match = match_of(evening)
        if isinstance(match.question, Deal):
            break
        key = next(o.key for o in match.options(match.waiting[0] if match.waiting else None) if o.refusal is None)
        evening.tap(int(match.waiting[0]) if match.waiting else 0, match.version, key)
    assert isinstance(match.question, Deal)
    deck = match.state.pile(match.question.pile).slots[0].deck
    return evening, match.question, list(match.state.unaccounted(deck))


def slide(evening, glass: Glass, piece: PieceId, done: int, total: int) -> None:
    """Slides a card over the glass until it is counted, and away."""
    glass.picture = render_card(front_code("chronicle", piece), Art(title(evening, piece), "", (90, 90, 90), ""))
    counted = f"{done} of {total} cards"
    wait_until(
        lambda: counted in public(evening)["notice"] or not isinstance(match_of(evening).question, Deal), what=counted
    )
    glass.picture, read = EMPTY, glass.reads
    wait_until(lambda: glass.reads > read + SEEN_EMPTY, what="the glass is seen empty")


def is_counted(evening, counted: str) -> bool:
    return counted in public(evening)["notice"]


def hand(service: Service, seat: int) -> list[PieceId | None]:
    slots = service.referee.match.state.pile(f"hand/{seat}").slots
    return [None if slot.piece is UNSEEN else PieceId(str(slot.piece)) for slot in slots]


def on_view(page: Phone, cards: list[PieceId]) -> set[str]:
    """Those of the cards whose faces this page shows."""
    return {c["face"]["piece"] for p in page.packet()["piles"] for c in p["cards"] if c["face"]} & set(cards)


def test_a_deal_over_the_box_is_known_to_its_owners_and_to_nobody_else(
    evenings: Evenings, glass: Glass, caplog: pytest.LogCaptureFixture
) -> None:
    evening, question, deck = asked_to_deal(evenings)
    total = sum(question.counts.values())
    cards = deck[:total]
    for number, card in enumerate(cards, 1):
        slide(evening, glass, card, number, total)
        assert not names(evening, public(evening)["notice"], *deck)
    wait_until(lambda: not isinstance(match_of(evening).question, Deal), what="the deal is complete")
    assert [hand(evening.service, seat) for seat in range(PLAYERS)] == [cards[seat::PLAYERS] for seat in range(PLAYERS)]
    for seat in range(PLAYERS):
        phone = evening.phones[seat]
        wait_until(partial(on_view, phone, cards), what="the phone knows the hand")
        assert on_view(phone, cards) == set(cards[seat::PLAYERS])
    assert not on_view(evening.phones[PLAYERS], cards), "the table screen shows none"
    wanted = match_of(evening).question
    assert wanted is not None
    secret = [card for card in cards if card != wanted.facts["piece"]]  # the theme card is asked for by its name
    assert len(secret) >= total - 1
    assert not [line for line in [*said(evening), caplog.text] if names(evening, line, *secret)]
    assert f"{PLAYERS} of {total} cards dealt." in said(evening)


def test_a_box_that_fails_in_the_middle_leaves_a_deal_that_is_half_known(evenings: Evenings, glass: Glass) -> None:
    evening, question, deck = asked_to_deal(evenings)
    total = sum(question.counts.values())
    for number, card in enumerate(deck[:5], 1):
        slide(evening, glass, card, number, total)
    host = sign_on_host(evening)
    assert json.loads(host.get("/api/host"))["dealing"] is True
    assert host.post("/api/host", {"act": "deal_back"})["reply"]["ok"]
    assert public(evening)["notice"] == f"4 of {total} cards dealt."
    slide(evening, glass, deck[4], 5, total)
    glass.plugged = False
    wait_until(lambda: "check its cable" in public(evening)["notice"], what="the failure is told")
    match = match_of(evening)
    assert evening.tap(2, match.version, "dealt")["reply"]["ok"]
    size = question.counts["hand/0"]
    assert hand(evening.service, 0) == [deck[0], deck[4], *[None] * (size - 2)]
    assert hand(evening.service, 3) == [deck[3], *[None] * (size - 1)]
    after = match_of(evening)
    assert json.loads(host.get("/api/host"))["dealing"] is False
    assert after.waiting, "the evening goes on: somebody is asked"
    assert hand(evening.service, 1) == [deck[1], *[None] * (size - 1)]


def test_a_phone_below_the_glass_reads_for_the_owner_and_shows_nobody(evenings: Evenings) -> None:
    evening, question, deck = asked_to_deal(evenings, "phone")
    eye, host, total = evening.service.pages.eye, Session(Role.HOST), sum(question.counts.values())
    offer = eye.eye_offer(host, EyePlace.BOX)
    assert isinstance(offer, EyeOffer)
    joined = eye.eye_enter(Session(Role.SPECTATOR), offer.secret)
    assert isinstance(joined, Joined)
    phone = joined.session
    assert isinstance(eye.eye_begin(phone, "one"), EyeTold)
    for number, card in enumerate(deck[:2], 1):
        shown = render_card(front_code("chronicle", card), Art(title(evening, card), "", (90, 90, 90), ""))
        assert isinstance(eye.eye_still(phone, "one", jpeg(shown)), EyeTold)
        counted = f"{number} of {total} cards"
        wait_until(partial(is_counted, evening, counted), what=counted)
        assert not names(evening, public(evening)["notice"], *deck)
    assert eye.eye_host(host, EyePlace.TABLE) is None, "it is no camera of the table"
    pages = evening.service.pages
    assert (pages.camera.camera_picture(host), pages.match.camera_jpeg()) == (None, None)
    match = match_of(evening)
    assert evening.tap(2, match.version, "dealt")["reply"]["ok"]
    assert [hand(evening.service, seat)[0] for seat in range(3)] == [deck[0], deck[1], None]
