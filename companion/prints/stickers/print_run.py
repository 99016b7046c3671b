"""Choosing the codes of a new printed copy: which payload goes on which side of which piece."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from companion.journal.copies import CopyTag
from companion.prints.stickers.sheet import StickerError
from companion.reading.tags import same_code
from rules.engine.types import PieceId
from vision.codes import choose_codes
from vision.types import Side

SHORT_LENGTH: Final = 8
ADDRESS_LENGTH: Final = 5
ADDRESS_ROOM: Final = 20  # capitals, digits and signs that version 1 holds at level M (ISO/IEC 18004)
USUAL_HOST: Final = "C.LOCAL"
_HOST: Final = re.compile(r"[A-Z0-9]([A-Z0-9.-]*[A-Z0-9])?(:[0-9]+)?")

Decks = Mapping[str, Sequence[PieceId]]


class Backs(Enum):
    """What is stuck on the backs: one code for a whole deck, a code for each card (which marks the cards!), nothing."""

    SHARED = "shared"
    SINGLE = "single"
    NONE = "none"


@dataclass(frozen=True)
class CodeForm:
    """What tags say: eight letters, or with a host an address that a phone's own camera can open."""

    host: str = ""

    def __post_init__(self) -> None:
        if not self.host:
            return
        if not _HOST.fullmatch(self.host.upper()):
            raise StickerError(
                f"The host '{self.host}' cannot stand in an address: it is made of letters, digits, dots and hyphens."
            )
        room = ADDRESS_ROOM - ADDRESS_LENGTH - len("HTTP:///")
        if len(self.host) > room:
            raise StickerError(
                f"The host '{self.host}' has {len(self.host)} characters, and an address that is to fit on a small tag "
                f"has room for {room}: give the Pi a shorter name, or print the short form."
            )

    @property
    def prefix(self) -> str:
        """What stands before the code itself."""
        return f"HTTP://{self.host.upper()}/" if self.host else ""

    @property
    def length(self) -> int:
        """How many letters the code itself has."""
        return ADDRESS_LENGTH if self.host else SHORT_LENGTH


SHORT: Final = CodeForm()


def print_run(
    decks: Decks,
    random: Random,
    form: CodeForm = SHORT,
    sticker_mm: float | None = None,
    backs: Backs = Backs.SHARED,
    taken: Collection[str] = (),
) -> tuple[CopyTag, ...]:
    """New tags for every piece: fronts deck by deck, then backs. `taken` are payloads that are in use already.

    Codes are drawn by chance, so that a code tells neither its piece nor its neighbours. Raises StickerError when
    there is nothing to print, VisionError when there is no room for so many codes.
    """
    sides = list(_sides(decks, backs))
    if not sides:
        raise StickerError("There is no piece to print a sticker for.")
    codes = list(choose_codes(len(sides), random, taken, form.prefix, form.length))
    # chosen in an order in which later codes had to keep away from earlier ones: that order must not be readable
    random.shuffle(codes)
    return tuple(
        CopyTag(code, piece, side, shared, sticker_mm) for code, (piece, side, shared) in zip(codes, sides, strict=True)
    )


def _sides(decks: Decks, backs: Backs) -> Iterator[tuple[str, Side, bool]]:
    for pieces in decks.values():
        yield from ((str(piece), Side.FRONT, False) for piece in pieces)
    for deck, pieces in decks.items():
        if backs is Backs.SHARED and pieces:
            yield deck, Side.BACK, True
        elif backs is Backs.SINGLE:
            yield from ((str(piece), Side.BACK, False) for piece in pieces)


def only_pieces(decks: Decks, wanted: Sequence[str], titles: Mapping[str, str]) -> dict[str, tuple[PieceId, ...]]:
    """The decks without all but the wanted pieces, named by id, title or deck. StickerError names one that is none."""
    if not wanted:
        return {deck: tuple(pieces) for deck, pieces in decks.items()}
    names = {name.casefold() for name in wanted}
    called = {str(p): {str(p).casefold(), titles[str(p)].casefold()} for pieces in decks.values() for p in pieces}
    whole = {deck: {deck.casefold(), titles.get(deck, deck).casefold()} for deck in decks}
    known = set().union(*called.values(), *whole.values())
    for name in wanted:
        if name.casefold() not in known:
            example = titles[next(iter(called))]
            raise StickerError(f"No piece and no deck is called '{name}'; take a title, such as '{example}'.")
    kept = {d: tuple(p for p in pieces if (called[str(p)] | whole[d]) & names) for d, pieces in decks.items()}
    return {deck: pieces for deck, pieces in kept.items() if pieces}


def reprinted(tags: Sequence[CopyTag], wanted: Sequence[str], titles: Mapping[str, str]) -> tuple[CopyTag, ...]:
    """The tags of a copy that are named by code (as printed beside the tag), piece or title; "all" names every one.
    StickerError names the first that is none of the copy's."""
    if [name.casefold() for name in wanted] == ["all"]:
        return tuple(tags)
    found: list[CopyTag] = []
    for name in wanted:
        hits = [tag for tag in tags if _is_called(tag, name, titles)]
        if not hits:
            raise StickerError(
                f"This copy has no tag '{name}': give the code beside it, such as 'ABCD-1234', or the card."
            )
        found += [tag for tag in hits if tag not in found]
    return tuple(found)


def _is_called(tag: CopyTag, name: str, titles: Mapping[str, str]) -> bool:
    if same_code(tag.payload, name):
        return True
    return name.casefold() in (tag.piece.casefold(), titles.get(tag.piece, "").casefold())
