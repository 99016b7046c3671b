"""The command line. Every command imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from companion.cli.camera import score, watch
from companion.cli.content import content
from companion.cli.game import game
from companion.cli.game.arena import arena
from companion.cli.game.env import env
from companion.cli.group import Load, OneSentence, option_overrides, settings_options
from companion.cli.safety import backup, report, restore
from companion.cli.service import pin, rollback, selftest, status, uninstall, update, venue
from companion.cli.stickers import stickers
from companion.cli.tags import tags
from companion.cli.wiring import buttons, wiring

if TYPE_CHECKING:
    from companion.settings.config import Override

_PLAY_FLAGS: Final = {
    "game": "table.game",
    "players": "table.players",
    "names": "table.names",
    "camera": "camera.source",
    "ground": "camera.ground",
    "port": "web.port",
    "host": "web.host",
    "autoplay": "play.autoplay",
    "speed": "play.speed",
    "voice": "voice.sink",
    "pins": "hardware.pins",
    "pack": "play.pack",
}
_CONTEXT: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _print_version(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if not is_wanted:
        return
    from companion.values.own_version import own_version

    click.echo(f"companion {own_version()}")
    ctx.exit()


@click.group("companion", cls=OneSentence, context_settings=_CONTEXT)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.option("--traceback", is_flag=True, help="When something fails, also show where in the program.")
def main(traceback: bool) -> None:
    """The Tabletop Companion: keeps the rules, the score and the secrets of a real game on a real table.

    \b
    companion play chronicle               start a table; the browser shows the rest
    companion games                        which games there are, and their options
    companion doctor                       is everything there that an evening needs?
    """


@main.command()
@click.argument("game", required=False)
@click.option("--players", metavar="N", help="Number of players.")
@click.option("--names", metavar="A,B,C", help="What the seats are called, in seat order.")
@click.option(
    "--camera", metavar="SOURCE", help="virtual, none, phone, csi:N, device:N, a path in /dev; see docs/cameras.md."
)
@click.option(
    "--ground",
    metavar="mat|oak|...",
    help="What the virtual table is made of: mat, oak, maple, walnut, slate, carpet, rug.",
)
@click.option("--port", metavar="N", help="Port of the pages; 0 takes any free one.")
@click.option("--host", metavar="ADDRESS", help="Address of the pages; 127.0.0.1 for this machine only.")
@click.option("--autoplay", "--bots", metavar="off|fill|all", help="Which seats the program plays.")
@click.option("--speed", metavar="X", help="Pace of the program's players; 2 is twice as fast.")
@click.option("--voice", metavar="speaker|off|wav", help="Where announcements go.")
@click.option("--pins", metavar="none|mock|lgpio", help="Buttons and lights.")
@click.option("--option", "options", metavar="KEY=VALUE", multiple=True, help="An option of the match; repeatable.")
@click.option("--pack", metavar="FILE", help="An owner's own data for the game.")
@click.option("--new", "fresh", is_flag=True, help="Begin a new match, even if one is still open.")
@click.option("--safe", is_flag=True, help="Without pins, camera and voice, whatever the settings say: pages only.")
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@settings_options
@click.pass_context
def play(
    ctx: click.Context,
    /,
    game: str | None,
    options: tuple[str, ...],
    fresh: bool,
    safe: bool,
    verbose: bool,
    load: Load,
    **flags: str | None,
) -> None:
    """Start a table for GAME and serve it until it is stopped. An open match goes on where it stood.

    Without GAME it is the one that was chosen last; the first to sit down can choose another on the phone.

    \b
    companion play
    companion play chronicle
    companion play chronicle --names Ada,Ben,Cleo --camera /dev/video0
    companion play chronicle --players 3 --bots all --speed 4 --new
    """
    import logging

    from companion.machine.log import start_logging
    from companion.settings.chosen_game import prepare, shelved

    given = [*_overrides({"game": game, **flags}), *option_overrides(options)]
    found = load(given, safe=safe, forgiving=True)
    start_logging(logging.DEBUG if verbose else logging.INFO)
    from companion.service.running import run_service

    ctx.exit(run_service(found, lambda again: prepare(again, shelved(again)), fresh=fresh))


def _overrides(flags: dict[str, str | None]) -> list[Override]:
    from companion.settings.config import Override

    named = {"game": "GAME"}
    return [
        Override(_PLAY_FLAGS[name], text, named.get(name, f"--{name}"))
        for name, text in flags.items()
        if text is not None
    ]


@main.command()
@settings_options
def games(load: Load) -> None:
    """List the games with their numbers of players and options."""
    import rules.games

    load()
    for slug in rules.games.slugs():
        game = rules.games.game(slug)
        click.secho(f"{slug}", bold=True, nl=False)
        click.echo(f"  {game.title}, {game.players} players")
        for setting in game.rules.settings:
            choices = " | ".join(_plain(choice) for choice in setting.choices)
            kind = f" ({choices})" if choices else ""
            _wrapped(f"--option {setting.key}={_plain(setting.default)}{kind}: {setting.meaning}", "    ", "        ")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(text: str, first: str = "", rest: str = "") -> None:
    """Prints a text no wider than the terminal."""
    import shutil
    import textwrap

    width = max(30, min(100, shutil.get_terminal_size().columns))
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    click.echo("\n".join(lines))


@main.command()
@settings_options
def matches(load: Load) -> None:
    """List the matches in the journal, the latest first."""
    import rules.games
    from companion.journal.journal import Journal

    with Journal.look(load().config.data.journal_path) as journal:
        stored = journal.matches()
    here = rules.games.slugs()
    for match in stored:
        when = match.started.astimezone().strftime("%Y-%m-%d %H:%M")
        state = "open" if match.ended is None else "ended"
        title = f", {match.title}" if match.title else ""
        if match.game not in rules.games.OURS:
            title = f"{title} {match.version or '?'}{'' if match.game in here else ', which is not here any more'}"
        _wrapped(
            f"{match.match:>4}  {when}  {match.game}, {match.seats} player{'s' * (match.seats != 1)}, "
            f"{match.entries} entries, {state}{title}"
        )
    if not stored:
        click.echo("No match was played yet.")


@main.command()
@click.argument("match", type=int, required=False)
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after entry N, and show the table there.")
@click.option("--as", "player", metavar="PLAYER", help="What this player (number or name) knew. Shows secrets.")
@click.option("--public", is_flag=True, help="Only what everybody heard (this is the default).")
@settings_options
def replay(match: int | None, to: int | None, player: str | None, public: bool, load: Load) -> None:
    """Tell a stored MATCH again (the latest, if none is given), entry by entry.

    \b
    companion replay
    companion replay 12 --to 40
    companion replay 12 --as Ada
    """
    from companion.cli.retell import print_match

    if public and player is not None:
        raise click.UsageError("--public and --as exclude each other")
    print_match(load(), match, to, player)


@main.command()
@click.option("--match", type=int, metavar="N", help="This match only, as JSON with its story. Else all that ended.")
@click.option(
    "--form",
    type=click.Choice(["json", "csv", "notation"]),
    default="json",
    show_default=True,
    help="What to write; notation: one match move by move, of chess as PGN.",
)
@click.option("--output", metavar="FILE", help="Where to. Else it is printed.")
@settings_options
def export(match: int | None, form: str, output: str | None, load: Load) -> None:
    """Write the results of finished matches for other programs: only what everybody at the table knew.

    \b
    companion export --form csv --output matches.csv
    companion export --match 12
    companion export --match 12 --form notation --output match-12.pgn
    """
    from companion.cli.export import export_matches

    export_matches(load(), match, form, output)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For programs: a list of findings.")
@click.option("--sound", is_flag=True, help="Speak a sentence aloud, and say which voice spoke through what.")
@click.option("--tag", is_flag=True, help="Wait for a printed sticker under the camera, and measure it.")
@click.option("--report", default="", metavar="FILE.zip", help="Also write the report of a problem, without secrets.")
@click.option("--force", is_flag=True, help="With --report: write over a file that is there.")
@settings_options
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, sound: bool, tag: bool, report: str, force: bool, load: Load) -> None:
    """Look at everything that an evening needs. Exit code 0: all well; 1: something to look at; 2: broken.

    \b
    companion doctor
    companion doctor --sound --tag                 with somebody at the table to listen and to hold a sticker
    companion doctor --report companion.zip        one file to send to whoever helps
    """
    from companion.cli.doctor import Output, print_findings
    from companion.doctor.finding import Wishes

    output = Output(as_json, report, force)
    ctx.exit(print_findings(load, Wishes(tag, sound), output))


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@settings_options
@click.pass_context
def scene(ctx: click.Context, files: tuple[str, ...], load: Load) -> None:
    """Play scenes (short matches with expectations, in text files) and print every difference.

    A directory stands for all scenes in it. Exit code 1 if anything differs.
    """
    from companion.cli.scene import play_scenes

    load()
    ctx.exit(play_scenes([Path(name) for name in files]))


@main.command()
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Number of players.")
@click.option("--option", "options", metavar="KEY=VALUE", multiple=True, help="An option of the match; repeatable.")
@click.option("--pack", metavar="FILE", help="An owner's own data for the game.")
@click.option("--language", default="en", metavar="CODE", help="Language of the labels, such as en.")
@click.option("--out", metavar="FILE", help="The file to write; without it an SVG is printed.")
@click.option("--pdf", is_flag=True, help="A PDF in true size, on as many pages as it needs.")
@click.option("--part", type=click.Choice(("game", "seats", "markers")), default="game", help="With --pdf: of what.")
@click.option("--page", type=click.Choice(("a4", "a3", "letter", "whole")), default="a4", help="With --pdf: paper.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def mat(
    game: str,
    players: int | None,
    options: tuple[str, ...],
    pack: str | None,
    language: str,
    out: str | None,
    pdf: bool,
    part: str,
    page: str,
    force: bool,
    load: Load,
) -> None:
    """Draw the mat of GAME in true size, with the corner markers for the camera: as an SVG, or as a PDF to print.

    \b
    companion mat chronicle --players 4 --out mat.svg
    companion mat chronicle --pdf --out mat.pdf                          on A4 pages to be glued
    companion mat chronicle --pdf --page whole --out mat.pdf             one page for a print shop
    companion mat chronicle --pdf --part seats --page a3 --out seats.pdf
    companion mat chronicle --pdf --part markers --out markers.pdf       the four markers alone
    """
    from companion.cli.mat import write_mat, write_mat_pdf

    found = load([*_overrides({"pack": pack}), *option_overrides(options)])
    if not pdf:
        if (part, page) != ("game", "a4"):
            raise click.UsageError("--part and --page go with --pdf.")
        write_mat(found, game, players, language, out, force=force)
        return
    if out is None:
        raise click.UsageError("Say with --out which file to write.")
    write_mat_pdf(found, game, players, language, out, part, page, force=force)


@main.command()
@click.argument("language", required=False)
@click.option("--missing", metavar="PART", help="Print what this part lacks, as files to begin the rest with.")
@settings_options
def words(language: str | None, missing: str | None, load: Load) -> None:
    """Say how much of each language there is, by part: the pages, the hub, the rules engine and each game.

    \b
    companion words
    companion words fr                             one language, also one that is not begun
    companion words fr --missing chronicle         what it lacks there, in English, to be translated
    """
    from companion.cli.words import print_languages, print_missing

    load()
    if missing is not None:
        if language is None:
            raise click.UsageError("--missing wants a LANGUAGE, such as: companion words fr --missing pages")
        print_missing(language, missing)
    else:
        print_languages(language)


@main.group()
def config() -> None:
    """Show the settings."""


@config.command()
@settings_options
def show(load: Load) -> None:
    """Print every setting, as TOML, with where it came from. Secrets stay hidden."""
    from companion.settings.config import DEFAULT, settings, toml_value, value_of

    found = load()
    section = ""
    for key, setting in settings().items():
        head, _, name = key.partition(".")
        if head != section:
            click.echo(f"{'' if not section else chr(10)}[{head}]")
            section = head
        value = value_of(found.config, key)
        text = '"***"' if setting.is_secret and value else toml_value(value)
        origin = "" if found.origins[key] == DEFAULT else f"  # from {found.origins[key]}"
        click.echo(f"{name} = {text}{origin}" if text else f"# {name} is left out{origin}")


@config.command()
def example() -> None:
    """Print a file of settings with every setting, its meaning and its default."""
    from companion.settings.config import render_example

    click.echo(render_example(), nl=False)


for command in (
    *(content, game, stickers, tags, score, watch, wiring, buttons, backup, restore, report),
    *(arena, env, status, pin, selftest, update, rollback, uninstall, venue),
):
    main.add_command(command)
