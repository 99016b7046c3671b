"""`./run deb`: makes a Debian package that installs, upgrades and removes the companion.

It holds the program and its locked wheels, and calls the installer that everybody else uses: what is installed by it is
a version like any other, which the host's page can change and lead back.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from deploy.card.bundle import RECOMMENDED, REQUIRED, SYSTEMS, System, add_wheels
from deploy.card.wanted import ARCHITECTURES, CardError
from deploy.installer.tree import copy, name_of

HERE: Final = Path(__file__).resolve().parents[2]
_SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
_PLACE: Final = "usr/share/tabletop-companion"
_CONTROL: Final = """\
Package: tabletop-companion
Version: {version}
Architecture: {architecture}
Maintainer: The Tabletop Companion's authors <root@localhost>
Installed-Size: {kilobytes}
Depends: python3 (>= {python}), python3 (<< {next_python}~), {required}
Recommends: {recommended}
Section: games
Priority: optional
Description: keeps the books of a game that people play with real cards
 A camera sees the pieces, the rules are known, the score is kept and secrets
 stay on phones. This package installs it as a service; matches and settings
 stay when it is removed, and go when it is purged.
"""


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What the words of the call ask for."""
    parser = argparse.ArgumentParser(prog="./run deb", description="Makes a Debian package of this program.")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path(), help="where it is laid (here)")
    parser.add_argument("--system", choices=tuple(SYSTEMS), default="13", help="the Debian that it is for")
    parser.add_argument("--arch", choices=ARCHITECTURES, default="arm64", help="arm64 for every Raspberry Pi")
    return parser.parse_args(list(words))


def main(words: Sequence[str]) -> int:
    """0 when the package is made; 1, with one sentence, when not."""
    asked = arguments(words)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-deb-") as work:
            made = build(HERE, asked.out, asked.arch, asked.system, Path(work))
    except (CardError, OSError, subprocess.CalledProcessError) as error:
        print(f"deb: {error}", file=sys.stderr)
        return 1
    print(f"{made}  {made.stat().st_size / 1e6:.1f} MB\nInstall it with: sudo apt install ./{made.name}")
    return 0


def build(tree: Path, out: Path, architecture: str, system: str, work: Path) -> Path:
    """Makes the package of the program in `tree`; `work`: an empty folder. Gives its file. CardError when something
    of it cannot be had."""
    facts = SYSTEMS[system]
    root = work / "root"
    copy(tree, root / _PLACE / "program")
    add_wheels(tree, root / _PLACE / "wheels", architecture, facts)
    doc = root / "usr/share/doc/tabletop-companion"
    doc.mkdir(parents=True)
    shutil.copyfile(tree / "LICENSE", doc / "copyright")
    for path in root.rglob("*"):
        path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    version = version_of(name_of(tree))
    add_control(root, version, architecture, facts)
    out.mkdir(parents=True, exist_ok=True)
    made = out / f"tabletop-companion_{version}_{architecture}_debian{system}.deb"
    pack = ("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", str(root), str(made))
    subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
    return made


def version_of(name: str) -> str:
    """A version as dpkg compares it: a later build is a newer one. SOURCE_DATE_EPOCH sets its time."""
    number, _, digest = name.partition("-")
    at = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    return f"{number}+{time.strftime('%Y%m%d%H%M%S', at)}.{digest}"


def add_control(root: Path, version: str, architecture: str, system: System) -> None:
    """What dpkg is told of the package, and the scripts that it calls."""
    folder = root / "DEBIAN"
    folder.mkdir()
    major, minor = (int(part) for part in system.python.split("."))
    renamed = dict(system.renamed)
    kilobytes = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    text = _CONTROL.format(
        version=version,
        architecture=architecture,
        kilobytes=kilobytes,
        python=system.python,
        next_python=f"{major}.{minor + 1}",
        required=", ".join(renamed.get(name, name) for name in REQUIRED),
        recommended=", ".join(RECOMMENDED),
    )
    (folder / "control").write_text(text, "utf-8")
    sums = (
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n"
        for path in sorted(root.rglob("*"))
        if path.is_file() and folder not in path.parents
    )
    (folder / "md5sums").write_text("".join(sums), "utf-8")
    for name in _SCRIPTS:
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
        (folder / name).chmod(0o755)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
