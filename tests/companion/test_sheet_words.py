"""Sheets, signs and walls in words; what is aside, open or led in a question, as a page reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.telling.board import Handout
from companion.telling.board_words import board_view
from companion.telling.sheet_words import sheet_views
from companion.telling.view import page_packet
from rules.engine.entries import Position
from rules.engine.mat import BoardState, Field, Gauge, Link, Marker, Sheet, Space, Wall, hexes
from rules.engine.questions import GroupChoice, Option, Question, Roll
from rules.engine.table import Table
from rules.engine.types import PUBLIC, Refusal, Say, Seat, State
from rules.engine.words import Names
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from web.views import GaugeView, LinkView, MarkerView, Packet, SignView, WallView

GRID = hexes([(0, 0), (1, 0), (1, -1)], first=(0, -1))
WORDS = {
    "note": {
        "witch_sheet": {"short": "The Witch", "long": "The Witch, led by {seat}"},
        "frog_does": "Hits what is near.",
        "away": "{count|one cube is|{count} cubes are} away",
        "covers": "{die}: {places}",
    },
    "option": {"row": "{row} {columns}"},
    "word": {
        "frog": "Frog", "green_cube": "green cube", "skull": "skull", "removal": "cube leaves", "nonsense": "riddle",
        "hearts": "Hearts", "locked": "locked wall", "ruins": "ruins", "north": "the north gate", "witch": "Witch",
        "prep": "Prep",
    },
    "track": {"health": "Health of {cell}"},
    "pile": {"camp": "Camp of {cell}"},
}  # fmt: skip
CUBE = Marker("green_cube", "cube", "green")


def sheets(state: State) -> tuple[Sheet, ...]:
    """One card that a seat uses."""
    frog = Space("witch.frog", 1, 2, icon="cm_melee1", label="frog", text="frog_does", marks=("removal",), lit=True,
                 markers=(CUBE, CUBE, replace(CUBE, name="witch", down=True)))  # fmt: skip
    odd = Space("witch.odd", 0, 0, icon="nobody_drew_this", label="nonsense", marks=("nonsense",), dim=True)
    bare = Space("witch.bare", 0, 1, round=True, width=2.0)
    covers = Say("covers", {"die": 3, "places": (Say("row", {"row": "prep", "columns": (1, 2)}),)})
    return (
        Sheet(
            "witch", Say("witch_sheet", {"seat": Seat(0)}), (frog, odd, bare), (Link("witch.odd", "witch.frog", True),),
            (Gauge("hearts", "heart", 3, 4),), (Say("away", {"count": 2}), covers), Seat(0), True, False, "hero_witch",
            "green",
        ),
    )  # fmt: skip


def drawn(state: State) -> BoardState:
    """A map with a wall that stands open."""
    fields = (
        Field("a2", "ruins", title="north", signs=("skull", "skull", "nonsense")),
        Field("b1", title="b1"),
        Field("b2"),
    )
    return BoardState(GRID, fields, walls=(Wall("a2", "b1", "locked", open=True), Wall("b2", "a2", "locked")))


def setup(t: Table) -> None:
    HIGH_CARD.rules.setup(t)
    t.add_track("health/witch", 3)


def evening() -> Evening:
    game = changed(
        HIGH_CARD,
        setup=setup,
        sheets=sheets,
        board=drawn,
        sentences=(*HIGH_CARD.sentences, WORDS),
    )
    return Evening(game, HANDS)


def test_a_sheet_is_told_space_by_space() -> None:
    (sheet,) = evening().packet().sheets
    assert (sheet.title, sheet.label) == ("The Witch", "The Witch, led by P1")
    assert (sheet.key, sheet.seat, sheet.active, sheet.big, sheet.emblem, sheet.tint) == (
        *("witch", 0, True, False),
        *("hero_witch", "green"),
    )
    assert sheet.lines == ("2 cubes are away", "3: Prep 1 and 2")
    assert sheet.links == (LinkView("witch.odd", "witch.frog", True),)
    assert sheet.gauges == (GaugeView(name="Hearts", shape="heart", value=3, most=4, label="Hearts: 3 of 4"),)
    frog, _, bare = sheet.spaces
    assert (frog.title, frog.text, frog.icon, frog.lit) == ("Frog", "Hits what is near.", "cm_melee1", True)
    assert frog.markers[0] == MarkerView("green cube", "cube", "green")
    assert frog.marks == (SignView("removal", "cube leaves"),)
    on_it = "2 × green cube and Witch (lying)"
    assert frog.label == f"Frog, cube leaves, lit up. On it: {on_it}. Hits what is near."
    assert (bare.label, bare.width, bare.round) == ("witch.bare", 2.0, True)


def test_what_stays_is_worded_once_and_a_new_name_is_told() -> None:
    one = evening()
    voice = one.outlet.tongues.screens
    (sheet,), board = sheets(one.match.seen(PUBLIC)), drawn(one.match.seen(PUBLIC))
    first, again = (sheet_views(voice, (sheet,))[0].spaces for _ in range(2))
    assert all(a is b for a, b in zip(first, again, strict=True))
    named = replace(voice, names=Names(("Anna", "Ben"), voice.names.pieces))
    assert sheet_views(named, (sheet,))[0].label == "The Witch, led by Anna"
    fields, fields_again = (board_view(voice, board, one.match.seen(PUBLIC)).fields for _ in range(2))
    assert all(a is b for a, b in zip(fields, fields_again, strict=True))
    opened = replace(board, walls=tuple(replace(wall, open=True) for wall in board.walls), alarm=("b1",))
    assert [f.label for f in board_view(voice, opened, one.match.seen(PUBLIC)).fields] != [f.label for f in fields]


def test_what_nobody_drew_is_written_in_words() -> None:
    odd = evening().packet().sheets[0].spaces[1]
    assert (odd.icon, odd.title) == ("", "riddle")
    assert odd.marks == (SignView("", "riddle"),)
    assert odd.label == "riddle, riddle, not in use"


def test_a_game_without_sheets_has_none() -> None:
    assert Evening(HIGH_CARD, HANDS).packet(0).sheets == ()


def test_a_field_tells_its_signs_and_the_walls_around_it() -> None:
    board = evening().packet().board
    assert board is not None
    ruins, plain, _ = board.fields
    assert (ruins.icon, ruins.title) == ("ruins", "the north gate")
    assert ruins.signs == (*(SignView("skull", "skull"),) * 2, SignView("", "riddle"))
    walls = "locked wall (open now) to b1 and locked wall to b2"
    assert ruins.label == f"a2, the north gate, ruins, 2 × skull and riddle: empty. {walls}"
    assert (plain.title, plain.label) == ("", "b1: empty. locked wall (open now) to a2")  # its name is not said twice
    assert board.walls == (
        WallView("a2", "b1", "locked", "locked wall (open now)", True),
        WallView("b2", "a2", "locked", "locked wall"),
    )


def test_a_track_of_something_that_is_no_seat_says_of_what() -> None:
    packet = evening().packet()
    assert {track.key: track.label for track in packet.tracks}["health/witch"] == "Health of Witch"
    board = evening().outlet.board
    assert board is not None
    assert board.voice.pile_named("camp/witch") == "Camp of Witch"
    assert board.voice.pile_named("hand/1") == "Hand of P2"


# ---- questions -----------------------------------------------------------------------------------------------------


def asking(question: Question, seat: int | None) -> Packet:
    """What a reader's page is handed when this is asked."""
    found = evening()
    board = found.outlet.board
    assert board is not None
    reader = PUBLIC if seat is None else Seat(seat)
    packet = found.handed(reader)
    assert packet.question is not None
    yours = reader != PUBLIC and (not question.asked or reader in question.asked)
    asked = replace(
        packet.question,
        seats=question.asked,
        yours=yours,
        options=question.options(packet.state, reader) if yours else (),
        dice=question.dice if isinstance(question, Roll) else (),
        lead=question.lead,
        open=question.open,
    )
    return page_packet(board.voice, Handout(replace(packet, question=asked)), board.around, "x")


