"""The author's panel: what each seat knows side by side, every option with its refusal, the log, any moment of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.machine.shutdown import Ending
from companion.workbench.panel import Panel
from rules.engine.entries import Rewind
from tests.companion.workshop import DEALT, FOLLOWS, LEADS, Workshop
from web.pages.workbench.views import BenchAct, BenchCommand, BenchRow, BenchTroubleKind, BenchView


@pytest.fixture
def table(tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path)
    workshop.play(DEALT, LEADS)
    return workshop


def view_of(table: Workshop, at: int | None = None, language: str = "en") -> BenchView:
    view = Panel(table.bench).bench_view(language, at)
    assert view is not None
    return view


def row(view: BenchView, key: str) -> BenchRow:
    return next(one for one in (*view.piles, *view.tracks) if one.key == key)


def test_before_there_is_a_match_there_is_nothing_to_show(tmp_path: Path) -> None:
    panel = Panel(Workshop(tmp_path).bench)
    assert panel.bench_view("en", None) is None
    assert panel.seat_link(0) == "", "no table is there"


def test_a_pile_is_shown_as_each_reader_knows_it(table: Workshop) -> None:
    view = view_of(table)
    assert view.readers == ("Player 1", "Player 2")
    everything, everybody, ada, ben = row(view, "hand/1").cells
    assert sorted(everything.lines) == sorted(ben.lines) == ["Blue 4", "Red 3"]
    assert everybody.lines == ada.lines == ("2 × a card",)
    assert [cell.hides for cell in row(view, "hand/1").cells] == [False, True, True, False]
    assert row(view, "hand/1").label == "Hand of Player 2"
    assert [cell.lines for cell in row(view, "tricks/0").cells] == [("0",)] * 4
    assert row(view, "tricks/0").label == "Tricks, Player 1"
    assert row(view, "left").label == "left", "book-keeping of the game is shown by its key"


def test_every_option_stands_there_with_its_refusal(table: Workshop) -> None:
    question = view_of(table).question
    assert question is not None
    assert (question.kind, question.text) == ("play", "Player 2, play a card.")
    (asked,) = question.asked
    assert asked.who == "Player 2"
    options = {one.key: one for one in asked.options}
    assert (options["play:RED-3"].label, options["play:RED-3"].why) == ("Play Red 3", "")
    refused = options["play:BLU-4"]
    assert (refused.code, refused.rule) == ("must_follow", "HC-4")
    assert refused.why == "You hold a card of the led suit Red, so you must play one."


def test_options_that_cannot_be_worked_out_are_no_fault_of_the_panel(table: Workshop) -> None:
    assert table.save(
        game=("def number(card: PieceId) -> int:\n", "def number(card: PieceId) -> int:\n    # changed\n")
    )
    question = view_of(table).question
    assert question is not None
    assert question.asked[0].fault == ""
    assert not table.save(game=("def suit(card: PieceId) -> str:\n", "def suit(card: PieceId) -> str:\n    {}['x']\n"))
    assert view_of(table).at == 2, "the table goes on with the old code, and so does the panel"


def test_the_log_says_who_what_and_what_was_told(table: Workshop) -> None:
    table.play(FOLLOWS, Rewind(2, "host"))
    start, dealt, leads, follows, rewind = view_of(table).log
    assert (start.number, dealt.who, dealt.key) == (0, "", "dealt")
    assert (leads.who, leads.label, leads.key) == ("Player 1", "Play Red 1", "play:RED-1")
    assert [one.text for one in leads.told] == ["Player 1 leads.", "Player 1 plays Red 1."]
    assert [one.undone for one in (start, dealt, leads, follows, rewind)] == [False, False, False, True, False]
    assert rewind.key.startswith("rewind")


def test_any_entry_can_be_looked_at_and_gone_on_from(table: Workshop) -> None:
    before = view_of(table, 1)
    assert (before.at, before.last, before.turn) == (1, 2, "Player 1")
    assert row(before, "trick/0").cells[0].lines == ()
    assert view_of(table, 99).at == 2
    Panel(table.bench).bench_act(BenchCommand(BenchAct.BACK, 1))
    assert table.taken_up(True)
    assert table.match.log == [DEALT]
    Panel(table.bench).bench_act(BenchCommand(BenchAct.ANEW))
    assert table.endings == [Ending.ANEW]


def test_the_mark_is_another_one_whenever_something_is(table: Workshop) -> None:
    panel = Panel(table.bench)
    marks = [panel.bench_mark(), panel.bench_mark()]
    assert len(set(marks)) == 1
    table.play(FOLLOWS)
    marks.append(panel.bench_mark())
    table.save(game=("HAND = 2", "HAND = (2"))
    marks.append(panel.bench_mark())
    table.save(game=("HAND = (2", "HAND = 2"))
    marks.append(panel.bench_mark())
    assert len(set(marks)) == 4


def test_what_is_wrong_is_told_in_the_language_of_who_looks(table: Workshop) -> None:
    table.play(FOLLOWS)
    assert table.save(game=('t.set("led", suit(card))', 't.set("led", "BLU")'))
    (table.folder / "text.de.toml").write_text(
        '[refusal]\nmust_follow = { short = "Bediene {led}.", long = "Du hast {led}, also bediene." }\n', "utf-8"
    )
    english, german = view_of(table).trouble, view_of(table, language="de").trouble
    assert english is not None
    assert german is not None
    assert english.kind is BenchTroubleKind.LEFT_OUT
    assert english.what == "You hold a card of the led suit Blue, so you must play one."
    assert (english.entry, english.said, english.rule) == (3, "seat 2: play:RED-3", "HC-4")
    assert not table.save(game=("HAND = 2", "HAND = (2"))
    failed = view_of(table, language="de").trouble
    assert failed is not None
    assert (failed.kind, failed.place) == (BenchTroubleKind.UNLOADED, "")
    assert "game.py, Zeile " in failed.what
