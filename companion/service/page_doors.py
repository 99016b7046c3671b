"""The composition root of the pages' door: what it needs of the service, as plain functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import rules.games
from companion.doors.host_door import HostDoor
from companion.doors.lookup import Lookup
from companion.doors.match_door import MatchDoor
from companion.doors.office_door import OfficeDoor
from companion.doors.people_door import PeopleDoor
from companion.doors.replies import Replies
from companion.doors.seat_notes import SeatNotes
from companion.doors.setup_doors import CameraDoor, PiecesDoor
from companion.doors.wiring_door import WiringDoor
from companion.doors.wizard_door import WizardDoor
from companion.past.history import History, TableNow
from companion.past.replays import Replays
from companion.people.presence import Presence
from companion.referee.inbox import Noticed
from companion.virtual.virtual_port import VirtualPort
from rules.engine.game import Game
from vision import read_photo
from web import Pages

if TYPE_CHECKING:
    from companion.service.service import Service


def make_past(service: Service) -> History:
    """The finished matches of this machine, and the one on the table."""

    def game_of(slug: str) -> Game:
        return service.game if slug == service.game.slug else rules.games.game(slug)

    now = TableNow(
        lambda: service.keeper.number,
        service.seating.everybody,
        lambda notice: service.inbox.put(Noticed(notice)),
        service.tongues.table,
    )
    return History(service.journal, game_of, now)


def make_pages(service: Service) -> Pages:
    """What the pages may ask of a service whose parts are built."""
    outlet, office, game, config = service.outlet, service.office, service.game, service.config
    replies = Replies(service.inbox, lambda: outlet.board)
    virtual = None
    if service.table is not None and service.dealer is not None:
        seats = service.keeper.match.header.seats
        virtual = VirtualPort(service.table, service.dealer, lambda: outlet.board, seats)
    presence = Presence(service.clock)
    match = MatchDoor(
        replies,
        service.publisher,
        service.seating,
        presence,
        SeatNotes(service.journal, lambda: service.keeper.number),
        read_photo=lambda picture: service.read_photo(picture, service.tags.registry),
        picture=lambda: None if service.eye is None else service.eye.snapshot(),
        virtual=virtual,
    )
    host = HostDoor(
        replies,
        service.inbox,
        service.pieces,
        Replays(game, service.keeper.stored, lambda: outlet.board),
        set_bots=service.set_bots,
        bots_mode=lambda: service.bots_mode,
        devices=lambda: _devices(service),
        has_box=bool(config.camera.box_source),
    )
    doctor = OfficeDoor(replies, office)
    settings, wanted = service.keeper.match.settings, office.book.config.hardware.pin_map
    return Pages(
        match=match,
        people=PeopleDoor(replies, service.inbox, service.joining, presence, service.way_in),
        host=host,
        office=doctor,
        wizard=WizardDoor(replies, office.first_run, service.seating),
        past=service.past,
        lookup=Lookup(
            game,
            settings,
            service.tags,
            lambda: outlet.board,
            outlet.handout,
            lambda voice: game.rules_text(voice.words.language),
        ),
        pieces=PiecesDoor(replies, service.pieces),
        camera=CameraDoor(replies, service.camera),
        wiring=WiringDoor(replies, service.rig, service.button_test, service.clock, wanted),
        doctor=doctor,
    )


def _devices(service: Service) -> tuple[str, ...]:
    camera = service.config.camera.source
    pins = service.config.hardware.pins.value
    return (f"Camera: {camera}", f"Pins: {pins}", f"Voice: {service.config.voice.sink.value}")


def payloads_in(picture: bytes, known: Collection[str] = ()) -> tuple[str, ...]:
    """What the tags in a photograph say, in reading order, each once. `known`: what they may say, see read_photo."""
    return tuple(dict.fromkeys(raw.payload for raw in read_photo(picture, payloads=known)))
