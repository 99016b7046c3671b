"""A match as PGN: every game of the file is lawful chess that programs open, and tells what everybody knew."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import chess
import chess.pgn
import pytest

from companion.kit.laws.playing import LONGEST, Tape, play_on, played, settings_at
from rules.engine.entries import EndMatch, Entry, Header, MovePiece, Rewind
from rules.engine.match import Accepted, Match
from rules.engine.notation import PublicMoment, Record
from rules.engine.questions import Answer
from rules.engine.redact import redact_event
from rules.engine.types import PUBLIC, UNSEEN, Event, PieceId, Seat
from rules.games.chess_deckbuilder.names import owned_by
from rules.games.chess_deckbuilder.notation import MOVES, write
from rules.games.chess_deckbuilder.position import board, position
from tests.games.chess_deckbuilder._match import (
    CHESS_DECKBUILDER,
    begun,
    do,
    draw,
    fen,
    finish_turn,
    game,
    play,
    use,
)
from tests.laws.playing import script_of

NAMES = ("Ada", "Bea")
CHUNKS, IN_CHUNK = 11, 10


def record(match: Match, names: tuple[str, str] = NAMES, language: str = "en") -> Record:
    """The match as a hub hands it over: the entries that count, told again as everybody knew them."""
    return replace(recorded(match.header, match.log), names=names, words=CHESS_DECKBUILDER.words(language))


def recorded(header: Header, entries: Sequence[Entry]) -> Record:
    match = Match(CHESS_DECKBUILDER, header)
    moments = [moment(match, [told.event for told in match.told])]
    for entry in entries:
        outcome = match.submit(entry)
        assert isinstance(outcome, Accepted), (entry, outcome)
        moments.append(moment(match, outcome.events))
    words = CHESS_DECKBUILDER.words("en")
    return Record("Chess deckbuilder", match.settings, moments, NAMES, words, "2026-11-22")


def moment(match: Match, events: Sequence[Event]) -> PublicMoment:
    heard = (redact_event(event, PUBLIC) for event in events)
    return PublicMoment(match.seen(None), tuple(event for event in heard if event is not None))


def games_in(text: str) -> list[chess.pgn.Game]:
    """The games of a file as a chess program reads them: without a fault, from a position that can be, by legal moves
    and by null moves of a side that is not in check."""
    file, found = io.StringIO(text), []
    while (one := chess.pgn.read_game(file)) is not None:
        assert not one.errors
        assert not one.board().status() & ~(chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
        here = one.board()
        for move in one.mainline_moves():
            assert here.is_legal(move) if move else not here.is_check(), (move, here.fen())
            here.push(move)
        found.append(one)
    assert found
    assert max(map(len, text.splitlines())) <= 255
    return found


def written(match: Match) -> list[chess.pgn.Game]:
    return games_in(write(record(match)))


def sans(one: chess.pgn.Game) -> str:
    """The moves of a game as they are written."""
    return " ".join(node.san() for node in one.mainline())


def comments(one: chess.pgn.Game) -> str:
    return " ".join(" ".join(node.comment.split()) for node in (one, *one.mainline()))


def last_board(games: Sequence[chess.pgn.Game]) -> chess.Board:
    return games[-1].end().board()


# ---- random matches --------------------------------------------------------------------------------------------------


def random_record(seed: int) -> tuple[Record, Match]:
    """A match by chance with one of the combinations of options, recorded while it is played; every third one is
    written down before its end."""
    settings = settings_at(CHESS_DECKBUILDER, 2, seed)
    match = Match(CHESS_DECKBUILDER, script_of("chess_deckbuilder", 2, seed, settings=settings).header)
    tape, moments = Tape(seed), [moment(match, [told.event for told in match.told])]
    end = LONGEST if seed % 3 else 40 + seed % 50
    while match.question is not None and match.version < end:
        told = len(match.told)
        play_on(match, tape, match.version + 1)
        moments.append(moment(match, [one.event for one in match.told[told:]]))
    return Record("Chess deckbuilder", match.settings, moments, NAMES, CHESS_DECKBUILDER.words("en")), match


@pytest.mark.parametrize("chunk", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.soak) for n in range(3, CHUNKS))])
def test_random_matches_are_read_back_and_end_as_they_did(chunk: int) -> None:
    moved = told = 0
    for seed in range(chunk * IN_CHUNK, (chunk + 1) * IN_CHUNK):
        whole, match = random_record(seed)
        games = games_in(write(whole))
        at = position(match.state)
        here = board(at, "white")
        if any(symbol in "Pp" and cell[1] in "18" for cell, symbol in at.men):  # no position of chess, so it is said
            assert here.board_fen() in comments(games[-1])
        else:
            assert last_board(games).board_fen() == here.board_fen()
            assert last_board(games).castling_xfen() == here.castling_xfen()
        moved += sum(bool(move) for one in games for move in one.mainline_moves())
        told += sum(event.kind in MOVES for step in whole.moments for event in step.events)
        assert [one.headers["Round"] for one in games] == (
            ["1"] if len(games) == 1 else [f"1.{n}" for n in range(1, len(games) + 1)]
        )
        assert {one.headers["Result"] for one in games[:-1]} <= {"*"}
    assert moved > 0.8 * told, "what chess cannot say is the exception"


def test_every_move_is_written_where_only_one_is_made_a_turn() -> None:
    match = begun()
    play(match, 0, "pawn", "move:e2:e4")
    finish_turn(match, 0)
    play(match, 1, "pawn", "move:e7:e5")
    finish_turn(match, 1)
    (one,) = written(match)
    assert sans(one) == "e4 e5"
    assert "SetUp" not in one.headers


# ---- headers and comments --------------------------------------------------------------------------------------------


def test_headers_say_who_played_when_and_with_which_options() -> None:
    match = begun(white="first_seat", last_rank="captured_only", open_discard=True)
    (one,) = written(match)
    wanted = {"Event": "Chess deckbuilder", "Date": "2026.11.22", "Round": "1", "White": "Ada", "Black": "Bea"}
    assert {key: one.headers[key] for key in wanted} == wanted
    assert one.headers["Result"] == "*"
    assert "last_rank=captured_only" in one.headers["Options"].split(",")
    assert "open_discard=true" in one.headers["Options"].split(",")
    assert len(one.headers["Options"].split(",")) == len(CHESS_DECKBUILDER.rules.settings)
    assert "Variant" not in one.headers, "programs take it for a variant that they ought to know"


def test_who_drew_white_is_white() -> None:
    assert written(game(white=1))[0].headers["White"] == "Bea"


@pytest.mark.parametrize("name", ['Ada "the Rook"]\n[Event "x', "{Ada} 1-0", "\\", "Zoë\u2028%", "[%clk 1:00]"])
def test_a_name_is_only_ever_a_name(name: str) -> None:
    match = game()
    do(match, 0, "resign")
    text = write(record(match, (name, "")))
    (one,) = games_in(text)
    assert one.headers["Event"] == "Chess deckbuilder"
    assert (one.headers["Black"], one.headers["Result"]) == ("?", "0-1")
    assert not set('"\\{}[]\n') & set(one.headers["White"])
    assert text.count("[Event ") == 1


def test_a_day_that_nobody_knows_is_left_open() -> None:
    (one,) = games_in(write(replace(record(game()), date="")))
    assert one.headers["Date"] == "????.??.??"


def test_cards_draws_and_purchases_are_comments_of_their_moves() -> None:
    match = game(hands={0: "knight silver copper", 1: "pawn"}, decks={0: "copper copper copper copper copper"})
    play(match, 0, "knight", "move:g1:f3")
    draw(match, 0, "copper")
    use(match, 0, "stop", "buy:rook")
    draw(match, 0)
    (one,) = written(match)
    told = comments(one)
    parts = (
        "Turn 2.",
        "White plays Knight.",
        "White draws one card.",
        "White shows Silver: 2 in all.",
        "White buys Rook;",
    )
    assert [told.index(part) for part in parts] == sorted(told.index(part) for part in parts)
    assert sans(one) == "Nf3"


def test_comments_are_in_the_language_of_the_words() -> None:
    match = begun()
    play(match, 0, "pawn", "move:e2:e4")
    (one,) = games_in(write(record(match, language="de")))
    assert "Weiß" in comments(one)
    assert "White" not in comments(one)


def test_a_card_that_was_taken_back_is_not_told() -> None:
    match = begun()
    use(match, 0, "play:pawn", "back", "stop", "end")
    draw(match, 0)
    (one,) = written(match)
    assert "Pawn" not in comments(one)


def test_a_trade_is_told_although_nothing_moved() -> None:
    match = game(hands={0: "bishop copper", 1: "pawn"}, decks={0: "copper copper copper copper copper"})
    use(match, 0, "play:bishop", "trade:copper", "gain:rook", "end")
    draw(match, 0)
    (one,) = written(match)
    assert "White trashes Copper. White gains Rook;" in comments(one)
    assert sans(one) == "--"


# ---- turns of several moves, or none ---------------------------------------------------------------------------------


def test_a_turn_without_a_move_is_a_null_move() -> None:
    match = begun()
    finish_turn(match, 0)
    play(match, 1, "pawn", "move:e7:e5")
    (one,) = written(match)
    assert sans(one) == "-- e5"
    assert "White plays no more cards." in comments(one)


def test_between_moves_of_one_turn_stand_null_moves() -> None:
    match = begun()
    play(match, 0, "pawn", "move:e2:e4")
    play(match, 0, "pawn", "move:e4:e5")
    finish_turn(match, 0)
    (one,) = written(match)
    assert sans(one) == "e4 -- e5"


def test_the_turn_that_is_still_played_gets_no_null_move() -> None:
    match = begun()
    finish_turn(match, 0)
    (one,) = written(match)
    assert sans(one) == "--"


# ---- results ---------------------------------------------------------------------------------------------------------


def test_a_mate_is_won_by_who_gave_it() -> None:
    match = game("6k1/5ppp/8/8/8/8/8/R3K3 w", hands={0: "rook", 1: "copper"})
    play(match, 0, "rook", "move:a1:a8")
    (one,) = written(match)
    assert (sans(one), one.headers["Result"]) == ("Ra8#", "1-0")
    assert "Black is checkmated." in comments(one)


def test_whoever_resigns_has_lost() -> None:
    match = game(white=1)
    do(match, 1, "resign")
    (one,) = written(match)
    assert one.headers["Result"] == "0-1"
    assert sans(one) == ""
    assert "White resigns." in comments(one)


def test_a_draw_is_half_a_point_each() -> None:
    match = game()
    do(match, 0, "draw")
    do(match, 1, "accept")
    (one,) = written(match)
    assert one.headers["Result"] == "1/2-1/2"
    assert "All agree to a draw." in comments(one)


def test_a_match_that_the_host_ended_has_no_result() -> None:
    match = begun()
    assert isinstance(match.submit(EndMatch("{late} 1-0")), Accepted)
    (one,) = written(match)
    assert one.headers["Result"] == "*"
    assert "not finished" in comments(one)
    assert "late" not in comments(one)


# ---- what the host does ----------------------------------------------------------------------------------------------


def test_a_correction_of_the_board_begins_a_new_game() -> None:
    match = begun()
    play(match, 0, "pawn", "move:e2:e4")
    finish_turn(match, 0)
    assert isinstance(match.submit(MovePiece(PieceId("black_pawn#5"), "sq/e5", "it stood there")), Accepted)
    play(match, 1, "pawn", "move:d7:d5")
    first, second = written(match)
    assert sans(first) == "e4"
    assert "The host corrected the table." in comments(first)
    assert sans(second) == "d5"
    assert fen(match) == last_board((second,)).board_fen()


def test_what_was_taken_back_is_not_in_the_file() -> None:
    match = begun()
    before = len(match.log)
    play(match, 0, "pawn", "move:e2:e4")
    assert isinstance(match.submit(Rewind(before)), Accepted)
    play(match, 0, "pawn", "move:d2:d4")
    (one,) = written(match)
    assert sans(one) == "d4"


# ---- secrets ---------------------------------------------------------------------------------------------------------


def test_a_hand_that_nobody_has_seen_makes_the_same_file() -> None:
    texts = set()
    for hand, unseen in (("pawn silver queen", ""), ("? ? ?", "pawn silver queen"), ("? ? ?", "pawn silver rook")):
        match = game(hands={0: hand, 1: "copper"}, unseen={0: unseen}, decks={0: "copper copper copper copper copper"})
        play(match, 0, "pawn", "move:e2:e4")
        do(match, 0, "stop")
        use(match, 0, "show:silver", "end")
        texts.add(write(record(match)))
    assert len(texts) == 1
    assert "Queen" not in texts.pop()


def other_draws(match: Match, entry: Answer, random: Random) -> Iterator[Answer]:
    """The same draw with the cards not told, and with other cards of the same player."""
    ((key, cards),) = entry.cards
    mine = owned_by(match.state, Seat(int(key[-1])))
    free = [piece for piece in match.state.unaccounted("cards") if piece in mine]
    yield replace(entry, cards=((key, (UNSEEN,) * len(cards)),))
    for _ in range(2):
        yield replace(entry, cards=((key, tuple(random.sample(free, len(cards)))),))


def drawn_kinds(answer: Answer) -> list[str]:
    return sorted(card.kind if isinstance(card, PieceId) else "?" for _, cards in answer.cards for card in cards)


@pytest.mark.dear
def test_other_cards_drawn_make_the_same_file_until_they_are_played() -> None:
    compared, header = 0, script_of("chess_deckbuilder", 2).header
    for seed in range(5):
        log = played(script_of("chess_deckbuilder", 2, seed, length=60)).log
        draws = [at for at, entry in enumerate(log) if isinstance(entry, Answer) and entry.cards]
        for at in draws[-3:]:
            entry = log[at]
            assert isinstance(entry, Answer)
            later = (n for n, one in enumerate(log) if n > at and isinstance(one, Answer) and one.seat == entry.seat)
            rest = log[at + 1 : next(later, len(log))]
            text = write(recorded(header, [*log[: at + 1], *rest]))
            for other in other_draws(Match.replay(CHESS_DECKBUILDER, header, log[:at]), entry, Random(seed)):
                if drawn_kinds(other) != drawn_kinds(entry):
                    assert write(recorded(header, [*log[:at], other, *rest])).encode() == text.encode()
                    compared += 1
    assert compared >= 20, "too few hands to show anything"
