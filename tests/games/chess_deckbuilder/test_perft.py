"""Counts of moves: against the numbers by which chess programs are checked, against the chess library, and, for several
moves of one side in a turn, against an oracle that was written apart from the game."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from rules.engine.match import Match
from rules.engine.types import listed
from rules.games.chess_deckbuilder.names import ACTIONS, CASTLING, SIDES, STEPPED
from rules.games.chess_deckbuilder.pieces import PROMOTIONS
from rules.games.chess_deckbuilder.position import Position, after, moves_with, position
from tests.games.chess_deckbuilder._match import allowed, asked, by_hand, do, game, kind, use, winners
from tests.games.chess_deckbuilder._naive import Naive, of_fen

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))
LONG = 60_000  # nodes; more than that are counted by `./run soak`
ROWS = [(name, depth, count) for name, row in TABLE.items() for depth, count in enumerate(row["counts"], 1)]
SHORT_ROWS = [row for row in ROWS if row[2] < LONG]
EVERY_CARD = " ".join(ACTIONS)


# -- one move a turn ---------------------------------------------------------------------------------------------------


def count(at: Position, side: int, depth: int) -> int:
    """How many sequences of moves there are when both sides always hold every card."""
    total = 0
    for card in ACTIONS:
        for move in moves_with(at, SIDES[side], card, king_castles=False):
            kinds = PROMOTIONS if move.last_rank else ("",)
            if depth == 1:
                total += len(kinds)
            else:
                total += sum(count(after(at, SIDES[side], move, kind), 1 - side, depth - 1) for kind in kinds)
    return total


def library_count(board: chess.Board, depth: int) -> int:
    """The same by the chess library alone."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += library_count(board, depth - 1)
        board.pop()
    return total


def start(name: str) -> tuple[Position, int]:
    """A position of the table, and the number of the side to move."""
    fen = TABLE[name]["fen"]
    return position(game(fen).state), SIDES.index("white" if fen.split()[1] == "w" else "black")


def test_the_table_holds_six_positions_to_depth_four() -> None:
    assert len(TABLE) == 6
    assert {len(row["counts"]) for row in TABLE.values()} == {4}


@pytest.mark.rules("CD-020", "CD-021", "CD-023", "CD-024", "CD-026", "CD-032", "CD-036", "CD-040", "CD-092", "CD-096")
@pytest.mark.parametrize(("name", "depth", "wanted"), SHORT_ROWS)
def test_with_every_card_there_are_as_many_sequences_as_in_chess(name: str, depth: int, wanted: int) -> None:
    assert count(*start(name), depth) == wanted


@pytest.mark.parametrize(("name", "depth", "wanted"), [row for row in ROWS if row[1] <= 2])
def test_the_chess_library_counts_the_same(name: str, depth: int, wanted: int) -> None:
    assert library_count(chess.Board(TABLE[name]["fen"]), depth) == wanted


@pytest.mark.soak
@pytest.mark.parametrize(("name", "depth", "wanted"), [row for row in ROWS if row[1] > 2])
def test_with_every_card_there_are_as_many_long_sequences_as_in_chess(name: str, depth: int, wanted: int) -> None:
    assert count(*start(name), depth) == wanted
    assert library_count(chess.Board(TABLE[name]["fen"]), depth) == wanted


# -- the same through a whole match ------------------------------------------------------------------------------------


def full_hands(fen: str) -> Match:
    """A match in which both players own a deck full of every card and nobody knows what they hold: any card may be
    there. Castling counts once, for the Rook card."""
    cards = " ".join([EVERY_CARD] * 2)
    hands = dict.fromkeys((0, 1), "? ? ? ? ?")
    return game(fen, hands=hands, decks={0: cards, 1: cards}, settings={"castle_with_king_card": False})


