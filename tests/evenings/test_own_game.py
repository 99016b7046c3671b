"""A game from outside in a fresh data directory: installed, played on phones to its end, updated, removed, and still
readable in the history."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.service.building import build
from companion.service.office_parts import as_given
from companion.service.service import Service
from companion.settings.chosen_game import chosen_game
from companion.settings.config import Autoplay, Config
from companion.shelf.packing import packed
from companion.shelf.shelf import OwnersShelf
from hardware.types import PinFactory, SpeechSink
from rules import games
from tests.evenings.phone import phone_at
from tests.evenings.table import Evening, evening_config
from tests.owners_game import owners_game

SLUG = "harbour_cards"
WITHIN_S = 120.0


def config_of(data: Path, slug: str, players: int) -> Config:
    """A quiet virtual table."""
    base = evening_config(data, players, 3)
    return replace(
        base,
        table=replace(base.table, game=slug),
        hardware=replace(base.hardware, pins=PinFactory.NONE),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        play=replace(base.play, autoplay=Autoplay.OFF),
    )


def install(data: Path, made: Path, **changes: tuple[str, str]) -> None:
    """Packs the game and installs the zip, as its owner does."""
    shelf = OwnersShelf(data / "games", games.game_of)
    with shelf.staged(packed(games.find(owners_game(made, SLUG, **changes)))) as staged:
        shelf.install(staged)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"
    games.look_in(None)


def opened(data: Path, slug: str, players: int = 2) -> Service:
    """A table with that game, as a service opens it."""
    config = config_of(data, slug, players)
    games.look_in(config.data.games_path)
    service = build(config, chosen_game(slug, as_given(config)))
    service.start()
    return service


def play(evening: Evening) -> dict[str, Any]:
    """Two people tap what they may until there is a result; gives the last packet."""
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        evening.tidy()
        packet = evening.phones[0].packet()
        if packet["result"] is not None:
            return packet
        question = packet["question"]
        if question is None:
            continue
        if question["kind"] == "deal":
            evening.virtual(0, {"act": "deal"})
        else:
            (seat,) = question["seats"]
            mine = evening.phones[seat].packet()
            allowed = [one for one in (mine["question"] or {"options": []})["options"] if not one["why_not"]]
            if not allowed or mine["version"] != packet["version"]:
                continue
            evening.tap(seat, mine["version"], evening.random.choice(allowed)["key"])
        evening.wait_for_news(packet["version"])
    raise AssertionError("the match did not end")


def test_it_is_played_on_phones_updated_removed_and_remembered(data: Path, tmp_path: Path) -> None:
    install(data, tmp_path / "one")
    service = opened(data, SLUG)
    evening = Evening(service, Random(5))
    try:
        for seat, name in enumerate(("Ada", "Ben")):
            evening.phones.append(phone_at(service))
            evening.phones[-1].join(service.joining.code, name, seat)
        phone = evening.phones[0]
        assert "HC-3" in phone.get("/rules")
        for page in ("/seat", "/table", "/how", "/"):
            assert phone.get(page)
        last = play(evening)
        assert last["title"] == "High Card"
        assert last["result"]
        service.past.keep_tellings()
    finally:
        service.stop()

    install(data, tmp_path / "two", game_toml=('"1.0"', '"1.1"'))
    service = opened(data, SLUG)
    try:
        reader = phone_at(service)
        assert service.game.about.version == "1.1"
        assert "Ada" in reader.get("/history/1")
    finally:
        service.stop()

    OwnersShelf(data / "games").remove(SLUG)
    service = opened(data, "chronicle", 3)
    try:
        said = phone_at(service).get("/history/1")
        assert "High Card is not here any more (it was version 1.0)" in said
        assert "Ada plays" in said
        assert "Ben plays" in said
    finally:
        service.stop()
