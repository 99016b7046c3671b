"""How matches of the scripts go: nights, votes, missions, guesses, and who has won."""

from __future__ import annotations

import pytest

from companion.kit.laws.playing import Tape
from rules.engine.entries import Header
from rules.engine.game import SettingError
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, UNSEEN, Seat
from rules.games.roles.reading import DEFINITION, template
from tests.games.asking import allowed, asked, do, hears, kind, reason
from tests.games.roles._match import (
    PARTY,
    ROLES,
    STEAMER,
    VILLAGE,
    all_say,
    begin,
    deal,
    name,
    night,
    own,
    talked,
    told,
    winners,
)


@pytest.mark.rules("RS-1", "RS-6", "RS-7")
def test_everybody_has_a_role_and_at_night_all_are_asked() -> None:
    match = begin("wolves", *VILLAGE)
    assert match.seen(Seat(0)).pile("role/0").pieces == ("wolf#1",)
    assert all(match.seen(PUBLIC).pile(f"role/{seat}").unseen for seat in range(5))
    assert (kind(match), asked(match)) == ("call", [0, 1, 2, 3, 4])
    assert allowed(match, 3) == {f"player:{seat}" for seat in (0, 1, 2, 4)}
    name(match, {})
    assert "player:3" in allowed(match, 3), "where herbs may hang at the own door all may name themselves"


@pytest.mark.rules("RS-7", "RS-4")
def test_who_has_chosen_learns_the_team_alone_and_may_look_it_up() -> None:
    match = begin("wolves", *VILLAGE)
    name(match, {1: 0})
    (learned,) = hears(match, 1, "you_learn")
    assert (learned.event.facts["other"], learned.event.facts["what"]) == (0, "wolves.team_pack")
    assert not any(hears(match, seat, "you_learn") for seat in (-1, 0, 2, 3, 4))
    notes = match.game.screens.notes(match.seen(Seat(1)), Seat(1))
    assert any(note.say.facts.get("what") == "wolves.team_pack" for note in notes)


@pytest.mark.rules("RS-8")
def test_who_is_chosen_at_night_is_out_unless_somebody_protects_them() -> None:
    match = begin("wolves", *VILLAGE)
    safe = night(match, 3, herbs=3)
    assert told(safe, "calm")
    talked(match)
    assert told(name(match, dict.fromkeys(range(5))), "no_votes")
    events = night(match, 3, herbs=4)
    assert told(events, "was") == [{"seat": 3, "role": "wolves.role_shepherd"}]
    assert asked(match) == [0, 1, 2, 4]


@pytest.mark.rules("RS-6", "RS-7")
def test_a_role_that_nobody_has_any_more_is_called_as_before() -> None:
    match = begin("wolves", *VILLAGE)
    night(match, 1)
    talked(match)
    events = name(match, dict.fromkeys(range(5)))
    assert {"text": "wolves.step_light.say"} in told(events, "says")
    assert (kind(match), asked(match)) == ("call", [0, 2, 3, 4])


def test_wolves_choose_together_whom_most_of_them_name() -> None:
    match = begin("wolves", "wolf", "lamplighter", "herbalist", "wolf", "wolf", *["shepherd"] * 5)
    assert {one.event.facts["other"] for one in hears(match, 3, "you_know")} == {0, 4}
    name(match, {})
    name(match, {2: 2})
    events = name(match, {0: 5, 3: 6, 4: 6})
    assert [facts["seat"] for facts in told(events, "drops_out")] == [6]


def test_of_equally_many_the_one_counts_whom_the_first_from_the_leader_has_named() -> None:
    match = begin("wolves", "shepherd", "lamplighter", "herbalist", "wolf", "wolf", *["shepherd"] * 2)
    name(match, {})
    name(match, {2: 2})
    events = name(match, {3: 5, 4: 6})
    assert [facts["seat"] for facts in told(events, "drops_out")] == [5]


