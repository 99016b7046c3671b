"""The match that is being played, its journal, and what the table is told and asked beside it. The only way an entry
reaches the rules.

Order is its promise: an answer is on disk before any packet, light or voice speaks of it (DESIGN, section 8).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final, Generic, TypeVar

from companion.journal.keeping import MatchKeeper, SaveError
from companion.machine.fault_places import game_fault
from companion.machine.log import facts
from companion.reading.interpret import Ask
from companion.reading.on_table import Mark
from companion.reading.watch import Watch
from companion.telling.dice_shown import DiceShown, DiceStage, Remark
from companion.telling.moment import Moment
from companion.telling.teller import TableOutlet
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.entries import Entry, Identify
from rules.engine.match import Match, Outcome
from rules.engine.questions import Answer, GroupChoice, Question, Roll
from rules.engine.recall import Recalls
from rules.engine.types import Event, Refusal, Seat
from rules.outside import NoEnd

log = logging.getLogger("companion.referee")

PAUSE: Final = "pause"
"""What the journal keeps under this name while the table is paused."""
GATHERING: Final = "gathering"
"""And what it keeps there as long as people gather and nobody has started the match."""

Told_co = TypeVar("Told_co", covariant=True)


@dataclass(frozen=True)
class About(Generic[Told_co]):
    """What is told or asked, and what lies on the table that it is about; it is settled when that lies there no longer.
    Without a `mark` it is about nothing that lies there."""

    what: Told_co
    mark: Mark | None = None


@dataclass(frozen=True)
class Refused:
    """Something laid on the table that the rules do not allow: the answer that a host could let pass (None: nobody
    could), and the reason that one seat's own phone alone may say."""

    play: Answer | None
    private: tuple[Seat, Refusal] | None


