"""`companion game draw`: mats and faces as drawings."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from companion.prints.faces_picture import faces_svg
from rules import samples
from tests.laws import shipped

SVG = "{http://www.w3.org/2000/svg}"


def drawn(tmp_path: Path, name: str | Path, *more: str) -> Result:
    given = ("--to", str(tmp_path / "drawn"), "--data", str(tmp_path))
    return CliRunner().invoke(main, ["game", "draw", str(name), *given, *more])


def test_a_mat_for_each_number_of_players_and_the_faces_are_written(tmp_path: Path) -> None:
    done = drawn(tmp_path, shipped.folder("harbour_night"))
    assert done.exit_code == 0, done.output
    files = sorted((tmp_path / "drawn").iterdir())
    assert [file.name for file in files] == ["faces.svg", "mat-2.svg", "mat-3.svg", "mat-4.svg"]
    for file in files:
        ElementTree.parse(file)
    assert "Discard pile" in (tmp_path / "drawn/mat-3.svg").read_text("utf-8")

    again = drawn(tmp_path, shipped.folder("harbour_night"))
    assert again.exit_code == 2
    assert "is there already: name another one, or add --force." in again.output
    assert drawn(tmp_path, shipped.folder("harbour_night"), "--force", "--language", "de").exit_code == 0
    assert "Schmuggler" in (tmp_path / "drawn/faces.svg").read_text("utf-8")


def test_every_kind_of_card_is_drawn_once_with_its_shape_number_and_count() -> None:
    root = ElementTree.fromstring(faces_svg(samples.game("harbour_night"), {}, "en"))
    cards = {card.get("data-kind"): card for card in root.iter(f"{SVG}g")}
    assert len(cards) == 6
    lookout = [text.text for text in cards["lookout"].iter(f"{SVG}text")]
    assert lookout == ["1", "Lookout", "Look at another", "player's hand.", "× 5"]
    assert [use.get("href") for use in cards["lookout"].iter(f"{SVG}use")] == ["#spyglass"]
    assert {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")} >= {"spyglass", "crown", "compass"}


@pytest.mark.parametrize("slug", shipped.slugs())
def test_the_faces_of_every_game_are_whole_drawings_whose_shapes_are_there(slug: str) -> None:
    game = shipped.game(slug)
    svg = faces_svg(game, game.check_settings({}), "en")
    ElementTree.fromstring(svg)
    assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r'symbol id="([\w-]+)"', svg))
