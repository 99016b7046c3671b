"""What must be true of a game where the hub shows it: every page of every reader can be drawn, in every language."""

from __future__ import annotations

from typing import Final

from companion.kit.laws.playing import LONGEST, Script, Tape
from companion.telling.board import Handout, Surroundings
from companion.telling.view import LATEST_EVENTS, page_packet
from companion.telling.voices import build_voice, seat_names
from companion.values.person import Person
from rules.engine.match import Accepted, Match
from rules.engine.packets import Events, packet
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC
from web.door.wire import encode
from words.languages import language_codes

_EVERY: Final = 5
"""So many answers lie between two looks: a page is dear to draw."""


def pages_are_drawn(script: Script) -> None:
    """What a phone and the table screen show of it can be drawn, put into words and sent."""
    match, tape = Match(script.game, script.header), Tape(script.seed, script.first)
    named = {language: seat_names((), script.seats, language) for language in language_codes()}
    voices = [build_voice(match.game, script.seats, match.settings, one, names) for one, names in named.items()]
    around = Surroundings(people=tuple(Person(name) for name in seat_names((), script.seats, "")))
    while True:
        if match.version % _EVERY == 0 or match.question is None:
            events = Events(match)
            for reader in (PUBLIC, *match.table.seats):
                handout = Handout(packet(match, reader, LATEST_EVENTS, events))
                for voice in voices:
                    encode(page_packet(voice, handout, around, ""))
        if match.question is None or match.version >= (script.length or LONGEST):
            return
        assert isinstance(match.submit(pick(match, tape)), Accepted)
