"""Updates are signed: an archive counts only with a signature of a key that the installed version knows."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy import sign_release
from deploy.installer import __main__ as command
from deploy.installer.installing import Wanted, install
from deploy.installer.places import InstallError
from deploy.installer.signing import ENDING, NAMESPACE, SIGNERS, check
from tests.deploy.release import Box, release
from tests.house._source import ROOT

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="there is no ssh-keygen")


@dataclass(frozen=True)
class Key:
    """A pair of keys that lives as long as its test."""

    path: Path

    @classmethod
    def made(cls, path: Path) -> Key:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "a test", "-f", path], check=True)
        return cls(path)

    @property
    def line(self) -> str:
        public = self.path.with_name(f"{self.path.name}.pub").read_text("utf-8")
        return f'release namespaces="{NAMESPACE}" {public}'

    def sign(self, file: Path, namespace: str = NAMESPACE) -> Path:
        signature = file.with_name(file.name + ENDING)
        signature.unlink(missing_ok=True)
        options = ["-q", "-Y", "sign", "-f", str(self.path), "-n", namespace]
        subprocess.run(["ssh-keygen", *options, str(file)], check=True, capture_output=True)
        return signature


@pytest.fixture(autouse=True)
def _umask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "umask", lambda mask: 0)  # it is that of this process, and others' tests


@pytest.fixture
def key(tmp_path: Path) -> Key:
    return Key.made(tmp_path / "key")


@pytest.fixture
def box(tmp_path: Path, key: Key) -> Box:
    """A machine whose version 1 knows the key."""
    one = release(tmp_path / "one", "1.0.0")
    (one / SIGNERS).write_text(f"# those who make releases\n\n{key.line}")
    made = Box(tmp_path / "box")
    install(made, one, Wanted(start=False))
    return made


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "companion-2.0.0.tar.gz"
    with tarfile.open(path, "w:gz") as opened:
        opened.add(release(tmp_path / "two", "2.0.0"), "companion-2.0.0")
    return path


def update(box: Box, source: Path, *more: str) -> int:
    return command.main(["--root", str(box.places.root), "update", str(source), *more])


def test_a_signed_release_is_installed(box: Box, archive: Path, key: Key) -> None:
    key.sign(archive)
    assert update(box, archive) == 0
    assert box.version == "2.0.0"


def refused(box: Box, archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said when an update is refused before anything of it was unpacked."""
    monkeypatch.setattr(command, "unpack", lambda archive, folder: pytest.fail("it was unpacked"))
    capsys.readouterr()
    assert update(box, archive) == 1
    assert (box.version, box.versions) == ("1.0.0", ["1.0.0"])
    assert not list(box.places.program.glob(".unpacked-*")), "nothing is left behind"
    return capsys.readouterr().out


def test_an_archive_without_a_signature_is_refused_in_plain_words(
    box: Box, archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refused(box, archive, capsys, monkeypatch)
    assert "There is no signature companion-2.0.0.tar.gz.sig beside the archive" in said
    assert "--unsigned" in said


@pytest.mark.parametrize(
    "kind", ["another key", "another purpose", "changed afterwards", "of another file", "no signature"]
)
def test_what_was_not_released_is_refused(
    box: Box,
    archive: Path,
    key: Key,
    kind: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match kind:
        case "another key":
            Key.made(tmp_path / "stranger").sign(archive)
        case "another purpose":
            key.sign(archive, "file")
        case "changed afterwards":
            key.sign(archive)
            with archive.open("ab") as file:
                file.write(b"\0")
        case "of another file":
            (other := tmp_path / "other").write_text("harmless")
            key.sign(other).rename(archive.with_name(archive.name + ENDING))
        case _:
            archive.with_name(archive.name + ENDING).write_text("-----BEGIN SSH SIGNATURE-----\n")
    assert "is not what was released" in refused(box, archive, capsys, monkeypatch)


def test_a_key_in_the_new_version_alone_does_not_count(
    box: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Key.made(tmp_path / "stranger")
    tree = release(tmp_path / "three", "3.0.0")
    (tree / SIGNERS).write_text(stranger.line)
    path = tmp_path / "companion-3.0.0.tar.gz"
    with tarfile.open(path, "w:gz") as opened:
        opened.add(tree, "companion-3.0.0")
    stranger.sign(path)
    assert "is not what was released" in refused(box, path, capsys, monkeypatch)


def test_without_any_key_only_unsigned_is_left(tmp_path: Path, archive: Path, key: Key) -> None:
    key.sign(archive)
    for text in ("", "# no key yet\n"):
        (tmp_path / "signers").write_text(text)
        with pytest.raises(InstallError, match=r"knows no key(.|\n)*--unsigned"):
            check(archive, archive.with_name(archive.name + ENDING), tmp_path / "signers")


def test_own_builds_are_installed_by_whoever_says_so(
    box: Box, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert update(box, tmp_path / "two") == 1, "a folder carries no signature"
    assert "A folder carries no signature" in capsys.readouterr().out
    assert update(box, archive, "--unsigned") == 0
    assert "no signature is looked at" in capsys.readouterr().out
    assert box.version == "2.0.0"
    assert update(box, tmp_path / "one", "--unsigned") == 0
    assert box.version == "1.0.0"


def test_an_installer_in_its_own_folder_needs_no_signature(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archive: Path
) -> None:
    """It is the program itself that would check: whoever starts it as root trusts it already."""
    monkeypatch.setattr(command, "HERE", tmp_path / "two")
    assert command.main(["--root", str(box.places.root), "update"]) == 0
    assert box.version == "2.0.0"


# -- making a release --------------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, key: Key) -> Path:
    tree = release(tmp_path / "checkout", "2.0.0")
    (tree / SIGNERS).write_text(key.line)
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(tree), *identity, *words], check=True)
    return tree


def test_what_is_released_is_taken(box: Box, checkout: Path, key: Key, tmp_path: Path) -> None:
    assert sign_release.main([str(key.path), "--out", str(tmp_path / "out")], checkout) == 0
    archive = tmp_path / "out/tabletop-companion-2.0.0.tar.gz"
    assert update(box, archive) == 0
    assert box.version == "2.0.0"
    assert sign_release.main([str(key.path), "--out", str(tmp_path / "out")], checkout) == 0, "and again"


def test_a_key_that_no_machine_knows_signs_nothing(checkout: Path, tmp_path: Path) -> None:
    stranger = Key.made(tmp_path / "stranger")
    assert sign_release.main([str(stranger.path), "--out", str(tmp_path / "out")], checkout) == 1
    assert list((tmp_path / "out").iterdir()) == []


def test_only_what_is_committed_is_released(checkout: Path, key: Key, tmp_path: Path) -> None:
    (checkout / "companion/new.py").touch()
    assert sign_release.main([str(key.path), "--out", str(tmp_path / "out")], checkout) == 1


def test_the_projects_own_list_has_ed25519_keys_for_this_purpose_alone() -> None:
    lines = [line for line in (ROOT / SIGNERS).read_text("utf-8").splitlines() if line and not line.startswith("#")]
    for line in lines:
        who, purpose, kind, *_ = line.split()
        assert who == "release"
        assert f'namespaces="{NAMESPACE}"' in purpose
        assert kind in ("ssh-ed25519", "sk-ssh-ed25519@openssh.com")
