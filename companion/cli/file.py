"""Files that commands write: never over one that is there, and whole or not at all."""

from __future__ import annotations

from pathlib import Path

import click

from companion.values.durable import write_whole


def new_file(name: str, *, force: bool) -> Path:
    """The path to write to. ClickException when something is there already and nobody said `--force`, or when there is
    no such folder: told before the work is done, not after."""
    path = Path(name).expanduser()
    if path.is_dir():
        raise click.ClickException(f"{path} is a folder: name a file in it.")
    if path.exists() and not path.is_file():  # a device, say, which a file would be put in place of
        raise click.ClickException(f"{path} is no ordinary file: name one.")
    if path.exists() and not force:
        raise click.ClickException(f"The file {path} is there already: name another one, or add --force.")
    if not path.parent.is_dir():
        raise click.ClickException(f"The file {path} cannot be written: No such file or directory.")
    return path


def write_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Writes the file, first beside its place, so that a full disk leaves no half of it. `private`: readable for this
    account only. ClickException says why it cannot be written."""
    try:
        write_whole(path, content, 0o600 if private else 0o644)
    except OSError as error:
        raise click.ClickException(f"The file {path} cannot be written: {error.strerror}.") from error
