"""What the host's page needs beside the match: settings, backups, the machine, the report of a problem.

Nothing here is of a match's secrets, save a backup, which is a file for the host's own safekeeping.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Reply, Session, SettingGroup


@dataclass(frozen=True)
class BackupView:
    """One kept copy of the journal: `made` is the time of day in UTC as ISO 8601, `kind` says why it was made: daily,
    evening, by-hand or before-restore."""

    name: str
    made: str
    bytes: int
    kind: str


@dataclass(frozen=True)
class BackupsView:
    """All kept copies, the newest first; `waiting`: a restored one takes the journal's place at the next start."""

    copies: tuple[BackupView, ...]
    waiting: bool
    limit_bytes: int


@dataclass(frozen=True)
class DamageView:
    """Something of the journal that was found damaged, in a sentence that says what to do. `copy`: the kept copy that
    has what is lost."""

    text: str
    copy: BackupView | None = None


@dataclass(frozen=True)
class DeviceView:
    """One device of the table and whether it works. `text` says more, in words."""

    name: str
    works: bool | None  # None: there is none, and that is well
    text: str


@dataclass(frozen=True, kw_only=True)
class StickCopyView:
    """A copy on a USB stick. `own`: of this table; `is_sealed`: it is encrypted."""

    name: str
    made: str  # as in BackupView
    bytes: int
    own: bool
    is_sealed: bool


@dataclass(frozen=True, kw_only=True)
class StickView:
    """A USB stick that is plugged in. `key` tells it from others, `name` is its maker's, `said` how it went with it the
    last time. `is_allowed`: it gets each new copy by itself; `is_sealed`: encrypted."""

    key: str
    name: str
    free_bytes: int
    is_allowed: bool
    is_sealed: bool
    copies: tuple[StickCopyView, ...]
    said: str


@dataclass(frozen=True, kw_only=True)
class WifiNetworkView:
    """A Wi-Fi that the box can hear; `signal` in percent. `secured`: it wants a password."""

    name: str
    signal: int
    secured: bool


@dataclass(frozen=True, kw_only=True)
class WifiView:
    """The box plays in a Wi-Fi of its own; `here`: as the host wished; `is_open`: without a password. `said`: why it
    is not in the one that the host chose."""

    here: bool
    is_open: bool
    said: str
    networks: tuple[WifiNetworkView, ...]


@dataclass(frozen=True, kw_only=True)
class VenueView:
    """The venue that is told how matches end. `name`: what it calls itself, empty while the table is not paired;
    `said`: how the table and it stand; `waiting`: results that it does not have yet; `is_open`: the way there is not
    encrypted."""

    name: str
    said: str
    waiting: int
    is_well: bool
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class VersionView:
    """The installed version, and the ways to others. `before`: the one that the way back leads to; empty without one.
    `said`: how the last change ended; empty when there was none."""

    now: str
    before: str
    said: str
    is_waiting: bool  # a change is going on
    limit_bytes: int


@dataclass(frozen=True, kw_only=True)
class HostingView:
    """Everything that the host's page draws beside `HostView`."""

    groups: tuple[SettingGroup, ...]
    backups: BackupsView
    devices: tuple[DeviceView, ...]
    can_power_off: bool
    played_s: int
    opened: bool  # the match has ended and everything in it was opened: its whole log may be given away
    data_directory: str
    damages: tuple[DamageView, ...] = ()  # what the host has not read of
    version: VersionView | None = None  # None: it is not changed from here
    voice_now: str = ""  # why nothing is heard from the loudspeaker now; empty when it speaks
    sticks: tuple[StickView, ...] = ()
    wifi: WifiView | None = None  # None: it is in a network
    strange_sticks: tuple[str, ...] = ()  # the names of those whose format cannot be used
    venue: VenueView | None = None  # None: the settings name none


class MachineAct(Enum):
    """What the host may do to the program and the machine."""

    AGAIN = "again"  # the companion ends and starts anew: restored backups and changed settings come to count
    STOP = "stop"
    POWER_OFF = "power_off"


class VersionAct(Enum):
    """What the host may do about the version."""

    UPDATE = "update"  # to the release that was brought
    ROLLBACK = "rollback"


class StickAct(Enum):
    """What the host may do with a USB stick."""

    ALLOW = "allow"  # it gets each copy by itself; encrypted, if a password is given
    FORGET = "forget"
    COPY = "copy"  # one of now
    RESTORE = "restore"  # a copy that is on it takes the journal's place at the next start


@dataclass(frozen=True, kw_only=True)
class StickWish:
    """What the host wants of the stick with this key; `name`: of a copy on it; `password`: of encrypted copies."""

    act: StickAct
    stick: str
    name: str = ""
    password: str = ""


class HostingPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def is_damaged(self) -> bool: ...  # something of the journal, and the host has not read of it
    def hosting_view(self, session: Session) -> HostingView: ...
    def choose_setting(self, session: Session, /, key: str, text: str | None) -> Reply: ...  # None: it is dropped
    def say_something(self, session: Session, /) -> Reply: ...
    def hush(self, session: Session, /) -> Reply: ...  # the voice falls silent at once
    def back_up(self, session: Session, /) -> Reply: ...  # one more copy is kept
    def backup_file(self, session: Session, name: str) -> bytes | None: ...  # a kept copy, or "" for one of now
    def restore(self, session: Session, /, copy: bytes) -> Reply: ...
    def restore_kept(self, session: Session, /, name: str) -> Reply: ...
    def drop_restore(self, session: Session, /) -> Reply: ...
    def choose_wifi(self, session: Session, /, name: str, password: str) -> Reply: ...  # no name: stay in the own one
    def stick(self, session: Session, /, wish: StickWish) -> Reply: ...
    def pair_venue(self, session: Session, /, code: str) -> Reply: ...  # empty: the table is paired no longer
    def damages_read(self, session: Session, /) -> Reply: ...  # the host knows what was damaged
    def machine(self, session: Session, /, act: MachineAct) -> Reply: ...
    def bring_release(self, session: Session, /, content: bytes, is_signature: bool) -> Reply: ...  # a file of one
    def change_version(self, session: Session, /, act: VersionAct) -> Reply: ...
    def problem_report(self, session: Session, *, names: bool) -> bytes: ...  # a zip without secrets
    def match_log(self, session: Session) -> bytes | None: ...  # JSON with every secret; None until all was opened
