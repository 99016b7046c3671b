"""Every command that authors are told of, as it stands in their documents: one after the other, away from the
repository, in a home of their own."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
from pathlib import Path
from threading import Timer

import pytest

from tests.evenings.process import READY, READY_S, command, environment, free_port
from tests.house._source import ROOT
from tests.laws import shipped

DOCUMENTS = (ROOT / "docs/own_games.md", *sorted((ROOT / "docs/own_game").glob("*.md")))
STORY = (
    ("game new harbour_night", "", "Your game is in "),
    ("game check harbour_night", "", "all well."),
    ("game draw harbour_night", "", "harbour_night-pictures"),
    ("game simulate harbour_night -n 1000", "", "20 matches, played by"),
    ("arena thinker chance --game harbour_night -n 200", "", "thinker against chance wins"),
    ("env harbour_night --mine 1 --against greedy --seed 7", "", '"kind": "asked"'),
    ("game pack harbour_night", "", "Written: harbour_night-"),
    ("game remove harbour_night", "", "harbour_night is removed."),
    ("game install harbour_night-1.0.zip", "yes\n", "is installed."),
    ("game list", "", "harbour_night"),
    ("game schema score_sheet", "", '"title": "sheet.toml"'),
    ("play harbour_night", "", READY),
    ("game play harbour_night --dev", "", READY),
)
"""In this order: what is typed when it asks, and what the terminal then says."""
SHORTER = {"1000": "20", "200": "2"}


def documented() -> set[str]:
    """The commands in shell blocks and in running text, without what starts the companion."""
    found = set()
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
            found |= {line.partition("#")[0].strip() for line in block.splitlines()}
        found |= {one for one in re.findall(r"`((?:\./run|companion) [^`]+)`", text) if "NAME" not in one}
    return {re.sub(r"^(\./run|companion) ", "", line) for line in found if line}


def test_each_command_in_the_documents_of_authors_is_run_below() -> None:
    assert documented() == {words for words, *_ in STORY}


@pytest.mark.dear
def test_the_commands_do_what_the_documents_say(tmp_path: Path) -> None:
    for words, typed, wanted in STORY:
        said = [SHORTER.get(word, word) for word in shlex.split(words)]
        if wanted == READY:
            out = served(tmp_path, *said, "--port", str(free_port()))
        else:
            done = subprocess.run(
                command(*said),
                cwd=tmp_path,
                env=environment(tmp_path),
                input=typed,
                capture_output=True,
                text=True,
                timeout=READY_S,
                check=False,
            )
            ends = 1 if words.startswith("env ") else 0  # nobody answers its lines: the player has gone
            assert done.returncode == ends, f"{words}: {done.stdout}{done.stderr}"
            out = done.stdout
        assert wanted in out, f"{words}: {out}"
        if words.startswith("game new"):  # the tutorial's files in place of those that it wrote
            (made,) = tmp_path.rglob("games/harbour_night")
            shutil.rmtree(made / "scenes")
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(shipped.folder("harbour_night"), made, dirs_exist_ok=True, ignore=ignored)
    assert (tmp_path / "harbour_night-pictures" / "faces.svg").is_file()


def served(home: Path, *words: str) -> str:
    """What a command says that serves a table, until it is stopped as its greeting says."""
    with subprocess.Popen(
        command(*words), cwd=home, env=environment(home), stdout=subprocess.PIPE, text=True
    ) as process:
        overdue = Timer(READY_S, process.kill)
        overdue.start()
        try:
            assert process.stdout is not None
            said = ""
            for line in process.stdout:
                said += line
                if READY in line:
                    process.send_signal(signal.SIGINT)
            assert process.wait() == 0, said
        finally:
            overdue.cancel()
            process.kill()
    return said
