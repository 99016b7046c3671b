"""The referee's desk: the match, its journal, and what is to be told. The only way an entry reaches the rules.

Order is its promise: an answer is on disk before any packet, light or voice speaks of it (DESIGN, section 8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.journal.keeping import SaveError
from companion.journal.unsettled import Changes
from companion.reading.interpret import Ask
from companion.reading.on_table import Mark
from companion.reading.watch import Watch
from companion.referee.held_answers import PAUSE
from companion.telling.dice_shown import ChoiceShown, DiceShown, DiceStage, Remark
from companion.telling.moment import Moment
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.entries import Entry, Identify
from rules.engine.match import Match, Outcome
from rules.engine.questions import Answer, GroupChoice, Question, Roll
from rules.engine.types import Event, Refusal, Seat


class Keeper(Protocol):
    """The journal as the referee uses it."""

    def append(self, number: int, entry: Entry, origin: str, request: str, seat: Seat | None) -> None:
        """Returns when the entry is on disk; SaveError when it cannot be written. `seat` is whose request it is."""

    def unsettled(self) -> Mapping[str, str]:
        """What is acknowledged and no entry yet, by name, in its order (see `companion.referee.held_answers`)."""
        ...

    def settle(self, changes: Changes) -> None:
        """Returns when what is to be kept so, or not any more, is on disk; SaveError when it cannot be written."""

    def finish(self) -> None:
        """The match has ended. Never raises: the entries say it too."""

    def reopen(self) -> None:
        """The end of the match was taken back. Never raises: the entries say it too."""

    def reload(self) -> Match:
        """The match as the journal has it; SaveError when it cannot be read."""
        ...

    def begin(self) -> Match:
        """A new match of the same game, players and options; SaveError when it cannot be written."""
        ...


class Outlet(Protocol):
    """Tells the world: packets, lights, voice."""

    def tell(self, moment: Moment) -> None:
        """Tells everybody what is new. Called by the referee's thread only."""