def plays(match: Match, seat: int) -> Iterator[tuple[str, ...]]:
    """Every first play of a turn by a seat, as answers in a row; the match is then where it was before."""
    before = match.table.keep()
    for card in sorted(allowed(match, seat, "play:")):
        do(match, seat, card)
        deeds = sorted(o for o in allowed(match, seat) if o.startswith(("move:", "take:")))
        for deed in deeds:
            do(match, seat, deed)
            becomes = sorted(allowed(match, seat, "as:")) if kind(match) == "last_rank" else []
            yield from ((card, deed, one) for one in becomes)
            if not becomes:
                yield card, deed
            back_to(match, before)
            do(match, seat, card)
        back_to(match, before)


def back_to(match: Match, before: object) -> None:
    """A match that was at a boundary goes on from there once more."""
    match.table.restore(before)  # type: ignore[arg-type]
    match.begin_here()


def sequences(match: Match, seat: int, depth: int) -> int:
    """How many sequences of first plays there are through whole turns: without further cards, draws and purchases."""
    if winners(match) is not None:
        return 0
    ways = list(plays(match, seat))
    if depth == 1:
        return len(ways)
    total, before = 0, match.table.keep()
    for way in ways:
        use(match, seat, *way)
        end_turn(match, seat)
        total += sequences(match, 1 - seat, depth - 1)
        back_to(match, before)
    return total


def end_turn(match: Match, seat: int) -> None:
    """Nothing more is done in this turn."""
    plain = {"stand_in": "spare", "bonus_draw": "none", "action": "stop", "buy": "end", "draw": "drawn"}
    while winners(match) is None and asked(match) == [seat]:
        do(match, seat, plain[kind(match)])


@pytest.mark.rules("CD-006", "CD-012", "CD-020", "CD-061", "CD-096")
@pytest.mark.parametrize(("name", "depth", "wanted"), [row for row in ROWS if row[2] < 300])
def test_a_whole_match_counts_the_same(name: str, depth: int, wanted: int) -> None:
    fen = TABLE[name]["fen"]
    assert sequences(full_hands(fen), 0 if fen.split()[1] == "w" else 1, depth) == wanted


@pytest.mark.soak
@pytest.mark.parametrize(("name", "depth", "wanted"), [r for r in ROWS if r[1] == 2 or (r[1] == 3 and r[2] < 10_000)])
def test_a_whole_long_match_counts_the_same(name: str, depth: int, wanted: int) -> None:
    fen = TABLE[name]["fen"]
    assert sequences(full_hands(fen), 0 if fen.split()[1] == "w" else 1, depth) == wanted


# -- several moves in a turn -------------------------------------------------------------------------------------------

HAND = "pawn pawn pawn knight knight knight rook bishop king queen"
BANS = ("any_later_play", "by_pawn_or_knight", "whole_turn")
STACKS = {
    # fen, and the pawns that may be taken en passant
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", ""),
    "passing": ("4k3/8/8/1pPpPp2/8/8/6P1/4K2R w K", "b5 d5 f5"),
    "one passing is pinned": ("4k3/8/8/K1PpP2r/8/8/8/8 w -", "d5"),
    "black passes": ("4k2r/6p1/8/8/1PpPpP2/8/8/4K3 b k", "b4 d4 f4"),
    "mates": ("6k1/5ppp/8/8/8/8/N3P3/R3K2R w KQ", ""),
    "smothered": ("6rk/6pp/7N/8/8/2N5/8/4K2B w -", ""),
    "promotions": ("3n3k/P1P5/7K/8/8/8/5p2/6N1 w -", ""),
    "in check": ("4k3/8/8/8/1b6/8/3PP3/1N2K3 w -", ""),
    "castling": ("r3k2r/8/8/8/8/6n1/P6P/R3K2R b KQkq", ""),
    "pinned": ("4r1k1/8/8/8/1b6/2N5/3PNP2/4K3 w -", ""),
    "beside the king": ("7k/5N2/5K2/6P1/8/8/8/8 w -", ""),
}
PAIRS = [name for name in STACKS if name != "start"]
DIFFERENT = (("mates", 2), ("smothered", 1), ("promotions", 1))
TRIPLES = ("in check",)


