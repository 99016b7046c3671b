"""`companion content`: files are checked line by line, begun, drawn and listed."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from rules.games.chain_mail.reading import starter

SVG = "{http://www.w3.org/2000/svg}"
KINDS = ("map", "monsters", "quest", "treasure", "hero", "status", "terrain", "trap")


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["content", *map(str, words)])


def begun(folder: Path, kind: str, ident: str) -> Path:
    """A file that `content new` wrote."""
    path = folder / f"{ident}.toml"
    result = run("new", kind, ident, "--out", path)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == f"Written: {path}. Change it, then: companion content check {path}\n"
    return path


# -- new and check -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_begun_passes_the_check(kind: str, tmp_path: Path) -> None:
    path = begun(tmp_path, kind, "3" if kind == "trap" else "old-bell")
    result = run("check", path)
    assert result.exit_code == 0, result.stdout
    assert result.stdout.startswith("1 file checked: all well.\n")
    assert run("new", kind, "3" if kind == "trap" else "old-bell").stdout == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("model", "ident"),
    [("cleric_grid", "monk"), ("thief_hexagon", "monk"), ("witch_pairs", "monk"), ("ranger_mill", "monk"),
     ("shepherd_compass", "shepherd")],
)  # fmt: skip
def test_a_hero_of_each_model_can_be_begun(model: str, ident: str, tmp_path: Path) -> None:
    path = tmp_path / "hero.toml"
    assert run("new", "hero", ident, "--model", model, "--out", path).exit_code == 0
    result = run("check", path)
    assert result.exit_code == 0
    assert f"hero {ident}: " in result.stdout


def test_the_help_says_what_the_game_offers() -> None:
    assert "printed cards of Chain Mail" in run("--help").stdout
    said = " ".join(run("new", "--help").stdout.split())
    assert "KIND is map, monsters, quest, treasure, hero, status, terrain or trap." in said
    assert "Else hero cleric_grid." in said


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = begun(tmp_path, "map", "old-mine")
    path.write_text("mine")
    result = run("new", "map", "old-mine", "--out", path)
    assert result.exit_code != 0
    assert "is there already" in result.stderr
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "quest", "Old Bell"), "cannot be an id"),
        (("new", "trap", "7"), "a number from 1 to 6"),
        (("new", "quest", "poisoned"), "used already by the status poisoned"),
        (("new", "quest", "fly"), "a word of the game"),
        (("new", "hero", "second", "--model", "shepherd_compass"), "only one hero"),
        (("new", "quest", "bell", "--model", "cleric_grid"), "--model goes with hero"),
        (("draw", "map", "atlantis"), "There is no map 'atlantis'; there are lantern-deep,"),
        (("check", "/nowhere.toml"), "cannot be read"),
        (("--game", "chronicle", "list"), "There are no such tools of 'chronicle'; there are of: chain_mail."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_problems_are_told_with_their_lines(tmp_path: Path) -> None:
    path = begun(tmp_path, "map", "old-mine")
    lines = path.read_text("utf-8").splitlines()
    skulls = next(n for n, line in enumerate(lines) if "id = 3" in line)
    lines[skulls] = lines[skulls].replace("skulls = 2", "skulls = 8").replace('"ruins"', '"rooins"')
    lines.append("solid_walls = []")
    path.write_text("\n".join(lines), "utf-8")
    result = run("check", path)
    assert result.exit_code == 1
    first, second, third, count = result.stdout.splitlines()
    assert first == f"{path}:{skulls + 1}: map old-mine, hexes 3: 'skulls' is 8, but it must be a number from 0 to 3."
    assert second.startswith(f"{path}:{skulls + 1}: map old-mine, hexes 3: 'terrain' names the terrain 'rooins'")
    assert second.endswith("did you mean 'ruins'?")
    assert third.startswith(f"{path}:{len(lines)}: map old-mine: 'solid_walls' is not known here")
    assert count == "3 problems found."


def test_a_mistake_in_the_form_of_the_file_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('format = "chainmail-content-1"\n\n[[maps]]\nid = old\n')
    result = run("check", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == f"{path}:4: the file: this is not a toml file: invalid value."


def test_the_summary_says_what_is_new_and_which_quests_fit_which_maps(tmp_path: Path) -> None:
    mine = begun(tmp_path, "map", "old-mine")
    mine.write_text(mine.read_text("utf-8").replace(', spot = "D"', ""), "utf-8")
    begun(tmp_path, "quest", "beacons")
    result = run("check", tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith("2 files checked: all well.\n")
    assert "  map old-mine: new\n" in result.stdout
    assert "  quest beacons: takes the place of the starter set's\n" in result.stdout
    assert "  The Four Seals: Lantern Deep, Rookstone Halls, The Ember Maw\n" in result.stdout
    assert "  Beacons: Lantern Deep, Rookstone Halls, The Ember Maw, Old mine\n" in result.stdout
    assert "Look at this: The Four Seals cannot be played on Old mine: it needs the spot D," in result.stdout


def test_hexes_that_nobody_reaches_are_pointed_out(tmp_path: Path) -> None:
    mine = begun(tmp_path, "map", "old-mine")
    mine.write_text(mine.read_text("utf-8").replace("[[3, 4]]", "[[4, 5], [3, 5]]"), "utf-8")
    result = run("check", mine)
    assert result.exit_code == 0
    assert "Look at this: map old-mine: hex 5 cannot be reached" in result.stdout


def test_a_folder_without_content_and_a_file_that_is_no_text(tmp_path: Path) -> None:
    assert "There is no content" in run("check", tmp_path).stderr
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in run("check", path).stderr


# -- draw --------------------------------------------------------------------------------------------------------------


def drawn(kind: str, ident: str, *more: str | Path) -> ElementTree.Element:
    result = run("draw", kind, ident, *more)
    assert result.exit_code == 0, result.stderr
    return ElementTree.fromstring(result.stdout)


def words_in(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("ident", sorted(starter().maps))
def test_a_drawn_map_shows_every_hex_and_wall(ident: str) -> None:
    found = starter().maps[ident]
    picture = drawn("map", ident)
    words = words_in(picture)
    assert words[0] == found.name
    for one in found.hexes:
        assert words.count(str(one.id)) == 1
    spots = sorted(one.spot for one in found.hexes if one.spot)
    assert sorted(word for word in words if word in spots) == sorted(["A", *spots])  # one more in the legend
    assert words.count("start") == 1
    walls = {(line.get("data-wall"), line.get("data-kind")) for line in picture.iter(f"{SVG}polyline")}
    for wall in found.walls:
        assert (f"{wall.a}-{wall.b}", wall.kind) in walls
    told = picture.find(f"{SVG}desc")
    assert told is not None
    assert f"hex 1: Camp, skulls 0, the start; hex 2: {_ground(ident, 2)}, skulls 1" in (told.text or "")


def _ground(ident: str, number: int) -> str:
    content = starter()
    return content.terrains[content.maps[ident].by_id[number].terrain].name


def test_a_wall_is_drawn_on_the_side_that_its_hexes_share() -> None:
    picture = drawn("map", "lantern-deep")
    line = next(line for line in picture.iter(f"{SVG}polyline") if line.get("data-wall") == "11-13")
    ends = [tuple(map(float, place.split(","))) for place in (line.get("points") or "").split()]
    sides = []
    for patch in picture.iter(f"{SVG}polygon"):
        corners = [tuple(map(float, place.split(","))) for place in (patch.get("points") or "").split()]
        if len(corners) == 6 and patch.get("fill") != "none":
            near = [min(abs(x - a) + abs(y - b) for a, b in corners) < 3 for x, y in ends]
            sides.append(all(near))
    assert sum(sides) == 2


@pytest.mark.parametrize(
    ("ident", "icons"),
    [
        ("cleric", ("Bless", "Rally", "Gain food", "Melee 2", "near", "any", "all")),
        ("thief", ("Search", "Pick lock", "Disarm trap", "Backstab")),
        ("witch", ("berries", "moonwort", "nightshade", "frog", "Melee 1", "Extra damage", "Fly")),
        ("ranger", ("Melee 1", "Search 2", "Bear call", "Heal", "track")),
        ("shepherd", ("kennel", "Dog", "Gain money")),
    ],
)
def test_a_drawn_card_shows_its_icons_in_words(ident: str, icons: tuple[str, ...]) -> None:
    words = words_in(drawn("hero", ident))
    assert words[:2] == [starter().heroes[ident].name, f"health {starter().heroes[ident].health}"]
    assert [icon for icon in icons if icon not in " ".join(words)] == []  # a long one stands on two lines
    assert any("START" in word for word in words)


def test_an_owners_map_is_drawn_into_a_file(tmp_path: Path) -> None:
    mine, out = begun(tmp_path, "map", "old-mine"), tmp_path / "mine.svg"
    result = run("draw", "map", "old-mine", "--file", mine, "--out", out)
    assert result.exit_code == 0
    assert words_in(ElementTree.fromstring(out.read_text("utf-8")))[0] == "Old mine"
    assert "is there already" in run("draw", "map", "old-mine", "--file", mine, "--out", out).stderr


def test_a_file_with_problems_is_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('format = "chainmail-content-1"\nmaps = [{ id = "x" }]\n')
    result = run("draw", "map", "x", "--file", path)
    assert result.exit_code == 2
    assert "'name' is missing" in result.stderr
    assert "See companion content check." in result.stderr


# -- list and schema ---------------------------------------------------------------------------------------------------


def test_everything_is_listed_with_where_it_is_from(tmp_path: Path) -> None:
    shown = run("list", "--file", begun(tmp_path, "treasure", "old-bell")).stdout
    content = starter()
    for group in (content.maps, content.quests, content.monster_cards, content.treasures, content.heroes):
        for ident, thing in group.items():
            assert f"  {ident}  {thing.name}\n" in shown
    assert "  old-bell  Old bell  (from a file)\n" in shown


def test_the_schema_is_printed_as_json() -> None:
    shown = json.loads(run("schema").stdout)
    assert shown["$schema"].endswith("2020-12/schema")
    assert {"maps", "quests", "heroes"} <= shown["properties"].keys()
