"""The host's office of the table in memory: settings, copies, devices, and what the whole table is asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from web.pages.host.hosting_views import (
    BackupsView,
    BackupView,
    DamageView,
    DeviceView,
    HostingView,
    MachineAct,
    StickCopyView,
    StickView,
    StickWish,
    VenueView,
    VersionAct,
    VersionView,
    WifiView,
)
from web.views import (
    Choice,
    ConsentView,
    Locked,
    Origin,
    Reply,
    Session,
    SettingGroup,
    SettingKind,
    SettingView,
    ThinkingView,
)

SECRET_COPY = b"SQLite format 3\x00 every hand of every match"
REPORT = b"PK\x03\x04 a report"
FILE = "/etc/companion/companion.toml"


def stick(key: str = "sda1", *, is_allowed: bool, is_sealed: bool = False, said: str = "") -> StickView:
    """A USB stick with two copies, one of them another table's and encrypted."""
    copies = (
        StickCopyView(
            name="daily-20261122-180000-4f2a.db",
            made="2026-11-22T18:00:00+00:00",
            bytes=184_320,
            own=True,
            is_sealed=False,
        ),
        StickCopyView(
            name="daily-20261101-180000-11aa.db.sealed",
            made="2026-11-01T18:00:00+00:00",
            bytes=1_840_000,
            own=False,
            is_sealed=True,
        ),
    )
    return StickView(
        key=key,
        name="SanDisk Ultra",
        free_bytes=14_300_000_000,
        is_allowed=is_allowed,
        is_sealed=is_sealed,
        copies=copies,
        said=said,
    )


