"""Sentences from codes and facts, and the mat from its file."""

from __future__ import annotations

import pytest

from rules.engine.mat import Layout, LayoutError, read_layout
from rules.engine.types import UNSEEN, PieceId, Pile, Private, Say, Seat, only
from rules.engine.words import Names, Words
from words.files import WordsError

NAMES = Names(["Anna", "Ben"], {PieceId("a1"): "Ace"})
ENGINE = {
    "word": {"and": "and", "yes": "yes", "no": "no", "none": "nothing", "unseen_card": "a card", "red": "red suit"}
}


def say(text: str, long: bool = True, **facts: object) -> str:
    return Words("en", ENGINE, {"event": {"x": text}}).say("event", Say("x", facts), NAMES, long=long)


def test_piles_and_tracks_are_said_by_name_and_never_by_key() -> None:
    words = Words(
        "en",
        ENGINE,
        {
            "event": {"x": "{pile}: {track}{seat? of {seat}|}"},
            "pile": {"hand": "hand of {seat}", "hex": "hex {cell}"},
            "track": {"fame": "Fame"},
        },
    )
    told = (
        ({"pile": "hand/1", "track": "fame/0", "seat": Seat(0)}, "hand of Ben: Fame of Anna"),
        ({"pile": "hex/c3", "track": "fame"}, "hex c3: Fame"),
        ({"pile": "nowhere", "track": "red"}, "nowhere: red suit"),
    )
    for facts, text in told:
        assert words.say("event", Say("x", facts), NAMES) == text


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (Seat(1), "Ben"),
        (Seat(4), "5"),
        (PieceId("a1"), "Ace"),
        (PieceId("b9"), "b9"),
        (3, "3"),
        (True, "yes"),
        (False, "no"),
        (None, "nothing"),
        (UNSEEN, "a card"),
        (Private(PieceId("a1"), only(0)), "a card"),
        ("red", "red suit"),
        ("other", "other"),
        ((), ""),
        ((Seat(0),), "Anna"),
        ((Seat(0), Seat(1)), "Anna and Ben"),
        ([1, 2, PieceId("a1")], "1, 2 and Ace"),
    ],
)
def test_facts_in_words(value: object, word: str) -> None:
    assert say("<{it}>", it=value) == f"<{word}>"


@pytest.mark.parametrize(("count", "text"), [(1, "one card"), (0, "0 cards"), (5, "5 cards")])
def test_plurals(count: int, text: str) -> None:
    assert say("{count|one card|{count} cards}", count=count) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (PieceId("a1"), "with Ace"),
        (UNSEEN, "face-down"),
        (None, "face-down"),
        ("", "face-down"),
        (False, "face-down"),
        (Private(3, only(0)), "face-down"),
        (0, "with 0"),
        (True, "with yes"),
    ],
)
def test_known_or_not(value: object, text: str) -> None:
    assert say("{it?with {it}|face-down}", it=value) == text


def test_a_missing_fact_and_a_missing_code() -> None:
    assert say("<{gone}>") == "<nothing>"
    assert Words("en").say("event", Say("not_there"), NAMES) == "not there"


def test_short_and_long_and_later_tables_win() -> None:
    words = Words("en", {"event": {"x": "old", "y": "kept"}}, {"event": {"x": {"short": "s {a}", "long": "l {b}"}}})
    assert words.say("event", Say("x", {"a": 1}), NAMES, long=False) == "s 1"
    assert words.say("event", Say("x", {"b": 2}), NAMES) == "l 2"
    assert words.say("event", Say("y"), NAMES, long=False) == "kept"
    assert words.codes("event")["x"].placeholders == {"a", "b"}
    assert ("event", "y") in words
    assert ("refusal", "y") not in words
    assert words.language == "en"


def test_placeholders_inside_choices_are_found() -> None:
    words = Words("en", {"event": {"x": "{count|one {thing}|{count} {things}} {it?{it} {of}|none} {plain}"}})
    assert words.codes("event")["x"].placeholders == {"count", "thing", "things", "it", "of", "plain"}


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"evnt": {}}, "'evnt' is no table of a language file"),
        ({"event": {"x": 3}}, "[event] x: give a sentence, or a table with 'short' and 'long'"),
        ({"event": {"x": {"short": "a"}}}, "[event] x: give a sentence"),
        ({"event": {"x": {"short": "a", "long": 3}}}, "[event] x: give a sentence"),
    ],
)
def test_language_files_that_cannot_be_used(table: dict[str, object], sentence: str) -> None:
    with pytest.raises(WordsError) as found:
        Words("en", table)
    assert str(found.value).startswith(sentence)


# -- the mat -----------------------------------------------------------------------------------------------------------

MAT = {
    "mat": {"width_mm": 800, "height_mm": 500.5, "card_mm": [60, 90], "marker_mm": 25},
    "spot": [{"name": "deck", "x_mm": 10, "y_mm": 20, "width_mm": 70, "height_mm": 95, "capacity": 0}],
    "seat_spot": [
        {"name": "row", "x_mm": 30, "y_mm": 0, "width_mm": 70, "height_mm": 95, "angle_deg": 10, "label": "allies"}
    ],
    "seats": {"2": [[100, 400, 0], [700, 100, 180]], "4": [[400, 250, 90]]},
}


def test_a_mat_with_spots_around_its_seats() -> None:
    layout = read_layout(MAT, 2)
    assert (layout.width_mm, layout.height_mm, layout.card_mm, layout.marker_mm) == (800.0, 500.5, (60.0, 90.0), 25.0)
    assert [s.name for s in layout.spots] == ["deck", "row/0", "row/1"]
    deck, first, second = layout.spots
    assert (deck.x_mm, deck.y_mm, deck.capacity, deck.label, deck.seat) == (10, 20, 0, "deck", None)
    assert (first.x_mm, first.y_mm, first.angle_deg, first.label, first.seat) == (130, 400, 10, "allies", 0)
    assert (second.x_mm, second.y_mm, second.angle_deg, second.seat) == (670, 100, 190, 1)
    assert layout.spot("row/1") == second
    with pytest.raises(LayoutError, match="the mat has no spot 'moon'"):
        layout.spot("moon")


def test_a_pile_needs_its_spot_on_the_mat() -> None:
    layout = read_layout(MAT, 2)
    layout.check_spots([Pile("deck", spot="deck"), Pile("row/0", spot="row/0"), Pile("box")])
    with pytest.raises(LayoutError, match="on the spot 'dek', which the mat lacks: perhaps 'deck' is meant"):
        layout.check_spots([Pile("deck", spot="dek")])
    with pytest.raises(LayoutError, match="which the mat lacks: layout"):
        layout.check_spots([Pile("market", spot="market")])


def test_mat_files_that_cannot_be_used() -> None:
    with pytest.raises(LayoutError, match=r"\[seats\] needs 3 anchors under '3'"):
        read_layout(MAT, 3)
    with pytest.raises(LayoutError, match=r"\[seats\] needs 4 anchors"):
        read_layout(MAT, 4)
    with pytest.raises(LayoutError, match=r"\[mat\] needs a number 'height_mm'"):
        read_layout({**MAT, "mat": {"width_mm": 800}}, 2)
    with pytest.raises(LayoutError, match="deck needs a number 'width_mm'"):
        read_layout({**MAT, "spot": [{"name": "deck", "x_mm": 1, "y_mm": 2, "width_mm": True}]}, 2)


def test_a_quarter_turn() -> None:
    layout: Layout = read_layout({**MAT, "seats": {"1": [[100, 100, 90]]}}, 1)
    assert (layout.spots[1].x_mm, layout.spots[1].y_mm) == (100, 130)
