"""Sheets of labels: how big the page is, where on it the labels lie, and in which order they are used."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

PAGES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
)
"""Width and height in millimetres, upright."""

CUT_GAP_MM: Final = 2.0
"""Between stickers that are cut out: the cut runs in the middle, so a blade may stray by one millimetre."""

CUT_MARGIN_MM: Final = 13.0  # printers leave about 5 mm white; then marks of 4 mm and a line of text
_TOUCHING_MM: Final = 0.01  # labels may share an edge, and inches are not whole in millimetres


class StickerError(Exception):
    """What cannot be printed, and what to do instead: one sentence."""


@dataclass(frozen=True)
class Sheet:
    """A page of equal labels in rows and columns. All lengths in millimetres, from the page's top left corner.

    `is_round`: labels are circles of the width. `to_cut`: plain paper, so cut marks are printed. Raises StickerError
    when labels would overlap or leave the page.
    """

    title: str
    page_w_mm: float
    page_h_mm: float
    columns: int
    rows: int
    label_w_mm: float
    label_h_mm: float
    left_mm: float
    top_mm: float
    pitch_x_mm: float
    pitch_y_mm: float
    is_round: bool = False
    to_cut: bool = False

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1 or min(self.label_w_mm, self.label_h_mm) <= 0:
            raise StickerError(f"The sheet {self.title!r} has no labels: give columns, rows and sizes above zero.")
        if self.is_round and self.label_w_mm != self.label_h_mm:
            raise StickerError(f"The sheet {self.title!r} has round labels, so width and height must be the same.")
        for what, label, pitch, count in (
            ("width", self.label_w_mm, self.pitch_x_mm, self.columns),
            ("height", self.label_h_mm, self.pitch_y_mm, self.rows),
        ):
            if count > 1 and pitch < label - _TOUCHING_MM:
                raise StickerError(
                    f"The labels of {self.title!r} overlap: their {what} is {label:g} mm and their pitch {pitch:g} mm; "
                    "the pitch is measured from one label's edge to the same edge of the next."
                )
        right, bottom = self._end()
        if min(self.left_mm, self.top_mm) < 0 or right > self.page_w_mm + 0.1 or bottom > self.page_h_mm + 0.1:
            raise StickerError(
                f"The labels of {self.title!r} reach from {self.left_mm:g} to {right:g} mm across and from "
                f"{self.top_mm:g} to {bottom:g} mm down, and the page is {self.page_w_mm:g} x {self.page_h_mm:g} mm."
            )

    def _end(self) -> tuple[float, float]:
        x, y = self.corner(self.labels - 1)
        return x + self.label_w_mm, y + self.label_h_mm

    @property
    def labels(self) -> int:
        """How many labels a page has."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """The top left corner of a label, counted from 0 along the rows."""
        row, column = divmod(place, self.columns)
        return self.left_mm + column * self.pitch_x_mm, self.top_mm + row * self.pitch_y_mm

    def places(self, count: int, start: int = 1) -> Iterator[tuple[int, int]]:
        """Page (from 0) and label (from 0) of each of `count` stickers. The first page begins at label number `start`,
        counted from 1 as people do. Raises StickerError when the page has no such label."""
        if not 1 <= start <= self.labels:
            raise StickerError(
                f"A page of {self.title!r} has the labels 1 to {self.labels}, so none is number {start}."
            )
        for place in range(start - 1, start - 1 + count):
            yield divmod(place, self.labels)

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where the cuts run on a sheet that is cut: x of those from top to bottom, y of those from side to side."""
        half = CUT_GAP_MM / 2
        across = tuple(self.left_mm - half + n * self.pitch_x_mm for n in range(self.columns + 1))
        down = tuple(self.top_mm - half + n * self.pitch_y_mm for n in range(self.rows + 1))
        return across, down


def page_size(name: str) -> tuple[float, float]:
    """Width and height of a page in millimetres. StickerError lists those that there are."""
    if name not in PAGES:
        raise StickerError(f"There is no page size '{name}' here; those are: {', '.join(PAGES)}.")
    return PAGES[name]


def presets() -> Mapping[str, Sheet]:
    """The sheets that can be bought, by the name that the command line knows them by."""
    text = resources.files("companion.prints.stickers").joinpath("sheets.toml").read_text(encoding="utf-8")
    return {name: _preset(table) for name, table in tomllib.loads(text).items()}


def preset(name: str) -> Sheet:
    """One of the presets. StickerError lists them."""
    known = presets()
    if name not in known:
        raise StickerError(
            f"There is no sheet '{name}'; those are: {', '.join(known)}. Any other is given by --labels."
        )
    return known[name]


def _preset(table: Mapping[str, Any]) -> Sheet:
    (page_w, page_h), (label_w, label_h) = page_size(table["page"]), table["label_mm"]
    (left, top), (pitch_x, pitch_y) = table["corner_mm"], table["pitch_mm"]
    return Sheet(
        str(table["title"]),
        page_w,
        page_h,
        int(table["columns"]),
        int(table["rows"]),
        label_w,
        label_h,
        left,
        top,
        pitch_x,
        pitch_y,
        is_round=bool(table.get("round", False)),
    )


def own_sheet(text: str, page: str, *, is_round: bool = False) -> Sheet:
    """A sheet from numbers: `3x7,64x38.1,7.5x15.5,66x38.1` is columns x rows, label, first label's corner from the left
    and from the top, and pitch, in millimetres. StickerError when it is not four pairs, or no possible sheet."""
    pairs = [part.lower().split("x") for part in text.split(",")]
    try:
        (columns, rows), *lengths = [(float(a), float(b)) for a, b in pairs]
        (label_w, label_h), (left, top), (pitch_x, pitch_y) = lengths
    except ValueError as error:
        raise StickerError(
            f"'{text}' is no sheet: give columns x rows, label, corner of the first label and pitch, such as "
            "3x7,64x38.1,7.5x15.5,66x38.1."
        ) from error
    is_finite = all(math.isfinite(number) for pair in [(columns, rows), *lengths] for number in pair)
    if not is_finite or columns != int(columns) or rows != int(rows) or max(columns, rows) > 99:
        raise StickerError(f"'{text}' is no sheet: columns and rows are whole numbers, the rest are millimetres.")
    title = f"own labels of {label_w:g} x {label_h:g} mm"
    wide, tall = page_size(page)
    counts = int(columns), int(rows)
    return Sheet(title, wide, tall, *counts, label_w, label_h, left, top, pitch_x, pitch_y, is_round=is_round)


def cut_sheet(page: str, label_w_mm: float, label_h_mm: float) -> Sheet:
    """As many labels of this size as go on a plain page, with room for cut marks between and around them."""
    wide, tall = page_size(page)
    pitch_x, pitch_y = label_w_mm + CUT_GAP_MM, label_h_mm + CUT_GAP_MM
    columns = int((wide - 2 * CUT_MARGIN_MM + CUT_GAP_MM) / pitch_x)
    rows = int((tall - 2 * CUT_MARGIN_MM + CUT_GAP_MM) / pitch_y)
    title = f"plain {page.capitalize() if page == 'letter' else page.upper()}, to be cut"
    if columns < 1 or rows < 1:
        raise StickerError(f"A label of {label_w_mm:g} x {label_h_mm:g} mm does not go on a page of {page}.")
    left = (wide - (columns * pitch_x - CUT_GAP_MM)) / 2
    top = (tall - (rows * pitch_y - CUT_GAP_MM)) / 2
    return Sheet(title, wide, tall, columns, rows, label_w_mm, label_h_mm, left, top, pitch_x, pitch_y, to_cut=True)
