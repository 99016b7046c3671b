"""Spots that the host places: saved for this table, and refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.camera.camera_setup import CameraSetup
from companion.camera.spot_files import SpotFiles
from companion.doors.replies import Replies
from companion.doors.setup_doors import SpotsDoor
from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from rules.engine.mat import places_of
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.shelf import no_camera
from tests.games.open_table._table import own
from web.pages.spots.views import SpotPlace
from web.views import Role, Session

HOST, GUEST = Session(Role.HOST), Session(Role.SPECTATOR)
GAME = own(seats=2).game
MAT = GAME.mat(2)
Table = tuple[SpotsDoor, SpotFiles, list[Ending]]


@pytest.fixture
def at_the_table(tmp_path: Path) -> Callable[[], Table]:
    def made() -> Table:
        evening, files, endings = Evening(GAME), SpotFiles(tmp_path), list[Ending]()
        replies = Replies(evening.inbox, lambda: evening.outlet.board)
        with Journal.open(tmp_path / "journal") as journal:
            setup = no_camera(journal)
        door = SpotsDoor(replies=replies, setup=setup, files=files, game=GAME, seats=2, settings={}, end=endings.append)
        return door, files, endings

    return made


def places(changed: Mapping[str, Mapping[str, float]]) -> tuple[SpotPlace, ...]:
    """What the page sends: the game's places with some changed."""
    own_ones = places_of(MAT).items()
    return tuple(SpotPlace(name=name, label="", **{**vars(one), **changed.get(name, {})}) for name, one in own_ones)


def test_places_are_saved_for_this_table_until_they_are_forgotten(at_the_table: Callable[[], Table]) -> None:
    door, files, endings = at_the_table()
    assert door.spots_view(HOST).spots == door.spots_view(HOST).own
    assert [one.label for one in door.spots_view(HOST).own if one.name == "middle"] == ["Middle"]
    assert door.spots_keep(HOST, places({"middle": {"y_mm": 420}})).ok
    assert [one.places["middle"].y_mm for one in files.load("open_table")] == [420]
    assert door.spots_keep(HOST, places({"middle": {"y_mm": 430}})).ok
    assert [one.places["middle"].y_mm for one in files.load("open_table")] == [430], "one for each mat"
    assert door.spots_forget(HOST).ok
    assert files.load("open_table") == ()
    assert endings == [Ending.AGAIN] * 3
    assert not door.spots_keep(Session(Role.SEAT, 0), places({})).ok


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (places({"middle": {"x_mm": 3}}), "Middle has to lie on the mat"),
        (places({"stock": {"x_mm": 50, "y_mm": 60}}), "beside its markers"),
        (places({"middle": vars(places_of(MAT)["heap"])}), "Middle lies on Heap"),
        (places({})[1:], "changed meanwhile"),
    ],
    ids=["outside", "marker", "on another", "one missing"],
)
def test_what_does_not_fit_is_refused_with_its_name(
    at_the_table: Callable[[], Table], sent: tuple[SpotPlace, ...], said: str
) -> None:
    door, files, endings = at_the_table()
    reply = door.spots_keep(HOST, sent)
    assert (reply.ok, said in reply.sentence) == (False, True), reply.sentence
    assert files.load("open_table") == ()
    assert endings == []


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"seats": 2, "places": {"middle": {}}}]', "[]" + " " * 300_000])
def test_a_spoiled_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "spots-open_table.json").write_text(text, "utf-8")
    assert SpotFiles(tmp_path).load("open_table") == ()


def test_the_place_where_something_is_to_be_done_is_told_to_everybody(at_the_table: Callable[[], Table]) -> None:
    door, _, _ = at_the_table()
    evening = Evening(HIGH_CARD)
    outlines = {spot.name: ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)) for spot in evening.voice.layout.spots}
    setup = cast(CameraSetup, SimpleNamespace(outlines=lambda: outlines))
    seen = replace(door, setup=setup, replies=Replies(evening.inbox, lambda: evening.outlet.board)).spots_seen
    assert {one.due for one in seen(GUEST)} == {""}, "there is nothing to do"
    evening.lay("RED-1", "trick/0")  # before the deal: the deck is gathered where it lies
    evening.wait(30)
    assert evening.todo
    assert [(one.label, one.due) for one in seen(GUEST) if one.due] == [
        ("Deck", "Collect all cards of this deck and shuffle them: the cards.")
    ]