def asides(state: State) -> Iterable[Option]:
    no = Refusal("not_your_turn", "", {"seats": (Seat(0),)})
    return (Option("eat", "eat", Say("eat"), aside=True), Option("no", "no", Say("no"), aside=True, refusal=no))


def group(state: State, seat: Seat) -> Iterable[Option]:
    own = (Option("go", "go", Say("go"), cell="witch.frog", from_cell="witch.bare"),) if seat == 0 else ()
    return (*own, *asides(state))


def test_beside_dice_only_what_is_aside_is_listed() -> None:
    question = asking(Roll(kind="roll", seat=Seat(0), dice=(6, 6), asides=asides), 0).question
    assert question is not None
    assert len(question.dice) == 2
    assert [(one.key, one.aside, one.why_not is None) for one in question.options] == [
        ("eat", True, True),
        ("no", True, False),
    ]
    assert not question.open  # somebody holds a hand in this game


def test_of_a_group_only_the_leader_is_waited_for() -> None:
    asked = GroupChoice(kind="plan", seats=(Seat(0), Seat(1)), choices=group, leader=Seat(1))
    packet = asking(asked, 0)
    question = packet.question
    assert question is not None
    assert (question.seats, question.lead, question.open, question.yours) == ((0, 1), 1, True, True)
    go, *others = question.options
    assert (go.key, go.aside, go.cell, go.from_cell) == ("go", False, "witch.frog", "witch.bare")
    assert [one.aside for one in others] == [True, True]
    assert [(one.asked, one.on_turn) for one in replaced_turn(asked).players] == [(False, False), (True, True)]


def test_without_a_leader_all_of_them_are_waited_for() -> None:
    asked = GroupChoice(kind="plan", seats=(Seat(0), Seat(1)), choices=group)
    question = asking(asked, None).question
    assert question is not None
    assert (question.lead, question.yours, question.options) == (None, False, ())
    assert [one.asked for one in replaced_turn(asked).players] == [True, True]


def replaced_turn(asked: Question) -> Packet:
    """The same where it is nobody's turn."""
    found = evening()
    board = found.outlet.board
    assert board is not None
    packet = found.handed()
    assert packet.question is not None
    question = replace(packet.question, seats=asked.asked, lead=asked.lead)
    nobodys = replace(packet, state=replace(packet.state, turn=None), question=question)
    return page_packet(board.voice, Handout(nobodys), board.around, "x")


def test_where_nobody_holds_anything_every_question_is_open() -> None:
    position = Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0)
    found = Evening(HIGH_CARD, position)
    board = found.outlet.board
    assert board is not None
    packet = found.handed(0)
    question = page_packet(board.voice, Handout(packet), board.around, "x").question
    assert question is not None
    assert not question.open
    table = {key: pile for key, pile in packet.state.piles.items() if not key.startswith("hand")}
    bare = replace(packet, state=replace(packet.state, piles=table))
    question = page_packet(board.voice, Handout(bare), board.around, "x").question
    assert question is not None
    assert question.open
