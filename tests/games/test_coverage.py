"""Every rule of a game's list is shown by a test or a scene, and whatever they cite is on the list. Every reason for a
refusal that the list names is given by the game, and a test shows it, or the game says why nothing gives it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rules.engine.scenes import parse_scene
from tests.laws.shipped import folder, game, slugs

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests/games"


def listed(slug: str) -> dict[str, dict[str, str]]:
    """The game's own list, in one file or several: its rules and those that need no test, with the reason."""
    found: dict[str, dict[str, str]] = {"rules": {}, "exempt": {}}
    for path in sorted(folder(slug).glob("coverage*.toml")):
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


def reasons(slug: str) -> tuple[set[str], dict[str, str]]:
    """The codes of the reasons that a game gives, and those of its list that it does not give, each with the why not;
    none of both where the list names no reasons."""
    table = tomllib.loads((folder(slug) / "coverage.toml").read_text("utf-8"))
    named, unsaid = table.get("reasons", {}), table.get("unsaid", {})
    said, renamed = named.get("said", []), named.get("renamed", {})
    keys = [*said, *renamed, *unsaid]
    assert len(keys) == len(set(keys)), "a reason stands in one place only"
    return {*said, *renamed.values()}, unsaid


def constants(paths: Iterable[Path]) -> set[str]:
    """Every text that stands in these modules and scenes by itself."""
    found: set[str] = set()
    for path in paths:
        text = path.read_text("utf-8")
        if path.suffix == ".toml":
            found.update(re.findall(r'"(\w+)"', text))
        else:
            found.update(
                n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and n.value.__class__ is str
            )
    return found


def unknown_reasons(slug: str, wanted: set[str]) -> set[str]:
    """Which of these codes no code of the game or the engine gives, have no sentence, or are shown by no test."""
    sources = [*folder(slug).rglob("*.py"), *(ROOT / "rules/engine").rglob("*.py")]
    tests = [*(TESTS / slug).rglob("*.py"), *(TESTS / slug).rglob("*.toml"), *(ROOT / "tests/rules").glob("*.py")]
    given, shown = constants(sources), constants(tests)
    sentences = game(slug).words("en").codes("refusal")
    return {code for code in wanted if code not in given or code not in shown or code not in sentences}


@pytest.mark.parametrize("slug", slugs())
def test_every_reason_of_the_list_is_given_or_left_out_with_a_reason(slug: str) -> None:
    said, unsaid = reasons(slug)
    assert not unknown_reasons(slug, said), "reasons that nothing gives, or that no test shows"
    assert unknown_reasons(slug, set(unsaid)) == set(unsaid), "said to be left out, but given"
    assert all(len(why.split()) >= 4 for why in unsaid.values()), "what is left out has its reason in a sentence"


def test_a_reason_that_nothing_gives_is_found() -> None:
    assert unknown_reasons("chain_mail", {"not_trained", "too_far", "match_over"}) == {"not_trained"}


def test_marks_are_found() -> None:
    text = "@pytest.mark.rules('XX-1', 'XX-2')\ndef test_a(): ...\n@pytest.mark.other('XX-3')\ndef test_b(): ...\n"
    assert list(marked(text)) == ["XX-1", "XX-2"]
