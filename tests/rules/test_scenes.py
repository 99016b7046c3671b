"""Scene files: reading, every error, every kind of difference, and writing them from a match."""

# ruff: noqa: E501 - a scene's line beside its error reads best unbroken

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.kit.laws.playing import played_with_detours
from rules import games
from rules.engine.entries import (
    EndMatch,
    Entry,
    Header,
    Identify,
    MovePiece,
    NameCard,
    Position,
    Rewind,
    SetTrack,
    SetTurn,
)
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.sampling import pick
from rules.engine.scenes import SceneError, parse_scene, run_scene, scene_of
from rules.engine.types import PieceId, Seat
from tests.laws.playing import GAMES, game_of, script_of
from tests.laws.toys import high_card
from tests.toy import changed

ROOT = Path(__file__).parents[2]
HEAD = 'game = "high_card"\ntitle = "x"\nplayers = ["Anna", "Ben"]\n'
START = (
    HEAD
    + '[position]\nphase = "trick"\nturn = "Anna"\n'
    + '[position.piles]\n"hand/Anna" = ["red-1", "blue-2"]\n"hand/Ben" = ["red-5", "?"]\n'
    + "[position.tracks]\nround = 1\n"
)
LEAD = '[[step]]\nby = "Anna"\ndo = "play:red-1:up"\n'


def differences(text: str) -> list[str]:
    return [str(d) for d in run_scene(parse_scene(text), high_card())]


def test_the_example_in_the_document_runs() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/scenes.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 1
    scene = parse_scene(blocks[0], "docs/scenes.md")
    assert [str(d) for d in run_scene(scene, games.game(scene.game))] == []
    assert scene.rules == ("CR-032", "CR-037")


def test_a_scene_without_a_position_starts_a_match() -> None:
    text = (
        HEAD
        + '[[step]]\ndeal = {"hand/Anna" = ["red-1", "?", "?", "?"]}\n[step.expect]\nquestion = "play"\nasked = ["Anna"]\n'
    )
    text += '[step.expect.piles]\n"hand/Anna" = ["red-1", "?", "?", "?"]\n'
    assert differences(text) == []


def test_everything_that_can_be_expected_can_be_met() -> None:
    text = (
        START
        + LEAD
        + (
            '[step.expect]\nquestion = "play"\nasked = ["Ben"]\nphase = "trick"\nturn = "Ben"\n'
            'events = [{kind = "played", seat = "Anna", piece = "red-1"}]\n'
            '[step.expect.piles]\n"hand/Anna" = ["blue-2"]\n"trick/Anna" = ["red-1:up"]\n'
            '[step.expect.tracks]\nled = "red"\nleader = "Anna"\n"score/Ben" = 0\n'
            '[step.expect.can]\nBen = ["play:red-5:up"]\n'
            '[step.expect.cannot]\nBen = {"play:red-5:down" = "lead_suit_up", "play:green-1:down" = "must_follow", "no" = "unlisted"}\n'
            'Anna = {"play:blue-2:up" = "not_your_turn"}\n'
            '[step.expect.sees]\nBen = {"hand/Anna" = ["?"], "hand/Ben" = ["red-5", "?"]}\neverybody = {"hand/Ben" = ["?", "?"]}\n'
            '[step.expect.hears]\neverybody = ["played"]\n'
            '[[step]]\nby = "Ben"\ndo = "play:?:down"\n[step.expect]\nrefused = "must_follow"\nrule = "HC-2"\n'
            '[[step]]\nby = "Ben"\ndo = "play:?:down"\nirregular = true\n'
            '[step.expect]\nquestion = "turn_up"\nasked = []\nevents = ["irregular_accepted", "played"]\nturn = "none"\n'
            '[step.expect.can]\neverybody = ["blue-1"]\n'
            '[[step]]\ndo = "blue-1"\n[step.expect.piles]\n"won/Anna" = ["blue-1", "red-1"]\n'
            '[[step]]\nidentify = {pile = "hand/Ben", pieces = ["red-5"]}\n'
            '[[step]]\ncorrect = {end_match = {}, reason = "late"}\n[expect]\nquestion = ""\nwinners = []\n'
        )
    )
    assert differences(text) == []


