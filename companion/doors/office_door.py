"""The pages' door to the host's office."""

from __future__ import annotations

from dataclasses import dataclass

from companion.doors.host_office import Office, OfficeError
from companion.doors.replies import Replies
from web.pages.doctor.views import DoctorView
from web.pages.host.hosting_views import HostingView, MachineAct
from web.views import Reply, Role, Session


@dataclass(frozen=True)
class OfficeDoor:
    """Implements `web.pages.host.hosting_views.HostingPort` and `web.pages.doctor.views.DoctorPort`."""

    replies: Replies
    office: Office

    def hosting_view(self, session: Session) -> HostingView:
        """What the host's page draws beside the match."""
        return self.office.view(self.replies.voice(session))

    def choose_setting(self, session: Session, key: str, text: str | None) -> Reply:
        """Changes a setting; None drops the choice."""
        return self.replies.by_host(session, lambda: self.office.choose(key, text))

    def say_something(self, session: Session) -> Reply:
        """Lets the voice be heard."""
        return self.replies.by_host(session, self.office.say_something)

    def hush(self, session: Session) -> Reply:
        """Silences the voice at once."""
        return self.replies.by_host(session, self.office.hush)

    def back_up(self, session: Session) -> Reply:
        """Keeps a copy of the journal."""
        return self.replies.by_host(session, self.office.back_up)

    def backup_file(self, session: Session, name: str) -> bytes | None:
        """A copy to download; None when there is none of that name or it cannot be made."""
        if session.role is not Role.HOST:
            return None
        try:
            return self.office.copy_of(name)
        except OfficeError:
            return None

    def restore(self, session: Session, copy: bytes) -> Reply:
        """Lays an uploaded copy ready."""
        return self.replies.by_host(session, lambda: self.office.restore(copy))

    def restore_kept(self, session: Session, name: str) -> Reply:
        """Lays a kept copy ready."""
        return self.replies.by_host(session, lambda: self.office.restore_kept(name))

    def drop_restore(self, session: Session) -> Reply:
        """No copy is brought back after all."""
        return self.replies.by_host(session, self.office.drop_restore)

    def is_damaged(self) -> bool:
        """Whether something of the journal is damaged of which the host has not read."""
        return self.office.is_damaged

    def damages_read(self, session: Session) -> Reply:
        """The host has read of it."""
        return self.replies.by_host(session, self.office.damages_read)

    def machine(self, session: Session, act: MachineAct) -> Reply:
        """Ends the program, or the machine."""
        return self.replies.by_host(session, lambda: self.office.end(act))

    def problem_report(self, session: Session, *, names: bool) -> bytes:
        """The report of a problem."""
        return self.office.report(names)

    def doctor_view(self, session: Session) -> DoctorView:
        """What the doctor has found so far."""
        return self.office.checkup.view(self.replies.voice(session))

    def doctor_look(self, session: Session) -> DoctorView:
        """Lets the doctor look, in the background."""
        self.office.checkup.begin()
        return self.doctor_view(session)

    def match_log(self, session: Session) -> bytes | None:
        """The whole log of a match that has ended."""
        return self.office.match_log() if session.role is Role.HOST else None
