"""Real tables at a real venue, over HTTP: paired on the host's page, with results that nobody types."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Config
from companion.settings.mqtt import MQTT_AS_DELIVERED, MqttConfig
from companion.settings.sections import CameraConfig
from companion.settings.venue import VenueConfig
from companion.venue.running import Venue, VenueSettings
from companion.venue.schema import results, sittings, tables
from hardware.types import SpeechSink
from tests.companion.high_card import HIGH_CARD
from tests.evenings.table import wait_until
from web.pages.host.views import HostAct, HostCommand
from web.pages.venue.views import OrganiserAct, OrganiserCommand
from web.views import Reply, Role, Session

HOST = Session(Role.HOST)


def table_at(venue: Venue, folder: Path, number: int, mqtt: MqttConfig = MQTT_AS_DELIVERED) -> Service:
    base = Config()
    config = replace(
        base,
        table=replace(base.table, players=2, seed=number, name=f"Table {number}"),
        camera=CameraConfig(source="none"),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(folder / f"table{number}")),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        venue=VenueConfig(f"http://127.0.0.1:{venue.port}"),
        mqtt=mqtt,
    )
    service = build(config, HIGH_CARD)
    service.start()
    return service


def pair(venue: Venue, service: Service) -> Reply:
    code = venue.door.act(HOST, OrganiserCommand(OrganiserAct.CODE)).sentence
    return service.pages.office.pair_venue(HOST, code)


def end(service: Service) -> None:
    assert service.pages.host.host(HOST, HostCommand(HostAct.END_MATCH, reason="It is late.")).ok


def kept(venue: Venue) -> list[tuple[str, str, int]]:
    with venue.book.store.transaction() as db:
        query = sa.select(tables.c.name, results.c.state, results.c.revision).join(results)
        return [tuple(row) for row in db.execute(query.order_by(results.c.id))]


def test_two_tables_are_paired_end_their_matches_and_go_on_while_the_venue_is_gone(tmp_path: Path) -> None:
    place = VenueSettings(folder=tmp_path / "venue", host="127.0.0.1", port=0, name="The Club")
    venue = Venue(place)
    venue.start()
    services = [table_at(venue, tmp_path, number) for number in (1, 2)]
    try:
        first, second = services
        assert not first.pages.office.pair_venue(HOST, "AAAA-AAAA").ok
        assert pair(venue, first).sentence == "This table is paired with The Club."
        assert pair(venue, second).ok
        end(first)
        wait_until(lambda: kept(venue) == [("Table 1", "ended", 1)], what="the first result")
        assert first.pages.host.host(HOST, HostCommand(HostAct.UNDO, number=0)).ok
        assert first.sender is not None
        first.sender.ring()
        wait_until(lambda: kept(venue) == [("Table 1", "open", 2)], what="that they play on")
        venue.stop()
        shutil.copy(tmp_path / "venue" / "venue.db", tmp_path / "copy.db")
        end(second)
        view = second.pages.office.hosting_view(HOST).venue
        assert view is not None
        assert (view.name, view.waiting) == ("The Club", 1)
        venue = Venue(replace(place, port=venue.port))
        venue.start()
        assert pair(venue, second).ok, "which tries at once; by itself it would with the next pause"
        wait_until(lambda: ("Table 2", "ended", 1) in kept(venue), what="what had waited")
        assert len(kept(venue)) == 2
        with venue.book.store.transaction() as db:
            assert set(db.execute(sa.select(sittings.c.name)).scalars()) == {""}, "nobody has said that names may go"
            assert len(db.execute(sa.select(tables)).all()) == 2, "paired anew it is the same table"

        end(first)
        wait_until(lambda: ("Table 1", "ended", 3) in kept(venue), what="its end after all")
        first.sender.send_once()
        before = kept(venue)
        venue.stop()
        shutil.copy(tmp_path / "copy.db", tmp_path / "venue" / "venue.db")
        venue = Venue(replace(place, port=venue.port))
        venue.start()
        assert kept(venue) == [("Table 1", "open", 2)], "brought back from a copy"
        first.sender.send_once()
        wait_until(lambda: ("Table 1", "ended", 3) in kept(venue), what="what it had forgotten")
        assert before[0] == kept(venue)[0]
    finally:
        for service in services:
            service.stop()
        venue.stop()
