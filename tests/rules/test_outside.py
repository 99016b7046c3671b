"""Games that lie outside of the program: found, loaded under names of their own, or listed with the reason why not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.kit.laws import laws
from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import try_worlds
from rules import games
from rules.engine import API
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import Say
from rules.engine.words import Names
from rules.games import UnknownGame
from rules.outside import GameUnloaded, places
from tests.owners_game import change, owners_edition, owners_game


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Path]:
    """A folder of games in which the process looks for the length of a test."""
    folder = tmp_path / "games"
    games.look_in(folder)
    yield folder
    games.look_in(None)


def why(name: str) -> str:
    """The one reason why a game is not played."""
    (found,) = [one for one in games.broken() if one.name == name]
    return found.why


def test_without_a_folder_there_are_ours(shelf: Path) -> None:
    assert games.slugs() == games.OURS
    assert games.broken() == ()


def test_a_folder_is_a_game_among_the_others(shelf: Path) -> None:
    owners_game(shelf)
    assert games.slugs() == (*games.OURS, "high_card")
    game = games.game("high_card")
    assert (game.slug, game.about.version, game.about.api) == ("high_card", "1.0", API)
    assert games.about("high_card").author == "You"
    assert game.words("en").say("question", Say("deal", {}), Names()) == "Deal two cards to everybody."
    assert next(rule for rule, _ in game.rules_text("en")) == "HC-1"


def test_it_keeps_every_law(shelf: Path) -> None:
    owners_game(shelf, "night_market")
    game = games.game("night_market")
    for seed in range(3):
        script = Script(game, game.seats[seed], seed, length=0)
        for law in (*laws.LAWS, laws.ends):
            law(script)
        assert not try_worlds(script, Random(seed), 5, all_bytes=True).leaks


def test_modules_that_are_called_alike_do_not_meet_and_no_path_is_changed(shelf: Path) -> None:
    path = list(sys.path)
    owners_game(shelf, "one", game=("HAND = 2", "HAND = 1"))
    owners_game(shelf, "two")
    hands = []
    for slug in ("one", "two"):
        match = Match(games.game(slug), Header(slug, 2))
        hands.append(match.question.counts["hand/0"])  # type: ignore[union-attr]
    assert hands == [1, 2]
    assert sys.path == path
    assert not [name for name in sys.modules if name in ("game", "one", "two")]


def test_a_saved_file_counts_at_once_and_nothing_is_written_beside_it(shelf: Path) -> None:
    folder = owners_game(shelf)
    before = games.game("high_card")
    change(folder, game=("HAND = 2", "HAND = 3"))  # as long as before
    saved_ns = (folder / "game.toml").stat().st_mtime_ns + 1  # and in the same second
    os.utime(folder / "game.py", ns=(saved_ns, saved_ns))
    match = Match(games.game("high_card"), Header("high_card", 2))
    assert match.question.counts["hand/0"] == 3  # type: ignore[union-attr]
    assert Match(before, Header("high_card", 2)).question.counts["hand/0"] == 2  # type: ignore[union-attr]
    assert not list(folder.rglob("__pycache__"))


def test_a_game_without_code_goes_by_the_rules_of_ours(shelf: Path) -> None:
    owners_edition(shelf)
    game = games.game("our_chronicle")
    assert (game.slug, game.title) == ("our_chronicle", "Our Chronicle")
    assert not games.outside()[0].has_code
    assert games.in_a_sentence("our_chronicle", "de") == "The people of our village."
    assert games.look("our_chronicle") == games.look("chronicle")
    assert game.mat(4).spots == games.game("chronicle").mat(4).spots
    assert game.words("de").say("phase", Say("over", {}), Names())
    assert Match(game, Header("our_chronicle", 4)).question is not None


def test_a_folder_elsewhere_is_found(tmp_path: Path) -> None:
    found = games.find(owners_game(tmp_path))
    assert found.has_code
    assert games.game_of(found).slug == "high_card"
    with pytest.raises(GameUnloaded, match=r"no file game\.toml"):
        games.find(tmp_path)


BROKEN = {
    "syntax": ({"game": ("HAND = 2", "HAND = (")}, "game.py, line 40: '(' was never closed."),
    "raises": ({"game": ("HAND = 2", "HAND = 1 // 0")}, "game.py, line 40: ZeroDivisionError: "),
    "leaves": ({"game": ("HAND = 2", "HAND = exit(3)")}, "game.py, line 40: SystemExit: 3."),
    "imports": ({"game": ("HAND = 2", "import nowhere_at_all")}, "game.py, line 40: ModuleNotFoundError: "),
    "later": ({"game_toml": ("api = 1", "api = 2")}, "It is written for number 2 of the rules engine"),
    "sooner": ({"game_toml": ("api = 1", "api = 0")}, "Ask its author for a newer version."),
    "typo": ({"game_toml": ("author", "autor")}, 'game.toml, line 5: there is no "autor". Did you mean "author"?'),
    "strange": ({"game_toml": ("author", "zzz")}, 'game.toml, line 5: there is no "zzz". There are: slug, title, '),
    "lacking": ({"game_toml": ('author = "You"\n', "")}, 'game.toml says no "author". It has to be a text on one'),
    "wrong": ({"game_toml": ("[2, 3, 4]", "[4, 3]")}, 'game.toml, line 7: "seats" has to be a list of numbers'),
    "no_toml": ({"game_toml": ("api = 1", "api = ")}, "game.toml cannot be read: "),
    "seats": ({"game_toml": ("[2, 3, 4]", "[2, 3]")}, "it is for 2, 3 players, and its Game says 2, 3, 4."),
    "faceless": ({"game": ("def build", "def made")}, "__init__.py, line 3: ImportError: "),
    "elsewhere": ({"game": ("package=__name__", 'package="json"')}, "package=__name__"),
    "setting_up": ({"game": ('t.go("deal")', 't.go(t["nothing"])')}, "game.py, line "),
    "no_spot": ({"layout_toml": ('name = "deck"', 'name = "dack"')}, "deck"),
    "no_mat": ({"layout_toml": ("[mat]", "[mat")}, "layout.toml cannot be read"),
}


@pytest.mark.parametrize("slug", BROKEN)
def test_a_game_that_does_not_open_is_listed_with_the_reason_and_harms_nothing(shelf: Path, slug: str) -> None:
    changes, reason = BROKEN[slug]
    owners_game(shelf, slug, **changes)
    owners_game(shelf, "sound")
    assert games.slugs() == (*games.OURS, "sound")
    assert reason in why(slug)
    with pytest.raises(UnknownGame, match=f"The game '{slug}' cannot be played: "):
        games.game(slug)


@pytest.mark.parametrize("name", ["__init__.py", "game.toml", "text.en.toml", "layout.toml"])
def test_a_missing_file_is_named(shelf: Path, name: str) -> None:
    (owners_game(shelf) / name).unlink()
    assert games.slugs() == games.OURS
    assert why("high_card")


def test_a_folder_has_the_name_of_its_game(shelf: Path) -> None:
    owners_game(shelf, "other", game_toml=('"other"', '"high_card"'))
    owners_game(shelf, "high_card")
    assert games.slugs() == (*games.OURS, "high_card")
    assert why("other") == "game.toml calls it high_card, but its folder is called other. Give both the same name."


def test_no_game_takes_the_name_of_one_of_ours(shelf: Path) -> None:
    owners_game(shelf, "chesney")
    assert games.slugs() == games.OURS
    assert games.game("chesney").title == "Chesney"
    assert why("chesney") == "chesney is the name of a game that the companion brings. Call yours otherwise."


def test_python_in_a_game_that_goes_by_the_rules_of_ours_is_refused(shelf: Path) -> None:
    (owners_edition(shelf) / "cards").mkdir()
    (shelf / "our_chronicle/cards/more.py").touch()
    assert games.slugs() == games.OURS
    assert "no Python may lie in its folder" in why("our_chronicle")


def test_a_packed_game_is_no_folder(shelf: Path) -> None:
    shelf.mkdir()
    (shelf / "harbour.zip").touch()
    assert "companion game install" in why("harbour")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that names a game as its entry point, as pip leaves one."""
    site = tmp_path / "site"
    owners_game(site / "ada_games", "high_card")
    (site / "ada_games/__init__.py").touch()
    about = site / "ada_games-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ada-games\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[{places.ENTRY_POINTS}]\nhigh_card = ada_games.high_card\n")
    monkeypatch.syspath_prepend(site)
    places.in_packages.cache_clear()
    yield site
    places.in_packages.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "ada_games"]:
        del sys.modules[name]


def test_an_installed_package_brings_a_game(installed: Path, shelf: Path) -> None:
    assert games.slugs() == (*games.OURS, "high_card")
    assert games.outside()[0].place == "ada_games.high_card (ada-games 1.2)"
    assert Match(games.game("high_card"), Header("high_card", 3)).question is not None
    assert games.package("high_card") == "ada_games.high_card"


def test_of_two_games_of_one_name_none_is_played_and_both_places_are_named(installed: Path, shelf: Path) -> None:
    owners_game(shelf)
    assert games.slugs() == games.OURS
    found = {one.place: one.why for one in games.broken()}
    assert set(found) == {"games/high_card", "ada_games.high_card (ada-games 1.2)"}
    assert all(place in reason for place in found for reason in found.values())


def test_a_package_that_names_nothing_is_told(installed: Path, shelf: Path) -> None:
    (installed / "ada_games/high_card/game.toml").unlink()
    assert games.slugs() == games.OURS
    assert "game.toml" in why("high_card")
