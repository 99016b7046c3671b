#!/usr/bin/env python3
"""Makes the archive of a release from what is committed, and signs it.

    deploy/sign_release.py ~/.ssh/companion_release [--out DIR]

The key is a private one of ssh-keygen; its public part has to stand in deploy/release_signers already, since
the installed versions look there. docs/releasing.md tells more.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if __name__ == "__main__":  # started as a file
    sys.path[0] = str(ROOT)

from deploy.installer.places import InstallError  # noqa: E402 # only now the checkout can be imported
from deploy.installer.signing import ENDING, NAMESPACE, SIGNERS, check  # noqa: E402


def main(words: Sequence[str], root: Path = ROOT) -> int:
    """0 when archive and signature are there; 1, with one sentence, when not."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("key", type=Path, help="the private key, or the public one of a key that an agent holds")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for archive and signature")
    asked = parser.parse_args(list(words))
    try:
        archive = release(root, asked.key.expanduser(), asked.out)
    except InstallError as error:
        print(f"sign_release: {error}", file=sys.stderr)
        return 1
    print(f"{archive}\n{signature_of(archive)}")
    return 0


def release(root: Path, key: Path, out: Path) -> Path:
    """The signed archive of what is committed in `root`. InstallError when something is not committed, or the
    installed versions would not take the signature; then no archive is left."""
    if _must("git", "-C", str(root), "status", "--porcelain"):
        raise InstallError("The checkout has changes that are not committed, and a release holds only what is.")
    number = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    name = f"tabletop-companion-{number}"
    out.mkdir(parents=True, exist_ok=True)
    archive = out.resolve() / f"{name}.tar.gz"
    signature_of(archive).unlink(missing_ok=True)  # ssh-keygen would ask
    _must("git", "-C", str(root), "archive", f"--prefix={name}/", "-o", str(archive), "HEAD")
    try:
        _must("ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(archive))
        check(archive, signature_of(archive), root / SIGNERS)
    except InstallError as error:
        archive.unlink()
        signature_of(archive).unlink(missing_ok=True)
        raise InstallError(f"The signature would not be taken: is the key in {SIGNERS}? {error}") from error
    return archive


def signature_of(archive: Path) -> Path:
    """Where the signature of an archive lies."""
    return archive.with_name(archive.name + ENDING)


def _must(*words: str) -> str:
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise InstallError(f"The command {' '.join(words[:4])} failed.")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
