"""Pictures that cannot be used are answered by one sentence; one that can plays a card."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.journal.journal import Journal
from companion.reading.tags import front_code
from companion.service.building import build
from companion.settings.config import CameraConfig
from hardware.types import PinFactory, SpeechSink
from rules.engine.types import PieceId, Seat
from tests.evenings.table import Evening, evening_config, wait_until
from tests.evenings.watched import (
    PLAYERS,
    Evenings,
    Heard,
    is_one_sentence,
    match_of,
    names,
    open_cards,
    public,
    said,
    sign_on_host,
    stored,
    table_screen,
    title,
    unchanged,
)
from vision import Art, render_hand_photo

PHOTOS = Path(__file__).parents[1] / "vision" / "photos"


def blind(evening: Evening) -> Seat:
    """Tells the deal on a phone, so that nobody's hand is known, and taps on until a card is to be played."""
    for _ in range(40):
        match = match_of(evening)
        question = match.question
        assert question is not None
        if question.kind == "play":
            return match.waiting[0]
        for seat in match.waiting or (Seat(0),):
            mine = evening.phones[seat].packet()
            allowed = [o["key"] for o in mine["question"]["options"] if not o["why_not"]]
            if evening.tap(seat, mine["version"], allowed[0])["reply"]["ok"]:
                break
    raise AssertionError("nobody is to play a card")


def hand_picture(evening: Evening, *pieces: PieceId) -> bytes:
    """A photograph of these cards, held in a hand."""
    cards = [(front_code("chronicle", p), Art(title(evening, p), "", (90, 90, 90), "")) for p in pieces]
    return bytes(cv2.imencode(".png", render_hand_photo(cards))[1])


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("no-code_07.webp", "No tag could be read in this picture"),
        ("unreadable_06.png", "No tag could be read in this picture"),
        ("cut-short_1x1.webp", "picture"),
        ("README.md", "That is not a picture that can be read"),
        ("qrcode-4_20.png", "That picture shows a tag that is not registered here (http://code.google.com)"),
    ],
)
def test_a_bad_picture_is_answered_by_one_sentence(evenings: Evenings, file: str, sentence: str) -> None:
    evening = evenings.open(source="none")
    seat = blind(evening)
    before, told = stored(evening), len(said(evening))
    answer = evening.phones[seat].upload("/api/hand-photo", (PHOTOS / file).read_bytes())
    text = answer["reply"]["sentence"] if "reply" in answer else answer["sentence"]
    assert sentence in text
    assert is_one_sentence(text)
    assert "reply" not in answer or not answer["reply"]["ok"]
    unchanged(evening, before)
    assert said(evening)[told:] == [], "a picture of a hand is nobody else's business"


def test_a_picture_with_a_card_that_cannot_be_there(evenings: Evenings) -> None:
    evening = evenings.open(source="none")
    seat = blind(evening)
    card = open_cards(evening, seat)[0]
    held = next(o.piece for o in match_of(evening).options(seat) if o.piece not in (None, card))
    assert isinstance(held, PieceId)
    mine = evening.phones[seat].packet()
    assert evening.tap(seat, mine["version"], f"play:{card}:up")["reply"]["ok"]
    other = Seat((seat + 1) % PLAYERS)
    before, told, shown = stored(evening), len(said(evening)), public(evening)
    reply = evening.phones[other].upload("/api/hand-photo", hand_picture(evening, held, card))["reply"]
    assert not reply["ok"]
    assert f"{title(evening, card)} cannot be there" in reply["sentence"]
    unchanged(evening, before)
    reply = evening.phones[other].upload("/api/hand-photo", hand_picture(evening, held))["reply"]
    assert reply["ok"], reply
    assert len(stored(evening)) == len(before) + 1
    assert held in match_of(evening).state.pile(f"hand/{other}").pieces
    for part in ("piles", "tracks", "events", "question", "notice"):
        assert public(evening)[part] == shown[part], "the table screen shows what only a hand knows"
    assert not any(names(evening, line, held, card) for line in said(evening)[told:])


def test_a_real_photograph_plays_a_card(evenings: Evenings, tmp_path: Path) -> None:
    """A card with a foreign tag is adopted; a photograph of that tag, found in the camera's folder, plays it."""
    photo = "qrcode-4_20"
    payload = (PHOTOS / f"{photo}.txt").read_text("utf-8").strip()
    evening = evenings.open(source="none")
    seat = blind(evening)
    card, before = open_cards(evening, seat)[0], stored(evening)
    reply = sign_on_host(evening).post("/api/host", {"act": "adopt_tag", "value": payload, "piece": card})["reply"]
    assert reply["ok"], reply
    evenings.end()
    folder = tmp_path / "pictures"
    folder.mkdir()
    shutil.copy(PHOTOS / f"{photo}.png", folder)
    config = evening_config(evenings.data, PLAYERS, 5)
    camera = CameraConfig(source=f"folder:{folder}", fps=0.0)
    config = replace(config, camera=camera, voice=replace(config.voice, sink=SpeechSink.OFF))
    service = build(replace(config, hardware=replace(config.hardware, pins=PinFactory.NONE)), match_of(evening).game)
    try:
        service.start()
        screen = table_screen(service)
        wait_until(lambda: screen.packet()["version"] > len(before), what="the photograph is read as a play")
        _, entries = service.keeper.stored()
        assert [e.entry for e in entries[: len(before)]] == before
        assert entries[len(before)].origin == "camera"
        state = service.referee.match.state
        assert card in state.pile(f"meeting/{seat}").pieces
        voice = service.speech
        assert isinstance(voice, Heard)
        wait_until(lambda: any(service.voice.faces[card].title in line for line in voice.lines), what="spoken")
    finally:
        service.stop()
    with Journal.look(config.data.journal_path) as journal:
        assert {k: v.tag.piece for k, v in journal.copies.known().items()} == {payload: card}