@pytest.mark.rules("RS-9", "RS-10", "RS-13")
def test_a_vote_sends_the_wolf_away_and_the_village_has_won() -> None:
    match = begin("wolves", *VILLAGE)
    night(match, 4)
    do(match, 0, "pass")
    assert asked(match) == [1, 2, 3]
    all_say(match, "pass")
    events = name(match, {0: 1}, 0)
    assert {(facts["seat"], facts["other"]) for facts in told(events, "voted")} == {(0, 1), (1, 0), (2, 0), (3, 0)}
    assert winners(match) == [1, 2, 3, 4], "who is out has won with the team"
    assert match.seen(PUBLIC).pile("role/2").pieces == ("herbalist#1",)


@pytest.mark.rules("RS-10")
def test_equal_votes_are_voted_once_more_between_them_and_then_nothing_happens() -> None:
    match = begin("wolves", *VILLAGE)
    night(match, 4)
    talked(match)
    name(match, {0: 1, 1: 0, 2: 1, 3: 0})
    assert allowed(match, 2) == {"player:0", "player:1", "nobody"}
    events = name(match, {0: 1, 1: 0, 2: 1, 3: 0})
    assert told(events, "tie")
    assert match.state.number("round") == 2


@pytest.mark.rules("RS-13")
def test_as_many_wolves_as_others_have_won() -> None:
    match = begin("wolves", *VILLAGE)
    night(match, 4)
    talked(match)
    name(match, {}, 3)
    night(match, 1)
    assert winners(match) == [0]


@pytest.mark.rules("RS-11", "RS-13")
def test_three_trips_that_succeed() -> None:
    match = begin("crew", *STEAMER)
    for trip in range(3):
        name(match, {})
        assert asked(match) == [trip]
        for seat in ((3, 4), (2, 3, 4), (2, 3, 4))[trip]:
            do(match, trip, f"player:{seat}")
        talked(match)
        all_say(match, "yes")
        assert reason(match, 3, "failure") == ("only_success", "RS-11")
        all_say(match, "success")
    assert winners(match) == [2, 3, 4]


@pytest.mark.rules("RS-11")
def test_a_failure_is_told_without_a_name_and_three_have_lost() -> None:
    match = begin("crew", *STEAMER)
    for trip in range(3):
        name(match, {})
        for seat in ((0, 3), (0, 1, 3), (0, 3, 4))[trip]:
            do(match, trip, f"player:{seat}")
        talked(match)
        all_say(match, "yes")
        (first, *rest) = asked(match)
        do(match, first, "failure")
        events = tuple(event for seat in rest for event in do(match, seat, "success"))
        assert told(events, "mission_failed") == [{"count": 1}]
    assert winners(match) == [0, 1]


@pytest.mark.rules("RS-11")
def test_a_crew_that_is_refused_makes_the_next_one_lead_and_five_in_a_row_have_lost() -> None:
    match = begin("crew", *STEAMER)
    name(match, {})
    for leader in range(5):
        assert asked(match) == [leader]
        do(match, leader, "player:0")
        do(match, leader, "player:1")
        talked(match)
        all_say(match, "yes", "yes", "no", "no", "no")
    assert winners(match) == [0, 1]


@pytest.mark.rules("RS-11")
def test_where_no_rule_says_otherwise_a_crew_goes_after_as_many_refusals_as_players() -> None:
    text = DEFINITION.text_of("crew").replace("number = 5", "number = 50")
    match = own(text, *STEAMER)
    name(match, {})
    for leader in range(5):
        do(match, leader, "player:2")
        do(match, leader, "player:3")
        talked(match)
        all_say(match, "no")
    assert (kind(match), asked(match)) == ("mission", [2, 3])


@pytest.mark.rules("RS-3", "RS-12")
def test_the_wrong_guest_does_not_know_the_word_and_may_guess_it() -> None:
    match = begin("word", *PARTY)
    assert match.seen(Seat(0)).pile("word").pieces == ()
    assert match.seen(Seat(1)).pile("word").pieces == ("secret_3",)
    assert match.seen(PUBLIC).pile("word").unseen == 1
    talked(match)
    name(match, {0: 1}, 0)
    assert (kind(match), asked(match)) == ("guess", [0, 1, 2])
    all_say(match, "word:3", "word:0", "word:0")
    assert winners(match) == [0]


