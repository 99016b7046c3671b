"""What an environment lacks of a lock, or has beyond it: so only packages that changed are fetched.

`changes.py lacking LOCK` prints those lines of the lock, with their hashes; `changes.py beyond LOCK` the names of
packages that it does not name. Run by the environment's own Python, whose pip brings the reader of markers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement

KEPT = frozenset({"pip", "lgpio"})  # what installs, and what comes from another lock


def plain(name: str) -> str:
    """A package's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(text: str) -> Iterator[tuple[str, str, str]]:
    """Name, version and lines of every package of a lock that is for this system and Python."""
    for lines in re.findall(r"^\w.*(?:(?<=\\)\n.*)*", text, re.MULTILINE):
        wish = Requirement(lines.partition("\\")[0].strip())
        if wish.marker is None or wish.marker.evaluate():
            yield plain(wish.name), str(wish.specifier).removeprefix("=="), lines


def main(act: str, lock: str) -> None:
    """Prints what was asked for."""
    wanted = tuple(locked(Path(lock).read_text("utf-8")))
    # the environment's own packages: those of the system, which it may see too, are another matter
    own = distributions(path=[folder for folder in sys.path if folder.startswith(sys.prefix)])
    found = {plain(one.metadata["Name"]): one.version for one in own}
    if act == "lacking":
        print("\n".join(lines for name, version, lines in wanted if found.get(name) != version))
    else:
        print("\n".join(sorted(found.keys() - {name for name, _, _ in wanted} - KEPT)))


if __name__ == "__main__":
    main(*sys.argv[1:])
