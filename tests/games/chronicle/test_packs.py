"""Packs: the starter pack is what the list says, an owner's files go over it, mistakes are named."""

from __future__ import annotations

import pytest

from rules.engine.types import PieceId
from rules.games import game
from rules.games.chronicle import PackError, build, load_owner
from rules.games.chronicle.cards import WILD, Pack
from rules.games.chronicle.packs import IDS, OPS, starter

CARDS = 'format = "chronicle-pack-1"\npack_id = "mine"\n'
HISTORY = 'format = "chronicle-history-1"\npack_id = "mine"\n'


def owner(text: str, form: str = CARDS) -> Pack:
    return load_owner({"my_cards.toml": form + text})


@pytest.mark.rules("CR-002", "CR-061", "CR-071")
def test_the_starter_pack_is_complete() -> None:
    pack = starter()
    assert tuple(sorted(pack.characters)) == tuple(sorted(IDS))
    assert len(pack.characters) == 36
    assert len(pack.of_suit(WILD)) == 6
    assert all(len(pack.of_suit(s)) == 10 for s in ("power", "wisdom", "love"))
    assert len(pack.histories) == 12
    assert len({h.theme for h in pack.histories.values()}) == 12
    assert pack.evil == {"POW-1", "WIS-1", "LOV-1", "WILD-DEMON"}
    assert all(a.text for a in pack.abilities.values())
    assert all(h.text for h in pack.histories.values())


@pytest.mark.rules("CR-060")
def test_cards_of_one_strength_do_the_same() -> None:
    pack = starter()
    for strength in range(1, 11):
        same = {pack.ability(PieceId(f"{suit}-{strength}")).op for suit in ("POW", "WIS", "LOV")}
        assert len(same) == 1


@pytest.mark.rules("CR-060", "CR-072")
def test_an_owner_overrides_a_strength_or_a_single_card() -> None:
    pack = owner(
        '[abilities.10]\nop = "take_discard_top"\n[ability_overrides.WIS-10]\nop = "none"\ntiming = "on_play"\n'
    )
    assert pack.ability(PieceId("POW-10")).op == "take_discard_top"
    assert pack.ability(PieceId("POW-10")).timing == "on_play"
    assert pack.ability(PieceId("POW-10")).source == "owner"
    assert pack.ability(PieceId("WIS-10")).op == "none"
    assert pack.ability(PieceId("POW-9")) == starter().ability(PieceId("POW-9"))
    assert pack.pack_id == "mine"


def test_an_owner_names_a_card_and_leaves_the_rest() -> None:
    pack = owner('cards = [ { id = "POW-5", name = "Champion" } ]\n')
    card = pack.characters[PieceId("POW-5")]
    assert (card.name, card.suit, card.strength, card.evil) == ("Champion", "power", 5, False)
    assert len(pack.characters) == 36


@pytest.mark.rules("CR-135")
def test_an_owner_overrides_a_history_card() -> None:
    text = '[[history]]\nid = "H02"\ntitle = "Revolt"\ntheme_card = "LOV-7"\n'
    text += 'condition = { metric = "count_strength", strength = 3, rank = "any", min = 2 }\n'
    pack = owner(text, HISTORY)
    card = pack.histories[PieceId("H02")]
    assert (card.title, card.theme, card.source) == ("Revolt", "LOV-7", "owner")
    assert card.condition is not None
    assert (card.condition.metric, card.condition.of, card.condition.least) == ("count_strength", "3", 2)
    assert pack.histories[PieceId("H03")] == starter().histories[PieceId("H03")]


def test_both_files_together() -> None:
    history = HISTORY + '[[history]]\nid = "H02"\ntitle = "Revolt"\ntheme_card = "LOV-7"\n'
    pack = load_owner({"a.toml": CARDS + "fame_to_win = 5\n", "b.toml": history})
    assert (pack.fame_to_win, pack.histories[PieceId("H02")].title) == (5, "Revolt")


def test_every_op_can_be_written() -> None:
    for op in OPS:
        extra = 'text = "Do it."\naffects = ["allies"]\n' if op == "manual" else ""
        assert owner(f'[abilities.9]\nop = "{op}"\n{extra}').ability(PieceId("POW-9")).op == op


