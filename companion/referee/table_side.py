"""The camera's side of the referee: what lies on the table becomes answers, questions, refusals or to-dos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.doubt.second_looks import SecondLooks
from companion.journal.keeping import SaveError
from companion.reading.admission import Admit
from companion.reading.board_gestures import Sides, StandingRead, read_standing
from companion.reading.interpret import Act, Ask, Crowded, Reading, Unlawful, read, read_gone
from companion.reading.on_table import OnTable
from companion.reading.sensed_table import SensedTable
from companion.referee.running_match import Refused, RunningMatch
from companion.referee.tray import Tray
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from hardware.types import DiceRolled, TableSense
from rules.engine.match import Accepted
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Refusal, Seat
from vision.registry import TagRegistry
from vision.types import BoardSeen, ChangeKind, Side, TableReport, Tag


def _doubled(tag: Tag) -> Notice:
    """What everybody is told of a tag that is seen twice; of a back never which card it is."""
    if tag.side is Side.BACK:
        return Notice("doubled_back", aloud=True)
    return Notice("doubled_tag", {"piece": PieceId(tag.piece)}, aloud=True)


class TableSide:
    """Reads the table for the referee, in the referee's thread."""

    def __init__(
        self,
        running: RunningMatch,
        has_phone: Callable[[Seat], bool],
        admit: Admit,
        tray: Tray,
        clock: Callable[[], float] = lambda: 0.0,
        show_board: Callable[[Sides], None] = lambda sides: None,
        decide: Callable[[int, int], None] = lambda act, choice: None,
        take_back: Callable[[int], Verdict] | None = None,
    ):
        """`show_board` is told what stands on a board without stickers whenever the notes say something new; `decide`
        tells the eye which explanation of an act it was; `take_back` undoes what came after so many entries (None:
        nothing is ever undone)."""
        self._running = running
        self.tray = tray
        self._table = SensedTable()
        self._clock = clock
        self._show_board = show_board
        self._board_shown: tuple[int, bool] | None = None
        self._board_read: tuple[int, BoardSeen, StandingRead] | None = None  # at which version, and what it meant
        self._board_due_s: float | None = None  # when what stands on the board counts, if it stays so
        self._has_phone = has_phone
        self._admit = admit
        self._second_looks = SecondLooks(running, decide, take_back)
        self._standing: tuple[Notice, ...] = ()  # what was true of the table at the last report
        self._read_at = -1  # the version at which everything on the table was read; -1: it has to be read again

    def sensed(self, sense: TableSense, tags: TagRegistry) -> None:
        """Takes over what a device other than the camera tells of the table."""
        if isinstance(sense, DiceRolled):
            self.tray.rolled(sense)
        else:
            self._report(self._table.told(sense, tags.get(sense.payload)))

    def seen(self, report: TableReport) -> None:
        """Takes a camera report over."""
        self._report(self._table.seen(report))

    def _report(self, report: TableReport) -> None:
        """What a notice or a question was about may be gone by it."""
        running = self._running
        admitted = self._admit(report)
        report = self._second_looks.take(admitted.report)
        running.watch.report(report, running.match)
        running.settle_gone()
        if report.dice is not None:
            self.tray.read(report.dice)
        for change in report.changes:
            if change.kind is ChangeKind.UNKNOWN:
                running.note(Notice("unknown_tag", {"payload": change.payload[:40]}, aloud=True))
            elif change.kind is ChangeKind.DOUBLED and change.tag is not None:
                running.note(_doubled(change.tag))
        for note in report.notes:
            running.note(Notice(f"camera_{note.value}", aloud=True))
        for notice in admitted.news:
            running.note(notice)
        strangers = running.watch.strangers(running.match)  # neither where nor which they may be: see admission
        asked = (Notice("nameless_card", {"count": strangers}),) if strangers else ()
        self._stand((*admitted.standing, *asked))

    def look_again(self) -> None:
        """Something has happened by which what lies there may mean something else."""
        self._read_at = -1

    def follow(self) -> bool:
        """Reads everything new on the table until nothing more follows from it, where anything may have changed."""
        running = self._running
        if self._read_at == running.match.version and self.next_s != 0.0:
            return False
        before = running.match.version, running.asking, running.notice
        while not running.paused and (self._second_looks.decide() or self._step()):
            pass
        self._second_looks.tell()
        running.watch.forget_taken()
        self._read_at = running.match.version
        return before != (running.match.version, running.asking, running.notice)

    @property
    def next_s(self) -> float | None:
        """When something on the board has stood long enough to count."""
        if self._board_due_s is None or self._running.paused:
            return None
        return max(0.0, self._board_due_s - self._clock())

    def follow_notes(self) -> None:
        """Tells the camera what stands on the board by the notes, where that has changed."""
        running, board = self._running, self._running.watch.board
        if not running.watch.figures:
            return
        now = (running.match.version, board.is_turned)
        if now != self._board_shown and (sides := board.for_camera(running.match)) is not None:
            self._board_shown = now
            self._show_board(sides)

    def accept_unnamed(self) -> bool:
        """The seat that is asked which card it laid face-down does not say: it counts as a card that nobody names."""
        asking = self._running.asking
        if asking is None or not asking.what.unnamed:
            return False
        answer = Answer(asking.what.seat, asking.what.unnamed)
        return self._running.try_entry(answer, "button", laid=asking.mark).ok

    def _stand(self, standing: tuple[Notice, ...]) -> None:
        """Tells what has become true of the table, and takes back what is so no longer."""
        for notice in standing:
            if notice not in self._standing:
                self._running.note(notice)
        if self._running.notice in self._standing and self._running.notice not in standing:
            self._running.clear_notice()
        self._standing = standing

    def _step(self) -> bool:
        running = self._running
        while (taken := running.watch.next_taken()) is not None:
            spot, gone = taken
            if self._carry_out(gone, read_gone(spot, gone, running.match)):
                self._second_looks.answered(gone, is_gone=True)
                running.watch.bared(spot)
                return True
        items = list(running.watch.open_items(running.match))
        table = running.watch.items
        for item in items:
            if self._carry_out(item, read(item, running.match, items, table, is_news=True)):
                self._second_looks.answered(item)
                return True
        return self._step_on_board()

    def _step_on_board(self) -> bool:
        """Reads the board without stickers, after the cards: a card that was laid says which piece moves. What may be
        the half of something waits until it has stood a while."""
        running, board = self._running, self._running.watch.board
        self._board_due_s = None
        if board.seen is None or not board.is_news(running.match):
            return False
        before = self._board_read
        if before is None or before[:2] != (running.match.version, board.seen):
            before = (running.match.version, board.seen, read_standing(running.match, board.seen))
            self._board_read = before
        found, due_s = before[2], board.since_s + running.watch.patience_s
        if found.waits and self._clock() < due_s:
            self._board_due_s = due_s
            return False
        return self._carry_out(board.item, found.reading)

    def _carry_out(self, item: OnTable, reading: Reading) -> bool:
        """Does what a reading means; whether the match has moved on by it."""
        running = self._running
        match reading:
            case Act(answer):
                return self._answer(item, answer)
            case Ask(seat, _, unnamed):
                if not self._has_phone(seat) and unnamed:
                    return self._answer(item, Answer(seat, unnamed))
                if running.asking is None:
                    running.ask(reading, item.mark)
                    code = "which_meant" if reading.face_up else "which_card"
                    self._note(item, Notice(code, {"seat": seat}, aloud=True))
            case Unlawful() if running.watch.is_late(item):
                pass  # it goes on to where it belongs
            case Unlawful(answer, refusal, public):
                self._unlawful(item, answer, refusal, public)
            case Crowded(spot):
                self._note(item, Notice("crowded", {"spot": spot}, aloud=True))
        return False

    def _answer(self, item: OnTable, answer: Answer) -> bool:
        public = self._running.match.seen(None)
        came_from = None if item.piece is None else public.where(item.piece)
        try:
            outcome = self._running.submit(answer, "camera")
        except SaveError as error:
            self._note(item, Notice("not_saved", {"why": str(error)}))
            return False
        if isinstance(outcome, Accepted):
            self._running.watch.done(item, came_from)
            return True
        self._unlawful(item, answer, outcome, outcome)
        return False

    def _unlawful(self, item: OnTable, answer: Answer, refusal: Refusal, public: Refusal | None) -> None:
        """Says aloud only what everybody could find out; the seat's own phone says the rest."""
        if public is not None:
            facts = {"refusal": public, "seat": answer.seat}
            notice = Notice("unlawful" if answer.seat is None else "unlawful_of", facts, aloud=True)
        else:
            notice = Notice("unlawful_private", {"seat": answer.seat}, aloud=True)
        if self._note(item, notice, refusal.code):
            play = replace(answer, irregular=True) if answer.key else None
            self._running.refuse(Refused(play, None if answer.seat is None else (answer.seat, refusal)), item.mark)

    def _note(self, item: OnTable, notice: Notice, why: str = "") -> bool:
        if not self._running.watch.tell_once(item, f"{notice.code} {why}"):
            return False
        self._running.note(notice, item.mark)
        return True