class Desk:
    """One match at a time, in the referee's thread."""

    def __init__(self, match: Match, keeper: Keeper, outlet: Outlet, watch: Watch):
        self.match = match
        self.keeper = keeper
        self.outlet = outlet
        self.watch = watch
        self.paused = PAUSE in keeper.unsettled()
        self.notice: Notice | None = None
        self.notice_mark: Mark | None = None  # what lies on the table that the notice is about
        self.refused_play: Answer | None = None
        self.refused_mark: Mark | None = None  # what was laid for it
        self.private_refusal: tuple[Seat, Refusal] | None = None  # for that seat's own phone only
        self.asking: Ask | None = None
        self.asking_mark: Mark | None = None
        self.thrown: tuple[int, ...] = ()
        self.dice: DiceShown | None = None
        self.choice: ChoiceShown | None = None
        self._remarks: list[Remark] = []
        self._told: list[tuple[Event, ...]] = []
        self._was_aside = False

    def submit(self, entry: Entry, origin: str, request: str = "", seat: Seat | None = None) -> Outcome:
        """Gives an entry to the rules and, accepted, to the journal; on disk when this returns. `seat` is whose
        request it is. SaveError when it could not be written: then the match is as before."""
        was_over, question = self.match.table.result is not None, self.match.question
        is_aside = _is_aside(self.match, entry)
        outcome = self.match.submit(entry)
        if isinstance(outcome, Refusal):
            return outcome
        try:
            self.keeper.append(self.match.version, entry, origin, request, seat)
        except Exception:
            self.match = self._as_saved()
            raise
        self._told.append(outcome.events)
        self._was_aside = is_aside
        self.stop_asking()
        if not isinstance(entry, Identify):
            self.dice = _rolled(question, entry)
        if isinstance(entry, Answer):
            self.clear_notice()
        is_over = self.match.table.result is not None
        if is_over and not was_over:
            self.keeper.finish()
        elif was_over and not is_over:
            self.keeper.reopen()
        return outcome

    def try_entry(self, entry: Entry, origin: str, request: str = "", seat: Seat | None = None) -> Verdict:
        """An entry from a person, with the sentence that goes back. One that could not be saved is told to all: a
        button or a dealt hand has no screen that the sentence could go back to."""
        try:
            outcome = self.submit(entry, origin, request, seat)
        except SaveError as error:
            return self.not_saved(error)
        return self.because(outcome) if isinstance(outcome, Refusal) else self.yes()

    def new_match(self) -> None:
        """Begins the next match with the same people. SaveError when it could not be written."""
        self.match = self.keeper.begin()
        self.paused = False
        self.watch.forget_all()
        self.stop_asking()
        self.clear_notice()
        self.dice = None
        self._told.append(tuple(t.event for t in self.match.told))

    def pause(self, paused: bool) -> Verdict:
        """The table stands still until it is told to go on, over restarts too."""
        try:
            self.keeper.settle({PAUSE: "" if paused else None})
        except SaveError as error:
            return self.not_saved(error)
        self.paused = paused
        return self.yes()

    def note(self, notice: Notice, mark: Mark | None = None) -> None:
        """Something to tell everybody; with `mark` it is settled when that no longer lies there."""
        self.notice, self.notice_mark = notice, mark

    def remark(self, remark: Remark) -> None:
        """Something that the voice says once."""
        self._remarks.append(remark)

    @property
    def has_remarks(self) -> bool:
        """Whether there is anything that the voice has not been given yet."""
        return bool(self._remarks)

    def clear_notice(self) -> None:
        """What was noticed is settled."""
        self.notice = self.notice_mark = None
        self.refused_play = self.refused_mark = self.private_refusal = None

    def stop_asking(self) -> None:
        """Nobody is asked any more which card it was, or which dice."""
        self.asking = self.asking_mark = None
        self.thrown = ()

    def consume(self, mark: Mark | None) -> None:
        """What lies there has become an answer."""
        for item in (*self.watch.items, self.watch.board.item):
            if item.mark == mark:
                self.watch.done(item)

    def moment(self, now_s: float) -> Moment:
        """Everything to be told now; what happened is handed out once."""
        told, self._told = tuple(self._told), []
        remarks, self._remarks = tuple(self._remarks), []
        return Moment(
            self.match,
            self.notice,
            self.asking,
            self.paused,
            self.watch,
            told,
            self.refused_play,
            self.private_refusal,
            now_s,
            self.thrown,
            self.dice,
            self.choice,
            remarks,
            was_aside=self._was_aside,
        )

    def yes(self, code: str = "done", **facts: object) -> Verdict:
        """Done, with what is said of it."""
        return Verdict(True, Notice(code, facts), self.match.version)

    def no(self, code: str, **facts: object) -> Verdict:
        """Not done, and why."""
        return Verdict(False, Notice(code, facts), self.match.version)

    def not_saved(self, error: SaveError) -> Verdict:
        """Not done, because it could not be written; everybody is told."""
        why = str(error)  # remembers what it was made of
        self.note(Notice("not_saved", {"why": why}))
        return self.no("not_saved", why=why)

    def because(self, refusal: Refusal) -> Verdict:
        """Not done, for the rules' reason."""
        return Verdict(False, refusal, self.match.version)

    def _as_saved(self) -> Match:
        """The match without the entry that could not be written: as the journal has it, or from memory when the disk
        cannot even be read."""
        try:
            return self.keeper.reload()
        except SaveError:
            return Match.replay(self.match.game, self.match.header, self.match.journal[:-1])


def _is_aside(match: Match, entry: Entry) -> bool:
    """Whether an entry is one of the options beside what is asked."""
    question = match.question
    if not isinstance(entry, Answer) or not isinstance(question, GroupChoice | Roll):
        return False
    if isinstance(question, Roll):
        return not question.faces(entry.key)
    return any(option.aside for option in match.options(entry.seat) if option.key == entry.key)


def _rolled(question: Question | None, entry: Entry) -> DiceShown | None:
    """The dice that were rolled with an entry, in whichever way; None where something else was done before them."""
    if not isinstance(question, Roll) or not isinstance(entry, Answer):
        return None
    faces = question.faces(entry.key)
    return DiceShown(DiceStage.ROLLED, question.dice, faces) if faces else None
