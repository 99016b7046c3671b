"""Commands about pictures: scoring the reader on a folder, and watching a camera or a recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from companion.settings.config import Loaded
    from vision import TagRegistry
    from vision.reading.scoring import ReaderScore, Score

_SHOWN = 6  # payloads a line


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--truth", metavar="FILE", type=click.Path(path_type=Path), help="List of what is in the pictures.")
@click.option("--registry", metavar="GAME|FILE", help="Known tags: a game, or a file with one payload a line.")
@click.option("--photo", is_flag=True, help="Use the reader for single photographs instead of the table's.")
@click.option("--min-recall", type=click.FloatRange(0, 1), metavar="SHARE", help="Exit code 1 below this share.")
@settings_options
@click.pass_context
def score(
    ctx: click.Context,
    folder: Path,
    truth: Path | None,
    registry: str | None,
    photo: bool,
    min_recall: float | None,
    load: Load,
) -> None:
    """Read every picture of FOLDER and compare with what is known to be in it, beside zxing-cpp and pyzbar.

    \b
    What is in a picture says FILE, else truth.csv or truth.toml in FOLDER, else a text file beside each picture
    (a.txt holds what the code in a.png says; a picture without one holds no code). A recording is a folder too.
    companion score photos
    companion score recordings/20260101-200000 --truth truth.csv --registry chronicle --min-recall 0.99
    """
    from vision.reading.scoring import readers_for, score_folder

    known = _registry(registry, load)
    result = score_folder(folder, truth, readers_for(known, photo=photo))
    _print_score(result)
    ours = result.readers[0]
    is_short = min_recall is not None and ours.recall < min_recall
    ctx.exit(1 if ours.wrong or is_short else 0)


@click.command()
@click.argument("source")
@click.option("--game", metavar="GAME", help="Whose tags and mat; without it only codes are told, not places.")
@click.option("--players", type=int, metavar="N", help="Number of players the mat is for.")
@click.option("--record", metavar="DIR", help="Keep the pictures in a folder of their own there.")
@click.option("--seconds", type=click.FloatRange(min=0), metavar="N", help="End after so long.")
@click.option("--fast", is_flag=True, help="A recording or video as fast as it can be read.")
@settings_options
def watch(
    source: str,
    game: str | None,
    players: int | None,
    record: str | None,
    seconds: float | None,
    fast: bool,
    load: Load,
) -> None:
    """Look at SOURCE without playing, and print every change of the table; Ctrl+C ends it.

    \b
    companion watch /dev/video0 --game chronicle
    companion watch csi:0 --record bug --seconds 60
    companion watch recording:bug --game chronicle --fast
    """
    from companion.cli.watching import watch_source
    from companion.settings.chosen_game import chosen_game

    found = load()
    chosen = None if game is None else chosen_game(game, found)
    for line in watch_source(found.config, source, chosen, players, record, seconds, fast=fast):
        click.echo(line)


def _registry(name: str | None, load: Callable[[], Loaded]) -> TagRegistry:
    """The tags of a game, or one for every line of a file. Nothing named: none is known."""
    import rules.games
    from companion.cli.watching import tags_of
    from companion.settings.chosen_game import chosen_game
    from vision import Side, Tag, TagRegistry

    if name is None:
        return TagRegistry()
    found = load()
    if name in rules.games.slugs():
        return tags_of(found.config, chosen_game(name, found), None)
    try:
        lines = Path(name).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"'{name}' is neither a game nor a file of payloads that can be read.") from error
    payloads = dict.fromkeys(line.strip() for line in lines if line.strip())
    return TagRegistry(Tag(payload, payload, Side.FRONT) for payload in payloads)


def _print_score(result: Score) -> None:
    ours = result.readers[0]
    for picture in ours.pictures:
        told = [f"{picture.found}/{picture.wanted}", f"{picture.ms:.1f} ms"]
        told += [f"{what}: {_few(payloads)}" for what, payloads in _odd(picture.missed, picture.wrong) if payloads]
        click.echo(f"{picture.file}  {'  '.join(told)}")
    for sentence in result.skipped:
        click.echo(f"left out, {sentence}")
    click.echo(f"{'reader':<14}{'read':>12}{'share':>9}{'missed':>8}{'wrong':>7}{'ms':>10}")
    for reader in result.readers:
        click.echo(_total(reader))


def _odd(missed: tuple[str, ...], wrong: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (("missed", missed), ("wrong", wrong))


def _total(reader: ReaderScore) -> str:
    read = f"{reader.found}/{reader.wanted}"
    missed = reader.wanted - reader.found
    return f"{reader.reader:<14}{read:>12}{reader.recall:>9.1%}{missed:>8}{reader.wrong:>7}{reader.ms:>10.1f}"


def _few(payloads: tuple[str, ...]) -> str:
    shown = ", ".join(" ".join(payload.split())[:40] for payload in payloads[:_SHOWN])
    return shown if len(payloads) <= _SHOWN else f"{shown} and {len(payloads) - _SHOWN} more"