def stacks(match: Match, seat: int, length: int) -> Iterator[Match]:
    """The match after each stack of just so many plays, all but the last by Pawn or Knight cards."""
    if winners(match) is not None:
        return
    before = match.table.keep()
    for key in sorted(by_hand(match, seat)):
        if length > 1 and not key.startswith(("pawn", "knight")):
            continue
        for becomes in _becomes(match, seat, key):
            use(match, seat, key, *becomes)
            if length == 1:
                yield match
            else:
                yield from stacks(match, seat, length - 1)
            back_to(match, before)


def _becomes(match: Match, seat: int, key: str) -> list[tuple[str, ...]]:
    """What has to be answered behind a move: nothing, or what the pawn becomes."""
    if not key.startswith("pawn") or key[-1] not in "18":
        return [()]
    before = match.table.keep()
    do(match, seat, key)
    kinds = sorted(allowed(match, seat, "as:"))
    back_to(match, before)
    return [(one, "spare") for one in kinds]


def summary(match: Match) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What the oracle says of a position too."""
    men = tuple(sorted(cell + symbol for cell, symbol in position(match.state).men))
    return men, tuple(sorted(listed(match.state[CASTLING], str))), tuple(sorted(listed(match.state[STEPPED], str)))


def oracle(name: str) -> Naive:
    """The same position for the oracle."""
    fen, passing = STACKS[name]
    return of_fen(fen, tuple(passing.split()))


def reached(name: str, length: int, ban: str) -> Counter[object]:
    """How often each position is reached in the game."""
    fen, passing = STACKS[name]
    seat = 0 if fen.split()[1] == "w" else 1
    match = game(fen, hands={0: HAND, 1: HAND}, passing=passing, settings={"stacked_mate": ban})
    return Counter(summary(m) for m in stacks(match, seat, length))


def agree(name: str, length: int, ban: str) -> None:
    """Game and oracle reach the same positions, each as often."""
    found = reached(name, length, ban)
    assert found == Counter(one.summary() for one in oracle(name).stacks(length, ban))
    assert found


@pytest.mark.rules("CD-014", "CD-040", "CD-041", "CD-042", "CD-043", "CD-044", "CD-045", "CD-046", "CD-094", "CD-095")
@pytest.mark.parametrize("name", PAIRS)
def test_two_plays_lead_where_the_oracle_says(name: str) -> None:
    agree(name, 1, "any_later_play")
    agree(name, 2, "any_later_play")


@pytest.mark.rules("CD-014", "CD-040", "CD-042", "CD-044", "CD-094")
@pytest.mark.parametrize("name", TRIPLES)
def test_three_plays_lead_where_the_oracle_says(name: str) -> None:
    agree(name, 3, "any_later_play")


@pytest.mark.rules("CD-044", "CD-045")
@pytest.mark.parametrize("ban", BANS)
@pytest.mark.parametrize(("name", "length"), DIFFERENT)
def test_each_reading_of_the_ban_refuses_what_the_oracle_does(name: str, length: int, ban: str) -> None:
    agree(name, length, ban)


def test_the_readings_of_the_ban_differ_where_they_are_tried() -> None:
    """Else the test above would show nothing."""
    for name, length in DIFFERENT:
        sizes = {sum(1 for _ in oracle(name).stacks(length, ban)) for ban in BANS}
        assert len(sizes) > 1, name


@pytest.mark.soak
@pytest.mark.parametrize("ban", BANS)
@pytest.mark.parametrize(("name", "length"), [(n, 2) for n in STACKS] + [(n, 3) for n in PAIRS])
def test_long_stacks_lead_where_the_oracle_says(name: str, length: int, ban: str) -> None:
    agree(name, length, ban)
