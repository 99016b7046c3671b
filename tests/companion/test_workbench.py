"""A game on the workbench: each save is taken up, and the match goes on as far as it fits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.workbench.trouble import Kind
from companion.workbench.watch import Saves, look
from rules import games
from rules.engine.entries import Rewind
from rules.engine.match import Accepted
from rules.engine.questions import Answer
from rules.engine.types import Say, Seat
from rules.engine.words import Names
from tests.companion.workshop import DEALT, FOLLOWS, LEADS, Workshop
from tests.owners_game import change, owners_game


@pytest.fixture(autouse=True)
def _games_of_no_folder() -> Iterator[None]:
    yield
    games.look_in(None)


@pytest.fixture
def table(tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path)
    workshop.play(DEALT, LEADS)
    return workshop


def test_a_changed_sentence_is_heard(table: Workshop) -> None:
    text = table.folder / "text.en.toml"
    text.write_text(text.read_text().replace('"{seat} leads."', '"{seat} begins."'))
    assert table.taken_up(table.bench.reload())
    heard = table.bench.game.words("en").say("event", Say("leads", {"seat": Seat(0)}), Names(("Ada", "Ben")))
    assert heard == "Ada begins."
    assert table.log == [DEALT, LEADS]
    assert table.said == ["Taken up: 2 entries played again."]


def test_a_changed_rule_holds_from_the_start_of_the_log(table: Workshop) -> None:
    off_suit = Answer(Seat(1), "play:BLU-4")
    assert not isinstance(table.match.submit(off_suit), Accepted)
    assert table.save(game=('t.set("led", suit(card))', 't.set("led", "BLU")'))
    assert table.match.table["led"] == "BLU"
    assert isinstance(table.match.submit(off_suit), Accepted)


def test_a_fault_leaves_the_match_standing_and_the_next_save_tries_again(table: Workshop) -> None:
    before = table.bench.game
    assert not table.save(game=('    t.add("left", -1)\n', '    t.add("lost", -1)\n'))
    trouble = table.trouble
    assert (trouble.kind, trouble.entry, trouble.said, trouble.rule) == (Kind.FAILED, 2, "seat 1: play:RED-1", "HC-3")
    assert trouble.place.startswith("game.py:")
    assert f'File "{table.folder / "game.py"}"' in trouble.trace
    assert 't.add("lost", -1)' in trouble.trace
    assert "companion/workbench" not in trouble.trace
    assert table.bench.game is before
    assert table.log == [DEALT, LEADS]
    assert table.save(game=('    t.add("lost", -1)\n', '    t.add("left", -1)\n'))
    assert table.bench.trouble is None
    assert table.log == [DEALT, LEADS]


def test_an_entry_at_which_the_code_fails_can_be_left_out(table: Workshop) -> None:
    assert not table.save(game=('    t.add("left", -1)\n', '    t.add("lost", -1)\n'))
    assert table.taken_up(table.bench.reload(leave_out=True))
    assert (table.trouble.kind, table.trouble.entry) == (Kind.LEFT_OUT, 2)
    assert "Traceback" in table.trouble.trace
    assert table.log == [DEALT]


def test_the_panel_s_wish_is_carried_out_at_the_next_look(table: Workshop) -> None:
    saves = Saves(table.folder)
    assert not table.save(game=('    t.add("left", -1)\n', '    t.add("lost", -1)\n'))
    table.bench.leave_out()
    look(table.bench, saves)
    assert table.taken_up(True)
    assert table.log == [DEALT]
    look(table.bench, saves)
    assert not table.endings


def test_a_syntax_error_leaves_the_match_standing(table: Workshop) -> None:
    assert not table.save(game=("HAND = 2", "HAND = (2"))
    assert table.trouble.kind is Kind.UNLOADED
    assert "game.py, line " in str(table.trouble.what)
    assert "was never closed" in str(table.trouble.what)
    assert not table.taken_up(table.bench.reload())
    assert len(table.said) == 1, "what is wrong is said once"
    assert table.save(game=("HAND = (2", "HAND = 2"))
    assert table.bench.trouble is None


def test_code_without_an_end_is_ended(table: Workshop) -> None:
    time_is_up = '__import__("signal").raise_signal(14)'  # what the alarm does, however busy this machine is
    assert not table.save(game=('    t.add("left", -1)\n', f"    while True:\n        {time_is_up}\n"))
    assert (table.trouble.kind, table.trouble.entry) == (Kind.FAILED, 2)
    assert "let the loop here come to an end" in str(table.trouble.what)


def test_an_entry_that_does_not_fit_is_named_and_comes_back_when_it_fits_again(table: Workshop) -> None:
    table.play(FOLLOWS)
    assert table.save(game=('t.set("led", suit(card))', 't.set("led", "BLU")'))
    trouble = table.trouble
    assert (trouble.kind, trouble.entry, trouble.said, trouble.rule) == (Kind.LEFT_OUT, 3, "seat 2: play:RED-3", "HC-4")
    assert trouble.what == "You hold a card of the led suit Blue, so you must play one."
    assert table.log == [DEALT, LEADS]
    assert table.save(game=('t.set("led", "BLU")', 't.set("led", suit(card))'))
    assert table.bench.trouble is None
    assert table.log == [DEALT, LEADS, FOLLOWS]


def test_what_was_left_out_stays_out_once_somebody_has_played_on(table: Workshop) -> None:
    table.play(FOLLOWS)
    assert table.save(game=('t.set("led", suit(card))', 't.set("led", "BLU")'))
    table.play(Answer(Seat(1), "play:BLU-4"))
    table.save(game=('t.set("led", "BLU")', 't.set("led", suit(card))'))
    assert table.log == [DEALT, LEADS]
    assert table.trouble.said == "seat 2: play:BLU-4"


def test_an_entry_that_was_taken_back_need_not_fit(table: Workshop) -> None:
    table.play(FOLLOWS, Rewind(2, "host"))
    assert table.save(game=('t.set("led", suit(card))', 't.set("led", "BLU")'))
    assert table.bench.trouble is None
    assert table.log == [DEALT, LEADS]


def test_the_author_goes_on_from_an_earlier_entry(table: Workshop) -> None:
    table.play(FOLLOWS)
    table.bench.go_back(2)
    assert table.taken_up(True)
    assert table.match.log == [DEALT, LEADS]
    assert len(table.log) == 4, "the journal only grows"


def test_number_of_players_that_no_longer_fits_is_said(table: Workshop) -> None:
    change(table.folder, game_toml=("seats = [2, 3, 4]", "seats = [3, 4]"))
    assert not table.save(game=("seats=range(2, 5)", "seats=range(3, 5)"))
    assert table.trouble.kind is Kind.UNLOADED
    assert table.log == [DEALT, LEADS]


def test_a_save_counts_when_it_is_finished(tmp_path: Path) -> None:
    folder = owners_game(tmp_path)
    saves = Saves(folder)
    assert not saves.is_new()
    change(folder, game=("HAND = 2", "HAND = 3  # more"))
    assert not saves.is_new(), "another file may follow"
    assert saves.is_new()
    assert not saves.is_new()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "chesney", "--dev"], "chesney is a game of the companion"),
        (["play", "nowhere", "--dev"], "There is no game or folder nowhere"),
        (["play", "nowhere"], "people play it with: companion play nowhere"),
    ],
)
def test_what_the_command_cannot_do_is_one_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["game", *words, "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_a_service_is_no_workbench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    result = CliRunner().invoke(main, ["game", "play", str(owners_game(tmp_path)), "--dev"])
    assert result.exit_code == 2
    assert "never runs as a service" in " ".join(result.output.split())
