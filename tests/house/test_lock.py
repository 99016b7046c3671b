"""The lock files install the same wheels everywhere and say nothing about the machine that wrote them."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.house._source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = ("run", "test", "pins")

Lock = dict[str, set[Version]]


def _text(lock: str) -> str:
    return (ROOT / f"requirements/{lock}.txt").read_text("utf-8")


def _entries(text: str) -> list[str]:
    """One string a locked package, with its hashes: continued lines joined."""
    joined = text.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]


def _locked(lock: str) -> Lock:
    versions: Lock = {}
    for entry in _entries(_text(lock)):
        name, version = re.match(r"([\w.-]+)==(\S+)", entry).groups()  # type: ignore[union-attr]
        versions.setdefault(canonicalize_name(name), set()).add(Version(version))
    return versions


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_with_hashes(lock: str) -> None:
    pinned = re.compile(r"[a-z0-9.-]+==[\w.]+( ; [^\\]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    entries = _entries(_text(lock))
    assert entries
    assert not [entry[:60] for entry in entries if not pinned.fullmatch(entry.strip())]


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_and_no_path_stands_in_a_lock(lock: str) -> None:
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|(^|\s)[./~]", _text(lock), re.MULTILINE)


@pytest.mark.parametrize(
    ("lock", "wishes"),
    [("run", PROJECT["dependencies"]), ("test", PROJECT["dependencies"] + EXTRAS["test"] + EXTRAS["dev"])],
)
def test_the_lock_grants_what_the_project_asks_for(lock: str, wishes: list[str]) -> None:
    locked = _locked(lock)
    for requirement in map(Requirement, wishes):
        versions = locked.get(canonicalize_name(requirement.name), set())
        assert versions, f"{requirement.name} is not locked: ./run lock"
        assert all(version in requirement.specifier for version in versions), f"{requirement}: ./run lock"


def test_what_can_test_can_also_play() -> None:
    play, test = _locked("run"), _locked("test")
    assert {name: test.get(name) for name in play} == play


@pytest.mark.parametrize("version", ["2.0.1", "2.0.1.post1", "2.0.1.post2"])
def test_releases_of_gpiozero_that_fail_on_a_pi_5_are_shut_out(version: str) -> None:
    (wish,) = (found for found in map(Requirement, PROJECT["dependencies"]) if found.name == "gpiozero")
    assert Version(version) not in wish.specifier
    assert Version("2.0.1.post3") in wish.specifier
