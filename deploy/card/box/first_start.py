"""Makes a box that starts from this card a companion, from the bundle on the card, with the system's own Python alone.

The power may fail at any moment: every step can be done again, and looks first at what is done. The last one leaves a
file that says so. What went wrong is shown on a page and in the log, and tried again.
"""

from __future__ import annotations

import grp
import hashlib
import json
import os
import pwd
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from .progress import Page, Progress

SERVICE: Final = "companion.service"
USER: Final = "companion"
STEPS: Final = ("network", "unpack", "packages", "program", "start")
"""Their names in texts.toml, in their order."""
_AGAIN_S: Final = 20.0
_LEAST_FREE: Final = 1_500_000_000
_APT: Final = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300", "--no-install-recommends")
_LEDS: Final = ("ACT", "led0", "PWR")


class Failed(Exception):
    """A step that could not be done now: one sentence."""


class Box:
    """The machine that the card is in. `root` is another folder than / only in tests."""

    def __init__(self, here: Path, progress: Progress, root: Path = Path("/")) -> None:
        self.here, self.progress, self.root = here, progress, root
        self.card: dict[str, Any] = json.loads((here / "card.json").read_text("utf-8"))
        progress.hide(self.card["pin"])
        self.work = root / "var/lib/tabletop-card"
        self.done = self.work / "done"
        self.inside = self.work / "bundle"
        self.state = root / "var/lib/companion"
        self.work.mkdir(parents=True, exist_ok=True)
        self.page: Page | None = None

    def run(self, *words: str, more: Mapping[str, str] | None = None) -> int:
        """Runs a program and tells its lines as they come; its exit code."""
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", **(more or {})}
        try:
            with subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
            ) as program:
                for line in program.stdout or ():
                    self.progress.say(line.rstrip())
            return program.returncode
        except OSError as error:
            self.progress.say(f"{words[0]}: {error.strerror}")
            return 127

    def must(self, sentence: str, *words: str, more: Mapping[str, str] | None = None) -> None:
        """The same; Failed with this sentence unless it went well."""
        if self.run(*words, more=more) != 0:
            raise Failed(sentence)

    # -- the steps ---------------------------------------------------------------------------------------------------

    def network(self) -> None:
        """cloud-init gives the box its network once. Where the power failed just then it is given here."""
        wanted, netplan = self.here.parent / "network-config", self.root / "etc/netplan"
        if not wanted.is_file() or "wifis:" not in (text := wanted.read_text("utf-8")):
            return
        if any("access-points" in path.read_text("utf-8") for path in netplan.glob("*.yaml")):
            return
        netplan.mkdir(parents=True, exist_ok=True)
        write(netplan / "50-cloud-init.yaml", text, 0o600)
        self.run("netplan", "apply")

    def unpack(self) -> None:
        """The bundle is looked through whole before anything of it is used."""
        bundle = self.here / self.card["bundle"]
        if self.inside.is_dir():
            return
        if not bundle.is_file():
            raise Failed(f"{bundle.name} is not on the card: write the card again.")
        if shutil.disk_usage(self.work).free < _LEAST_FREE:
            raise Failed("The card has less than 1.5 GB free: take one of 8 GB or more.")
        with bundle.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != self.card["sum"]:
                raise Failed(f"{bundle.name} did not arrive whole on the card: write the card again.")
        beside = self.inside.with_name("unpacking")
        shutil.rmtree(beside, ignore_errors=True)
        with tarfile.open(bundle) as packed:
            # its sum was right; the Python of Debian 12 knows no filters yet
            if hasattr(tarfile, "data_filter"):
                packed.extraction_filter = staticmethod(tarfile.data_filter)
            packed.extractall(beside)
        os.sync()  # first all of it, then its name
        beside.rename(self.inside)
        os.sync()

    def packages(self) -> None:
        """System packages from the bundle; those that it lacks for this system from the internet, if there is one."""
        debs = self.inside / "debs"
        names = (debs / "names").read_text("utf-8").split()
        own_names = [path.name.partition("_")[0] for path in debs.glob("tabletop-*.deb")]  # which no other source has
        self.run("dpkg", "--configure", "-a")  # what a cut of the power left half done
        source, lists = self.work / "sources.list", self.work / "lists"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        source.write_text(f"deb [trusted=yes] file:{debs} ./\n", "utf-8")
        options = (f"Dir::Etc::sourcelist={source}", "Dir::Etc::sourceparts=-", f"Dir::State::lists={lists}")
        more = ("APT::Sandbox::User=root", "Acquire::Languages=none")
        own = [word for option in (*options, *more) for word in ("-o", option)]
        if self.run(*_APT, *own, "update") == 0 and self.run(*_APT, *own, "install", *names, *own_names) == 0:
            return
        self.progress.say("the bundle does not have all of it; asking the internet")
        self.run(*_APT, "update")
        self.must(
            "Some system packages could not be installed: give the box internet by a cable.", *_APT, "install", *names
        )

    def program(self) -> None:
        """The installer of the bundle's program, with the bundle's wheels."""
        words = ["bash", str(self.inside / "program/deploy/install.sh"), "--no-start", "--offline"]
        words += ["--port", str(self.card["port"]), "--name", self.card["name"]]
        wheels = {"PIP_FIND_LINKS": str(self.inside / "wheels")}
        if self.run(*words, more={**wheels, "PIP_NO_INDEX": "1"}) != 0:
            self.progress.say("the bundle does not have all of it; asking the internet")
            self.must("The companion could not be installed: the log says why.", *words, more=wheels)

    def start(self) -> None:
        """The companion takes over from the page that showed how far it is."""
        self.lay_pin()
        if self.page is not None:
            self.page.close()
        self.run("systemctl", "enable", SERVICE)
        self.must("The companion does not start: the log says why.", "systemctl", "restart", SERVICE)
        self.run("systemctl", "enable", "--now", "companion-wifi.service")  # where no other Wi-Fi is known
        if self.card["ssh"]:
            self.run("systemctl", "enable", "--now", "ssh.service")

    def lay_pin(self) -> None:
        """The PIN that whoever wrote the card was told; a journal that is there already has one."""
        if not self.card["pin"] or (self.state / "companion.db").exists():
            return
        pin = self.state / "first-pin"
        write(pin, self.card["pin"] + "\n", 0o600)
        if self.root == Path("/"):
            os.chown(pin, pwd.getpwnam(USER).pw_uid, grp.getgrnam(USER).gr_gid)

    def end(self) -> None:
        """Says that it is done, first of all; then lets go what is not needed any more, the PIN too."""
        write(self.done, self.card["sum"] + "\n", 0o644)
        for path in self.here.iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != "begin":  # cloud-init goes on calling it at each start
                path.unlink(missing_ok=True)
        shutil.rmtree(self.inside, ignore_errors=True)
        os.sync()
        self.run("systemctl", "disable", "tabletop-card.service")

    # -- lights ------------------------------------------------------------------------------------------------------

    def light(self, *, is_busy: bool) -> None:
        """The board's own light, and one at a pin, blink while the box is set up. A machine without them needs none."""
        pin = self.card["light"]
        if pin is not None:
            self.run("pinctrl", "set", str(pin), "op", "dh" if is_busy else "dl")
        for name in _LEDS:
            trigger = self.root / "sys/class/leds" / name / "trigger"
            if trigger.exists():
                try:
                    trigger.write_text("timer" if is_busy else "mmc0")
                except OSError as error:
                    self.progress.say(f"the light {name}: {error.strerror}")
                return


def write(path: Path, text: str, mode: int) -> None:
    """Writes a file whole or not at all, and onto the card before it goes on."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    os.sync()


def go(box: Box, wait: Callable[[float], object]) -> None:
    """All steps in their order, until each went well."""
    while True:
        try:
            for step in STEPS:
                box.progress.begin(step)
                getattr(box, step)()
            box.end()
            return
        except (Failed, OSError, tarfile.TarError) as error:
            box.progress.fail(str(error))
        if box.page is not None:
            box.page.open()
        wait(_AGAIN_S)


def main(here: Path) -> int:
    """0 when the box is a companion."""
    work = Path("/var/lib/tabletop-card")
    work.mkdir(parents=True, exist_ok=True)
    progress = Progress(STEPS, work / "log")
    box = Box(here, progress)
    if box.done.exists():
        box.end()
        return 0
    box.page = Page(progress, box.card["port"])
    # a companion that starts by itself already has the place of the page
    if subprocess.run(("systemctl", "is-enabled", "--quiet", SERVICE), check=False).returncode != 0:
        box.page.open()
    box.light(is_busy=True)
    go(box, threading.Event().wait)
    box.light(is_busy=False)
    return 0
