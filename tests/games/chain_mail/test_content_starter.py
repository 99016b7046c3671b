"""The starter set is what was worked out for it, figure by figure."""

from __future__ import annotations

import re

import pytest

from rules.games.chain_mail.content import (
    Cell,
    ClericCard,
    Effect,
    RangerCard,
    ShepherdCard,
    ThiefCard,
    Trade,
    WitchCard,
)
from rules.games.chain_mail.reading import fits, starter, starter_texts
from rules.games.chain_mail.reading.hero_cards import ACTIONS

SIDES = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}

NEIGHBOURS = {
    "lantern-deep": (
        "1: N 2, NE 4, SE 5; 2: NE 3, SE 4 (locked), S 1; 3: NE 6, SE 7, S 4, SW 2; 4: N 3, NE 7 (locked), SE 8, S 5, "
        "SW 1, NW 2 (locked); 5: N 4, NE 8, SE 9, NW 1; 6: SE 10, S 7 (locked), SW 3; 7: N 6 (locked), NE 10, SE 11, "
        "S 8, SW 4 (locked), NW 3; 8: N 7, NE 11, SE 12 (locked), S 9, SW 5, NW 4; 9: N 8, NE 12, NW 5; 10: SE 13, "
        "S 11, SW 7, NW 6; 11: N 10, NE 13 (solid), SE 14, S 12, SW 8, NW 7; 12: N 11, NE 14, SW 9, NW 8 (locked); "
        "13: S 14, SW 11 (solid), NW 10; 14: N 13, SW 12, NW 11"
    ),
    "rookstone-halls": (
        "1: N 2, NE 6, SE 5; 2: N 3, NE 7, SE 6 (locked), S 1; 3: N 4, NE 8, SE 7 (locked), S 2; 4: SE 8 (solid), S 3; "
        "5: N 6, NE 9 (locked), NW 1; 6: N 7, NE 10 (solid), SE 9, S 5, SW 1, NW 2 (locked); 7: N 8, NE 11, SE 10, "
        "S 6, SW 2, NW 3 (locked); 8: NE 12, SE 11 (locked), S 7, SW 3, NW 4 (solid); 9: N 10, NE 14, SE 13 (solid), "
        "SW 5 (locked), NW 6; 10: N 11, NE 15, SE 14 (locked), S 9, SW 6 (solid), NW 7; 11: N 12, NE 16, SE 15, S 10, "
        "SW 7, NW 8 (locked); 12: SE 16 (locked), S 11, SW 8; 13: N 14, NW 9 (solid); 14: N 15, S 13, SW 9, "
        "NW 10 (locked); 15: N 16, S 14, SW 10, NW 11; 16: S 15, SW 11, NW 12 (locked)"
    ),
    "ember-maw": (
        "1: N 4, NE 3, NW 2; 2: N 6, NE 4, SE 1, NW 5; 3: N 7, NE 8, SW 1, NW 4; 4: N 10 (locked), NE 7, SE 3, S 1, "
        "SW 2, NW 6; 5: N 9, NE 6, SE 2; 6: N 13 (locked), NE 10, SE 4, S 2, SW 5, NW 9; 7: N 14 (solid), NE 11, SE 8, "
        "S 3, SW 4, NW 10; 8: N 11, SW 3, NW 7; 9: N 12, NE 13, SE 6, S 5; 10: N 17, NE 14 (locked), SE 7, "
        "S 4 (locked), SW 6, NW 13; 11: N 15 (locked), S 8, SW 7, NW 14; 12: NE 16, SE 13 (locked), S 9; "
        "13: N 16 (solid), NE 17, SE 10, S 6 (locked), SW 9, NW 12 (locked); 14: N 18, NE 15, SE 11, S 7 (solid), "
        "SW 10 (locked), NW 17; 15: S 11 (locked), SW 14, NW 18; 16: NE 19, SE 17, S 13 (solid), SW 12; "
        "17: N 19 (locked), NE 18, SE 14, S 10, SW 13, NW 16; 18: SE 15, S 14, SW 17, NW 19; 19: SE 18, S 17 (locked), "
        "SW 16"
    ),
}

MAPS = {  # hexes, spots, chests, skulls from hex 1 on
    "lantern-deep": (14, {"A": 6, "B": 9, "C": 12, "D": 13}, [6, 13], "01111211111221"),
    "rookstone-halls": (16, {"A": 3, "B": 9, "C": 16, "D": 12}, [4, 13], "0112111111122111"),
    "ember-maw": (19, {"A": 5, "B": 15, "C": 18, "D": 19}, [10, 19], "0111111112111121112"),
}

