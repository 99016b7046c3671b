"""To another version, and back: never in the middle of a game, and with the journal kept as it was."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NoReturn

from deploy.installer import versions
from deploy.installer.machine import BUSY, CANNOT_RUN, Machine, out_of, say
from deploy.installer.places import InstallError
from deploy.installer.system_files import write_system_files

ASK_FORMAT: Final = "from companion.journal.schema import SCHEMA; print(SCHEMA)"
"""What a version's own Python is asked, to know which format of the journal it writes."""
_COPIER: Final = Path(__file__).with_name("journal_copy.py")


def update(machine: Machine, tree: Path, *, now: bool) -> None:
    """Brings the machine to the program in `tree`. `now`: also in the middle of a game. InstallError when that was not
    done; then the version before runs, with its journal."""
    places = machine.places
    old = versions.installed(places)
    is_meant = _is_meant_to_run(machine)
    _refuse_game(machine, now)
    new = versions.add(machine, tree)
    if new == old:
        say(f"version {new.name} is the one that is installed")
        return
    _refuse_game(machine, now)  # the setting up took minutes
    machine.stop()
    say(f"changing from {old.name} to {new.name}")
    before = versions.previous(places)
    versions.point(places.previous, old)  # now, so that the way back is there even if the power fails here
    try:
        _keep_journal(machine)
        _begin(machine, new, start=is_meant)
    except (InstallError, OSError) as error:
        say(f"that did not work, so {old.name} comes back")
        machine.stop()
        _give_journal(machine, old)
        versions.point(places.previous, before or old)
        _come_back(machine, old, error, start=is_meant)
    versions.prune(machine)
    say(f"version {new.name} is installed; 'sudo companion rollback' leads back to {old.name}")
    _tell_stopped(is_meant)


def rollback(machine: Machine, *, now: bool) -> None:
    """Back to the version before. InstallError when there is none, in the middle of a game, or when that version does
    not start; then the newer one runs again."""
    places = machine.places
    new, old = versions.current(places), versions.previous(places)
    if old is None or old == new:
        raise InstallError("There is no version before this one to go back to.")
    is_meant = _is_meant_to_run(machine)
    _refuse_game(machine, now)
    is_with_copy = _needs_copy(machine, old)  # asked before anything is stopped
    machine.stop()
    say(f"going back from {new.name if new else 'a version that is gone'} to {old.name}")
    aside = _put_back(machine) if is_with_copy else None
    try:
        _begin(machine, old, start=is_meant)
    except (InstallError, OSError) as error:
        if new is None:
            raise
        say(f"that did not work, so {new.name} comes back")
        machine.stop()
        if aside is not None:
            _copier(machine, "back", str(aside), str(places.journal), str(places.before_update))
        _come_back(machine, new, error, start=is_meant)
    versions.point(places.previous, new or old)
    say(f"version {old.name} is installed" + (f"; 'sudo companion rollback' leads to {new.name} again" if new else ""))
    _tell_stopped(is_meant)


def _is_meant_to_run(machine: Machine) -> bool:
    """Whether the service runs or would, if it could: one that fails again and again is why people go back."""
    return machine.state() in ("active", "activating", "reloading", "failed")


def _tell_stopped(is_meant: bool) -> None:
    if not is_meant:
        say("the service was stopped and still is: 'sudo systemctl start companion' starts it")


def _refuse_game(machine: Machine, now: bool) -> None:
    """InstallError while somebody plays. Where no service runs nobody does, and whoever is asked may not even start."""
    if now or machine.state() != "active":
        return
    code, sentence = machine.companion("status", "--idle")
    if code == BUSY and not sentence.startswith(CANNOT_RUN):
        raise InstallError(f"{sentence} Try again after the game, or add --now.")


def _begin(machine: Machine, version: Path, *, start: bool) -> None:
    """Lets the link and the system's files be those of a version, and starts it. InstallError when no page comes."""
    versions.point(machine.places.current, version)
    write_system_files(machine, version)
    if start and not (machine.start() and machine.answers()):
        raise InstallError(f"Version {version.name} does not start. Its log ends so:\n{machine.last_words()}\n")


def _come_back(machine: Machine, version: Path, error: Exception, *, start: bool) -> NoReturn:
    """Begins with the version that was there, and raises why the other one is not."""
    try:
        _begin(machine, version, start=start)
    except (InstallError, OSError) as again:
        raise InstallError(
            f"{error}\n{again}\nVersion {version.name} is installed as before, and does not start either."
        ) from error
    raise InstallError(f"{error}\nVersion {version.name} is installed as before.") from error


# -- the journal -------------------------------------------------------------------------------------------------------


def _keep_journal(machine: Machine) -> None:
    """The journal as it is now, for the way back."""
    places = machine.places
    if places.journal.is_file():
        _copier(machine, "keep", str(places.journal), str(places.before_update))


def _give_journal(machine: Machine, old: Path) -> None:
    """A journal that the old version can read, if that can be told: it comes back in any case."""
    try:
        if _needs_copy(machine, old):
            _put_back(machine)
    except InstallError as error:
        say(str(error))


def _needs_copy(machine: Machine, old: Path) -> bool:
    """Whether the old version cannot read the journal as it is, so that the one from before the update has to come
    back. InstallError when that one is not there or not readable for it either."""
    places, known = machine.places, _known(machine, old)
    if _format(machine, places.journal) <= known:
        return False
    if not 0 < _format(machine, places.before_update) <= known:
        raise InstallError(
            f"Version {old.name} cannot read the journal {places.journal}, and there is none from before the update."
        )
    return True


def _put_back(machine: Machine) -> Path:
    """The journal from before the update takes the place of the present one; gives where that is kept."""
    places = machine.places
    aside = places.state / f"companion.db.newer-{datetime.now(UTC).strftime('%Y%m%d-%H%M%S')}"
    say("the journal of the newer version cannot be read by the old one, so the one from before the update is back;")
    say(f"what was played since then is kept in {aside}")
    _copier(machine, "back", str(places.before_update), str(places.journal), str(aside))
    return aside


def _known(machine: Machine, version: Path) -> int:
    """Which format of the journal a version writes."""
    words = (str(version / ".venv/bin/python"), "-P", "-c", ASK_FORMAT)
    code, text = out_of(machine.as_user(("env", f"PYTHONPATH={version}", *words)), Path("/"))
    if code != 0:
        raise InstallError(f"Version {version.name} cannot be asked about its journal: {text}.")
    return int(text)


def _format(machine: Machine, journal: Path) -> int:
    """The format of a journal; 0 where there is none."""
    return int(_copier(machine, "format", str(journal)))


def _copier(machine: Machine, *words: str) -> str:
    """One act of journal_copy.py as the service's user, who may not be able to read the folder that it lies in."""
    python = "/usr/bin/python3" if machine.places.is_real else sys.executable
    code, text = out_of(machine.as_user((python, "-I", "-", *words)), Path("/"), _COPIER.read_text("utf-8"))
    if code != 0:
        raise InstallError(f"{text}.")
    return text
