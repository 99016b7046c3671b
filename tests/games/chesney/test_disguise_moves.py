"""Faction cards that come and go under Disguises."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Seat
from rules.games.chesney.factions import public
from tests.games.chesney._match import allowed, cards, do, draw, kind, middle, play, roll, sees, told

MASKS = tuple(f"DISGUISE-{faction}#{n}" for faction in ("FOX", "BEAR", "DEER", "DRAGON") for n in (1, 2))
FACTIONS = {0: ("FOX-1", "BEAR-3"), 1: ("DEER-2:up", "DRAGON-4"), 2: ("FOX-5", "BEAR-6"), 3: ("DEER-5", "DEER-6")}


def covered(lies: str = "up", **given) -> Match:
    """Four players; the left card of seat 0 has a Deer Disguise on it."""
    rest = [mask for mask in MASKS if mask != "DISGUISE-DEER#1"]
    piles = {"disguise_left/0": ["DISGUISE-DEER#1"], "backup/0": rest, **given.pop("piles", {})}
    given.setdefault("factions", FACTIONS)
    return middle(4, characters={0: f"DISGUISE:{lies}"}, piles=piles, **given)


def swap(match: Match, mine: str, theirs: str, by: int = 1) -> None:
    """A Deed of `by` (1 unless said) with seat 0."""
    play(match, by, "DEED#1")
    do(match, by, "seat:0")
    do(match, by, f"side:{theirs}")
    do(match, 0, f"side:{mine}")


@pytest.mark.rules("CH-CHAR-DISGUISE-06", "CH-CHAR-DISGUISE-07")
@pytest.mark.parametrize("lies", ["up", "down"])
@pytest.mark.parametrize("real", ["FOX-1", "?"])
def test_the_real_card_leaves_face_down_and_the_disguise_stays_for_the_next_one(lies: str, real: str) -> None:
    match = covered(lies, hands={1: ["DEED#1"]}, turn=1, factions={**FACTIONS, 0: (real, "BEAR-3")})
    swap(match, "left", "right")
    assert match.state.pile("right/1").slots[0].face_up is False
    assert sees(match, 2, "right/1") == [UNSEEN]
    assert cards(match, "right/1") == [UNSEEN if real == "?" else real]
    assert (cards(match, "left/0"), match.state.pile("left/0").slots[0].face_up) == (["DRAGON-4"], False)
    assert cards(match, "disguise_left/0") == ["DISGUISE-DEER#1"]
    assert sees(match, 2, "left/0") == [UNSEEN]


@pytest.mark.rules("CH-CHAR-DISGUISE-06")
def test_only_its_owner_and_the_receiver_know_the_card_that_was_under_a_disguise() -> None:
    match = covered(hands={1: ["DEED#1"]}, turn=1)
    swap(match, "left", "right")
    assert [sees(match, reader, "right/1") for reader in (0, 1, 2, -1)] == [["FOX-1"], ["FOX-1"], [UNSEEN], [UNSEEN]]


@pytest.mark.rules("CH-CHAR-DISGUISE-07")
def test_an_open_card_that_arrives_is_shown_and_the_disguise_goes_to_the_backup() -> None:
    match = covered(hands={1: ["DEED#1"]}, turn=1)
    swap(match, "left", "left")
    assert sees(match, 2, "left/0") == ["DEER-2"]
    assert not cards(match, "disguise_left/0")
    assert len(cards(match, "backup/0")) == 8
    assert kind(match) == "declare"  # an open card of another player is not covered


@pytest.mark.rules("CH-CHAR-DISGUISE-08")
def test_a_card_that_arrives_in_an_uncovered_slot_lies_as_usual() -> None:
    match = covered(hands={1: ["DEED#1"]}, turn=1)
    swap(match, "right", "right")
    assert (cards(match, "right/0"), sees(match, 2, "right/0")) == (["DRAGON-4"], [UNSEEN])
    assert not cards(match, "disguise_right/0")
    up = covered(hands={1: ["DEED#1"]}, turn=1, factions={**FACTIONS, 1: ("DRAGON-4:up", "DEER-2")})
    swap(up, "right", "left")
    assert sees(up, 2, "right/0") == ["DRAGON-4"]
    assert kind(up) == "name_public"  # it cannot be covered: which faction is public is all that is asked
    assert allowed(up, 0) == {"faction:deer", "faction:dragon"}


@pytest.mark.rules("CH-CHAR-DISGUISE-08", "CH-CHAR-DISGUISE-02")
def test_a_received_card_that_lies_down_may_be_covered_when_it_is_turned_up_later() -> None:
    match = covered(hands={1: ["DEED#1"], 2: ["NOTICE#1"]}, turn=1)
    swap(match, "right", "right")
    do(match, 1, "rest")
    do(match, 1, "drawn")
    do(match, 2, "stay")
    play(match, 2, "NOTICE#1")
    do(match, 2, "seat:0")
    assert kind(match) == "disguise"


@pytest.mark.rules("CH-CHAR-DISGUISE-06", "CH-CHAR-DISGUISE-07")
def test_runestone_passes_cards_below_a_disguise() -> None:
    match = covered(hands={2: ["RUNESTONE"]}, turn=2)
    play(match, 2, "RUNESTONE")
    do(match, 2, "to_left")
    do(match, 2, "side:left")
    assert cards(match, "left/1") == ["FOX-1"]
    assert cards(match, "left/0") == ["DEER-5"]  # from the right neighbour
    assert match.state.pile("left/1").slots[0].face_up is False
    assert match.state.pile("left/2").slots[0].face_up is True
    assert cards(match, "disguise_left/0") == ["DISGUISE-DEER#1"]


@pytest.mark.rules("CH-CHAR-DISGUISE-06", "CH-CHAR-DISGUISE-07")
def test_persuade_replaces_the_card_below() -> None:
    match = covered(hands={1: ["PERSUADE#1"]}, turn=1)
    play(match, 1, "PERSUADE#1")
    do(match, 1, "drawn", {"choice/1": ["DRAGON-1", "FOX-2"]})
    do(match, 1, "offer:FOX-2")
    do(match, 1, "seat:0")
    do(match, 1, "side:left")
    do(match, 0, "yes")
    assert (cards(match, "left/0"), sees(match, 2, "left/0")) == (["FOX-2"], [UNSEEN])
    assert cards(match, "disguise_left/0") == ["DISGUISE-DEER#1"]
    assert "FOX-1" in cards(match, "faction_discard")


@pytest.mark.rules("CH-CHAR-DISGUISE-03", "CH-CHAR-DISGUISE-06")
def test_a_covered_card_can_be_betrayed_for_what_lies_on_it() -> None:
    match = covered(hands={0: ["BETRAY#1"], 1: []})
    events = play(match, 0, "BETRAY#1")
    assert told(events, "betrayed") == [{"seat": 0, "faction": "deer"}]
    assert (match.state["hp/1"], match.state["hp/2"]) == (2, 3)
    assert "DISGUISE-DEER#1" in cards(match, "backup/0")
    assert cards(match, "faction_discard") == ["FOX-1"]
    assert sees(match, 1, "faction_discard") == [UNSEEN]


@pytest.mark.rules("CH-CHAR-DISGUISE-09")
def test_meditation_on_a_covered_card_takes_the_disguise_back() -> None:
    match = covered(hands={0: ["MEDITATION#1"]})
    play(match, 0, "MEDITATION#1")
    events = do(match, 0, "down:left")
    assert told(events, "disguise_back") == [{"seat": 0, "piece": "DISGUISE-DEER#1"}]
    assert told(events, "turned_down") == [{"seat": 0, "side": "left"}]
    assert (sees(match, 1, "left/0"), sees(match, 0, "left/0")) == ([UNSEEN], ["FOX-1"])
    assert len(cards(match, "backup/0")) == 8


@pytest.mark.rules("CH-CHAR-DISGUISE-10")
@pytest.mark.parametrize("named", [True, False])
def test_a_network_card_goes_under_the_disguise(named: bool) -> None:
    match = covered(hands={0: ["NETWORK#1"]})
    play(match, 0, "NETWORK#1")
    do(match, 0, "drawn", {"choice/0": ["DRAGON-1", "FOX-2"]} if named else None)
    do(match, 0, "place_left:FOX-2" if named else "place_left:?")
    assert cards(match, "left/0") == ["FOX-2" if named else UNSEEN]
    assert (sees(match, 1, "left/0"), cards(match, "disguise_left/0")) == ([UNSEEN], ["DISGUISE-DEER#1"])


@pytest.mark.rules("CH-CHAR-DISGUISE-10")
def test_a_network_card_that_comes_to_lie_open_may_be_covered() -> None:
    match = covered(
        hands={0: ["NETWORK#1"]}, factions={**FACTIONS, 0: ("FOX-1", "BEAR-3:up")}, tracks={"shown/0": "bear"}
    )
    play(match, 0, "NETWORK#1")
    do(match, 0, "drawn", {"choice/0": ["DRAGON-1", "FOX-2"]})
    do(match, 0, "place_right:DRAGON-1")
    assert kind(match) == "disguise"
    do(match, 0, "cover:DISGUISE-DEER#2")
    assert (sees(match, 1, "right/0"), sees(match, 0, "right/0")) == ([UNSEEN], ["DRAGON-1"])


@pytest.mark.rules("CH-CHAR-DISGUISE-10")
def test_plot_leaves_a_plain_card_and_takes_the_disguise_back() -> None:
    match = covered(hands={0: ["PLOT#1"]})
    play(match, 0, "PLOT#1")
    do(match, 0, "drawn", {"choice/0": ["DRAGON-1"]})
    do(match, 0, "place_left:DRAGON-1")
    assert (cards(match, "left/0"), sees(match, 1, "left/0")) == (["DRAGON-1"], [UNSEEN])
    assert not cards(match, "disguise_left/0")
    assert len(cards(match, "backup/0")) == 8


@pytest.mark.rules("CH-CHAR-DISGUISE-10")
@pytest.mark.parametrize(("answer", "seen"), [("cover:DISGUISE-FOX#1", UNSEEN), ("open", "DRAGON-1")])
def test_the_new_card_of_betray_may_be_covered(answer: str, seen: object) -> None:
    match = covered(hands={0: ["BETRAY#1"], 1: []}, hp={1: 3})
    play(match, 0, "BETRAY#1")
    do(match, 0, "drawn", {"choice/0": ["DRAGON-1", "FOX-2"]})
    do(match, 0, "open:DRAGON-1")
    do(match, 0, answer)
    assert (sees(match, 0, "left/0"), sees(match, 1, "left/0")) == (["DRAGON-1"], [seen])


@pytest.mark.rules("CH-CHAR-DISGUISE-07", "CH-CHAR-DISGUISE-06")
def test_reflection_exchanges_both_cards_and_the_disguise_stays_behind() -> None:
    match = covered(hands={2: ["REFLECTION#1"], 0: []}, turn=2)
    play(match, 2, "REFLECTION#1")
    do(match, 2, "seat:0")
    roll(match, 2, 9)
    roll(match, 0, 5)
    do(match, 2, "yes")
    assert (cards(match, "left/0"), cards(match, "right/0")) == (["FOX-5"], ["BEAR-6"])
    assert (cards(match, "left/2"), cards(match, "disguise_left/0")) == (["FOX-1"], ["DISGUISE-DEER#1"])


@pytest.mark.rules("CH-CHAR-DISGUISE-03")
def test_the_hidden_number_does_not_decide_which_card_may_be_called() -> None:
    match = covered(hands={0: ["SWEEP#1"]}, factions={**FACTIONS, 0: ("FOX-6", "BEAR-3")})
    play(match, 0, "SWEEP#1")
    covers = {f"cover:right:{mask}" for mask in MASKS if mask != "DISGUISE-DEER#1"}
    assert allowed(match, 0) == {"faction:deer", "turn:right:BEAR-3", *covers}
    do(match, 0, "turn:right:BEAR-3")
    do(match, 0, "open")
    events = do(match, 0, "faction:deer")  # which of the two is public
    assert told(events, "called") == [{"seat": 0, "faction": "deer"}]


@pytest.mark.rules("CH-CHAR-DISGUISE-03")
def test_where_disguises_have_numbers_those_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("characters.disguises", "factions"):
        monkeypatch.setattr(f"rules.games.chesney.{module}.disguise_number", lambda kind: 4)
    match = covered(hands={1: ["NOTICE#1"]}, turn=1)
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    do(match, 0, "open")
    assert kind(match) == "declare"  # nothing has to be named: 4 is more than the 3 of the open card
    assert public(match.state, Seat(0)) == ("deer",)


# -- a real card that nobody names -------------------------------------------------------------------------------------


def untold(slots: tuple[str, str] = ("?", "?"), **given) -> Match:
    """Four players; seat 0 is a Master of Disguise who has told the companion of no own card."""
    return middle(
        4,
        characters={0: "DISGUISE:up"},
        piles={"backup/0": list(MASKS)},
        factions={**FACTIONS, 0: slots},
        **given,
    )


EVERY_COVER = {f"cover:{side}:{mask}" for side in ("left", "right") for mask in MASKS}


@pytest.mark.rules("CH-CHAR-DISGUISE-02")
def test_a_notice_is_answered_with_a_disguise_and_no_word_on_the_card_below() -> None:
    match = untold(hands={1: ["NOTICE#1"]}, turn=1)
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    assert allowed(match, 0) >= EVERY_COVER
    events = do(match, 0, "cover:right:DISGUISE-BEAR#2")
    assert told(events, "disguised") == [{"seat": 0, "side": "right", "piece": "DISGUISE-BEAR#2"}]
    assert (cards(match, "right/0"), public(match.state, Seat(0))) == ([UNSEEN], ("bear",))
    assert match.state["turned_by/0"] == 1  # it counts as turned up (CH-CHAR-RABBIT-07)


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-03")
def test_an_own_sweep_is_called_with_a_disguise_and_no_word_on_the_card_below() -> None:
    match = untold(hands={0: ["SWEEP#1"]}, hp={2: 0, 3: 0})
    play(match, 0, "SWEEP#1")
    assert allowed(match, 0) >= EVERY_COVER
    events = do(match, 0, "cover:left:DISGUISE-DEER#2")
    assert told(events, "called") == [{"seat": 0, "faction": "deer"}]
    assert told(events, "loyal") == [{"seat": 1, "faction": "deer"}]
    assert cards(match, "left/0") == [UNSEEN]


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-03")
def test_beside_an_open_card_the_owner_of_a_covered_one_says_which_is_called() -> None:
    match = untold(("FOX-6:up", "?"), hands={0: ["SWEEP#1"]})
    play(match, 0, "SWEEP#1")
    do(match, 0, "cover:right:DISGUISE-BEAR#1")
    assert allowed(match, 0) == {"faction:fox", "faction:bear"}
    assert told(do(match, 0, "faction:bear"), "called") == [{"seat": 0, "faction": "bear"}]


@pytest.mark.rules("CH-CHAR-DISGUISE-02", "CH-CHAR-DISGUISE-12")
@pytest.mark.parametrize("off", [{"hp": {0: 0}}, {"characters": {0: "DISGUISE:down"}}, {"piles": {"backup/0": []}}])
def test_without_the_skill_or_a_disguise_the_card_is_named(off) -> None:
    given = {"characters": {0: "DISGUISE:up"}, "piles": {"backup/0": list(MASKS)}, **off}
    match = middle(4, factions={**FACTIONS, 0: ("?", "?")}, hands={1: ["NOTICE#1"]}, turn=1, **given)
    play(match, 1, "NOTICE#1")
    do(match, 1, "seat:0")
    assert {key.partition(":")[0] for key in allowed(match, 0)} == {"turn"}


@pytest.mark.rules("CH-CHAR-DISGUISE-10")
def test_the_new_card_of_a_betray_is_covered_unnamed() -> None:
    match = untold(("FOX-6:up", "BEAR-3"), hands={0: ["BETRAY#1"]})
    play(match, 0, "BETRAY#1")
    draw(match, 0)
    events = do(match, 0, "cover:left:DISGUISE-DEER#1")
    assert told(events, "disguised") == [{"seat": 0, "side": "left", "piece": "DISGUISE-DEER#1"}]
    assert (cards(match, "left/0"), public(match.state, Seat(0))) == ([UNSEEN], ("deer",))
    assert cards(match, "choice/0") == []


@pytest.mark.rules("CH-CHAR-DISGUISE-10", "CH-INFO-22")
def test_a_network_into_an_open_slot_is_covered_unnamed() -> None:
    match = untold(("FOX-6:up", "BEAR-3"), hands={0: ["NETWORK#1"]})
    play(match, 0, "NETWORK#1")
    draw(match, 0)
    assert not [key for key in allowed(match, 0) if key.startswith("cover:right")]  # it takes the facing of the old one
    do(match, 0, "cover:left:DISGUISE-DEER#1")
    assert (cards(match, "left/0"), public(match.state, Seat(0))) == ([UNSEEN], ("deer",))
    told_all = untold(("FOX-6:up", "BEAR-3"), hands={0: ["NETWORK#1"]})
    play(told_all, 0, "NETWORK#1")
    draw(told_all, 0, "DEER-1", "DEER-3")
    assert not [key for key in allowed(told_all, 0) if key.startswith("cover")]  # which of the two has to be said