MONSTERS = """
restless-dead   bone-rattler   12 2 undead   2 3 3 1 second_life          e1
restless-dead   grave-archer   3  - undead   0 3 4 1 ranged_counter       e1m1
restless-dead   wailing-shade  4  4 undead   2 4 4 1 on_hit_status        e2
restless-dead   crypt-knight   5  - undead   2 4 4 2 ranged_resist        e2m1
restless-dead   barrow-colossus 6 6 undead   2 7 3 2 slow_start           e2m1f1
chasm-darklings cutpurse       12 1 darkling 1 3 4 1 steal                e1m2
chasm-darklings gloom-stalker  34 4 darkling 3 5 4 1 no_quick_attack      e1f1
chasm-darklings hex-chanter    5  - darkling 4 4 4 1 on_hit_status        e2m1
chasm-darklings chasm-warlord  6  6 darkling 2 5 4 2 enrage               e3m1
deepwood-beasts mire-leech     1  - beast    2 2 3 1 drain_heal           e1
deepwood-beasts thorn-boar     2  2 beast    2 4 3 1 melee_counter        e1f2
deepwood-beasts web-widow      3  - beast    2 3 4 1 on_hit_status        e1m1
deepwood-beasts moss-troll     4  - beast    1 5 3 2 regenerate_if_unhurt e2f1
deepwood-beasts venom-stag     5  5 beast    3 4 4 1 on_hit_status        e2f1
deepwood-beasts elder-owlbear  6  - beast    2 6 4 2 drag                 e3m1f1
"""

GOALS = """
four-seals       seal-a A 5  -         -
four-seals       seal-b B 9  -         -
four-seals       seal-c C 6  -         -
four-seals       seal-d D 8  -         -
broodmother-hunt track-a A 4 -         -
broodmother-hunt track-b B 5 -         -
broodmother-hunt track-c C 9 -         -
lost-scholar     trail   A 6 -         -
lost-scholar     key     C 9 -         -
lost-scholar     scholar D 5 trail,key -
beacons          beacon-a A 8 -        food
beacons          beacon-b B 8 -        food
beacons          beacon-c C 8 -        food
beacons          beacon-d D 8 -        food
"""


def neighbours(ident: str) -> str:
    """Every hex with its neighbours and the walls between, as the list above has it."""
    found = starter().maps[ident]
    at = {(h.q, h.r): h.id for h in found.hexes}
    lines = []
    for h in sorted(found.hexes, key=lambda h: h.id):
        sides = []
        for side, (q, r) in SIDES.items():
            other = at.get((h.q + q, h.r + r))
            if other is not None:
                wall = found.wall(h.id, other)
                sides.append(f"{side} {other}{f' ({wall})' if wall else ''}")
        lines.append(f"{h.id}: {', '.join(sides)}")
    return "; ".join(lines)


@pytest.mark.parametrize("ident", sorted(NEIGHBOURS))
def test_maps_have_these_neighbours_and_walls(ident: str) -> None:
    assert neighbours(ident) == NEIGHBOURS[ident]


@pytest.mark.parametrize("ident", sorted(MAPS))
def test_maps_have_these_spots_chests_and_skulls(ident: str) -> None:
    count, spots, chests, skulls = MAPS[ident]
    found = starter().maps[ident]
    assert (found.start, len(found.hexes)) == (1, count)
    assert {h.spot: h.id for h in found.hexes if h.spot} == spots
    assert [h.id for h in found.hexes if h.chest] == chests
    assert "".join(str(found.by_id[n].skulls) for n in range(1, count + 1)) == skulls
    assert found.by_id[1].terrain == "camp"


def test_from_hex_4_of_lantern_deep_the_party_may_go_to_four_hexes_and_with_pick_lock_to_two_more() -> None:
    """The vector C1 of the starter set."""
    found = starter().maps["lantern-deep"]
    around = {int(name) for name in found.grid.neighbours("4")}
    assert {n for n in around if not found.wall(4, n)} == {1, 3, 5, 8}
    assert {n for n in around if found.wall(4, n) == "locked"} == {2, 7}


def test_the_ground_under_every_hex() -> None:
    maps = starter().maps
    at = {(ident, terrain): [h.id for h in maps[ident].hexes if h.terrain == terrain]
          for ident in maps for terrain in starter().terrains}  # fmt: skip
    assert at["lantern-deep", "ruins"] == [6, 9, 13]
    assert at["lantern-deep", "thicket"] == [3]
    assert at["rookstone-halls", "narrows"] == [7, 15]
    assert at["rookstone-halls", "scorched"] == [13]
    assert at["ember-maw", "scorched"] == [7, 16]
    assert at["ember-maw", "shrine"] == [10]