@pytest.mark.rules("RS-10", "RS-12")
def test_a_wrong_guess_or_a_vote_without_a_result() -> None:
    missed, undecided = begin("word", *PARTY), begin("word", *PARTY)
    for match in (missed, undecided):
        talked(match)
    name(missed, {0: 1}, 0)
    all_say(missed, "word:4")
    assert winners(missed) == [1, 2]
    name(undecided, {0: 1, 1: 2, 2: 0})
    assert winners(undecided) == [0]


@pytest.mark.rules("RS-5", "RS-13")
def test_the_last_round_ends_the_match() -> None:
    match = own(DEFINITION.text_of("wolves").replace("rounds = 20", "rounds = 1"), *VILLAGE)
    night(match, 4)
    talked(match)
    name(match, dict.fromkeys(range(5)))
    assert winners(match) == []


@pytest.mark.rules("RS-2")
def test_of_real_cards_that_nobody_showed_all_say_their_role() -> None:
    match = Match(ROLES, Header("roles", 5, {"script": "wolves", "cards": True}))
    cards = {f"role/{seat}": ["?"] for seat in range(5)} | {"role/0": ["wolf#1"]}
    do(match, None, "dealt", cards)
    assert (kind(match), allowed(match, 0)) == ("name_role", {"role:wolf"})
    assert match.seen(Seat(1)).pile("role/1").pieces == ()
    all_say(match, "role:wolf", "role:wolf", "role:shepherd", "role:shepherd", "role:herbalist")
    assert kind(match) == "name_role", "there is one wolf"
    all_say(match, "role:wolf", "role:lamplighter", "role:shepherd", "role:shepherd", "role:herbalist")
    assert match.state.pile("role/4").pieces == ("herbalist#1",)
    assert match.seen(PUBLIC).pile("role/4").slots[0].piece is UNSEEN


def test_a_script_is_not_for_any_number_of_players() -> None:
    with pytest.raises(SettingError, match="5 to 12"):
        Match(ROLES, Header("roles", 4, {"script": "wolves"}))


@pytest.mark.parametrize("script", DEFINITION.templates)
def test_by_chance_every_script_comes_to_its_end_with_every_number_of_players(script: str) -> None:
    for seats in template(script).seats:
        for seed in range(3):
            match, tape = Match(ROLES, Header("roles", seats, {"script": script})), Tape(seed)
            while match.question is not None:
                match.submit(pick(match, tape))
            assert winners(match) == counted(match, script), (seats, seed)


def counted(match: Match, script: str) -> list[int]:
    """Who has won by a count of one's own, from what everybody was told and what cards lie open in the end."""
    seats = range(match.header.seats)
    roles = [match.state.pile(f"role/{seat}").pieces[0].kind for seat in seats]
    number = {kind: sum(one.event.kind == kind for one in match.told) for kind in EVENTS}
    if script == "word":
        right = any(one.event.facts["word"] == _word(match) for one in match.told if one.event.kind == "guessed")
        won = "guest" if not number["found"] or right else "friend"
        return [seat for seat in seats if roles[seat] == won]
    if script == "crew":
        well = number["mission_succeeded"] == 3
        return [seat for seat in seats if (roles[seat] != "saboteur") is well]
    out = {one.event.facts["seat"] for one in match.told if one.event.kind == "drops_out"}
    wolves = {seat for seat in seats if roles[seat] == "wolf"}
    return [seat for seat in seats if (seat in wolves) is bool(wolves - out)]


EVENTS = ("found", "mission_succeeded")


def _word(match: Match) -> str:
    (piece,) = match.state.pile("word").pieces
    return f"word.{piece}"


def test_roles_are_dealt_by_the_companion_where_nobody_has_cards() -> None:
    drawn, dealt = (Match(ROLES, Header("roles", 5, {"script": "wolves", "cards": cards})) for cards in (False, True))
    assert (kind(drawn), kind(dealt)) == ("draw_roles", "deal_roles")
    deal(dealt, *VILLAGE)
    assert kind(dealt) == "ready"
