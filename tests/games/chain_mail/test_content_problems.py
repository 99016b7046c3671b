"""Every check of the content reader: one thing is broken in right files, and one sentence says what and where."""

from __future__ import annotations

import copy
import tomllib
from typing import Any, Final

import pytest

from rules.games.chain_mail.reading import (
    BEGINNINGS,
    HEROES,
    ContentError,
    NoBeginning,
    beginning,
    check,
    fits,
    load_owner,
    oddities,
    problems,
    starter,
    starter_texts,
)
from rules.games.chain_mail.tools.checking import located
from rules.games.chain_mail.tools.lines import lines_of
from tests.games.chain_mail.content_made import toml_text

Path = tuple[str | int, ...]
GONE: Final = object()


def whole() -> dict[str, Any]:
    """Everything that a file can be begun with, in one table; heroes in the order of their models."""
    made: dict[str, Any] = {"constants": {"time_start": 20}}
    for kind in BEGINNINGS:
        if kind != "hero":
            made |= tomllib.loads(beginning(kind, "4" if kind == "trap" else f"my-{kind}"))
    heroes = [tomllib.loads(beginning("hero", ident, model))["heroes"][0] for model, ident in HEROES.items()]
    return {**made, "heroes": heroes}


def put(table: dict[str, Any], path: Path, value: object) -> None:
    """Changes, adds or takes away what the path leads to."""
    *way, last = path
    here: Any = table
    for key in way:
        here = here[key]
    if value is GONE:
        del here[last]
    elif isinstance(here, list) and last == len(here):
        here.append(value)
    else:
        here[last] = copy.deepcopy(value)


HEX: Final[Path] = ("maps", 0, "hexes", 1)
MONSTER: Final[Path] = ("monster_cards", 0, "monsters", 0)
GOAL: Final[Path] = ("quests", 0, "targets", 1)
FIND: Final[Path] = ("treasures", 0, "results", "12")
RULE: Final[Path] = ("terrain", 0, "rules", 0)
RULE_2: Final[Path] = ("terrain", 0, "rules", 1)
ENTER: Final[Path] = ("terrain", 0, "on_enter", 0)
EFFECT: Final[Path] = ("traps", 0, "effects", 0)
VICTORY: Final[Path] = ("quests", 0, "victory")
RELIC: Final[Path] = (*FIND, "relic")
ITEM: Final[Path] = ("treasures", 0, "results", "10", "item")
BAD_LUCK: Final[Path] = ("treasures", 0, "results", "3", "effects", 0)
CLERIC, THIEF, WITCH, RANGER, SHEPHERD = (("heroes", n) for n in range(5))