EXPECTATIONS = {
    'question = "deal"': "question: expected deal, found play",
    'asked = ["Anna"]': "asked: expected Anna, found Ben",
    "asked = []": "asked: expected none, found Ben",
    'events = ["turned_up"]': "events: expected turned_up, found played",
    'events = [{kind = "played", seat = "Ben"}]': "events 1 (played) seat: expected Ben, found Anna",
    'events = [{kind = "played", card = "x"}]': "a fact 'card'",
    'phase = "deal"': "phase: expected deal, found trick",
    'turn = "Anna"': "turn: expected Anna, found Ben",
    'turn = "none"': "turn: expected none, found Ben",
    'winners = ["Anna"]': "winners: expected Anna, found the match is not over",
    'refused = "must_follow"': "expected refused: must_follow, found accepted",
    '[step.expect.piles]\n"hand/Anna" = []': "pile hand/Anna: expected empty, found blue-2",
    '[step.expect.piles]\n"trick/Anna" = ["red-1:down"]': "expected red-1:down, found red-1:up",
    '[step.expect.piles]\n"nest/Anna" = []': "the game has no such pile",
    '[step.expect.tracks]\nled = "none"': "track led: expected none, found red",
    '[step.expect.tracks]\nleader = "Ben"': "track leader: expected Ben, found Anna",
    "[step.expect.tracks]\nmoon = 1": "the game has no such track",
    '[step.expect.can]\nBen = ["play:blue-7:up"]': "'play:blue-7:up' of Ben: expected allowed, found must_follow",
    '[step.expect.can]\nBen = ["fly"]': "'fly' of Ben: expected allowed, found unlisted",
    '[step.expect.cannot]\nBen = {"play:red-5:up" = "must_follow"}': "expected must_follow, found allowed",
    '[step.expect.sees]\neverybody = {"hand/Anna" = ["blue-2"]}': "everybody sees pile hand/Anna: expected blue-2, found ?",
    "[step.expect.hears]\nBen = []": "Ben hears: expected none, found played",
}


@pytest.mark.parametrize("expected", EXPECTATIONS)
def test_what_is_not_so_is_told(expected: str) -> None:
    inside = expected if expected.startswith("[") else f"[step.expect]\n{expected}"
    found = differences(f"{START}{LEAD}{inside}\n")
    assert len(found) == 1
    assert found[0].startswith("step 1: ")
    assert EXPECTATIONS[expected] in found[0]


def test_every_difference_is_told_and_later_steps_still_run() -> None:
    text = START + '[[step]]\nby = "Ben"\ndo = "play:red-5:up"\n[step.expect]\nphase = "deal"\nturn = "Ben"\n'
    text += LEAD + '[step.expect.tracks]\nled = "blue"\n[expect]\nphase = "take"\n'
    assert differences(text) == [
        "step 1: 'play:red-5:up': expected accepted, found refused: not_your_turn",
        "step 1: phase: expected deal, found trick",
        "step 1: turn: expected Ben, found Anna",
        "step 2: track led: expected blue, found red",
        "at the end: phase: expected take, found trick",
    ]


def test_another_refusal_or_rule_is_a_difference() -> None:
    text = START + LEAD + '[[step]]\nby = "Ben"\ndo = "play:?:down"\n[step.expect]\nrefused = "x"\nrule = "HC-9"\n'
    assert differences(text) == [
        "step 2: refusal of 'play:?:down': expected x, found must_follow",
        "step 2: rule of the refusal of 'play:?:down': expected HC-9, found HC-2",
    ]


def test_of_a_key_that_is_not_on_offer_those_that_are_are_told() -> None:
    step = '[[step]]\nby = "Anna"\ndo = "play:green"\n'
    (found,) = differences(START + step)
    assert found.startswith("step 1: 'play:green': expected accepted, found refused: no_such_option; on offer: ")
    assert "'play:red-1:up'" in found
    (missing,) = differences(START.replace("red-1", "red1"))
    assert "no piece 'red1'; perhaps 'red-1' is meant" in missing


def test_a_fault_in_a_game_is_a_difference() -> None:
    game = changed(high_card("promises_too_much"), package="high_card")
    found = [str(d) for d in run_scene(parse_scene(START + '[[step]]\nby = "Anna"\ndo = "swap:blue-2"\n' + LEAD), game)]
    assert len(found) == 1
    assert found[0].startswith("step 1: step: expected to be carried out, found")


