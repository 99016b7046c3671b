"""Captain and Reaper: Rally, and the Blade of Fear."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import honour, legend, points
from tests.games.chesney._match import allowed, asked, do, kind, kinds, middle, play, refused, roll, sees, told, why_not

RIVALS = {0: ("FOX-5:up", "DEER-2:down"), 1: ("BEAR-4:up", "?"), 2: ("DEER-6:up", "?")}


def rally(factions: dict[int, tuple[str, str]], **more: object) -> Match:
    """The Captain of seat 0 has the choice to appear; nobody holds a card, so that nobody is asked for Belief."""
    hands: dict[int, list[str]] = {seat: [] for seat in range(1, 5)}
    lay = {"characters": {0: "CAPTAIN"}, "hands": {0: ["TRAP#1"], **hands}, "factions": factions, **more}
    return middle(phase="appear", **lay)  # type: ignore[arg-type]


# -- Captain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-CHAR-CAPTAIN-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "possible"),
    [
        (("FOX-5:up", "DEER-2:down"), "BEAR-4:up", True),
        (("FOX-5:up", "DEER-2:down"), "FOX-4:up", False),  # the lower card cannot be turned up
        (("FOX-1:up", "DEER-2:down"), "FOX-4:up", True),  # the higher one can
        (("FOX-1:up", "?"), "FOX-4:up", True),  # what nobody has told may be higher
        (("FOX-1:down", "FOX-2:down"), "FOX-4:up", False),
        (("FOX-1:down", "FOX-2:down"), "BEAR-4:down", False),
    ],
)
def test_the_captain_needs_somebody_to_fight(mine: tuple[str, str], theirs: str, possible: bool) -> None:
    match = rally({0: mine, 1: (theirs, "?")})
    assert why_not(match, 0, "appear:CAPTAIN") == ("" if possible else "no_captain_now")
    if not possible:
        assert refused(match, 0, "appear:CAPTAIN").rule == "CH-CHAR-CAPTAIN-01"


@pytest.mark.rules("CH-CHAR-CAPTAIN-01")
def test_what_wounded_players_show_is_nothing_to_fight() -> None:
    match = rally({0: ("FOX-5:up", "?"), 1: ("BEAR-4:up", "?")}, hp={1: 0})
    assert why_not(match, 0, "appear:CAPTAIN") == "no_captain_now"


@pytest.mark.rules("CH-CHAR-CAPTAIN-02")
def test_the_own_side_shows_or_is_turned_up() -> None:
    match = rally({0: ("FOX-2:up", "DEER-5:down"), 1: ("BEAR-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert allowed(match, 0) == {"faction:fox", "turn:right:DEER-5"}
    events = do(match, 0, "turn:right:DEER-5")
    assert told(events, "battle")[0]["factions"] == ("deer", "bear")


@pytest.mark.rules("CH-CHAR-CAPTAIN-02")
def test_a_lower_card_stays_down_and_with_none_up_one_must_be_shown() -> None:
    match = rally({0: ("FOX-5:up", "DEER-2:down"), 1: ("BEAR-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert why_not(match, 0, "turn:right:DEER-2") == "lower_card_stays_down"
    match = rally({0: ("FOX-5:down", "DEER-2:down"), 1: ("BEAR-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert allowed(match, 0) == {"turn:left:FOX-5", "turn:right:DEER-2"}


@pytest.mark.rules("CH-CHAR-CAPTAIN-01", "CH-CHAR-CAPTAIN-02")
def test_a_side_without_a_rival_is_refused_while_another_is_sure() -> None:
    match = rally({0: ("FOX-2:up", "DEER-5:down"), 1: ("FOX-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert refused(match, 0, "faction:fox").code == "no_rival_side"
    match = rally({0: ("FOX-2:up", "?"), 1: ("FOX-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert "no_battle" in kinds(do(match, 0, "faction:fox"))


@pytest.mark.rules("CH-CHAR-CAPTAIN-02")
def test_an_untold_card_is_named_by_turning_it_up() -> None:
    match = rally({0: ("?", "?"), 1: ("BEAR-4:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    events = do(match, 0, "turn:left:FOX-5")
    assert told(events, "battle")[0]["factions"] == ("fox", "bear")
    assert sees(match, -1, "left/0") == ["FOX-5"]


@pytest.mark.rules("CH-CHAR-CAPTAIN-03")
def test_a_captain_of_two_factions_picks_one() -> None:
    match = rally({0: ("FOX-5:up", "DEER-5:up"), 1: ("BEAR-4:up", "?"), 2: ("DEER-3:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    assert allowed(match, 0) == {"faction:fox", "faction:deer"}
    do(match, 0, "faction:deer")
    assert kind(match) == "before_roll", "bear is the only other side"
    match = rally({0: ("FOX-5:up", "DEER-5:up"), 1: ("DEER-3:up", "?")})
    assert told(do(match, 0, "appear:CAPTAIN"), "battle")[0]["factions"] == ("fox", "deer")


@pytest.mark.rules("CH-CHAR-CAPTAIN-04", "CH-CHAR-CAPTAIN-05")
def test_the_captain_chooses_the_enemy_and_rolls_first() -> None:
    match = rally({**RIVALS, 0: ("FOX-5:up", "DRAGON-5:up"), 4: ("FOX-3:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    do(match, 0, "faction:fox")
    assert allowed(match, 0) == {"faction:bear", "faction:deer"}
    events = do(match, 0, "faction:bear")
    assert told(events, "battle")[0]["seats"] == (0, 1, 4)
    order = []
    for die in (1, 2, 3):
        order += asked(match)
        roll(match, asked(match)[0], die)
    assert order == [0, 1, 4]


@pytest.mark.rules("CH-CHAR-CAPTAIN-05", "CH-CHAR-CAPTAIN-06")
def test_ten_more_for_the_captain_alone() -> None:
    match = rally({0: ("FOX-5:up", "?"), 1: ("BEAR-4:up", "?"), 2: ("FOX-3:up", "?"), 3: ("BEAR-2:up", "?")})
    do(match, 0, "appear:CAPTAIN")
    do(match, 0, "faction:fox")
    assert told(roll(match, 0, 2), "rolled")[0]["total"] == 12
    do(match, 1, "6")
    assert told(do(match, 2, "1"), "rolled")[0]["total"] == 1
    events = do(match, 3, "6")
    assert [(e["faction"], e["total"]) for e in told(events, "side_total")] == [("fox", 13), ("bear", 12)]
    assert [match.state[f"hp/{s}"] for s in range(4)] == [3, 2, 3, 2]


@pytest.mark.rules("CH-CHAR-CAPTAIN-07")
def test_the_whole_other_side_has_dealt_the_damage() -> None:
    match = rally(
        {0: ("FOX-5:up", "?"), 1: ("BEAR-4:up", "?"), 2: ("FOX-3:up", "?")},
        hands={0: [], 1: ["STRUGGLE#1"], 2: []},
        hp={1: 1},
    )
    do(match, 0, "appear:CAPTAIN")
    do(match, 0, "faction:fox")
    for seat in range(3):
        roll(match, seat, 3)
    assert kind(match) == "react"
    assert {"react:STRUGGLE#1:0", "react:STRUGGLE#1:2"} <= allowed(match, 1)


@pytest.mark.rules("CH-CHAR-CAPTAIN-08", "CH-CHAR-TRAVELLER-06")
def test_rally_is_no_card() -> None:
    match = rally(
        {0: ("FOX-5:up", "?"), 1: ("BEAR-4:up", "?")},
        hands={0: ["AMBUSH#1", "INN#1"], 1: []},
        characters={0: "CAPTAIN", 1: "SWORD:up"},
    )
    do(match, 0, "appear:CAPTAIN")
    do(match, 0, "faction:fox")
    roll(match, 0, 5)
    roll(match, 1, 5)
    assert match.state["hp/1"] == 2
    assert kind(match) == "plan", "no Sword Intent, and the turn goes on"
    assert {"play:AMBUSH#1", "play:INN#1"} <= allowed(match, 0)


@pytest.mark.rules("CH-CHAR-CAPTAIN-09")
def test_the_captains_honour_looks_at_both_own_cards() -> None:
    assert honour("CAPTAIN:up", ("FOX-2:up", "BEAR-5:up")) == 2
    assert honour("CAPTAIN:down", ("FOX-2:up", "BEAR-5:up")) == 2
    assert honour("CAPTAIN:up", ("FOX-2:up", "BEAR-5:down")) == 0
    assert honour("CAPTAIN:up", ("FOX-2:up", "BEAR-5:up"), settings={"scoring": "adventurer"}) == 0


# -- Reaper ------------------------------------------------------------------------------------------------------------

OPEN = ("FOX-5:up", "BEAR-4:up")


def reaper(cards: tuple[str, str] = OPEN, character: str = "REAPER:up", **more: object) -> Match:
    hands = {0: ["AMBUSH#1", "DUEL#1", "ESTRANGE#1"], 1: [], 2: [], 3: [], 4: []}
    lay = {"characters": {0: character}, "factions": {0: cards}, "hands": hands, **more}
    return legend(**lay)  # type: ignore[arg-type]


@pytest.mark.rules("CH-CHAR-REAPER-01", "CH-CHAR-REAPER-02")
def test_an_ambush_of_a_reaper_does_two() -> None:
    for cards, character, left in (
        (OPEN, "REAPER:up", 1),
        (("FOX-5:up", "?"), "REAPER:up", 2),
        (OPEN, "REAPER:down", 2),
    ):
        match = reaper(cards, character)
        play(match, 0, "AMBUSH#1")
        do(match, 0, "seat:2")
        assert match.state["hp/2"] == left


@pytest.mark.rules("CH-CHAR-REAPER-03")
@pytest.mark.parametrize(
    ("mine", "theirs", "taken", "suffered"), [(3, 9, 2, 1), (5, 5, 2, 1), (10, 1, 2, 0), (11, 1, 3, 0)]
)
def test_a_duel_of_a_reaper(mine: int, theirs: int, taken: int, suffered: int) -> None:
    match = reaper()
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:2")
    roll(match, 0, mine)
    roll(match, 2, theirs)
    assert (match.state["hp/2"], match.state["hp/0"]) == (3 - taken, 3 - suffered)


@pytest.mark.rules("CH-CHAR-REAPER-04")
def test_it_is_one_damage_with_one_answer() -> None:
    match = reaper(hands={0: ["AMBUSH#1"], 2: ["ELIXIR#1", "ELIXIR#2"]}, hp={2: 2})
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:2")
    assert [e["count"] for e in told(events, "damaged")] == [2]
    do(match, 2, "react:ELIXIR#1")
    do(match, 2, "drawn")
    assert match.state["hp/2"] == 1
    assert refused(match, 2, "react:ELIXIR#2").code == "one_elixir", "the second point is not answered on its own"


@pytest.mark.rules("CH-CHAR-REAPER-05")
def test_nothing_is_added_elsewhere() -> None:
    match = reaper(hands={0: [], 1: ["DUEL#1"], 2: []}, turn=1)
    play(match, 1, "DUEL#1")
    do(match, 1, "seat:0")
    roll(match, 1, 2)
    roll(match, 0, 4)
    assert match.state["hp/1"] == 2, "somebody else's Duel"
    match = reaper(hands={0: ["STRUGGLE#1"], 1: ["AMBUSH#1"], 2: []}, turn=1, hp={0: 1})
    play(match, 1, "AMBUSH#1")
    do(match, 1, "seat:0")
    do(match, 0, "react:STRUGGLE#1")
    assert match.state["hp/1"] == 2, "Struggle"
    match = reaper(hands={0: ["FIREBALL"], 1: []}, piles={"reserve": ["BLAST", "POISON#1", "POISON#2"]})
    play(match, 0, "FIREBALL")
    do(match, 0, "seat:1")
    do(match, 0, "seat:3")
    assert [match.state[f"hp/{s}"] for s in (1, 3)] == [2, 2], "Flame Magic"
    match = reaper(hands={0: ["BETRAY#1"]}, factions={0: OPEN, 1: ("FOX-3:up", "?")})
    play(match, 0, "BETRAY#1")
    assert match.state["hp/1"] == 2, "Mass Damage"


@pytest.mark.rules("CH-CHAR-REAPER-06")
def test_a_beast_drops_all_of_it() -> None:
    match = reaper(piles={"effect/2": ["BEAST"]}, hp={2: 1})
    play(match, 0, "AMBUSH#1")
    events = do(match, 0, "seat:2")
    assert "damaged" not in kinds(events)
    assert match.state["hp/2"] == 1


@pytest.mark.rules("CH-CHAR-REAPER-07")
def test_estrange_as_a_single_card_is_not_the_reapers() -> None:
    match = reaper(hp={1: 1, 2: 2}, settings={"estrange_icon": "single"})
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 5)
    roll(match, 2, 5)
    assert (match.state["hp/1"], match.state["hp/2"]) == (0, 1)
    assert points(match) == 0


@pytest.mark.rules("CH-CHAR-REAPER-08", "CH-CHAR-HON-04")
def test_the_reapers_honour_needs_neither_skill_nor_open_card() -> None:
    match = reaper(("?", "?"), hp={2: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert points(match) == 2
    match = reaper(hp={2: 2})  # the point added by the skill is the last one
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert points(match) == 2
    factions = {0: ("FOX-5:up", "?"), 2: ("BEAR-3:up", "BEAR-2:up")}
    match = reaper(hp={2: 1}, hands={0: ["SWEEP#1"], 2: []}, factions=factions)
    play(match, 0, "SWEEP#1")
    do(match, 0, "faction:fox")
    do(match, 1, "neither")
    for seat in (3, 4):
        do(match, seat, "neither")
    assert match.state["hp/2"] == 0
    assert points(match) == 0, "Sweep is no Single Damage card"


@pytest.mark.rules("CH-CHAR-REAPER-08")
def test_flame_magic_is_no_card_of_the_reapers() -> None:
    magic = {"reserve": ["BLAST", "POISON#1", "POISON#2"]}
    match = reaper(hands={0: ["FIREBALL"], 1: []}, piles=magic, hp={1: 1}, settings={"fireball_icon": "single"})
    play(match, 0, "FIREBALL")
    do(match, 0, "seat:1")
    do(match, 0, "seat:3")
    assert (match.state["hp/1"], points(match)) == (0, 0)


@pytest.mark.rules("CH-CHAR-REAPER-08")
def test_a_hidden_reapers_honour_comes_out_with_the_card() -> None:
    match = reaper(("?", "?"), "REAPER:down", hp={2: 1})
    play(match, 0, "AMBUSH#1")
    assert "honour" not in kinds(do(match, 0, "seat:2"))
    assert points(match) == 0
    assert honour("REAPER:down", tracks={"deeds/0": ("REAPER",)}) == 2
