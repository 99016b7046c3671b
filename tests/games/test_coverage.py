"""Every rule of a game's list is shown by a test or a scene, and whatever they cite is on the list."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.scenes import parse_scene
from rules.games import slugs

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests/games"


def listed(slug: str) -> dict[str, dict[str, str]]:
    """The game's own list, in one file or several: its rules and those that need no test, with the reason."""
    found: dict[str, dict[str, str]] = {"rules": {}, "exempt": {}}
    for path in sorted((ROOT / "rules/games" / slug).glob("coverage*.toml")):
        if "." in path.stem:
            continue  # coverage.de.toml: the same rules in another language (tests/laws/test_words.py)
        part = tomllib.loads(path.read_text("utf-8"))
        assert not found["rules"].keys() & part["rules"].keys(), "a rule stands in one file only"
        found["rules"] |= part["rules"]
        found["exempt"] |= part.get("exempt", {})
    return found


def marked(text: str) -> Iterator[str]:
    """The ids in `@pytest.mark.rules(...)` anywhere in a test module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rules":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), "rule ids are written out, so that one can search for them"
                yield str(argument.value)


def cited(slug: str) -> dict[str, list[str]]:
    """Rule id to the tests and scenes that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / slug).rglob("*.py")):
        for rule in marked(path.read_text("utf-8")):
            found.setdefault(rule, []).append(path.name)
    for path in sorted((TESTS / slug / "scenes").glob("*.toml")):
        for rule in parse_scene(path.read_text("utf-8"), path.name).rules:
            found.setdefault(rule, []).append(path.name)
    return found


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_is_shown(slug: str) -> None:
    rules, exempt, shown = listed(slug)["rules"], listed(slug)["exempt"], cited(slug)
    assert not [rule for rule in rules if rule not in shown and rule not in exempt], "rules without a test"
    assert not [rule for rule in exempt if rule not in rules or rule in shown], "exempt, but unknown or tested"
    assert all(len(reason.split()) >= 4 for reason in exempt.values()), "an exemption gives its reason in a sentence"


@pytest.mark.parametrize("slug", slugs())
def test_nothing_else_is_cited(slug: str) -> None:
    rules = listed(slug)["rules"]
    assert not {rule: where for rule, where in cited(slug).items() if rule not in rules}


@pytest.mark.parametrize("slug", slugs())
def test_every_rule_has_a_sentence(slug: str) -> None:
    assert not [rule for rule, text in listed(slug)["rules"].items() if not text.endswith(".") or len(text) < 15]


def test_marks_are_found() -> None:
    text = "@pytest.mark.rules('XX-1', 'XX-2')\ndef test_a(): ...\n@pytest.mark.other('XX-3')\ndef test_b(): ...\n"
    assert list(marked(text)) == ["XX-1", "XX-2"]