# -- constants, terrains, traps, statuses ------------------------------------------------------------------------------


def test_constants() -> None:
    constants = starter().constants
    assert (constants.time_start, constants.resource_max) == (22, 5)
    assert constants.resource_start == {"food": 3, "money": 2, "experience": 1, "level": 0}
    assert constants.rows == ("hide", "prep", "battle", "flank", "taunt")
    assert (constants.treasure_cubes, constants.quest_cubes, constants.long_battle_clock) == (3, 4, True)


def test_terrains() -> None:
    ground = starter().terrains
    assert ground["bog"].on_enter == (Effect("lose", 1, "food"),)
    assert ground["scorched"].on_enter == (Effect("damage", 1, target="choose"),)
    assert ground["spring"].on_enter == (Effect("heal", 1, target="choose"),)
    assert ground["shrine"].on_enter == (Effect("clear_status", target="choose"),)
    rules = {ident: (rule.op, rule.n) for ident, one in ground.items() for rule in one.rules}
    assert rules["camp"] == ("stay_food_cost", 0)
    assert rules["ruins"] == ("search_reroll", 1)
    assert rules["thicket"] == ("trouble_dice_if_stay", -1)
    assert ground["narrows"].rules[0].rows == ("flank",)
    assert ground["market"].rules[0].trades == (
        Trade({"money": 2}, {"food": 2}),
        Trade({"money": 3}, {"experience": 1}),
        Trade({"food": 2}, {"money": 1}),
    )
    assert ground["plain"].on_enter + ground["plain"].rules == ()


def test_traps() -> None:
    assert {number: trap.effects for number, trap in starter().traps.items()} == {
        1: (Effect("damage", 1, target="choose"),),
        2: (Effect("status", target="choose", status="dazed"),),
        3: (Effect("lose", 1, "food"),),
        4: (Effect("status", target="choose", status="poisoned"),),
        5: (Effect("damage", 1, target="choose_distinct", count=2),),
        6: (Effect("force_ambush"),),
    }


def test_statuses() -> None:
    rules = {ident: [(rule.op, rule.n) for rule in one.rules] for ident, one in starter().statuses.items()}
    assert rules == {
        "poisoned": [("damage_before_first_action", 1)],
        "dazed": [("no_extra_actions", 0), ("attack_roll_mod", -1)],
        "cursed": [("no_heal", 0)],
        "hobbled": [("no_battle_move", 0), ("no_fly", 0)],
    }
    assert starter().statuses["dazed"].rules[1].natural_six_hits


# -- monsters ----------------------------------------------------------------------------------------------------------


def test_monsters() -> None:
    words = [line.split() for line in MONSTERS.strip().splitlines()]
    assert [(card.id, m.id) for card in starter().monster_cards.values() for m in card.monsters] == [
        (card, ident) for card, ident, *_ in words
    ]
    for card, ident, die, ambush, tag, column, health, defense, damage, power, reward in words:
        found = next(m for m in starter().monster_cards[card].monsters if m.id == ident)
        assert found.die == tuple(map(int, die)), ident
        assert found.ambush == tuple(map(int, ambush.replace("-", ""))), ident
        assert (found.tags, found.start_col) == ((tag,), int(column)), ident
        assert (found.health, found.defense, found.damage) == (int(health), int(defense), int(damage)), ident
        assert found.power is not None
        assert found.power.op == power
        short = {"e": "experience", "m": "money", "f": "food"}
        assert found.reward == {short[a]: int(n) for a, n in re.findall(r"([emf])(\d)", reward)}, ident


def test_what_powers_need() -> None:
    powers = {m.id: m.power for m in starter().monsters.values() if m.power is not None}
    statuses = {ident: power.status for ident, power in powers.items() if power.status}
    assert statuses == {
        "wailing-shade": "dazed",
        "hex-chanter": "cursed",
        "web-widow": "hobbled",
        "venom-stag": "poisoned",
        "broodmother": "poisoned",
    }
    assert powers["barrow-colossus"].rounds == (1,)
    assert (powers["chasm-warlord"].at_or_below, powers["chasm-warlord"].n) == (2, 1)
    assert (powers["cutpurse"].resource, powers["cutpurse"].n) == ("money", 1)
    assert not any(power.text for power in powers.values())


