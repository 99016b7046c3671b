"""What is installed of an owner's games: a folder each, put there whole or not at all."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from companion.shelf.trial import try_out
from companion.shelf.unpacking import LIMIT_BYTES, MOST_FILES, UNPACKED_BYTES, Unpackable, unpack
from companion.values.durable import keep_name
from rules import games
from rules.outside import Broken, Found, GameUnloaded, ManifestError, files_in, found_in, in_packages, read_about
from words import Sentence

log = logging.getLogger("companion.shelf")

_NEW: Final = ".new-"
_OLD: Final = ".old"
_LOCK: Final = ".lock"
_UNPACKED: Final = "game"


class NotInstalled(Exception):
    """A game that was not installed or removed: one `Sentence` that says why."""


@dataclass(frozen=True)
class Staged:
    """A game that lies unpacked beside the others, to be looked at before it is one of them. None of its code has run.
    `before`: the version that it takes the place of, "" where there is none."""

    found: Found
    before: str


class OwnersShelf:
    """The folder of games of one data directory. One call at a time."""

    def __init__(self, folder: Path, trial: Callable[[Found], object] = try_out):
        """`folder`: as `DataConfig.games_path` names it; it need not be there. `trial` raises GameUnloaded for a game
        that does not open."""
        self.folder = folder
        self.changing = threading.Lock()  # held by whoever looks first and installs then
        self._trial = trial

    @contextmanager
    def staged(self, source: Path | bytes) -> Iterator[Staged]:
        """A game from a folder, from a zip, or from a zip's bytes, unpacked beside the others for as long as one looks
        at it. NotInstalled says why it cannot be looked at."""
        with self._alone(), tempfile.TemporaryDirectory(prefix=_NEW, dir=self.folder) as beside:
            found = _looked_at(_copied(source, Path(beside)))
            yield Staged(found, self._version(found.slug))

    def install(self, staged: Staged) -> None:
        """Tries the game, which runs its code, and puts it among the others; one of before stays until then.
        NotInstalled says why not."""
        found, place = staged.found, self.folder / staged.found.slug
        try:
            self._trial(found)
        except GameUnloaded as error:
            raise NotInstalled(error.args[0]) from error
        for path in files_in(found.folder):
            _keep(path)
        try:
            if place.exists():
                self._set_aside(place)
            found.folder.rename(place)
        except OSError as error:
            self._mend()
            raise NotInstalled(_unwritten(error)) from error
        keep_name(place)
        shutil.rmtree(self.folder / _OLD, ignore_errors=True)
        log.info("game %s is installed version=%s", found.slug, found.about.version)

    def remove(self, slug: str) -> None:
        """Takes a game away, also one that does not open. NotInstalled where there is none of that name here."""
        with self._alone():
            if slug not in self.names():
                raise NotInstalled(Sentence("There is no game {slug} among those that were installed here.", slug=slug))
            self._set_aside(self.folder / slug)  # in one step, so that no half of it is left
            shutil.rmtree(self.folder / _OLD)
        log.info("game %s is removed", slug)

    def names(self) -> tuple[str, ...]:
        """The names of the folders there, of games that open and of others."""
        if not self.folder.is_dir():
            return ()
        return tuple(sorted(p.name for p in self.folder.iterdir() if p.is_dir() and not p.name.startswith((".", "__"))))

    def mend(self) -> None:
        """Brings back what was set aside when a power cut came, and takes away what was never finished. Nothing where
        there is no such folder, or another process is at it."""
        if self.folder.is_dir():
            with suppress(NotInstalled), self._alone():
                pass

    # -- inside ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process installs or removes meanwhile; what one before left half done is mended first."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with (self.folder / _LOCK).open("w") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise NotInstalled(Sentence("Another game is being installed just now. Try again.")) from None
                self._mend()
                yield
        except OSError as error:
            raise NotInstalled(_unwritten(error)) from error

    def _mend(self) -> None:
        for left in self.folder.glob(f"{_OLD}/*"):
            if not (self.folder / left.name).exists():
                left.rename(self.folder / left.name)
        for left in (*self.folder.glob(f"{_NEW}*"), self.folder / _OLD):
            shutil.rmtree(left, ignore_errors=True)

    def _version(self, slug: str) -> str:
        there = found_in(self.folder / slug) if (self.folder / slug).is_dir() else None
        return there.about.version if isinstance(there, Found) else "?" if there is not None else ""

    def _set_aside(self, place: Path) -> None:
        aside = self.folder / _OLD
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(mode=0o700)
        place.rename(aside / place.name)


def _looked_at(folder: Path) -> Found:
    found = found_in(folder)
    if isinstance(found, Broken):
        raise NotInstalled(found.why)
    if found.slug in games.OURS:
        raise NotInstalled(
            Sentence("{slug} is the name of a game that the companion brings. Call yours otherwise.", slug=found.slug)
        )
    for one in in_packages():
        if isinstance(one, Found) and one.slug == found.slug:
            fault = Sentence("{slug} is here already, in the package {place}.", slug=found.slug, place=one.place)
            raise NotInstalled(fault)
    return found


def _copied(source: Path | bytes, beside: Path) -> Path:
    """The game's folder beside the others, called as the game itself."""
    into = beside / _UNPACKED
    try:
        if isinstance(source, bytes):
            unpack(source, into)
        elif source.is_dir():
            _copy(source, into)
        else:
            with source.open("rb") as opened:
                unpack(opened.read(LIMIT_BYTES + 1), into)
        slug = read_about(into).slug
    except (Unpackable, ManifestError) as error:
        raise NotInstalled(error.args[0]) from error
    except FileNotFoundError:
        raise NotInstalled(Sentence("There is no file or folder {path}.", path=str(source))) from None
    return into.rename(beside / slug)


def _copy(source: Path, into: Path) -> None:
    files = list(islice(files_in(source), MOST_FILES + 1))
    if len(files) > MOST_FILES or sum(path.stat().st_size for path in files) > UNPACKED_BYTES:
        fault = Sentence(
            "The folder holds more than a game needs: it has at most {count} files and {size} MB.",
            count=MOST_FILES,
            size=UNPACKED_BYTES // 10**6,
        )
        raise NotInstalled(fault)
    into.mkdir()
    for path in files:
        target = into / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _unwritten(error: OSError) -> Sentence:
    return Sentence("The games cannot be written: {why}.", why=error.strerror or type(error).__name__)


def _keep(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
