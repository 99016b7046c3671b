"""What the things of the starter set are called in other languages, and that an owner's things keep their names."""

from __future__ import annotations

import re

import pytest

from rules.engine.own_files import names_of
from rules.engine.words import Names
from rules.games.chain_mail import build, load_owner
from rules.games.chain_mail.game import PACKAGE
from rules.games.chain_mail.reading import starter

GERMAN = names_of(PACKAGE, "de")

OWN = """
format = "chainmail-content-1"

[[statuses]]
id = "dazed"
name = "Seeing stars"
rules = [{ op = "no_extra_actions" }]

[[traps]]
double = 1
name = "Cold water"
effects = [{ op = "damage", target = "choose", n = 1 }]
"""


def test_everything_of_the_starter_set_has_a_german_name() -> None:
    assert set(starter().names.values()) == set(GERMAN)


def test_no_german_name_is_given_to_two_things_that_differ() -> None:
    named = {german: [e for e, g in GERMAN.items() if g == german] for german in GERMAN.values()}
    twice = {german: english for german, english in named.items() if len({e.lower() for e in english}) > 1}
    assert not twice


@pytest.mark.parametrize(
    ("code", "german"),
    [("thief", "Dieb"), ("Loose coins", "Lose Münzen"), ("Rockfall", "Steinschlag"), ("smoke-pot", "Rauchtopf")],
)
def test_ids_finds_and_traps_are_said_in_german(code: str, german: str) -> None:
    assert build(None).words("de").word(code, Names()) == german


def test_the_quest_card_is_read_in_german() -> None:
    game = build(None)
    words = game.words("de")
    faces = game.box.faces(game.check_settings({}), words).values()
    texts = [face.text for face in faces if face.suit_code == "quest"]
    assert texts == [GERMAN[quest.text] for quest in starter().quests.values()]


def test_monster_and_treasure_cards_say_what_the_dice_call_and_find() -> None:
    game = build(None)
    faces = game.box.faces(game.check_settings({}), game.words("de"))
    texts = {face.title: face.text for face in faces.values() if face.suit_code in ("monsters", "treasure")}
    cards = [*starter().monster_cards.values(), *starter().treasures.values()]
    assert len(texts) == len(cards)
    for card in starter().monster_cards.values():
        said = texts[game.words("de").word(card.id, Names())]
        assert [int(die) for die in re.findall(r"\d", said)] == [die for one in card.monsters for die in one.die]
    assert "5: Lose Münzen; 6: " in texts[game.words("de").word("old-packs", Names())]


def test_what_an_owner_calls_a_thing_stays() -> None:
    game = build(load_owner({"own.toml": OWN}))
    words = game.words("de")
    said = [words.word(code, Names()) for code in ("dazed", "Cold water", "cursed")]
    assert said == ["Seeing stars", "Cold water", "verflucht"]


def test_a_language_without_names_has_the_english_ones() -> None:
    assert names_of(PACKAGE, "xx") == {}
    assert build(None).words("xx").word("Rockfall", Names()) == "Rockfall"
