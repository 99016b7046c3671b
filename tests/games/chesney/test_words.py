"""What the cards say, and what is heard of rolls, Judgements and events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.engine.types import PieceId, Say, Seat
from rules.engine.words import Names
from rules.games.chesney.names import FACTIONS
from rules.games.chesney.pieces import EVENTS, action_kinds, character_kinds, decks, icon
from tests.games.chesney._match import CHESNEY, do, middle, play, roll, told

WORDS = CHESNEY.words("en")
EVERYTHING = CHESNEY.check_settings({"mode": "advanced", "masters": True})
FACES = CHESNEY.box.faces(EVERYTHING, WORDS)
NAMES = Names(["Ann", "Bo", "Cem", "Dora", "Eli"], {piece: face.title for piece, face in FACES.items()})
SHAPES = Path(__file__).parents[3] / "web/pages/shared/shapes.svg"
KINDS = (*action_kinds(), *character_kinds(), *(event.replace("-", "_") for event in EVENTS))


def heard(kind: str, facts: dict[str, object], *, long: bool = True) -> str:
    """The sentence of an event at a table of five."""
    return WORDS.say("event", Say(kind, facts), NAMES, long=long)


# -- the cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_has_a_name_and_says_what_it_does(kind: str) -> None:
    name, text = (WORDS.word(code, NAMES) for code in (kind.lower(), f"text_{kind.lower()}"))
    assert name[0].isupper()
    assert "_" not in name + text
    assert text.endswith(".")
    assert 20 < len(text) < 340, "a player reads it at the table"


@pytest.mark.parametrize("kind", character_kinds())
def test_every_character_says_its_types_and_what_its_honour_needs(kind: str) -> None:
    face = FACES[PieceId(kind)]
    types = {"A": "(active)", "P": "(passive)", "S": "(special)"}
    assert {letter for letter, word in types.items() if word in face.text} == set(character_kinds()[kind].types)
    assert face.text.count("Honour: ") == 1
    assert face.text.endswith(WORDS.word(f"honour_{kind.lower()}", NAMES))


def test_all_faces_name_their_type_in_words() -> None:
    for face in FACES.values():
        assert "_" not in WORDS.word(face.suit_code, NAMES), face
        assert face.title == face.title.strip() != ""
        assert "_" not in face.text


def test_faces_are_those_of_the_pieces_of_the_match() -> None:
    basic = CHESNEY.box.faces(CHESNEY.check_settings({}), WORDS)
    assert set(basic) == {p for deck in decks({"mode": "basic"}, 10).values() for p in deck}
    assert not {"CAPTAIN", "BLAST"} & set(basic)


def test_a_doubtful_icon_is_shown_as_the_table_reads_it() -> None:
    settings = CHESNEY.check_settings({"estrange_icon": "single"})
    piece = PieceId("ESTRANGE#1")
    assert CHESNEY.box.faces(settings, WORDS)[piece].suit_code == f"icon_{icon(piece, settings)}" == "icon_single"
    assert FACES[piece].suit_code == "icon_mass"


def test_no_two_factions_look_alike_without_colours() -> None:
    assert len({FACES[PieceId(f"{faction.upper()}-1")].suit for faction in FACTIONS}) == len(FACTIONS)


def test_every_shape_on_a_card_can_be_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', SHAPES.read_text("utf-8")))
    assert {face.suit for face in FACES.values()} <= drawn


@pytest.mark.parametrize("deck", ["actions", "factions", "characters", "disguises"])
def test_every_deck_has_a_name(deck: str) -> None:
    assert WORDS.word(deck, NAMES) in ("action cards", "faction cards", "character cards", "Disguises")


# -- what is heard -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-24", "CH-CHAR-GEN-31")
def test_every_step_of_a_roll_is_heard() -> None:
    match = middle(
        hands={0: ["DUEL#1", "BELIEF#1"], 1: []},
        characters={0: "DRUID:up"},
        factions={0: ("BEAR-2:up", "?"), 1: ("?", "?")},
    )
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    do(match, 0, "drawn")
    (mine,) = told(roll(match, 0, 4), "rolled")
    assert heard("rolled", mine) == "Ann rolls 4, plus 6 for Belief, plus 3 for the character, which makes 13."
    events = roll(match, 1, 12)
    (theirs,) = told(events, "rolled")
    assert heard("rolled", theirs, long=False) == "Bo rolls 12."
    (duel,) = told(events, "duel")
    assert heard("duel", duel, long=False) == "Ann wins the duel by 1."


def test_a_duel_that_is_not_won_says_no_number() -> None:
    match = middle(hands={0: ["DUEL#1"], 1: []})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    (duel,) = told(roll(match, 1, 9), "duel")
    assert heard("duel", duel) == "Ann did not roll higher than Bo, so both are hurt."


@pytest.mark.rules("CH-INFO-19", "CH-JUDGE-22")
@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"over": False, "faction": None}, "Open your eyes. The round goes on."),
        ({"over": True, "faction": None}, "Open your eyes. The round is over."),
        ({"over": True, "faction": "fox"}, "Open your eyes. The round is over: Fox Tail is the Last Faction."),
    ],
)
def test_the_voice_leads_through_a_judgement(facts: dict[str, object], sentence: str) -> None:
    opening = {"seats": (Seat(1), Seat(3)), "declared": False}
    asked = "Faction Judgement. All but Bo and Dora: eyes closed, or on your own phone only."
    assert heard("judgement", opening, long=False) == asked
    assert heard("judged", facts, long=False) == sentence


@pytest.mark.parametrize("kind", ["react", "before_roll", "put_aside", "accept", "show_yellow"])
def test_questions_that_everybody_hears_name_who_is_asked(kind: str) -> None:
    sentence = WORDS.codes("question")[kind]
    assert all("{seat}" in text for text in (sentence.short, sentence.long))


def test_what_is_spoken_is_short() -> None:
    spoken = [s.short for section in ("event", "question", "refusal") for s in WORDS.codes(section).values()]
    choices = [text for text in spoken if text.count("|")]
    for text in spoken:
        assert len(text.split()) <= (30 if text in choices else 14), text