def test_a_scene_of_another_game_or_an_impossible_position_is_a_difference() -> None:
    other = parse_scene(HEAD.replace("high_card", "chess"))
    assert [str(d) for d in run_scene(other, high_card())] == ["at the start: game: expected chess, found high_card"]
    twice = differences(HEAD + '[position.piles]\n"hand/Anna" = ["red-1", "red-1"]\n')
    assert twice == ["at the start: position: expected one that the game can have, found 'red-1' is placed twice"]
    crowd = differences(HEAD.replace('"Ben"', '"B", "C", "D", "E"'))
    assert "is for 2 to 4 players, not 5" in crowd[0]


# -- errors ------------------------------------------------------------------------------------------------------------

ERRORS = {
    "game = ": "this is not toml",
    'title = "x"\nplayers = ["A"]': "'game' is missing.",
    'game = "g"\nplayers = ["A"]': "'title' is missing.",
    'game = "g"\ntitle = "x"': "'players' must name the players, clockwise.",
    HEAD.replace("Ben", "Anna"): "'players' cannot hold 'Anna'",
    HEAD.replace("Ben", "2"): "'players' cannot hold '2'",
    HEAD.replace("Ben", "everybody"): "'players' cannot hold 'everybody'",
    HEAD.replace("Ben", "a/b"): "'players' cannot hold 'a/b'",
    HEAD.replace('"Ben"', "7"): "'players' must be a list of texts.",
    HEAD + "rulez = []": "there is no key 'rulez' here (did you mean 'rules'?).",
    HEAD + "zzz = []": "there is no key 'zzz' here (known are: players, game",
    HEAD + 'note = 3': "'note' must be a text, not 3.",
    HEAD + '[position]\nturn = "Bem"': "[position] 'turn' names no player 'Bem' (did you mean 'Ben'?).",
    HEAD + '[position]\nturn = "Zoe"': "[position] 'turn' names no player 'Zoe' (the players are Anna, Ben).",
    HEAD + '[position]\nphrase = "x"': "[position] there is no key 'phrase' here (did you mean 'phase'?).",
    HEAD + '[position.piles]\nx = "red-1"': "[position] [piles] 'x' must be a list of texts.",
    HEAD + "[position.tracks]\nx = 1.5": "[position] [tracks] 'x' must be a text, a whole number",
    HEAD + "step = [3]": "step 1 is not a table: write [[step]].",
    HEAD + '[[step]]\nby = "Anna"': "step 1: a step has one of do, deal, identify, correct, rewind; this one has nothing",
    HEAD + '[[step]]\ndo = "x"\nrewind = 1': "step 1: a step has one of do, deal, identify, correct, rewind; this one has both 'do' and 'rewind'.",
    HEAD + '[[step]]\ndo = "x"\n[[step]]\nrewind = true': "step 2: 'rewind' must be a whole number, not True.",
    HEAD + '[[step]]\nrewind = 1\nby = "Anna"': "step 1: 'by' goes only with 'do'.",
    HEAD + '[[step]]\nrewind = 1\nirregular = true': "step 1: 'irregular' goes only with 'do'.",
    HEAD + '[[step]]\ndo = "x"\nby = "Jo"': "step 1: 'by' names no player 'Jo'",
    HEAD + '[[step]]\ndo = "x"\nirregullar = true': "step 1: there is no key 'irregullar' here (did you mean 'irregular'?).",
    HEAD + '[[step]]\ndeal = {x = 3}': "step 1: [deal] 'x' must be a list of texts.",
    HEAD + '[[step]]\nidentify = {pile = "x", cards = []}': "step 1: [identify] there is no key 'cards' here",
    HEAD + '[[step]]\ncorrect = {reason = "r"}': "step 1: [correct] 'correct' needs one of move_piece",
    HEAD + '[[step]]\ncorrect = {set_trick = {}}': "step 1: [correct] there is no key 'set_trick' here (did you mean 'set_track'?).",
    HEAD + '[[step]]\ncorrect = {end_match = {}, set_turn = {seat = "Anna"}}': "step 1: [correct] a step corrects one thing.",
    HEAD + '[[step]]\ncorrect = {set_track = {track = "x"}}': "step 1: [correct] [set_track] 'value' is missing.",
    HEAD + '[[step]]\ncorrect = {set_turn = {seat = "Anne"}}': "step 1: [correct] [set_turn] 'seat' names no player 'Anne' (did you mean 'Anna'?).",
    HEAD + '[[step]]\ndo = "x"\nexpect = {rule = "R"}': "step 1: [expect] 'rule' is the rule of a refusal, so it needs 'refused'.",
    HEAD + '[[step]]\ndo = "x"\nexpect = {event = []}': "step 1: [expect] there is no key 'event' here (did you mean 'events'?).",
    HEAD + '[[step]]\ndo = "x"\nexpect = {events = [3]}': "step 1: [expect] 'events' holds 3: an event is its kind",
    HEAD + '[[step]]\ndo = "x"\nexpect = {hears = {Ann = []}}': "step 1: [expect] [hears] 'Ann' names no player 'Ann'",
    HEAD + '[[step]]\ndo = "x"\nexpect = {hears = {Anna = 1}}': "step 1: [expect] [hears] 'Anna' must be a list of event kinds.",
    HEAD + '[[step]]\ndo = "x"\nexpect = {can = {Anna = 1}}': "step 1: [expect] [can] 'Anna' must be a list of texts.",
    HEAD + '[[step]]\ndo = "x"\nexpect = {cannot = {Anna = {a = 1}}}': "step 1: [expect] [cannot] [Anna] 'a' must be a text, not 1.",
    HEAD + '[expect]\nasked = ["X"]': "[expect] 'asked' names no player 'X'",
}  # fmt: skip


