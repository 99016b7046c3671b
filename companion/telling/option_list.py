"""Which options a page lists. The rules offer every one; for people some of them are the same thing said again."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from rules.engine.questions import Option
from rules.engine.types import PieceId


@dataclass(frozen=True)
class Listed:
    """An option that is listed. `maybe`: it names a card that this seat has not shown, so that it may or may not be
    the right one; `unnamed` is then the key of the option that does the same without naming it, if there is one."""

    option: Option
    maybe: bool = False
    unnamed: str = ""


def listed(options: tuple[Option, ...], known: Container[PieceId]) -> tuple[Listed, ...]:
    """A card that may be used in one way needs no word on the ways in which it may not. Of cards that this reader does
    not know to lie anywhere (`known` are the others) one of a kind is enough, since copies look alike, and none where
    a known card can be used in the same way. Why a field of a board cannot be had is told of every field."""
    usable = {_look(o.piece, known) for o in options if o.refusal is None and o.piece is not None}
    there = {(_look(o.piece, known), o.cell) for o in options if o.refusal is None and o.piece is not None}
    at_hand = {_manner(o) for o in options if o.piece is not None and o.piece in known}
    open_keys = {o.key for o in options if o.refusal is None and o.piece is None}
    found: list[Listed] = []
    done: set[tuple[str, str]] = set()
    for option in options:
        if option.piece is None:
            found.append(Listed(option))
            continue
        look = _look(option.piece, known)
        maybe = option.piece not in known
        cell = "" if maybe else option.cell  # each field of a board says why not
        if option.refusal is not None and ((look, cell) in there if cell else look in usable or ("", look) in done):
            continue
        mark = ("", look + cell) if option.refusal is not None else (look, _manner(option))
        if mark in done or (maybe and _manner(option) in at_hand):
            continue
        done.add(mark)
        found.append(Listed(option, maybe, option.blind_key if maybe and option.blind_key in open_keys else ""))
    return tuple(found)


def _look(piece: PieceId, known: Container[PieceId]) -> str:
    return str(piece) if piece in known else piece.kind


def _manner(option: Option) -> str:
    """What an option does and with what kind of card, whichever copy it is."""
    if option.piece is None:
        return option.key
    return ":".join(option.piece.kind if part == option.piece else part for part in option.key.split(":"))
