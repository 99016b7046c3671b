"""What the documents promise holds: their commands parse, their links lead somewhere, their examples run."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import click
import pytest

import rules.games
from companion.cli.commands import _overrides, main
from companion.cli.group import option_overrides
from companion.kit.laws import laws
from companion.kit.laws.playing import Script, played
from companion.kit.laws.worlds import try_worlds
from companion.settings.config import ConfigError, Override, load_config, settings
from deploy.card import __main__ as card
from deploy.deb import __main__ as deb
from hardware import PinMap, check_pins
from rules import samples
from rules.engine.game import Game, SettingError
from rules.engine.scenes import parse_scene, run_scene
from rules.engine.types import Refusal, Say
from rules.engine.words import Names
from rules.games import UnknownGame
from rules.games.chronicle import PackError
from rules.games.chronicle.packs import METRICS, OPS
from tests.house._source import ROOT
from tests.house.test_game_maps import unnamed
from tests.owners_game import owners_game
from tests.web.fake_table import FakeTable
from web import create_app
from web.door.registrar import ClosedFlask

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (ROOT.glob("*.md"), (ROOT / "docs").rglob("*.md"), (ROOT / "deploy").rglob("*.md"))
    for path in folder
)
MAKERS = {"card": card.arguments, "deb": deb.arguments}
"""What has a command line of its own."""
OWN_WORDS = {"test": "pytest", "soak": "pytest", "bench": "bench", "check": "", "setup": "--test", "lock": "--upgrade"}
PLACES = frozenset({"FILE", "GAME", "DIR"})  # stand for something of the reader's


def text_of(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def without_blocks(text: str) -> str:
    """A document without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


# -- commands ----------------------------------------------------------------------------------------------------------


def commands(text: str) -> Iterator[list[str]]:
    """Every call of `./run` or `companion`, in shell blocks and in running text, as words without the program."""
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    plain = without_blocks(text)
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", plain)
    for line in lines:
        words = shlex.split(line, comments=True) if line.startswith(("./run ", "companion ")) else []
        if len(words) > 1:
            yield words[1:]


def wrong_with(words: list[str]) -> str:
    """Why such a command could not run; empty when it could."""
    if words[0] in OWN_WORDS:
        allowed = OWN_WORDS[words[0]]
        known = allowed in ("pytest", "bench") or all(word == allowed for word in words[1:])
        missing = [w for w in words[1:] if "/" in w and not (ROOT / w).exists()]
        return f"no such place: {missing}" if missing else "" if known else "unknown option"
    if words[0] in MAKERS:
        return "" if len(words) == 1 or _is_made(MAKERS[words[0]], words[1:]) else f"{words[0]} does not take that"
    command: click.Command = main
    rest = words
    while isinstance(command, click.Group):
        if not rest or rest[0].startswith("-"):
            return "" if rest in ([], ["--help"], ["--version"]) else f"{rest[0]} is no command"
        found = command.get_command(click.Context(command), rest[0])
        if found is None:
            return f"{rest[0]} is no command"
        command, rest = found, rest[1:]
    if rest == ["--help"]:
        return ""
    try:
        # below a parent, as a call has it: a command remembers the help option of its first context
        parent = click.Context(main, info_name="companion", **main.context_settings)
        return wrong_values(words[0], command.make_context(words[0], list(rest), parent).params)
    except click.ClickException as error:
        return error.format_message()
    except (ConfigError, SettingError, UnknownGame) as error:
        return str(error)


def _is_made(arguments: Callable[[Sequence[str]], object], words: list[str]) -> bool:
    try:
        arguments(words)
    except SystemExit as ended:
        return ended.code == 0  # its help
    return True


