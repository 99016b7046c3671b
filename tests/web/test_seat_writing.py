"""What a player gives to the table from the phone: notes for oneself, and photos of the own cards."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.web.fake_table import JPEG
from tests.web.on_phones import IN_A_BROWSER, Phones, show
from web.views import Reply, Role, Session

pytestmark = IN_A_BROWSER

PHOTO = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": JPEG}


def write(page: Any, text: str) -> None:
    """Shows the hand and types into the notes."""
    show(page)
    page.wait_for_selector("#notes-text:enabled")
    page.fill("#notes-text", text)


def test_notes_are_kept_while_they_are_typed_and_wait_on_the_next_phone(phones: Phones) -> None:
    page = phones.seat()
    assert page.locator("textarea").count() == 0
    write(page, "Jonas has the Angel")
    assert page.inner_text("#notes-said") == "Not kept yet…"
    page.wait_for_selector("text=Kept. Only you can read it.")
    assert phones.table.written == {0: "Jonas has the Angel"}
    other = phones.seat()
    assert "Angel" not in other.content()
    show(other)
    other.wait_for_function("() => document.querySelector('#notes-text').value === 'Jonas has the Angel'")
    neighbour = phones.seat(1)
    show(neighbour)
    neighbour.wait_for_selector("#notes-text:enabled")
    assert neighbour.input_value("#notes-text") == ""


def test_hiding_keeps_what_was_typed_a_moment_ago(phones: Phones) -> None:
    page = phones.seat()
    write(page, "Watch the Demon")
    page.keyboard.press("Escape")
    page.wait_for_selector("#notes-text", state="detached")
    show(page)
    page.wait_for_function("() => document.querySelector('#notes-text').value === 'Watch the Demon'")
    page.wait_for_selector("text=Kept. Only you can read it.")
    assert phones.table.written == {0: "Watch the Demon"}


def test_notes_typed_out_of_reach_are_kept_when_the_line_is_back(phones: Phones) -> None:
    page = phones.seat()
    show(page)
    page.wait_for_selector("#notes-text:enabled")
    page.context.set_offline(True)
    page.fill("#notes-text", "Emil bluffs")
    page.wait_for_selector("text=No connection: your notes are kept on this page")
    page.context.set_offline(False)
    page.wait_for_selector("text=Kept. Only you can read it.")
    assert phones.table.written == {0: "Emil bluffs"}
    phones.forget("ERR_INTERNET_DISCONNECTED")


def test_notes_that_cannot_be_kept_say_so_and_stay_on_the_page(phones: Phones) -> None:
    phones.table.notes_fail = "Your notes could not be saved: the disk is full."
    page = phones.seat()
    write(page, "Emil bluffs")
    page.wait_for_selector("#notes-said >> text=the disk is full")
    assert page.input_value("#notes-text") == "Emil bluffs"
    assert page.get_attribute("#notes-text", "maxlength") == "2000"
    phones.forget("409")


def test_a_photo_shows_how_far_it_is_and_what_came_of_it(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()
    plain = phones.table.hand_photo

    def slowly(session: Session, picture: bytes) -> Reply:
        assert may_end.wait(10)
        return plain(session, picture)

    monkeypatch.setattr(phones.table, "hand_photo", slowly)
    page = phones.seat()
    page.click("#photo-panel summary")
    page.set_input_files("#photo", PHOTO)
    page.wait_for_selector("#photo-said >> text=Reading your photo…")
    assert page.is_visible("#photo-bar")
    may_end.set()
    page.wait_for_selector("#photo-said >> text=Seven cards of your hand are known now.")
    assert not page.is_visible("#photo-bar")
    assert len(phones.table.photos) == 1


def test_a_phone_with_two_seats_sends_a_photo_for_the_one_that_it_shows(phones: Phones) -> None:
    page = phones.open("/seat", phones.table.sign(Role.SEAT, 0, "Mara", (0, 2)))
    page.wait_for_selector("#hand .hand-closed")
    page.click("#photo-panel summary")
    page.set_input_files("#photo", PHOTO)
    page.wait_for_selector("#photo-said >> text=Seven cards of your hand are known now.")
    assert len(phones.table.photos) == 1


def test_why_a_photo_was_not_taken_is_read_with_the_hand(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = "That picture shows 2 of the Angel, and you cannot have so many."
    monkeypatch.setattr(phones.table, "hand_photo", lambda *_: Reply(False, refusal, phones.table.version))
    page = phones.seat()
    page.click("#photo-panel summary")
    page.set_input_files("#photo", PHOTO)
    page.wait_for_selector("#photo-said >> text=Show your hand to read the answer.")
    assert "Angel" not in page.inner_text("#photo-panel")
    show(page)
    page.wait_for_selector(f"#photo-said >> text={refusal}")
    page.keyboard.press("Escape")
    page.wait_for_selector("#photo-said >> text=Show your hand to read the answer.")
    phones.forget("409")


@pytest.mark.parametrize(
    ("data", "words", "status"),
    [
        (b"GIF89a" + b"\0" * 50, "That is not a picture that can be read", "400"),
        (b"\xff\xd8\xff" + b"\0" * 400_000, "That is too large", "413"),
    ],
)
def test_what_cannot_be_taken_gets_one_sentence(phones: Phones, data: bytes, words: str, status: str) -> None:
    page = phones.seat()
    page.click("#photo-panel summary")
    page.set_input_files("#photo", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": data})
    page.wait_for_selector(f"#photo-said >> text={words}")
    assert phones.table.photos == []
    phones.forget(status)
