"""Another version, wished for on the host's page.

The service may change nothing of its machine. It lays a release and a word into its data directory. A unit of the
system watches for the word, and the installer of the installed version carries it out as root: it alone looks at the
signature, at whether somebody plays, and at whether the new version starts (deploy/installer/wished.py).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.values.durable import write_whole

LIMIT_BYTES: Final = 60_000_000
"""What a release may have; it has some 6 MB."""
_FOLDER: Final = "update"
_WISH: Final = "wish"
_RELEASE: Final = "release.tar.gz"
_SIGNATURE: Final = "release.tar.gz.sig"
_LONGEST: Final = 2000


@dataclass(frozen=True)
class Told:
    """How the last wish ended: the version installed since, or why nothing was changed, in the installer's words."""

    version: str
    why: str


class Updates:
    """The way to another version; `root` is another folder than / only in tests."""

    def __init__(self, data: Path, root: Path = Path("/"), environ: Mapping[str, str] | None = None) -> None:
        self._folder = data / _FOLDER
        self._program = root / "opt/companion"
        self._watcher = root / "etc/systemd/system/companion-update.path"
        self._told = root / "var/lib/companion-update/told.json"
        self._environ = os.environ if environ is None else environ

    @property
    def can_change(self) -> bool:
        """Whether there is somebody who carries a wish out: an installation, and this service is of it."""
        return bool(self._environ.get("INVOCATION_ID")) and self._watcher.is_file() and bool(self.version)

    @property
    def version(self) -> str:
        """The version that is installed, as its folder is called; empty where none is."""
        return self._leads_to("current")

    @property
    def version_before(self) -> str:
        """The one that the way back leads to; empty when there is none."""
        before = self._leads_to("previous")
        return "" if before == self.version else before

    @property
    def is_waiting(self) -> bool:
        """Whether a wish is being carried out."""
        return (self._folder / _WISH).exists()

    def told(self) -> Told | None:
        """How the last wish ended; None when there was none."""
        try:
            facts = json.loads(self._told.read_text("utf-8"))
            return Told(str(facts["version"]), str(facts["why"])[:_LONGEST])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def lay(self, content: bytes, *, is_signature: bool) -> None:
        """Lays a file of a release ready. OSError when it cannot be."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        (self._folder / (_SIGNATURE if is_signature else _RELEASE)).write_bytes(content)

    @property
    def has_release(self) -> bool:
        """Whether both files of a release lie ready."""
        return all((self._folder / name).is_file() for name in (_RELEASE, _SIGNATURE))

    def wish(self, act: str) -> None:
        """Lets "update" or "rollback" be carried out. OSError when it cannot be."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(self._folder / _WISH, act)

    def _leads_to(self, link: str) -> str:
        path = self._program / link
        return path.resolve().name if path.is_symlink() and path.exists() else ""
