"""A table for the pages at which a real match stands, told in its own words."""

from __future__ import annotations

from dataclasses import replace

from companion.telling.board import Handout, Surroundings
from companion.telling.view import page_packet
from companion.telling.voices import build_voice
from companion.values.person import Person
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.types import PUBLIC, Seat
from tests.web.fake_table import FakeTable
from web.views import EventView, Packet

NAMES = ("Maximiliane", "Ben", "Clara", "Dov", "Emilia", "Finn", "Greta", "Hanno", "Ida", "Jonathan")


class ToldTable(FakeTable):
    """A fake table with a real match; `tell` another one, or the same further on, and every page hears of it."""

    def __init__(self, match: Match, names: tuple[str, ...] = NAMES) -> None:
        self.match = match
        names = names[: len(match.table.seats)]
        self.voice = build_voice(match.game, len(names), match.settings, "en", names)
        self.seated = tuple(Person(name, joined=True) for name in names)
        self.log: tuple[EventView, ...] = ()  # in the place of its own
        super().__init__(camera=None)

    def tell(self, match: Match) -> None:
        self.match = match
        self.publish()

    def _packet(self, seat: int | None) -> Packet:
        told = packet(self.match, PUBLIC if seat is None else Seat(seat), latest=60)
        view = page_packet(
            self.voice, Handout(told), Surroundings(people=self.seated, paused=self.paused), f"told-{self.version}"
        )
        return replace(view, version=self.version, events=self.log or view.events)
