"""What `companion game check` says of mistakes that authors make: the place, and the cure."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.kit import check
from companion.kit.check import check_game
from rules import games
from rules.outside import GameUnloaded
from tests.laws import shipped

GUIDES = Path(__file__).parents[2] / "docs" / "games"
EXAMPLES = {"score_sheet": "sheet.toml", "open_table": "table.toml", "roles": "script.toml"}
"""What an owner's game without code is called in the guide of each that lends its rules."""
WITHIN_S = 0.5  # what opening an endless game or its match may take, since that has to be waited for

MISTAKES = {
    "no yield from": (
        ("game.py", "yield from deck.deal(t, 2)", "deck.deal(t, 2)"),
        ("game.py:12:", "write (yield from deck.deal(...))"),
    ),
    "no yield from where an answer is used": (
        ("game.py", "(yield from deck.holds(t, other, guess))", "deck.holds(t, other, guess)"),
        ("game.py:41:", "write (yield from deck.holds(...))"),
    ),
    "no yield": (
        (
            "game.py",
            "    lanterns.add(t, seat)\n\n\ndef bot",
            "    Q(kind='x', seat=seat, choices=())\n\n\ndef bot",
        ),
        ("game.py:64:", "is never asked: write 'yield' before it"),
    ),
    "no spot": (("layout.toml", 'name = "discard"', 'name = "discards"'), ("mat lacks", "perhaps 'discards' is meant")),
    "a spot without a pile": (
        (
            "layout.toml",
            "[seats]",
            '[[spot]]\nname = "bank"\nx_mm = 40\ny_mm = 40\nwidth_mm = 60\nheight_mm = 60\n[seats]',
        ),
        ("layout.toml:", "No pile lies on the spot 'bank'", "or delete it"),
    ),
    "an unknown pile": (
        ("game.py", "def light(t: Table, seat: Seat) -> None:  # HN-8\n", "def light(t, seat):\n    t.pile('bank')\n"),
        ("game.py:", "'bank'"),
    ),
    "a player of the program that fails": (
        ("game.py", "return next((option for", "return next((option.piece.nothing for"),
        ("game.py:69:", "AttributeError", "nothing"),
    ),
    "a key error": (
        ("game.py", "def light(t: Table, seat: Seat) -> None:  # HN-8\n", "def light(t, seat):\n    {}['x']\n"),
        ("game.py:", "KeyError", "seed"),
    ),
    "an endless loop": (
        (
            "game.py",
            "def light(t: Table, seat: Seat) -> None:  # HN-8\n",
            "def light(t, seat):\n    while True: pass\n",
        ),
        ("game.py:", "let the loop here come to an end"),
    ),
    "an endless loop at the start": (
        ("game.py", "def build() -> Game:\n", "def build():\n    while True: pass\n"),
        ("game.py, line", ": It still ran after 0.5 seconds", "let the loop here come to an end"),
    ),
    "an assert without words": (
        ("game.py", "def light(t: Table, seat: Seat) -> None:  # HN-8\n", "def light(t, seat):\n    assert False\n"),
        ("game.py:", ": What an assert here says is not so. (A match"),
    ),
    "random": (
        ("game.py", "from rules.engine import", "import random\nfrom rules.engine import"),
        ("game.py:3:", "yield a Shuffle, Roll, Deal or Draw"),
    ),
    "time": (
        ("game.py", "from rules.engine import", "from time import time\nfrom rules.engine import"),
        ("game.py:3:", "A game has no clock"),
    ),
    "a file is read": (
        ("game.py", "def build() -> Game:\n", "def build():\n    open(__file__).close()\n"),
        ("game.py:", "own_text"),
    ),
    "no goal": (("game.py", "    lanterns.finish_at_goal(t)\n", ""), ("not over after 300", "t.finish")),
    "another's hand": (
        (
            "game.py",
            "    card = yield from deck.play(t, seat, may_play)\n",
            "    hand = t.pile(deck.hand(t.left_of(seat)))\n"
            "    t.tell('scored', seat=seat, total=int('fog' in [p.kind for p in hand.pieces]))\n"
            "    card = yield from deck.play(t, seat, may_play)\n",
        ),
        ("hidden card", "Rules(reveals="),
    ),
    "a secret is told": (
        (
            "game.py",
            '    deck.peek(t, seat, (yield from choose_player(t, seat, "look_at")))\n',
            '    deck.peek(t, seat, (yield from choose_player(t, seat, "look_at")))\n'
            "    for p in t.pile(deck.hand(t.left_of(seat))).pieces: t.tell('played', seat=seat, piece=p)\n",
        ),
        ("Tell it only to who may know",),
    ),
    "something is remembered beside the table": (
        (
            "game.py",
            "    card = yield from deck.play(t, seat, may_play)\n",
            "    SEEN.append(1)\n    t.tell('scored', seat=seat, total=len(SEEN))\n"
            "    card = yield from deck.play(t, seat, may_play)\n",
        ),
        ("Keep all that changes in the table t",),
    ),
    "a sentence is missing": (
        ("text.en.toml", 'challenge = "{seat}, who do you challenge?"\n', ""),
        ("text.en.toml:", "write challenge = ", "under [question]"),
    ),
    "a German sentence is missing": (
        ("text.de.toml", 'challenge = "{seat}, wen forderst du heraus?"\n', ""),
        ("text.de.toml:", "write challenge = ", "under [question]"),
    ),
    "a fact that is not given": (
        ("text.en.toml", "{seat} gets a lantern and has {total}.", "{seat} gets a lantern and has {sum}."),
        ("text.en.toml:", "'scored' names {sum}", "{total}"),
    ),
    "no such tint": (("cards.toml", 'tint = "gold"', 'tint = "golden"'), ("cards.toml, line", "those are: red, gold")),
    "no TOML": (("cards.toml", "count = 4", "count = = 4"), ("cards.toml, line", "this is not TOML")),
    "no such shape": (
        ("cards.toml", 'shape = "spyglass"', 'shape = "spyglas"'),
        ("cards.toml:7:", "There is no shape 'spyglas': did you mean 'spyglass'?"),
    ),
    "a refusal by no rule": (
        ("game.py", 'rule="HN-3"', 'rule="HN-33"'),
        ("game.py:27:", "There is no rule 'HN-33': did you mean 'HN-3'?"),
    ),
    "no such track on the screens": (
        ("game.py", 'prominent={"lanterns"}', 'prominent={"lantern"}'),
        ("game.py:79:", "There is no track 'lantern': did you mean 'lanterns'?"),
    ),
    "no such event": (
        ("game.py", 'lays={"played": "piece"}', 'lays={"laid": "piece"}'),
        ("game.py:80:", "There is no event 'laid': did you mean 'played'?"),
    ),
    "no such piece in a picture": (
        ("game.toml", 'goal = ["captain#1"]', 'goal = ["captain"]'),
        ("game.toml:12:", "There is no piece 'captain': did you mean 'captain#1'?"),
    ),
    "spots on one another": (
        ("layout.toml", "x_mm = 290", "x_mm = 250"),
        ("layout.toml:13:", "The spots 'deck' and 'discard' lie on one another", "(2 players.)"),
    ),
    "a spot beside the mat": (
        ("layout.toml", "x_mm = 290", "x_mm = 460"),
        ("layout.toml:13:", "'discard' reaches beyond the mat: move it, or make [mat] larger than 480 by 360 mm"),
    ),
    "two options of one key": (
        (
            "game.py",
            "    card = yield from deck.play(t, seat, may_play)\n",
            "    card = yield from deck.play(t, seat, may_play)\n    one = Option('wink', 1, Say('pass'))\n"
            "    yield Q(kind='swap_with', seat=seat, choices=lambda seen: (one, one))\n",
        ),
        ("two options are called wink",),
    ),
    "no such rule": (
        ("coverage.toml", 'rob = "HN-5"', 'rob = "HN-55"'),
        ("coverage.toml:", "'HN-55'", "not under [rules]"),
    ),
}


