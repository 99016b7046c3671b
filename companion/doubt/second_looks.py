"""What becomes of an act that the eye was not sure of, or that it withdraws, at the match that is played.

What the rules can decide is decided silently. What they cannot is asked once, in a sentence that names a place or a
seat and no piece. What followed from an act that did not happen is taken back on record, as long as nobody has acted
since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.doubt.doubts import Doubts, Known, Wondered
from companion.doubt.traces import Followed, Traces
from companion.reading.interpret import Ask
from companion.reading.on_table import Mark, OnTable
from companion.reading.watch import Watch
from companion.telling.dice_shown import Remark
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.match import Match
from vision.types import ChangeKind, TableReport

WAITS = "consent_wait"
"""What the verdict says when the table has to agree before something is undone."""


class Asking(Protocol):
    """Who is asked what; see `companion.referee.running_match.About`."""

    @property
    def what(self) -> Ask: ...


class Played(Protocol):
    """The match at the table; see `companion.referee.running_match.RunningMatch`."""

    watch: Watch

    @property
    def match(self) -> Match: ...
    @property
    def paused(self) -> bool: ...
    @property
    def asking(self) -> Asking | None: ...
    @property
    def notice(self) -> Notice | None: ...
    def note(self, notice: Notice, mark: Mark | None = None) -> None: ...
    def remark(self, remark: Remark) -> None: ...
    def ask(self, ask: Ask, mark: Mark | None = None) -> None: ...
    def stop_asking(self) -> None: ...
    def clear_notice(self) -> None: ...


class SecondLooks:
    """Used by the referee's thread."""

    def __init__(
        self, played: Played, decide: Callable[[int, int], None], take_back: Callable[[int], Verdict] | None
    ) -> None:
        """`decide` tells the eye which explanation of an act it was; `take_back` undoes what came after so many
        entries."""
        self._played = played
        self._take_back = take_back
        self._doubts = Doubts(decide)
        self._traces = Traces()
        self._asked: dict[int, tuple[Notice, Ask | None]] = {}  # by act
        self._withdrawn: Notice | None = None  # to be told when what is true instead was read

    def take(self, report: TableReport) -> TableReport:
        """A report as it counts for now. What followed from withdrawn changes is taken back before it is read."""
        counted = self._doubts.take(report, self._played.match.version)
        self._traces.note(counted.changes)
        found = [
            followed
            for change in counted.changes
            if change.kind is ChangeKind.CORRECTED
            and (followed := self._traces.withdrawn(change, counted.presences, self._played.match)) is not None
        ]
        if found:
            self._withdraw(min(found, key=lambda one: one.to))
        self._settle()
        return counted

    def decide(self) -> bool:
        """Decides what the rules decide, and asks once for the rest; whether the table is another by it."""
        before = self._doubts.undecided
        for found in self._doubts.weigh(self._played.match, self._played.watch):
            match found:
                case Known(_, report, told):
                    self._traces.note(report.changes, told)
                    self._played.watch.report(report, self._played.match)
                case Wondered():
                    self._wonder(found)
        self._settle()
        return before != self._doubts.undecided

    def answered(self, item: OnTable, *, is_gone: bool = False) -> None:
        """What was read there has become the latest answer."""
        self._traces.answered(item.payload, item.spot, self._played.match, is_gone=is_gone)

    def tell(self) -> None:
        """Says that something was taken back, also where what is true instead has become an answer meanwhile."""
        if self._withdrawn is not None:
            self._played.remark(Remark(self._withdrawn, "withdrawn"))
            if self._played.notice is None:
                self._played.note(self._withdrawn)
            self._withdrawn = None

    def _withdraw(self, followed: Followed) -> None:
        facts = {} if followed.spot is None else {"spot": followed.spot}
        where = "_there" if facts else ""
        if self._take_back is None or not followed.is_last or self._played.paused:
            self._played.note(Notice(f"eye_wrong{where}", facts, aloud=True))
            return
        verdict = self._take_back(followed.to)
        if verdict.ok and not (isinstance(verdict.what, Notice) and verdict.what.code == WAITS):
            self._withdrawn = Notice(f"eye_corrected{where}", facts)

    def _wonder(self, found: Wondered) -> None:
        """Asks once: the seat whose answers they are, else everybody. After the end nobody is asked any more."""
        if self._played.match.table.result is not None:
            return
        ask: Ask | None = None
        if found.what.seat is not None and self._played.asking is None:
            ask = Ask(found.what.seat, found.what.keys, "", face_up=True)
            self._played.ask(ask)
            notice = Notice("which_meant", {"seat": found.what.seat}, aloud=True)
        elif found.spot is not None:
            notice = Notice("eye_unsure_there", {"spot": found.spot}, aloud=True)
        else:
            notice = Notice("eye_unsure", aloud=True)
        self._played.note(notice)
        self._asked[found.act] = notice, ask

    def _settle(self) -> None:
        """What was asked about acts that are decided is settled."""
        played = self._played
        for act in [act for act in self._asked if act not in self._doubts.undecided]:
            notice, ask = self._asked.pop(act)
            if ask is not None and played.asking is not None and played.asking.what is ask:
                played.stop_asking()
            if played.notice == notice:
                played.clear_notice()
