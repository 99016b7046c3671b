"""The table's own authority: what it makes, for whom it can vouch, and when it makes another certificate."""

from __future__ import annotations

import io
import shutil
import ssl
import stat
import subprocess
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.backups import Backups, CopyKind
from companion.machine import authority as module
from companion.machine.authority import LEAF_DAYS, Authority
from companion.service.building import build
from rules.games import game
from tests.evenings.table import evening_config
from tests.web.fake_table import FakeTable
from tests.web.stream_client import NEEDS_OPENSSL, Address
from web import Certificate, Server, WebError, WebSettings, create_app

pytestmark = NEEDS_OPENSSL
HOME = "192.168.1.20"


def openssl(*words: str) -> str:
    return subprocess.run(("openssl", *words), check=True, capture_output=True, text=True, timeout=30).stdout


def made_for(found: Authority, address: str) -> str:
    return Path(found.certificate(address).path).read_text("ascii")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "https"


@pytest.fixture
def found(folder: Path) -> Authority:
    return Authority(folder, lambda: HOME)


def test_nothing_is_made_before_it_is_wanted_and_then_for_its_owner_only(found: Authority, folder: Path) -> None:
    assert not folder.exists()
    shown = found.certificate("127.0.0.1")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("authority-key.pem", "table-key.pem"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert Path(shown.key).parent == folder
    assert {one.name for one in folder.iterdir()} == {
        "authority.pem",
        "authority-key.pem",
        "table.pem",
        "table-key.pem",
    }
    assert found.vouching() == (folder / "authority.pem").read_bytes()
    assert b"PRIVATE" not in found.vouching()


def test_a_phone_that_trusts_it_opens_the_table_by_either_way_at_one_port(found: Authority) -> None:
    server = Server(create_app(FakeTable().pages, WebSettings()), "127.0.0.1", 0, own=found.certificate).start()
    try:
        trusting = ssl.create_default_context(cadata=found.vouching().decode("ascii"))
        response, _ = Address(server.port, trusting).get("/")
        cookie = response.getheader("Set-Cookie", "")
        assert (response.status, "Secure" in cookie, cookie.startswith("__Host-")) == (200, True, True)
        response, _ = Address(server.port).get("/")
        cookie = response.getheader("Set-Cookie", "")
        assert (response.status, "Secure" in cookie) == (200, False)
        with pytest.raises(ssl.SSLCertVerificationError):
            Address(server.port, ssl.create_default_context()).get("/")
    finally:
        server.stop()


def test_while_a_certificate_is_made_everybody_else_is_answered(found: Authority) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def slowly(address: str) -> Certificate:
        begun.set()
        assert goes_on.wait(20)
        return found.certificate(address)

    server = Server(create_app(FakeTable().pages, WebSettings()), "127.0.0.1", 0, own=slowly).start()
    try:
        trusting = ssl.create_default_context(cadata=found.vouching().decode("ascii"))
        with ThreadPoolExecutor(1) as phone:
            waiting = phone.submit(Address(server.port, trusting).get, "/")
            assert begun.wait(10)
            assert Address(server.port).get("/")[0].status == 200
            assert not waiting.done()
            goes_on.set()
            assert waiting.result(20)[0].status == 200
    finally:
        goes_on.set()
        server.stop()


def test_the_certificate_is_no_longer_than_phones_accept_and_the_authority_signs_no_other(
    found: Authority, folder: Path
) -> None:
    path = found.certificate(HOME).path
    with pytest.raises(subprocess.CalledProcessError):
        openssl("x509", "-in", path, "-noout", "-checkend", str((LEAF_DAYS + 1) * 86_400))
    text = openssl("x509", "-in", str(folder / "authority.pem"), "-noout", "-text")
    assert "CA:TRUE, pathlen:0" in text
    assert "Name Constraints: critical" in text
    bank = folder / "bank"
    bank.mkdir()
    (bank / "form").write_text("subjectAltName=DNS:bank.example,IP:9.9.9.9\n", "ascii")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(bank / "key"))
    openssl("req", *key, "-subj", "/CN=bank", "-out", str(bank / "csr"))
    by = ("-CA", str(folder / "authority.pem"), "-CAkey", str(folder / "authority-key.pem"), "-set_serial", "7")
    openssl("x509", "-req", "-in", str(bank / "csr"), *by, "-extfile", str(bank / "form"), "-out", str(bank / "pem"))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        openssl("verify", "-CAfile", str(folder / "authority.pem"), str(bank / "pem"))
    assert "permitted subtree violation" in refused.value.stderr


def test_a_changed_address_brings_another_certificate_and_no_other_authority(found: Authority, folder: Path) -> None:
    first, vouching = made_for(found, HOME), found.vouching()
    assert made_for(found, HOME) == first
    assert made_for(found, "127.0.0.2") != first  # it is in two networks
    moved = Authority(folder, lambda: "10.0.0.7")
    second = made_for(moved, "10.0.0.7")
    text = openssl("x509", "-in", str(folder / "table.pem"), "-noout", "-text")
    assert [one in text for one in ("10.0.0.7", "127.0.0.2", HOME)] == [True, True, False]
    assert made_for(Authority(folder, lambda: "10.0.0.7"), "127.0.0.1") == second
    assert made_for(moved, "8.8.8.8") == second  # for an address of the world it may not vouch
    assert moved.vouching() == vouching


def test_one_that_ends_soon_or_is_damaged_is_made_anew(
    found: Authority, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LEAF_DAYS", 20)
    short = made_for(found, HOME)
    monkeypatch.undo()
    fresh = made_for(Authority(folder, lambda: HOME), HOME)
    assert fresh != short
    (folder / "table.pem").write_text("something else\n", "ascii")
    assert "BEGIN CERTIFICATE" in made_for(Authority(folder, lambda: HOME), HOME)
    days = [0.0]
    looked = Authority(folder, lambda: HOME, lambda: days[0] * 86_400)
    made_for(looked, HOME)
    (folder / "table.pem").unlink()
    days[0] = 1.0
    assert "BEGIN CERTIFICATE" in made_for(looked, HOME)


def test_without_openssl_the_pages_stay_plain_and_a_sentence_says_so(
    found: Authority, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("openssl") is None
    with pytest.raises(WebError, match=r"^Https needs the program openssl, which is not here; run sudo apt .*\.$"):
        found.vouching()
    server = Server(create_app(FakeTable().pages, WebSettings()), "127.0.0.1", 0, own=found.certificate).start()
    try:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            Address(server.port, ssl.create_default_context()).get("/")
        assert Address(server.port).get("/")[0].status == 200
    finally:
        server.stop()


def test_no_copy_and_no_report_of_the_table_has_its_keys(tmp_path: Path) -> None:
    config = evening_config(tmp_path, 4, 1)
    service = build(replace(config, camera=replace(config.camera, source="none")), game("chronicle"))
    try:
        found = Authority(config.data.path / "https")
        found.vouching()
        copy = Backups(config.data.journal_path).keep(CopyKind.BY_HAND).read_bytes()
        report = service.office.report(names=True)
        with zipfile.ZipFile(io.BytesIO(report)) as file:
            texts = [copy, *(file.read(name) for name in file.namelist())]
        keys = [one.read_bytes() for one in (config.data.path / "https").iterdir() if "key" in one.name]
        assert keys
        for text in texts:
            assert b"PRIVATE KEY" not in text
            assert all(key.splitlines()[1] not in text for key in keys)
    finally:
        service.stop()
