"""The host's office: settings, copies of the journal, devices, the machine and the report of a problem.

None of it touches the match. What the referee has to know of a change it gets as a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.doctor.checkup import Checkup
from companion.doctor.doctor import examine
from companion.doctor.finding import Finding
from companion.doors.first_run import FirstRun
from companion.doors.settings_page import SettingsBook
from companion.journal.backups import LIMIT_BYTES, Backups, Copy, CopyKind
from companion.journal.damage import Damage, DamageKind, Damages
from companion.journal.journal import JournalError
from companion.machine.shutdown import Ending, Power
from companion.machine.updates import LIMIT_BYTES as MOST_BYTES, Updates
from companion.settings.config import Config
from companion.telling.announcer import of_notice
from companion.telling.live_voice import LiveVoice
from companion.telling.voice import Voice
from companion.values.notices import Notice
from hardware import HardwareError
from hardware.types import SpeechSink
from web.pages.host.hosting_views import (
    BackupsView,
    BackupView,
    DamageView,
    DeviceView,
    HostingView,
    MachineAct,
    VersionAct,
    VersionView,
)

_ENDINGS = {
    MachineAct.AGAIN: (Ending.AGAIN, "machine_again"),
    MachineAct.STOP: (Ending.STOP, "machine_stop"),
    MachineAct.POWER_OFF: (Ending.POWER_OFF, "machine_off"),
}


class OfficeError(Exception):
    """Something that could not be done: `why` is the notice, or the finished sentence, that says so."""

    def __init__(self, why: Notice | str) -> None:
        super().__init__(why if isinstance(why, str) else why.code)
        self.why = why


@dataclass(frozen=True, kw_only=True)
class Matters:
    """What the office needs of the running service, as plain functions."""

    end: Callable[[Ending], None]  # asks the program to end; returns at once
    devices: Callable[[Voice], tuple[DeviceView, ...]]
    played_s: Callable[[], int]
    is_opened: Callable[[], bool]  # the match has ended, and everything in it was opened
    report: Callable[[bool, Sequence[Finding]], bytes]  # with names or without, and what the doctor has found
    match_log: Callable[[], bytes | None]
    spoken: Callable[[], Voice]  # the words of the voice
    clock: Callable[[], float]
    tell: Callable[[Notice], None]  # to everybody at the table
    hush_phones: Callable[[], None]  # those that speak in the loudspeaker's place
    examine: Callable[[Config], Iterable[Finding]] = examine  # what the doctor finds, by the settings of now


class Office:
    """What the host does beside the match. Safe from any thread. Acts give the notice to answer with, or raise
    OfficeError."""

    def __init__(
        self,
        book: SettingsBook,
        backups: Backups,
        speech: LiveVoice,
        matters: Matters,
        first_run: FirstRun,
        damages: Damages,
        updates: Updates,
    ):
        self._updates = updates
        self._damages = damages
        self.book = book
        self.first_run = first_run
        self.backups = backups
        self._speech = speech
        self._matters = matters
        self.checkup = Checkup(lambda: matters.examine(book.config))

    def view(self, voice: Voice) -> HostingView:
        """Everything that the page shows, in the words of `voice`."""
        matters, config = self._matters, self.book.config
        return HostingView(
            groups=self.book.groups(voice),
            backups=self._copies(),
            devices=matters.devices(voice),
            can_power_off=self._power(config).can_power_off(),
            played_s=matters.played_s(),
            opened=matters.is_opened(),
            data_directory=str(config.data.path),
            damages=self._damage_views(voice),
            version=self._version(voice) if self._updates.can_change else None,
            voice_now=self._voice_now(voice),
        )

    def choose(self, key: str, text: str | None) -> Notice:
        """Changes a setting, or drops the choice."""
        try:
            outcome = self.book.choose(key, text)
        except HardwareError as error:
            raise OfficeError(str(error)) from error
        except OSError as error:
            raise OfficeError(Notice("setting_not_saved", {"why": error.strerror or "?"})) from error
        if isinstance(outcome, str) or outcome.code not in ("setting_live", "setting_next_start"):
            raise OfficeError(outcome)
        return outcome if text is not None else Notice("setting_dropped")

    def say_something(self) -> Notice:
        """Lets the voice say a sentence, to hear how it is."""
        if self.book.config.voice.sink is SpeechSink.OFF:
            raise OfficeError(Notice("voice_off"))
        hours = self._speech.quiet
        if hours is not None:
            raise OfficeError(Notice("voice_quiet", {"until": hours.end}))
        self._say(Notice("voice_test"))
        return Notice("voice_said")

    def hush(self) -> Notice:
        """Silence at once, of the loudspeaker and of phones that speak in its place."""
        self._speech.hush()
        self._matters.hush_phones()
        return Notice("voice_hushed")

    # -- copies of the journal ---------------------------------------------------------------------------------------

    def back_up(self) -> Notice:
        """Keeps one more copy."""
        try:
            self.backups.keep(CopyKind.BY_HAND)
        except (JournalError, OSError) as error:
            raise OfficeError(str(error)) from error
        return Notice("backup_kept")

    def copy_of(self, name: str) -> bytes | None:
        """A copy to take away, as `_copy`. Everybody hears of it: whoever has it can read all hands, and a host may
        play too."""
        copy = self._copy(name)
        if copy is not None:
            self.tell_taken()
        return copy

    def tell_taken(self) -> None:
        """Everybody hears that the host has a copy in hand."""
        self._matters.tell(Notice("copy_taken", aloud=True))

    def restore(self, copy: bytes) -> Notice:
        """Lays a copy ready for the next start."""
        try:
            return Notice("restore_ready", {"count": self.backups.bring(copy)})
        except (JournalError, OSError) as error:
            raise OfficeError(str(error)) from error

    def restore_kept(self, name: str) -> Notice:
        """The same with a copy that is kept here."""
        copy = self._copy(name) if name else None
        if copy is None:
            raise OfficeError(Notice("backup_missing"))
        return self.restore(copy)

    def drop_restore(self) -> Notice:
        """The copy that waits stays where it was."""
        if not self.backups.is_waiting:
            raise OfficeError(Notice("restore_none"))
        self.backups.drop()
        return Notice("restore_dropped")

    # -- what was damaged ---------------------------------------------------------------------------------------------

    @property
    def is_damaged(self) -> bool:
        """Whether something of the journal was found damaged of which the host has not read."""
        return bool(self._damages.unread())

    def damages_read(self) -> Notice:
        """The host has read of it."""
        try:
            self._damages.read()
        except JournalError as error:
            raise OfficeError(str(error)) from error
        return Notice("damages_read")

    # -- the machine -------------------------------------------------------------------------------------------------

    def end(self, act: MachineAct) -> Notice:
        """Ends the program, and where that was asked for the machine."""
        ending, code = _ENDINGS[act]
        if ending is Ending.POWER_OFF:
            if not self._power(self.book.config).can_power_off():
                raise OfficeError(Notice("machine_cannot"))
            self._say(Notice("going_off"))
        self._matters.end(ending)
        return Notice(code)

    def bring_release(self, content: bytes, is_signature: bool) -> Notice:
        """Lays a file of a release ready."""
        self._refuse_change()
        try:
            self._updates.lay(content, is_signature=is_signature)
        except OSError as error:
            raise OfficeError(Notice("version_not_laid", {"why": error.strerror or "?"})) from error
        return Notice("version_laid")

    def change_version(self, act: VersionAct) -> Notice:
        """Lets the machine's installer change the version. It looks at the signature, and at whether somebody plays."""
        self._refuse_change()
        if act is VersionAct.UPDATE and not self._updates.has_release:
            raise OfficeError(Notice("version_no_release"))
        if act is VersionAct.ROLLBACK and not self._updates.version_before:
            raise OfficeError(Notice("version_no_before"))
        try:
            self._updates.wish(act.value)
        except OSError as error:
            raise OfficeError(Notice("version_not_laid", {"why": error.strerror or "?"})) from error
        return Notice(f"version_{act.value}")

    def report(self, names: bool) -> bytes:
        """The report of a problem, as a zip."""
        return self._matters.report(names, self.checkup.findings())

    def match_log(self) -> bytes | None:
        """The whole log of the match; None until it has ended."""
        return self._matters.match_log()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _say(self, notice: Notice) -> None:
        """Aloud, and before all that waits."""
        said = of_notice(notice, self._matters.clock())
        self._speech.say(said.utterance(self._matters.spoken(), long=False))

    def _voice_now(self, voice: Voice) -> str:
        """Why nothing is heard from the loudspeaker now; empty when all is well."""
        hours = self._speech.quiet
        if self.book.config.voice.sink is SpeechSink.OFF:
            return voice.notice(Notice("voice_off"))
        if hours is not None:
            return voice.notice(Notice("voice_quiet", {"until": hours.end}))
        return voice.notice(Notice("voice_by_phones")) if self._speech.wants_phones else ""

    def _copy(self, name: str) -> bytes | None:
        """A kept copy, or with no name one of this moment; None when there is none of that name."""
        try:
            if not name:
                return self.backups.now()
            path = self.backups.named(name)
            return None if path is None else path.read_bytes()
        except (JournalError, OSError) as error:
            raise OfficeError(str(error)) from error

    def _power(self, config: Config) -> Power:
        return Power(config.box.shutdown)

    def _refuse_change(self) -> None:
        if not self._updates.can_change:
            raise OfficeError(Notice("version_cannot"))
        if self._updates.is_waiting:
            raise OfficeError(Notice("version_waits"))

    def _version(self, voice: Voice) -> VersionView:
        told = self._updates.told()
        said = ""
        if told is not None:
            code, facts = (
                ("version_not_changed", {"why": told.why}) if told.why else ("version_is", {"version": told.version})
            )
            said = voice.notice(Notice(code, facts))
        now, before = self._updates.version, self._updates.version_before
        waiting = self._updates.is_waiting
        return VersionView(now=now, before=before, said=said, is_waiting=waiting, limit_bytes=MOST_BYTES)

    def _copies(self) -> BackupsView:
        rows = tuple(_copy_view(copy) for copy in self.backups.copies())
        return BackupsView(rows, self.backups.is_waiting, LIMIT_BYTES)

    def _damage_views(self, voice: Voice) -> tuple[DamageView, ...]:
        copies = {copy.path: _copy_view(copy) for copy in self.backups.copies()}
        found = []
        for one in self._damages.unread():
            path = self.backups.offers.get(one.number)
            copy = None if path is None else copies.get(path)
            told = [_told_of(one), *_told_of_copy(one, copy)]
            found.append(DamageView(" ".join(voice.notice(notice) for notice in told), copy))
        return tuple(found)


def _copy_view(copy: Copy) -> BackupView:
    return BackupView(copy.path.name, copy.made.isoformat(timespec="seconds"), copy.size, copy.kind.value)


def _told_of(damage: Damage) -> Notice:
    if damage.kind is DamageKind.FILE and not damage.aside:
        return Notice("damage_gone")
    return Notice(f"damage_{damage.kind.value}", {"match": damage.match, "count": damage.count, "file": damage.aside})


def _told_of_copy(damage: Damage, copy: BackupView | None) -> tuple[Notice, ...]:
    if damage.kind is DamageKind.RULES:
        return ()
    return (Notice("damage_copy" if copy is not None else "damage_no_copy"),)
