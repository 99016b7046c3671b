"""The pages' door to the first-run wizard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.doors.first_run import FirstRun
from companion.doors.host_office import OfficeError
from companion.doors.replies import Replies
from companion.people.seating import Seating
from companion.sticks.keeper import Sticks
from companion.values.notices import Notice
from web.pages.wizard.views import StepKey, StepState, WizardView
from web.views import Joined, Reply, Role, Session

_DONE: Final = frozenset(
    {"first_run_kept", "first_run_kept_for_start", "first_run_skipped", "first_run_over", "machine_again"}
)


@dataclass(frozen=True)
class WizardDoor:
    """Implements `web.pages.wizard.views.WizardPort`."""

    replies: Replies
    first_run: FirstRun
    seating: Seating
    sticks: Sticks

    def is_new_table(self) -> bool:
        """Whether nobody has set this table up yet."""
        return self.first_run.is_new

    def wizard_view(self, session: Session) -> WizardView:
        """What the wizard draws."""
        return replace(self.first_run.view(self.replies.voice(session)), has_stick=self.sticks.has_copies())

    def wizard_choose(self, session: Session, step: StepKey, values: Mapping[str, str]) -> Reply:
        """Takes over what was chosen in a step."""
        return self.replies.by_host(session, lambda: _kept(lambda: self.first_run.choose(step, values)))

    def wizard_skip(self, session: Session, step: StepKey) -> Reply:
        """The step is left as it is."""

        def skip() -> Notice:
            self.first_run.note(step, StepState.SKIPPED)
            return Notice("first_run_skipped")

        return self.replies.by_host(session, lambda: _kept(skip))

    def wizard_start(self, session: Session, *, over: bool) -> Reply:
        """Ends the wizard, and starts the companion anew where that is wanted."""
        return self.replies.by_host(session, lambda: _kept(lambda: self.first_run.start(over)))

    def choose_pin(self, session: Session, token: str, old: str, new: str) -> Joined | Reply:
        """The host's own PIN: the one before it and the sessions of other hosts are worth nothing any more."""
        if session.role is not Role.HOST:
            return self.replies.no(session, Notice("no_host"))
        why = self.first_run.why_not_pin(old, new)
        if why is not None:
            return self.replies.no(session, why)
        joined = self.seating.change_pin(token, new)
        if isinstance(joined, Notice):
            return self.replies.no(session, joined)
        self.first_run.note(StepKey.PIN, StepState.DONE)
        return joined


def _kept(act: Callable[[], Notice | str]) -> Notice:
    """Does it. OfficeError when it was refused, or could not be kept."""
    try:
        outcome = act()
    except OSError as error:
        raise OfficeError(Notice("setting_not_saved", {"why": error.strerror or "?"})) from error
    if isinstance(outcome, str) or outcome.code not in _DONE:
        raise OfficeError(outcome)
    return outcome
