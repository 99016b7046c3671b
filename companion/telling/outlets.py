"""The one list of all that leaves the box, and who may read it there. What is not on it cannot be opened.

A way out to devices (voice, lights, whatever else hears of a match) is a `Way`, which is made for a listed outlet only
and is handed `News`: nothing but what everybody may know. Pages are opened room by room, by `page_rooms`; what they
show of a match is made from a handout or from the board. The panel of an author is on the list too, and no table can
open it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.telling.announcer import Announcement
from companion.telling.board import Board
from companion.telling.dice_shown import DiceLights, DieFace
from companion.telling.moment import Moment
from hardware.types import LightState, LightStates, Utterance
from rules.engine.match import Match
from rules.engine.questions import Question, Together, Window
from rules.engine.types import Seat


class Readable(Enum):
    """Who may read what goes out."""

    BY_ALL = "everybody"
    BY_ONE = "each reader what is for that reader"
    BY_HOST = "the host alone"
    BY_VENUE = "whoever may open the pages of a venue: results that tables have sent, at no table's own pages"
    BY_AUTHOR = "who writes the game, at the machine itself: never at a table that others sit at"


class Source(Enum):
    """What it is made of."""

    NOTES = "what is noted of a match"
    TABLE = "what lies on the table, as anybody sees it who stands there"
    BOX = "the companion itself: nothing of a match"
    SENT = "what tables have sent to a venue, by their outlet for it"
    TRIAL = "a match that an author tries out, with all its secrets"


@dataclass(frozen=True)
class Outlet:
    """One way out of the box. `rooms`: the rooms of pages that it opens."""

    key: str
    readable: Readable
    source: Source
    rooms: tuple[str, ...] = ()


_ALL: Final = (
    Outlet("phones", Readable.BY_ONE, Source.NOTES, ("seat", "stream")),
    Outlet("table_screen", Readable.BY_ALL, Source.NOTES, ("table",)),
    Outlet("voice", Readable.BY_ALL, Source.NOTES),
    Outlet("seat_lights", Readable.BY_ALL, Source.NOTES),
    Outlet("die_lights", Readable.BY_ALL, Source.NOTES),
    Outlet("mqtt", Readable.BY_ALL, Source.NOTES),
    Outlet("venue", Readable.BY_ALL, Source.NOTES),
    Outlet("todo_list", Readable.BY_ALL, Source.NOTES),  # on every page of the table
    Outlet("board", Readable.BY_ALL, Source.NOTES, ("host", "lookup", "join", "doctor")),
    Outlet("history", Readable.BY_ALL, Source.NOTES, ("history",)),
    Outlet("exports", Readable.BY_ALL, Source.NOTES),  # on the history's pages
    Outlet("virtual_table", Readable.BY_ONE, Source.TABLE, ("virtual",)),
    Outlet("camera", Readable.BY_ALL, Source.TABLE, ("camera", "eye", "spots")),
    Outlet(
        "card_looks", Readable.BY_HOST, Source.TABLE, ("card_looks",)
    ),  # also cards that lie there, to try the looks
    Outlet("kept_pictures", Readable.BY_HOST, Source.TABLE, ("kept",)),  # a hand may have lain open in them
    Outlet(
        "box",
        Readable.BY_ALL,
        Source.BOX,
        ("landing", "lobby", "maker", "pieces", "prints", "trust", "wiring", "wizard"),
    ),
    Outlet("venue_pages", Readable.BY_VENUE, Source.SENT, ("venue",)),
    Outlet("workbench", Readable.BY_AUTHOR, Source.TRIAL, ("workbench",)),
)
OUTLETS: Final[Mapping[str, Outlet]] = MappingProxyType({outlet.key: outlet for outlet in _ALL})


class UnknownOutlet(Exception):
    """Something is to leave the box by a way that is not on the list, or is not for everybody."""


def page_rooms() -> frozenset[str]:
    """The rooms of pages that a table may open."""
    elsewhere = (Readable.BY_AUTHOR, Readable.BY_VENUE)
    return frozenset(room for outlet in _ALL if outlet.readable not in elsewhere for room in outlet.rooms)


def author_rooms() -> frozenset[str]:
    """The rooms that are opened for an author, apart from every table."""
    return frozenset(room for outlet in _ALL if outlet.readable is Readable.BY_AUTHOR for room in outlet.rooms)


@dataclass(frozen=True)
class News:
    """All that a way out to devices is ever handed: what everybody may know. `said`: what is new to be said, in long
    words or not."""

    board: Board
    lights: LightStates
    said: tuple[Announcement, ...]
    is_long: bool


class Way:
    """An open way out of the box, for what everybody may know."""

    def __init__(self, key: str, tell: Callable[[News], None]):
        """UnknownOutlet when no outlet of that name is on the list for everybody."""
        outlet = OUTLETS.get(key)
        if outlet is None or outlet.readable is not Readable.BY_ALL:
            raise UnknownOutlet(f"'{key}' is no outlet for everybody; list it in companion/telling/outlets.py.")
        self.key = key
        self.tell = tell


def to_lights(show: Callable[[LightStates], None]) -> Way:
    """The lights of the seats, and those of the table."""
    return Way("seat_lights", lambda news: show(news.lights))


def to_die(lights: DiceLights | None) -> Way:
    """The lights of the electronic die, if there are any."""
    face = DieFace(lights)
    return Way("die_lights", lambda news: face.follow(news.board.around.dice))


def to_voice(speak: Callable[[Utterance], None]) -> Way:
    """The loudspeaker."""

    def tell(news: News) -> None:
        for one in news.said:
            line = one.utterance(news.board.tongues.spoken, long=news.is_long)
            if line.text:
                speak(line)

    return Way("voice", tell)


def lights_of(moment: Moment) -> dict[int | str, LightState]:
    """What each light shows now. One that is not named is dark."""
    states: dict[int | str, LightState] = {int(s): LightState.OFF for s in moment.match.table.seats}
    question = moment.match.question
    for seat in _lit(question, moment.match):
        states[int(seat)] = LightState.ON
    if moment.asking is not None:
        states[int(moment.asking.seat)] = LightState.BLINK
    states.update({seat: LightState.BLINK for seat in moment.wanted if seat in states})
    return states


def _lit(question: Question | None, match: Match) -> tuple[Seat, ...]:
    """Who is waited for. Where several are asked the lights do not tell who has answered already."""
    return question.asked if isinstance(question, Window | Together) else match.awaited
