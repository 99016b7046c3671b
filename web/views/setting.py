"""A setting as a page shows it, and the values that it may have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SettingKind(Enum):
    """How a setting is asked for."""

    NUMBER = "number"
    CHOICE = "choice"
    SWITCH = "switch"
    TEXT = "text"
    LIST = "list"


class Origin(Enum):
    """Where a setting's value comes from. What is given in the environment or on the command line goes over a choice
    on the page."""

    DEFAULT = "default"
    FILE = "file"
    PAGE = "page"
    ENVIRONMENT = "environment"
    COMMAND_LINE = "command_line"


class Locked(Enum):
    """Why the page cannot change a setting."""

    OPEN = "open"
    OVERRULED = "overruled"  # the environment or the command line gives it
    FILE_ONLY = "file_only"  # whoever knows the PIN must not be able to reach files or programs of the machine


@dataclass(frozen=True, kw_only=True)
class SettingView:
    """One setting. `value` is its text as the page sends it; empty for a secret, of which `is_set` tells enough.
    `low` and `high` bound a number, empty where nothing does. `live`: a change counts at once, else from the next
    start. `waiting`: it was changed and waits for that."""

    key: str
    label: str
    meaning: str
    kind: SettingKind
    value: str
    default: str
    origin: Origin
    where: str  # the file or variable that it comes from
    lock: Locked
    live: bool
    waiting: bool = False
    choices: tuple[Choice, ...] = ()
    low: str = ""
    high: str = ""
    secret: bool = False
    is_set: bool = False


@dataclass(frozen=True)
class SettingGroup:
    """Settings that belong together, under a heading."""

    key: str
    label: str
    settings: tuple[SettingView, ...]


@dataclass(frozen=True)
class Choice:
    """A value and its words, for a select field."""

    key: str
    label: str
