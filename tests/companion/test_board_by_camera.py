"""A board without stickers at a whole table: what the camera tells of it becomes answers, reasons and differences."""

from __future__ import annotations

import pytest

from companion.reading.board_gestures import across, noted_board, sides_of
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from rules.games.chess_deckbuilder.position import GRID
from tests.companion.evening import Evening
from tests.companion.test_standing import occupant
from tests.games.chess_deckbuilder._match import CHESS_DECKBUILDER, game
from vision.types import BoardSeen, FieldChange, TableReport
from web.pages.host.views import HostAct

PATIENCE_S = 4.0
CASTLING = "4k3/8/8/8/8/8/4P3/4K2R w K"


class ChessTable(Evening):
    """The camera sees which side stands on which field, and the cards."""

    def __init__(self, match: Match, *, turned: bool = False) -> None:
        super().__init__(CHESS_DECKBUILDER, match.header.position, patience_s=PATIENCE_S)
        board = noted_board(self.match)
        assert board is not None
        self.standing = dict(sides_of(board))
        self.names = across(GRID) if turned else {}
        self.stand("")

    def stand(self, changes: str) -> None:
        """The pieces stand otherwise now: "e2 e4=white"."""
        self.now_s += 1
        for change in changes.split():
            cell, _, side = change.partition("=")
            self.standing[cell] = side
        self.see()

    def see(self, *changes: object) -> None:
        cells = {self.names.get(cell, cell): occupant(side, 0.98) for cell, side in self.standing.items()}
        changes_seen = {self.names.get(cell, cell): self._change(cell) for cell in self.standing}
        seen = BoardSeen(cells, frozenset(), self.now_s, changes_seen)
        report = TableReport((), tuple(self.lying), self.calibrated, self.now_s, board=seen)
        self.running.watch.report(report, self.match)
        super().see(*changes)  # type: ignore[arg-type]

    def _change(self, cell: str) -> FieldChange:
        """What the camera makes of a field beside what the notes have there."""
        board = noted_board(self.match)
        assert board is not None
        was, side = sides_of(board)[cell], self.standing[cell]
        return FieldChange(was, occupant(side, 0.98).scores, -4.0 if was == side else 3.0, frozenset())

    @property
    def given(self) -> list[str]:
        """The keys of all answers that were not taken back."""
        return [entry.key for entry in self.match.log if isinstance(entry, Answer)]

    @property
    def differences(self) -> tuple[str, ...]:
        board = self.packet().board
        assert board is not None
        return board.differences


def table(fen: str = CASTLING, hand: str = "pawn knight rook king copper", *, turned: bool = False) -> ChessTable:
    match = game(fen, hands={0: hand, 1: "copper"}, supply={"copper": 0})
    return ChessTable(match, turned=turned)


def lay_card(evening: ChessTable, kind: str) -> None:
    state = evening.match.state
    evening.lay(next(p for key in ("hand/0", "play/0") for p in state.pile(key) if p.kind == kind), "play/0")


def test_the_piece_first_then_its_card() -> None:
    evening = table()
    evening.stand("e2 e4=white")
    assert evening.given == ["pawn:move:e2:e4"]
    evening.wait(PATIENCE_S)
    evening.wait(PATIENCE_S)
    assert [line for line in evening.todo if "Pawn" in line and "played" in line]
    lay_card(evening, "pawn")
    assert evening.given == ["pawn:move:e2:e4"]
    assert not [line for line in evening.todo if "Pawn" in line and "played" in line]


def test_the_card_first_then_the_piece() -> None:
    evening = table()
    lay_card(evening, "pawn")
    evening.stand("e2 e3=white")
    assert evening.given == ["play:pawn", "move:e2:e3"]


def test_card_and_piece_in_one_look() -> None:
    evening = table()
    evening.standing |= {"e2": "", "e4": "white"}
    lay_card(evening, "pawn")
    assert evening.given == ["play:pawn", "move:e2:e4"]


def test_a_piece_in_the_air_is_left_in_peace_for_a_while() -> None:
    evening = table()
    evening.stand("e2")
    assert (evening.packet().notice, evening.differences) == ("", ())
    evening.wait(PATIENCE_S / 2)
    assert not evening.differences
    evening.wait(PATIENCE_S)
    assert set(evening.differences) == {"e2"}
    assert any("e2" in line and "White pawn" in line for line in evening.todo)
    evening.stand("e4=white")
    assert evening.given == ["pawn:move:e2:e4"]
    assert evening.differences == ()


def test_an_unlawful_move_is_explained_and_put_right() -> None:
    evening = table()
    lay_card(evening, "pawn")
    evening.stand("e2 e5=white")
    assert "e2" in evening.packet().notice
    assert "cannot go to e5" in evening.said
    evening.wait(PATIENCE_S)
    evening.wait(PATIENCE_S)
    assert set(evening.differences) == {"e2", "e5"}
    evening.stand("e2=white e5")
    assert (evening.packet().notice, evening.differences) == ("", ())
    assert evening.given == ["play:pawn"]


