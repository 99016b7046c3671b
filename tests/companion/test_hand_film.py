"""A seat films its own hand: what is read goes to that seat alone, and its answer names what its own packet names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.journal.journal import Journal
from rules.engine.entries import Position
from tests.companion.doorway import Doorway
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from vision import Art, render_hand_photo
from vision.reading.live import Glimpse
from web.pages.seat.views import HandLook, HeldCard
from web.views import Role, Session

GUEST, ADA, BEA = Session(Role.SPECTATOR), Session(Role.SEAT, 0), Session(Role.SEAT, 1)
UNKNOWN = Position({"hand/0": ("?", "?"), "hand/1": ("BLU-6", "?")}, phase="trick", turn=0)


def jpeg(*pieces: str) -> bytes:
    """These cards as they are held before a phone."""
    evening = Evening(HIGH_CARD)
    art = Art("", "", (90, 90, 90), "")
    picture = render_hand_photo([(evening.front(piece), art) for piece in pieces])
    return bytes(cv2.imencode(".jpg", picture)[1])


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Doorway]:
    with Journal.open(tmp_path / "companion.db") as journal:
        made = Doorway(Evening(HIGH_CARD, UNKNOWN), journal)
        made.thread.start()
        yield made
        made.stop()


def titles(look: HandLook) -> list[str]:
    return sorted(card.title for card in look.cards)


def test_one_card_after_the_other_becomes_known_and_the_same_picture_asks_nobody(door: Doorway) -> None:
    match = door.pages.match
    first = match.hand_look(ADA, jpeg("RED-1"))
    assert first.reply is not None
    assert first.reply.ok
    assert titles(first) == ["Red 1"]
    assert all(0 < x < 1 and 0 < y < 1 for x, y in first.cards[0].corners)
    assert match.packet(ADA).unnamed == 1
    noted = door.evening.match.version
    assert match.hand_look(ADA, jpeg("RED-1")).reply is None
    assert door.evening.match.version == noted, "a film is no list of entries"
    assert titles(match.hand_look(ADA, jpeg("RED-1", "BLU-2"))) == ["Blu 2", "Red 1"]
    assert match.packet(ADA).unnamed == 0


def test_cards_of_others_are_refused_in_one_sentence_and_never_named(door: Doorway) -> None:
    match = door.pages.match
    before = replace(match.packet(BEA), id="")
    look = match.hand_look(ADA, jpeg("RED-1", "BLU-6"))  # the second lies in the other hand
    assert look.reply is not None
    assert not look.reply.ok
    assert titles(look) == ["", ""]
    assert replace(match.packet(BEA), id="") == before, "nobody else learns of it"
    assert match.packet(ADA).unnamed == 2


def test_nobody_without_a_seat_and_nothing_that_is_no_picture(door: Doorway) -> None:
    for look in (door.pages.match.hand_look(GUEST, jpeg("RED-1")), door.pages.match.hand_look(ADA, b"rubbish")):
        assert look.reply is not None
        assert not look.reply.ok
        assert not look.cards
    assert door.evening.match.version == 0


def test_a_black_picture_says_so(door: Doorway) -> None:
    pocket = np.random.default_rng(1).integers(0, 12, (720, 1280, 3), np.uint8)
    assert door.pages.match.hand_look(ADA, bytes(cv2.imencode(".jpg", pocket)[1])).is_dark
    assert not door.pages.match.hand_look(ADA, jpeg("RED-1")).is_dark


@pytest.mark.parametrize("told", [HandLook, HeldCard, Glimpse])
def test_what_comes_of_a_picture_holds_no_pixel(told: type) -> None:
    """Whatever is told, logged or kept of it later can show nobody the hand."""
    kinds = {str(field.type) for field in fields(told)}
    assert not {kind for kind in kinds if "bytes" in kind or "Image" in kind or "Any" in kind or "object" in kind}