CASES: Final[list[tuple[Path, object, Path, str]]] = [
    # the file
    (("format",), GONE, ("format",), "must be 'chainmail-content-1'"),
    (("format",), "chainmail-content-2", ("format",), "must be 'chainmail-content-1'"),
    (("map",), [], ("map",), "did you mean 'maps'?"),
    (("quests",), {}, ("quests",), "must be a list of tables"),
    (("traps", 1), 7, ("traps", 1), "number 2 is 7"),
    # ids and names
    ((*HEX[:2], "id"), "My Map", ("maps", 0, "id"), "small letters"),
    ((*HEX[:2], "id"), "a:b", ("maps", 0, "id"), "small letters"),
    ((*HEX[:2], "id"), "x" * 41, ("maps", 0, "id"), "at most 40"),
    ((*HEX[:2], "id"), GONE, ("maps", 0, "id"), "is missing"),
    ((*HEX[:2], "id"), "food", ("maps", 0, "id"), "a word of the game"),
    ((*HEX[:2], "id"), "bone-rattler", ("maps", 0, "id"), "used already by the monster card restless-dead"),
    ((*HEX[:2], "name"), " ", ("maps", 0, "name"), "1 to 60 characters"),
    ((*HEX[:2], "name"), "x" * 61, ("maps", 0, "name"), "1 to 60 characters"),
    ((*HEX[:2], "name"), "a\nb", ("maps", 0, "name"), "printed"),
    (("quests", 0, "text"), "x" * 301, ("quests", 0, "text"), "1 to 300"),
    (("maps", 1), {"id": "my-map"}, ("maps", 1, "id"), "a map with the id 'my-map' already"),
    # constants
    (("constants", "time_start"), 23, ("constants", "time_start"), "from 1 to 22"),
    (("constants", "time_start"), True, ("constants", "time_start"), "is true"),
    (("constants", "rows"), ["hide", "prep", "battle", "flank"], ("constants", "rows"), "list of 5"),
    (("constants", "resource_start"), {"food": 6}, ("constants", "resource_start", "food"), "from 0 to 5"),
    (("constants", "resource_start"), {"gold": 1}, ("constants", "resource_start", "gold"), "not known here"),
    (("constants", "long_battle_clock"), 1, ("constants", "long_battle_clock"), "true or false"),
    # maps
    (("maps", 0, "start"), 9, ("maps", 0, "start"), "no hex with this number"),
    ((*HEX, "skulls"), 4, (*HEX, "skulls"), "from 0 to 3"),
    ((*HEX, "skulls"), False, (*HEX, "skulls"), "is false"),
    ((*HEX, "skulls"), GONE, (*HEX, "skulls"), "is missing"),
    ((*HEX, "terrain"), "plane", (*HEX, "terrain"), "did you mean 'plain'?"),
    ((*HEX, "spot"), "B", ("maps", 0, "hexes", 2, "spot"), "the spot B is there already"),
    ((*HEX, "spot"), "b", (*HEX, "spot"), "one of A, B"),
    ((*HEX, "id"), 1, (*HEX, "id"), "the number 1 is there already"),
    ((*HEX, "r"), 1, (*HEX, "q"), "where hex 1 lies"),
    ((*HEX, "chest"), "yes", (*HEX, "chest"), "true or false"),
    ((*HEX, "wall"), 1, (*HEX, "wall"), "not known here"),
    (("maps", 0, "hexes"), [], ("maps", 0, "hexes"), "2 to 61"),
    (("maps", 0, "hexes"), [{}] * 62, ("maps", 0, "hexes"), "2 to 61"),
    (("maps", 0, "locked", 1), [1, 5], ("maps", 0, "locked", 1), "do not touch"),
    (("maps", 0, "locked", 1), [1, 9], ("maps", 0, "locked", 1), "hex 9"),
    (("maps", 0, "locked", 1), [1], ("maps", 0, "locked", 1), "such as [1, 2]"),
    (("maps", 0, "solid"), [[3, 4], [3, 2]], ("maps", 0, "solid"), "two walls between 3 and 2"),
    # terrains, statuses, traps
    ((*RULE, "op"), "stay_cost", (*RULE, "op"), "did you mean 'stay_food_cost'?"),
    ((*RULE, "n"), GONE, (*RULE, "n"), "is missing"),
    ((*RULE, "n"), 0, (*RULE, "n"), "changes nothing"),
    (RULE_2, {"op": "close_rows", "rows": ["battle"]}, (*RULE_2, "rows", 0), "allowed are hide"),
    (RULE_2, {"op": "trade_once_per_turn", "trades": [{"pay": {}, "gain": {"food": 1}}]},
     (*RULE_2, "trades", 0, "pay"), "at least one of"),
    (RULE_2, {"op": "trouble_dice_if_stay", "n": 1}, (*RULE_2, "op"), "one is enough"),
    ((*ENTER, "op"), "monster_damage", (*ENTER, "op"), "one of gain, lose"),
    ((*ENTER, "target"), "searcher", (*ENTER, "target"), "choose, choose_distinct"),
    (("statuses", 0, "rules"), [], ("statuses", 0, "rules"), "1 to 9"),
    (("traps", 0, "double"), 7, ("traps", 0, "double"), "from 1 to 6"),
    ((*EFFECT, "count"), 5, (*EFFECT, "count"), "from 1 to 4"),
    (EFFECT, {"op": "status", "target": "choose", "status": "poisond"},
     (*EFFECT, "status"), "did you mean 'poisoned'?"),
    (EFFECT, {"op": "gain", "resource": "gold"}, (*EFFECT, "resource"), "one of food"),
    (EFFECT, {"op": "manual"}, (*EFFECT, "text"), "is missing"),
    # monsters
    ((*MONSTER, "die"), [1, 2], (*MONSTER[:3],), "no monster is called by 3"),
    ((*MONSTER, "die"), [1, 2, 3, 4], (*MONSTER[:3], 1, "die"), "the number 4 calls my-monsters-one already"),
    ((*MONSTER, "die"), [1, 2, 3, 3], (*MONSTER, "die", 3), "twice"),
    ((*MONSTER, "ambush"), [5], (*MONSTER, "ambush"), "not among the numbers of 'die'"),
    ((*MONSTER, "start_col"), 5, (*MONSTER, "start_col"), "from 0 to 4"),
    ((*MONSTER, "health"), 0, (*MONSTER, "health"), "from 1 to 9"),
    ((*MONSTER, "health"), 10, (*MONSTER, "health"), "from 1 to 9"),
    ((*MONSTER, "defense"), 7, (*MONSTER, "defense"), "from 1 to 6"),
    ((*MONSTER, "damage"), -1, (*MONSTER, "damage"), "from 0 to 9"),
    ((*MONSTER, "tags"), ["Undead"], (*MONSTER, "tags", 0), "no id"),
    ((*MONSTER, "attack", "7"), [], (*MONSTER, "attack", "7"), "allowed are 1, 2"),
    ((*MONSTER, "attack", "1", 0), "battle 5", (*MONSTER, "attack", "1", 0), "no place"),
    ((*MONSTER, "attack", "1", 0), "batle -1", (*MONSTER, "attack", "1", 0), "no place"),
    ((*MONSTER, "attack", "1", 1), "battle -1", (*MONSTER, "attack", "1", 1), "twice"),
    ((*MONSTER, "attack"), GONE, (*MONSTER, "attack"), "is missing"),
    ((*MONSTER, "power", "op"), "fly", (*MONSTER, "power", "op"), "one of second_life"),
    ((*MONSTER, "power"), {"op": "enrage", "at_or_below": 4}, (*MONSTER, "power", "at_or_below"), "from 1 to 3"),
    ((*MONSTER, "power"), {"op": "second_life", "n": 4}, (*MONSTER, "power", "n"), "only 3 health"),
    ((*MONSTER, "power"), {"op": "on_hit_status", "status": "sad"},
     (*MONSTER, "power", "status"), "which is not there"),
    ((*MONSTER, "reward"), {"level": 1}, (*MONSTER, "reward", "level"), "not known here"),
    ((*MONSTER, "id"), "my-monsters-two", (*MONSTER[:3], 1, "id"), "used already"),
    # quests
    (("quests", 0, "time_start"), 0, ("quests", 0, "time_start"), "from 1 to 22"),
    ((*GOAL, "sums"), [13], (*GOAL, "sums", 0), "from 2 to 12"),
    ((*GOAL, "sums"), [], (*GOAL, "sums"), "1 to 11"),
    ((*GOAL, "spot"), GONE, (*GOAL, "spot"), "is missing"),
    ((*GOAL, "requires"), ["my-quest-frist"], (*GOAL, "requires"), "did you mean 'my-quest-first'?"),
    ((*GOAL, "requires"), ["my-quest-second"], (*GOAL, "requires"), "circle"),
    ((*GOAL, "cost"), {"level": 1}, (*GOAL, "cost", "level"), "not known here"),
    ((*GOAL, "on_success", 0, "at"), "map", (*GOAL, "on_success", 0, "at"), "one of hex, card, party"),
    ((*GOAL, "max"), 5, ("quests", 0, "targets"), "6 quest cubes"),
    ((*GOAL, "id"), "my-quest-first", (*GOAL, "id"), "used already by the quest my-quest"),
    (VICTORY, GONE, VICTORY, "is missing"),
    (VICTORY, {"op": "party_at"}, VICTORY, "won where it begins"),
    (VICTORY, {"op": "count_done", "of": ["my-quest-first"], "at_least": 2},
     (*VICTORY, "at_least"), "1 times at most"),
    (VICTORY, {"op": "count_done", "of": ["my-quest-first"], "at_least": 0},
     (*VICTORY, "at_least"), "before it began"),
    (VICTORY, {"op": "defeat", "monster": "bone-rattler"}, (*VICTORY, "monster"), "no boss of this quest"),
    ((*VICTORY, "when"), "later", (*VICTORY, "when"), "one of immediately"),
    (("quests", 0, "rules", 0, "while_done"), "x", ("quests", 0, "rules", 0, "while_done"), "no goal of this quest"),
    (("quests", 0, "rules", 0), {"op": "boss_at", "spot": "D"}, ("quests", 0, "rules", 0, "monster"), "is missing"),
    # treasures
    (("treasures", 0, "results", "13"), {}, ("treasures", 0, "results", "13"), "not known here"),
    ((*FIND, "effects"), [{"op": "gain_time"}], FIND, "effects and relic"),
    ((*FIND, "relic"), GONE, FIND, "it has none"),
    ((*RELIC, "when"), "always", (*RELIC, "when"), "one of any"),
    ((*RELIC, "effects"), [{"op": "heal", "target": "choose"}], (*RELIC, "effects", 0, "op"), "one of stay_at"),
    ((*RELIC, "uses"), 0, (*RELIC, "uses"), "from 1 to 9"),
    ((*ITEM, "when"), "bearer_would_fall", (*ITEM, "when"), "one of any"),
    ((*ITEM, "again"), True, (*ITEM, "again"), "not known"),
    ((*BAD_LUCK, "count"), 2, (*BAD_LUCK, "count"), "goes with"),
    # heroes
    ((*CLERIC, "model"), "cleric", (*CLERIC, "model"), "did you mean 'cleric_grid'?"),
    ((*CLERIC, "health"), 10, (*CLERIC, "health"), "from 1 to 9"),
    ((*CLERIC, "ring"), [], (*CLERIC, "ring"), "not known here"),
    ((*CLERIC, "range_track", 0, "id"), "nigh", (*CLERIC, "range_track"), "near, any, all"),
    ((*CLERIC, "range_track", 1, "start"), True, (*CLERIC, "range_track"), "it has 2 (near, any)"),
    ((*CLERIC, "grid", 0, 0, "start"), False, (*CLERIC, "grid"), "it has none"),
    ((*CLERIC, "grid", 0, 1, "action"), "pray", (*CLERIC, "grid", 0, 1, "action"), "one of heal"),
    ((*CLERIC, "grid", 0, 1, "action"), "dog", (*CLERIC, "grid", 0, 1, "action"), "one of heal"),
    ((*CLERIC, "grid", 0, 1, "id"), "g00", (*CLERIC, "grid"), "two spaces with the id 'g00'"),
    ((*CLERIC, "grid", 0, 1, "id"), "g-1", (*CLERIC, "grid", 0, 1, "id"), "letters (a to z) and digits"),
    ((*CLERIC, "grid", 2, 0, "up"), True, (*CLERIC, "grid", 2, 0), "leads to no space"),
    ((*CLERIC, "grid", 0, 4), {}, (*CLERIC, "grid"), "same length"),
    ((*THIEF, "ring"), [{"id": "h0", "action": "search", "start": True}] , (*THIEF, "ring"), "3 to 12"),
    ((*THIEF, "ring", 1, "action"), GONE, (*THIEF, "ring", 1), "needs an 'action'"),
    ((*THIEF, "ring", 1, "removal"), True, (*THIEF, "ring", 1, "removal"), "not known here"),
    ((*THIEF, "disorientation", "1"), 7, (*THIEF, "disorientation", "1"), "from 1 to 6"),
    ((*THIEF, "disorientation", "3"), GONE, (*THIEF, "disorientation", "3"), "is missing"),
    ((*THIEF, "center"), GONE, (*THIEF, "center"), "is missing"),
    ((*THIEF, "directions", 2), {"id": "x"}, (*THIEF, "directions"), "list of 2"),
    ((*WITCH, "spells", 0, "pair"), ["frog", "bat"], (*WITCH, "spells", 0, "pair"), "which is no ingredient"),
    ((*WITCH, "spells", 0, "pair"), ["frog"], (*WITCH, "spells", 0, "pair"), "list of 2"),
    ((*WITCH, "spells", 0, "pair"), ["berries", "eye"], (*WITCH, "spells", 1, "pair"), "the same 'pair'"),
    ((*WITCH, "left", 0, "action"), "heal", (*WITCH, "left", 0, "action"), "not known here"),
    ((*RANGER, "training", 1, "action"), "search2", (*RANGER, "training"), "twice"),
    ((*RANGER, "mill", 1, "action"), "rest", (*RANGER, "mill", 1), "nothing trains rest"),
    ((*RANGER, "mill", 1, "action"), "bless", (*RANGER, "mill", 1, "action"), "one of heal"),
    ((*SHEPHERD, "kennel"), {"id": "kennel"}, (*SHEPHERD, "kennel"), "it has none"),
    ((*SHEPHERD, "areas", "N"), [{"id": "n0", "action": "dog"}], (*SHEPHERD, "areas", "N"), "2 to 6"),
    ((*SHEPHERD, "areas", "X"), [], (*SHEPHERD, "areas", "X"), "not known here"),
    ((*SHEPHERD, "id"), "second-shepherd", (*SHEPHERD, "model"), "only one hero"),
]  # fmt: skip


