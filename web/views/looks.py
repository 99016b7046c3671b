"""How pieces and boards look on the pages: part of what `ports` hands them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Face:
    """How one card or piece looks. `suit` names a shape that the page draws (see static/shapes); `tint` is one of
    blue, green, red, grey, gold, violet, teal, amber. Colour never stands alone: shape and letter say the same."""

    piece: str
    title: str
    corner: str = ""  # the strength or the letter in the corner
    suit: str = ""  # shape name: sword, book, heart, star, scroll, crown, ...
    suit_name: str = ""  # in words, for screen readers
    tint: str = "grey"
    text: str = ""  # what it does, in our words
    mark: str = ""  # e.g. "house": this text is ours, not the printed card's
    round: bool = False  # a coin or a token, not a card
    figure: str = ""  # a figure that stands on a board: "light" or "dark"; empty: a card, a coin or a token
    picture: str = ""  # the name of its picture; whoever is not shown this face is never told it


@dataclass(frozen=True)
class SideView:
    """One side on a board. Its shape and pattern (plain, stripes, dots) tell it apart without the colour."""

    code: str
    name: str
    shape: str
    tint: str
    pattern: str = "plain"


@dataclass(frozen=True)
class StackView:
    """What stands on a field: the piece on top, how many there are, and whose they are. `own`: others do not know the
    piece, so no shared screen may show it; the field's label does not name it."""

    face: Face | None
    height: int
    side: str = ""  # code of a SideView
    owner: int | None = None
    own: bool = False


@dataclass(frozen=True)
class SignView:
    """A small sign on a field or a space; `shape` is empty where there is none to draw, then `name` is written."""

    shape: str
    name: str


@dataclass(frozen=True, kw_only=True)
class FieldView:
    """One field of a board. `x` and `y` say where its middle lies, in distances between neighbouring fields, to the
    right and down; `ground` is what is printed there in words, `kind` the same as a code; `marker` the code of the side
    whose marker lies there; `label` says all of it for people who cannot see the drawing. A kind that ends in `_` and
    the code of a side is drawn with that side's shape; `wall`, `light` and `dark` are drawn as such, others
    with the shape `icon` or, without one, as a ring. Where every field is light or dark the board is a chess board,
    with its names along two edges. `title` is written on the field, and `signs` are drawn on it, one for each time."""

    name: str
    x: float
    y: float
    label: str
    kind: str = ""
    ground: str = ""
    marker: str = ""
    stack: StackView | None = None
    icon: str = ""
    title: str = ""
    signs: tuple[SignView, ...] = ()


@dataclass(frozen=True)
class WallView:
    """What is between two fields, named as they are: its code, its name, and whether pieces pass now."""

    one: str
    other: str
    kind: str
    name: str
    open: bool = False


@dataclass(frozen=True, kw_only=True)
class BoardView:
    """A board with all its fields, as this reader sits before it; with six `sides` they are hexes with a flat side
    above. `last` are the names of the fields of the last move, from the first to the last; `alarm` those that everybody
    should look at now, such as a king in check; `differences` those on which something else stands than the notes
    say, or should stand."""

    sides: int
    fields: tuple[FieldView, ...]
    factions: tuple[SideView, ...] = ()
    last: tuple[str, ...] = ()
    alarm: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    walls: tuple[WallView, ...] = ()


@dataclass(frozen=True)
class GameLook:
    """What a game looks like on every page: the values of colours that the pages name (`accent`, `felt_ink` ...), on
    light and on dark ground, and drawings as SVG: `emblem`, `back` (of a card) and `top` (a tile of the table's)."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    drawings: Mapping[str, str]
