"""Finished matches of a whole service: kept with their people while it plays, opened through its doors, told to all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.journal.journal import Journal
from companion.journal.rosters import Seated
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from hardware.types import SpeechSink
from rules.engine.types import PUBLIC
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import PEOPLE, Shelf, game_of, random_match
from web.pages.history.views import HistoryAct, HistoryCommand
from web.pages.host.views import HostAct, HostCommand
from web.views import Role, Session

DEADLINE_S = 60.0
GUEST, HOST = Session(Role.SPECTATOR), Session(Role.HOST)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    base = Config()
    made = build(
        replace(
            base,
            table=replace(base.table, players=2, seed=3, names=("Ada",)),
            camera=replace(base.camera, px_per_mm=2.4),
            web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
            data=replace(base.data, directory=str(tmp_path / "data")),
            play=replace(base.play, autoplay=Autoplay.ALL, speed=100.0),
            voice=replace(base.voice, sink=SpeechSink.OFF),
        ),
        HIGH_CARD,
    )
    yield made
    made.stop()


def test_a_match_of_bots_is_in_the_history_when_it_ends(service: Service) -> None:
    service.start()
    publisher, pages = service.publisher, service.pages
    assert publisher.wait_for(lambda: publisher.packet(PUBLIC).result is not None, DEADLINE_S)
    number = pages.past.match_on_table(GUEST)
    assert number is not None
    assert service.journal.rosters.players(number) == (Seated(0, "Ada", True), Seated(1, "", True))
    (row,) = pages.past.history(GUEST, 1, bots=False).rows
    assert [(one.name, one.bot) for one in row.players] == [("Ada", True), ("Bot Bix", True)]
    assert pages.past.score_courses(GUEST)[0].lines[0].name == "Ada"
    match = pages.past.past_match(HOST, number)
    assert match is not None
    assert match.opening.may_host

    assert not pages.past.history_act(GUEST, HistoryCommand(HistoryAct.OPEN, number)).ok
    assert pages.past.history_act(HOST, HistoryCommand(HistoryAct.OPEN, number)).ok
    assert publisher.wait_for(lambda: "hidden" in publisher.packet(PUBLIC).notice, DEADLINE_S)
    assert pages.past.past_step(GUEST, number, 1, is_open=True) is not None

    pages.host.host(HOST, HostCommand(HostAct.PAUSE))
    assert pages.host.host(HOST, HostCommand(HostAct.UNDO, reason="too early")).ok
    assert pages.past.past_step(HOST, number, 1, is_open=True) is None
    assert pages.past.past_match(GUEST, number) is None
    assert pages.past.match_on_table(GUEST) is None


# ---- the command line ------------------------------------------------------------------------------------------------


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with one finished match and one that is played."""
    monkeypatch.setattr("companion.cli.export.chosen_game", lambda slug, found: game_of(slug))
    monkeypatch.setattr("companion.cli.retell.chosen_game", lambda slug, found: game_of(slug))
    path = tmp_path / "data"
    with Journal.open(path / "companion.db") as journal:
        shelf = Shelf(journal)
        shelf.keep(random_match(HIGH_CARD, 2, 4))
        shelf.begin(random_match(HIGH_CARD, 2, 4), PEOPLE)
    return path


def run(directory: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*words, "--data", str(directory)])
    return result.exit_code, result.output


def test_the_command_line_writes_what_has_ended(directory: Path, tmp_path: Path) -> None:
    code, text = run(directory, "export", "--form", "csv")
    assert code == 0, text
    assert [line.split(",")[1] for line in text.splitlines()] == ["match", "1", "1"]
    file = tmp_path / "one.json"
    assert run(directory, "export", "--match", "1", "--output", str(file)) == (0, f"Written: {file}\n")
    assert '"story"' in file.read_text("utf-8")
    for words in (("--match", "2"), ("--match", "9"), ("--output", str(file)), ("--output", "/no/such/place")):
        code, text = run(directory, "export", *words)
        assert code == 2
        assert text.count("\n") == 1


def test_the_command_line_writes_a_match_down_move_by_move(directory: Path, tmp_path: Path) -> None:
    with Journal.open(directory / "companion.db") as journal:
        Shelf(journal).keep(random_match(game_of("chess_deckbuilder"), 2, 3))
    file = tmp_path / "match.pgn"
    words = ("export", "--match", "3", "--form", "notation", "--output", str(file))
    assert run(directory, *words) == (0, f"Written: {file}\n")
    assert file.read_text("utf-8").startswith('[Event "Chess deckbuilder"]\n')
    for rest, why in (
        (("--match", "1"), "High Card has no notation"),
        ((), "Say which match"),
        (("--match", "9"), "no finished"),
    ):
        code, text = run(directory, "export", "--form", "notation", *rest)
        assert code == 2
        assert why in text
        assert text.count("\n") == 1


def test_a_replay_on_the_command_line_knows_who_sat_there(directory: Path) -> None:
    code, text = run(directory, "replay", "1")
    assert code == 0, text
    assert "Ada plays" in text
    assert "Player 1" not in text
