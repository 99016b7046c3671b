"""The settings as the host's page shows and changes them: checked by the same code as the file, kept in a file of
choices in the data directory, and undone one by one.

A few can be set in the file only. They name files, addresses or programs of the machine, and the host's PIN is meant
for a game night and not for those.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from companion.settings.allowed import bare, bounds
from companion.settings.config import (
    CHOSEN,
    DEFAULT,
    Config,
    ConfigError,
    Given,
    Loaded,
    Setting,
    checked,
    load_config,
    settings,
    toml_value,
    value_of,
)
from companion.settings.sections import AS_DELIVERED
from companion.settings.values import as_text
from companion.telling.voice import Voice
from companion.values.durable import write_whole
from companion.values.game_titles import game_title
from companion.values.notices import Notice
from rules import games
from web.views import Choice, Locked, Origin, SettingGroup, SettingKind, SettingView
from words.languages import language_codes, languages

_GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "voice": (
            *("voice.sink", "voice.volume", "voice.rate_wpm", "voice.wording", "voice.language", "voice.quiet"),
            "voice.wav_path",
        ),
        "pace": (
            "play.start",
            "play.thinking_s",
            "play.window_limit_s",
            "play.window_minimum_s",
            "play.patience_s",
            "play.autoplay",
            "play.pace",
            "play.strengths",
            "play.hints",
        ),
        "table": (
            *("table.name", "table.language", "table.names", "table.players", "table.game", "table.copies"),
            "play.options",
        ),
        "camera": (
            *("camera.source", "camera.width", "camera.height", "camera.fps", "camera.colour", "camera.mains_hz"),
            *("camera.lens", "camera.box_source", "camera.box_lens", "camera.box_order"),
            *("camera.record", "camera.record_quality", "camera.record_limit_mb", "camera.record_when_full"),
            *("camera.look_back", "camera.ground", "camera.stickers", "camera.user", "camera.password"),
        ),
        "pins": ("hardware.pins",),  # and a setting for each part
        "machine": (
            *("web.joining", "web.show_code", "web.wifi_name", "web.wifi_password"),
            *("web.port", "web.host", "web.max_streams", "web.connections_per_address"),
            *("web.https", "web.extra_hosts", "web.certificate", "web.certificate_key", "web.host_pin"),
            *("box.shutdown", "play.pack", "data.directory"),
        ),
        "mqtt": (
            *("mqtt.names", "mqtt.commands", "mqtt.home_assistant"),
            *("mqtt.broker", "mqtt.port", "mqtt.tls", "mqtt.ca", "mqtt.user", "mqtt.password", "mqtt.topic"),
        ),
        "venue": ("venue.address", "venue.ca", "venue.matches"),
    }
)

FILE_ONLY: Final = frozenset(
    {
        *("voice.wav_path", "camera.record", "web.host", "web.extra_hosts"),
        *("web.certificate", "web.certificate_key", "web.host_pin", "box.shutdown", "play.pack", "data.directory"),
        # the password would go to whatever broker is named
        *("mqtt.broker", "mqtt.port", "mqtt.tls", "mqtt.ca", "mqtt.user", "mqtt.password", "mqtt.topic"),
        *("venue.address", "venue.ca"),
    }
)
LIVE: Final = frozenset(
    {
        *("voice.sink", "voice.volume", "voice.rate_wpm", "voice.wording", "voice.language", "voice.quiet"),
        *("play.thinking_s", "play.window_limit_s", "play.window_minimum_s", "play.patience_s"),
        *("play.pace", "play.strengths", "play.hints", "table.name", "table.language", "table.names"),
        "venue.matches",
    }
)
LAID_OUT: Final = frozenset({"table.game", "table.players", "play.options"})
"""What people choose in the lobby."""
_GAME: Final = "table.game"
_SOURCES: Final = ("virtual", "none", "phone", "csi:", "device:", "http://", "https://", "rtsp://")
_HEAD: Final = """\
# What was chosen on the host's page. It goes over the file of settings, and under the environment and the command line.
# Deleting a line here, or this file, undoes the choice.
"""


def groups_of(config: Config = AS_DELIVERED) -> Mapping[str, tuple[str, ...]]:
    """What the page shows, in its order. Left out is what only somebody who develops or measures turns."""
    parts = tuple(f"hardware.{row.key}" for row in config.hardware.table)
    return {name: (*keys, *parts) if name == "pins" else keys for name, keys in _GROUPS.items()}


class SettingsBook:
    """The settings of this run, and how they are changed. Safe from any thread."""

    def __init__(self, loaded: Loaded, apply: Callable[[Config, Config], None]):
        """`apply` brings those that can be changed at once from the old to the new; it may raise HardwareError with one
        sentence, and then nothing is changed."""
        self._lock = threading.Lock()
        self.loaded = loaded  # the settings of now with where each comes from
        self._begun = loaded.config  # what counts since the start, for those that are not live
        self._apply = apply

    @property
    def config(self) -> Config:
        """The settings as they were chosen last."""
        return self.loaded.config

    def choose(self, key: str, text: str | None) -> Notice | str:
        """Takes a choice over, `None` drops it. What is said of it: a notice when it was done, and else the sentence
        why not, or a notice of that. HardwareError and OSError pass."""
        return self.choose_all({key: text})

    def choose_all(
        self, wishes: Mapping[str, str | None], fits: Callable[[Loaded], None] = lambda found: None
    ) -> Notice | str:
        """The same for choices that belong together: all of them, or none. `fits` raises ConfigError when they do not
        go with something else."""
        with self._lock:
            chosen = dict(self.loaded.chosen)
            for key, text in wishes.items():
                if why := _why_closed(key, text, self.loaded.config):
                    return why
                setting = settings(self.loaded.config)[key]
                try:
                    chosen.pop(key, None)
                    if text is not None:
                        chosen[key] = _plain(checked(setting, Given(text, CHOSEN, is_text=True)))
                except ConfigError:
                    return _why_not(setting)
            try:
                found = again(self.loaded, chosen)
                fits(found)
            except ConfigError as error:
                return str(error)
            self._keep(found, chosen)
        return Notice("setting_live" if set(wishes) <= LIVE else "setting_next_start")

    def lay_out(
        self, game: str, players: int, options: Mapping[str, object], fits: Callable[[Loaded], None]
    ) -> str | None:
        """Keeps which game is played next, with how many and how, over what the command line and the environment say of
        it. The sentence why not, None when it was done. OSError and SettingError pass."""
        with self._lock:
            chosen = {**self.loaded.chosen, "table.game": game, "table.players": players, "play.options": options}
            laid = replace(self.loaded, sources=self.loaded.sources.without(LAID_OUT))
            try:
                found = again(laid, chosen)
                fits(found)
            except ConfigError as error:
                return str(error)
            write_chosen(found.config.data.chosen_path, chosen)
            self.loaded = found
        return None

    def waits(self) -> bool:
        """Whether something was changed that counts from the next start only."""
        return any(self._waits(key) for keys in groups_of(self.loaded.config).values() for key in keys)

    def groups(self, voice: Voice) -> tuple[SettingGroup, ...]:
        """Everything that the page shows, in the words of `voice`."""
        return tuple(
            SettingGroup(name, voice.say("notice", f"set_group_{name}"), tuple(self.view(key, voice) for key in keys))
            for name, keys in groups_of(self.loaded.config).items()
        )

    # -- inside ------------------------------------------------------------------------------------------------------

    def _keep(self, found: Loaded, chosen: Mapping[str, object]) -> None:
        old = self.loaded
        self._apply(old.config, found.config)
        try:
            write_chosen(old.config.data.chosen_path, chosen)
        except OSError:
            self._apply(found.config, old.config)
            raise
        self.loaded = found

    def _waits(self, key: str) -> bool:
        return key not in LIVE and value_of(self.loaded.config, key) != value_of(self._begun, key)

    def view(self, key: str, voice: Voice) -> SettingView:
        """One setting, in the words of `voice`."""
        setting, origin = settings(self.loaded.config)[key], self.loaded.origins[key]
        value = value_of(self.loaded.config, key)
        where = _origin(origin)
        lock = Locked.OPEN
        if key in FILE_ONLY:
            lock = Locked.FILE_ONLY
        elif where in (Origin.ENVIRONMENT, Origin.COMMAND_LINE):
            lock = Locked.OVERRULED
        low, high = _bounds(setting)
        title, hint = _named(setting, voice)
        return SettingView(
            key=key,
            label=title,
            meaning=hint,
            kind=_kind(setting),
            value="" if setting.is_secret else as_text(value),
            default="" if setting.is_secret else as_text(setting.default),
            origin=where,
            where="" if where in (Origin.DEFAULT, Origin.PAGE) else origin.rpartition(" ")[2],
            lock=lock,
            live=key in LIVE,
            waiting=self._waits(key),
            choices=tuple(Choice(one, _label(key, one, voice)) for one in _choices(setting, as_text(value))),
            low=low,
            high=high,
            secret=setting.is_secret,
            is_set=setting.is_secret and bool(value),
        )


def again(loaded: Loaded, chosen: Mapping[str, object] | None = None, *, safe: bool = False) -> Loaded:
    """The settings loaded anew, with these choices (None: those in their file); `safe`: without devices, this once.
    ConfigError when they cannot be."""
    sources = loaded.sources
    found = load_config(sources.file, sources.overrides, sources.environ, chosen, safe=safe or sources.safe)
    return replace(found, sources=sources)


def write_chosen(path: Path, chosen: Mapping[str, object]) -> None:
    """Writes the file of choices whole or not at all. OSError when it cannot be written."""
    lines, section = [_HEAD.rstrip()], ""
    for key in settings():
        if key not in chosen:
            continue
        head, _, name = key.partition(".")
        if head != section:
            lines.append(f"\n[{head}]")
            section = head
        lines.append(f"{name} = {toml_value(_toml(chosen[key]))}")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, "\n".join(lines) + "\n")


def _plain(value: object) -> object:
    """A checked value as TOML has it."""
    match value:
        case Enum():
            return value.value
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(name): _plain(item) for name, item in value.items()}
    return value


def _toml(value: object) -> object:
    return tuple(_toml(item) for item in value) if isinstance(value, list) else value


def _why_closed(key: str, text: str | None, now: Config) -> Notice | None:
    """Why this page may not choose that; None when it may."""
    if not any(key in keys for keys in groups_of(now).values()):
        return Notice("setting_unknown", {"key": key[:60]})
    if key in FILE_ONLY or (text is not None and key.endswith("source") and not _is_harmless(key, text)):
        return Notice("setting_file_only")
    if key == _GAME and text is not None and text not in (*games.slugs(), now.table.game):
        return Notice("setting_game", {"games": ", ".join(game_title(slug) for slug in games.slugs())})
    return None


def _origin(origin: str) -> Origin:
    if origin == DEFAULT:
        return Origin.DEFAULT
    if origin == CHOSEN:
        return Origin.PAGE
    if origin.startswith("the file "):
        return Origin.FILE
    return Origin.COMMAND_LINE if origin.startswith("the flag ") else Origin.ENVIRONMENT


def _bare(hint: Any) -> Any:
    """The type without its bounds, and without None."""
    base = bare(hint)
    if get_origin(base) in (UnionType, Union):
        return _bare(next(part for part in get_args(base) if part is not NoneType))
    return base


def _kind(setting: Setting) -> SettingKind:
    base = _bare(setting.hint)
    if base is bool:
        return SettingKind.SWITCH
    if (isinstance(base, type) and issubclass(base, Enum)) or setting.key.endswith(".language"):
        return SettingKind.CHOICE
    if setting.key == _GAME:
        return SettingKind.CHOICE
    if get_origin(base) is tuple:
        return SettingKind.LIST
    is_optional = setting.default is None  # an empty field means: left out
    return SettingKind.NUMBER if base in (int, float) and not is_optional else SettingKind.TEXT


def _bounds(setting: Setting) -> tuple[str, str]:
    low, above, high = bounds(setting.hint)
    return as_text(above if low is None else low), as_text(high)


def _choices(setting: Setting, now: str) -> tuple[str, ...]:
    """What can be chosen; a language that was set in the file, for a voice of another country, stays among them."""
    base = _bare(setting.hint)
    if isinstance(base, type) and issubclass(base, Enum):
        return tuple(str(member.value) for member in base)
    if setting.key.endswith(".language"):
        return tuple(dict.fromkeys((*language_codes(), now)))
    if setting.key == _GAME:
        return tuple(dict.fromkeys((*games.slugs(), now)))
    return ()


def _named(setting: Setting, voice: Voice) -> tuple[str, str]:
    """What a setting is called, and what stands below that."""
    if setting.words is not None:
        title, hint = setting.words
        return voice.sentence(title), voice.sentence(hint)
    code = f"set_{setting.key.replace('.', '_')}"
    return voice.say("notice", code, long=False), voice.say("notice", code)


def _label(key: str, choice: str, voice: Voice) -> str:
    """A choice in words."""
    if key == _GAME:
        return game_title(choice) if choice else voice.say("notice", "set_is_none")
    own_names = {language.code: language.name for language in languages()} if key.endswith(".language") else {}
    return own_names.get(choice) or voice.say("notice", f"set_is_{choice}")


def _why_not(setting: Setting) -> Notice:
    """What the setting may be, as a notice; in words of the file's own check where there is no plainer one."""
    low, high = _bounds(setting)
    if _kind(setting) is SettingKind.NUMBER and low and high:
        return Notice("setting_number", {"low": low, "high": high})
    return Notice("setting_must", {"allowed": setting.allowed})


def _is_harmless(key: str, text: str) -> bool:
    """Whether a camera is named, and not a file of the machine: a path below /dev can lead out of it again."""
    named = text.strip()
    if named.startswith("/dev/"):
        return ".." not in named.split("/")
    return named.startswith(_SOURCES) or (key == "camera.box_source" and not named)
