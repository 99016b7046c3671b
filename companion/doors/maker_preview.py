"""What a phone and the TV show in a match of a game that is just being made: the packets of a real match by chance, as
every page is handed them. No journal, no table and nobody at it have to do with it."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.telling.board import Handout, Surroundings
from companion.telling.view import page_packet
from companion.telling.voices import build_voice, seat_names
from companion.values.person import Person
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, Seat
from web.pages.maker.views import Moment
from web.views import Packet

_SEED: Final = 1
_LIKELY: Final = 3
_LONGEST: Final = 400
_PIECES: Final = 20_000
"""So many entries are played, and fewer with many pieces, so that they handle no more of them than this in all. A match
that is not over by then is shown as it stands."""


def shown(game: Game, language: str, at: Moment) -> tuple[Packet, Packet]:
    """The page of a seat that is asked, or of the first, and the table screen."""
    settings = game.check_settings({})
    fit = [count for count in game.seats if not game.rules.unfit(settings, count)]
    seats = min(fit, key=lambda count: abs(count - _LIKELY))
    pieces = sum(map(len, game.box.decks(settings, seats).values()))
    longest = min(_LONGEST, _PIECES // max(1, pieces))
    match = _played(game, Header(game.slug, seats, settings), 0 if at is Moment.BEGIN else longest)
    if at is Moment.MIDDLE:
        match = _played(game, match.header, match.version // 2)
    names = seat_names((), seats, language)
    voice = build_voice(game, seats, settings, language, names)
    around = Surroundings(people=tuple(Person(name, joined=True) for name in names))
    whose = (*match.waiting, Seat(0))[0]
    phone, table = (
        page_packet(voice, Handout(packet(match, reader)), around, f"preview.{reader}") for reader in (whose, PUBLIC)
    )
    return phone, table


def _played(game: Game, header: Header, entries: int) -> Match:
    """A match by chance up to so many entries, the same every time."""
    match, chance = Match(game, header), Random(_SEED)
    while match.question is not None and match.version < entries:
        match.submit(pick(match, chance.randrange))
    return match
