"""What the page for showing cards needs: which of a copy's cards are known by their looks, and the acts of its host.

It shows every card of a copy, so it is for the host only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Choice, Reply, Session


@dataclass(frozen=True)
class LookAlike:
    """Another card that it can hardly be told from. `place`: where alone they differ (left, top, width and height as
    shares of the card); None: nowhere."""

    label: str
    place: tuple[float, float, float, float] | None


@dataclass(frozen=True, kw_only=True)
class LookRow:
    """One side of one piece. `stamp` names the picture of its look, and is another one whenever that is; empty: it has
    none. `plain`: it was shown, and has too little print to be known by."""

    key: str
    label: str
    group: str  # the deck that it belongs to, in words
    stamp: str
    plain: bool = False
    alike: tuple[LookAlike, ...] = ()


class HowSure(Enum):
    """How sure the camera is of a card that lies on the table."""

    SURE = "sure"
    JUST = "just"  # it is told, but little less light or likeness and it would be asked for
    ASKED = "asked"


@dataclass(frozen=True)
class TriedCard:
    """A card that lay on the table when the looks were tried there. `says`: what the camera says of it, and what helps;
    `key`: the name of its picture, another one at each trial."""

    key: str
    sure: HowSure
    says: str


@dataclass(frozen=True)
class Trial:
    """How sure the camera is of this copy on this table. `is_clear`: it has seen the table without cards."""

    is_clear: bool = False
    cards: tuple[TriedCard, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LooksView:
    """Everything that the page draws. `copy`: the number of the copy that is shown; 0: there is none yet."""

    title: str
    copies: tuple[Choice, ...]
    copy: int
    rows: tuple[LookRow, ...]
    done: int
    trial: Trial = Trial()


class LooksAct(Enum):
    """What the host may do on the page."""

    START = "start"  # value: name of a new copy
    SWAP = "swap"  # value, other: keys
    TURN = "turn"  # value: key of a look that is upside down
    DROP = "drop"  # value: key
    FORGET = "forget"  # all looks of the copy
    CLEAR = "clear"  # there is no card on the table
    TRY = "try"  # some cards were laid on it


class LooksCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs; unused fields stay empty."""

    act: LooksAct
    copy: int = 0
    value: str = ""
    other: str = ""


class LooksPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def looks_view(self, session: Session, copy: int) -> LooksView: ...
    def looks(self, session: Session, command: LooksCommand) -> Reply: ...
    def looks_photo(self, session: Session, copy: int, picture: bytes) -> Reply: ...
    def look_picture(self, session: Session, copy: int, key: str) -> bytes | None: ...
