"""Setting up: players and pieces, factions, armies, bags and supplies, and who begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from rules.engine.game import SettingError
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal, Prepare
from rules.engine.types import PieceId, Refusal
from rules.games.war_chest.names import is_royal
from tests.games.war_chest._match import (
    WAR_CHEST,
    allowed,
    asked,
    begin,
    coins,
    control,
    deal,
    do,
    kind,
    kinds,
    refused,
    told,
)

FIVE = [
    "berserker",
    "crossbowman",
    "ensign",
    "footman",
    "light_cavalry",
    "marshall",
    "mercenary",
    "royal_guard",
    "scout",
    "swordsman",
]
FOUR = ["archer", "cavalry", "knight", "lancer", "pikeman", "warrior_priest"]


def cards(match: Match, seat: int) -> list[str]:
    """The units of a seat, in the order of its cards."""
    return [card.removeprefix("card_") for card in match.state.pile(f"cards/{seat}")]


def in_bags(match: Match) -> Counter[str]:
    """What can be in the bags, by kind: the coins of which nobody knows the place."""
    return Counter(piece.kind for piece in match.state.unaccounted("coins"))


def deal_cards(match: Match, names: str) -> None:
    """Turns up these unit cards."""
    told(match, *(f"card_{name}" for name in names.split()))


def unit_coins(pieces: Iterable[PieceId]) -> Counter[str]:
    return Counter(piece.kind for piece in pieces if not is_royal(piece))


# -- the box -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-001")
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_it_is_for_two_or_four_players(seats: int) -> None:
    with pytest.raises(SettingError, match=rf"^War Chest is for 2 or 4 players, not {seats}\.$"):
        begin(seats)
    assert [len(begin(n).table.seats) for n in (2, 4)] == [2, 4]


@pytest.mark.rules("WC-002", "WC-003", "WC-010")
def test_what_is_in_the_box() -> None:
    pieces = WAR_CHEST.all_pieces(WAR_CHEST.check_settings({}))
    counts = unit_coins(pieces["coins"])
    assert counts == {**dict.fromkeys(FIVE, 5), **dict.fromkeys(FOUR, 4)}
    assert counts.total() == 74
    assert len(pieces["coins"]) == 74 + 4
    assert sorted(pieces["unit_cards"]) == sorted(f"card_{unit}" for unit in (*FIVE, *FOUR))
    assert Counter(p.kind for p in pieces["markers"]) == {"marker_raven": 8, "marker_wolf": 8}
    assert pieces["initiative"] == ("initiative_marker",)
    assert [key for key in begin(4).state.piles if key.startswith("bag/")] == [f"bag/{seat}" for seat in range(4)]


@pytest.mark.rules("WC-002", "WC-014")
def test_the_marker_of_initiative_has_a_side_for_each_faction() -> None:
    match = begin(armies="gaugamela", royal_guard="later")
    told(match, "done")
    ways = {o.key: o.gesture for o in match.options(None)}
    assert set(ways) == {"raven", "wolf"}
    assert len({str(way) for way in ways.values()}) == 2


@pytest.mark.rules("WC-004", "WC-221")
@pytest.mark.parametrize(("seats", "markers", "royals"), [(2, 6, 1), (4, 8, 2)])
def test_pieces_of_a_faction(seats: int, markers: int, royals: int) -> None:
    decks = begin(seats).table.decks
    assert Counter(p.kind for p in decks["markers"]) == {"marker_raven": markers, "marker_wolf": markers}
    assert sum(is_royal(p) for p in decks["coins"]) == 2 * royals


# -- factions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-C01", "WC-018")
def test_factions_go_by_seat_unless_the_players_choose() -> None:
    match = begin(armies="first")
    assert [match.state[f"faction/{seat}"] for seat in range(2)] == ["wolf", "raven"]
    assert kind(match) == "fill_bags"


@pytest.mark.rules("WC-018", "WC-C01")
@pytest.mark.parametrize("seats", [2, 4])
def test_different_wishes_are_granted(seats: int) -> None:
    match = begin(seats, choose_factions=True)
    assert (kind(match), asked(match)) == ("faction", [0, 1])
    assert allowed(match, 0) == allowed(match, 1) == {"wolf", "raven"}
    assert kinds(do(match, 0, "raven")) == []
    events = do(match, 1, "wolf")
    assert [match.state[f"faction/{seat}"] for seat in range(seats)] == ["raven", "wolf"] * (seats // 2)
    assert kinds(events) == ["faction"] * seats


@pytest.mark.rules("WC-018", "A-17")
@pytest.mark.parametrize("lot", ["wolf:raven", "raven:wolf"])
@pytest.mark.parametrize("wish", ["wolf", "raven"])
def test_lots_are_drawn_where_both_want_the_same(wish: str, lot: str) -> None:
    match = begin(armies="first", choose_factions=True)
    do(match, 1, wish)
    do(match, 0, wish)
    assert (kind(match), asked(match)) == ("faction_lots", [])
    assert {o.key for o in match.options(None)} == {"wolf:raven", "raven:wolf"}
    told(match, lot)
    assert [match.state[f"faction/{seat}"] for seat in range(2)] == lot.split(":")


@pytest.mark.rules("WC-004", "WC-006", "WC-018")
def test_markers_and_royal_coin_follow_the_faction() -> None:
    match = begin(armies="first", choose_factions=True)
    do(match, 0, "raven")
    do(match, 1, "wolf")
    told(match, "done")
    assert isinstance(match.question, Deal)
    assert "royal_raven" in match.question.among["hand/0"]
    assert "royal_wolf" not in match.question.among["hand/0"]
    assert "royal_wolf" in match.question.among["hand/1"]
    assert control(match) == {"d7": "wolf", "g6": "wolf", "e2": "raven", "h1": "raven"}


# -- armies ------------------------------------------------------------------------------------------------------------


READY_MADE = {
    "first": ("swordsman pikeman crossbowman light_cavalry", "archer cavalry lancer scout"),
    "gaugamela": ("knight light_cavalry pikeman marshall", "cavalry footman mercenary royal_guard"),
    "bannockburn": ("archer cavalry lancer footman", "light_cavalry pikeman warrior_priest swordsman"),
    "crecy": ("archer ensign knight royal_guard", "cavalry crossbowman lancer scout"),
}


@pytest.mark.rules("WC-015", "WC-019", "WC-I01")
@pytest.mark.parametrize("battle", READY_MADE)
def test_ready_made_armies(battle: str) -> None:
    match = begin(armies=battle, royal_guard="later")
    wanted = [text.split() for text in READY_MADE[battle]]
    assert [cards(match, seat) for seat in range(2)] == wanted
    assert [match.state[f"army/{seat}"] for seat in range(2)] == [tuple(army) for army in wanted]
    assert kind(match) == "fill_bags"


@pytest.mark.rules("WC-019", "WC-001")
@pytest.mark.parametrize("battle", READY_MADE)
def test_ready_made_armies_are_for_two(battle: str) -> None:
    sentence = r"^The ready-made battles are for two players; four draw their armies at random, or draft them\.$"
    with pytest.raises(SettingError, match=sentence):
        begin(4, armies=battle)


@pytest.mark.rules("WC-009", "WC-I01", "WC-C01")
def test_armies_at_random() -> None:
    match = begin()
    asked_for = []
    for name in (*FOUR, "scout", "ensign"):
        assert kind(match) == "deal_card"
        assert match.question is not None
        asked_for.append((match.question.facts["seat"], match.question.facts["count"]))
        deal_cards(match, name)
        if name == "scout":  # no card is dealt twice
            assert match.check(Answer(None, "card_knight")) == Refusal("cannot_be_there", "", {"piece": "card_knight"})
    assert asked_for == [(0, 4), (0, 3), (0, 2), (0, 1), (1, 4), (1, 3), (1, 2), (1, 1)]
    assert cards(match, 0) == FOUR[:4]
    assert cards(match, 1) == [*FOUR[4:], "scout", "ensign"]
    assert kind(match) == "fill_bags"
    assert match.state.pile("cards/0").face_up


@pytest.mark.rules("WC-222", "WC-223", "WC-009")
def test_armies_at_random_for_four() -> None:
    match = begin(4)
    names = (*FOUR, *FIVE)
    deal_cards(match, " ".join(names[:12]))
    assert [cards(match, seat) for seat in range(4)] == [list(names[n : n + 3]) for n in (0, 3, 6, 9)]
    assert kind(match) == "fill_bags"


# -- the Royal Guard's card --------------------------------------------------------------------------------------------


@pytest.mark.rules("A-2")
@pytest.mark.parametrize(("answer", "card"), [("later", "later"), ("first", "first")])
def test_the_card_of_the_royal_guard_is_asked_of_its_owner(answer: str, card: str) -> None:
    match = begin(armies="gaugamela")
    assert (kind(match), asked(match)) == ("guard_card", [1])
    assert [o.key for o in match.options(match.waiting[0])] == ["later", "first"]
    do(match, 1, answer)
    assert match.state["guard_card"] == card
    assert kind(match) == "fill_bags"


@pytest.mark.rules("A-2")
@pytest.mark.parametrize(
    ("armies", "setting", "card"),
    [("crecy", "first", "first"), ("crecy", "later", "later"), ("first", "ask", "later"), ("first", "first", "first")],
)
def test_it_is_not_asked_where_it_is_said_or_not_in_play(armies: str, setting: str, card: str) -> None:
    match = begin(armies=armies, royal_guard=setting)
    assert kind(match) == "fill_bags"
    assert match.state["guard_card"] == card


@pytest.mark.rules("A-2")
def test_in_a_team_too_its_owner_is_asked() -> None:
    match = begin(4)
    deal_cards(match, " ".join((*FOUR, "royal_guard", *FIVE[:5])))
    assert (kind(match), asked(match)) == ("guard_card", [2])
    assert refused(match, 0, "first").code == "not_your_turn"


# -- bags, supplies, markers -------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-011", "WC-012", "WC-013", "WC-I02", "WC-I05")
def test_bags_supplies_and_box_of_two() -> None:
    match = begin(armies="first")
    assert isinstance(match.question, Prepare)
    told(match, "done")
    state = match.state
    own = ["swordsman", "pikeman", "crossbowman", "light_cavalry", "archer", "cavalry", "lancer", "scout"]
    assert [len(state.pile(f"bag/{seat}")) for seat in range(2)] == [9, 9]
    assert [state.pile(f"bag/{seat}").unseen for seat in range(2)] == [9, 9]
    assert not any(slot.face_up for seat in range(2) for slot in state.pile(f"bag/{seat}").slots)
    assert in_bags(match) == {**dict.fromkeys(own, 2), "royal_wolf": 1, "royal_raven": 1}
    supplies = [[coins(match, f"supply_{n}/{seat}") for n in range(1, 5)] for seat in range(2)]
    assert supplies[0] == [["swordsman"] * 3, ["pikeman"] * 2, ["crossbowman"] * 3, ["light_cavalry"] * 3]
    assert supplies[1] == [["archer"] * 2, ["cavalry"] * 2, ["lancer"] * 2, ["scout"] * 3]
    box = unit_coins(p for p in state.pile("unused") if p in match.table.decks["coins"])
    assert box == {unit: 5 if unit in FIVE else 4 for unit in (*FIVE, *FOUR) if unit not in own}


@pytest.mark.rules("WC-222", "WC-011", "WC-012")
def test_bags_and_supplies_of_four() -> None:
    match = begin(4, royal_guard="later")
    deal_cards(match, " ".join((*FOUR, *FIVE)[:12]))
    told(match, "done")
    assert [len(match.state.pile(f"bag/{seat}")) for seat in range(4)] == [7] * 4
    royals = {"royal_wolf": 1, "royal_wolf_2": 1, "royal_raven": 1, "royal_raven_2": 1}
    assert in_bags(match) == {**dict.fromkeys((*FOUR, *FIVE)[:12], 2), **royals}
    left = [[len(match.state.pile(f"supply_{n}/{seat}")) for n in range(1, 4)] for seat in range(4)]
    assert left == [[2, 2, 2], [2, 2, 2], [3, 3, 3], [3, 3, 3]]
    assert "supply_4/0" not in match.state.piles


@pytest.mark.rules("WC-006", "WC-007", "WC-008", "WC-I04")
def test_markers_and_board_of_two() -> None:
    match = begin(armies="first")
    assert control(match) == {}
    told(match, "done")
    assert control(match) == {"d7": "wolf", "g6": "wolf", "e2": "raven", "h1": "raven"}
    assert [len(match.state.pile(f"stock_{side}")) for side in ("wolf", "raven")] == [4, 4]
    neutral = {k.removeprefix("control/") for k, p in match.state.piles.items() if k.startswith("control/") and not p}
    assert neutral == {"c6", "d4", "e5", "g3", "h4", "i2"}
    assert not any(len(pile) for key, pile in match.state.piles.items() if key.startswith("hex/"))


@pytest.mark.rules("WC-221", "WC-007", "WC-008")
def test_markers_and_board_of_four() -> None:
    match = begin(4, royal_guard="later")
    deal_cards(match, " ".join((*FOUR, *FIVE)[:12]))
    told(match, "done")
    assert control(match) == {"d7": "wolf", "g6": "wolf", "j3": "wolf", "e2": "raven", "h1": "raven", "b5": "raven"}
    assert [len(match.state.pile(f"stock_{side}")) for side in ("wolf", "raven")] == [5, 5]
    neutral = {k.removeprefix("control/") for k, p in match.state.piles.items() if k.startswith("control/") and not p}
    assert neutral == {"a7", "c6", "d4", "e5", "g3", "h4", "i2", "k1"}
    assert not any(len(pile) for key, pile in match.state.piles.items() if key.startswith("hex/"))


# -- who begins --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-015", "WC-I06")
def test_the_first_player_of_the_first_game_begins_without_a_flip() -> None:
    match = begin(armies="first")
    events = told(match, "done")
    assert kinds(events) == ["bags_filled", "begins", "round_begins"]
    assert match.state["initiative"] == 0
    assert match.state["initiative_changed"] is False
    assert "initiative_marker" in match.state.pile("initiative/0")
    deal(match)
    assert asked(match) == [0]


@pytest.mark.rules("WC-014", "WC-019", "WC-I06")
@pytest.mark.parametrize("armies", ["random", "gaugamela", "bannockburn", "crecy"])
@pytest.mark.parametrize(("side", "seat"), [("wolf", 0), ("raven", 1)])
def test_otherwise_the_flip_says_who_begins(armies: str, side: str, seat: int) -> None:
    match = begin(armies=armies, royal_guard="later")
    if armies == "random":
        deal_cards(match, " ".join((*FOUR, *FIVE)[:8]))
    told(match, "done")
    assert (kind(match), asked(match)) == ("flip", [])
    told(match, side)
    assert match.state["initiative"] == seat
    (slot,) = match.state.pile(f"initiative/{seat}").slots
    assert (slot.piece, slot.face_up) == ("initiative_marker", side == "raven")
    deal(match)
    assert asked(match) == [seat]


@pytest.mark.rules("WC-014", "WC-018")
def test_the_flip_goes_by_the_faction_that_was_chosen() -> None:
    match = begin(armies="crecy", royal_guard="later", choose_factions=True)
    do(match, 0, "raven")
    do(match, 1, "wolf")
    told(match, "done", "raven")
    assert match.state["initiative"] == 0


@pytest.mark.rules("WC-I06")
def test_nobody_answers_for_the_flip() -> None:
    match = begin(armies="crecy", royal_guard="later")
    told(match, "done")
    assert refused(match, 0, "nonsense").code == "no_such_option"
    assert match.state["initiative"] is None