class RunningMatch:
    """The match at the table, one at a time, in the referee's thread. Its fields are for reading: its methods alone
    change them."""

    def __init__(self, match: Match, keeper: MatchKeeper, outlet: TableOutlet, watch: Watch):
        self.match = match
        self._recalls = Recalls(match)
        self.keeper = keeper
        self.outlet = outlet
        self.watch = watch
        self._pause = keeper.unsettled().get(PAUSE)  # None: the match goes on
        self.asking: About[Ask] | None = None
        self.refused: About[Refused] | None = None
        self.rolled: DiceShown | None = None  # the dice of the last entry
        self._notice: About[Notice] | None = None
        self._remarks: list[Remark] = []
        self._told: list[tuple[Event, ...]] = []
        self._was_aside = False
        self.stopped: Notice | None = None  # the game has a fault, and stands still until something is answered
        self._at_fault = 0  # the entry that could not be carried out
        # hears of every error and its entry, with what the error quotes: set by the workbench of an author alone
        self.failed: Callable[[BaseException, int], None] = lambda error, number: None

    def submit(self, entry: Entry, origin: str, request: str = "", seat: Seat | None = None) -> Outcome:
        """Gives an entry to the rules and, accepted, to the journal; on disk when this returns. `seat` is whose
        request it is. SaveError when it could not be written: then the match is as before."""
        was_over, question = self.match.table.result is not None, self.match.question
        is_aside = _is_aside(self.match, entry)
        self._at_fault = self.match.version + 1
        outcome = self.match.submit(entry)
        self._at_fault = 0
        if isinstance(outcome, Refusal):
            return outcome
        is_over = self.match.table.result is not None
        try:
            self.keeper.append(
                self.match.version, entry, origin, request, seat, self.match if is_over or was_over else None
            )
        except Exception:
            self.match = self._as_saved()
            self._recalls = Recalls(self.match)
            raise
        self._recalls.note(entry)
        self.stopped = None
        self._told.append(outcome.events)
        self._was_aside = is_aside
        self.stop_asking()
        if not isinstance(entry, Identify):
            self.rolled = _rolled(question, entry)
        if is_over or isinstance(entry, Answer):
            self.clear_notice()
        if is_over:
            self.keeper.over()
        return outcome

    def try_entry(
        self, entry: Entry, origin: str, request: str = "", seat: Seat | None = None, *, laid: Mark | None = None
    ) -> Verdict:
        """An entry from a person, with the sentence that goes back; what was `laid` for it has become an answer by it.
        One that could not be saved is told to all: a button or a dealt hand has no screen that the sentence could go
        back to."""
        try:
            outcome = self.submit(entry, origin, request, seat)
        except SaveError as error:
            return self.not_saved(error)
        if isinstance(outcome, Refusal):
            return self.because(outcome)
        for item in (*self.watch.items, self.watch.board.item):
            if item.mark == laid:
                self.watch.done(item)
        return self.yes()

    def new_match(self) -> None:
        """Begins the next match with the same people. SaveError when it could not be written."""
        self.match = self.keeper.begin()
        self._recalls = Recalls(self.match)
        self.stopped = None
        self._pause = None
        self.watch.forget_all()
        self.stop_asking()
        self.clear_notice()
        self.rolled = None
        self._told.append(tuple(t.event for t in self.match.told))

    def stop(self, error: BaseException) -> None:
        """An error was raised: where it is the game's, everybody is told that it stands still, and at which entry; else
        that something went wrong."""
        match, number = self.match, self._at_fault or self.match.version
        self._at_fault = 0
        self.failed(error, number)
        fault = game_fault(error, match.game)
        if fault is None:
            self.note(Notice("fault"))
            return
        kind = "" if match.question is None else match.question.kind
        rule = fault.rule or match.game.rule_asked(kind)
        where: dict[str, object] = {**asdict(fault), "rule": rule or "-", "question": kind or "-", "number": number}
        code = "game_endless" if isinstance(error, NoEnd) else "game_stopped"
        at = ", ".join(filter(None, (fault.function, rule)))
        stopped = Notice(code, {"game": match.game.title, "at": at, **where})
        if stopped != self.stopped:  # what fails at every look is said once
            name = {"game": match.game.slug, "version": match.game.about.version}
            log.error("the game has stopped %s", facts(**name, **where))
        self.stopped = stopped

    @property
    def paused(self) -> bool:
        """Whether the table stands still."""
        return self._pause is not None

    @property
    def gathering(self) -> bool:
        """Whether it does because people gather, and nobody has started the match yet."""
        return self._pause == GATHERING

    def pause(self, paused: bool) -> Verdict:
        """The table stands still until it is told to go on, over restarts too."""
        return self._stand_still("" if paused else None)

    def gather(self) -> Verdict:
        """The same until somebody starts the match; nothing has been answered in it yet."""
        return self._stand_still(GATHERING)

    def note(self, notice: Notice, mark: Mark | None = None) -> None:
        """Something to tell everybody; with `mark` it is settled when that no longer lies there."""
        self._notice = About(notice, mark)

    @property
    def notice(self) -> Notice | None:
        """What everybody is told beside the match."""
        return None if self._notice is None else self._notice.what

    def refuse(self, refused: Refused, mark: Mark) -> None:
        """What was laid there is not allowed."""
        self.refused = About(refused, mark)

    def ask(self, ask: Ask, mark: Mark | None = None) -> None:
        """Somebody has to say which card or which move it was that lies there; without a `mark` it is not sure what
        lies there at all."""
        self.asking = About(ask, mark)

    def take_up_dice(self) -> None:
        """Hands take the dice up again: what was rolled last is shown no longer."""
        self.rolled = None

    def remark(self, remark: Remark) -> None:
        """Something that the voice says once."""
        self._remarks.append(remark)

    @property
    def has_remarks(self) -> bool:
        """Whether there is anything that the voice has not been given yet."""
        return bool(self._remarks)

    def clear_notice(self) -> None:
        """What was noticed is settled."""
        self._notice = self.refused = None

    def stop_asking(self) -> None:
        """Nobody is asked any more which card it was."""
        self.asking = None

    def settle_gone(self) -> None:
        """What was told or asked about something on the table is settled if that is there no longer."""
        if self._is_gone(self._notice):
            self.clear_notice()
        if self._is_gone(self.refused):
            self.refused = None
        if self._is_gone(self.asking):
            self.stop_asking()

    def moment(self, now_s: float) -> Moment:
        """Everything to be told now; what happened is handed out once."""
        told, self._told = tuple(self._told), []
        remarks, self._remarks = tuple(self._remarks), []
        return Moment(
            match=self.match,
            notice=self.notice,
            asking=None if self.asking is None else self.asking.what,
            paused=self.paused,
            gathering=self.gathering,
            watch=self.watch,
            told=told,
            refused_play=None if self.refused is None else self.refused.what.play,
            private_refusal=None if self.refused is None else self.refused.what.private,
            now_s=now_s,
            remarks=remarks,
            recalls=self._recalls,
            was_aside=self._was_aside,
            stopped=self.stopped,
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

    def _stand_still(self, why: str | None) -> Verdict:
        try:
            self.keeper.settle({PAUSE: why})
        except SaveError as error:
            return self.not_saved(error)
        self._pause = why
        return self.yes()

    def _is_gone(self, about: About[object] | None) -> bool:
        return about is not None and about.mark is not None and not self.watch.still_there(about.mark)

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
