"""What every door answers with: the words of whoever asks, and the table's version."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, TimeoutError as FutureTimeout
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from companion.doors.host_office import OfficeError
from companion.journal.journal import JournalError
from companion.referee.inbox import Inbox, Message
from companion.shelf.shelf import NotInstalled
from companion.telling.board import Board
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from hardware import HardwareError
from vision.types import VisionError
from web.views import Reply, Role, Session

REPLY_S: Final = 5.0
_WITH_OTHERS: Final = nullcontext()


class Replies:
    """Answers to whoever asks. Safe from any thread."""

    def __init__(self, inbox: Inbox, told: Callable[[], Board | None]):
        """`told`: what the referee has published last."""
        self._inbox = inbox
        self._told = told

    @property
    def board(self) -> Board:
        """What everybody was told last."""
        board = self._told()
        assert board is not None  # the referee publishes before the pages open
        return board

    def voice(self, session: Session) -> Voice:
        """The words of this session's language."""
        return self.board.tongues.of(session.language)

    def yes(self, session: Session, what: Notice) -> Reply:
        """It was done."""
        return self._said(session, what, ok=True)

    def no(self, session: Session, why: Notice | str) -> Reply:
        """It was not done: a notice, or a finished sentence, says why."""
        if isinstance(why, Notice):
            return self._said(session, why, ok=False)
        return Reply(False, self.voice(session).sentence(why), self._version())

    def ask(self, session: Session, message: Callable[[Future[Verdict]], Message]) -> Reply:
        """What the referee says to a message, which carries the place for his word."""
        reply: Future[Verdict] = Future()
        self._inbox.put(message(reply))
        try:
            return self.voice(session).reply(reply.result(timeout=REPLY_S))
        except FutureTimeout:
            return self.no(session, Notice("busy"))

    def by_host(
        self, session: Session, act: Callable[[], Notice | str], alone: AbstractContextManager[object] = _WITH_OTHERS
    ) -> Reply:
        """Does it for a host, and says what came of it: `act` gives a notice or a finished sentence. `alone` is held
        meanwhile, where only one may do such a thing at a time."""
        if session.role is not Role.HOST:
            return self.no(session, Notice("no_host"))
        try:
            with alone:
                done = act()
        except OfficeError as error:
            return self.no(session, error.why)
        except (HardwareError, VisionError, JournalError, NotInstalled) as error:
            return self.no(session, error.args[0])
        return self.yes(session, done) if isinstance(done, Notice) else Reply(True, done, self._version())

    def _said(self, session: Session, what: Notice, *, ok: bool) -> Reply:
        return self.voice(session).reply(Verdict(ok, what, self._version()))

    def _version(self) -> int:
        return self.board.public.version
