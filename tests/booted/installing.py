"""Checks of the installer: on a bare machine, twice, to another version and back, and away again."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.booted.box import ROOT, Failed
from tests.booted.world import STATE, World

INSTALL_S = 3600.0
CHECKOUT, SECOND = "/srv/checkout", "/srv/second"
_MADE = "/opt/companion /etc /usr/local/bin"
# The service has a /proc of its own (ProtectProc), without the board that deploy/vm/devices lays over it; and where
# everything takes eight times as long, so do its start and its signs of life.
_LIKE_A_PI = """[Service]
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
TimeoutStartSec=900
TimeoutStopSec=180
WatchdogSec=120
"""


def like_a_pi(world: World) -> str:
    """What a Pi has by itself: its board, its pace, and lgpio for the system's Python. Debian 12 has no package of it,
    so it is laid there as its wheel has it."""
    world.box.write("/etc/systemd/system/companion.service.d/like-a-pi.conf", _LIKE_A_PI)
    with tempfile.TemporaryDirectory() as folder:
        kind = ("--only-binary=:all:", "--python-version", "3.11", "--platform", "manylinux_2_34_x86_64")
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", *kind, "-d", folder, "lgpio>=0.2.2"]
        subprocess.run(command, check=True, capture_output=True, timeout=300.0)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if not name.endswith("/"):
                    world.box.write(f"/usr/lib/python3/dist-packages/{name}", packed.read(name))
        return wheel.name


def bare(world: World) -> str:
    """The installer on a machine with nothing of the companion, not even Python."""
    box = world.box
    if box.run("command -v python3").code == 0:
        raise Failed("this machine is not bare: it has Python")
    before = int(box.must("dpkg -l | grep -c ^ii"))
    files = box.send_checkout(CHECKOUT)
    done = box.run(f"bash {CHECKOUT}/deploy/install.sh --pins lgpio", INSTALL_S)
    if done.code:
        raise Failed(f"exit code {done.code}: {done.last}")
    added = int(box.must("dpkg -l | grep -c ^ii")) - before
    state = box.must("systemctl is-active companion; systemctl is-enabled companion").split()
    size = box.must("du -sh /opt/companion").split()[0]
    if state != ["active", "enabled"]:
        raise Failed(f"exit code 0, but the service is {' and '.join(state)}")
    return f"exit code 0; {files} files sent, {added} Debian packages added, {size} in /opt, service active and enabled"


def twice(world: World) -> str:
    """A second run leaves every file, every package and the running service alone."""
    before = _made(world)
    done = world.box.run(f"bash {CHECKOUT}/deploy/install.sh --pins lgpio", INSTALL_S)
    after = _made(world)
    changed = sorted(before ^ after)
    if done.code or changed:
        raise Failed(f"exit code {done.code}, {len(changed)} differences: {'; '.join(changed[:4])}")
    return f"exit code 0; {len(before)} files, packages and the process are the same"


def _made(world: World) -> frozenset[str]:
    """All that an installation makes, with its times; and the service's process."""
    listed = world.box.must(f"find {_MADE} -not -type d -printf '%p %m %U %s %T@ %l\\n'; dpkg -l | grep ^ii")
    lines = frozenset(line for line in listed.splitlines() if not line.startswith("/etc/ld.so.cache"))
    return lines | {f"process {world.service('MainPID')['MainPID']}"}


def ready(world: World) -> str:
    """The service has said READY to systemd, as its own user, with a watchdog; its page comes."""
    known = world.service("ActiveState", "SubState", "Type", "User", "WatchdogUSec", "NRestarts", "MemoryCurrent")
    wanted = {"ActiveState": "active", "SubState": "running", "Type": "notify", "User": "companion"}
    wrong = {name: known.get(name) for name, value in wanted.items() if known.get(name) != value}
    if wrong or known["WatchdogUSec"] in ("0", "infinity"):
        raise Failed(f"{wrong or known}")
    world.wait_for_page()
    memory = int(known["MemoryCurrent"]) // 1_000_000
    return f"{known['Type']}, user {known['User']}, watchdog {known['WatchdogUSec']}, {memory} MB, page answers"


