"""What the host wished for on the page: to another version, and back.

The service lays a word and a release into its data directory, the one place where it may write; companion-update.path
sees the word. Nothing there is believed: the signature is looked at as for a file that somebody brings, and nobody is
disturbed who plays.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from deploy.installer import versions
from deploy.installer.machine import Machine, say
from deploy.installer.places import InstallError
from deploy.installer.signing import ENDING
from deploy.installer.system_files import write
from deploy.installer.updating import rollback, update

RELEASE: Final = "release.tar.gz"
_LONGEST_WORD: Final = 20


def fulfil(machine: Machine, release: Callable[[Path], AbstractContextManager[Path]]) -> None:
    """Carries a wish out and writes down how it ended. The wish goes last: after a cut of the power it is done at
    the next start. `release` gives the tree of a signed archive."""
    places = machine.places
    try:
        why = ""
        try:
            with places.wish.open("rb") as file:
                word = file.read(_LONGEST_WORD)
            if word == b"update":
                with release(places.wish.with_name(RELEASE)) as tree:
                    update(machine, tree, now=False)
            elif word == b"rollback":
                rollback(machine, now=False)
            else:
                raise InstallError("The host's page asked for nothing that this version knows.")
        except InstallError as error:
            say(why := str(error))
        version = versions.current(places)
        write(places.told, json.dumps({"version": version.name if version else "", "why": why}))
    finally:
        for path in (places.wish.with_name(RELEASE), places.wish.with_name(RELEASE + ENDING), places.wish):
            path.unlink(missing_ok=True)