def test_what_is_broken_below_is_right_before() -> None:
    assert problems({"good.toml": toml_text(whole())}) == ()


@pytest.mark.parametrize(("change", "value", "path", "words"), CASES, ids=lambda case: None)
def test_each_mistake_has_its_sentence(change: Path, value: object, path: Path, words: str) -> None:
    table = whole()
    put(table, change, value)
    found = problems({"bad.toml": toml_text(table)})
    told = [problem for problem in found if problem.path == path and words in problem.sentence]
    assert len(told) == 1, found
    assert told[0].file == "bad.toml"
    assert told[0].sentence.endswith((".", "?"))


def test_all_mistakes_are_found_at_once_and_the_error_says_how_many() -> None:
    table = whole()
    put(table, (*HEX, "skulls"), 9)
    put(table, (*MONSTER, "defense"), 9)
    put(table, (*GOAL, "sums"), [1])
    with pytest.raises(ContentError) as caught:
        load_owner({"bad.toml": toml_text(table)})
    assert len(caught.value.problems) == 3
    first = caught.value.problems[0]
    assert str(caught.value) == f"bad.toml: {first.sentence} (and 2 more problems)"


def test_an_owners_thing_takes_the_place_of_the_starter_one_and_others_are_added() -> None:
    table = whole()
    put(table, ("maps", 0, "id"), "lantern-deep")
    checked = check({"mine.toml": toml_text(table)})
    assert checked.content is not None
    assert len(checked.content.maps["lantern-deep"].hexes) == 5
    assert checked.content.maps.keys() == starter().maps.keys()
    assert checked.own["maps"] == {"lantern-deep": True}
    assert checked.own["quests"] == {"my-quest": False}
    assert checked.content.traps[4].name == "Trap 4"
    assert checked.content.constants.time_start == 20
    assert checked.content.constants.rows == starter().constants.rows
    assert len(starter().maps["lantern-deep"].hexes) == 14


