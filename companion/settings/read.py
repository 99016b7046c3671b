"""Reading the settings: defaults, then a file, then what was chosen on the host's page, then the environment, then the
command line; each value with where it came from, so that a bad one can be told in one sentence."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.settings.play import Autoplay
from companion.settings.safe_mode import DEVICES, VARIABLE, is_wanted, without_devices
from companion.settings.sections import CHOSEN_FILE, CameraKind, Config, default_directory
from companion.settings.values import PREFIX, ConfigError, Given, checked, nested, settings, variable_of, word
from hardware import check_pins
from hardware.types import HardwareError, SpeechSink
from words import Sentence

DEFAULT: Final = "the default"
CHOSEN: Final = "the host's page"
_FILE_VARIABLE: Final = "COMPANION_CONFIG"
_PLACES: Final = ("~/.config/tabletop-companion/companion.toml", "/etc/companion/companion.toml")


@dataclass(frozen=True)
class Override:
    """A setting from the command line: its key (`web.port`), its text, and the flag that gave it."""

    key: str
    text: str
    flag: str


@dataclass(frozen=True)
class Sources:
    """What settings were loaded from, to load them again: the file that was asked for, the command line, the
    environment (None for the program's own), and whether safe mode was asked for beside it."""

    file: Path | None = None
    overrides: tuple[Override, ...] = ()
    environ: Mapping[str, str] | None = None
    safe: bool = False

    def without(self, keys: Collection[str]) -> Sources:
        """The same, of which the command line and the environment say nothing of these settings: somebody at the table
        has chosen otherwise since."""
        env = os.environ if self.environ is None else self.environ
        left = {name: text for name, text in env.items() if name not in {variable_of(key) for key in keys}}
        overrides = tuple(one for one in self.overrides if _split_key(one.key)[0] not in keys)
        return replace(self, overrides=overrides, environ=left)


@dataclass(frozen=True)
class Loaded:
    """The settings, where each one came from by key, the file that was read, and what was chosen on the host's page.
    `aside`: why what was chosen could not be used at this start; empty when it could. `is_safe`: the table is to run
    without the devices that stand here."""

    config: Config
    origins: Mapping[str, str]
    file: Path | None = None
    sources: Sources = Sources()
    chosen: Mapping[str, object] = field(default_factory=dict)
    aside: str = ""
    is_safe: bool = False

    def is_given(self, key: str) -> bool:
        """Whether somebody set this, rather than it being the default."""
        return self.origins[key] != DEFAULT

    @property
    def seats_asked(self) -> int | None:
        """For how many players somebody asked, by a number or by names; None where nobody did."""
        table = self.config.table
        return table.players if table.names or self.is_given("table.players") else None


def load_config(
    file: Path | None = None,
    overrides: Sequence[Override] = (),
    environ: Mapping[str, str] | None = None,
    chosen: Mapping[str, object] | None = None,
    *,
    safe: bool = False,
) -> Loaded:
    """The settings in layers: defaults, the file, what was chosen on the host's page, the environment
    (`COMPANION_WEB_PORT`), `overrides`.

    `file` None: what $COMPANION_CONFIG names, else the user's own file, else the system's, else none. `chosen` None:
    what stands in the file of choices in the data directory. Raises ConfigError for the first thing that is wrong;
    `safe` (or $COMPANION_SAFE): what is wrong of devices counts as not given.
    """
    env = os.environ if environ is None else environ
    path = _find_file(file, env)
    written = {} if path is None else _from_file(path)
    over = _from_environment(env)
    if chosen is None:
        chosen = read_chosen(_directory({**written, **over}, overrides, env) / CHOSEN_FILE)
    given = {**written, **{key: Given(value, CHOSEN) for key, value in chosen.items()}, **over}
    _add_overrides(given, overrides)
    is_safe = safe or is_wanted(env)
    values = _checked(given, DEVICES if is_safe else frozenset())
    plain = Config()
    config = replace(plain, **{section: replace(getattr(plain, section), **v) for section, v in values.items()})
    origins = {key: given[key].origin if key in given else DEFAULT for key in settings()}
    sources = Sources(file, tuple(overrides), environ, safe)
    try:
        settled = _settled(config, origins, env)
    except ConfigError:
        if not is_safe:
            raise
        settled = _settled(without_devices(config), origins, env)
    return Loaded(settled, MappingProxyType(origins), path, sources, MappingProxyType({**chosen}), is_safe=is_safe)


def _checked(given: Mapping[str, Given], forgiven: frozenset[str]) -> dict[str, dict[str, Any]]:
    """The values by section and name. In `forgiven` sections one that is wrong is left out."""
    values: dict[str, dict[str, Any]] = {}
    for key, what in given.items():
        section, _, name = key.partition(".")
        try:
            value = checked(settings()[key], what)
        except ConfigError:
            if section not in forgiven:
                raise
            continue
        values.setdefault(section, {})[name] = value
    return values


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


def _directory(given: Mapping[str, Given], overrides: Sequence[Override], env: Mapping[str, str]) -> Path:
    """The data directory, in which the choices are: it cannot be chosen itself."""
    named = [override.text for override in overrides if override.key == "data.directory"]
    if not named and "data.directory" in given:
        named = [str(checked(settings()["data.directory"], given["data.directory"]))]
    text = named[-1] if named else ""
    return Path(text).expanduser().absolute() if text else default_directory(env)


def read_chosen(path: Path) -> dict[str, object]:
    """What was chosen on the host's page, from its file; nothing where there is no file. ConfigError when it cannot be
    read."""
    try:
        if not path.is_file():
            return {}
    except OSError:  # another user's directory: opening the journal says so in a sentence
        return {}
    try:
        return {key: given.value for key, given in _from_file(path).items()}
    except ConfigError as error:
        raise ConfigError(
            f"{error} That file holds what was chosen on the host's page: correct it, or delete it to begin with the "
            "other settings."
        ) from error


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
        if not variable.startswith(PREFIX) or variable in (_FILE_VARIABLE, VARIABLE):
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
    if origins["table.players"] == CHOSEN:  # for a game of fewer: whoever is left has a name of the table's no more
        table = replace(table, names=table.names[: table.players])
    if len(table.names) > table.players:
        raise ConfigError(
            Sentence(
                "The setting table.names (from {origin}) has {count} names, but table.players is {players} (from "
                "{where}).",
                origin=origins["table.names"],
                count=len(table.names),
                players=table.players,
                where=origins["table.players"],
            )
        )
    camera = config.camera
    if camera.box_source and camera.box_source == camera.source and camera.kind is not CameraKind.PHONE:  # two phones
        raise ConfigError(
            Sentence(
                "The settings camera.source (from {origin}) and camera.box_source (from {where}) name the same camera: "
                "the reader box needs one of its own.",
                origin=origins["camera.source"],
                where=origins["camera.box_source"],
            )
        )
    if origins["play.autoplay"] == DEFAULT and config.camera.kind is not CameraKind.VIRTUAL:
        play = replace(play, autoplay=Autoplay.OFF)
    if not data.directory:
        data = replace(data, directory=str(default_directory(env)))
    if config.voice.sink is SpeechSink.WAV and not config.voice.wav_path:
        raise ConfigError(
            Sentence(
                'The setting voice.sink is "wav" (from {origin}), so voice.wav_path must name the file.',
                origin=origins["voice.sink"],
            )
        )
    _check_wiring(config, origins)
    return replace(config, table=table, play=play, data=replace(data, directory=str(data.path)))


def _check_wiring(config: Config, origins: Mapping[str, str]) -> None:
    try:
        check_pins(config.hardware.pin_map)
    except HardwareError as error:
        given: Iterator[str] = (origins[f"hardware.{row.key}"] for row in config.hardware.table)
        places = " and ".join(dict.fromkeys(origin for origin in given if origin != DEFAULT))
        wiring = Sentence(
            "The wiring in the settings of [hardware] (from {places}) does not work: {why}",
            places=places,
            why=str(error),
        )
        raise ConfigError(wiring) from error
