"""What a table says to a broker, as JSON of one version, made of what everybody may know."""

from __future__ import annotations

from enum import Enum
from typing import Final

import msgspec

from companion.telling.announcer import Announcement, Kind
from companion.telling.board import Board, Handout
from companion.telling.outlets import News
from companion.telling.view import page_packet
from web.views import Packet

VERSION: Final = 1
"""Of the messages. A reader passes over fields that it does not know; a field that means something else is a new
version."""
MOST_LETTERS: Final = 200
"""In what the table is told to announce."""
_OF_THE_MATCH: Final = frozenset((Kind.EVENT, Kind.RESULT, Kind.QUESTION))


class TableState(Enum):
    """How a table is: nobody sits there, people gather, they play, they pause, the match is over, or something at the
    table has failed."""

    FREE = "free"
    GATHERING = "gathering"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"
    ILL = "ill"


class SeatStatus(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. `name` is empty unless the table lets names out; `asked`: the table waits for it; `scores` by
    what the game calls them, the same in every language."""

    seat: int
    taken: bool
    bot: bool
    asked: bool
    name: str
    scores: dict[str, str]


class TableStatus(msgspec.Struct, frozen=True, kw_only=True):
    """All about a table. `line` says whose turn it is or what to do; `counts` are numbers of the whole table, such as
    the round; `todo` is how many things lie otherwise than noted; `troubles` how many devices have failed;
    `winners` are seats, None while the match goes on."""

    v: int = VERSION
    state: TableState
    game: str
    title: str
    line: str
    seats: list[SeatStatus]
    counts: dict[str, str]
    todo: int
    troubles: int
    winners: list[int] | None


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was announced at the table. `about` names what a newer one takes the place of."""

    v: int = VERSION
    text: str
    about: str


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a command."""

    v: int = VERSION
    command: str
    ok: bool
    sentence: str


def status_of(board: Board, troubles: int, *, with_names: bool) -> TableStatus:
    """The table as it stands now."""
    tongues = board.tongues if with_names else board.tongues.nameless
    page = page_packet(tongues.screens, Handout(board.public), board.around, "")
    people = board.around.people
    return TableStatus(
        state=_state(board, troubles),
        game=page.game,
        title=page.title,
        line=page.status,
        seats=[
            SeatStatus(
                seat=one.seat,
                taken=one.joined or one.bot,
                bot=one.bot,
                asked=one.asked or one.on_turn,
                name=people[one.seat].name if with_names else "",
                scores=_numbers(page, one.seat),
            )
            for one in page.players
        ],
        counts=_numbers(page, None),
        todo=len(page.todo),
        troubles=troubles,
        winners=None if page.result is None else list(page.result.winners),
    )


def said_of(news: News, *, with_names: bool) -> list[Said]:
    """What is announced of the match with the news, in the words of the voice. What the companion says of the table
    itself stays there: it may name a copy or an address, or quote a code that somebody laid down."""
    tongues = news.board.tongues if with_names else news.board.tongues.nameless

    def text(one: Announcement) -> str:
        return str(one.text(tongues.spoken, long=news.is_long))

    return [Said(text=text(one), about=one.topic) for one in news.said if one.kind in _OF_THE_MATCH and text(one)]


def _state(board: Board, troubles: int) -> TableState:
    around = board.around
    if troubles or around.stopped is not None:
        return TableState.ILL
    if board.is_over:
        return TableState.OVER
    if around.gathering:
        return TableState.GATHERING if any(one.joined for one in around.people) else TableState.FREE
    return TableState.PAUSED if around.paused else TableState.PLAYING


def _numbers(page: Packet, owner: int | None) -> dict[str, str]:
    """The counts of one seat, or of the whole table, by the names that the game's code has for them."""
    return {track.key.partition("/")[0]: track.value for track in page.tracks if track.owner == owner}