def test_two_files_may_name_each_others_things_but_not_have_the_same() -> None:
    ground = beginning("terrain", "glass")
    table = tomllib.loads(beginning("map", "palace"))
    put(table, (*HEX, "terrain"), "glass")
    files = {"ground.toml": ground, "map.toml": toml_text(table)}
    assert problems(files) == ()
    (problem,) = problems(files | {"again.toml": ground})
    assert (problem.file, problem.path) == ("again.toml", ("terrain", 0, "id"))
    assert "in ground.toml" in problem.sentence


def test_a_quest_that_leaves_the_time_open_has_that_of_the_constants() -> None:
    table = whole()
    put(table, ("quests", 0, "time_start"), GONE)
    assert load_owner({"mine.toml": toml_text(table)}).quests["my-quest"].time_start == 20


# -- together ----------------------------------------------------------------------------------------------------------


def test_a_quest_that_needs_what_a_map_lacks_does_not_fit() -> None:
    table = whole()
    for n in (3, 4):
        put(table, ("maps", 0, "hexes", n, "spot"), GONE)
    content = load_owner({"mine.toml": toml_text(table)})
    assert fits(content, "my-map", "four-seals") == (
        "The Four Seals cannot be played on My map: it needs the spots C, D, which this map does not have."
    )
    assert "the spot C" in fits(content, "my-map", "my-quest")
    assert fits(content, "lantern-deep", "my-quest") == ""