def wrong_values(name: str, values: dict[str, object]) -> str:
    """What the settings, the games and the disk say about the values of a command."""
    flags = ("players", "names", "camera", "port", "host", "autoplay", "speed", "voice", "pins")
    flagged = {k: v for k, v in values.items() if k in flags and isinstance(v, str)}
    sets = values.get("sets") or ()
    options = values.get("options") or ()
    assert isinstance(sets, tuple)
    assert isinstance(options, tuple)
    overrides = _overrides(dict(flagged)) + option_overrides(options) if name == "play" else []
    overrides += [Override(text.partition("=")[0], text.partition("=")[2], "--set") for text in sets]
    config = load_config(None, overrides, environ={"HOME": "/nonexistent"}).config
    slug = values.get("game")
    if isinstance(slug, str) and slug not in PLACES and slug not in ("high_card", *samples.slugs()):
        game = rules.games.game(slug)
        game.check_settings(config.play.options)
        if isinstance(players := values.get("players"), int | str):
            game.check_seats(int(players))
    files = values.get("files") or ()
    assert isinstance(files, tuple)
    missing = [file for file in files if file not in PLACES and not (ROOT / file).exists()]
    return f"no such file: {missing}" if missing else ""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_can_be_given(document: str) -> None:
    wrong = [(words, why) for words in commands(text_of(document)) if (why := wrong_with(words))]
    assert not wrong


@pytest.mark.parametrize(
    "line",
    [
        "./run plya chronicle",
        "./run play chronicle --nonsense 3",
        "./run play chronicle --camera webcam",
        "./run play chronicle --set play.patience=3",
        "./run play chronicle --option three_histories=true",
        "./run play whist",
        "./run scene tests/none.toml",
        "./run test tests/none",
        "./run setup --all",
        "companion mat chronicle --players many",
    ],
)
def test_a_command_that_cannot_be_given_is_found(line: str) -> None:
    (words,) = commands(f"```sh\n{line}\n```")
    assert wrong_with(words)


def test_commands_are_found_in_blocks_and_in_running_text() -> None:
    text = "```sh\n./run play chronicle  # why\n```\nor `./run doctor --json`, `run` or `companion`.\n"
    text += "```toml\n./run x\n```\n"
    assert list(commands(text)) == [["play", "chronicle"], ["doctor", "--json"]]


def test_the_quick_start_is_two_commands_that_run_knows() -> None:
    start = text_of("README.md").partition("## Quick start")[2].partition("```sh\n")[2].partition("```")[0]
    assert start.splitlines() == ["./run play chronicle", "./run test"]
    shown = subprocess.run([ROOT / "run", "help"], capture_output=True, text=True, check=True, timeout=30).stdout
    for command in start.splitlines():
        assert command in shown


def test_the_program_starts_and_knows_the_game_of_the_readme() -> None:
    command = [sys.executable, "-P", "-m", "companion", "games"]
    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60, env={"PYTHONPATH": str(ROOT)}
    ).stdout
    assert shown.startswith("chronicle ")
    for option in re.findall(r"^\| `(\w+)` \|", text_of("docs/games/chronicle.md"), re.MULTILINE)[:2]:
        assert f"--option {option}=false" in shown


def test_every_option_of_chesney_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| (.+) \|$", text_of("docs/games/chesney.md"), re.MULTILINE)
    told = {key: (re.findall(r"\*\*(\w+)\*\*", default) or [default.strip()])[0] for key, default, _ in rows}
    options = rules.games.game("chesney").rules.settings
    assert told == {o.key: str(o.default).lower() if isinstance(o.default, bool) else o.default for o in options}