def test_what_attacks_cover() -> None:
    """The vectors C7 and C8, and the boss."""
    monsters = starter().monsters
    rattler, archer, boss = (monsters[ident].attack for ident in ("bone-rattler", "grave-archer", "broodmother"))
    assert rattler[3] == (Cell("battle", -1), Cell("battle", 1))
    assert rattler[4] == ()
    assert rattler[6] == (Cell("flank"), Cell("battle", 2))
    assert archer[4] == (Cell("hide"), Cell("battle", 4))
    assert boss[6] == (Cell("hide"), Cell("taunt"))
    assert all(set(m.attack) == set(range(1, 7)) for m in monsters.values())
    cells = {m.id: sum(map(len, m.attack.values())) for m in monsters.values()}
    some = ("wailing-shade", "hex-chanter", "thorn-boar", "moss-troll", "elder-owlbear")
    assert [cells[ident] for ident in some] == [9, 10, 8, 7, 8]


# -- quests and treasures ----------------------------------------------------------------------------------------------


def test_goals() -> None:
    found = []
    for quest in starter().quests.values():
        for target in quest.targets:
            sums, requires = ",".join(map(str, target.sums)), ",".join(target.requires) or "-"
            assert target.max == 1
            assert set(target.cost.values()) <= {1}
            found.append([quest.id, target.id, target.spot, sums, requires, ",".join(target.cost) or "-"])
    assert found == [line.split() for line in GOALS.strip().splitlines()]


def test_what_goals_bring() -> None:
    brings = {
        t.id: [(e.op, e.at or e.resource) for e in t.on_success] for q in starter().quests.values() for t in q.targets
    }
    both = [("place_quest_cube", "hex"), ("gain", "experience")]
    assert all(brings[f"{kind}-{letter}"] == both for kind in ("seal", "beacon") for letter in "abcd")
    assert all(brings[ident] == [("place_quest_cube", "card")] for ident in ("track-a", "track-c", "trail", "key"))
    assert brings["scholar"] == [("place_quest_cube", "party")]


def test_times_rules_and_victories() -> None:
    quests = starter().quests
    assert {ident: quest.time_start for ident, quest in quests.items()} == {
        "four-seals": 22,
        "broodmother-hunt": 17,
        "lost-scholar": 18,
        "beacons": 16,
    }
    won = {i: (q.victory.op, q.victory.at_least, q.victory.requires_done, q.victory.when) for i, q in quests.items()}
    assert won == {
        "four-seals": ("party_at", 4, (), "end_of_turn_before_time"),
        "broodmother-hunt": ("defeat", 0, (), "immediately"),
        "lost-scholar": ("party_at", 0, ("scholar",), "end_of_turn_before_time"),
        "beacons": ("count_done", 4, (), "immediately"),
    }
    (boss,) = quests["broodmother-hunt"].rules
    assert (boss.op, boss.spot, boss.needs_done, boss.of) == ("boss_at", "D", 3, ("track-a", "track-b", "track-c"))
    assert boss.monster is not None
    assert (boss.monster.health, boss.monster.defense, boss.monster.damage, boss.monster.die) == (8, 3, 2, ())
    (burden,) = quests["lost-scholar"].rules
    assert (burden.op, burden.n, burden.while_done, burden.cap_at) == ("trouble_dice", 1, "scholar", 3)
    (light,) = quests["beacons"].rules
    assert (light.op, light.n) == ("trouble_dice_at_done_hex", -1)


def test_every_quest_can_be_played_on_every_map() -> None:
    content = starter()
    assert not [(m, q) for m in content.maps for q in content.quests if fits(content, m, q)]


def test_treasures() -> None:
    cards = starter().treasures
    kept = {
        f"{number} {find.item.id if find.item else find.relic.id if find.relic else '-'}"
        for card in cards.values()
        for number, find in card.results.items()
        if find is not None and not find.effects
    }
    assert kept == {
        *("10 healing-draught", "12 moonsilver-blade", "10 throwing-flask", "12 lantern-first-light"),
        *("10 smoke-pot", "12 stag-heart-amulet"),
    }
    assert all(set(card.results) == set(range(2, 13)) for card in cards.values())
    assert all([n for n, find in card.results.items() if find is None] == [7] for card in cards.values())
    uses = {thing.id: (thing.uses, thing.when, thing.effects[0].op, thing.effects[0].n)
            for thing in starter().keepsakes.values()}  # fmt: skip
    assert uses == {
        "healing-draught": (1, "any", "heal", 2),
        "moonsilver-blade": (3, "bearer_melee_hit", "bonus_damage", 1),
        "throwing-flask": (1, "battle_any", "monster_damage", 2),
        "lantern-first-light": (2, "before_roll_for_trouble", "skip_trouble", 0),
        "smoke-pot": (1, "battle_before_monster_attack", "cancel_monster_attack", 0),
        "stag-heart-amulet": (2, "bearer_would_fall", "stay_at", 1),
    }
    found = cards["sunken-hoard"].results[3]
    assert found is not None
    assert found.effects == (Effect("gain", 2, "money"), Effect("status", target="searcher", status="cursed"))


