"""The chess deckbuilder's cards carry stickers; its chessmen carry none."""

from __future__ import annotations

from companion.prints.stickers.pieces import game_pieces
from companion.reading.tags import game_tags, with_stickers
from rules.games import game
from tests.games.chess_deckbuilder._match import begun


def test_stickers_are_printed_for_cards_alone() -> None:
    pieces = game_pieces(game("chess_deckbuilder"), {}, "en")
    assert {deck: len(cards) for deck, cards in pieces.decks.items()} == {"cards": 120}


def test_no_code_stands_for_a_chessman() -> None:
    match = begun()
    tags = game_tags("chess_deckbuilder", with_stickers(match.table.decks, match.game.mat(2)))
    named = {tags[payload].piece for payload in tags}
    assert set(match.table.decks["cards"]) <= named
    assert not set(match.table.decks["men"]) & named


def test_every_piece_of_a_deck_without_stickers_is_a_figure() -> None:
    rules = game("chess_deckbuilder")
    match = begun()
    faces, figures = rules.box.faces(match.settings, rules.words("en")), rules.mat(2).figures
    assert figures == {"men"}
    for deck, pieces in match.table.decks.items():
        assert {faces[piece].figure != "" for piece in pieces} == {deck in figures}