def test_a_spot_behind_solid_walls_does_not_count() -> None:
    table = whole()
    put(table, ("maps", 0, "solid"), [[4, 5], [3, 5]])
    content = load_owner({"mine.toml": toml_text(table)})
    assert "the spot D, which nobody can reach" in fits(content, "my-map", "four-seals")
    assert oddities(content, "my-map") == (
        "map my-map: hex 5 cannot be reached from the start, even when every lock is open."
    )
    assert oddities(content, "ember-maw") == ""


# -- lines -------------------------------------------------------------------------------------------------------------


def every_path(value: Any, path: Path = ()) -> list[Path]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in every_path(one, (*path, key)))]


@pytest.mark.parametrize("name", sorted(starter_texts()))
def test_everything_in_a_file_has_its_line(name: str) -> None:
    text = starter_texts()[name]
    assert lines_of(text).keys() == set(every_path(tomllib.loads(text))) - {()}


TRICKY: Final = '''\
# a comment with [brackets] and "quotes"
format = "chainmail-content-1"
name = """two
lines with \\"quotes\\" and # no comment"""
"quoted.key" = 'literal "text" ]'
a . b = 1

[[things]]   # the first one
list = [
  [1, 2],  # ]
  { x = "}", y = [
    3 ] },
]
[things.inner]
k = 1
[[things]]
list = []
[[things.more]]
z = 1
[[things.more]]
z = 2
'''


