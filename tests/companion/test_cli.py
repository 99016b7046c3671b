"""The command line: what it starts, what it prints, and one sentence for everything that is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

import rules.games
from companion.cli.commands import main
from companion.cli.group import CALLED, as_called
from companion.journal.journal import Journal
from companion.settings.config import Autoplay, Config, Loaded, render_example
from hardware.types import PinFactory, SpeechSink
from rules.engine.entries import Header
from rules.engine.game import Game, Setting
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from tests.companion.high_card import HIGH_CARD
from tests.house._source import ROOT
from tests.toy import changed

GAME = changed(
    HIGH_CARD,
    settings=(
        Setting("rounds", 3, "how many rounds are played"),
        Setting("blind", False, "the companion sees no hand"),
        Setting("map", "isles", "where it is played", ("isles", "7")),
    ),
)
DUEL = changed(HIGH_CARD, package="duel", title="Duel", seats=range(2, 3))


class UnknownGame(Exception):
    """As the registry of games raises it."""


class PackError(Exception):
    """As a game raises it for an owner's data."""

    __module__ = "rules.games.high_card.packs"


class Service:
    """Stands in for the service: remembers what it was started with."""

    def __init__(self) -> None:
        self.started: list[tuple[Config, Game, bool]] = []
        self.code = 0
        self.owner_files: list[dict[str, str]] = []

    def run_service(self, loaded: Loaded, prepare: Callable[[Loaded], tuple[Game, Config]], *, fresh: bool) -> int:
        game, config = prepare(loaded)
        self.started.append((config, game, fresh))
        return self.code


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Service:
    fake, module = Service(), ModuleType("companion.service.running")
    known = {game.slug: game for game in (DUEL, GAME)}

    def game(slug: str, owner_files: Mapping[str, str] | None = None) -> Game:
        if slug not in known:
            raise UnknownGame(f"There is no game '{slug}'; the games are: {', '.join(known)}.")
        fake.owner_files.append(dict(owner_files or {}))
        if "mistake" in (owner_files or {}).values():
            raise PackError("pack.toml: there is a mistake in it")
        return known[slug]

    monkeypatch.setattr(rules.games, "slugs", lambda: tuple(known), raising=False)
    monkeypatch.setattr(rules.games, "game", game, raising=False)
    monkeypatch.setattr(rules.games, "UnknownGame", UnknownGame, raising=False)
    monkeypatch.setattr("companion.settings.read._PLACES", ())
    monkeypatch.setattr("companion.machine.log.start_logging", lambda level: None)
    for variable in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    module.run_service = fake.run_service  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "companion.service.running", module)
    return fake


