"""Packets in words, each from its reader's own packet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.telling.board import Handout
from companion.telling.option_list import listed
from companion.telling.view import page_packet
from companion.values.notices import Notice
from rules import games
from rules.engine.entries import Position
from rules.engine.mat import BoardState, Field, Layout, MatSpot, PieceSize, SideLook, hexes
from rules.engine.questions import Option
from rules.engine.table import Table
from rules.engine.types import ALL, PUBLIC, Note, PieceId, Refusal, Say, Seat, State, only
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from web.pages.host.views import HostAct
from web.views import FieldView, NoteView, SideView, StackView


@pytest.fixture
def evening() -> Evening:
    return Evening(HIGH_CARD, HANDS)


def test_a_hand_shows_its_faces_to_its_owner_only(evening: Evening) -> None:
    def faces(reader: int) -> list[str | None]:
        pile = next(p for p in evening.packet(reader).piles if p.key == "hand/1")
        return [c.face.title if c.face else None for c in pile.cards]

    assert sorted(str(f) for f in faces(1)) == ["Blu 6", "Red 5"]
    assert faces(0) == faces(-1) == [None, None]


def test_a_card_of_a_hand_that_all_have_seen_is_marked() -> None:
    shown = Position({"hand/0": ("RED-1", "?"), "hand/1": ("RED-5:shown", "BLU-6")}, phase="trick", turn=0)
    pile = next(p for p in Evening(HIGH_CARD, shown).packet(0).piles if p.key == "hand/1")
    assert [(c.face is not None, c.known_to_all) for c in pile.cards] == [(True, True), (False, False)]


def test_options_are_the_asked_seat_s_alone_and_carry_their_reasons(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    assert evening.keys(0) == []
    assert evening.keys(-1) == []
    question = evening.packet(1).question
    assert question is not None
    assert question.yours
    refused = next(o for o in question.options if o.key == "play:BLU-6")
    assert refused.why_not is not None
    assert (refused.why_not.short, refused.why_not.rule) == ("Follow Red.", "HC-1")
    other = evening.packet(0).question
    assert other is not None
    assert (other.text, other.yours) == ("P2 plays a card.", False)


def test_only_who_is_asked_is_told_why_and_by_which_rule(evening: Evening) -> None:
    chess = Evening(games.game("chess_deckbuilder"), language="de")
    asked, watching = chess.packet(0).question, chess.packet().question
    assert asked is not None
    assert watching is not None
    assert asked.why == games.game("chess_deckbuilder").words("de").codes("why")[asked.kind].long
    assert (asked.rule, watching.why, watching.rule) == ("CD-003", "", "")
    plain = evening.packet(0).question
    assert plain is not None
    assert (plain.why, plain.rule) == ("", ""), "a game need not explain"


def test_a_claim_stands_beside_its_option() -> None:
    blind = Position({"hand/0": ("RED-1", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, blind)
    evening.tap(0, "play:RED-1")
    question = evening.packet(1).question
    assert question is not None
    claims = {o.key: o.claim for o in question.options}
    assert claims["play:BLU-6"] == "I have no Red card."
    assert claims["play:RED-5"] == ""


def test_players_piles_and_tracks_have_their_words(evening: Evening) -> None:
    packet = evening.packet()
    assert [(p.name, p.on_turn) for p in packet.players] == [("P1", True), ("P2", False)]
    assert len({(p.colour, p.shape) for p in packet.players}) == 2
    assert {p.key: p.label for p in packet.piles}["hand/1"] == "Hand of P2"
    tracks = {t.key: t for t in packet.tracks}
    assert tracks["tricks/0"].prominent
    assert tracks["tricks/0"].value == "0"
    assert "led" not in tracks  # there is nothing to tell yet
    assert "left" not in tracks  # the rules keep it for themselves
    evening.tap(0, "play:RED-1")
    led = next(t for t in evening.packet().tracks if t.key == "led")
    assert (led.value, led.prominent) == ("Red", False)


def test_undone_lines_stay_and_are_marked(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    told = {e.text: e.undone for e in evening.packet().events}
    assert told["P1 plays Red 1."] is True
    assert list(told.values())[-1] is False


def test_the_end_and_its_winners() -> None:
    last = Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, last)
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    result = evening.packet().result
    assert result is not None
    assert (result.winners, result.text) == ((1,), "P2 wins.")
    assert evening.packet().question is None
    assert evening.packet().status == "The game is over."
    assert [line for line in evening.spoken if "wins" in line] == ["P2 wins."]
    assert evening.packet().aloud.lines[-1].text == "P2 wins."


def test_a_pause_is_said_once_and_asks_nobody(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    evening.host(HostAct.PAUSE)
    for packet in map(evening.packet, (-1, 0, 1)):
        assert (packet.status, packet.notice) == ("The game is paused. The host goes on when everybody is back.", "")
        assert packet.question is None
        assert not any(one.asked or one.on_turn for one in packet.players)
    evening.host(HostAct.RESUME)
    assert evening.packet(0).question is not None


def test_what_the_table_does_by_itself_is_no_task_in_the_headline(evening: Evening) -> None:
    board = evening.outlet.board
    assert board is not None
    busy = replace(board.around, by_itself=True)
    told = page_packet(board.voice, Handout(evening.handed()), busy, "x")
    assert told.question is not None
    assert told.status == "One moment: the table does the next step by itself."
    assert told.question.text == evening.packet().status


def test_a_match_that_the_host_ended_says_so_and_has_no_winner(evening: Evening) -> None:
    evening.running.note(Notice("eye_unsure", aloud=True))
    evening.host(HostAct.END_MATCH, reason="late")
    assert evening.packet().notice == "", "nobody can answer it any more"
    result = evening.packet().result
    assert result is not None
    assert (result.winners, result.text, result.early) == ((), "The match was ended early.", True)


def test_a_code_without_a_word_of_the_game_is_the_companion_s(evening: Evening) -> None:
    board = evening.outlet.board
    assert board is not None
    assert board.voice.refusal(Refusal("not_your_turn", "", {"seats": (0,)}))
    assert board.voice.spot(None) == "the free table"


def test_a_seat_that_is_asked_out_of_turn_is_marked_as_asked(evening: Evening) -> None:
    board = evening.outlet.board
    assert board is not None
    packet = evening.handed()
    other_turn = replace(packet, state=replace(packet.state, turn=Seat(1)))
    players = page_packet(board.voice, Handout(other_turn), board.around, "x").players
    assert [(p.on_turn, p.asked) for p in players] == [(False, True), (True, False)]
    nobodys = replace(packet, state=replace(packet.state, turn=None))
    players = page_packet(board.voice, Handout(nobodys), board.around, "x").players
    assert [(p.on_turn, p.asked) for p in players] == [(True, True), (False, False)]


def option(key: str, piece: str | None = None, refused: str = "", blind: str = "") -> Option:
    """An option of a list that is looked at by its keys only."""
    card = None if piece is None else PieceId(piece)
    why = Refusal(refused, "R-1") if refused else None
    return Option(key, key, Say("x"), refusal=why, piece=card, blind_key=blind)


def keys(options: tuple[Option, ...], *known: str) -> list[tuple[str, bool, str]]:
    """What of it is listed for somebody who knows where these pieces are."""
    return [(e.option.key, e.maybe, e.unnamed) for e in listed(options, {PieceId(k) for k in known})]


def test_of_unshown_cards_one_of_a_kind_is_listed() -> None:
    options = (option("play:A#1", "A#1"), option("play:A#2", "A#2"), option("play:B", "B"))
    assert keys(options) == [("play:A#1", True, ""), ("play:B", True, "")]


def test_a_card_that_is_really_held_stands_for_its_kind() -> None:
    options = (option("play:A#1", "A#1"), option("play:A#2", "A#2"), option("play:B", "B"))
    assert keys(options, "A#2") == [("play:A#2", False, ""), ("play:B", True, "")]


def test_two_held_cards_of_a_kind_are_both_listed() -> None:
    options = (option("play:A#1", "A#1"), option("play:A#2", "A#2"))
    assert keys(options, "A#1", "A#2") == [("play:A#1", False, ""), ("play:A#2", False, "")]


def test_two_uses_of_a_kind_are_two_things() -> None:
    options = (option("play:A#1", "A#1"), option("give:A#1", "A#1"), option("give:A#2", "A#2"))
    assert keys(options) == [("play:A#1", True, ""), ("give:A#1", True, "")]


def test_a_refused_use_is_listed_once_and_not_beside_one_that_is_allowed() -> None:
    options = (
        option("play:A#1", "A#1", "no"),
        option("play:A#2", "A#2", "no"),
        option("play:B#1", "B#1", "no"),
        option("give:B#2", "B#2"),
    )
    assert keys(options) == [("play:A#1", True, ""), ("give:B#2", True, "")]
    assert keys(options, "B#1") == [("play:A#1", True, ""), ("play:B#1", False, ""), ("give:B#2", True, "")]


def test_an_unshown_card_names_the_option_that_needs_no_name() -> None:
    blind = option("drop:?", blind="drop:?")
    options = (option("drop:A#1", "A#1", blind="drop:?"), option("drop:B", "B", blind="drop:?"), blind)
    assert keys(options, "B") == [("drop:A#1", True, "drop:?"), ("drop:B", False, ""), ("drop:?", False, "")]
    shut = option("drop:?", refused="no", blind="drop:?")
    assert keys((options[0], shut)) == [("drop:A#1", True, ""), ("drop:?", False, "")]


def test_notes_reach_whom_they_are_for() -> None:
    def notes(seen: State, reader: Seat) -> tuple[Note, ...]:
        if reader == PUBLIC:
            return (Note(Say("all"), None, "HC-1"),)
        held = seen.pile("hand/0").pieces
        return (Note(Say("holds", {"pieces": held}), Seat(0), "HC-9"),) if held else ()

    words = {"note": {"holds": {"short": "{pieces}", "long": "You hold {pieces}."}, "all": "Follow suit."}}
    game = changed(HIGH_CARD, notes=notes, sentences=(*HIGH_CARD.sentences, words))
    evening = Evening(game, Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0))
    shared = NoteView("Follow suit.", "Follow suit.", None, False, "HC-1")
    assert evening.packet(0).notes == (NoteView("You hold Red 1.", "Red 1", 0, True, "HC-9"), shared)
    assert evening.packet(1).notes == evening.packet().notes == (shared,)


def test_lines_that_not_everybody_hears_are_marked(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    board = evening.outlet.board
    assert board is not None
    packet = evening.handed(0)
    (public,) = packet.events
    private = replace(public, number=9, event=replace(public.event, audience=only(Seat(0))))
    view = page_packet(board.voice, Handout(replace(packet, events=(public, private))), board.around, "x")
    assert [(event.number, event.own) for event in view.events] == [(public.number, False), (9, True)]


def test_tracks_and_piles_say_how_they_are_drawn() -> None:
    evening = Evening(changed(HIGH_CARD, pips={"tricks": ("heart", 2)}), HANDS)
    track = next(t for t in evening.packet().tracks if t.key == "tricks/0")
    assert (track.shape, track.most, track.value) == ("heart", 2, "0")
    pile = next(p for p in evening.packet().piles if p.key == "trick/1")
    assert (pile.spot, pile.short) == ("trick/1", pile.label)


# ---- boards --------------------------------------------------------------------------------------------------------

GRID = hexes([(0, 0), (1, 0), (1, -1)], first=(0, -1))
A2, B1, B2 = "a2", "b1", "b2"
BOARD_WORDS = {"pile": {"hex": "Hex {cell}", "mark": "Mark"}, "word": {"hill": "a hill", "north": "the North"}}


def board_setup(t: Table) -> None:
    HIGH_CARD.rules.setup(t)
    for cell in GRID.cells:
        t.add_pile(f"mark/{cell}", readers=ALL, spot=cell)
        t.add_pile(f"hex/{cell}", readers=ALL, spot=cell, ordered=True, face_up=True)


def board_layout(seats: int, settings: Mapping[str, object]) -> Layout:
    cells = tuple(MatSpot(cell, 400.0, 100.0, 46.0, 40.0, label="cell", cell=cell, sides=6) for cell in GRID.cells)
    plain = HIGH_CARD.mat(seats)
    return replace(plain, spots=(*plain.spots, *cells), piece_mm={"cards": PieceSize(40.0, 40.0, round=True)})


def drawn(state: State) -> BoardState:
    """What lies on the hexes; on the hill stands the first seat."""
    piles = {cell: tuple(slot.piece for slot in state.pile(f"hex/{cell}").slots) for cell in GRID.cells}
    hill = Field(A2, "hill", "north", piles[A2], "north", Seat(0))
    sides = {"north": SideLook("star", "blue", "dots")}
    return BoardState(GRID, (hill, Field(B1), Field(B2, pieces=piles[B2])), sides, (B1, A2))


def board_evening() -> Evening:
    game = changed(
        HIGH_CARD,
        setup=board_setup,
        laid_out=board_layout,
        board=drawn,
        sentences=(*HIGH_CARD.sentences, BOARD_WORDS),
    )
    piles = {"hand/0": ("RED-1", "?"), "hand/1": ("RED-5", "BLU-6"), "hex/a2": ("BLU-1", "BLU-2"), "hex/b2": ("?",)}
    return Evening(game, Position(piles, phase="trick", turn=0))


def test_a_board_is_told_field_by_field() -> None:
    board = board_evening().packet().board
    assert board is not None
    assert (board.sides, board.last) == (6, (B1, A2))
    assert board.factions == (SideView("north", "the North", "star", "blue", "dots"),)
    hill, empty, dark = board.fields
    assert hill.stack is not None
    assert hill.stack.face is not None
    assert (hill.stack.face.title, hill.stack.height, hill.stack.side, hill.stack.owner) == ("Blu 2", 2, "north", 0)
    assert (hill.kind, hill.ground, hill.marker) == ("hill", "a hill", "north")
    assert hill.label == "a2, a hill, marker: the North: P1's Blu 2 (the North), 2 high"
    assert empty == FieldView(name="b1", x=0.866, y=-0.5, label="b1: empty")
    assert dark.stack == StackView(None, 1)
    assert dark.label == "b2: a card"


def test_what_only_its_owner_knows_is_marked_and_not_named() -> None:
    evening = board_evening()
    board = evening.outlet.board
    assert board is not None
    packet = evening.handed(0)
    pile = packet.state.pile("hex/a2")
    hidden = replace(pile, slots=tuple(replace(s, face_up=False, readers=only(Seat(0))) for s in pile.slots))
    state = replace(packet.state, piles={**packet.state.piles, "hex/a2": hidden})
    view = page_packet(board.voice, Handout(replace(packet, state=state)), board.around, "x").board
    assert view is not None
    stack = view.fields[0].stack
    assert stack is not None
    assert (stack.face is not None, stack.own) == (True, True)
    assert "Blu" not in view.fields[0].label


def test_what_lies_on_a_board_is_not_listed_beside_it_but_can_be_corrected() -> None:
    evening = board_evening()
    assert not [pile.key for pile in evening.packet().piles if pile.key.startswith("hex/")]
    board = evening.outlet.board
    assert board is not None
    voice, state = board.voice, board.public.state
    assert [voice.pile(state.pile(f"hex/{cell}")) for cell in GRID.cells] == ["Hex a2", "Hex b1", "Hex b2"]
    assert voice.pile(state.pile("mark/b1")) == "Mark (b1)"
    assert voice.spot(B1) == "b1"  # the companion's own word, since the game has none


def test_round_pieces_are_said_to_be_round() -> None:
    packet = board_evening().packet(0)
    hand = next(pile for pile in packet.piles if pile.key == "hand/0")
    assert hand.round
    assert [card.face.round for card in hand.cards if card.face] == [True]
    assert packet.question is not None
    assert {option.face.round for option in packet.question.options if option.face} == {True}
    cards = Evening(HIGH_CARD, HANDS).packet(0).piles
    assert not any(pile.round for pile in cards)


def test_an_option_says_which_field_it_is_about() -> None:
    evening = board_evening()
    board = evening.outlet.board
    assert board is not None
    packet = evening.handed(0)
    assert packet.question is not None
    options = tuple(replace(one, cell=B2) for one in packet.question.options)
    asked = replace(packet, question=replace(packet.question, options=options))
    question = page_packet(board.voice, Handout(asked), board.around, "x").question
    assert question is not None
    assert {one.cell for one in question.options} == {B2}


def test_each_field_says_why_it_cannot_be_had() -> None:
    def at(cell: str, refused: str = "") -> Option:
        return replace(option(f"lay:A:{cell}", "A", refused), cell=cell)

    found = keys((at("a1"), at("a2", "no"), at("a3", "no"), option("throw:A", "A", "no"), at("a1", "no")), "A")
    assert [key for key, _, _ in found] == ["lay:A:a1", "lay:A:a2", "lay:A:a3"]
