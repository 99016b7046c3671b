"""Whether an archive is a release: signed with one of the keys that the installed version knows.

The arithmetic is that of `ssh-keygen -Y`, which is on every Raspberry Pi OS; docs/decisions has the reasons.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from deploy.installer.places import InstallError

SIGNERS: Final = Path("deploy/release_signers")
"""Where in the program's tree the public keys lie."""
NAMESPACE: Final = "tabletop-companion-release"
"""What is signed: with it a signature that was made for something else does not count."""
SIGNER: Final = "release"
ENDING: Final = ".sig"
_OWN: Final = "For what you have built or looked through yourself, add --unsigned."


def check(archive: Path, signature: Path, signers: Path) -> None:
    """InstallError unless `signature` is one of `signers` over every byte of `archive`."""
    if not _has_keys(signers):
        raise InstallError(
            f"The installed version knows no key of the releases, so it cannot tell who made this archive. {_OWN}"
        )
    if not signature.is_file():
        raise InstallError(
            f"There is no signature {signature.name} beside the archive: it comes with every release, so fetch it too. "
            f"{_OWN}"
        )
    options = ("-f", str(signers), "-I", SIGNER, "-n", NAMESPACE, "-s", str(signature))
    try:
        with archive.open("rb") as content:
            done = subprocess.run(
                ("ssh-keygen", "-Y", "verify", *options), stdin=content, capture_output=True, check=False
            )
    except FileNotFoundError as error:
        raise InstallError(
            "The signature cannot be checked without ssh-keygen: sudo apt-get install -y openssh-client"
        ) from error
    if done.returncode != 0:
        raise InstallError(
            "This archive is not what was released: it was changed on its way, or somebody else made it. Nothing of it "
            f"was unpacked; fetch it again from where the releases are. {_OWN}"
        )


def _has_keys(signers: Path) -> bool:
    try:
        lines = signers.read_text("utf-8").splitlines()
    except OSError:
        return False
    return any(line.strip() and not line.startswith("#") for line in lines)
