"""Chessmen on the virtual table: they stand on fields, take each other, turn with their board, and bots move them."""

from __future__ import annotations

from random import Random

import pytest

from companion.reading.board_gestures import read_standing, stood_of
from companion.reading.interpret import Act
from companion.telling.voices import build_voice
from companion.virtual.bots import Bots
from companion.virtual.figures import Figures
from companion.virtual.laying_out import deck_homes, seat_up
from companion.virtual.virtual_port import VirtualPort
from companion.virtual.virtual_table import VirtualTable
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.test_standing import standing
from tests.games.chess_deckbuilder._match import CHESS_DECKBUILDER, begin, game, use
from web.pages.virtual.views import VirtualAct, VirtualMove

TAKING = "4k3/8/8/3p4/4P3/8/8/R3K2R w KQ"


def laid_out(match: Match) -> VirtualTable:
    """The virtual table as the match stands."""
    voice = build_voice(CHESS_DECKBUILDER, 2, match.settings, "en", ("Anna", "Ben"))
    table = VirtualTable("chess_deckbuilder", match.table.decks, voice.layout, voice.faces, Random(1))
    seat_up(table, match.state, deck_homes(begin().state))
    return table


def stands(table: VirtualTable) -> dict[str, str]:
    """Which side stands on each field of the virtual table."""
    sides = {"light": "white", "dark": "black"}
    figures = [b for b in table.figures() if b.on_mat and table.field_of(b)]
    return {table.field_of(body): sides[table.figure(body.piece)] for body in figures}


def read_as(match: Match, table: VirtualTable) -> str:
    """The answer that the virtual table as it stands is read as."""
    now = stands(table)
    changes = " ".join(f"{cell}={now.get(cell, '')}" for cell in standing(match).cells)
    found = read_standing(match, standing(match, changes)).reading
    assert isinstance(found, Act), found
    return found.answer.key


def middle(table: VirtualTable, cell: str) -> tuple[float, float]:
    place = table.layout.spot(cell)
    return place.x_mm, place.y_mm


def test_a_figure_stands_in_the_middle_of_a_field_and_takes_what_stood_there() -> None:
    table = laid_out(game(TAKING, hands={0: "pawn", 1: "copper"}))
    pawn, victim = (table.at(cell)[-1] for cell in ("e4", "d5"))
    x, y = middle(table, "d5")
    assert Figures(table).stand(pawn.ident, x + 9.0, y - 7.0, Seat(0), pawn.handle)
    moved = table.find(pawn.piece)
    assert (moved.x_mm, moved.y_mm, moved.face_up) == (x, y, True)
    assert [b.piece for b in table.at("captured/0")] == [victim.piece]
    assert table.find(victim.piece).face_up


def test_hands_on_a_page_take_no_figure_into_the_hand_and_lay_none_on_its_face() -> None:
    match = game(TAKING, hands={0: "pawn", 1: "copper"})
    table, evening = laid_out(match), Evening(CHESS_DECKBUILDER, match.header.position)
    port = VirtualPort(table, None, lambda: evening.outlet.board)  # type: ignore[arg-type]
    body = table.at("d5")[-1]
    assert port.move(Seat(0), VirtualMove(VirtualAct.TAKE, handle=body.handle)) is None
    assert table.find(body.piece) in table.at("captured/0")
    assert table.hand(Seat(0)) == tuple(b for b in table.hand(Seat(0)) if b.deck == "cards")
    x, y = middle(table, "d5")
    assert (
        port.move(
            Seat(0), VirtualMove(VirtualAct.PUT, handle=body.handle, x_mm=x, y_mm=y, angle_deg=0.0, face_up=False)
        )
        is None
    )
    assert table.field_of(table.find(body.piece)) == "d5"
    assert table.find(body.piece).face_up


def test_the_board_is_turned_with_all_that_stands_on_it() -> None:
    table = laid_out(game(TAKING, hands={0: "pawn", 1: "copper"}))
    before, drawn = stands(table), middle(table, "d8")
    assert table.turn_board(True)
    assert stands(table) == before
    assert middle(table, "e1") == drawn
    assert not table.turn_board(True)
    assert table.turn_board(False)
    assert middle(table, "d8") == drawn
    assert stands(table) == before


def test_figures_are_drawn_as_what_they_are() -> None:
    table = laid_out(game(TAKING, hands={0: "pawn", 1: "copper"}))
    drawn = {p.ident: p.figure for p in table.scene().pieces}
    white, black, card = (table.find(PieceId(name)) for name in ("white_rook#1", "black_king", "pawn#2"))
    table.lay(card.ident, "play/0", True)
    assert [(f.kind, f.is_light) for b in (white, black) if (f := drawn[b.ident]) is not None] == [
        ("rook", True),
        ("king", False),
    ]
    assert {p.ident: p.figure for p in table.scene().pieces}[card.ident] is None


@pytest.mark.parametrize(
    ("fen", "card", "passing"),
    [(TAKING, "rook", ""), (TAKING, "king", ""), ("4k3/8/8/3pP3/8/8/8/4K3 w", "pawn", "d5")],
)
def test_what_a_bot_does_with_its_hands_is_read_as_what_it_meant(fen: str, card: str, passing: str) -> None:
    match = game(fen, hands={0: card, 1: "copper"}, passing=passing)
    use(match, 0, f"play:{card}")
    evening = Evening(CHESS_DECKBUILDER, match.header.position)
    evening.tap(0, f"play:{card}")

    told = evening.outlet.played
    options = [o for o in match.options(Seat(0)) if o.refusal is None and stood_of(o)]
    assert options
    for option in options:
        table = laid_out(match)
        bots = Bots(table, None, told, evening.publisher, evening.inbox, frozenset, bool, Random(1), 100.0)  # type: ignore[arg-type]
        assert bots._gesture(Seat(0), option, match.state)
        assert read_as(match, table) == option.key
