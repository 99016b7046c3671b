"""The memory card that becomes a companion: what is written onto it, and what its box does with that."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import tomllib
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.first_pin import FirstPin
from companion.journal.journal import Journal
from deploy.card import __main__ as card, bundle
from deploy.card.boot_files import cloud_files, first_run, with_first_run
from deploy.card.box.first_start import STEPS, Box, Failed, go
from deploy.card.box.progress import Page, Progress
from deploy.card.wanted import CardError, Wanted, checked_country, checked_key, checked_name, host_name, wifi_of
from tests.house._source import ROOT

PASSWORD = "correct horse"
WANTED = Wanted(
    "Table", "table", 80, "DE", "Europe/Berlin", wifi_of("Café \"7\" \\o/ 'x'", PASSWORD), "", "271828", None
)


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("Küchentisch", "kuechentisch"),
        ("Große Runde", "grosse-runde"),
        ("Mesa  de Zoë!", "mesa-de-zoe"),
        ("桌", "tabletop"),
        ("Ku\u0308che", "kueche"),
    ],
)
def test_an_address_follows_from_the_name(name: str, host: str) -> None:
    assert host_name(name) == host


def test_a_password_goes_onto_the_card_as_what_opens_this_one_network() -> None:
    # the example of IEEE 802.11i, annex H.4
    assert wifi_of("IEEE", "password").secret == "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    for text in (*cloud_files(WANTED, "x").values(), first_run(WANTED)):
        assert PASSWORD not in text
    assert (
        f'{{key-management: sae, password: "{PASSWORD}"}}'
        in cloud_files(replace(WANTED, wifi=wifi_of("a", PASSWORD, is_wpa3=True)), "x")["network-config"]
    )  # WPA3 wants the password itself


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda tmp: wifi_of("Home", "short"), "8 to 63"),
        (lambda tmp: wifi_of("x" * 33, PASSWORD), "1 to 32"),
        (lambda tmp: checked_country("Germany"), "two letters"),
        (lambda tmp: checked_country("XX", tmp / "known"), "two letters"),
        (lambda tmp: checked_name(" \n "), "--name"),
        (lambda tmp: checked_key(tmp / "private"), "no public key"),
        (lambda tmp: checked_key(tmp / "gone"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    wrong: Callable[[Path], object], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "known").write_text("DE\tGermany\n")
    (tmp_path / "private").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nx\n")
    with pytest.raises(CardError) as told:
        wrong(tmp_path)
    assert sentence in str(told.value)
    assert "\n" not in str(told.value)


def test_the_script_for_debian_12_hands_over_any_name(tmp_path: Path) -> None:
    script = first_run(replace(WANTED, ssh_key="ssh-ed25519 AAAA it's me"))
    called = tmp_path / "called"
    custom = tmp_path / "custom"
    custom.write_text(f'#!/bin/sh\nprintf "<%s>" "$@" >>{called}\n')
    custom.chmod(0o755)
    tried = script.replace("/usr/lib/raspberrypi-sys-mods/imager_custom", str(custom)).split("sh /boot")[0]
    subprocess.run(["sh", "-c", tried], check=True)
    wifi = WANTED.wifi
    assert wifi is not None
    assert f"<set_wlan><{wifi.name}><{wifi.secret}><DE>" in called.read_text()
    assert "<enable_ssh><-k><ssh-ed25519 AAAA it's me>" in called.read_text()
    assert script.index("cmdline.txt") < script.index("rm -f")  # else a cut between them starts what is not there


def test_the_line_for_debian_12_is_added_once() -> None:
    once = with_first_run("console=tty1 root=PARTUUID=1-02 rootwait\n")
    assert with_first_run(once) == once
    assert once.count("\n") == 1


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle with next to nothing in it; where it would be made, it is not."""
    monkeypatch.setattr("deploy.card.__main__._ROOM", 0)
    inside = tmp_path / "debs"
    inside.mkdir()
    (inside / "names").write_text("espeak-ng\n")
    path = tmp_path / bundle.file_name("arm64", "13")
    with tarfile.open(path, "w:gz") as archive:
        archive.add(inside, "debs")
    return path


def written(packed: Path, out: Path, *words: str) -> int:
    return card.main(["--out", str(out), "--name", "Küche", "--bundle", str(packed), *words])