def doctor(world: World) -> str:
    """The doctor runs as the service's user and ends with 0 (all well) or 1 (something to look at)."""
    done = world.box.run("companion doctor", 300.0)
    told = [line.strip() for line in done.out.splitlines() if re.match(r"\s*(look|warn|bad|broken|!|✗|×)", line, re.I)]
    if done.code not in (0, 1):
        raise Failed(f"exit code {done.code}: {'; '.join(told[:4]) or done.last}")
    return f"exit code {done.code}; {'; '.join(told[:4]) or 'nothing to complain of'}"


def refused(world: World) -> str:
    """An update in the middle of a game is refused, and nothing has changed."""
    _make_second(world)
    before = _version(world)
    done = world.box.run(f"companion update {SECOND} --unsigned", INSTALL_S)
    if done.code == 0 or _version(world) != before:
        raise Failed(f"exit code {done.code}, version {_version(world)} after {before}")
    return f"exit code {done.code}: {done.last}"


def updated(world: World) -> str:
    """After the game the update goes through: the new version runs, with the old matches."""
    _everybody_leaves(world)
    before, matches = _version(world), world.box.must("companion matches")
    done = world.box.run(f"companion update {SECOND} --unsigned", INSTALL_S)
    if done.code:
        raise Failed(f"exit code {done.code}: {done.last}")
    world.wait_for_page()
    _same_matches(world, matches)
    after = _version(world)
    if after == before:
        raise Failed(f"still {after}")
    return f"{before} -> {after}; {len(matches.splitlines())} matches as before, page answers"


def back(world: World) -> str:
    """The way back: the old version runs again, with all matches."""
    _everybody_leaves(world)  # a new match may have begun by what still lies before the camera
    before, matches = _version(world), world.box.must("companion matches")
    done = world.box.run("companion rollback", INSTALL_S)
    if done.code:
        raise Failed(f"exit code {done.code}: {done.last}")
    world.wait_for_page()
    _same_matches(world, matches)
    return f"{before} -> {_version(world)}; matches as before, page answers"


def removed(world: World) -> str:
    """Away with the program; matches and settings stay."""
    done = world.box.run("companion uninstall", INSTALL_S)
    if done.code:
        raise Failed(f"exit code {done.code}: {done.last}")
    gone = "/opt/companion /usr/local/bin/companion /etc/systemd/system/companion.service"
    left = world.box.run(f"ls -d {gone}").out.split()
    kept = world.box.must(f"ls -l {STATE}/companion.db /etc/companion/companion.toml").splitlines()
    active = world.box.run("systemctl is-active companion").out.strip()
    if left or len(kept) != 2 or active == "active":
        raise Failed(f"left: {left}; kept: {kept}; service {active}")
    return f"program, unit and command are gone, service {active}; companion.db and companion.toml are kept"


def _version(world: World) -> str:
    return world.box.must("basename $(readlink -f /opt/companion/current)")


def _make_second(world: World) -> None:
    """The same program under another number."""
    number = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert number is not None  # the project has a version
    world.box.must(
        f"rm -rf {SECOND} && cp -r {CHECKOUT} {SECOND} && "
        f'sed -i \'s/^version = "{number[1]}"$/version = "{number[1]}.post1"/\' {SECOND}/pyproject.toml'
    )


def _everybody_leaves(world: World) -> None:
    world.at_the_page()
    world.host.post("/api/host", {"act": "end_match", "reason": "the evening is over"})
    for phone in world.phones[:-1]:
        phone.post("/api/leave", {})


def _same_matches(world: World, before: str) -> None:
    after = world.box.must("companion matches")
    old, new = ([" ".join(line.split()) for line in text.splitlines()] for text in (before, after))
    if not set(old) <= set(new):  # what ended may be followed by a new match, which stands on top
        raise Failed(f"the matches differ: {old[:2]} and now {new[:2]}")
