"""How a match of Chain Mail begins: cards, heroes, where everything stands, who leads whom (CM-001 to CM-013)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rules.engine.match import Match
from rules.engine.questions import Chance
from rules.engine.types import ALL, UNSEEN, Seat
from rules.games.chain_mail import heroes as cards, names as n
from rules.games.chain_mail.content import RESOURCES
from rules.games.chain_mail.screens import draw_map, draw_sheets
from rules.games.chain_mail.settings import unfit
from rules.games.chain_mail.situation import Sign
from tests.games.chain_mail._match import (
    CHAIN_MAIL,
    FOUR,
    SHEPHERDS,
    STARTER,
    battle,
    begin,
    do,
    fact,
    heard,
    hearts,
    keys,
    kind,
    now,
    number,
    options,
    party,
    refused,
    throw,
    track,
    use,
    with_map,
)


def set_out(heroes: str = FOUR, seats: int = 1, **settings: object) -> Match:
    """A match at its first turn, whose cards were all chosen by the options."""
    chosen = {"quest": "four-seals", "monsters": "restless-dead", "treasure": "old-packs", **settings}
    match = begin(seats, **chosen)
    use(match, *(f"hero:{hero}" for hero in heroes.split()), "done")
    return match


def leaders(match: Match) -> list[int]:
    return [int(now(match).leader(hero)) for hero in now(match).heroes]


# -- cards and heroes --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-001")
def test_one_to_four_people_play() -> None:
    assert list(CHAIN_MAIL.seats) == [1, 2, 3, 4]
    assert [kind(set_out(seats=seats)) for seats in CHAIN_MAIL.seats] == ["travel"] * 4


@pytest.mark.rules("CM-002")
@pytest.mark.parametrize("four", list(combinations(STARTER.heroes, 4)))
@pytest.mark.parametrize("seats", [1, 4])
def test_four_different_heroes(four: tuple[str, ...], seats: int) -> None:
    match = begin(seats, quest="beacons", monsters="restless-dead", treasure="old-packs")
    for count, hero in enumerate(four):
        assert kind(match) == "choose_hero"
        assert keys(match, "hero") == {f"hero:{h}" for h in STARTER.heroes if h not in four[:count]}
        do(match, f"hero:{hero}", seat=seats - 1)
    assert kind(match) == "lay_out"
    assert now(match).heroes == four


@pytest.mark.rules("CM-002")
def test_the_usual_heroes_take_one_tap() -> None:
    match = begin(quest="beacons", monsters="restless-dead", treasure="old-packs")
    do(match, "usual")
    assert len(set(now(match).heroes)) == 4
    assert kind(match) == "lay_out"


@pytest.mark.rules("CM-003", "CM-I06")
@pytest.mark.parametrize(
    ("seats", "wanted"), [(1, [0, 0, 0, 0]), (2, [0, 0, 1, 1]), (3, [0, 1, 2, 1]), (4, [0, 1, 2, 3])]
)
def test_who_leads_whom(seats: int, wanted: list[int]) -> None:
    match = set_out(seats=seats)
    assert leaders(match) == wanted
    told = heard(match, "hero_joins")
    assert [joined["hero"] for joined in told] == FOUR.split()
    assert [joined["seat"] for joined in told] == [Seat(seat) for seat in wanted]


@pytest.mark.rules("CM-003", "A-27")
def test_the_shared_hero_goes_round() -> None:
    by_turn = [leaders(party(seats=3, tracks={n.TURN_NUMBER: turn}))[3] for turn in range(1, 5)]
    assert by_turn == [1, 2, 0, 1]


@pytest.mark.rules("CM-I06")
def test_the_question_names_who_leads() -> None:
    match = party("adventure", seats=4, tracks={n.ACTED: ("cleric", "witch", "ranger")})
    assert (fact(match, "hero"), fact(match, "leader")) == ("thief", Seat(1))
    assert match.question is not None
    assert match.question.lead == Seat(1)


@pytest.mark.rules("CM-004")
def test_cards_are_chosen_freely() -> None:
    match = begin(2)
    assert keys(match, "card") == {f"card:quest_{ident}" for ident in STARTER.quests}
    do(match, "card:quest_beacons", seat=1)
    assert keys(match, "card") == {f"card:monsters_{ident}" for ident in STARTER.monster_cards}
    do(match, "card:monsters_deepwood-beasts")
    assert keys(match, "card") == {f"card:treasure_{ident}" for ident in STARTER.treasures}
    do(match, "card:treasure_witch-market", seat=1)
    situation = now(match)
    assert situation.quest == STARTER.quests["beacons"]
    assert situation.monster_card == STARTER.monster_cards["deepwood-beasts"]
    assert situation.treasure == STARTER.treasures["witch-market"]
    assert kind(match) == "choose_hero"


@pytest.mark.rules("CM-004")
def test_cards_can_be_fixed_before() -> None:
    match = begin(map="ember-maw", quest="lost-scholar", treasure="sunken-hoard")
    assert kind(match) == "choose_monsters"  # the only one that is left open
    situation = now(match)
    assert (situation.map.id, situation.quest) == ("ember-maw", STARTER.quests["lost-scholar"])
    do(match, "card:monsters_restless-dead")
    assert now(match).treasure == STARTER.treasures["sunken-hoard"]


@pytest.mark.rules("CM-004")
def test_a_quest_needs_its_places() -> None:
    lantern = STARTER.maps["lantern-deep"]
    content = with_map(replace(lantern, hexes=tuple(replace(one, spot="") for one in lantern.hexes)))
    for quest in ("four-seals", "ask"):
        assert "cannot be played" in unfit(content, {"map": "lantern-deep", "quest": quest})
        assert unfit(STARTER, {"map": "lantern-deep", "quest": quest}) == ""
    assert unfit(content, {"map": "ember-maw", "quest": "ask"}) == ""


# -- where everything stands -------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-005")
@pytest.mark.parametrize("on_map", STARTER.maps)
def test_the_party_begins_on_the_first_hex(on_map: str) -> None:
    match = set_out(map=on_map)
    assert match.state.where(n.PARTY) == "hex/1"
    assert now(match).hex.id == STARTER.maps[on_map].start == 1


@pytest.mark.rules("CM-006", "CM-007")
@pytest.mark.parametrize("four", [FOUR, SHEPHERDS])
def test_cubes_and_hearts_at_the_start(four: str) -> None:
    match = set_out(four)
    for hero in four.split():
        card = STARTER.heroes[hero]
        assert now(match).cubes(hero) == cards.model_of(card).start
        assert len(now(match).cubes(hero)) == (1 if hero == "shepherd" else 2)  # the dog is a token of its own
        assert hearts(match, hero) == card.health
        assert track(match, n.away(hero)) == ()
    assert match.state.where(n.DOGS[0]) == (n.KENNEL if "shepherd" in four else n.BOX)
    assert match.state.where(n.DOGS[1]) == n.BOX
    assert track(match, n.ACTED) == ()


@pytest.mark.rules("CM-008")
def test_resources_at_the_start() -> None:
    match = set_out()
    assert [number(match, r) for r in RESOURCES] == [3, 2, 1, 0]
    assert list(STARTER.constants.resource_start.values()) == [3, 2, 1, 0]


@pytest.mark.rules("CM-009")
@pytest.mark.parametrize(("quest", "time"), [("four-seals", 22), ("broodmother-hunt", 17), ("beacons", 16)])
def test_the_quest_says_how_much_time_there_is(quest: str, time: int) -> None:
    assert STARTER.constants.time_start == 22
    assert number(set_out(quest=quest, difficulty="easy"), n.TIME) == time  # as printed


@pytest.mark.rules("CM-010", "CM-011", "CM-012")
def test_nothing_is_used_before_the_first_turn() -> None:
    match = set_out()
    assert (track(match, n.MONSTER), number(match, n.MONSTER_HEALTH), number(match, n.ROUND)) == ("", 0, 0)
    assert match.state.where(n.MONSTER_TOKEN) == n.BOX
    assert now(match).treasure_cubes == STARTER.constants.treasure_cubes == 3
    for empty in (n.QUEST_CUBES, n.CHESTS, n.ITEMS, n.RELICS, n.DONE, n.SIGNS):
        assert track(match, empty) == ()
    signs = {field.cell: field.signs for field in draw_map(now(match)).fields}
    assert [name for name, on in signs.items() if "chest" in on] == ["6", "13"]


@pytest.mark.rules("CM-013")
def test_the_battle_card_shows_only_in_battle() -> None:
    assert [sheet.key for sheet in draw_sheets(now(set_out()))] == FOUR.split()
    assert "battle" in [sheet.key for sheet in draw_sheets(now(battle()))]


# -- what is known -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-I01", "CM-I02", "CM-I05")
def test_everything_is_seen_by_everybody() -> None:
    match = party("adventure", heroes=SHEPHERDS, seats=3, dogs=["hex/2"], tracks={n.SIGNS: (Sign(2, "safe"),)})
    for reader in (None, *match.state.seats):
        seen = match.seen(reader)
        assert seen.tracks == match.state.tracks
        for key, pile in match.state.piles.items():
            assert set(seen.pile(key).pieces) == set(pile.pieces)
        assert not any(slot.piece is UNSEEN for pile in seen.piles.values() for slot in pile.slots)
    assert {field.cell for field in draw_map(now(match)).fields if "safe" in field.signs} == {"2"}


@pytest.mark.rules("CM-I01", "CM-I02")
def test_everything_is_told_to_everybody() -> None:
    match = party(seats=2, tracks={n.MONEY: 2})
    use(match, "go:2")
    throw(match, 2, 3)
    do(match, "turn:cube:cleric:g00-TO-g03")
    assert {"went", "rolled", "moved_cubes"} <= {told.event.kind for told in match.told}
    assert all(told.event.audience == ALL for told in match.told)
    assert options(match, 0).keys() == options(match, 1).keys()


@pytest.mark.rules("CM-I02")
def test_what_changes_a_die_and_what_it_costs_is_told_to_everybody() -> None:
    match = party("adventure", seats=2, cubes={"cleric": "all g10"}, tracks={n.MONEY: 2})
    do(match, "turn:cube:thief:h0-TO-h2")
    events = use(match, "1", "again:1:bless:cleric:0", "2", "die:1:3")
    assert [(e.kind, e.facts["dice"]) for e in events if "dice" in e.facts] == [
        ("rolled", (1,)),
        ("rolled_again", (2,)),
        ("changed_die", (3,)),
    ]
    assert {e.audience for e in events} == {ALL}
    assert next(e.facts for e in events if e.kind == "blessed") == {"hero": "thief", "helper": "cleric"}
    assert [match.seen(reader).number(n.MONEY) for reader in match.state.seats] == [1, 1]


@pytest.mark.rules("CM-I03")
def test_nothing_is_drawn_ahead() -> None:
    match = party("trouble", at=6, tracks={n.MOVED: 1})
    assert kind(match) == "roll_trouble"
    faces = {key for key in keys(match) if key[0].isdigit()}
    assert len(faces) == 6**3  # any roll may be told, so none is fixed
    do(match, "1-2-6")
    assert (kind(match), track(match, n.MONSTER)) == ("roll_monster", "")


@pytest.mark.rules("CM-I04")
def test_an_ambush_is_drawn_by_lot_at_the_table() -> None:
    match = battle(stage="called", tracks={n.MONEY: 0})
    throw(match, 2)
    assert isinstance(match.question, Chance)
    assert keys(match, "place") == {f"place:{hero}" for hero in FOUR.split()}
    assert refused(match, "place:nobody").code == "no_such_option"