def _setting(key: str, label: str, kind: SettingKind, value: str, **more: object) -> SettingView:
    plain = SettingView(
        key=key,
        label=label,
        meaning=f"What {label.lower()} means.",
        kind=kind,
        value=value,
        default=value,
        origin=Origin.DEFAULT,
        where="",
        lock=Locked.OPEN,
        live=key[0] in "vp",
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def _choices(*keys: str) -> tuple[Choice, ...]:
    return tuple(Choice(key, key.title()) for key in keys)


def settings() -> tuple[SettingGroup, ...]:
    """One of each kind."""
    choice, number, text = SettingKind.CHOICE, SettingKind.NUMBER, SettingKind.TEXT
    voice = (
        _setting("voice.sink", "Voice", choice, "speaker", choices=_choices("off", "speaker", "wav")),
        _setting("voice.volume", "Volume", number, "0.8", low="0", high="1", origin=Origin.PAGE),
        _setting("voice.rate_wpm", "Speed of speech", number, "165", low="80", high="450"),
        _setting("voice.wording", "Sentences", choice, "short", choices=_choices("short", "long")),
        _setting("voice.language", "Language of the voice", choice, "en", choices=_choices("en", "de")),
        _setting("voice.quiet", "Quiet hours", text, ""),
    )
    pace = (
        _setting("play.thinking_s", "Thinking time", number, "0", low="0", high="3600"),
        _setting(
            "play.pace",
            "Pace of the program",
            choice,
            "relaxed",
            choices=_choices("relaxed", "brisk", "instant"),
            lock=Locked.OVERRULED,
            origin=Origin.COMMAND_LINE,
            where="--set",
        ),
    )
    camera = (
        _setting("camera.source", "Camera", text, "csi:0", origin=Origin.FILE, where=FILE, waiting=True),
        _setting("camera.colour", "Colour", SettingKind.SWITCH, "true"),
        _setting("hardware.seat_buttons", "Buttons of the seats", SettingKind.LIST, "5, 6, 13, 19"),
    )
    machine = (
        _setting("web.host_pin", "PIN", text, "", lock=Locked.FILE_ONLY, secret=True, is_set=True),
        _setting("box.shutdown", "Switching off", text, "auto", lock=Locked.FILE_ONLY),
    )
    groups = {"voice": voice, "pace": pace, "camera": camera, "machine": machine}
    return tuple(SettingGroup(key, key.title(), rows) for key, rows in groups.items())


@dataclass
class Office:
    """What was asked of it, and what it answers with."""

    groups: tuple[SettingGroup, ...] = field(default_factory=settings)
    chosen: list[tuple[str, str | None]] = field(default_factory=list)
    said: int = 0
    hushed: int = 0
    voice_now: str = ""
    kept: int = 0
    restored: list[bytes] = field(default_factory=list)
    restored_names: list[str] = field(default_factory=list)
    dropped: int = 0
    machine: list[MachineAct] = field(default_factory=list)
    reports: list[bool] = field(default_factory=list)
    waiting: bool = False
    opened: bool = False
    can_power_off: bool = True
    answers: list[tuple[int | None, bool, int]] = field(default_factory=list)
    consent: ConsentView | None = None
    thinking: ThinkingView | None = None
    damages: tuple[DamageView, ...] = ()
    version: VersionView | None = None
    brought: list[tuple[bytes, bool]] = field(default_factory=list)
    changes: list[VersionAct] = field(default_factory=list)
    sticks: tuple[StickView, ...] = ()
    strange_sticks: tuple[str, ...] = ()
    wifi: WifiView | None = None
    wifi_wishes: list[tuple[str, str]] = field(default_factory=list)
    stick_wishes: list[StickWish] = field(default_factory=list)
    venue: VenueView | None = None
    venue_codes: list[str] = field(default_factory=list)


class FakeHosting:
    """See `HostingPort`. A setting whose text is "bad" is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.office = Office()

    def hosting_view(self, session: Session) -> HostingView:
        office = self.office
        copies = (
            BackupView("daily-20261122-180000.db", "2026-11-22T18:00:00+00:00", 184_320, "daily"),
            BackupView("daily-20261121-175500.db", "2026-11-21T17:55:00+00:00", 180_224, "daily"),
            BackupView("before-restore-20261114-200000.db", "2026-11-14T20:00:00+00:00", 1_840_000, "before-restore"),
        )
        devices = (
            DeviceView("Camera", True, "works"),
            DeviceView("Buttons and lights", None, "none"),
            DeviceView("Voice", False, "There is no loudspeaker; announcements are silent until one is found."),
        )
        return HostingView(
            groups=office.groups,
            backups=BackupsView(copies, office.waiting, 30_000_000),
            devices=devices,
            can_power_off=office.can_power_off,
            played_s=4980,
            opened=office.opened,
            data_directory="/var/lib/companion",
            damages=office.damages,
            version=office.version,
            voice_now=office.voice_now,
            sticks=office.sticks,
            wifi=office.wifi,
            strange_sticks=office.strange_sticks,
            venue=office.venue,
        )

    def choose_setting(self, session: Session, key: str, text: str | None) -> Reply:
        self.office.chosen.append((key, text))
        if text == "bad":
            return Reply(False, "It must be a number from 80 to 450. Nothing was changed.", 1)
        rows = [
            replace(g, settings=tuple(_changed(s, text) if s.key == key else s for s in g.settings))
            for g in self.office.groups
        ]
        self.office.groups = tuple(rows)
        return Reply(True, "Changed. It counts at once.", 1)

    def say_something(self, session: Session) -> Reply:
        self.office.said += 1
        return Reply(True, "It is being said.", 1)

    def hush(self, session: Session) -> Reply:
        self.office.hushed += 1
        return Reply(True, "Silence.", 1)

    def back_up(self, session: Session) -> Reply:
        self.office.kept += 1
        return Reply(True, "A copy of this moment was saved.", 1)

    def backup_file(self, session: Session, name: str) -> bytes | None:
        return SECRET_COPY if name in ("", "daily-20261122-180000.db") else None

    def restore(self, session: Session, copy: bytes) -> Reply:
        self.office.restored.append(copy)
        if copy != SECRET_COPY:
            return Reply(False, "That copy is damaged or incomplete; choose another one. Nothing has changed.", 1)
        self.office.waiting = True
        return Reply(True, "The copy is whole.", 1)

    def restore_kept(self, session: Session, name: str) -> Reply:
        self.office.restored_names.append(name)
        self.office.waiting = True
        return Reply(True, "The copy is whole.", 1)

    def drop_restore(self, session: Session) -> Reply:
        self.office.dropped += 1
        self.office.waiting = False
        return Reply(True, "The copy is not brought back.", 1)

    def pair_venue(self, session: Session, code: str) -> Reply:
        self.office.venue_codes.append(code)
        return Reply(True, "This table is paired with The Club.", 1)

    def stick(self, session: Session, wish: StickWish) -> Reply:
        self.office.stick_wishes.append(wish)
        return Reply(True, "A copy of now is on the stick.", 1)

    def choose_wifi(self, session: Session, name: str, password: str) -> Reply:
        self.office.wifi_wishes.append((name, password))
        return Reply(True, "The box changes over.", 1)

    def is_damaged(self) -> bool:
        return bool(self.office.damages)

    def damages_read(self, session: Session) -> Reply:
        self.office.damages = ()
        return Reply(True, "Put away.", 1)

    def machine(self, session: Session, act: MachineAct) -> Reply:
        self.office.machine.append(act)
        return Reply(True, "The companion ends.", 1)

    def bring_release(self, session: Session, content: bytes, is_signature: bool) -> Reply:
        self.office.brought.append((content, is_signature))
        return Reply(True, "The file has arrived.", 1)

    def change_version(self, session: Session, act: VersionAct) -> Reply:
        self.office.changes.append(act)
        return Reply(True, "The version changes.", 1)

    def problem_report(self, session: Session, *, names: bool) -> bytes:
        self.office.reports.append(names)
        return REPORT

    def match_log(self, session: Session) -> bytes | None:
        return b"{}" if self.office.opened else None

    def consent(self, session: Session, agrees: bool, number: int) -> Reply:
        office = self.office
        office.answers.append((session.seat, agrees, number))
        open_now = office.consent
        if open_now is None or open_now.number != number:
            return Reply(False, "That question is over.", 1)
        seat = session.seat or 0
        agreed, missing = (*open_now.agreed, seat), tuple(one for one in open_now.missing if one != seat)
        office.consent = replace(open_now, agreed=agreed, missing=missing) if agrees and missing else None
        return Reply(True, "Noted.", 1)

    def consent_for(self, seat: int | None) -> ConsentView | None:
        """The proposal as a seat sees it."""
        asked = self.office.consent
        if asked is None:
            return None
        return replace(asked, yours=seat in asked.missing and seat not in asked.aloud)


def _changed(one: SettingView, text: str | None) -> SettingView:
    return replace(
        one, value=one.default if text is None else text, origin=Origin.DEFAULT if text is None else Origin.PAGE
    )