# -- links and pages ---------------------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """The fragments by which a document's headings are reached."""
    heads = re.findall(r"^#+ (.*)$", without_blocks(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(document: str) -> list[str]:
    folder = (ROOT / document).parent
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(text_of(document))):
        place, _, fragment = target.partition("#")
        path = (folder / place).resolve() if place else ROOT / document
        is_there = path.is_relative_to(ROOT) and path.exists()
        if not is_there or (fragment and fragment not in anchors(path.read_text("utf-8"))):
            dead.append(target)
    return dead


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    assert not dead_links(document)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_of_ours_that_is_named_is_there(document: str) -> None:
    folders = "rules|vision|hardware|web|companion|tests|deploy|docs|bench"
    named = re.findall(rf"`((?:{folders})/[\w./-]+)`", without_blocks(text_of(document)))
    ours = [name for name in named if "high_card" not in name and "NAME" not in name]
    assert not [name for name in ours if not (ROOT / name).exists()]


def test_every_page_of_the_readme_is_served_and_no_page_is_forgotten() -> None:
    listed = set(re.findall(r"^\| `(/[\w/]*)` \|", text_of("README.md"), re.MULTILINE))
    app = create_app(FakeTable().pages)
    assert isinstance(app, ClosedFlask)
    pages = {rule.rule for rule in app.url_map.iter_rules() if app.gates[rule.endpoint].page and not rule.arguments}
    assert listed == pages


@pytest.mark.parametrize("document", ["README.md", "docs/guide.md", "docs/games/chronicle.md", "docs/games/chesney.md"])
def test_every_label_of_the_pages_is_called_as_it_is(document: str) -> None:
    """Labels stand in italics with a capital letter."""
    files = (path for path in (ROOT / "web/pages").rglob("*") if path.suffix in (".html", ".js"))
    pages = "".join(path.read_text("utf-8") for path in files)
    labels = re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", without_blocks(text_of(document)))
    assert not [label for label in labels if label not in pages]
    assert labels or document.startswith("docs/games")


def test_every_setting_that_is_named_is_there() -> None:
    sections = "|".join({key.partition(".")[0] for key in settings()})
    for document in DOCUMENTS:
        named = re.findall(rf"`((?:{sections})\.[a-z_]+)`", text_of(document))
        files = {name for name in named if name.endswith((".db", ".toml", ".py"))}
        assert not set(named) - files - set(settings()), document


def test_documents_hold_plain_text() -> None:
    for document in DOCUMENTS:
        strange = {c for c in text_of(document) if ord(c) > 0x2FFF or 0x2600 <= ord(c) <= 0x27BF}
        assert not strange, document


# -- examples ----------------------------------------------------------------------------------------------------------


def blocks(document: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text_of(document), re.MULTILINE | re.DOTALL)


def test_the_pack_in_the_page_of_chronicle_is_loaded() -> None:
    files = {f"{n}.toml": text for n, text in enumerate(blocks("docs/games/chronicle.md", "toml"))}
    assert len(files) == 2
    game = rules.games.game("chronicle", files)
    faces = game.box.faces(game.check_settings({"pack": "our-copy"}), game.words("en"))
    by_title = {face.title: face for face in faces.values()}
    assert by_title["A Night of Fools"].mark == ""
    assert by_title["Smith"].piece == "POW-5"
    game.check_seats(4)


def test_a_mistake_in_a_pack_is_told_as_the_page_says() -> None:
    told = re.findall(r"^> (my-cards\.toml: .*)$", text_of("docs/games/chronicle.md"), re.MULTILINE)
    text = blocks("docs/games/chronicle.md", "toml")[0].replace('chooser = "self"', 'chooser = "me"')
    with pytest.raises(PackError) as caught:
        rules.games.game("chronicle", {"my-cards.toml": text})
    assert told == [str(caught.value)]


def test_every_op_and_metric_of_a_pack_is_explained() -> None:
    page = text_of("docs/games/chronicle.md").partition("### What an ability can do")[2]
    rows = {row[0]: row for row in re.findall(r"^\| `(\w+)` \|[^|]*\|(.*)\|$", page, re.MULTILINE)}
    assert set(rows) == set(OPS)
    for op, (_, words) in rows.items():
        for key, allowed in OPS[op].words.items():
            is_free = len(allowed) > 1
            assert f"`{key}`: {', '.join(allowed)}" in words if is_free else f"`{key}`" not in words, op
    assert all(f"`{metric}`" in page for metric in METRICS)


def test_what_is_called_ours_is_marked_house() -> None:
    page = text_of("docs/games/chronicle.md")
    game = rules.games.game("chronicle")
    faces = game.box.faces(game.check_settings({}), game.words("en"))
    house = {str(piece).partition("-")[2] or "history" for piece, face in faces.items() if face.mark == "house"}
    plain = {str(piece).partition("-")[2] or "history" for piece, face in faces.items() if face.mark != "house"}
    assert "strengths 5, 7, 8, 9 and 10, and of all Wilds but the Angel" in page
    assert house == {"5", "7", "8", "9", "10", "KING", "SAGE", "FOOL", "DEMON", "DRAGON", "history"}
    assert plain == {"1", "2", "3", "4", "6", "ANGEL"}


def test_the_wiring_of_the_page_is_accepted() -> None:
    (text,) = blocks("docs/wiring.md", "toml")
    given = tomllib.loads(text)["hardware"]
    kind = given.pop("pins")
    pins = PinMap(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})
    assert check_pins(pins) == ()
    overrides = [Override("hardware.pins", kind, "--set")]
    assert load_config(None, overrides, environ={"HOME": "/nonexistent"}).config.hardware.pins.value == "lgpio"


