"""Playing scene files and printing what differs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import rules.games
from companion.cli.group import FAILED
from rules.engine.scenes import Difference, SceneError, parse_scene, run_scene

_DIFFERS = 1


class SceneUnread(Exception):
    """A scene that cannot be played at all: one sentence naming the file."""


def play_scenes(places: Sequence[Path]) -> int:
    """Plays every scene and prints the differences; gives the exit code: 0 all as expected, 1 something differs, 2 one
    could not be read. A scene that cannot be read does not keep the others from being played."""
    differing = unread = 0
    files, missing = _files(places)
    for sentence in missing:
        click.echo(f"companion: {sentence}", err=True)
    for file in files:
        try:
            differences = _play(file)
        except (SceneUnread, SceneError, rules.games.UnknownGame) as error:
            unread += 1
            text = str(error) if str(file) in str(error) else f"{file}: {error}"
            click.echo(f"companion: {' '.join(text.split())}", err=True)
            continue
        differing += bool(differences)
        for difference in differences:
            click.echo(f"{file}: {difference}")
    played = len(files) - unread
    click.echo(f"{played} {'scene' if played == 1 else 'scenes'} played, {differing} with differences.")
    return FAILED if unread or missing else _DIFFERS if differing else 0


def _files(places: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """The scene files that these places stand for, and a sentence for each place without any."""
    files: list[Path] = []
    missing = []
    for place in places:
        if not place.is_dir():
            files.append(place)
            continue
        inside = sorted(place.rglob("*.toml"))
        files += inside
        if not inside:
            missing.append(f"There is no scene (a file *.toml) in the directory {place}.")
    return list(dict.fromkeys(files)), missing


def _play(file: Path) -> list[Difference]:
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise SceneUnread(f"The scene {file} is not UTF-8 text.") from error
    except OSError as error:
        raise SceneUnread(f"The scene {file} cannot be read: {error.strerror}.") from error
    scene = parse_scene(text, str(file))
    return run_scene(scene, rules.games.game(scene.game))