def copied(folder: Path, file: str = "", old: str = "", new: str = "") -> Path:
    """The sample, with a text for another in one of its files."""
    made = folder / "harbour_night"
    shutil.copytree(shipped.folder("harbour_night"), made, ignore=shutil.ignore_patterns("__pycache__"))
    if file:
        text = (made / file).read_text("utf-8")
        assert old in text
        (made / file).write_text(text.replace(old, new, 1), "utf-8")
    source = made / "game.py"
    more = "from rules.engine import Choose as Q, Say\n\nSEEN = []\n\n\n" if new.startswith("    ") else ""
    source.write_text(source.read_text("utf-8").replace("def build", f"{more}def build", 1), "utf-8")
    return made


def found_in(folder: Path, within_s: float) -> str:
    checked = check_game(games.find(folder), lambda line: None, within_s=within_s)
    return "\n".join(map(str, checked.findings))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_with_its_cure(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LONGEST", 300)
    monkeypatch.setattr(check, "_MATCHES", {False: 10})
    change, wanted = MISTAKES[mistake]
    said = found_in(copied(tmp_path, *change), WITHIN_S if "endless" in mistake else 10.0)
    assert all(part in said for part in wanted), said
    assert "AssertionError" not in said
    assert "NoEnd" not in said


def test_in_full_every_page_is_drawn_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for many in ("_MATCHES", "_SCRIPTS", "_WORLDS"):
        monkeypatch.setattr(check, many, {False: 1, True: 1})
    monkeypatch.setattr(check, "LAWS", ())
    board = ('prominent={"lanterns"}', 'prominent={"lanterns"}, board=lambda seen: seen.harbour')
    checked = check_game(games.find(copied(tmp_path, "game.py", *board)), lambda line: None, full=True)
    (found,) = map(str, checked.findings)
    assert found.startswith(
        "game.py:79: AttributeError: 'State' object has no attribute 'harbour'. A page cannot be drawn"
    )


def test_a_sentence_is_missed_only_in_the_file_that_lacks_it(tmp_path: Path) -> None:
    change, _ = MISTAKES["a sentence is missing"]
    assert "text.de.toml" not in found_in(copied(tmp_path, *change), 10.0)


def test_a_typing_error_in_the_manifest_is_found(tmp_path: Path) -> None:
    folder = copied(tmp_path, "game.toml", "licence =", "license =")
    with pytest.raises(GameUnloaded, match=r"game.toml, line 6: .*Did you mean \"licence\""):
        games.find(folder)


@pytest.mark.dear
def test_the_command_says_by_its_exit_code_whether_all_is_well(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    done = CliRunner().invoke(main, ["game", "check", str(folder), "--data", str(tmp_path)])
    assert (done.exit_code, done.output) == (
        0,
        "harbour_night: 40 matches played, the laws in short: all well.\n",
    )
    (folder / "game.py").write_text("import random\n" + (folder / "game.py").read_text("utf-8"), "utf-8")
    done = CliRunner().invoke(main, ["game", "check", str(folder), "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert done.output.endswith("1 mistake found in harbour_night.\n")


def test_a_name_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["game", "check", "nosuch", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "There is no game or folder nosuch; see companion game list." in done.output


@pytest.mark.dear
@pytest.mark.parametrize("lender", EXAMPLES)
def test_the_example_of_a_guide_is_all_well_also_for_fewer_players(
    lender: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game without code the rules are the lender's, which the laws look at: fewer matches will do."""
    monkeypatch.setattr(check, "_MATCHES", {False: 8})
    monkeypatch.setattr(check, "_WORLDS", {False: 6})
    manifest, definition, *_ = re.findall(r"```toml\n(.*?)```", (GUIDES / f"{lender}.md").read_text("utf-8"), re.DOTALL)
    slug = tomllib.loads(manifest)["slug"]
    folder = tmp_path / "games" / slug
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(re.sub(r"seats = .*", "seats = [4, 5]", manifest), "utf-8")
    (folder / EXAMPLES[lender]).write_text(definition, "utf-8")
    done = CliRunner().invoke(main, ["game", "check", slug, "--data", str(tmp_path)])
    assert done.output.strip().endswith("all well."), done.output