@pytest.mark.parametrize(
    ("text", "form", "sentence"),
    [
        ("cards = [", CARDS, "this is not a toml file"),
        ("colour = 1\n", CARDS, "the file: 'colour' is not known here; allowed are"),
        ('cards = [ { id = "POW-11" } ]', CARDS, r"cards POW-11: 'id' is 'POW-11', which is none of POW-1, "),
        ('cards = [ { id = "POW-1", evil = "yes" } ]', CARDS, "cards POW-1: 'evil' must be true or false"),
        ('cards = [ { id = "WILD-KING", strength = 3 } ]', CARDS, "cards WILD-KING: a Wild has no 'strength'"),
        ('cards = [ { id = "POW-1", name = 7 } ]', CARDS, "cards POW-1: 'name' must be a text in quotation marks"),
        ("cards = 3", CARDS, "the file: 'cards' must be a list of tables"),
        ('[abilities.11]\nop = "none"', CARDS, "the file, abilities: '11' is none of 1, 2, "),
        ('[abilities.9]\nop = "fly"', CARDS, "abilities, 9: 'op' must be one of none, count_as, .*, not 'fly'"),
        ('[abilities.9]\nop = "count_as"\nn = 0', CARDS, "'n' must be a number from 1 to 36"),
        (
            '[abilities.9]\nop = "end_meeting"\ntiming = "round_end"',
            CARDS,
            "'timing' must be one of on_play, not 'round_end'",
        ),
        ('[abilities.9]\nop = "steal_ally"\nfrom = "me"', CARDS, "'from' must be one of one_opponent, .*, not 'me'"),
        ('[abilities.9]\nop = "none"\ncount = 2', CARDS, "'count' is not known here"),
        ('[abilities.9]\nop = "manual"\naffects = ["allies"]', CARDS, "'manual' needs the card's words in 'text'"),
        ('[abilities.9]\nop = "manual"\ntext = "x"', CARDS, "'affects' must be a list of some of allies, hands"),
        (
            '[abilities.9]\nop = "manual"\ntext = "x"\naffects = ["winner"]',
            CARDS,
            "winner only with the timing meeting_end",
        ),
        ('[[history]]\nid = "H13"', HISTORY, "history H13: 'id' is 'H13', which is none of H01, "),
        ('[[history]]\nid = "H01"\ntitle = "A"', HISTORY, "history H01: 'theme_card' must be a text"),
        (
            '[[history]]\nid = "H01"\ntitle = "A"\ntheme_card = "POW-1"\ncondition = { metric = "count_suit" }',
            HISTORY,
            "history H01, condition: 'suit' must be one of power, wisdom, love, wild, not 'None'",
        ),
        ("", 'format = "pack-9"\n', "'format' must be one of chronicle-pack-1, chronicle-history-1, not 'pack-9'"),
    ],
)
def test_a_mistake_is_one_sentence_with_file_and_entry(text: str, form: str, sentence: str) -> None:
    with pytest.raises(PackError, match=rf"^my_cards\.toml: .*{sentence}") as found:
        owner(text, form)
    assert str(found.value).endswith(".")


def test_what_is_ours_is_marked() -> None:
    chosen = game("chronicle")
    faces = chosen.box.faces({}, chosen.words("en"))
    assert faces[PieceId("LOV-9")].mark == "house"
    assert faces[PieceId("LOV-4")].mark == ""
    assert faces[PieceId("H01")].mark == "house"
    assert (faces[PieceId("LOV-9")].title, faces[PieceId("LOV-8")].title) == ("Love 9", "Cleric")
    assert (faces[PieceId("LOV-9")].corner, faces[PieceId("WILD-FOOL")].corner) == ("9", "W")
    assert all(face.text for face in faces.values())
    assert "Power 10" in faces[PieceId("H01")].text


def test_an_owner_pack_is_named_in_the_settings_and_on_the_cards() -> None:
    chosen = game("chronicle", {"mine.toml": CARDS + '[abilities.9]\nop = "take_discard_top"\n'})
    assert chosen.check_settings({})["pack"] == "mine"
    face = chosen.box.faces({}, chosen.words("en"))[PieceId("LOV-9")]
    assert face.mark == ""
    assert face.text == "Takes the top card of the discard pile as an ally."
    assert build().check_settings({})["pack"] == "starter-ours"
