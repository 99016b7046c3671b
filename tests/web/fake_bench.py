"""A workbench whose match never goes on, for tests of its page alone."""

from __future__ import annotations

from web.pages.workbench.views import BenchCommand, BenchView
from web.views import Reply

SECRET = "SECRET-OF-EVERY-SEAT"


class FakeBench:
    """Keeps what it was asked to do."""

    def __init__(self) -> None:
        self.acts: list[BenchCommand] = []
        self.link = "http://127.0.0.1:1/join#over=once"

    def bench_mark(self) -> str:
        return "mark-1"

    def bench_view(self, language: str, at: int | None) -> BenchView | None:
        last = 3
        return BenchView(
            mark=self.bench_mark(),
            game=f"{SECRET} {language}",
            version="1.0",
            folder="/home/ada/game",
            at=last if at is None else at,
            last=last,
            phase="",
            turn="",
            result="",
            readers=(),
            piles=(),
            tracks=(),
            question=None,
            log=(),
            seats=(),
            trouble=None,
        )

    def bench_act(self, command: BenchCommand) -> Reply:
        self.acts.append(command)
        return Reply(True, "", 0)

    def seat_link(self, seat: int) -> str:
        return self.link
