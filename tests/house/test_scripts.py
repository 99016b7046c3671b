"""The pages' scripts are checked against what the program sends them, and the check notices when that changes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house._source import ROOT
from tests.house.script_types import declarations

TOOLS = ROOT / "requirements/script"
LOCK = json.loads((TOOLS / "package-lock.json").read_text("utf-8"))
COMPILER = TOOLS / "node_modules/.bin/tsc"


def test_what_a_page_gets_is_whole_and_what_it_sends_may_leave_out_what_has_a_default() -> None:
    lines = dict(line.removeprefix("type ").split(" = ", 1) for line in declarations().splitlines())
    assert "question: QuestionView | null" in lines["Packet"]
    assert "players: (PlayerView)[]" in lines["Packet"]
    assert "?" not in lines["Packet"]
    assert lines["AnswerBody"] == "{ key: string; version: number; request: string };"
    assert "reason?: string; number?: number | null" in lines["HostCommand"]
    assert lines["JoinWay"] == '"button" | "code" | "open";'


def test_no_script_turns_the_check_off() -> None:
    excuses = re.compile(r"@ts-(nocheck|ignore|expect-error)|eslint-disable")
    assert not [path for path in (ROOT / "web").rglob("*.js") if excuses.search(path.read_text("utf-8"))]


def test_every_package_of_node_is_locked_by_a_hash_and_without_an_address() -> None:
    packages = {name: one for name, one in LOCK["packages"].items() if name}
    assert packages
    assert not [name for name, one in packages.items() if not one.get("integrity") or "resolved" in one]


def test_what_node_is_given_has_its_reasons() -> None:
    asked = json.loads((TOOLS / "package.json").read_text("utf-8"))
    assert set(asked) == {"private", "description", "type", "devDependencies"}, "nothing of it is shipped or built"
    reasons = (ROOT / "docs/dependencies.md").read_text("utf-8")
    assert not [name for name in asked["devDependencies"] if f"| `{name}` |" not in reasons]


@pytest.mark.skipif(
    not COMPILER.exists() or not shutil.which("node"),
    reason="the tools for scripts are not here: ./run check gets them",
)
def test_a_field_that_is_renamed_in_the_program_is_missed_by_the_scripts(tmp_path: Path) -> None:
    renamed = ("across_mm", "factions", "grave", "lots", "nameable", "tellable", "wrong_codes")
    text = declarations()
    for field in renamed:
        text = re.sub(rf"\b{field}: ", f"{field}_before: ", text)
    (tmp_path / "packet.d.ts").write_text(text)
    config = {
        "extends": str(ROOT / "jsconfig.json"),
        "include": [str(ROOT / "web/**/*.js"), str(TOOLS / "page.d.ts"), "packet.d.ts"],
    }
    (tmp_path / "jsconfig.json").write_text(json.dumps(config))
    command = [str(COMPILER), "-p", "jsconfig.json"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert {match[1] for match in re.finditer(r"Property '(\w+)' does not exist", said)} >= set(renamed), said
