"""Commands about the companion as a service: whether it runs, the host's PIN, and the way to another version; and the
one that serves a venue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

import click

from companion.cli.group import Load, settings_options

if TYPE_CHECKING:
    from companion.settings.config import Config

BUSY: Final = 1
SILENT: Final = 3
_WITHIN_S: Final = 5.0


@click.command()
@click.option("--idle", is_flag=True, help="Only say whether somebody plays: exit code 1 while it is so.")
@settings_options
@click.pass_context
def status(ctx: click.Context, idle: bool, load: Load) -> None:
    """Say whether the companion runs and answers, where its pages are, and whether somebody plays.

    Exit code 3 when no page comes.
    """
    config = load().config
    playing = _playing(config)
    if idle:
        click.echo(playing or "Nobody plays just now.")
        ctx.exit(BUSY if playing else 0)
    from companion.machine.addresses import addresses
    from companion.values.own_version import own_version

    is_there = _answers(config)
    click.echo(f"companion {own_version()}: {'its pages answer' if is_there else 'no page answers'}")
    if not is_there:
        ctx.exit(SILENT)
    for what, address in addresses(config.web, config.web.port):
        click.echo(f"  {what:<22} {address}")
    click.echo(playing or "Nobody plays just now.")


@click.command()
@click.option("--new", is_flag=True, help="Make another one. All hosts are signed off.")
@settings_options
def pin(new: bool, load: Load) -> None:
    """Print the host's PIN as it was made at the first start, for as long as it is that one."""
    from companion.journal.first_pin import FirstPin
    from companion.journal.journal import Journal

    found = load()
    if found.config.web.host_pin:
        raise click.ClickException(f"The host's PIN is the setting web.host_pin, from {found.origins['web.host_pin']}")
    path = found.config.data.journal_path
    first = FirstPin(path)
    if new:
        with Journal.beside(path) as journal:
            click.echo(f"host PIN               {journal.new_pin()}   (shown only now: keep it)")
        return
    with Journal.look(path) as journal:
        shown = first.read(journal)
    if not shown:
        raise click.ClickException("The PIN was shown already or is another one now: `companion pin --new` makes one")
    click.echo(f"host PIN               {shown}")


@click.command()
def selftest() -> None:
    """Open every game once, with its pages, apart from all matches and settings: is this program whole?"""
    from companion.service.selftest import selftest as opened

    click.echo(opened())


@click.command()
@click.argument("source", metavar="FILE")
@click.option("--now", is_flag=True, help="Also in the middle of a game.")
@click.option("--unsigned", is_flag=True, help="Take what nobody has signed: what you have built yourself.")
def update(source: str, now: bool, unsigned: bool) -> None:
    """Change the installed companion to the release in FILE, with its signature beside it. The old version is kept."""
    _only_installed("update FILE")


@click.command()
@click.option("--now", is_flag=True, help="Also in the middle of a game.")
def rollback(now: bool) -> None:
    """Go back to the version that was installed before."""
    _only_installed("rollback")


@click.command()
@click.option("--purge", is_flag=True, help="Remove matches and settings too; asks first.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def uninstall(purge: bool, yes: bool) -> None:
    """Remove the installed companion. Matches and settings stay."""
    _only_installed("uninstall")


@click.command()
@click.option("--data", "folder", metavar="DIRECTORY", help="Where the venue keeps its database.")
@click.option(
    "--database", metavar="URL", default="", help="A database elsewhere, such as postgresql://club@localhost/venue."
)
@click.option("--name", metavar="NAME", default="", help="What the venue is called, on its pages and at its tables.")
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), default=8090, show_default=True)
@click.option("--host", metavar="ADDRESS", default="", help="Address of the pages; 127.0.0.1 for this machine only.")
@click.option(
    "--called", metavar="NAME", multiple=True, help="A further name under which browsers may call it; repeatable."
)
@click.option("--certificate", metavar="FILE", default="", help="A certificate for https, with its key in the file.")
@click.option("--certificate-key", metavar="FILE", default="", help="Its key, where that stands in another file.")
@click.option(
    "--broker",
    metavar="URL",
    default="",
    help="An MQTT broker where tables say how they are: mqtt://hall@192.168.1.20.",
)
@click.option("--broker-password", metavar="FILE", default="", help="The file with the password for it.")
@click.option("--broker-ca", metavar="FILE", default="", help="The certificate that the broker's own goes back to.")
@click.option("--new-pin", is_flag=True, help="Make another PIN for the organiser.")
def venue(
    folder: str | None,
    database: str,
    name: str,
    port: int,
    host: str,
    called: tuple[str, ...],
    certificate: str,
    certificate_key: str,
    broker: str,
    broker_password: str,
    broker_ca: str,
    new_pin: bool,
) -> None:
    """Serve a venue: the results of many tables, and how people stand. See docs/venue.md.

    \b
    companion venue --name "The Club"
    companion venue --database postgresql://club@localhost/venue
    """
    import logging
    import os
    from pathlib import Path

    from companion.machine.log import start_logging
    from companion.settings.sections import default_directory
    from companion.venue.running import VenueSettings, broker_at, run_venue
    from web import Certificate

    start_logging(logging.INFO)
    run_venue(
        VenueSettings(
            folder=Path(folder).expanduser() if folder else default_directory(os.environ) / "venue",
            database=database,
            host=host,
            port=port,
            name=" ".join(name.split())[:60],
            names=called,
            certificate=Certificate(certificate, certificate_key) if certificate else None,
            new_pin=new_pin,
            broker=broker_at(broker, broker_password, broker_ca) if broker else None,
        )
    )


def _only_installed(words: str) -> NoReturn:
    """The installed command hands these to the installer before it comes here."""
    raise click.ClickException(
        f"This is for a companion that was installed as a service by deploy/install.sh: sudo companion {words}"
    )


def _playing(config: Config) -> str:
    from datetime import UTC, datetime

    from companion.journal.journal import Journal, is_running
    from companion.journal.keeping import going_on

    path = config.data.journal_path
    if not path.is_file() or not is_running(path):
        return ""
    with Journal.look(path) as journal:
        return going_on(journal, datetime.now(UTC))


def _answers(config: Config) -> bool:
    """Whether a page comes from the port in the settings."""
    import ssl
    import urllib.request

    from companion.machine.addresses import base_url

    context = ssl.create_default_context()
    context.check_hostname = False  # it is about whether somebody is there, and nothing is told to whoever is
    context.verify_mode = ssl.CERT_NONE
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    try:
        with opener.open(f"{base_url(config.web, config.web.port)}/healthz", timeout=_WITHIN_S) as answer:
            return int(answer.status) == 200
    except OSError:
        return False