# -- heroes ------------------------------------------------------------------------------------------------------------


def test_heroes() -> None:
    heroes = starter().heroes
    assert {ident: (type(card), card.health, card.reroll_vs) for ident, card in heroes.items()} == {
        "cleric": (ClericCard, 5, "undead"),
        "thief": (ThiefCard, 4, ""),
        "witch": (WitchCard, 4, ""),
        "ranger": (RangerCard, 5, "darkling"),
        "shepherd": (ShepherdCard, 4, ""),
    }


def test_the_clerics_card() -> None:
    card = starter().heroes["cleric"]
    assert isinstance(card, ClericCard)
    assert [[spot.action if spot else None for spot in row] for row in card.grid] == [
        ["", "heal", "melee1", "gain_food"],
        ["bless", "rest", "defense", "heal"],
        ["rally", "heal", "melee2", None],
    ]
    flat = [spot for row in card.grid for spot in row if spot is not None]
    assert [spot.id for spot in flat if spot.up] == ["g00", "g01", "g02", "g10", "g12"]
    assert [spot.id for spot in flat if spot.removal] == ["g20", "g21", "g22"]
    assert [(spot.id, spot.start, spot.removal) for spot in card.range_track] == [
        ("near", True, False),
        ("any", False, True),
        ("all", False, True),
    ]


def test_the_thiefs_card() -> None:
    card = starter().heroes["thief"]
    assert isinstance(card, ThiefCard)
    assert [spot.action for spot in card.ring] == [
        "search",
        "hide",
        "pick_lock",
        "backstab",
        "disarm_trap",
        "gain_money",
    ]
    assert card.center.action == "dual_melee1"
    assert (card.disorientation, card.center_needs) == ({1: 2, 2: 3, 3: 4}, 3)


def test_the_witchs_card() -> None:
    card = starter().heroes["witch"]
    assert isinstance(card, WitchCard)
    assert {spot.id: spot.action for spot in (*card.left, *card.right)} == {
        **dict.fromkeys(("berries", "moonwort", "nightshade"), ""),
        "frog": "melee1",
        "feather": "defense",
        "eye": "extra_damage",
    }
    assert {spell.pair: (spell.id, spell.action) for spell in card.spells} == {
        frozenset({"nightshade", "frog"}): ("hex", "range1"),
        frozenset({"berries", "eye"}): ("brew", "gain_food_or_money"),
        frozenset({"moonwort", "eye"}): ("scry", "search"),
        frozenset({"moonwort", "feather"}): ("fly", "fly"),
        frozenset({"nightshade", "eye"}): ("curse", "curse"),
    }
    assert [spell.id for spell in card.spells if spell.removal] == ["scry"]


def test_the_rangers_card() -> None:
    card = starter().heroes["ranger"]
    assert isinstance(card, RangerCard)
    assert [spot.action for spot in card.training] == ["search2", "range1", "dual_melee1", "bear_call"]
    assert [f"{spot.action}{'+' if spot.green else ''}" for spot in card.mill] == [
        *("melee1", "search2+", "gain_food", "range1+", "melee2", "dual_melee1+", "heal", "bear_call+"),
    ]


def test_the_shepherds_card() -> None:
    card = starter().heroes["shepherd"]
    assert isinstance(card, ShepherdCard)
    assert {area: [spot.action for spot in spots] for area, spots in card.areas.items()} == {
        "N": ["dog", "melee1", "search"],
        "E": ["dog", "range1", "gain_money"],
        "S": ["dog", "heal", "gain_food"],
        "W": ["dog", "melee1", "defense"],
    }
    assert [spot.id for spots in card.areas.values() for spot in spots if spot.removal] == ["n2"]


def test_every_icon_but_one_is_on_some_card() -> None:
    """The heaviest melee is left for the cards of owners."""
    used = set(re.findall(r'action = "(\w+)"', starter_texts()["heroes.toml"]))
    assert set(ACTIONS) - used == {"melee3"}
