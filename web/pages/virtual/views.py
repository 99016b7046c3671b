"""The virtual table at the border: what its page draws, and what hands may do there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Face, Packets, Reply, Session


@dataclass(frozen=True, kw_only=True)
class VirtualPiece:
    """One piece lying on the virtual table, or in the hand of the reader's own seat. `handle` is opaque and says
    nothing about the piece. `face` is None when the piece shows its back to this reader."""

    handle: str
    x_mm: float  # centre
    y_mm: float
    angle_deg: float
    face_up: bool
    face: Face | None
    in_hand: bool
    width_mm: float
    height_mm: float
    layer: int  # higher lies on top
    round: bool = False


@dataclass(frozen=True, kw_only=True)
class VirtualSpot:
    """A spot of the mat for drawing."""

    name: str
    label: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float
    sides: int = 4  # 6: a hex whose corners lie to its left and right
    ground: str = ""  # of a field of a board: what is printed there, as a code
    unused: bool = False  # a field that is out of play
    seat: int | None = None  # whose it is; None: everybody's
    lying: int = 0  # how many pieces lie there, those that are buried too


@dataclass(frozen=True)
class VirtualDie:
    """One die in the tray of the virtual table."""

    sides: int
    value: int
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True, kw_only=True)
class VirtualScene:
    """What the virtual table page draws for one reader: all places are as this reader sees them who sits at the
    bottom."""

    version: int
    width_mm: float
    height_mm: float
    spots: tuple[VirtualSpot, ...]
    pieces: tuple[VirtualPiece, ...]
    tray: VirtualSpot | None = None
    dice: tuple[VirtualDie, ...] = ()


class VirtualAct(Enum):
    """What a hand may do on the virtual table."""

    PUT = "put"  # lay a piece at x, y, angle (from the table or from the own hand), face up or down
    TAKE = "take"  # take a piece from the table into the own hand
    TIDY = "tidy"  # do what the to-do list says
    DEAL = "deal"  # shuffle and deal as the question asks


class VirtualMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act on the virtual table. PUT uses all fields; TAKE only `handle`; the others none."""

    act: VirtualAct
    handle: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    face_up: bool = True


class VirtualPort(Packets, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def virtual_scene(self, session: Session) -> VirtualScene | None: ...  # None: no virtual table in this match
    def virtual_move(self, session: Session, move: VirtualMove) -> Reply: ...
