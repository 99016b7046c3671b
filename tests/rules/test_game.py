"""What a game finds by itself: its files, its name, the mat of its players, what its phases do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine import Box, Game, Keys, Play, Rules, Seat, Table, by_phase, squares
from rules.engine.entries import Header
from rules.engine.mat import LayoutError
from rules.engine.match import Match
from rules.engine.questions import Answer, Prepare

MATS = """
[small.mat]
width_mm = 500
height_mm = 400
[small.seats]
2 = [[250, 400, 0], [250, 0, 180]]

[large.mat]
width_mm = 900
height_mm = 400
[[large.spot]]
name = "board"
x_mm = 450
y_mm = 200
width_mm = 170
height_mm = 90
[large.seats]
3 = [[250, 400, 0], [450, 400, 0], [250, 0, 180]]
"""


def nothing(t: Table) -> None:
    t.go("first")


def wait(t: Table, kind: str, then: str) -> Play:
    yield Prepare(kind=kind, steps=())
    if then:
        t.go(then)
    else:
        t.finish(())


def first(t: Table, kind: str) -> Play:
    return wait(t, kind, "second")


def second(t: Table, kind: str) -> Play:
    return wait(t, kind * 2, "")


def game(package: str, *, has_board: bool = False) -> Game:
    return Game(
        package=package,
        title="Found",
        seats=range(2, 4),
        rules=Rules(setup=nothing, play=by_phase({"first": first, "second": second}, "wait")),
        box=Box(
            decks=lambda settings, seats: {},
            faces=lambda settings, words: {},
            grid=(lambda settings: squares(4, 2)) if has_board else None,
        ),
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `found_SOMETHING` with the files of a game and a module `game`."""
    room = tmp_path / f"found_{tmp_path.name.replace('-', '_')}"
    room.mkdir()
    for name, text in {
        "__init__.py": "",
        "game.py": "",
        "layout.toml": MATS,
        "text.en.toml": '[phase]\nfirst = "The first phase."\n',
        "text.de.toml": '[phase]\nfirst = "Die erste Phase."\n',
        "coverage.toml": '[rules]\nF-2 = "Two."\n',
        "coverage_more.toml": '[rules]\nF-1 = "One."\n',
        "coverage_more.de.toml": '[rules]\nF-1 = "Eins."\n',
        "covered.toml": '[rules]\nF-3 = "Three."\n',
    }.items():
        (room / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return room


@pytest.mark.parametrize("module", ["", ".game"])
def test_a_game_finds_its_files_beside_its_module(folder: Path, module: str) -> None:
    found = game(folder.name + module)
    assert found.slug == folder.name
    assert found.words("de").codes("phase")["first"].long == "Die erste Phase."
    assert found.words("en").codes("phase")["first"].long == "The first phase."
    assert found.rules_text("en") == (("F-2", "Two."), ("F-1", "One."))
    assert found.rules_text("de") == (("F-2", "Two."), ("F-1", "Eins."))


def test_a_package_that_is_not_there_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match="no package 'nowhere_at_all' for the game Found"):
        _ = game("nowhere_at_all").slug


def test_of_several_mats_the_one_for_the_players_is_taken(folder: Path) -> None:
    found = game(folder.name)
    assert (found.mat(2).width_mm, found.mat(3).width_mm) == (500, 900)
    with pytest.raises(LayoutError, match=r"\[seats\] needs 4 anchors under '4'"):
        found.mat(4)


def test_a_board_without_a_place_of_its_own_is_fitted_into_the_spot_for_it(folder: Path) -> None:
    mat = game(folder.name, has_board=True).mat(3)
    assert mat.board is not None
    assert (mat.board.pitch_mm, mat.board.x_mm) == (42, 387), "four fields in 170 mm, the middle of them at 450"
    assert [spot.name for spot in mat.spots] == list(squares(4, 2).cells)
    with pytest.raises(LayoutError, match="no spot 'board'"):
        game(folder.name, has_board=True).mat(2)


def test_each_phase_goes_on_from_the_table(folder: Path) -> None:
    match = Match(game(folder.name), Header(folder.name, 2))
    kinds = []
    while (question := match.question) is not None:
        kinds.append(question.kind)
        match.submit(Answer(None, "done"))
    assert kinds == ["wait", "waitwait"]


def test_keys_of_seats_and_fields() -> None:
    assert Keys[Seat]("hand")(Seat(1)) == "hand/1"
    assert Keys[str]("hex")("d4") == "hex/d4"
