"""Names that a game uses and that stand for nothing: shapes and colours, tracks and piles, events, pieces, rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from companion.kit.findings import Finding, place_of_name
from companion.kit.said import Heard
from rules.engine.about import MANIFEST
from rules.engine.game import Game
from rules.engine.parts.cards import TINTS
from rules.outside import Found
from web.pages.shared.shapes import shapes
from words import SOURCE

_MOST: Final = 8


def unknown_names(found: Found, game: Game, heard: Heard) -> Iterator[Finding]:
    """What of a game refers to something that is not there. `heard`: what came up in its matches."""
    folder, screens, told, words = found.folder, game.screens, game.episodes, game.words(SOURCE)
    faces = game.box.faces(game.check_settings({}), words)
    events, tracks, piles = words.codes("event"), heard.codes("track"), heard.codes("pile")
    pieces, pictures = {str(piece) for piece in faces}, {p for some in game.about.pictures.values() for p in some}
    yield from _unknown(folder, "piece", pictures, pieces, file=MANIFEST)
    if game.lender:
        return  # all other names are those of the game whose rules it goes by
    drawn = {face.suit for face in faces.values()} | {shape for shape, _ in screens.pips.values()}
    yield from _unknown(folder, "shape", drawn - {""}, shapes(), "docs/own_game/shapes.md shows all")
    yield from _unknown(folder, "colour", {face.tint for face in faces.values()}, TINTS)
    yield from _unknown(folder, "track", {*screens.prominent, *screens.pips}, tracks)
    yield from _unknown(folder, "track or pile", screens.put_away, tracks | piles)
    yield from _unknown(folder, "event", {*told.begins, *told.decides, *told.lays, *told.plain}, events)
    yield from _unknown(folder, "event", game.rules.reveals, events)
    yield from _unknown(folder, "question", game.rules.paced, words.codes("question"))
    yield from _unknown(folder, "part of a match", told.counting, set(told.begins.values()))
    rules = {rule for rule, _ in game.rules_text(SOURCE)}
    yield from _unknown(folder, "rule", heard.rules, rules, "write it into coverage.toml under [rules]")


def _unknown(
    folder: Path, what: str, named: Collection[str], known: Collection[str], cure: str = "", file: str = ""
) -> Iterator[Finding]:
    for name in sorted(set(named) - set(known)):
        near = get_close_matches(name, known, 1)
        listed = f"those are: {', '.join(sorted(known)[:_MOST])}" if known else "there is none"
        meant = f"did you mean '{near[0]}'" if near else cure or listed
        yield Finding(*place_of_name(folder, name, file), f"There is no {what} '{name}': {meant}{'?' if near else '.'}")
