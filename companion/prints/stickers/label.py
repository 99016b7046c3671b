"""What goes where on one label: the tag, beside or below it the name and the code that people can read.

Lengths are millimetres from the label's own top left corner. Nothing comes nearer to the edge than the margin, since
printers and die-cut labels drift against each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.prints.stickers.sheet import Sheet, StickerError

SMALLEST_MM: Final = 8.0
LARGEST_MM: Final = 40.0
USUAL_MM: Final = 24.0
"""The side of a tag with its quiet zone where nobody says otherwise: what a card has room for."""

MARGIN_MM: Final = 1.5
LINE: Final = 1.25  # from one line to the next, in heights of its letters
_BESIDE_MM: Final = 16.0  # less width than this beside the tag, and the text goes below it
_GAP_MM: Final = 2.0
_TEXT_RIM_MM: Final = 0.4  # white at both ends of a text that is as wide as its label
_CODE_EMS: Final = 7.2  # "XXXX-XXXX" in the bold font, in heights of its letters, save for very wide letters


class Align(Enum):
    """How a line stands in its box."""

    LEFT = "left"
    CENTRE = "centre"


@dataclass(frozen=True)
class TextBox:
    """Room for lines of text: its left and top edge, its width, the height of the letters (the font's size), and how
    many lines it may take."""

    x_mm: float
    y_mm: float
    w_mm: float
    size_mm: float
    lines: int = 1
    align: Align = Align.CENTRE

    @property
    def h_mm(self) -> float:
        """Height of all its lines."""
        return self.lines * self.size_mm * LINE


@dataclass(frozen=True)
class LabelPlan:
    """Where the tag (a square of `tag_mm`, quiet zone and all) and the texts are. `note` only where there is room."""

    tag_x_mm: float
    tag_y_mm: float
    tag_mm: float
    name: TextBox
    code: TextBox
    note: TextBox | None = None


def label_height_mm(tag_mm: float) -> float:
    """How high a label to be cut must be for a tag with name and code below it."""
    return tag_mm + 2 * _small_mm(tag_mm) * LINE + 0.4


def plan_label(sheet: Sheet, tag_mm: float | None = None) -> LabelPlan:
    """The plan for a sheet's labels; without a size, with the largest tag up to the usual one that leaves room for its
    code. StickerError when a tag of that size does not fit."""
    if tag_mm is not None:
        plan = _planned(sheet, tag_mm)
        if plan is not None:
            return plan
    sizes = (USUAL_MM - step / 2 for step in range(int(2 * (USUAL_MM - SMALLEST_MM)) + 1))
    if tag_mm is not None and tag_mm > USUAL_MM:
        sizes = (tag_mm - step / 2 for step in range(int(2 * (tag_mm - SMALLEST_MM)) + 1))
    largest = next((plan for size in sizes if (plan := _planned(sheet, size)) is not None), None)
    shape = f"{sheet.label_w_mm:g} mm across" if sheet.is_round else f"{sheet.label_w_mm:g} x {sheet.label_h_mm:g} mm"
    if largest is None:
        raise StickerError(f"A label of {shape} has no room for a tag of {SMALLEST_MM:g} mm and its code.")
    if tag_mm is None:
        return largest
    raise StickerError(
        f"A tag of {tag_mm:g} mm with its code does not fit on a label of {shape}: take at most {largest.tag_mm:g} mm."
    )


def _planned(sheet: Sheet, tag_mm: float) -> LabelPlan | None:
    if sheet.is_round:
        return _round(sheet, tag_mm)
    return _beside(sheet, tag_mm) or _below(sheet, tag_mm)


def _small_mm(tag_mm: float) -> float:
    """Letters below a tag: the code must be as narrow as the tag, and no larger than is useful."""
    return min(2.4, (tag_mm - 2 * _TEXT_RIM_MM) / _CODE_EMS)


def _beside(sheet: Sheet, tag_mm: float) -> LabelPlan | None:
    """Tag on the left, texts on the right of it."""
    margin = max(MARGIN_MM, min(3.0, (sheet.label_h_mm - tag_mm) / 2))
    left = margin + tag_mm + _GAP_MM
    wide = sheet.label_w_mm - left - margin
    if wide < _BESIDE_MM or tag_mm > sheet.label_h_mm - 2 * MARGIN_MM:
        return None
    code = min(3.4, wide / _CODE_EMS)
    large, small = min(3.6, code * 1.15), min(2.2, code * 0.8)
    room = sheet.label_h_mm - 2 * MARGIN_MM
    lines = max(1, min(3, int((room - (code + small) * LINE - 2) / (large * LINE))))
    high = (lines * large + code + small) * LINE + 2
    if high > room:
        return None
    top = (sheet.label_h_mm - high) / 2
    name = TextBox(left, top, wide, large, lines, Align.LEFT)
    at_code = top + name.h_mm + 1
    return LabelPlan(
        margin,
        (sheet.label_h_mm - tag_mm) / 2,
        tag_mm,
        name,
        TextBox(left, at_code, wide, code, 1, Align.LEFT),
        TextBox(left, at_code + code * LINE + 1, wide, small, 1, Align.LEFT),
    )


def _below(sheet: Sheet, tag_mm: float) -> LabelPlan | None:
    """Tag on top, name and code below it. A label to be cut has its margin outside of itself."""
    margin = 0.0 if sheet.to_cut else MARGIN_MM
    wide = sheet.label_w_mm - 2 * margin
    spare = sheet.label_h_mm - 2 * margin - label_height_mm(tag_mm)
    if tag_mm > wide + 1e-6 or spare < -1e-6:
        return None
    small, top = _small_mm(tag_mm), margin + max(0.0, spare) / 2
    below = top + tag_mm
    return LabelPlan(
        (sheet.label_w_mm - tag_mm) / 2,
        top,
        tag_mm,
        TextBox(margin + _TEXT_RIM_MM, below, wide - 2 * _TEXT_RIM_MM, small),
        TextBox(margin + _TEXT_RIM_MM, below + small * LINE, wide - 2 * _TEXT_RIM_MM, small),
    )


def _round(sheet: Sheet, tag_mm: float) -> LabelPlan | None:
    """As high in the circle as the tag's corners allow; the texts below it are as wide as the circle is there."""
    reach = sheet.label_w_mm / 2 - MARGIN_MM
    if tag_mm / 2 >= reach:
        return None
    small = _small_mm(tag_mm)
    top = -math.sqrt(reach**2 - (tag_mm / 2) ** 2)
    spare = reach - 1.0 - (top + label_height_mm(tag_mm))
    top += max(0.0, spare) / 2
    name_y = top + tag_mm
    code_y = name_y + small * LINE
    code_end = code_y + small * LINE
    if code_end >= reach or math.hypot(tag_mm / 2, top + tag_mm) > reach:
        return None
    name_w, code_w = (2 * math.sqrt(reach**2 - end**2) for end in (code_y, code_end))
    if code_w < small * _CODE_EMS:
        return None
    middle = sheet.label_w_mm / 2
    return LabelPlan(
        middle - tag_mm / 2,
        middle + top,
        tag_mm,
        TextBox(middle - name_w / 2, middle + name_y, name_w, small),
        TextBox(middle - code_w / 2, middle + code_y, code_w, small),
    )
