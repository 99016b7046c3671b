"""The pages' door to the host's office."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future

from companion.doors.host_office import Office, OfficeError
from companion.referee.inbox import Consented, Message
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.types import Seat
from web.pages.doctor.views import DoctorView
from web.pages.host.hosting_views import HostingView, MachineAct
from web.views import Reply, Role, Session


class HostDoor(ABC):
    """Implements `web.pages.host.HostingPort` for the port that is built on it."""

    def __init__(self, office: Office):
        self._office = office

    def hosting_view(self, session: Session) -> HostingView:
        """What the host's page draws beside the match."""
        return self._office.view(self._voice(session))

    def choose_setting(self, session: Session, key: str, text: str | None) -> Reply:
        """Changes a setting; None drops the choice."""
        return self._done(session, lambda: self._office.choose(key, text))

    def say_something(self, session: Session) -> Reply:
        """Lets the voice be heard."""
        return self._done(session, self._office.say_something)

    def hush(self, session: Session) -> Reply:
        """Silences the voice at once."""
        return self._done(session, self._office.hush)

    def back_up(self, session: Session) -> Reply:
        """Keeps a copy of the journal."""
        return self._done(session, self._office.back_up)

    def backup_file(self, session: Session, name: str) -> bytes | None:
        """A copy to download; None when there is none of that name or it cannot be made."""
        if session.role is not Role.HOST:
            return None
        try:
            return self._office.copy_of(name)
        except OfficeError:
            return None

    def restore(self, session: Session, copy: bytes) -> Reply:
        """Lays an uploaded copy ready."""
        return self._done(session, lambda: self._office.restore(copy))

    def restore_kept(self, session: Session, name: str) -> Reply:
        """Lays a kept copy ready."""
        return self._done(session, lambda: self._office.restore_kept(name))

    def drop_restore(self, session: Session) -> Reply:
        """No copy is brought back after all."""
        return self._done(session, self._office.drop_restore)

    def is_damaged(self) -> bool:
        """Whether something of the journal is damaged of which the host has not read."""
        return self._office.is_damaged

    def damages_read(self, session: Session) -> Reply:
        """The host has read of it."""
        return self._done(session, self._office.damages_read)

    def machine(self, session: Session, act: MachineAct) -> Reply:
        """Ends the program, or the machine."""
        return self._done(session, lambda: self._office.end(act))

    def problem_report(self, session: Session, *, names: bool) -> bytes:
        """The report of a problem."""
        return self._office.report(names)

    def doctor_view(self, session: Session) -> DoctorView:
        """What the doctor has found so far."""
        return self._office.checkup.view(self._voice(session))

    def doctor_look(self, session: Session) -> DoctorView:
        """Lets the doctor look, in the background."""
        self._office.checkup.begin()
        return self.doctor_view(session)

    def match_log(self, session: Session) -> bytes | None:
        """The whole log of a match that has ended."""
        return self._office.match_log() if session.role is Role.HOST else None

    def consent(self, session: Session, agrees: bool, number: int) -> Reply:
        """What a seat says to an undo that everybody is asked about."""
        if session.seat is None:
            return self._no(session, Notice("no_seat"))
        seat = Seat(session.seat)
        return self._ask(session, lambda reply: Consented(seat, number, agrees, reply))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _done(self, session: Session, act: Callable[[], Notice]) -> Reply:
        """Does it for the host, and says what came of it in the words of whoever asked."""
        if session.role is not Role.HOST:
            return self._no(session, Notice("no_host"))
        try:
            return self._voice(session).reply(Verdict(True, act(), self._version()))
        except OfficeError as error:
            if isinstance(error.why, Notice):
                return self._no(session, error.why)
            return Reply(False, self._voice(session).sentence(error.why), self._version())

    @abstractmethod
    def _ask(self, session: Session, message: Callable[[Future[Verdict]], Message]) -> Reply: ...

    @abstractmethod
    def _no(self, session: Session, why: Notice) -> Reply: ...

    @abstractmethod
    def _voice(self, session: Session) -> Voice: ...

    @abstractmethod
    def _version(self) -> int: ...
