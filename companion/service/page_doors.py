"""The composition root of the pages' door: what it needs of the service, as plain functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import rules.games
from companion.doors.lookup import Lookup
from companion.doors.people_door import Entrance
from companion.doors.port import Outside, Port
from companion.doors.seat_door import Beside, SeatNotes
from companion.doors.wiring_door import WiringDesk
from companion.past.history import History, TableNow
from companion.past.replays import Replays
from companion.people.presence import Presence
from companion.referee.inbox import Noticed
from companion.virtual.virtual_port import VirtualPort
from rules.engine.game import Game
from vision import read_photo

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


def make_port(service: Service) -> Port:
    """The door that all pages go through."""
    virtual = None
    if service.table is not None and service.dealer is not None:
        seats = service.keeper.match.header.seats
        virtual = VirtualPort(service.table, service.dealer, lambda: service.outlet.board, seats)
    outside = Outside(
        read_photo=lambda picture: service.read_photo(picture, service.tags.registry),
        camera_jpeg=lambda: None if service.eye is None else service.eye.snapshot(),
        devices=lambda: _devices(service),
        rules_text=lambda voice: service.game.rules_text(voice.words),
        set_bots=service.set_bots,
        bots_mode=lambda: service.bots_mode,
        has_box=bool(service.config.camera.box_source),
    )
    replays = Replays(service.game, service.keeper.stored, lambda: service.outlet.board)
    pub, look = service.publisher, lambda: service.outlet.board
    say_rules = outside.rules_text
    lookup = Lookup(service.game, service.keeper.match.settings, service.tags, look, service.outlet.handout, say_rules)
    beside = Beside(lookup, SeatNotes(service.journal, lambda: service.keeper.number))
    entrance = Entrance(service.joining, Presence(service.clock), service.way_in)
    wanted = service.office.book.config.hardware.pin_map
    wiring = WiringDesk(service.rig, service.button_test, service.clock, wanted)
    doors = (service.past, beside, entrance, service.office, wiring)
    return Port(pub, service.inbox, look, outside, replays, virtual, service.pieces, service.camera, *doors)


def _devices(service: Service) -> tuple[str, ...]:
    camera = service.config.camera.source
    pins = service.config.hardware.pins.value
    return (f"Camera: {camera}", f"Pins: {pins}", f"Voice: {service.config.voice.sink.value}")


def payloads_in(picture: bytes, known: Collection[str] = ()) -> tuple[str, ...]:
    """What the tags in a photograph say, in reading order, each once. `known`: what they may say, see read_photo."""
    return tuple(dict.fromkeys(raw.payload for raw in read_photo(picture, payloads=known)))
