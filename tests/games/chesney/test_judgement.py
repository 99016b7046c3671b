"""The Faction Judgement: when, by whom, what it finds, and what anybody hears of it (CH-JUDGE-09 to -25)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import pytest

from rules.engine.entries import Header
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet, plain
from rules.engine.sampling import pick
from rules.engine.types import UNSEEN, Result, Seat
from rules.games.chesney.factions import Owned, Shown
from rules.games.chesney.judging import EVERY_TOKEN, verdict
from rules.games.chesney.names import FACTIONS
from rules.games.chesney.situation import unwounded
from tests.games.chesney._match import (
    CHESNEY,
    allowed,
    asked,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    refused,
    sees,
    told,
    why_not,
)

FOX, BEAR, DEER = ("FOX-5", "FOX-6"), ("BEAR-5", "BEAR-6"), ("DEER-5", "DEER-6")
BEAR_TOO = ("BEAR-3", "BEAR-4")
BEAR_FOX = ("BEAR-2", "FOX-2")
DEER_FOX = ("DEER-1", "FOX-1")
BEAR_DEER = ("BEAR-1", "DEER-3")

# -- what a Judgement finds --------------------------------------------------------------------------------------------


def found(tokens: tuple[Owned, ...]) -> tuple[bool, str | None]:
    """The same, told by counting tokens on the table as the judges do."""
    on_the_table = [token for player in tokens for token in player]
    full = [f for f in FACTIONS if on_the_table.count(f) == len(tokens)]
    all_dual = all(len(player) == 2 for player in tokens)
    match (len(tokens), len(full), all_dual):
        case (0, _, _):
            return True, None
        case (_, 0, _):
            return False, None
        case (_, _, True):
            return True, None
        case (_, 1, False):
            return True, full[0]
    raise AssertionError(f"two factions match beside somebody who is not Dual: {tokens}")


@pytest.mark.rules("CH-JUDGE-11", "CH-JUDGE-12", "CH-JUDGE-13", "CH-JUDGE-14", "CH-JUDGE-15", "CH-JUDGE-19")
@pytest.mark.rules("CH-JUDGE-17", "CH-JUDGE-18", "CH-JUDGE-20")
@pytest.mark.parametrize("count", range(5))
def test_every_showing_of_tokens(count: int) -> None:
    for tokens in product(EVERY_TOKEN, repeat=count):
        assert verdict(tokens) == found(tokens), tokens


@pytest.mark.rules("CH-JUDGE-11", "CH-JUDGE-13", "CH-JUDGE-15")
def test_ten_players_at_one_table() -> None:
    choose = Random(7)
    for _ in range(5000):
        faction = choose.choice(FACTIONS)
        fitting = [t for t in EVERY_TOKEN if faction in t]
        tokens = tuple(choose.choice(fitting if choose.random() < 0.97 else EVERY_TOKEN) for _ in range(10))
        assert verdict(tokens) == found(tokens), tokens


@pytest.mark.rules("CH-JUDGE-19", "CH-JUDGE-18")
def test_where_the_table_lets_a_lone_faction_of_duals_win() -> None:
    bear_fox, deer_fox, one = ("fox", "bear"), ("fox", "deer"), ("fox", "bear")
    assert verdict((bear_fox, deer_fox)) == (True, None)  # type: ignore[arg-type]
    assert verdict((bear_fox, deer_fox), lone_dual_wins=True) == (True, "fox")  # type: ignore[arg-type]
    assert verdict((bear_fox, one), lone_dual_wins=True) == (True, None)  # type: ignore[arg-type]


# -- how it goes -------------------------------------------------------------------------------------------------------


def hit(
    factions: Mapping[int, tuple[str, str]],
    *,
    hp: Mapping[int, int] | None = None,
    seats: int = 5,
    settings: Mapping[str, object] | None = None,
    piles: Mapping[str, tuple[str, ...]] | None = None,
) -> Match:
    """The first player fells the second, who has no card to answer with."""
    match = middle(
        seats,
        hands={0: ["AMBUSH#1", "INN#1"], 1: []},
        factions=factions,
        hp={1: 1, **(hp or {})},
        settings=settings,
        piles=piles,
    )
    play(match, 0, "AMBUSH#1")
    if kind(match) == "ambush":
        do(match, 0, "seat:1")
    return match


def finish(match: Match) -> Result:
    """The round is over; everything lies open."""
    assert kind(match) == "round_over"
    do(match, None, "done")
    assert match.state.result is not None
    return match.state.result


def show(match: Match, tokens: Mapping[int, str]) -> None:
    """What players say in secret which tokens they show."""
    assert kind(match) == "tokens"
    for seat, token in tokens.items():
        do(match, seat, f"token:{token}")


@pytest.mark.rules("CH-JUDGE-09", "CH-JUDGE-21")
def test_factions_that_change_bring_no_judgement() -> None:
    match = middle(
        hands={0: ["PLOT#1", "INN#1"]},
        factions={0: BEAR, 1: FOX, 2: ("FOX-1", "FOX-2"), 3: ("FOX-3", "DEER-1"), 4: ("FOX-4", "DEER-2")},
    )
    play(match, 0, "PLOT#1")
    draw(match, 0, "DRAGON-1")
    do(match, 0, "place_left:DRAGON-1")
    assert "judgement" not in kinds(e.event for e in hears(match))
    assert kind(match) == "plan_more"


@pytest.mark.rules("CH-JUDGE-09", "CH-WOUND-13")
def test_healing_brings_no_judgement() -> None:
    match = middle(hands={0: ["INN#1", "TRAP#1"]}, factions={0: FOX}, hp={1: 0, 2: 0, 3: 0})
    play(match, 0, "INN#1")
    events = do(match, 0, "seat:1")
    assert "revived" in kinds(events)
    assert kind(match) == "plan_more"


@pytest.mark.rules("CH-JUDGE-10", "CH-JUDGE-12", "CH-INFO-05", "CH-INFO-18", "CH-INFO-19")
def test_a_dual_shows_both_tokens_and_the_wounded_show_none() -> None:
    match = hit({0: FOX, 1: BEAR, 2: BEAR_FOX, 3: DEER, 4: BEAR_TOO}, hp={3: 0})
    assert (kind(match), asked(match)) == ("look", [1])
    shown = told([h.event for h in hears(match, 1)], "tokens_shown")
    assert [(f["seat"], f["factions"]) for f in shown] == [(0, ("fox",)), (2, ("fox", "bear")), (4, ("bear",))]
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": False, "faction": None}]
    for reader in (-1, 0, 2, 3, 4):
        assert "tokens_shown" not in kinds(h.event for h in hears(match, reader))
    assert match.seen(Seat(1))["seen_tokens/1"] == (
        Shown(Seat(0), ("fox",)),
        Shown(Seat(2), ("fox", "bear")),
        Shown(Seat(4), ("bear",)),
    )
    assert all(match.seen(Seat(s))["seen_tokens/1"] is UNSEEN for s in (-1, 0, 2, 3, 4))


@pytest.mark.rules("CH-JUDGE-13", "CH-JUDGE-15", "CH-JUDGE-16", "CH-INFO-38")
def test_all_owners_of_the_last_faction_win() -> None:
    match = hit({0: FOX, 1: ("FOX-3", "FOX-4"), 2: BEAR_FOX, 3: ("DEER-1", "FOX-1"), 4: DEER}, hp={3: 0, 4: 0})
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": "fox"}]
    assert finish(match).winners == (0, 1, 2, 3)
    assert all(sees(match, -1, f"{side}/{seat}") != [UNSEEN] for side in ("left", "right") for seat in range(5))


@pytest.mark.rules("CH-JUDGE-17", "CH-INFO-19")
def test_nobody_left_ends_the_round_without_a_faction() -> None:
    match = middle(
        4,
        hands={0: ["DUEL#1"], 1: []},
        factions={0: FOX, 1: ("FOX-3", "FOX-4"), 2: BEAR, 3: DEER},
        hp={0: 1, 1: 1, 2: 0, 3: 0},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "5")
    do(match, 1, "5")
    assert (kind(match), asked(match)) == ("look", [0, 1])
    do(match, 0, "seen")
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": None}]
    assert finish(match).winners == ()


@pytest.mark.rules("CH-JUDGE-18")
@pytest.mark.parametrize(
    ("mine", "lone", "last"), [(FOX, False, "fox"), (BEAR_FOX, False, None), (FOX, True, "fox"), (BEAR_FOX, True, None)]
)
def test_one_left_always_ends_it(mine: tuple[str, str], lone: bool, last: str | None) -> None:
    match = hit({0: mine, 1: DEER, 2: BEAR, 3: DEER_FOX}, hp={2: 0, 3: 0}, seats=4, settings={"lone_dual_wins": lone})
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": last}]
    assert kind(match) == "round_over"


@pytest.mark.rules("CH-JUDGE-19")
@pytest.mark.parametrize(("lone", "last"), [(False, None), (True, "fox")])
def test_only_duals_with_a_match_end_it_for_nobody(lone: bool, last: str | None) -> None:
    factions = {0: BEAR_FOX, 1: DEER, 2: DEER_FOX, 3: BEAR}
    match = hit(factions, hp={3: 0}, seats=4, settings={"lone_dual_wins": lone})
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": last}]
    assert finish(match).winners == ((0, 2) if lone else ())


@pytest.mark.rules("CH-JUDGE-20")
def test_only_duals_without_a_match_go_on() -> None:
    match = hit({0: BEAR_FOX, 1: BEAR, 2: DEER_FOX, 3: ("BEAR-3", "DEER-3")}, seats=4)
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": False, "faction": None}]
    assert (kind(match), asked(match)) == ("draw", [1])


@pytest.mark.rules("CH-JUDGE-22", "CH-INFO-18", "CH-INFO-31")
def test_those_just_wounded_judge_together() -> None:
    match = middle(
        6,
        hands={0: ["BETRAY#1"], 1: [], 2: []},
        factions={
            0: ("FOX-5:up", "BEAR-7"),
            1: ("FOX-1:up", "DEER-1"),
            2: ("FOX-2:up", "DEER-2"),
            3: BEAR,
            4: BEAR_TOO,
            5: DEER,
        },
        hp={1: 1, 2: 1, 5: 0},
    )
    play(match, 0, "BETRAY#1")
    draw(match, 0, "DRAGON-8", "DRAGON-9")
    do(match, 0, "open:DRAGON-8")
    assert (kind(match), asked(match)) == ("look", [1, 2])
    one, two = (told([h.event for h in hears(match, s)], "tokens_shown") for s in (1, 2))
    assert one == two
    assert [f["seat"] for f in one] == [0, 3, 4]
    assert not told([h.event for h in hears(match, 5)], "tokens_shown")
    assert refused(match, 5, "seen").code == "not_your_turn"
    do(match, 2, "seen")
    assert asked(match) == [1]


@pytest.mark.rules("CH-JUDGE-24", "CH-WOUND-06")
def test_what_counts_is_owned_after_the_whole_card() -> None:
    match = middle(
        4,
        hands={0: ["BETRAY#1"], 1: []},
        factions={0: ("FOX-5:up", "DEER-1"), 1: ("FOX-1:up", "DEER-2"), 2: BEAR, 3: ("BEAR-1", "BEAR-2")},
        hp={1: 1},
    )
    play(match, 0, "BETRAY#1")
    assert kind(match) == "draw_factions"
    assert "judgement" not in kinds(e.event for e in hears(match))
    draw(match, 0, "BEAR-4", "DRAGON-6")
    do(match, 0, "open:BEAR-4")
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": "bear"}]


@pytest.mark.rules("CH-JUDGE-25")
def test_what_lies_at_a_mat_changes_nothing() -> None:
    match = hit(
        {0: FOX, 1: BEAR, 2: ("FOX-3", "FOX-4"), 3: ("FOX-1", "FOX-2")},
        seats=4,
        piles={"effect/2": ("TRAP#1",), "effect/3": ("BEAST",)},
    )
    events = do(match, 1, "seen")
    assert told(events, "judged") == [{"over": True, "faction": "fox"}]


@pytest.mark.rules("CH-JUDGE-25")
def test_a_character_changes_nothing() -> None:
    match = middle(
        4,
        hands={0: ["AMBUSH#1"], 1: []},
        factions={0: FOX, 1: BEAR, 2: ("FOX-3", "FOX-4"), 3: ("BEAR-3", "BEAR-4")},
        characters={0: "OATH:up", 1: "CAPTAIN:up", 2: "MERCHANT:up", 3: "BARD:up"},
        hp={1: 1, 3: 0},
    )
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert kind(match) == "look"
    assert told(do(match, 1, "seen"), "judged") == [{"over": True, "faction": "fox"}]


# -- cards that the companion does not know ----------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-32", "CH-INFO-18", "CH-JUDGE-10", "CH-SETUP-05")
def test_unknown_cards_are_never_guessed() -> None:
    match = hit({0: FOX, 1: BEAR, 2: ("FOX-4", "?"), 3: BEAR_FOX}, hp={3: 0})
    assert (kind(match), asked(match)) == ("tokens", [0, 2, 4])
    assert len(match.options(Seat(4))) == len(EVERY_TOKEN) == 10
    assert {f"token:{f}" for f in FACTIONS} <= allowed(match, 4)
    show(match, {0: "fox", 4: "fox+dragon"})
    assert asked(match) == [2]
    do(match, 2, "token:fox")
    assert (kind(match), asked(match)) == ("look", [1])
    shown = told([h.event for h in hears(match, 1)], "tokens_shown")
    assert [(f["seat"], f["factions"]) for f in shown] == [(0, ("fox",)), (2, ("fox",)), (4, ("fox", "dragon"))]
    assert told(do(match, 1, "seen"), "judged") == [{"over": True, "faction": "fox"}]


@pytest.mark.rules("CH-INFO-33")
def test_tokens_must_fit_the_own_known_cards() -> None:
    match = hit({0: FOX, 2: ("FOX-4", "?")})
    assert why_not(match, 0, "token:fox") == ""
    refusal = refused(match, 0, "token:bear")
    assert (refusal.code, refusal.rule) == ("tokens_must_be_true", "CH-INFO-33")
    assert why_not(match, 2, "token:bear") == ""
    assert why_not(match, 2, "token:bear+deer") == "tokens_must_be_true"
    assert why_not(match, 3, "token:bear+deer") == ""
    heard = [plain(packet(match, Seat(s))) for s in (-1, 1, 3)]
    refused(match, 2, "token:bear+deer")
    assert [plain(packet(match, Seat(s))) for s in (-1, 1, 3)] == heard


@pytest.mark.rules("CH-INFO-18", "CH-INFO-30", "CH-INFO-32")
def test_nobody_sees_whose_cards_the_companion_knows() -> None:
    known: dict[int, tuple[str, str]] = {0: FOX, 2: DEER, 3: BEAR_TOO}
    for told_of in ({}, {0: FOX}, {2: DEER, 3: BEAR_TOO}, known):
        match = hit(told_of)
        assert (kind(match), asked(match)) == ("tokens", [0, 2, 3, 4])
        assert len({len(match.options(Seat(s))) for s in (0, 2, 3, 4)}) == 1
        show(match, {0: "fox", 2: "deer", 3: "bear", 4: "bear"})
        do(match, 1, "seen")
        public = plain(packet(match, Seat(-1)))
        other = hit({})
        show(other, {0: "fox", 2: "deer", 3: "bear", 4: "bear"})
        do(other, 1, "seen")
        assert plain(packet(other, Seat(-1))) == public


@pytest.mark.rules("CH-INFO-32", "CH-INFO-20")
def test_where_the_table_wants_everybody_asked_each_time() -> None:
    factions = {0: FOX, 1: BEAR, 2: DEER, 3: BEAR_TOO, 4: BEAR_FOX}
    assert kind(hit(factions)) == "look"
    match = hit(factions, settings={"tokens": "asked"})
    assert (kind(match), asked(match)) == ("tokens", [0, 2, 3, 4])
    assert allowed(match, 4) == {"token:fox+bear"}
    show(match, {0: "fox", 2: "deer", 3: "bear", 4: "fox+bear"})
    assert kind(match) == "look"


# -- Declare -----------------------------------------------------------------------------------------------------------


def declared(factions: Mapping[int, tuple[str, str]], **more: object) -> Match:
    """The first of four players declares."""
    match = middle(4, hands={0: ["ELIXIR#1"]}, factions=factions, phase="declare", settings=more)
    do(match, 0, "declare")
    return match


@pytest.mark.rules("CH-JUDGE-22", "CH-INFO-18", "CH-INFO-20")
def test_the_declarer_judges_alone_and_the_own_token_is_not_shown_to_others() -> None:
    match = declared({0: FOX, 1: BEAR, 2: BEAR_TOO, 3: DEER})
    assert (kind(match), asked(match)) == ("look", [0])
    assert len(told([h.event for h in hears(match, 0)], "tokens_shown")) == 4
    do(match, 0, "seen")
    for reader in (-1, 1, 2, 3):
        assert not told([h.event for h in hears(match, reader)], "tokens_shown")
        assert match.seen(Seat(reader))["seen_tokens/0"] is UNSEEN


@pytest.mark.rules("CH-JUDGE-23", "CH-TURN-15")
def test_the_second_judgement_needs_no_second_showing() -> None:
    match = declared({0: FOX, 1: ("BEAR-5", "?"), 2: BEAR_TOO, 3: ("BEAR-1", "BEAR-2")})
    show(match, {0: "fox", 1: "bear", 2: "bear", 3: "bear"})
    events = do(match, 0, "seen")
    assert told(events, "judged") == [{"over": False, "faction": None}]
    assert told(events, "judged_again") == [{"seat": 0, "over": True, "faction": "bear"}]
    assert len(told(events, "tokens_shown")) == 0
    assert match.state["declarer"] is None
    assert kind(match) == "round_over"


@pytest.mark.rules("CH-JUDGE-23", "CH-TURN-15")
def test_where_a_failed_declare_is_not_judged_again() -> None:
    match = declared({0: FOX, 1: BEAR, 2: BEAR_TOO, 3: ("BEAR-1", "BEAR-2")}, declare_judges_again=False)
    events = do(match, 0, "seen")
    assert told(events, "judged") == [{"over": False, "faction": None}]
    assert (kind(match), asked(match)) == ("draw", [0])


# -- over whole matches ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-JUDGE-21", "CH-JUDGE-09")
@pytest.mark.parametrize("seats", [4, 5, 6, 10])
def test_no_turn_begins_with_fewer_than_two(seats: int) -> None:
    choose = Random(seats)
    turns, judgements = 0, 0
    for scoring in ("adventurer", "legend"):
        match = Match(CHESNEY, Header("chesney", seats, {"scoring": scoring}))
        while match.question is not None:
            outcome = match.submit(pick(match, choose.randrange))
            assert isinstance(outcome, Accepted)
            if {"turn", "supporter_turn"} & set(kinds(outcome.events)):
                turns += 1
                assert len(unwounded(match.state)) >= 2
        judgements += reasons(match)
    assert turns > 20
    assert judgements >= 2


def reasons(match: Match) -> int:
    """Holds every Judgement of a match against who has fallen since the one before; how many there were."""
    fallen: set[object] = set()
    count, declaring = 0, False
    for event in (t.event for t in match.told):
        match event.kind:
            case "declared":
                declaring = True
            case "wounded" if declaring:
                declaring = False  # by the Declare itself: judged by the tokens just seen
            case "wounded":
                fallen.add(event.facts["seat"])
            case "revived":
                fallen.discard(event.facts["seat"])
            case "judgement":
                count += 1
                assert event.facts["declared"] is declaring
                assert declaring or set(event.facts["seats"]) == fallen  # type: ignore[call-overload]
                fallen = fallen if declaring else set()
            case "round_started" | "round_result":
                fallen, declaring = set(), False
            case _:
                pass
    return count


@pytest.mark.rules("CH-JUDGE-09")
def test_a_judgement_has_a_reason() -> None:
    match = hit({0: FOX, 1: BEAR, 2: DEER, 3: BEAR_TOO, 4: BEAR_FOX})
    heard = [h.event for h in hears(match)]
    assert told(heard, "judgement") == [{"seats": (1,), "declared": False}]
    assert kinds(heard).index("wounded") < kinds(heard).index("judgement")
    match = declared({0: FOX, 1: BEAR, 2: BEAR_TOO, 3: DEER})
    assert told([h.event for h in hears(match)], "judgement") == [{"seats": (0,), "declared": True}]