def test_a_card_has_all_that_its_box_needs(packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert written(packed, tmp_path / "card") == 0
    folder = tmp_path / "card/tabletop"
    facts = json.loads((folder / "card.json").read_text())
    assert facts["sum"] == hashlib.sha256((folder / facts["bundle"]).read_bytes()).hexdigest()
    assert f"Host PIN: {facts['pin']}" in capsys.readouterr().out
    assert {"__main__.py", "first_start.py", "progress.py", "page.html", "texts.toml"} <= {
        path.name for path in (folder / "box").iterdir()
    }
    assert "bootcmd: [[sh, /boot/firmware/tabletop/begin]]" in (tmp_path / "card/user-data").read_text()


def test_a_card_of_debian_12_is_known_by_its_files(packed: Path, tmp_path: Path) -> None:
    out = tmp_path / "card"
    out.mkdir()
    (out / "cmdline.txt").write_text("console=tty1 rootwait\n")
    assert card.system_of(out) == "12"
    (out / "meta-data").touch()
    assert card.system_of(out) == "13"
    (out / "meta-data").unlink()
    assert written(packed, out) == 1  # that bundle is for Debian 13
    older = packed.rename(packed.with_name(bundle.file_name("arm64", "12")))
    assert written(older, out) == 0
    assert "firstrun.sh" in (out / "cmdline.txt").read_text()
    assert (out / "firstrun.sh").is_file()


# -- on the box --------------------------------------------------------------------------------------------------------


class Cut(BaseException):
    """The power failed."""


class Tried(Box):
    """A box below a folder, whose programs do nothing but be told; the power fails at the call of that number."""

    def __init__(self, here: Path, progress: Progress, root: Path, fails_at: int = -1) -> None:
        super().__init__(here, progress, root)
        self.calls: list[tuple[str, ...]] = []
        self.fails_at = fails_at

    def run(self, *words: str, more: object = None) -> int:
        self.calls.append(words)
        if len(self.calls) == self.fails_at:
            raise Cut
        if "--no-start" in words:
            self.state.mkdir(parents=True, exist_ok=True)
        return 0


@pytest.fixture
def here(packed: Path, tmp_path: Path) -> Path:
    """The folder of a card."""
    assert written(packed, tmp_path / "card") == 0
    return tmp_path / "card/tabletop"


def box(here: Path, fails_at: int = -1) -> Tried:
    root = here.parents[1] / "root"
    root.mkdir(exist_ok=True)
    return Tried(here, Progress(STEPS, root / "log"), root, fails_at)


def no_wait(_: float) -> None:
    raise AssertionError("a step failed")


def test_a_cut_at_any_call_is_made_good_by_the_next_start(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.card.box.first_start._LEAST_FREE", 0)
    pin = json.loads((here / "card.json").read_text())["pin"]
    for number in range(1, 20):
        one = box(here, number)
        try:
            go(one, no_wait)
            break
        except Cut:
            assert not one.done.exists() or one.calls[-1][1] == "disable"
            if one.done.exists():
                break
    assert number > 5
    assert one.done.is_file()
    assert (one.state / "first-pin").read_text() == f"{pin}\n"
    assert [path.name for path in here.iterdir()] == ["begin"]
    assert not one.inside.exists()


def test_a_bundle_that_did_not_arrive_whole_is_not_used(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.card.box.first_start._LEAST_FREE", 0)
    one = box(here)
    with (here / one.card["bundle"]).open("ab") as file:
        file.write(b"x")
    with pytest.raises(Failed, match="write the card again"):
        one.unpack()
    assert not one.inside.exists()


def test_a_failed_step_is_shown_and_tried_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.card.box.first_start._LEAST_FREE", 0)
    one = box(here)
    seen: list[dict[str, object]] = []

    def fails_once() -> None:
        monkeypatch.setattr(one, "program", lambda: None)
        raise Failed("The log says why.")

    monkeypatch.setattr(one, "program", fails_once)
    one.state.mkdir(parents=True)
    go(one, lambda _: seen.append(one.progress.shown()))
    assert [(told["now"], told["failed"]) for told in seen] == [("program", "The log says why.")]


def test_the_page_tells_how_far_it_is_and_no_secret(here: Path, tmp_path: Path) -> None:
    pin = json.loads((here / "card.json").read_text())["pin"]
    progress = box(here).progress
    progress.begin("packages")
    progress.say(f"a program that failed with {pin} in its words")
    progress.fail(f"It could not take {pin}.")
    page = Page(progress, 0)
    page.open()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{page.port}/progress", timeout=5) as answer:
            assert answer.headers["Server"].strip() == "tabletop-card"
            told = answer.read().decode()
    finally:
        page.close()
    assert json.loads(told)["now"] == "packages"
    assert "a program that failed with ****** in its words" in told
    assert "could not take" in told
    _, german = page.told("/", "de-DE,de;q=0.9")
    assert "Spieltisch" in german
    assert all(pin not in text for text in (told, german, (tmp_path / "root/log").read_text()))


def test_both_languages_of_the_page_say_everything() -> None:
    texts = tomllib.loads((ROOT / "deploy/card/box/texts.toml").read_text("utf-8"))
    assert set(texts["de"]) == set(texts["en"]) >= set(STEPS)


def test_a_pin_that_was_laid_before_the_first_start_is_the_hosts(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    first = FirstPin(path)
    first.path.write_text("271828\n")
    with Journal.open(path) as journal:
        first.keep(journal.ensure_pin("", first.waiting(journal)), journal)
        assert journal.check_pin("271828")
        assert first.read(journal) == "271828"
        first.path.write_text("314159\n")
        assert first.waiting(journal) == ""  # there is one, so nobody lays another
