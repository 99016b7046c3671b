"""The documents tell the truth about commands and dependencies."""

from __future__ import annotations

import re
import shlex
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.house._source import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def _shell_commands(text: str) -> list[list[str]]:
    """The command lines in a document's shell blocks, as words; prompts and comments dropped."""
    blocks = re.findall(r"^```(?:sh|bash|shell|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = (line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines())
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def _own_words() -> set[str]:
    """The words that the script `run` answers itself."""
    cases = (ROOT / "run").read_text("utf-8").partition("case $command in")[2]
    return {word for labels in re.findall(r"^  ([a-z |]+)\)$", cases, re.MULTILINE) for word in labels.split(" | ")}


def _explained(text: str) -> list[str]:
    """Names in the first column of the tables."""
    return re.findall(r"^\| `([\w.-]+)` \|", text, re.MULTILINE)


@pytest.mark.parametrize("command", ["./run play chronicle", "./run test"])
def test_the_readme_shows_how_to_start(command: str) -> None:
    assert command.split() in _shell_commands(README)


def test_the_readme_names_no_script_that_is_not_there() -> None:
    programs = {words[0] for words in _shell_commands(README)}
    assert not [program for program in programs if program.startswith("./") and not (ROOT / program).is_file()]


def test_run_explains_the_words_that_it_answers() -> None:
    usage = (ROOT / "run").read_text("utf-8").partition("<<'TEXT'")[2].partition("\nTEXT")[0]
    explained = set(re.findall(r"^  \./run (\w+)", usage, re.MULTILINE))
    assert _own_words() >= {"setup", "test", "check", "lint", "bench", "soak", "lock"}
    assert explained - {"play"} == _own_words() - {"help", "lint"}


def test_every_dependency_is_explained_and_no_other() -> None:
    wishes = {
        *PROJECT["dependencies"],
        *(wish for extra in PROJECT["optional-dependencies"].values() for wish in extra),
    }
    explained = _explained((ROOT / "docs/dependencies.md").read_text("utf-8").partition("## System packages")[0])
    assert sorted(explained) == sorted({Requirement(wish).name for wish in wishes})


BY_WISH = ("chromium-headless-shell", "chromium", "poppler-utils", "libnss3-tools", "ffmpeg", "mosquitto", "postgresql")


def test_every_system_package_is_explained_and_no_other() -> None:
    listed = re.findall(r"\bneeded\+?=\((.*?)\)", (ROOT / "run").read_text("utf-8"))
    names = {name.split("|")[-1] for wishes in listed for name in shlex.split(wishes)}
    explained = _explained(
        (ROOT / "docs/dependencies.md").read_text("utf-8").partition("## System packages")[2].partition("## Node")[0]
    )
    assert names
    assert set(explained) == names | {*BY_WISH, "python3-lgpio", "nodejs", "npm"}


def test_documents_are_read_as_meant() -> None:
    text = "say\n```sh\n$ ./run x 'a b'  # why\n\n```\n```python\nrun\n```\n| `a-b` | c |\n| d | `e` |\n"
    assert _shell_commands(text) == [["./run", "x", "a b"]]
    assert _explained(text) == ["a-b"]


def test_each_decision_has_a_number_of_its_own() -> None:
    """Two that are written side by side take the same one."""
    files = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    numbers = [int(file.name[:4]) for file in files]
    assert sorted(set(numbers)) == numbers
    heads = [re.match(r"# (\d+)\. ", file.read_text("utf-8")) for file in files]
    assert [head and int(head[1]) for head in heads] == numbers
