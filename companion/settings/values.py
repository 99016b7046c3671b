"""One setting: reading its value as the type that it has, and saying what it may be."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.settings.allowed import allowed, bare
from companion.settings.hardware import hardware_config
from companion.settings.play import Option
from companion.settings.sections import AS_DELIVERED, Config
from hardware import PartRow
from words import Sentence

PREFIX: Final = "COMPANION_"


class ConfigError(Exception):
    """A setting or a file of settings that cannot be used: one sentence naming the key, where it came from and what is
    allowed."""


@dataclass(frozen=True)
class Setting:
    """One key with its type and what is known of it. `hint` is the annotated type, `base` without annotation."""

    key: str
    hint: Any
    default: object
    meaning: str
    extra: Mapping[str, Any]

    @property
    def base(self) -> Any:
        """The type without bounds."""
        return bare(self.hint)

    @property
    def is_secret(self) -> bool:
        """Whether its value is never shown."""
        return bool(self.extra.get("secret"))

    @property
    def is_private(self) -> bool:
        """Whether its value goes into no report of a problem, wherever it comes up."""
        return self.is_secret or bool(self.extra.get("private"))

    @property
    def is_told(self) -> bool:
        """Whether a text that was chosen stands in a report of a problem, because it helps and names nobody."""
        return bool(self.extra.get("told"))

    @property
    def words(self) -> tuple[Sentence | str, Sentence | str] | None:
        """What it is called on the host's page and what stands below that, where the setting itself says so."""
        return (self.extra["title"], self.extra["hint"]) if "title" in self.extra else None

    @property
    def allowed(self) -> Sentence:
        """What it may be, in words."""
        own = self.extra.get("allowed")
        return allowed(self.hint) if own is None else Sentence(own)


@dataclass(frozen=True)
class Given:
    """A value before it is checked. `is_text`: it came as text and has to be read as the type that is wanted."""

    value: object
    origin: str
    is_text: bool = False


def value_of(config: Config, key: str) -> object:
    """What a setting is."""
    section, _, name = key.partition(".")
    return getattr(getattr(config, section), name)


def settings(config: Config = AS_DELIVERED) -> Mapping[str, Setting]:
    """Every setting by its key, in the order of the sections: those of a config with its table of parts."""
    return _settings(config.hardware.table)


@cache
def _settings(table: tuple[PartRow, ...]) -> Mapping[str, Setting]:
    found = {}
    plain = Config(hardware=hardware_config(table))
    for section in fields(Config):
        sample = getattr(plain, section.name)
        hints = get_type_hints(type(sample), include_extras=True)
        for item in fields(sample):
            key = f"{section.name}.{item.name}"
            meanings: list[str] = []
            extra: dict[str, Any] = {}
            for meta in get_args(hints[item.name])[1:]:
                meanings += [meta.description] if meta.description else []
                extra |= meta.extra or {}
            found[key] = Setting(key, hints[item.name], getattr(sample, item.name), " ".join(meanings), extra)
    return MappingProxyType(found)


# ---- one value -----------------------------------------------------------------------------------------------------


def checked(setting: Setting, given: Given) -> Any:
    """The value as the setting's type. ConfigError when it is none or out of bounds."""
    try:
        value = _from_text(setting, str(given.value)) if given.is_text else given.value
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("a number that is none")
        return msgspec.convert(value, setting.hint, strict=not given.is_text)
    except (msgspec.ValidationError, ValueError) as error:
        if setting.is_secret:  # neither the sentence nor its cause may show it
            sentence = f"The setting {setting.key} (from {given.origin}) must be {setting.allowed}."
            raise ConfigError(sentence) from None
        what = f"is {_shown(given.value)} (from {given.origin})"
        raise ConfigError(f"The setting {setting.key} {what}, but it must be {setting.allowed}.") from error


def _from_text(setting: Setting, text: str) -> object:
    """Text from the environment or a flag as the shape that the type wants; msgspec reads numbers in it."""
    base = setting.base
    if base is str:
        return text
    text = text.strip()
    if get_origin(base) in (UnionType, Union):
        return None if text.lower() in ("", "none") else text
    if get_origin(base) is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    if get_origin(base) is Mapping:
        return _options_from_text(text, two_deep=get_origin(get_args(base)[1]) is Mapping)
    return text


def _options_from_text(text: str, two_deep: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        key, equals, value = part.partition("=")
        inner = tuple(key.strip().split("."))
        if not equals or len(inner) != (2 if two_deep else 1) or not all(inner):
            raise ValueError(part)
        found = nested(found, inner, word(value.strip()))
    return found


def word(text: str) -> Option:
    """An option's value in its plainest reading: a truth value, a whole number, else a word."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text


_LOGIN: Final = re.compile(r"(?<=://)[^/\s]*@|(?<=[?&])\w+=[^&\s]*")
"""Where a login may stand in an address."""


def _shown(value: object) -> str:
    if isinstance(value, str):
        value = _LOGIN.sub("...", value)
    text = f"'{value}'" if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def nested(before: object, inner: tuple[str, ...], value: Option) -> dict[str, Any]:
    """The table with `value` at the place that `inner` names, one name a level."""
    table: dict[str, Any] = dict(before) if isinstance(before, Mapping) else {}
    table[inner[0]] = value if len(inner) == 1 else nested(table.get(inner[0], {}), inner[1:], value)
    return table


def variable_of(key: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + key.replace(".", "_").upper()


def as_text(value: object) -> str:
    """A setting's value as the text that reads as the same value."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case Enum():
            return str(value.value)
        case tuple():
            return ", ".join(as_text(item) for item in value)
        case Mapping():
            return ", ".join(f"{name}={as_text(item)}" for name, item in value.items())
        case float():
            return f"{value:g}"
    return str(value)