# -- the game from the ground up ---------------------------------------------------------------------------------------


@pytest.fixture
def contributed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game whose files stand in docs/own_game/ground_up.md, imported as an author would have it."""
    owners_game(tmp_path)
    monkeypatch.setattr(rules.games, "__path__", [*rules.games.__path__, str(tmp_path)])
    game: Game = import_module("rules.games.high_card").build()
    yield game
    for name in [name for name in sys.modules if name.startswith("rules.games.high_card")]:
        del sys.modules[name]
    vars(rules.games).pop("high_card", None)


def script(game: Game, seed: int, length: int = 0) -> Script:
    return Script(game, game.seats[seed % len(game.seats)], seed, length=length)


def test_the_smallest_game_keeps_every_law(contributed: Game) -> None:
    for law in (*laws.LAWS, laws.ends):
        for seed in range(3):
            law(script(contributed, seed))


def test_the_smallest_game_tells_no_secret(contributed: Game) -> None:
    for seed in range(6):
        found = try_worlds(script(contributed, seed), Random(seed), 5, all_bytes=True)
        assert not found.leaks


def test_the_smallest_game_has_words_faces_and_a_mat(contributed: Game) -> None:
    words = contributed.words("en")
    for seed in range(6):
        match = played(script(contributed, seed))
        assert {("event", told.event.kind) for told in match.told} <= {("event", k) for k in words.codes("event")}
    refusal = Refusal("must_follow", "HC-4", {"led": "RED"})
    assert words.say("refusal", Say(refusal.code, refusal.facts), Names(), long=False) == "Follow Red."
    pieces = {piece for deck in contributed.all_pieces({}).values() for piece in deck}
    assert set(contributed.box.faces({}, words)) == pieces
    for seats in contributed.seats:
        spots = {spot.name for spot in contributed.mat(seats).spots}
        assert spots == {"deck", "won", *(f"trick/{n}" for n in range(seats))}


def test_the_scenes_of_the_smallest_game_play_and_cite_its_rules(contributed: Game) -> None:
    page = "docs/own_game/ground_up.md"
    scenes = [parse_scene(text, page) for text in blocks(page, "toml") if "players = " in text]
    assert [scene.title.split(" ")[0] for scene in scenes] == ["Who", "Two"]
    cited = {rule for scene in scenes for rule in scene.rules}
    assert [str(d) for scene in scenes for d in run_scene(scene, contributed)] == []
    assert cited | {"HC-1"} == {rule for rule, _ in contributed.rules_text("en")}


def test_the_smallest_game_is_clean_and_has_a_map(tmp_path: Path) -> None:
    folder = owners_game(tmp_path / "rules/games")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for look in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *look, "--no-cache", str(folder)]
        found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
        assert found.returncode == 0, found.stdout
    assert not unnamed(folder)
