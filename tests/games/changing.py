"""Matches whose file is changed in their middle."""

from __future__ import annotations

from dataclasses import replace

from rules import games
from rules.engine.entries import (
    Entry,
    Header,
    Redefine,
    entry_from_json,
    entry_to_json,
    header_from_json,
    header_to_json,
)
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import Refusal


def game_of(slug: str, text: str) -> Game:
    """The game that a text makes."""
    game = games.game(slug)
    assert game.definition is not None
    return replace(games.game(slug, {game.definition.file: text}), made_of=text)


def begun(slug: str, text: str, seats: int) -> Match:
    """A match by a text."""
    return Match(game_of(slug, text), Header(slug, seats, {}, definition=text))


def changed(match: Match, text: str) -> str:
    """Why the match cannot go by another text; empty where it does now."""
    outcome = match.submit(Redefine(text, "forgotten"))
    return str(outcome.facts.get("why", outcome.code)) if isinstance(outcome, Refusal) else ""


def same_again(match: Match, installed: str) -> Match:
    """What the journal makes of it, whatever text lies in the folder by now."""
    header = header_from_json(header_to_json(match.header))
    entries: list[Entry] = [entry_from_json(entry_to_json(entry)) for entry in match.journal]
    return Match.replay(game_of(header.game, installed), header, entries)
