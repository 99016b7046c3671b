"""What a player of Chesney is reminded of, and that nobody is reminded of what only somebody else knows."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.types import PUBLIC, Note, Seat
from rules.engine.words import Names
from tests.games.chesney._match import CHESNEY, do, draw, middle, play, sees

LEGEND = {"mode": "advanced", "scoring": "legend"}


def own(match: Match, seat: int) -> list[Note]:
    """What only this seat is told."""
    return list(packet(match, Seat(seat)).own_notes)


def shared(match: Match, reader: int = PUBLIC) -> list[Note]:
    """What everybody is told."""
    return list(packet(match, Seat(reader)).notes)


def codes(notes: list[Note], seat: int | None = None) -> list[str]:
    """The codes, of one seat when it is named."""
    return [n.say.code for n in notes if seat is None or n.seat == seat]


def facts(notes: list[Note], code: str) -> dict[str, object]:
    """The facts of the one note of that code."""
    (found,) = [n for n in notes if n.say.code == code]
    return dict(found.say.facts)


@pytest.mark.rules("CH-JUDGE-01", "CH-JUDGE-02", "CH-JUDGE-03", "CH-INFO-05")
@pytest.mark.parametrize(
    ("cards", "code", "wanted"),
    [
        (("FOX-7", "BEAR-3"), "own_higher", {"faction": "fox", "piece": "FOX-7", "other": "BEAR-3"}),
        (("BEAR-3", "FOX-7"), "own_higher", {"faction": "fox", "piece": "FOX-7", "other": "BEAR-3"}),
        (("DEER-2", "DEER-5"), "own_same", {"faction": "deer"}),
        (("DRAGON-4", "BEAR-4"), "own_dual", {"factions": ("bear", "dragon")}),
        (("?", "?"), "own_untold", {}),
        (("?", "BEAR-3"), "own_untold_left", {"piece": "BEAR-3"}),
        (("FOX-7", "?"), "own_untold_right", {"piece": "FOX-7"}),
    ],
)
def test_the_owner_is_told_the_own_faction_and_why(
    cards: tuple[str, str], code: str, wanted: dict[str, object]
) -> None:
    match = middle(6, factions={1: cards})
    found = facts(own(match, 1), code)
    assert {key: found[key] for key in wanted} == wanted
    for reader in (-1, 0, 2):
        assert not [
            n for n in (*own(match, reader), *shared(match, reader)) if n.say.code.startswith("own_") and n.seat == 1
        ]


@pytest.mark.rules("CH-JUDGE-04", "CH-JUDGE-05", "CH-JUDGE-06", "CH-INFO-06")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("FOX-2:up", "BEAR-6"), "shows_one"),
        (("FOX-2:up", "BEAR-6:up"), "shows_higher"),
        (("FOX-2:up", "FOX-6:up"), "shows_same"),
        (("FOX-6:up", "BEAR-6:up"), "shows_dual"),
    ],
)
def test_everybody_is_told_who_shows_what_and_why(cards: tuple[str, str], code: str) -> None:
    match = middle(factions={3: cards})
    for reader in (-1, 0, 3):
        assert code in codes(shared(match, reader), 3)
    assert not [c for c in codes(shared(match), 2) if c.startswith("shows")]


@pytest.mark.rules("CH-JUDGE-05", "CH-INFO-06")
def test_the_public_faction_may_differ_from_the_owned_one() -> None:
    match = middle(factions={3: ("FOX-2:up", "BEAR-6")})
    assert facts(shared(match), "shows_one")["faction"] == "fox"
    assert facts(own(match, 3), "own_higher")["faction"] == "bear"


@pytest.mark.rules("CH-TURN-05", "CH-INFO-07")
def test_what_the_turn_still_allows() -> None:
    match = middle(hands={0: ["AMBUSH#1", "DEED#1"]})
    assert "may_play_red_green" in codes(shared(match), 0)
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    assert "may_play_green" in codes(shared(match), 0)
    trapped = middle(piles={"effect/0": ["TRAP#1:up"]})
    assert "may_play_green" in codes(shared(trapped), 0)
    assert "trap_until" in codes(shared(trapped), 0)


@pytest.mark.rules("CH-SUP-02", "CH-TURN-02")
def test_what_a_supporter_turn_still_allows() -> None:
    match = middle(hp={0: 0}, hands={0: ["DEED#1", "INN#1"]}, phase="interfere")
    assert facts(shared(match), "supporter_left") == {"seat": 0, "play": True, "give": True, "discard": True}
    assert "wounded" in codes(shared(match), 0)
    do(match, 0, "discard:INN#1")
    assert facts(shared(match), "supporter_left")["discard"] is False


@pytest.mark.rules("CH-ACT-BEAST-01", "CH-INFO-13")
def test_what_lies_at_a_mat_and_until_when() -> None:
    match = middle(piles={"effect/2": ["BEAST:up"]})
    assert "beast_until" in codes(shared(match), 2)
    assert "trap_until" not in codes(shared(match), 2)


@pytest.mark.rules("CH-EVT-GEN-05", "CH-EVT-CHRONIC-01")
def test_events_in_force_and_how_many_may_follow() -> None:
    match = middle(tracks={"triggered": ("EVENT-CHRONIC", "EVENT-SECRET")}, piles={"unused_events": ["?"]})
    assert "no_elixir" in codes(shared(match))
    assert "no_inn" not in codes(shared(match))
    assert facts(shared(match), "events_left") == {"count": 2, "left": 2}
    assert "events_left" not in codes(shared(middle()))


@pytest.mark.rules("CH-INFO-01", "CH-INFO-02")
def test_a_card_that_one_has_seen_is_noted_for_that_reader_and_goes_with_the_card() -> None:
    match = middle(hands={0: ["EMISSARY#1"]}, factions={1: ("FOX-2", "BEAR-6")})
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:1")
    do(match, 0, "side:right")
    assert facts(own(match, 0), "knows_right") == {"seat": 1, "piece": "BEAR-6"}
    assert "knows_left" not in codes(own(match, 0))
    for reader in (-1, 2, 3):
        assert "knows_right" not in codes([*own(match, reader), *shared(match, reader)])


@pytest.mark.rules("CH-INFO-10", "CH-INFO-11")
def test_cards_known_in_another_hand_are_noted() -> None:
    match = middle(hp={0: 0}, hands={0: ["DEED#1", "INN#1"], 2: ["?"]}, phase="interfere")
    do(match, 0, "give:INN#1")
    do(match, 0, "seat:2")
    assert facts(own(match, 0), "knows_hand") == {"seat": 2, "pieces": ("INN#1",)}
    assert "knows_hand" not in codes([*own(match, 1), *shared(match)])


@pytest.mark.rules("CH-INFO-10")
def test_a_card_that_all_have_seen_is_nobody_s_own_knowledge() -> None:
    match = middle(hands={2: ["INN#1:shown", "?"]})
    assert "INN#1" in sees(match, 0, "hand/2")
    assert "knows_hand" not in codes([*own(match, 0), *shared(match)])


@pytest.mark.rules("CH-INFO-18", "CH-INFO-31")
def test_a_judge_is_reminded_of_the_tokens_and_nobody_else() -> None:
    cards = {n: (f"FOX-{n + 1}", f"BEAR-{n + 2}") for n in range(5)}
    match = middle(hands={0: ["AMBUSH#1"]}, factions=cards, hp={2: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:2")
    while match.question is not None and match.question.kind != "look":
        do(match, match.waiting[0], "pass")
    assert {n.seat for n in own(match, 2) if n.say.code == "saw_tokens"} == {0, 1, 3, 4}
    for reader in (-1, 0, 1):
        assert "saw_tokens" not in codes([*own(match, reader), *shared(match, reader)])


@pytest.mark.rules("CH-CHAR-HON-07", "CH-CHAR-HON-03", "CH-CHAR-HON-08", "CH-INFO-26")
@pytest.mark.parametrize(
    ("kind", "cards", "tracks", "code"),
    [
        ("RANGER", ("FOX-2", "FOX-6"), {}, "honour_now"),
        ("RANGER", ("FOX-2", "BEAR-6"), {}, "honour_not_now"),
        ("RANGER", ("FOX-2", "?"), {}, "honour_open"),
        ("SWORD", ("?", "?"), {}, "honour_now"),
        ("DRUID", ("FOX-2", "BEAR-6"), {}, "honour_now"),
        ("MAIDEN", ("?", "?"), {"used/1": 1}, "honour_uses"),
        ("SPELL", ("?", "?"), {}, "honour_field"),
        ("BARD", ("?", "?"), {}, "honour_to_do"),
        ("BARD", ("?", "?"), {"deeds/1": ("BARD",)}, "honour_done"),
    ],
)
def test_what_the_honour_still_needs(
    kind: str, cards: tuple[str, str], tracks: dict[str, int | tuple[str, ...]], code: str
) -> None:
    settings = {**LEGEND, "masters": True}
    match = middle(6, factions={1: cards}, characters={1: kind}, tracks=dict(tracks), settings=settings)
    found = codes(own(match, 1))
    assert [c for c in found if c.startswith("honour")] == [code]
    assert "own_character" in found
    for reader in (-1, 0, 2):
        assert not [c for c in codes([*own(match, reader), *shared(match, reader)]) if c.startswith("honour")]


@pytest.mark.rules("CH-SCORE-08")
def test_without_points_there_is_no_word_of_honours() -> None:
    match = middle(characters={1: "RANGER"})
    assert [c for c in codes(own(match, 1)) if c.startswith("honour")] == []


@pytest.mark.rules("CH-INFO-30")
def test_every_note_has_its_sentence_and_names_only_facts_that_are_given() -> None:
    words = CHESNEY.words("en")
    faces = CHESNEY.box.faces(CHESNEY.check_settings({}), words)
    names = Names([f"P{n}" for n in range(10)], {piece: face.title for piece, face in faces.items()})
    matches = [
        middle(6, factions={0: ("FOX-7", "BEAR-3"), 1: ("FOX-6:up", "BEAR-6:up")}),
        middle(factions={0: ("FOX-1", "?"), 1: ("FOX-6:up", "?")}, characters={0: "RANGER"}, settings=LEGEND),
        middle(hp={0: 0}, phase="interfere", piles={"effect/2": ["BEAST:up"], "effect/3": ["TRAP#1:up"]}),
        middle(tracks={"triggered": ("EVENT-CHRONIC", "EVENT-INN", "EVENT-TRACKS")}, piles={"unused_events": []}),
        middle(characters={0: "BERSERKER"}, tracks={"rage/0": "next", "allured/1": 0}, settings={"masters": True}),
    ]
    said = set()
    for match in matches:
        for reader in (-1, 0, 1):
            for note in (*own(match, reader), *shared(match, reader)):
                assert ("note", note.say.code) in words, note.say.code
                assert words.codes("note")[note.say.code].placeholders <= set(note.say.facts), note.say.code
                said.add(words.say("note", note.say, names))
    assert "You own Fox Tail: Fox Tail 7 is higher than your Bear Head 3." in said
    assert not [text for text in said if "UNSEEN" in text or "{" in text]


@pytest.mark.rules("CH-INFO-05", "CH-CHAR-HON-07")
@pytest.mark.parametrize("cards", [("FOX-2", "?"), ("FOX-2", "BEAR-6"), ("?", "?")])
@pytest.mark.parametrize("gone", ["left/1", "right/1"])
def test_while_a_faction_card_is_on_its_way_nothing_is_said_of_the_own_faction(
    cards: tuple[str, str], gone: str
) -> None:
    match = middle(factions={1: cards}, characters={1: "RANGER"}, piles={gone: ()}, settings=LEGEND)
    found = codes(own(match, 1))
    assert not [code for code in found if code.startswith("own_") and code != "own_character"]
    assert [code for code in found if code.startswith("honour")] == ["honour_open"]


@pytest.mark.rules("CH-INFO-22")
def test_draws_of_others_leave_no_note() -> None:
    match = middle(hands={0: ["PLOT#1"]})
    play(match, 0, "PLOT#1")
    draw(match, 0, "FOX-3")
    assert "knows_discarded" not in codes([*own(match, 1), *shared(match)])
