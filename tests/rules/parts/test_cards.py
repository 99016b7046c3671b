"""Cards from a file: what is read of it, and what is said of a mistake."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.engine import TINTS, Cards, CardsError, Deck, PieceId, boxed
from rules.engine.own_files import words_of
from tests.house._source import ROOT
from web.pages.shared.shapes import shapes

GOOD = """\
[crab]
count = 2
value = 4
shape = "anchor"

[old_man]
name = "Old man of the sea"
tint = "green"
text = "Everybody draws."
"""
Made = Callable[..., Cards]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Cards from a text, in a package of its own."""

    def make(text: str, german: str = "") -> Cards:
        folder = tmp_path / "shore"
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "cards.toml").write_text(text, "utf-8")
        if german:
            (folder / "cards.de.toml").write_text(german, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "shore", raising=False)
        return Cards("shore")

    return make


def test_every_copy_is_a_piece_and_looks_as_the_file_says(made: Made) -> None:
    cards = made(GOOD)
    assert cards.pieces == ("crab#1", "crab#2", "old_man#1")
    assert cards.copies("crab") == ("crab#1", "crab#2")
    assert (cards.value("crab#2"), cards.value("crab"), cards.value("old_man")) == (4, 4, 0)
    words = words_of("rules.engine", "en", ({"word": cards.names("en")}, {}))
    crab, _, old = boxed(cards).faces({}, words).values()
    assert (crab.title, crab.corner, crab.suit, crab.tint, crab.text) == ("Crab", "4", "anchor", "grey", "")
    assert (old.title, old.corner, old.tint, old.text) == ("Old man of the sea", "", "green", "Everybody draws.")


def test_a_file_for_another_language_has_names_and_texts(made: Made) -> None:
    cards = made(GOOD, '[crab]\nname = "Krebs"\n[old_man]\nname = "Alter vom Meer"\ntext = "Alle ziehen."\n')
    words = words_of("rules.engine", "de", ({"word": cards.names("en")}, {"word": cards.names("de")}))
    faces = cards.faces(words)
    assert (faces[PieceId("crab#1")].title, faces[PieceId("old_man#1")].text) == ("Krebs", "Alle ziehen.")
    assert cards.names("fr") == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[crab]\nvalue = 4\ncuont = 2\n", "line 3: a card has no 'cuont'; it has name, count, value"),
        ("\n\n[crab]\ncount = 'two'\n", "line 4: count is a number, not 'two'."),
        ("[crab]\n[eel]\nname = 5\n", "line 3: name is a text in quotes, not 5."),
        ("[crab]\ncount = true\n", "line 2: count is a number, not True."),
        ("[crab]\ncount = 0\n", "line 2: there are 1 to 200 copies of a card, not 0."),
        ("[crab]\ntint = 'pale'\n", "line 2: there is no tint 'pale'; those are: red, gold"),
        ("[eel]\n[Big-Crab]\n", "line 2: a kind of card is called by small letters, digits and _, not 'Big-Crab'."),
        ("count = 3\n[crab]\n", "line 1: 'count' stands before the first [kind]."),
        ("[crab]\ncount = \n", "line 2: this is not TOML"),
        ("[crab]\n[crab]\n", "line 2: this is not TOML"),
        ("# nothing\n", "cards.toml has no card; begin with a line such as [lookout]."),
    ],
)
def test_a_mistake_is_told_with_its_file_and_line(made: Made, text: str, said: str) -> None:
    with pytest.raises(CardsError) as told:
        _ = made(text).kinds
    assert str(told.value).startswith("shore/cards.toml")
    assert said in str(told.value)
    assert str(told.value).endswith(".")


@pytest.mark.parametrize(
    ("german", "said"),
    [
        ("[krebs]\nname = 'Krebs'\n", "line 1: there is no kind 'krebs' in cards.toml."),
        ("[crab]\nname = 'Krebs'\nvalue = 3\n", "line 3: 'value' stands in cards.toml already; here go name and text."),
    ],
)
def test_a_mistake_in_a_translation_is_told_too(made: Made, german: str, said: str) -> None:
    with pytest.raises(CardsError, match=r"shore/cards\.de\.toml") as told:
        made(GOOD, german).names("de")
    assert said in str(told.value)


def test_cards_of_a_package_that_is_not_there() -> None:
    with pytest.raises(CardsError, match=r"write Cards\(__name__\)"):
        _ = Deck(Cards("no_such_package_at_all")).box


def test_every_tint_is_one_that_pages_and_the_virtual_table_draw() -> None:
    scripts = (ROOT / "web/pages/shared/board/cards.js").read_text("utf-8")
    drawn = scripts.partition("const TINTS = new Set([")[2].partition("]")[0]
    assert {tint.strip(' "') for tint in drawn.split(",")} == set(TINTS)
    table = (ROOT / "companion/virtual/virtual_table.py").read_text("utf-8").partition("TINTS_BGR")[2]
    assert all(f'"{tint}"' in table.partition("}")[0] for tint in TINTS)
    assert {"spyglass", "mask"} <= shapes()
