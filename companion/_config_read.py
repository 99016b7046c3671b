"""Reading the settings: defaults, then a file, then the environment, then the command line; each value with where it
came from, so that a bad one can be told in one sentence."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion._config_values import PREFIX, ConfigError, Given, checked, nested, settings, variable_of, word
from companion._settings import CameraKind, Config, default_directory
from companion._settings_play import Autoplay
from hardware import check_pins
from hardware.types import HardwareError, SpeechSink

DEFAULT: Final = "the default"
_FILE_VARIABLE: Final = "COMPANION_CONFIG"
_PLACES: Final = ("~/.config/tabletop-companion/companion.toml", "/etc/companion/companion.toml")


@dataclass(frozen=True)
class Override:
    """A setting from the command line: its key (`web.port`), its text, and the flag that gave it."""

    key: str
    text: str
    flag: str


@dataclass(frozen=True)
class Loaded:
    """The settings, where each one came from by key, and the file that was read."""

    config: Config
    origins: Mapping[str, str]
    file: Path | None = None

    def is_given(self, key: str) -> bool:
        """Whether somebody set this, rather than it being the default."""
        return self.origins[key] != DEFAULT


def load_config(
    file: Path | None = None, overrides: Sequence[Override] = (), environ: Mapping[str, str] | None = None
) -> Loaded:
    """The settings in layers: defaults, the file, the environment (`COMPANION_WEB_PORT`), `overrides`.

    `file` None: what $COMPANION_CONFIG names, else the user's own file, else the system's, else none. Raises
    ConfigError for the first thing that is wrong.
    """
    env = os.environ if environ is None else environ
    path = _find_file(file, env)
    given: dict[str, Given] = {}
    if path is not None:
        given |= _from_file(path)
    given |= _from_environment(env)
    _add_overrides(given, overrides)
    values: dict[str, dict[str, Any]] = {}
    for key, what in given.items():
        section, _, name = key.partition(".")
        values.setdefault(section, {})[name] = checked(settings()[key], what)
    plain = Config()
    config = replace(plain, **{section: replace(getattr(plain, section), **v) for section, v in values.items()})
    origins = {key: given[key].origin if key in given else DEFAULT for key in settings()}
    return Loaded(_settled(config, origins, env), MappingProxyType(origins), path)


# ---- the layers ----------------------------------------------------------------------------------------------------


def _find_file(file: Path | None, env: Mapping[str, str]) -> Path | None:
    if file is not None:
        return file.expanduser()
    if env.get(_FILE_VARIABLE):
        return Path(env[_FILE_VARIABLE]).expanduser()
    for place in _PLACES:
        path = Path(place).expanduser()
        try:
            if path.exists():
                return path
        except OSError:  # the folder may not be looked into: reading says so in a sentence
            return path
    return None


def _from_file(path: Path) -> dict[str, Given]:
    given = {}
    for section, body in _read_toml(path).items():
        if section not in _sections():
            raise _unknown(section, f"the file {path}")
        if not isinstance(body, dict):
            raise ConfigError(
                f"In the file {path}, '{section}' has to be a table: write [{section}] above its settings."
            )
        for name, value in body.items():
            key = f"{section}.{name}"
            if key not in settings():
                raise _unknown(key, f"the file {path}")
            given[key] = Given(value, f"the file {path}")
    return given


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise ConfigError(f"The file of settings {path} does not exist.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"The file of settings {path} is not UTF-8 text (byte {error.start}).") from error
    except OSError as error:
        raise ConfigError(f"The file of settings {path} cannot be read: {error.strerror}.") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what = str(error).replace("end of document", f"line {max(1, len(text.splitlines()))}, the end of the file")
        raise ConfigError(f"The file of settings {path} is not valid TOML: {what}.") from error


def _from_environment(env: Mapping[str, str]) -> dict[str, Given]:
    given = {}
    for variable, text in sorted(env.items()):
        if not variable.startswith(PREFIX) or variable == _FILE_VARIABLE:
            continue
        section, _, name = variable.removeprefix(PREFIX).lower().partition("_")
        key = f"{section}.{name}" if name else section
        origin = f"the environment variable {variable}"
        if key not in settings():
            raise _unknown(key, origin)
        given[key] = Given(text, origin, is_text=True)
    return given


def _add_overrides(given: dict[str, Given], overrides: Sequence[Override]) -> None:
    for override in overrides:
        origin = f"the flag {override.flag}"
        key, inner = _split_key(override.key)
        if key not in settings():
            raise _unknown(override.key, origin)
        setting = settings()[key]
        if setting.is_secret:
            raise ConfigError(
                f"The setting {key} is a secret and every user of the machine can read command lines: give it in the "
                f"file or in the environment variable {variable_of(key)}."
            )
        if not inner:
            given[key] = Given(override.text, origin, is_text=True)
            continue
        before = checked(setting, given[key]) if key in given else {}
        given[key] = Given(nested(before, inner, word(override.text)), origin)


def _split_key(key: str) -> tuple[str, tuple[str, ...]]:
    """`play.options.rounds` is the entry `rounds` of the setting `play.options`."""
    section, *rest = key.split(".")
    name = f"{section}.{rest[0]}" if rest else section
    depth = {"play.options": 1, "play.game_options": 2}.get(name, 0)
    inner = tuple(rest[1:])
    return (name, inner) if len(inner) in (0, depth) else (key, ())


def _sections() -> tuple[str, ...]:
    return tuple(item.name for item in fields(Config))


def _unknown(key: str, origin: str) -> ConfigError:
    section, _, name = key.partition(".")
    own = [k for k in settings() if k.startswith(f"{section}.")]
    if own:
        near = [k for k in settings() if k.endswith(f".{name}")] or difflib.get_close_matches(key, own, n=1)
        hint = f"did you mean {near[0]}" if name and near else f"its settings are {_names(own)}"
        return ConfigError(f"There is no setting {key} (from {origin}); {hint}.")
    near = difflib.get_close_matches(section, _sections(), n=1)
    hint = f"did you mean {near[0]}" if near else "the sections are " + ", ".join(f"[{s}]" for s in _sections())
    return ConfigError(f"There is no section {section} of settings (from {origin}); {hint}.")


def _names(keys: Sequence[str]) -> str:
    return ", ".join(key.partition(".")[2] for key in keys)


# ---- what belongs together -----------------------------------------------------------------------------------------


def _settled(config: Config, origins: Mapping[str, str], env: Mapping[str, str]) -> Config:
    """Fills in what depends on other settings, and checks what must go together."""
    table, play, data = config.table, config.play, config.data
    if origins["table.players"] == DEFAULT and table.names:
        table = replace(table, players=len(table.names))
    if len(table.names) > table.players:
        raise ConfigError(
            f"The setting table.names (from {origins['table.names']}) has {len(table.names)} names, but "
            f"table.players is {table.players} (from {origins['table.players']})."
        )
    camera = config.camera
    if camera.box_source and camera.box_source == camera.source:
        raise ConfigError(
            f"The settings camera.source (from {origins['camera.source']}) and camera.box_source (from "
            f"{origins['camera.box_source']}) name the same camera: the reader box needs one of its own."
        )
    if origins["play.autoplay"] == DEFAULT and config.camera.kind is not CameraKind.VIRTUAL:
        play = replace(play, autoplay=Autoplay.OFF)
    if not data.directory:
        data = replace(data, directory=str(default_directory(env)))
    if config.voice.sink is SpeechSink.WAV and not config.voice.wav_path:
        raise ConfigError(
            f'The setting voice.sink is "wav" (from {origins["voice.sink"]}), so voice.wav_path must name the file.'
        )
    _check_wiring(config, origins)
    return replace(config, table=table, play=play, data=replace(data, directory=str(data.path)))


def _check_wiring(config: Config, origins: Mapping[str, str]) -> None:
    try:
        check_pins(config.hardware.pin_map)
    except HardwareError as error:
        keys = ("seat_buttons", "seat_lights", "confirm_button", "undo_button")
        given: Iterator[str] = (origins[f"hardware.{key}"] for key in keys)
        places = " and ".join(dict.fromkeys(origin for origin in given if origin != DEFAULT))
        raise ConfigError(f"The wiring in the settings of [hardware] (from {places}) cannot be: {error}") from error
