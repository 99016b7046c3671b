"""Tools for owners who type in their printed cards: files are checked, begun, drawn and listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.drawing import Picture
from rules.games.chain_mail import reading
from rules.games.chain_mail.content import Content
from rules.games.chain_mail.reading.schema import schema
from rules.games.chain_mail.tools.card_drawing import card_picture
from rules.games.chain_mail.tools.checking import CALLED, located, summary
from rules.games.chain_mail.tools.map_drawing import map_picture
from rules.tools import Files, Thing, ToolError, Tools, Verdict

__all__ = ["TOOLS"]


def _check(files: Files) -> Verdict:
    checked = reading.check(files)
    return Verdict(tuple(located(checked.problems, files)), tuple(summary(checked)))


def _begin(kind: str, ident: str, model: str) -> str:
    try:
        text = reading.beginning(kind, ident, *([model] if model else []))
    except reading.NoBeginning as error:
        raise ToolError(str(error)) from error
    found = reading.problems({"it": text})
    if found:  # an id that something else has
        raise ToolError(found[0].sentence)
    return text


def _draw(kind: str, ident: str, files: Files) -> Picture:
    content = _content(files)
    known = content.maps if kind == "map" else content.heroes
    if ident not in known:
        raise ToolError(f"There is no {kind} '{ident}'; there are {', '.join(known)}.")
    return map_picture(content, ident) if kind == "map" else card_picture(content, ident)


def _listed(files: Files) -> dict[str, tuple[Thing, ...]]:
    found, own = _content(files), reading.check(files).own
    groups: tuple[Mapping[Any, Any], ...] = (
        *(found.maps, found.quests, found.monster_cards, found.treasures),
        *(found.heroes, found.terrains, found.statuses, found.traps),
    )
    return {
        called: tuple(Thing(str(ident), thing.name, str(ident) in own.get(kind, {})) for ident, thing in things.items())
        for (kind, called), things in zip(CALLED.items(), groups, strict=True)
    }


def _content(files: Files) -> Content:
    """The starter set with these files over it."""
    try:
        return reading.load_owner(files)
    except reading.ContentError as error:
        raise ToolError(f"{error} See companion content check.") from error


TOOLS: Final = Tools(
    about="Type in the printed cards of Chain Mail: maps, monsters, quests, treasures, heroes.",
    kinds=reading.BEGINNINGS,
    models={"hero": tuple(reading.HEROES)},
    drawn=("map", "hero"),
    check=_check,
    begin=_begin,
    draw=_draw,
    listed=_listed,
    schema=schema,
)