def test_a_rook_that_may_castle_waits_for_its_king() -> None:
    quick = table()
    lay_card(quick, "rook")
    quick.stand("h1 f1=white")
    assert quick.given == ["play:rook"]
    quick.stand("e1 g1=white")
    assert quick.given == ["play:rook", "move:e1:g1"]
    slow = table()
    lay_card(slow, "rook")
    slow.stand("h1 f1=white")
    slow.wait(PATIENCE_S)
    assert slow.given == ["play:rook", "move:h1:f1"]


def test_what_was_taken_back_is_not_read_again() -> None:
    evening = table()
    lay_card(evening, "pawn")
    evening.stand("e2 e4=white")
    assert evening.host(HostAct.UNDO).ok
    if evening.packet().consent is not None:
        evening.everybody_agrees()
    assert evening.given == ["play:pawn"]
    evening.stand("")
    evening.wait(PATIENCE_S)
    evening.wait(PATIENCE_S)
    assert evening.given == ["play:pawn"]
    assert set(evening.differences) == {"e2", "e4"}
    evening.stand("e2=white e4")
    evening.stand("e2 e3=white")
    assert evening.given == ["play:pawn", "move:e2:e3"]


def test_only_the_owner_is_asked_which_card_it_was() -> None:
    evening = table()
    evening.stand("e1 g1=white h1 f1=white")
    assert set(evening.keys(0)) == {"rook:move:e1:g1", "king:move:e1:g1"}
    for reader in (PUBLIC, 1):
        assert "king:move" not in evening.bytes_of(reader)
    assert "King" not in evening.said
    assert evening.tap(0, "king:move:e1:g1").ok
    assert evening.given == ["king:move:e1:g1"]
    assert evening.packet().notice == ""


def test_that_a_card_is_missing_is_told_to_its_owner_alone() -> None:
    match = game(CASTLING, hands={0: "pawn", 1: "copper"}, decks={0: "rook"})
    evening = ChessTable(match)
    evening.stand("h1 h4=white")
    own, others = evening.packet(0).notice, evening.packet(1).notice
    assert "Rook" in own
    assert "Rook" not in others
    assert others != ""
    assert "Rook" not in evening.said


def test_a_board_that_lies_the_other_way_round_is_read_all_the_same() -> None:
    evening = table(turned=True)
    assert evening.differences == ()
    evening.stand("e2 e4=white")
    assert evening.given == ["pawn:move:e2:e4"]
    watch = evening.running.watch.board
    assert watch.is_turned
    shown = watch.for_camera(evening.match)
    assert shown is not None
    assert (shown["d5"], shown["e4"]) == ("white", "")


def test_a_board_that_was_swept_clear_is_one_thing_to_do() -> None:
    evening = ChessTable(game(hands={0: "pawn", 1: "copper"}))
    evening.stand(" ".join(cell for cell, side in evening.standing.items() if side))
    evening.wait(PATIENCE_S)
    evening.wait(PATIENCE_S)
    assert len([line for line in evening.todo if "32" in line]) == 1
    assert len(evening.differences) == 32
    assert evening.given == []


def test_a_hand_that_is_not_asked_moves_a_piece() -> None:
    evening = ChessTable(game(hands={0: "pawn", 1: "copper"}))
    evening.stand("e7 e5=black")
    assert evening.packet().notice == ""
    evening.wait(PATIENCE_S)
    assert evening.packet().notice != ""
    assert evening.given == []


# ---- cards by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_deck", [True, False])
def test_a_hand_that_nobody_knew_is_turned_up_in_clean_up(has_deck: bool) -> None:
    """The notes have five cards on the discard pile that nobody named, or in a new deck: laid open there first, each
    is one of them."""
    deck = {0: "copper pawn silver silver silver"} if has_deck else {}
    hand = "rook pawn copper copper"
    evening = ChessTable(game(CASTLING, hands={0: "? ? ? ?", 1: "copper"}, unseen={0: hand}, decks=deck))
    assert evening.tap(0, "stop").ok
    assert evening.tap(0, "end").ok
    for piece in ("rook#10", "pawn#1", "copper#2"):
        evening.lay(piece, "discard/0")
    assert evening.packet().notice == ""
    evening.wait(PATIENCE_S)
    evening.wait(PATIENCE_S)
    if has_deck:  # without one the pile has become the deck already
        assert not [line for line in evening.todo if "P1's discard pile" in line]


def test_treasure_and_purchase_by_hand() -> None:
    evening = ChessTable(game(CASTLING, hands={0: "silver copper copper", 1: "copper"}))
    evening.lay("knight#10", "supply_knight")
    assert evening.tap(0, "stop").ok
    lay_card(evening, "silver")
    lay_card(evening, "copper")
    evening.lay("knight#10", "discard/0")
    assert evening.given == ["stop", "show:silver", "show:copper", "buy:knight"]


def test_a_bishop_trades_a_card_that_is_laid_on_the_trash() -> None:
    evening = ChessTable(game(CASTLING, hands={0: "bishop silver", 1: "copper"}))
    lay_card(evening, "bishop")
    silver = next(p for p in evening.match.state.pile("hand/0") if p.kind == "silver")
    evening.lay("king#10", "supply_king")
    evening.lay(silver, "trash")
    assert evening.given == ["play:bishop", "trade:silver"]
    evening.lay("king#10", "discard/0")
    assert evening.given == ["play:bishop", "trade:silver", "gain:king"]
