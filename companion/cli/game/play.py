"""`game play NAME --dev`: the workbench."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.group import Load, option_overrides, settings_options

if TYPE_CHECKING:
    from companion.settings.config import Loaded, Override

_GIVEN = {"players": "table.players", "names": "table.names", "port": "web.port", "bots": "play.autoplay"}
_ALWAYS = {
    "web.host": "127.0.0.1",
    "camera.source": "virtual",
    "camera.box_source": "",
    "camera.record": "",
    "hardware.pins": "none",
    "voice.sink": "off",
    "play.start": "at_once",
}


@click.command()
@click.argument("name", metavar="NAME|FOLDER")
@click.option("--dev", is_flag=True, help="The workbench. Without it: companion play NAME.")
@click.option("--players", metavar="N", help="Number of players; else as few as the game takes.")
@click.option("--names", metavar="A,B,C", help="What the seats are called, in seat order.")
@click.option("--bots", metavar="off|fill|all", default="off", help="Which seats the program plays; else none.")
@click.option("--option", "options", metavar="KEY=VALUE", multiple=True, help="An option of the match; repeatable.")
@click.option("--port", metavar="N", help="Port of the table's pages.")
@settings_options
@click.pass_context
def play(
    ctx: click.Context, /, name: str, dev: bool, options: tuple[str, ...], load: Load, **given: str | None
) -> None:
    """Play a game of your own while you write it. Each save is taken up, and the match goes on where it stood.

    The table is the virtual one, on this machine only, with a journal that is thrown away unless --data names one. A
    page for you alone shows what each seat knows, every option with its refusal, and the log, to go back in.

    \b
    companion game play harbour_night --dev
    companion game play harbour_night --dev --players 3 --bots fill
    """
    if not dev:
        raise click.UsageError(f"Say --dev for the workbench; people play it with: companion play {name}")
    from companion.machine.systemd import is_service

    if is_service():
        raise click.ClickException("The workbench tells secrets to its terminal, so it never runs as a service.")
    folder = _folder(name, load)
    wanted = [*_overrides(folder, given), *option_overrides(options)]
    with _data(folder, load, wanted) as (found, loaded_from):
        ctx.exit(_run(found, loaded_from, folder))


def _run(found: Loaded, loaded_from: Path, folder: Path) -> int:
    import logging

    from companion.machine.log import start_logging
    from companion.telling.outlets import author_rooms
    from companion.workbench.bench import Bench, Source
    from companion.workbench.panel import Panel
    from companion.workbench.watch import Saves, greeting, once_it_opens, run_workbench
    from web import Workbench

    start_logging(logging.WARNING)
    saves = Saves(loaded_from)
    bench = once_it_opens(lambda: Bench(Source(loaded_from, folder), found, click.echo), saves, folder, click.echo)
    panel = Workbench(Panel(bench), author_rooms())
    panel.start()
    try:
        return run_workbench(bench, saves, found, greeting(bench, panel.address))
    finally:
        panel.stop()


def _folder(name: str, load: Load) -> Path:
    """The folder that is meant by a name or a path."""
    from rules import games

    below = load().config.data.games_path / name
    if name in games.OURS:
        raise click.ClickException(f"{name} is a game of the companion. The workbench is for games of your own.")
    named = [one.folder for one in games.outside() if one.slug == name]
    folder = named[0] if named else below if below.is_dir() else Path(name).expanduser()
    if not folder.is_dir():
        raise click.ClickException(f"There is no game or folder {name}; see companion game list.")
    return folder.absolute()


def _overrides(folder: Path, given: dict[str, str | None]) -> list[Override]:
    from companion.settings.config import Override
    from companion.workbench.watch import Saves, once_it_opens
    from rules import games

    seats = once_it_opens(lambda: games.find(folder), Saves(folder), folder, click.echo).about.seats
    if given["players"] is None and given["names"] is None:
        given = {**given, "players": str(min(seats))}
    told = [Override(_GIVEN[key], text, f"--{key}") for key, text in given.items() if text is not None]
    return [
        Override("table.game", folder.name, "NAME"),
        *told,
        *(Override(key, text, "the workbench") for key, text in _ALWAYS.items()),
    ]


@contextmanager
def _data(folder: Path, load: Load, wanted: list[Override]) -> Iterator[tuple[Loaded, Path]]:
    """The settings, and the folder that the game is loaded from: with a data directory of the author's own the game
    has to lie in it; else one is made, and thrown away at the end, in which a link leads to the game."""
    from tempfile import TemporaryDirectory

    from companion.settings.config import Override
    from rules import games

    packaged = {one.folder for one in games.outside() if not one.package.startswith("owners_game_")}
    found = load(wanted)
    if found.origins["data.directory"] == "--data":
        if folder.parent != found.config.data.games_path and folder not in packaged:
            raise click.ClickException(
                f"With --data the game has to lie in {found.config.data.games_path}: install it there, or leave --data "
                "out."
            )
        yield found, folder
        return
    with TemporaryDirectory(prefix="companion-workbench-") as path:
        link = Path(path) / "games" / folder.name
        link.parent.mkdir(mode=0o700)
        if folder in packaged:
            link = folder
        else:
            link.symlink_to(folder, target_is_directory=True)
        yield load([*wanted, Override("data.directory", path, "the workbench")]), link
