"""The camera's side of the referee: what lies on the table becomes answers, questions, refusals or to-dos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.journal.keeping import SaveError
from companion.reading.admission import Admit
from companion.reading.board_gestures import Sides, StandingRead, read_standing
from companion.reading.interpret import Act, Ask, Crowded, Reading, Unlawful, read, read_gone
from companion.reading.on_table import OnTable
from companion.referee.desk import Desk, Refused
from companion.referee.tray import Tray
from companion.values.notices import Notice
from rules.engine.match import Accepted
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Refusal, Seat
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
        desk: Desk,
        has_phone: Callable[[Seat], bool],
        admit: Admit,
        tray: Tray,
        clock: Callable[[], float] = lambda: 0.0,
        show_board: Callable[[Sides], None] = lambda sides: None,
    ):
        """`show_board` is told what stands on a board without stickers whenever the notes say something new."""
        self._desk = desk
        self.tray = tray
        self._clock = clock
        self._show_board = show_board
        self._board_shown: tuple[int, bool] | None = None
        self._board_read: tuple[int, BoardSeen, StandingRead] | None = None  # at which version, and what it meant
        self._board_due_s: float | None = None  # when what stands on the board counts, if it stays so
        self._has_phone = has_phone
        self._admit = admit
        self._standing: tuple[Notice, ...] = ()  # what was true of the table at the last report
        self._read_at = -1  # the version at which everything on the table was read; -1: it has to be read again

    def seen(self, report: TableReport) -> None:
        """Takes a camera report over. What a notice or a question was about may be gone by it."""
        desk = self._desk
        admitted = self._admit(report)
        report = admitted.report
        desk.watch.report(report, desk.match)
        desk.settle_gone()
        if report.dice is not None:
            self.tray.read(report.dice)
        for change in report.changes:
            if change.kind is ChangeKind.UNKNOWN:
                desk.note(Notice("unknown_tag", {"payload": change.payload[:40]}, aloud=True))
            elif change.kind is ChangeKind.DOUBLED and change.tag is not None:
                desk.note(_doubled(change.tag))
        for note in report.notes:
            desk.note(Notice(f"camera_{note.value}", aloud=True))
        for notice in admitted.news:
            desk.note(notice)
        self._stand(admitted.standing)

    def look_again(self) -> None:
        """Something has happened by which what lies there may mean something else."""
        self._read_at = -1

    def follow(self) -> bool:
        """Reads everything new on the table until nothing more follows from it, where anything may have changed."""
        desk = self._desk
        if self._read_at == desk.match.version and self.next_s != 0.0:
            return False
        before = desk.match.version, desk.asking, desk.notice
        while not desk.paused and self._step():
            pass
        desk.watch.forget_taken()
        self._read_at = desk.match.version
        return before != (desk.match.version, desk.asking, desk.notice)

    @property
    def next_s(self) -> float | None:
        """When something on the board has stood long enough to count."""
        if self._board_due_s is None or self._desk.paused:
            return None
        return max(0.0, self._board_due_s - self._clock())

    def follow_notes(self) -> None:
        """Tells the camera what stands on the board by the notes, where that has changed."""
        desk, board = self._desk, self._desk.watch.board
        if not desk.watch.figures:
            return
        now = (desk.match.version, board.is_turned)
        if now != self._board_shown and (sides := board.for_camera(desk.match)) is not None:
            self._board_shown = now
            self._show_board(sides)

    def accept_unnamed(self) -> bool:
        """The seat that is asked which card it laid face-down does not say: it counts as a card that nobody names."""
        asking = self._desk.asking
        if asking is None or not asking.what.unnamed:
            return False
        answer = Answer(asking.what.seat, asking.what.unnamed)
        return self._desk.try_entry(answer, "button", laid=asking.mark).ok

    def _stand(self, standing: tuple[Notice, ...]) -> None:
        """Tells what has become true of the table, and takes back what is so no longer."""
        for notice in standing:
            if notice not in self._standing:
                self._desk.note(notice)
        if self._desk.notice in self._standing and self._desk.notice not in standing:
            self._desk.clear_notice()
        self._standing = standing

    def _step(self) -> bool:
        desk = self._desk
        while (taken := desk.watch.next_taken()) is not None:
            spot, gone = taken
            if self._carry_out(gone, read_gone(spot, gone, desk.match)):
                desk.watch.bared(spot)
                return True
        items = list(desk.watch.open_items(desk.match))
        table = desk.watch.items
        if any(self._carry_out(item, read(item, desk.match, items, table, is_news=True)) for item in items):
            return True
        return self._step_on_board()

    def _step_on_board(self) -> bool:
        """Reads the board without stickers, after the cards: a card that was laid says which piece moves. What may be
        the half of something waits until it has stood a while."""
        desk, board = self._desk, self._desk.watch.board
        self._board_due_s = None
        if board.seen is None or not board.is_news(desk.match):
            return False
        before = self._board_read
        if before is None or before[:2] != (desk.match.version, board.seen):
            before = (desk.match.version, board.seen, read_standing(desk.match, board.seen))
            self._board_read = before
        found, due_s = before[2], board.since_s + desk.watch.patience_s
        if found.waits and self._clock() < due_s:
            self._board_due_s = due_s
            return False
        return self._carry_out(board.item, found.reading)

    def _carry_out(self, item: OnTable, reading: Reading) -> bool:
        """Does what a reading means; whether the match has moved on by it."""
        desk = self._desk
        match reading:
            case Act(answer):
                return self._answer(item, answer)
            case Ask(seat, _, unnamed):
                if not self._has_phone(seat) and unnamed:
                    return self._answer(item, Answer(seat, unnamed))
                if desk.asking is None:
                    desk.ask(reading, item.mark)
                    code = "which_meant" if reading.face_up else "which_card"
                    self._note(item, Notice(code, {"seat": seat}, aloud=True))
            case Unlawful(answer, refusal, public):
                self._unlawful(item, answer, refusal, public)
            case Crowded(spot):
                self._note(item, Notice("crowded", {"spot": spot}, aloud=True))
        return False

    def _answer(self, item: OnTable, answer: Answer) -> bool:
        public = self._desk.match.seen(None)
        came_from = None if item.piece is None else public.where(item.piece)
        try:
            outcome = self._desk.submit(answer, "camera")
        except SaveError as error:
            self._note(item, Notice("not_saved", {"why": str(error)}))
            return False
        if isinstance(outcome, Accepted):
            self._desk.watch.done(item, came_from)
            return True
        self._unlawful(item, answer, outcome, outcome)
        return False

    def _unlawful(self, item: OnTable, answer: Answer, refusal: Refusal, public: Refusal | None) -> None:
        """Says aloud only what everybody could find out; the seat's own phone says the rest."""
        if public is not None:
            notice = Notice("unlawful", {"refusal": public}, aloud=True)
        else:
            notice = Notice("unlawful_private", {"seat": answer.seat}, aloud=True)
        if self._note(item, notice, refusal.code):
            play = replace(answer, irregular=True) if answer.key else None
            self._desk.refuse(Refused(play, None if answer.seat is None else (answer.seat, refusal)), item.mark)

    def _note(self, item: OnTable, notice: Notice, why: str = "") -> bool:
        if not self._desk.watch.tell_once(item, f"{notice.code} {why}"):
            return False
        self._desk.note(notice, item.mark)
        return True
