"""The installer's command line; deploy/install.sh starts it."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deploy.installer import versions
from deploy.installer.installing import Wanted, confirmed, install, uninstall
from deploy.installer.machine import Machine, say
from deploy.installer.own_wifi import OwnWifi
from deploy.installer.places import InstallError, Places
from deploy.installer.screen import switch_screen
from deploy.installer.signing import ENDING, SIGNERS, check
from deploy.installer.system_files import USUAL_PORT
from deploy.installer.tree import copied, unpack
from deploy.installer.updating import rollback, update
from deploy.installer.versions import UNPACKED
from deploy.installer.wished import fulfil

HERE = Path(__file__).resolve().parents[2]


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What the words of the call ask for. `install.sh --update` and `companion update FILE` both end here."""
    parser = argparse.ArgumentParser(
        prog="deploy/install.sh", description="Makes a service of the companion on Raspberry Pi OS and Debian."
    )
    parser.add_argument("--root", metavar="DIR", type=Path, default=Path("/"), help="install below DIR; starts nothing")
    acts = parser.add_subparsers(dest="act", required=True)
    add = acts.add_parser("install", help="install this program, or repair the installation")
    add.add_argument("--no-start", action="store_true", help="do not start the service")
    add.add_argument("--pins", choices=("none", "lgpio"), help="whether buttons are wired (first time)")
    add.add_argument("--port", type=int, default=USUAL_PORT, help="port of the pages (first time)")
    add.add_argument("--name", default="", help="what the table is called (first time)")
    add.add_argument("--offline", action="store_true", help="do not ask the network for newer lists of packages")
    change = acts.add_parser("update", help="change to another version")
    change.add_argument(
        "source", metavar="FILE", nargs="?", type=Path, help="a release; without it the installer's own"
    )
    change.add_argument("--unsigned", action="store_true", help="take what nobody has signed: a build of your own")
    change.add_argument("--now", action="store_true", help="also in the middle of a game")
    back = acts.add_parser("rollback", help="back to the version before")
    back.add_argument("--now", action="store_true", help="also in the middle of a game")
    acts.add_parser("wished", help="carry out what the host wished for on the page; a unit calls it")
    screen = acts.add_parser("screen", help="show the table on a screen at the machine itself")
    screen.add_argument("switch", choices=("on", "off"))
    acts.add_parser("own-wifi", help="a Wi-Fi of the box's own where there is no other; a unit calls it, and it stays")
    remove = acts.add_parser("uninstall", help="remove the program, and keep matches and settings")
    remove.add_argument("--purge", action="store_true", help="remove matches and settings too; asks first")
    remove.add_argument("--yes", action="store_true", help="do not ask")
    return parser.parse_args(list(words))


def main(words: Sequence[str]) -> int:
    """0 when it was done; 1, with one sentence, when not."""
    asked = arguments(words)
    os.umask(0o022)  # what is installed is for everybody to read, however careful the account of root is
    machine = Machine(Places(asked.root.resolve()))
    try:
        if asked.act == "own-wifi":
            OwnWifi(machine.places).forever()
        machine.check()
        with alone(machine.places):
            versions.prune(machine, HERE)
            carry_out(asked, machine)
    except InstallError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("stopped; start it again and it goes on where that is safe")
        return 130
    return 0


def carry_out(asked: argparse.Namespace, machine: Machine) -> None:
    """Does what was asked. InstallError when it cannot."""
    match asked.act:
        case "install":
            install(machine, HERE, Wanted(not asked.no_start, asked.pins, asked.port, asked.name, asked.offline))
        case "update":
            versions.installed(machine.places)  # asked before anybody's signature
            with tree_of(machine.places, asked.source, is_unsigned=asked.unsigned) as tree:
                update(machine, tree, now=asked.now)
        case "rollback":
            rollback(machine, now=asked.now)
        case "screen":
            switch_screen(machine, on=asked.switch == "on")
        case "wished":
            fulfil(machine, lambda archive: tree_of(machine.places, archive, is_unsigned=False))
        case "uninstall":
            question = f"This removes every match in {machine.places.state} and all settings for good."
            is_sure = asked.yes or (asked.purge and confirmed(question))
            uninstall(machine, purge=asked.purge, is_sure=is_sure)


@contextmanager
def alone(places: Places) -> Iterator[None]:
    """Keeps other installers out meanwhile. InstallError while one is at work."""
    places.lock.parent.mkdir(parents=True, exist_ok=True)
    with places.lock.open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InstallError("Another installation is going on: wait until it has ended.") from None
        yield


@contextmanager
def tree_of(places: Places, source: Path | None, *, is_unsigned: bool) -> Iterator[Path]:
    """The folder with the program: the installer's own, one that is given, or an archive unpacked for as long as it is
    needed, once its signature was found right. InstallError for what nobody has signed, unless that is wanted."""
    if source is None:
        yield HERE  # it is this program that would do the checking
    elif source.is_dir():
        if not is_unsigned:
            raise InstallError(
                "A folder carries no signature, so nobody can tell who made it. Give the signed archive of a release; "
                "for what you have built or looked through yourself, add --unsigned."
            )
        yield source.resolve()
    elif source.is_file():
        with tempfile.TemporaryDirectory(prefix=UNPACKED, dir=places.program) as folder:
            # a copy that nobody else can change between the look at its signature and the unpacking
            archive = copied(source, Path(folder) / source.name)
            if is_unsigned:
                say("no signature is looked at, as you wished: whoever made this archive will rule this machine")
            else:
                check(archive, source.with_name(source.name + ENDING), places.current / SIGNERS)
            (inside := Path(folder) / "tree").mkdir()
            yield unpack(archive, inside)
    else:
        raise InstallError(f"There is no file or folder {source}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