def test_lines_in_a_file_with_everything_that_toml_has() -> None:
    lines = lines_of(TRICKY)
    assert lines.keys() == set(every_path(tomllib.loads(TRICKY))) - {()}
    expected: dict[Path, int] = {
        ("name",): 3,
        ("quoted.key",): 5,
        ("a", "b"): 6,
        ("things", 0): 8,
        ("things", 0, "list", 0, 1): 10,
        ("things", 0, "list", 1, "y"): 11,
        ("things", 0, "list", 1, "y", 0): 12,
        ("things", 0, "inner", "k"): 15,
        ("things", 1): 16,
        ("things", 1, "more", 1, "z"): 21,
    }
    assert {path: lines[path] for path in expected} == expected
    windows = lines_of(TRICKY.replace("\n", "\r\n"))
    assert windows == lines


def test_a_mark_with_which_some_editors_begin_a_file_does_no_harm() -> None:
    text = f"\ufeff{beginning('map', 'palace')}"
    assert problems({"palace.toml": text}) == ()
    assert lines_of(text) == lines_of(text[1:])


def test_problems_are_told_in_the_order_of_lines_and_what_is_missing_where_its_table_begins() -> None:
    text = beginning("map", "palace").replace("skulls = 2, ", "").replace("start = 1 ", "start = 77 ")
    files = {"palace.toml": text}
    rows = text.splitlines()
    start = next(n for n, row in enumerate(rows, 1) if row.startswith("start"))
    third = next(n for n, row in enumerate(rows, 1) if "id = 3" in row)
    assert [line.split(": ")[0] for line in located(problems(files), files)] == [
        f"palace.toml:{start}",
        f"palace.toml:{third}",
    ]


@pytest.mark.parametrize(
    ("text", "line"), [("format = 1\nname = \n", 2), ('a = 1\n\n\nb = "x\n', 4), ("a = 1\na = 2\n", 2)]
)
def test_a_mistake_in_the_form_has_its_line_too(text: str, line: int) -> None:
    files = {"form.toml": text}
    (told,) = located(problems(files), files)
    assert told.startswith(f"form.toml:{line}: the file: this is not a toml file: ")


# -- beginnings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in BEGINNINGS if kind not in ("hero", "trap")])
def test_a_beginning_is_right_and_says_what_can_be_changed(kind: str) -> None:
    text = beginning(kind, "old-bell")
    assert problems({"it": text}) == ()
    assert "@" not in text
    assert sum(line.lstrip().startswith("#") for line in text.splitlines()) >= 4


@pytest.mark.parametrize("kind_and_id", ["map Old", "map ", f"quest {'a' * 31}", "trap 7", "trap ", "hero a:b"])
def test_an_id_that_cannot_be_one_is_refused(kind_and_id: str) -> None:
    kind, _, ident = kind_and_id.partition(" ")
    with pytest.raises(NoBeginning):
        beginning(kind, ident)
