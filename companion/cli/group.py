"""How the command line behaves as a whole: one sentence for everything that goes wrong, and options that many share.

Imports nothing heavy: `companion --help` has to answer at once, also on a small machine.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

import click

if TYPE_CHECKING:
    from companion.settings.config import Loaded, Override

FAILED: Final = 2
CALLED: Final = "TABLETOP_CALLED"
"""The environment variable by which `./run` says that people call the command line so."""
_PACKAGES: Final = ("libzbar0", "espeak-ng", "libgl1", "libglib2.0-0", "libxcb1")
"""What Debian has to add to the packages of Python; `run` sees to it in a checkout."""
_COMMAND: Final = re.compile(r"(?<![Tt]he )\bcompanion(?= (?:[a-z\[]|--))")
_SENTENCES: Final = (
    ("companion.settings.values", "ConfigError"),
    ("companion.kit.starting", "GameNotBegun"),
    ("companion.journal.file", "JournalError"),
    ("companion.past.retell", "RetellError"),
    ("companion.shelf.shelf", "NotInstalled"),
    ("companion.prints.stickers.sheet", "StickerError"),
    ("hardware.types", "HardwareError"),
    ("rules.engine.game", "SettingError"),
    ("rules.engine.mat", "LayoutError"),
    ("rules.engine.positions", "PositionError"),
    ("words.files", "WordsError"),
    ("rules.games", "UnknownGame"),
    ("rules.outside", "GameUnloaded"),
    ("rules.tools", "ToolError"),
    ("vision.types", "VisionError"),
    ("web.door", "WebError"),
)
Command = TypeVar("Command", bound=Callable[..., Any])
Load = Callable[..., "Loaded"]
"""Gives the settings that the options of a command choose; takes what `loaded` takes beside them."""


def as_called(text: str) -> str:
    """A text with the commands in it as people call them here: `./run play` in a checkout, else `companion play`."""
    return _COMMAND.sub(os.environ.get(CALLED, "companion"), text)


class _Help(click.HelpFormatter):
    def getvalue(self) -> str:
        return as_called(super().getvalue())


class OneSentence(click.Group):
    """A group whose commands end in one sentence on standard error and exit code 2 when something is wrong."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the command line and ends the process with its exit code."""
        words = list(sys.argv[1:] if args is None else args)
        click.Context.formatter_class = _Help  # for every command, however deep
        try:
            code = super().main(words, prog_name or "companion", complete_var, False, **extra)
        except click.exceptions.Abort:
            click.echo("companion: stopped.", err=True)
            sys.exit(130)
        except click.UsageError as error:
            asked = error.ctx.command_path if error.ctx is not None else "companion"
            _say(f"{_sentence(error.format_message())} See {asked} --help.")
        except click.ClickException as error:
            _say(_sentence(error.format_message()))
        except BrokenPipeError:
            sys.exit(0)  # whoever read our output has had enough
        except Exception as error:
            if "--traceback" in words:
                traceback.print_exc()
            if _is_foreseen(error):
                _say(_sentence(str(error)))
            if isinstance(error, ImportError):
                _say(f"A part of the program cannot be loaded ({error}): run {_set_up()}.")
            what = f"{type(error).__name__}: {error}"
            _say(_sentence(f"This is a fault of the companion itself ({what}); companion --traceback ... shows where."))
        sys.exit(code if isinstance(code, int) else 0)


def _set_up() -> str:
    """What brings all parts: of a checkout its own command, and beside a wheel the system's packages."""
    return "./run setup" if CALLED in os.environ else f"sudo apt-get install {' '.join(_PACKAGES)}"


def _say(sentence: str) -> NoReturn:
    click.echo(f"companion: {as_called(sentence)}", err=True)
    sys.exit(FAILED)


def _sentence(text: str) -> str:
    """On one line, with a full stop."""
    line = " ".join(text.split())
    return line if line.endswith((".", "?", "!")) else f"{line}."


def _is_foreseen(error: Exception) -> bool:
    """Whether its text is a sentence for people: one of those above, or a game's own about an owner's data. A class
    whose module was never loaded cannot have been raised, so nothing is loaded here: a part of the program that cannot
    be must not hide what went wrong."""
    if type(error).__module__.startswith(("rules.games.", "owners_game_")):
        return True
    known = ((sys.modules[module], name) for module, name in _SENTENCES if module in sys.modules)
    return isinstance(error, tuple(getattr(module, name) for module, name in known if hasattr(module, name)))


def settings_options(command: Command) -> Command:
    """The options that choose the settings, for every command that reads them. The command is called with `load`, which
    is `loaded` with what these options say."""

    @wraps(command)
    def asked(*args: Any, file: str | None, data: str | None, sets: tuple[str, ...], **given: Any) -> Any:
        return command(*args, load=partial(loaded, file, data, sets), **given)

    for option in (
        click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Any setting, such as web.port=8090."),
        click.option("--data", metavar="DIR", help="Directory of the journal."),
        click.option("--config", "file", metavar="FILE", help="File of settings; see: companion config example."),
    ):
        option(asked)
    return cast(Command, asked)


def loaded(
    file: str | None,
    data: str | None,
    sets: Sequence[str],
    more: Sequence[Override] = (),
    *,
    safe: bool = False,
    forgiving: bool = False,
) -> Loaded:
    """The settings that these options choose. Raises ConfigError. `forgiving`: where those of the host's page are what
    is wrong, the settings without them."""
    from companion.settings.config import ConfigError, Override, load_config
    from rules import games

    given = [] if data is None else [Override("data.directory", data, "--data")]
    for text in sets:
        key, equals, value = text.partition("=")
        if not equals or "." not in key:
            raise click.UsageError(f"--set wants section.key=value, such as web.port=8090, and got '{text}'")
        given.append(Override(key.strip(), value.strip(), "--set"))
    path, overrides = None if file is None else Path(file), [*given, *more]
    try:
        found = load_config(path, overrides, safe=safe)
    except ConfigError:
        if not forgiving:
            raise
        found = load_config(path, overrides, chosen={}, safe=safe)
    games.look_in(found.config.data.games_path)
    return found


def option_overrides(options: Sequence[str]) -> list[Override]:
    """The options of a match as `--option KEY=VALUE` gives them."""
    from companion.settings.config import Override

    given = []
    for text in options:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(f"--option wants key=value, and got '{text}'")
        given.append(Override(f"play.options.{key.strip()}", value.strip(), "--option"))
    return given
