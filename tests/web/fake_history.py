"""Finished matches in memory: what the pages about them are developed and tested against."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from web.pages.history.again_views import Again, AgainState
from web.pages.history.views import (
    ExportForm,
    HistoryAct,
    HistoryCommand,
    HistoryView,
    NotationFile,
    Opening,
    OpenState,
    PastMatch,
    PastPlayer,
    PastRow,
    ScoreCourse,
    ScoreLine,
    StepLine,
    Tally,
)
from web.views import Packet, Reply, Role, Session

START = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
PLAYERS = (
    PastPlayer(seat=0, name="Ines", colour="amber", shape="circle", won=True, score=7),
    PastPlayer(seat=1, name="<Emil & Co>", colour="blue", shape="square", score=4),
    PastPlayer(seat=2, name="Mara the Magnificent", colour="green", shape="triangle", bot=True, score=4),
    PastPlayer(seat=3, name="Player 4", colour="violet", shape="diamond", score=-1, named=False),
)
ROW = PastRow(
    match=12, game="chronicle", title="Chronicle", started=START, ended=START + timedelta(minutes=74), players=PLAYERS
)
COURSE = ScoreCourse(
    "Fame",
    40,
    (
        ScoreLine(0, "Ines", "amber", "circle", ((0, 0), (9, 2), (20, 5), (38, 7))),
        ScoreLine(1, "<Emil & Co>", "blue", "square", ((0, 0), (9, 1), (31, 4))),
        ScoreLine(2, "Mara the Magnificent", "green", "triangle", ((0, 0), (20, 1), (31, 4))),
        ScoreLine(3, "Player 4", "violet", "diamond", ((0, 0), (20, -1))),
    ),
)
STEPS = (
    StepLine(0, "The match begins; Ines leads."),
    StepLine(9, "Ines gains 2 Fame and Emil 1."),
    StepLine(20, "Ines has the most allies of Wisdom: 3 Fame."),
    StepLine(31, "Emil and Mara gain 3 Fame each."),
    StepLine(38, "Ines gains 2 Fame."),
    StepLine(40, "Ines wins the match."),
)
LINK = "https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourcePlayId%22%3A%2212%22%7D"


class FakeHistory:
    """See `HistoryPort`. One match, number 12; `is_open` says whether what was hidden in it is open."""

    def __init__(self) -> None:
        super().__init__()
        self.is_open = OpenState.CLOSED
        self.acts: list[tuple[Role, HistoryCommand]] = []
        self.courses: tuple[ScoreCourse, ...] = (COURSE,)
        self.rows: tuple[PastRow, ...] = (
            ROW,
            replace(ROW, match=11, given_up=True),
            replace(ROW, match=9, known=False),
        )
        self.over: int | None = None
        self.looked_at = Again(state=AgainState.CLOSED)

    def _packet(self, seat: int | None) -> Packet:
        raise LookupError("a fake table brings its packets")

    def history(self, session: Session, page: int, bots: bool) -> HistoryView:
        people = (Tally("Ines", 3, 2), Tally("<Emil & Co>", 3, 1)) + ((Tally("", 2, 0, True),) if bots else ())
        return HistoryView(
            rows=self.rows,
            page=page,
            pages=2,
            matches=len(self.rows),
            people=people,
            games=(Tally("Chronicle", 3, 2),),
            bots=bots,
        )

    def past_match(self, session: Session, match: int) -> PastMatch | None:
        if match not in {row.match for row in self.rows}:
            return None
        row = next(row for row in self.rows if row.match == match)
        host = session.role is Role.HOST
        opening = Opening(
            state=OpenState.CLOSED, at=None, may_host=host, may_agree=session.seat is not None, agreed=1, needed=3
        )
        if self.is_open is not OpenState.CLOSED:
            opening = Opening(state=self.is_open, at=START + timedelta(minutes=80))
        if not row.known:
            return PastMatch(
                row=row,
                text="",
                lines=(),
                courses=(),
                steps=(),
                taken_back=0,
                opening=opening,
                app_link="",
                is_host=host,
            )
        lines = ("Ines: 7 Fame", "Emil: 4 Fame", "Mara: 4 Fame")
        return PastMatch(
            row=row,
            text="Won by Ines.",
            lines=lines,
            courses=(COURSE,),
            steps=STEPS,
            taken_back=2,
            opening=opening,
            app_link=LINK,
            is_host=host,
            notation="pgn",
        )

    def past_step(self, session: Session, match: int, at: int, is_open: bool) -> Packet | None:
        if match not in {row.match for row in self.rows} or not 0 <= at <= COURSE.steps:
            return None
        if is_open and self.is_open is OpenState.CLOSED:
            return None
        return self._packet(None)

    def score_courses(self, session: Session) -> tuple[ScoreCourse, ...]:
        return self.courses

    def match_on_table(self, session: Session) -> int | None:
        return self.over

    def export(self, session: Session, form: ExportForm, match: int | None) -> str | None:
        return None if match not in (None, 12) else f"{form.value} of {match}\n"

    def notation(self, session: Session, match: int) -> NotationFile | None:
        return NotationFile("pgn", "application/vnd.chess-pgn", "1. e4 { Zoë } *\n") if match == 12 else None

    def looked_again(self, session: Session, match: int) -> Again | None:
        return self.looked_at if match == ROW.match else None

    def begin_looking(self, session: Session, match: int) -> Reply:
        if self.looked_at.state is not AgainState.READY:
            return Reply(False, "Not before it was opened.", 0)
        self.looked_at = Again(state=AgainState.THINKING, percent=40)
        return Reply(True, "Begun.", 0)

    def history_act(self, session: Session, command: HistoryCommand) -> Reply:
        self.acts.append((session.role, command))
        if session.role is not Role.HOST and command.act is not HistoryAct.AGREE:
            return Reply(False, "Only the host can do that.", 0)
        if command.act is HistoryAct.OPEN:
            self.is_open = OpenState.BY_HOST
        if command.act is HistoryAct.DELETE_MATCH:
            self.rows = tuple(row for row in self.rows if row.match != command.match)
        return Reply(True, "Done.", 0)