@pytest.mark.parametrize("text", ERRORS)
def test_errors_are_one_clear_sentence(text: str) -> None:
    with pytest.raises(SceneError) as found:
        parse_scene(text, "my.toml")
    assert str(found.value).startswith(f"my.toml: {ERRORS[text]}")
    assert str(found.value).endswith(".")


# -- writing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_written_scene_plays_the_same(slug: str, seed: int) -> None:
    game = game_of(slug)
    match = played_with_detours(script_of(slug, game.seats[seed % len(game.seats)], seed, length=60 * (seed > 0)))
    names = ["Åsa", 'Bo "the\nbold\x7f"', "Cem = 1 # x", "D", "E", "F", "G", "H", "I", "J"][: match.header.seats]
    for upto in (None, 0, len(match.log) // 2):
        scene = parse_scene(scene_of(match, names, upto))
        assert scene.players == tuple(names)
        assert [str(d) for d in run_scene(scene, game)] == []
        assert [s.entry for s in scene.steps] == match.log[:upto]
        assert scene.header == match.header


def test_a_scene_is_written_with_positions_and_all_entries() -> None:
    position = Position(
        {"hand/0": ("red-1", "blue-2:shown"), "hand/1": ("?", "red-5")},
        {"round": 1, "led": None, "leader": Seat(1), "score/1": 3},
        "trick",
        0,
    )
    header = Header("high_card", 2, {"low_wins": True}, position)
    match = Match(high_card(), header)
    entries: list[Entry] = [
        Identify("hand/1", (PieceId("green-1"),)),
        SetTrack("score/0", 2, "a point\nmore"),
        SetTrack("leader", Seat(0), "wrong seat"),
        MovePiece(PieceId("blue-2"), "won/1", "lay there", "hand/0", True),
        SetTurn(Seat(1), "out of turn"),
        SetTurn(Seat(0), "no, it was not"),
        NameCard("deck", PieceId("green-7"), "seen"),
        Answer(Seat(0), "play:red-1:up"),
        Answer(Seat(1), "play:green-1:down", irregular=True),
        Rewind(8),
        EndMatch("bedtime"),
    ]
    for entry in entries:
        assert isinstance(outcome := match.submit(entry), Accepted), outcome
    text = scene_of(match, ["Anna", "Ben"])
    scene = parse_scene(text)
    assert scene.header == header
    assert [s.entry for s in scene.steps] == match.log
    assert [str(d) for d in run_scene(scene, high_card())] == []
    assert '"score/Ben" = 3' in text


@pytest.mark.parametrize("names", [["red", "Ben"], ["1", "Ben"], ["Ben", "Ben"], ["Ben"], ["", "x"], ["none", "a/b"]])
def test_names_that_the_form_cannot_hold_are_left_out(names: list[str]) -> None:
    match = Match(high_card(), Header("high_card", 2))
    random = Random(3)
    match.submit(pick(match, random.randrange))
    match.submit(Answer(Seat(0), next(o.key for o in match.options(Seat(0)) if o.refusal is None)))
    match.submit(SetTrack("led", "red", "for the test"))
    scene = parse_scene(scene_of(match, names))
    assert scene.players == ("Player 1", "Player 2")
    assert run_scene(scene, high_card()) == []
