"""The table's own Wi-Fi, with stand-ins for the programs that it needs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.house._source import ROOT

TOOLS = ("bash", "cat", "mv", "rm", "sed", "grep", "awk", "tr", "head")
LOG = 'echo "$(basename "$0") $*" >>"$LOG"\n'
NMCLI = """case "$*" in
  *DEVICE,TYPE*) printf '%s\\n' eth0:ethernet wlan0:wifi ;;
  *RUNNING*) echo running ;;
  *NAME*) [[ ! -e $LOG.on ]] || echo companion-table ;;
  *' up '*) touch "$LOG.on" ;;
  *delete*) rm -f "$LOG.on" ;;
  *ssid*) echo Tabletop ;;
  *interface-name*) echo wlan0 ;;
esac"""
PROGRAMS: Mapping[str, str] = {
    "nmcli": NMCLI,
    "id": "echo 0",
    "dnsmasq": "",
    "iw": "[[ $1 == reg && $2 == get ]] && echo 'country DE: DFS-ETSI'",
    "ip": "echo '3: wlan0    inet 192.168.1.20/24 brd 192.168.1.255'",
    "ss": "",
}


@dataclass(frozen=True)
class Pi:
    """A folder with the script and a PATH of the test's own."""

    folder: Path
    programs: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """What NetworkManager reads."""
        return self.folder / "companion-table.nmconnection"

    @property
    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        path = self.folder / "bin"
        path.mkdir(exist_ok=True)
        for tool in (*TOOLS, "basename", "touch"):
            if not (path / tool).exists():
                (path / tool).symlink_to(shutil.which(tool) or f"/usr/bin/{tool}")
        for name, body in {**PROGRAMS, **self.programs}.items():
            (path / name).unlink(missing_ok=True)
            if body is not None:
                (path / name).write_text(f"#!/bin/bash\n{LOG}{body}\n")
                (path / name).chmod(0o755)
        text = (ROOT / "deploy/access_point.sh").read_text()
        text = text.replace("/etc/NetworkManager/system-connections", str(self.folder))
        script = self.folder / "script"
        script.write_text(text.replace("/etc/companion", str(self.folder)))
        variables = {"PATH": str(path), "LOG": str(self.folder / "log")}
        command = ["/bin/bash", str(script), *words]
        return subprocess.run(
            command, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=30
        )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Why it was refused."""
    assert done.returncode == 1, done.stdout
    (line,) = done.stderr.splitlines()
    return line


def test_it_goes_on_and_off(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    (tmp_path / "companion.toml").write_text("[web]\nport = 8090\n")
    on = pi.run("on", "--password", "good evening")
    assert on.returncode == 0, on.stderr
    assert "http://10.42.0.1:8090/" in on.stdout
    assert "web.wifi_password good evening" in on.stdout
    text = pi.file.read_text()
    for line in ("ssid=Tabletop", "psk=good evening", "mode=ap", "interface-name=wlan0", "address1=10.42.0.1/24"):
        assert line in text.splitlines()
    assert pi.file.stat().st_mode & 0o777 == 0o600
    assert "good evening" not in pi.log, "every account of the machine can read command lines"
    assert "on: 'Tabletop'" in pi.run("status").stdout
    assert pi.run("off").returncode == 0
    assert not pi.file.exists()
    assert pi.run("status").stdout.endswith("off\n")
    assert "off already" in pi.run("off").stdout


def test_a_password_is_made_where_none_is_given(tmp_path: Path) -> None:
    first, second = (Pi(tmp_path).run("on").stdout.partition("its password is ")[2].split("\n")[0] for _ in range(2))
    assert len(first) == len(second) == 12
    assert first != second
    assert f"psk={second}" in Pi(tmp_path).file.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "say on, off or status"),
        (("on", "--name"), "--name wants a value"),
        (("on", "--speed", "9"), "--speed is not known"),
        (("on", "--name", "a;b"), "the name may have"),
        (("on", "--name", "a" * 33), "the name may have"),
        (("on", "--name", "a\nssid=b"), "the name may have"),
        (("on", "--password", "short"), "8 to 63"),
        (("on", "--password", "back\\slash 12"), "8 to 63"),
        (("on", "--country", "Germany"), "two letters"),
        (("on", "--device", "wlan7"), "there is no Wi-Fi device wlan7; there are: wlan0"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    pi = Pi(tmp_path)
    assert says in sentence(pi.run(*words))
    assert not pi.file.exists()
    assert " up " not in pi.log


@pytest.mark.parametrize(
    ("programs", "says"),
    [
        ({"nmcli": None}, "needs NetworkManager"),
        ({"nmcli": "true"}, "does not run here"),
        ({"nmcli": "case $* in *RUNNING*) echo running ;; *) echo eth0:ethernet ;; esac"}, "no Wi-Fi device"),
        ({"id": "echo 1000"}, "sudo"),
        ({"dnsmasq": None}, "dnsmasq-base"),
        ({"iw": "echo 'country 00: DFS-UNSET'"}, "--country DE"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, programs: Mapping[str, str | None], says: str) -> None:
    pi = Pi(tmp_path, programs)
    assert says in sentence(pi.run("on"))
    assert not pi.file.exists()


def test_whoever_works_over_that_wifi_is_warned(tmp_path: Path) -> None:
    over_wifi = "echo '0 0 192.168.1.20:22 192.168.1.7:50000'"
    pi = Pi(tmp_path, {"ss": over_wifi})
    done = pi.run("on")
    assert done.returncode == 1
    assert "ssh over wlan0" in done.stdout
    assert not pi.file.exists()
    assert pi.run("on", "--yes").returncode == 0
    assert pi.run("off").returncode == 1
    assert pi.file.exists()


def test_ssh_over_a_cable_is_no_matter(tmp_path: Path) -> None:
    assert Pi(tmp_path, {"ss": "echo '0 0 10.0.0.5:22 10.0.0.9:50000'"}).run("on").returncode == 0


def test_a_wifi_that_does_not_come_up_is_told(tmp_path: Path) -> None:
    pi = Pi(tmp_path, {"nmcli": NMCLI.replace('touch "$LOG.on"', "exit 4")})
    assert "did not come up" in sentence(pi.run("on"))
