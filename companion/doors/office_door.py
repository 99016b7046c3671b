"""The pages' door to the host's office."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Concatenate, Final, ParamSpec

from companion.doors.host_office import Office, OfficeError
from companion.doors.replies import Replies
from companion.machine.own_wifi import OwnWifi
from companion.outbox import Sender, Standing, Unreachable, Unsafe
from companion.sticks.keeper import Sticks, StickState
from companion.telling.voice import Voice
from companion.values.notices import Notice
from web.pages.doctor.views import DoctorView
from web.pages.host.hosting_views import (
    HostingView,
    StickAct,
    StickCopyView,
    StickView,
    StickWish,
    VenueView,
    WifiNetworkView,
    WifiView,
)
from web.views import Reply, Role, Session
from words import Sentence

P = ParamSpec("P")
_WHY_NOT: Final = {
    "wrong_password": Sentence("That Wi-Fi does not take the password: type it again."),
    "not_joined": Sentence("That Wi-Fi could not be joined: it may be too far away."),
}


def _by_host(act: Callable[Concatenate[Office, P], Notice]) -> Callable[Concatenate[OfficeDoor, Session, P], Reply]:
    """An act of the office, done for a host; what came of it is said in the words of whoever asked."""

    def asked(self: OfficeDoor, session: Session, /, *args: P.args, **facts: P.kwargs) -> Reply:
        return self.replies.by_host(session, lambda: act(self.office, *args, **facts))

    return asked


@dataclass(frozen=True)
class OfficeDoor:
    """Implements `web.pages.host.hosting_views.HostingPort` and `web.pages.doctor.views.DoctorPort`."""

    replies: Replies
    office: Office
    sticks: Sticks
    wifi: OwnWifi
    sender: Sender | None = None

    choose_setting = _by_host(Office.choose)
    say_something = _by_host(Office.say_something)
    hush = _by_host(Office.hush)
    back_up = _by_host(Office.back_up)
    restore = _by_host(Office.restore)
    restore_kept = _by_host(Office.restore_kept)
    drop_restore = _by_host(Office.drop_restore)
    damages_read = _by_host(Office.damages_read)
    machine = _by_host(Office.end)
    bring_release = _by_host(Office.bring_release)
    change_version = _by_host(Office.change_version)

    def hosting_view(self, session: Session) -> HostingView:
        """What the host's page draws beside the match."""
        voice = self.replies.voice(session)
        sticks = tuple(_stick_view(state, voice) for state in self.sticks.states())
        view = self.office.view(voice)
        strange, wifi = self.sticks.machine.strange(), self._wifi_view(voice)
        venue = None if self.sender is None else _venue_view(self.sender, voice)
        return replace(view, sticks=sticks, strange_sticks=strange, wifi=wifi, venue=venue)

    def choose_wifi(self, session: Session, /, name: str, password: str) -> Reply:
        """Where the box is to be; no name: in its own Wi-Fi."""
        return self.replies.by_host(session, lambda: self._on_wifi(name, password))

    def _on_wifi(self, name: str, password: str) -> Sentence:
        told = self.wifi.told()
        found = next((one for one in told.networks if one.name == name), None)
        if not told.own or (name and found is None):
            raise OfficeError(
                Sentence("The box is in a network already, or does not hear that Wi-Fi: reload this page.")
            )
        is_plain = password.isascii() and password.isprintable() and 8 <= len(password) <= 63
        if found is not None and found.secured and not is_plain:
            raise OfficeError(
                Sentence("A Wi-Fi's password has 8 to 63 letters from A to Z, digits and signs: type it again.")
            )
        try:
            if found is None:
                self.wifi.stay()
                return Sentence("The box stays in its own Wi-Fi.")
            self.wifi.join(name, password if found.secured else "", is_wpa3=found.wpa3)
        except OSError as error:
            raise OfficeError(Notice("setting_not_saved", {"why": error.strerror or "?"})) from error
        return Sentence("The box changes over to {name}: join it with this phone, too.", name=name)

    def _wifi_view(self, voice: Voice) -> WifiView | None:
        told = self.wifi.told()
        if not told.own:
            return None
        networks = tuple(
            WifiNetworkView(name=one.name, signal=one.signal, secured=one.secured) for one in told.networks
        )
        said = voice.sentence(_WHY_NOT.get(told.said, told.said))
        return WifiView(here=told.here, is_open=told.open, said=said, networks=networks)

    def pair_venue(self, session: Session, /, code: str) -> Reply:
        """Pairs the table with the venue of the settings, or, without a code, no longer."""
        return self.replies.by_host(session, lambda: self._paired(code))

    def _paired(self, code: str) -> Notice:
        if self.sender is None:
            raise OfficeError(Notice("venue_none"))
        if not code:
            self.sender.part()
            return Notice("venue_parted")
        try:
            if not self.sender.pair(code):
                raise OfficeError(Notice("venue_no_code"))
        except Unreachable as error:
            is_asked = not isinstance(error, Unsafe)
            raise OfficeError(Notice("venue_no_answer" if is_asked else "venue_is_unsafe")) from error
        return Notice("venue_paired", {"name": self.sender.sent().venue})

    def stick(self, session: Session, /, wish: StickWish) -> Reply:
        """What the host wants of a USB stick."""
        return self.replies.by_host(session, lambda: self._on_stick(wish))

    def _on_stick(self, wish: StickWish) -> Notice | str:
        if wish.act is StickAct.RESTORE:
            return self.office.restore(self.sticks.take(wish.stick, wish.name, wish.password))
        if wish.act is StickAct.FORGET:
            return self.sticks.forget(wish.stick)
        is_new = wish.act is StickAct.ALLOW
        done = self.sticks.allow(wish.stick, wish.password) if is_new else self.sticks.copy(wish.stick)
        self.office.tell_taken()
        return done

    def backup_file(self, session: Session, name: str) -> bytes | None:
        """A copy to download; None when there is none of that name or it cannot be made."""
        if session.role is not Role.HOST:
            return None
        try:
            return self.office.copy_of(name)
        except OfficeError:
            return None

    def is_damaged(self) -> bool:
        """Whether something of the journal is damaged of which the host has not read."""
        return self.office.is_damaged

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


def _venue_view(sender: Sender, voice: Voice) -> VenueView:
    sent = sender.sent()
    said = voice.say("notice", f"venue_is_{sent.standing.value}", {})
    is_well = sent.standing is Standing.WELL
    return VenueView(name=sent.venue, said=said, waiting=sent.waiting, is_well=is_well, is_open=sent.is_open)


def _stick_view(state: StickState, voice: Voice) -> StickView:
    copies = (
        StickCopyView(
            name=copy.name,
            made=copy.made.isoformat(timespec="seconds"),
            bytes=copy.size,
            own=copy.is_own,
            is_sealed=copy.is_sealed,
        )
        for copy in state.copies
    )
    return StickView(
        key=state.stick.key,
        name=state.stick.name,
        free_bytes=state.free,
        is_allowed=state.is_allowed,
        is_sealed=state.is_sealed,
        copies=tuple(copies),
        said=voice.sentence(state.said),
    )