def run(*words: str, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(main, list(words))


def wrong(*words: str) -> str:
    """Runs what cannot work: one sentence on standard error, exit code 2, nothing else."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("companion: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.rstrip().endswith((".", "?", "!"))
    return result.stderr.rstrip("\n")


def journal() -> Path:
    return Path(os.environ["STATE_DIRECTORY"]) / "companion.db"


def played() -> None:
    hands = (("hand/0", (PieceId("RED-1"), PieceId("BLU-6"))), ("hand/1", (PieceId("RED-5"), PieceId("BLU-3"))))
    with Journal.open(journal()) as opened:
        opened.start_match(Header("duel", 2), "Duel")
        match = opened.start_match(Header("high_card", 2), "High Card")
        opened.append(match, 1, Answer(None, "dealt", hands), "table")
        opened.append(match, 2, Answer(Seat(0), "play:BLU-6"), "phone 0")
        opened.append(match, 3, Answer(Seat(1), "play:BLU-3"), "camera")


# ---- play ------------------------------------------------------------------------------------------------------------


def test_play_starts_the_service(service: Service) -> None:
    result = run("play", "high_card")
    assert result.exit_code == 0, result.output
    ((config, game, fresh),) = service.started
    assert game is GAME
    assert (config.table.game, config.table.players, fresh) == ("high_card", 4, False)
    assert config.play.autoplay is Autoplay.FILL


def test_every_flag_reaches_the_settings(service: Service, tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text("")
    words = "play high_card --players 3 --names Ada,Ben --camera none --port 0 --host 127.0.0.1 --bots all --speed 50"
    more = f"--voice off --pins mock --option rounds=5 --option blind=true --option map=7 --pack {pack} --new"
    result = run(*words.split(), *more.split(), "--data", str(tmp_path / "d"), "--set", "play.patience_s=0.5")
    assert result.exit_code == 0, result.output
    ((config, _, fresh),) = service.started
    assert fresh
    assert (config.table.players, config.table.names) == (3, ("Ada", "Ben"))
    assert (config.camera.source, config.web.host, config.web.port) == ("none", "127.0.0.1", 0)
    assert (config.play.autoplay, config.play.speed, config.play.patience_s) == (Autoplay.ALL, 50.0, 0.5)
    assert (config.voice.sink, config.hardware.pins) == (SpeechSink.OFF, PinFactory.MOCK)
    assert config.play.options == {"rounds": 5, "blind": True, "map": "7"}
    assert config.play.pack == str(pack)
    assert config.data.path == tmp_path / "d"


def test_the_file_can_name_the_game_and_its_options(service: Service, tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text(
        "[table]\ngame = 'high_card'\n[play.game_options.high_card]\nrounds = 9\n[play.game_options.duel]\nx=1\n"
    )
    assert run("play", "--config", str(file)).exit_code == 0
    config, game, _ = service.started[0]
    assert game is GAME
    assert config.play.options == {"rounds": 9}


def test_without_a_number_the_players_fit_the_game(service: Service) -> None:
    assert run("play", "duel").exit_code == 0
    assert run("play", "high_card", "--names", "a,b,c").exit_code == 0
    assert [config.table.players for config, _, _ in service.started] == [2, 3]


def test_without_a_number_the_players_fit_the_options(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    picky = changed(rules.games.game("high_card"), unfit=lambda settings, seats: "Three only." if seats != 3 else "")
    monkeypatch.setattr(rules.games, "game", lambda slug: picky)
    assert run("play", "high_card").exit_code == 0
    assert [config.table.players for config, _, _ in service.started] == [3]


def test_without_a_name_the_first_game_is_laid_out_until_people_choose(service: Service) -> None:
    assert run("play").exit_code == 0
    assert [config.table.game for config, _, _ in service.started] == [rules.games.slugs()[0]]


def test_an_owners_data_reaches_the_game(service: Service, tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text("two")
    (tmp_path / "a.toml").write_text("one")
    (tmp_path / "notes.txt").write_text("three")
    assert run("play", "duel", "--pack", str(tmp_path)).exit_code == 0
    assert run("play", "duel", "--pack", str(tmp_path / "a.toml")).exit_code == 0
    assert service.owner_files == [{"a.toml": "one", "b.toml": "two"}, {"a.toml": "one"}]
    (tmp_path / "a.toml").write_text("mistake")
    assert wrong("play", "duel", "--pack", str(tmp_path)) == "companion: pack.toml: there is a mistake in it."
    (tmp_path / "a.toml").write_bytes(b"\xff")
    assert "cannot be read: it is not UTF-8 text" in wrong("play", "duel", "--pack", str(tmp_path / "a.toml"))


def test_the_exit_code_is_the_services(service: Service) -> None:
    service.code = 3
    assert run("play", "duel").exit_code == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play whist", "There is no game 'whist'; the games are: duel, high_card."),
        ("play duel --players 3", "Duel is for 2 players, not 3."),
        ("play high_card --names a,b,c,d,e", "High Card is for 2 to 4 players, not 5."),
        ("play high_card --option pace=3", "High Card has no option 'pace'; its options are: blind, map, rounds."),
        ("play high_card --option map=moon", "The option 'map' can be isles, 7, not 'moon'."),
        ("play high_card --option rounds=many", "The option 'rounds' must be a number, not 'many'."),
        ("play high_card --option rounds", "--option wants key=value, and got 'rounds'"),
        (
            "play high_card --port x",
            "The setting web.port is 'x' (from the flag --port), but it must be a whole number",
        ),
        ("play high_card --bots some", "The setting play.autoplay is 'some' (from the flag --autoplay)"),
        ("play high_card --set web.prot=1", "did you mean web.port"),
        ("play high_card --set port=1", "--set wants section.key=value"),
        (
            "play high_card --pack /nowhere/p",
            "The setting play.pack (from the flag --pack) names /nowhere/p, which cannot be read: No such file",
        ),
        ("play high_card --config /nowhere/c", "The file of settings /nowhere/c does not exist."),
        ("play high_card --prot 1", "No such option '--prot'"),
        ("play high_card chess", "unexpected extra argument"),
        ("dance", "No such command 'dance'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(service: Service, words: str, said: str) -> None:
    assert said in wrong(*words.split())
    assert not service.started


def test_a_fault_of_the_program_has_no_traceback_unless_asked(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(slug: str, owner_files: object = None) -> Game:
        raise ZeroDivisionError("seven\nby nothing")

    monkeypatch.setattr(rules.games, "game", faulty)
    assert "fault of the companion itself (ZeroDivisionError: seven by nothing)" in wrong("play", "duel")
    result = run("--traceback", "play", "duel")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr


def test_a_part_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "companion.service.running", None)
    monkeypatch.delenv(CALLED, raising=False)
    told = wrong("play", "duel")
    assert "A part of the program cannot be loaded" in told
    assert told.rstrip().endswith("run sudo apt-get install libzbar0 espeak-ng libgl1 libglib2.0-0 libxcb1.")
    monkeypatch.setenv(CALLED, "./run")
    assert wrong("play", "duel").rstrip().endswith("run ./run setup.")


# ---- looking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [30, 80, 200])
def test_the_games(columns: int) -> None:
    result = run("games", columns=columns)
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "duel Duel, 2 players" in text
    assert "high_card High Card, 2 to 4 players" in text
    assert "--option map=isles (isles | 7): where it is played" in text
    assert "--option blind=false: the companion sees no hand" in text
    assert max(len(line) for line in result.stdout.splitlines()) <= max(columns, 38)


def test_the_matches() -> None:
    assert "There is no journal yet" in wrong("matches")
    played()
    lines = run("matches").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["2", "1"]
    assert "high_card, 2 players, 3 entries, open, High Card" in lines[0]


def test_a_replay_tells_what_everybody_heard() -> None:
    assert "There is no journal yet" in wrong("replay")
    played()
    result = run("replay", "--set", "table.names=Ada,Ben")
    assert result.exit_code == 0, result.output
    assert "Match 2: High Card, 2 players, 3 entries" in result.stdout
    assert "   2  phone 0: Ada plays Blu 6." in result.stdout
    assert "Hand of Ada: 1 unseen" in result.stdout
    assert "Red 1" not in result.stdout
    assert result.stderr == ""
    assert run("replay", "--public", "2").exit_code == 0


def test_a_replay_stops_where_it_is_told_to() -> None:
    played()
    result = run("replay", "2", "--to", "1")
    assert "plays" not in result.stdout
    assert "Hand of Player 1: 2 unseen" in result.stdout


def test_a_players_replay_comes_with_a_warning() -> None:
    played()
    result = run("replay", "2", "--as", "1", "--to", "1")
    assert result.stderr == "Warning: this shows what only Player 1 may see.\n"
    assert "Hand of Player 1: Blu 6, Red 1" in result.stdout
    assert "Hand of Player 2: 2 unseen" in result.stdout


def test_replays_that_cannot_be() -> None:
    played()
    assert "There is no match 9" in wrong("replay", "9")
    assert "has 3 entries" in wrong("replay", "2", "--to", "4")
    assert "There is no player 'Zoe'" in wrong("replay", "2", "--as", "Zoe")
    assert "exclude each other" in wrong("replay", "--public", "--as", "1")
    assert "not a valid integer" in wrong("replay", "two")


def test_a_copy(tmp_path: Path) -> None:
    played()
    target = tmp_path / "copy.db"
    assert run("backup", str(target)).stdout == f"The journal is copied to {target}.\n"
    assert "exists already" in wrong("backup", str(target))
    with Journal.look(target) as copy:
        assert len(copy.matches()) == 2


def test_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_WEB_HOST_PIN", "987654")
    result = run("config", "show", "--set", "web.port=81")
    assert "port = 81  # from the flag --set\n" in result.stdout
    assert 'host_pin = "***"  # from the environment variable COMPANION_WEB_HOST_PIN\n' in result.stdout
    assert "987654" not in result.output
    assert "[play]\n" in result.stdout
    assert run("config", "example").stdout == render_example()


# ---- doctor ----------------------------------------------------------------------------------------------------------


def test_the_doctor_for_programs() -> None:
    result = run("doctor", "--json", "--set", "voice.sink=off", "--set", "web.port=0")
    findings = json.loads(result.stdout)
    assert {"name", "section", "grade", "text", "cure"} == set(findings[0])
    worst = max(("ok", "warn", "bad").index(finding["grade"]) for finding in findings)
    assert result.exit_code == worst
    assert {"settings", "python", "zbar", "camera", "pins", "journal"} <= {finding["name"] for finding in findings}


def test_the_doctor_in_a_narrow_terminal() -> None:
    result = run("doctor", "--set", "camera.source=/dev/video99", columns=50)
    assert result.exit_code == 2
    assert max(len(line) for line in result.stdout.splitlines()) <= 50
    assert "bad  camera: " in result.stdout
    assert "     -> " in result.stdout


def test_the_doctor_goes_on_with_bad_settings() -> None:
    result = run("doctor", "--json", "--set", "web.port=x")
    findings = json.loads(result.stdout)
    assert findings[0]["grade"] == "bad"
    assert "web.port" in findings[0]["text"]
    assert len(findings) > 10
    assert result.exit_code == 2


def test_the_doctor_sees_a_pin_in_an_open_file(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[web]\nhost_pin = '987654'\n")
    for mode, grade in ((0o644, "warn"), (0o600, "ok")):
        file.chmod(mode)
        result = run("doctor", "--json", "--config", str(file))
        assert json.loads(result.stdout)[0]["grade"] == grade
        assert "987654" not in result.output


# ---- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [(), ("play",), ("games",), ("replay",), ("doctor",), ("scene",), ("matches",), ("config",), ("backup",)]
)
def test_everything_explains_itself(words: tuple[str, ...]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: companion")
    assert run(*words, "-h").stdout == result.stdout


def test_started_by_run_the_command_line_speaks_of_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """In help, however deep, and in what to do about a mistake; the product is called as ever."""
    assert "companion play chronicle" in run("--help").stdout
    monkeypatch.setenv(CALLED, "./run")
    for words in ((), ("play",), ("config", "example"), ("content", "check")):
        text = run(*words, "--help").stdout
        assert text.startswith("Usage: ./run")
        assert not re.search(r"(?<!the )companion [a-z\[]", text)
    assert wrong("play", "--prot", "1").endswith("See ./run play --help.")
    assert as_called("Ask `companion doctor`; the companion reads it, and the Companion knows.") == (
        "Ask `./run doctor`; the companion reads it, and the Companion knows."
    )


def test_the_version() -> None:
    assert run("--version").stdout.startswith("companion 0.")


def program(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=180, env=environment)


def test_as_a_program(tmp_path: Path) -> None:
    good = program("-m", "companion", "config", "show", "--data", str(tmp_path))
    assert (good.returncode, good.stderr) == (0, "")
    assert f'directory = "{tmp_path}"' in good.stdout
    bad = program("-m", "companion", "matches", "--data", str(tmp_path))
    assert bad.returncode == 2
    assert bad.stderr == f"companion: There is no journal yet: {tmp_path}/companion.db does not exist.\n"


def test_help_loads_nothing_heavy() -> None:
    heavy = "{'cv2', 'flask', 'numpy', 'gpiozero', 'msgspec', 'sqlite3', 'rules', 'hardware'}"
    code = (
        "import sys; from companion.cli.commands import main\n"
        "try: main(['play', '--help'])\n"
        f"except SystemExit: print('loaded', {heavy} & set(sys.modules))"
    )
    assert program("-c", code).stdout.rstrip().endswith("loaded set()")
