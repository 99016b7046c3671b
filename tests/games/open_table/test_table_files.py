"""Tables as files: what is wrong is named with its line, and nothing that anybody writes does harm."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.playing import Tape
from rules.engine.definitions import DefinitionError, schema, written
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.engine.types import PieceId
from rules.games.open_table import build
from rules.games.open_table.definition import DEFINITION, TEMPLATES, template
from rules.games.open_table.pieces import tables_of, zone_word
from rules.games.open_table.table_rules import MOST_CARDS, MOST_SEATS
from tests.games.open_table._table import PLAIN

TALLY = '[[tally]]\nkey = "t"\nname = "T"\nzone = "stock"\n'
DECK = '[[deck]]\nkey = "e"\nname = "E"\nzone = "{zone}"\ncards = "Fog"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\n", "add at least one [[deck]]"),
        (PLAIN.replace("Blue,2", "Blue,two"), 'line 7: "cards": line 2 of the list: "count" has to be'),
        (PLAIN.replace("Blue,2", "Blue,10000"), f"a table holds at most {MOST_CARDS} cards, and these are 100"),
        (PLAIN + DECK.format(zone="heap"), "line 42: a deck has to lie face down in a zone for all"),
        (PLAIN.replace('zone = "stock"', 'zone = "stok"'), '"zone" names "stok", and no table [[zone]] has that key'),
        (PLAIN.replace('kind = "row"\neach', 'kind = "hand"\neach'), "there is one hand for each player"),
        (PLAIN + "x = 5\n", "x and y stand there both or not at all"),
        (PLAIN.replace('kind = "row"\n\n', 'kind = "row"\nx = 50\ny = 50\n\n'), "it lies on the zone"),
        (PLAIN + TALLY + 'what = "sum"\n', "nobody knows what lies there: it can only be counted"),
        ('together = "mine"\n', "the zone has to be face up"),
        ("draw = true\n", "line 2: this needs turns"),
        ("deal = 9\nhand_limit = 4\n", "more cards would be dealt than a hand may hold"),
        ("dice = [6, 6, 6, 6]\n", '"dice" has to be a list of at most 3 whole numbers'),
        ("hand_limt = 4\n", 'there is no "hand_limt". Did you mean "hand_limit"?'),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    whole = text if text.startswith("format") else PLAIN.replace("format = 1\n", f"format = 1\n{text}", 1)
    with pytest.raises(DefinitionError) as raised:
        DEFINITION.read(whole)
    assert said in str(raised.value.args[0])


def test_two_decks_in_one_zone_and_a_blind_zone_without_a_deck_are_refused() -> None:
    bag = '[[zone]]\nkey = "bag"\nname = "Bag"\nkind = "bag"\n'
    with pytest.raises(DefinitionError, match="two decks lie here"):
        DEFINITION.read(PLAIN + DECK.format(zone="stock"))
    with pytest.raises(DefinitionError, match="needs a deck of its own"):
        DEFINITION.read(PLAIN + bag + bag.replace('key = "bag"', 'key = "sack"') + DECK.format(zone="bag"))
    assert len(DEFINITION.read(PLAIN + bag + DECK.format(zone="bag")).packs) == 2


def test_a_table_without_hands_takes_no_rule_about_them() -> None:
    text = PLAIN.replace('kind = "hand"', 'kind = "row"')
    DEFINITION.read(text)
    with pytest.raises(DefinitionError, match="this needs a zone of the kind hand"):
        DEFINITION.read(text.replace("format = 1\n", "format = 1\ndeal = 2\n", 1))


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_ready_tables_are_written_and_read_again(name: str) -> None:
    found = tomllib.loads(DEFINITION.text_of(name))
    assert DEFINITION.read(written(found, DEFINITION)) == template(name)
    assert json.dumps(schema(DEFINITION))


def test_the_same_key_means_the_same_in_all_ready_tables() -> None:
    """Words are found by these keys, whichever table is played."""
    called: dict[str, object] = {}
    for table in map(template, TEMPLATES):
        for section, entries in tables_of(table, {}).items():
            for code, said in entries.items():
                assert called.setdefault(f"{section}.{code}", said) == said


def test_each_ready_table_is_known_by_its_decks() -> None:
    firsts = [template(name).packs[0].key for name in TEMPLATES]
    keys = [pack.key for name in TEMPLATES for pack in template(name).packs]
    assert len(set(keys)) == len(keys) >= len(firsts)


def test_names_of_people_are_texts() -> None:
    text = PLAIN.replace("Red,2", '"<b>{seat}</b> & Co",2').replace('"Middle"', '"<i>{card|a|b}</i>"')
    game = build(DEFINITION.read(text))
    words = game.words("de")
    assert next(iter(game.box.faces({}, words).values())).title == "<b>{seat}</b> & Co"
    assert words.codes("pile")["middle"].long == "<i>(card|a|b)</i>"
    match, tape = Match(game, Header("open_table", 2)), Tape(2)
    while match.question is not None and match.version < 80:
        match.submit(pick(match, tape))


def test_two_cards_of_one_name_are_two_kinds() -> None:
    table = DEFINITION.read(PLAIN.replace("Blue,2", "Red,2").replace("Green", "漢字"))
    assert list(table.kinds) == ["d_red", "d_red_2", "d_3"]
    assert table.decks["d"][-1] == PieceId("d_3#1")


def test_a_card_called_as_another_one_is_numbered_is_a_kind_of_its_own() -> None:
    table = DEFINITION.read(PLAIN.replace("Red,2", "Red 3,2").replace("Blue", "Red").replace("Green", "Red"))
    assert list(table.kinds) == ["d_red_3", "d_red", "d_red_4"]
    assert [piece.kind for piece in table.decks["d"]] == ["d_red_3", "d_red_3", "d_red", "d_red", "d_red_4"]


def test_a_card_may_be_called_as_a_zone_is() -> None:
    text = PLAIN.replace('key = "d"', 'key = "zone"').replace("Red,2", "Middle,2").replace('"Middle"', '"In between"')
    table = DEFINITION.read(text)
    words = build(table).words("en")
    assert (words.word("zone_middle"), words.word(zone_word("middle"))) == ("Middle", "In between")


def test_a_card_called_like_a_word_of_the_companion_leaves_it_that_word() -> None:
    table = DEFINITION.read(PLAIN.replace('key = "d"', 'key = "unseen"').replace("Red,2", "Card,2"))
    words = build(table).words("en")
    assert words.word("unseen_card") == "a card"
    assert [words.word(kind) for kind in table.kinds] == ["Card", "Blue", "Green"]


def test_suits_that_differ_in_their_signs_alone_are_two() -> None:
    table = DEFINITION.read(PLAIN.replace("Warm", "Cold!"))
    words = build(table).words("en")
    faces = [face for face in build(table).box.faces({}, words).values() if face.piece.endswith("#1")]
    assert [words.word(face.suit_code) for face in faces] == ["Cold!", "Cold", "Cold"]


_WORDS = st.sampled_from(["Fog", "<b>", "{seat}", "Öl", "漢", "a b"])
_ROW = st.builds(
    lambda name, count, value: f"{name}\t{count}\t\t{value}", _WORDS, st.integers(1, 5), st.sampled_from(["", -2, 4])
)
_ZONE = st.fixed_dictionaries(
    {"kind": st.sampled_from(["deck", "bag", "hand", "row", "discard"]), "name": _WORDS},
    optional={
        "each": st.booleans(),
        "face": st.sampled_from(["up", "down"]),
        "x": st.integers(0, 100),
        "y": st.integers(0, 100),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Tables of which many can be played."""
    zones = [{"key": f"z{n}", **zone} for n, zone in enumerate(draw(st.lists(_ZONE, min_size=1, max_size=5)), 1)]
    zones.insert(0, {"key": "z0", "name": "Deck", "kind": "deck"})
    keys = st.sampled_from([str(zone["key"]) for zone in zones])
    cards = "\n".join(draw(st.lists(_ROW, min_size=1, max_size=4)))
    found: dict[str, Any] = {
        "zone": zones,
        "deck": [{"key": "d", "name": "D", "zone": "z0", "cards": cards}],
        "tally": [{"key": "t", "name": "T", "zone": draw(keys), "what": draw(st.sampled_from(["count", "sum"]))}],
        "counter": [{"key": "c", "name": "C", "start": 3}],
    }
    for key, value in {
        "deal": st.integers(0, 3),
        "hand_limit": st.integers(0, 4),
        "turns": st.booleans(),
        "draw": st.booleans(),
        "together": keys,
        "dice": st.sampled_from([[], [6], [4, 20]]),
    }.items():
        if draw(st.booleans()):
            found[key] = draw(value)
    return found


@settings(deadline=None, max_examples=25)
@given(tables(), st.integers(1, MOST_SEATS), st.integers(0, 99))
def test_any_table_is_refused_or_played_to_its_end(found: dict[str, Any], seats: int, seed: int) -> None:
    try:
        rules = DEFINITION.read(written(found, DEFINITION))
    except DefinitionError:
        return
    game = build(rules)
    match, tape = Match(game, Header("open_table", seats)), Tape(seed)
    game.mat(seats).check_spots(match.state.piles.values())
    while match.question is not None:
        match.submit(pick(match, tape))
        assert match.version < 3000
