"""Commands that keep an evening safe: a copy of the journal, bringing one back, and the report of a problem."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.group import Load, settings_options


@click.command()
@click.argument("target", metavar="FILE")
@settings_options
def backup(target: str, load: Load) -> None:
    """Copy the journal into FILE, also while the companion runs.

    The copy holds every secret of the matches. It holds no PIN, no code and no phone that is signed on.
    """
    from companion.journal.backups import write_copy
    from companion.journal.journal import Journal

    path = Path(target).expanduser()
    with Journal.look(load().config.data.journal_path) as journal:
        write_copy(journal, path)
    click.echo(f"The journal is copied to {path}.")


@click.command()
@click.argument("source", metavar="FILE")
@settings_options
def restore(source: str, load: Load) -> None:
    """Put a copy made by `companion backup` in the journal's place.

    The present journal is kept as a copy first. While a companion runs it waits for the next start.
    """
    from companion.journal.backups import LIMIT_BYTES, Backups
    from companion.journal.journal import is_running

    path = Path(source).expanduser()
    backups = Backups(load().config.data.journal_path)
    try:
        with path.open("rb") as opened:
            copy = opened.read(LIMIT_BYTES + 1)
    except OSError as error:
        raise click.ClickException(f"The copy {path} cannot be read: {error.strerror}.") from error
    count = backups.bring(copy)
    matches = "one match" if count == 1 else f"{count} matches"
    if is_running(backups.journal):
        click.echo(f"The copy holds {matches}. It takes the journal's place when the companion starts the next time.")
        return
    backups.swap()
    click.echo(f"The journal is the copy now, with {matches}. What was there before is kept in {backups.folder}.")


@click.command()
@click.argument("target", metavar="FILE")
@click.option("--names", is_flag=True, help="With the players' names.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@settings_options
def report(target: str, names: bool, force: bool, load: Load) -> None:
    """Write the report of a problem into FILE, a zip without any secret: versions, what the doctor finds, settings.

    The page of the host makes the same of a running table, with its log and what everybody has heard.
    """
    from datetime import UTC, datetime

    from companion.cli.file import new_file, write_file
    from companion.doctor.report import (
        Cover,
        TableFacts,
        doctor_of,
        no_names,
        private_values,
        problem_report,
        service_log,
    )
    from companion.doctor.world import World

    found = load()
    path = new_file(target, force=force)
    config = found.config
    cover, told = (
        Cover({} if names else no_names(config.table.names), private_values(config)),
        TableFacts(log=service_log(World())),
    )
    write_file(path, problem_report(found, told, cover, datetime.now(UTC), doctor_of(config)), private=True)
    click.echo(f"The report is in {path}. Look through it before you pass it on.")
