"""A finished match looked at again by the program's players: where it turned, and how the chances went.

What is said then comes from everything that was noted, so it is worked out of an `Opened` match alone: one that is over
and whose secrets were opened to everybody, on record.
"""

from __future__ import annotations

import logging
import mmap
import struct
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from companion.journal.journal import MatchId
from companion.journal.rosters import Reveal
from companion.past.past_words import hub_sentence
from companion.past.story import StoryStep
from companion.players.aside import NoRoom, aside
from companion.players.look_again import Chances, LookedAgain, Pains, Turned, look_again
from companion.telling.option_list import Listed
from companion.telling.view import SEAT_LOOKS, deck_of, option_view
from companion.telling.voice import Voice, reason_in_words
from rules.engine.entries import Entry, Header
from rules.engine.game import Game
from rules.engine.packets import Asked
from rules.engine.types import Seat
from web.pages.history.again_views import Again, AgainState, TurnView
from web.pages.history.views import ScoreCourse, ScoreLine
from web.views import Reply, Role, Session

log = logging.getLogger("companion.history")
PLAYED_S: Final = 60.0
THOUGHT_S: Final = 60.0
"""How long matches are played on, and then answers are thought about, at most."""
_LATE_S: Final = 30.0
_KEPT: Final = 8


@dataclass(frozen=True)
class Opened:
    """A match that is over and open to everybody, as its opening says."""

    reveal: Reveal
    match: MatchId
    game: Game
    header: Header
    entries: tuple[Entry, ...]
    steps: tuple[StoryStep, ...]  # after so many entries that count
    voice: Voice  # with everybody's names, in the language of who asks


@dataclass
class _Work:
    """What is worked out of one match at one length. `ended` without `found`: it could not be."""

    length: int
    done: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, 8))  # read here, written in the process that thinks
    found: LookedAgain | None = None
    ended: bool = False

    @property
    def percent(self) -> int:
        return round(100 * float(struct.unpack("d", self.done[:8])[0]))


class LookingAgain:
    """Implements `web.pages.history.LookAgainPort`. Safe from any thread; one match at a time is thought about, in a
    process of its own at low priority."""

    def __init__(
        self,
        opened: Callable[[Session, int], Opened | None],
        is_over: Callable[[int], bool],
        allowed: Callable[[], bool],
        is_ended: Callable[[], bool],
        language: str,
    ):
        """`opened`: a finished match once it is open, None before; `allowed`: whether the table gives hints;
        `is_ended`: whether the service ends; `language`: of who has none."""
        self._opened, self._is_over, self._allowed = opened, is_over, allowed
        self._is_ended, self._language = is_ended, language
        self._lock = threading.Lock()
        self._works: OrderedDict[MatchId, _Work] = OrderedDict()

    def looked_again(self, session: Session, match: int) -> Again | None:
        """How far it is, and what was found; None when there is no such match that is over."""
        if not self._is_over(match):
            return None
        if not self._allowed():
            return Again(state=AgainState.OFF)
        opened = self._opened(session, match)
        if opened is None:
            return Again(state=AgainState.CLOSED)
        work = self._works.get(opened.match)
        if work is None or work.length != len(opened.entries):
            return Again(state=AgainState.READY, may_begin=_may_begin(session))
        if not work.ended:
            return Again(state=AgainState.THINKING, percent=work.percent)
        if work.found is None or not work.found.chances:
            return Again(state=AgainState.FAILED, may_begin=_may_begin(session))
        voice = opened.voice
        last = len(opened.steps) - 1
        return Again(
            state=AgainState.FOUND,
            course=_course(voice, work.found.chances, last),
            turned=tuple(_turn_view(voice, opened.steps, one) for one in work.found.turned),
        )

    def begin_looking(self, session: Session, match: int) -> Reply:
        """Begins to think about a match, or says why not."""
        language = session.language or self._language
        opened = self._opened(session, match) if self._allowed() else None
        why = ""
        if not self._allowed():
            why = "hint_off"
        elif opened is None:
            why = "again_closed"
        elif not _may_begin(session):
            why = "no_seat"
        if why or opened is None:
            return Reply(False, hub_sentence(language, why), 0)
        with self._lock:
            if any(not work.ended for work in self._works.values()):
                return Reply(False, hub_sentence(language, "again_busy"), 0)
            work = self._works[opened.match] = _Work(len(opened.entries))
            while len(self._works) > _KEPT:
                self._works.popitem(last=False)
        threading.Thread(target=self._think, args=(opened, work), name="companion-again", daemon=True).start()
        return Reply(True, hub_sentence(language, "again_begun"), 0)

    def _think(self, opened: Opened, work: _Work) -> None:
        begun_s = time.monotonic()

        def think() -> LookedAgain:
            pains = Pains(
                playing=lambda: time.monotonic() < begun_s + PLAYED_S,
                thinking=lambda: time.monotonic() < begun_s + PLAYED_S + THOUGHT_S,
                done=lambda share: work.done.__setitem__(slice(0, 8), struct.pack("d", share)),
            )
            chance = Random(f"{opened.match} {work.length}")
            return look_again(opened.game, opened.header, opened.entries, pains, chance.randrange)

        try:
            work.found = aside(think, PLAYED_S + THOUGHT_S + _LATE_S, self._is_ended)
        except NoRoom:
            work.found = None
        finally:
            work.ended = True
        log.info("match %s was looked at again found=%s", opened.match, work.found is not None)


def _may_begin(session: Session) -> bool:
    return session.role is Role.HOST or session.seat is not None


def _course(voice: Voice, chances: tuple[Chances, ...], steps: int) -> ScoreCourse:
    """The chances in percent, as scores are drawn."""

    def points(seat: int) -> tuple[tuple[int, int], ...]:
        return tuple((one.at, round(100 * one.of[seat])) for one in chances)

    names = enumerate(voice.names.seats)
    lines = (ScoreLine(seat, name, *SEAT_LOOKS[seat % len(SEAT_LOOKS)], points(seat)) for seat, name in names)
    return ScoreCourse("", steps, tuple(lines))


def _turn_view(voice: Voice, steps: tuple[StoryStep, ...], turned: Turned) -> TurnView:
    state, question, seat = steps[turned.at].state, steps[turned.at].question, int(turned.seat)
    decks = deck_of(state)
    colour, shape = SEAT_LOOKS[seat % len(SEAT_LOOKS)]
    return TurnView(
        at=turned.at,
        name=voice.names.seats[seat],
        colour=colour,
        shape=shape,
        question="" if question is None else _asked_in_words(voice, question, turned.seat),
        given=option_view(voice, Listed(turned.given), decks).label,
        better=option_view(voice, Listed(turned.better), decks).label,
        reasons=tuple(reason_in_words(voice, state, one) for one in turned.reasons),
        before=round(100 * turned.before),
        after=round(100 * turned.after),
    )


def _asked_in_words(voice: Voice, asked: Asked, seat: Seat) -> str:
    return voice.say("question", asked.kind, {"seats": asked.seats, "seat": seat, **asked.facts})
