"""The installer's command line; deploy/install.sh starts it."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deploy.installer.installing import Wanted, confirmed, install, uninstall
from deploy.installer.machine import Machine, say
from deploy.installer.places import InstallError, Places
from deploy.installer.system_files import USUAL_PORT
from deploy.installer.tree import unpack
from deploy.installer.updating import rollback, update

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
    add.add_argument("--pins", choices=("none", "lgpio"), default="none", help="whether buttons are wired (first time)")
    add.add_argument("--port", type=int, default=USUAL_PORT, help="port of the pages (first time)")
    change = acts.add_parser("update", help="change to another version")
    change.add_argument("source", metavar="FILE", nargs="?", type=Path, default=HERE, help="a release or its folder")
    change.add_argument("--now", action="store_true", help="also in the middle of a game")
    back = acts.add_parser("rollback", help="back to the version before")
    back.add_argument("--now", action="store_true", help="also in the middle of a game")
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
        machine.check()
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
            install(machine, HERE, Wanted(not asked.no_start, asked.pins, asked.port))
        case "update":
            with tree_of(asked.source) as tree:
                update(machine, tree, now=asked.now)
        case "rollback":
            rollback(machine, now=asked.now)
        case "uninstall":
            question = f"This removes every match in {machine.places.state} and all settings for good."
            is_sure = asked.yes or (asked.purge and confirmed(question))
            uninstall(machine, purge=asked.purge, is_sure=is_sure)


@contextmanager
def tree_of(source: Path) -> Iterator[Path]:
    """The folder with the program: given, or unpacked for as long as it is needed."""
    if source.is_dir():
        yield source.resolve()
    elif source.is_file():
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            yield unpack(source, Path(folder))
    else:
        raise InstallError(f"There is no file or folder {source}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
