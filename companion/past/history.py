"""Finished matches: the list, statistics, one match told again, opening what was hidden, and taking matches away.

Everything here is made from the journal. Nothing of a match that is still played can be had from here but the course of
its scores, and what was hidden only after it was opened on record.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from companion.journal.journal import Journal, JournalError, MatchId, StoredMatch
from companion.journal.people import utc_now
from companion.journal.rosters import Seated
from companion.machine.fault_places import fault_facts
from companion.past.bgstats import app_link
from companion.past.exporting import export_all, export_one, written_down
from companion.past.look_again import Opened
from companion.past.outcomes import Outcomes
from companion.past.past_words import PastVoices, courses_in_words, hub_sentence, result_of, row_of, step_lines, whole
from companion.past.scores import Course, courses
from companion.past.statistics import tallies_of_games, tallies_of_people
from companion.past.story import Story, step_packet
from companion.past.tellings import as_told, tellings_of
from companion.values.notices import Notice
from companion.values.person import Person
from rules.engine.game import Game
from rules.games import OURS, UnknownGame
from rules.outside import FAULTS
from web.pages.history.views import (
    ExportForm,
    HistoryAct,
    HistoryCommand,
    HistoryView,
    NotationFile,
    Opening,
    OpenState,
    PastMatch,
    PastRow,
    ScoreCourse,
)
from web.views import Packet, Reply, Role, Session

ROWS_A_PAGE = 30
STORIES_KEPT = 4  # a long one holds a few megabytes

log = logging.getLogger("companion.history")


@dataclass(frozen=True)
class TableNow:
    """What history needs of the running table: its match, who sits there, and how to tell everybody something."""

    match: Callable[[], MatchId | None]
    people: Callable[[], tuple[Person, ...]]
    tell: Callable[[Notice], None]
    language: str = "en"


@dataclass(frozen=True)
class _Known:
    """A story with what was made of it at that length."""

    story: Story
    length: int
    courses: tuple[Course, ...]


class History:
    """Implements `web.pages.history.HistoryPort` on a journal. Safe from any thread; one match is worked out at a
    time, so that nobody can make the table slow by asking for many."""

    def __init__(self, journal: Journal, games: Callable[[str], Game], table: TableNow):
        """`games`: a game by its name; it may raise UnknownGame."""
        self._journal = journal
        self._games = games
        self._table = table
        self._lock = threading.RLock()
        self._stories: OrderedDict[MatchId, _Known] = OrderedDict()
        self._untold: dict[MatchId, int] = {}  # matches that the present rules refuse, and how long they were
        self._outcomes = Outcomes(journal)
        self._voices = PastVoices(STORIES_KEPT * 2)
        self._votes: dict[tuple[MatchId, int], set[tuple[int, str]]] = {}

    # -- looking -----------------------------------------------------------------------------------------------------

    def history(self, session: Session, page: int, bots: bool) -> HistoryView:
        """A page of the list, from 1, and the statistics."""
        rows = self.rows(session.language)
        pages = max(1, -(-len(rows) // ROWS_A_PAGE))
        page = min(max(page, 1), pages)
        shown = rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE]
        return HistoryView(
            rows=shown,
            page=page,
            pages=pages,
            matches=len(rows),
            people=tallies_of_people(rows, with_bots=bots),
            games=tallies_of_games(rows),
            bots=bots,
        )

    def rows(self, language: str) -> tuple[PastRow, ...]:
        """Every finished match, the latest first."""
        self.settle()
        players, found = self._journal.rosters.all_players(), []
        for stored in self._journal.matches():
            if stored.ended is not None:
                people = whole(players.get(stored.match, ()), stored.seats)
                found.append(row_of(stored, people, self._outcomes.of(stored), self._language(language)))
        return tuple(found)

    def past_match(self, session: Session, match: int) -> PastMatch | None:
        """One finished match; None when there is none of that number."""
        stored = self._finished(match)
        if stored is None:
            return None
        language, people = self._language(session.language), self._people(stored)
        with self._lock:
            known = self._known(stored)
            if known is None:
                self._outcomes.look_up()
            outcome = self._outcomes.of(stored) if known is None else self._outcomes.settled(stored, known.story)
            row = row_of(stored, people, outcome, language)
            opening, is_host = self._opening(session, stored), session.role is Role.HOST
            if known is None:
                past = PastMatch(row=row, opening=opening, is_host=is_host)
                return as_told(past, stored, language, people, self._journal.rosters, self._games)
            story, voice = known.story, self._voices.of(stored, known.story, language, people)
            text, lines = result_of(voice, story.steps[-1].state)
            form = story.game.notation
            return PastMatch(
                row=row,
                text=text,
                lines=lines,
                courses=courses_in_words(voice, known.courses, len(story.steps) - 1),
                steps=step_lines(voice, story),
                taken_back=story.taken_back,
                opening=opening,
                app_link=app_link(row, story.game.bgg, "; ".join(lines)),
                is_host=is_host,
                notation="" if form is None else form.suffix,
            )

    def past_step(self, session: Session, match: int, at: int, is_open: bool) -> Packet | None:
        """The table at a step of a finished match; None when there is none, or when it is wanted open and is not."""
        stored = self._finished(match)
        if stored is None or (is_open and self._journal.rosters.revealed(stored.match) is None):
            return None
        people = self._people(stored)
        with self._lock:
            known = self._known(stored)
            if known is None or not 0 <= at < len(known.story.steps):
                return None
            voice = self._voices.of(stored, known.story, self._language(session.language), people)
            seats = tuple(Person(name, bot=one.bot) for one, name in zip(people, voice.names.seats, strict=True))
            return step_packet(voice, known.story, at, seats, is_open=is_open)

    def score_courses(self, session: Session) -> tuple[ScoreCourse, ...]:
        """How the scores of the match on the table have gone so far. A stock that is drawn as so many shapes beside
        everybody's name is left out: on the table screen eight lines of it would say less than the shapes do."""
        number = self._table.match()
        stored = None if number is None else self._journal.match(number)
        if stored is None:
            return ()
        seated = whole((Seated(n, one.name, one.bot) for n, one in enumerate(self._table.people())), stored.seats)
        with self._lock:
            known = self._known(stored)
            if known is None:
                return ()
            voice = self._voices.of(stored, known.story, self._language(session.language), seated)
            scores = tuple(course for course in known.courses if course.kind not in known.story.game.screens.pips)
            return courses_in_words(voice, scores, len(known.story.steps) - 1)

    def match_on_table(self, session: Session) -> int | None:
        """The number of the match on the table once it has ended."""
        number = self._table.match()
        return None if number is None or self._finished(number) is None else int(number)

    def export(self, session: Session, form: ExportForm, match: int | None) -> str | None:
        """All finished matches, or one with its story; None when there is none of that number."""
        if match is None:
            return export_all(self.rows(session.language), form)
        found = self.past_match(session, match)
        return None if found is None else export_one(found, form)

    def notation(self, session: Session, match: int) -> NotationFile | None:
        """A finished match in the notation of its field; None when there is none, or its game has no such form."""
        stored = self._finished(match)
        if stored is None:
            return None
        language, people = self._language(session.language), self._people(stored)
        with self._lock:
            known = self._known(stored)
            if known is None:
                return None
            row = row_of(stored, people, None, language)
            return written_down(row, known.story, self._voices.of(stored, known.story, language, people).words)

    def opened(self, session: Session, match: int) -> Opened | None:
        """A finished match with all that was noted of it; None before what was hidden in it was opened on record."""
        stored = self._finished(match)
        if stored is None or (reveal := self._journal.rosters.revealed(stored.match)) is None:
            return None
        people = self._people(stored)
        with self._lock:
            known = self._known(stored)
            if known is None:
                return None
            header, entries = self._journal.load(stored.match)
            voice = self._voices.of(stored, known.story, self._language(session.language), people)
            log, steps = tuple(one.entry for one in entries), tuple(known.story.steps)
        return Opened(reveal, stored.match, known.story.game, header, log, steps, voice)

    def is_over(self, match: int) -> bool:
        """Whether there is a match of that number, and it is over."""
        return self._finished(match) is not None

    def settle(self) -> None:
        """Works out how matches ended of which that is not kept yet, and keeps it."""
        with self._lock:
            self._outcomes.look_up()
            for stored in self._journal.matches():
                known = self._outcomes.of(stored) is not None
                if stored.ended is None or known or self._untold.get(stored.match) == stored.entries:
                    continue
                story = self._known(stored)
                if story is not None:
                    self._outcomes.settled(stored, story.story)

    def keep_tellings(self) -> None:
        """Keeps as texts what was told of ended matches whose games are not ours, and may be taken away one day."""
        untold = self._journal.rosters.untold()
        for stored in self._journal.matches() if untold else ():
            if stored.match in untold and stored.game not in OURS and stored.ended is not None:
                with self._lock:
                    known = self._known(stored)
                    if known is not None:
                        self._outcomes.settled(stored, known.story)
                        kept = tellings_of(known.story)
                        self._journal.rosters.keep_telling(stored.match, stored.entries, kept)

    # -- doing -------------------------------------------------------------------------------------------------------

    def history_act(self, session: Session, command: HistoryCommand) -> Reply:
        """Opens, deletes or forgets, or says why not."""
        say = partial(hub_sentence, self._language(session.language))
        if command.act is HistoryAct.AGREE:
            return self._agree(session, command.match, say)
        if session.role is not Role.HOST:
            return Reply(False, say("no_host"), 0)
        try:
            match command.act:
                case HistoryAct.OPEN:
                    return self._open(command.match, say)
                case HistoryAct.DELETE_MATCH:
                    return self._delete(command.match, say)
            count = self._journal.rosters.forget_name(command.name.strip()) if command.name.strip() else 0
        except JournalError as error:
            return Reply(False, say("history_not_saved", why=str(error)), 0)
        return Reply(count > 0, say("name_forgotten" if count else "name_unknown", count=count), 0)

    def _open(self, match: int, say: Callable[..., str]) -> Reply:
        stored = self._finished(match)
        if stored is None:
            return Reply(False, say("reveal_not_ended"), 0)
        self._reveal(stored, by_host=True)
        return Reply(True, say("revealed"), 0)

    def _agree(self, session: Session, match: int, say: Callable[..., str]) -> Reply:
        """One seat's vote. Only for the match that lies on the table: who sat in an older one is not signed on."""
        stored = self._finished(match)
        if stored is None or stored.match != self._table.match():
            return Reply(False, say("reveal_not_ended"), 0)
        seats = self._voters()
        own = _own(seats, session)
        if not own:
            return Reply(False, say("no_seat"), 0)
        with self._lock:
            votes = self._votes.setdefault((stored.match, stored.entries), set())
            votes |= own
            missing = len(seats - votes)
        if missing:
            return Reply(True, say("reveal_agreed", count=missing), 0)
        try:
            self._reveal(stored, by_host=False)
        except JournalError as error:
            return Reply(False, say("history_not_saved", why=str(error)), 0)
        return Reply(True, say("revealed"), 0)

    def _reveal(self, stored: StoredMatch, *, by_host: bool) -> None:
        self._journal.rosters.reveal(
            stored.match, stored.entries, by_host, utc_now().isoformat(timespec="milliseconds")
        )
        log.info("everything of match %s was opened by=%s", stored.match, "host" if by_host else "players")
        if stored.match == self._table.match():
            self._table.tell(Notice("revealed_by_host" if by_host else "revealed_by_players", aloud=True))

    def _delete(self, match: int, say: Callable[..., str]) -> Reply:
        if match == self._table.match():
            return Reply(False, say("delete_on_table"), 0)
        if self._finished(match) is None:
            return Reply(False, say("no_such_match"), 0)
        with self._lock:
            self._journal.rosters.delete_match(match)
            self._stories.pop(MatchId(match), None)
            self._outcomes.forget(MatchId(match))
        return Reply(True, say("match_deleted"), 0)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _language(self, wished: str) -> str:
        return wished or self._table.language

    def _finished(self, match: int) -> StoredMatch | None:
        stored = self._journal.match(MatchId(match))
        return None if stored is None or stored.ended is None else stored

    def _people(self, stored: StoredMatch) -> tuple[Seated, ...]:
        return whole(self._journal.rosters.players(stored.match), stored.seats)

    def _voters(self) -> frozenset[tuple[int, str]]:
        """Seats with who sits there: whoever takes a seat later has not agreed yet."""
        return frozenset((n, one.name) for n, one in enumerate(self._table.people()) if one.joined)

    def _opening(self, session: Session, stored: StoredMatch) -> Opening:
        reveal = self._journal.rosters.revealed(stored.match)
        if reveal is not None:
            state = OpenState.BY_HOST if reveal.by_host else OpenState.BY_PLAYERS
            return Opening(state=state, at=datetime.fromisoformat(reveal.at))
        closed = Opening(state=OpenState.CLOSED, may_host=session.role is Role.HOST)
        if stored.match != self._table.match():
            return closed
        seats, votes = self._voters(), self._votes.get((stored.match, stored.entries), set())
        own = _own(seats, session)
        may_agree = bool(own - votes) or bool(own and seats <= votes)  # who was missing has left: one says it once more
        return replace(closed, may_agree=may_agree, agreed=len(seats & votes), needed=len(seats))

    def _known(self, stored: StoredMatch) -> _Known | None:
        """The story of a match up to its last entry; None when the present rules cannot tell it."""
        with self._lock:
            known = self._stories.get(stored.match)
            if known is not None and known.length == stored.entries:
                self._stories.move_to_end(stored.match)
                return known
            if self._untold.get(stored.match) == stored.entries:
                return None
            try:
                header, entries = self._journal.load(stored.match)
                story = known.story if known is not None else Story(self._games(header.game), header)
                story.follow([one.entry for one in entries])
            except UnknownGame:
                return None  # it may be installed again at any time
            except FAULTS as error:  # a game may have become another since, and its code anything
                log.warning("match %s cannot be told again %s", stored.match, fault_facts(error))
                self._untold[stored.match] = stored.entries
                self._stories.pop(stored.match, None)
                return None
            known = self._stories[stored.match] = _Known(story, story.length, courses(story.game, story.steps))
            self._stories.move_to_end(stored.match)
            while len(self._stories) > STORIES_KEPT:
                self._stories.popitem(last=False)
            return known


def _own(voters: frozenset[tuple[int, str]], session: Session) -> frozenset[tuple[int, str]]:
    """Those among the voters for whom a phone speaks: all of its seats."""
    return frozenset(voter for voter in voters if voter[0] in (*session.seats, session.seat))
