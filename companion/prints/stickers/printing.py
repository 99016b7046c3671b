"""Tags on sheets: the stickers of a copy as a document, each with its name and its code beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.journal.copies import Copy, CopyTag
from companion.prints.stickers.fonts import SMALLEST_MM, Letters, PrintFont, fitted, shrunk, wrapped
from companion.prints.stickers.label import LINE, Align, LabelPlan, TextBox, plan_label
from companion.prints.stickers.paper import EXACT, GREY, Correction, Paper
from companion.prints.stickers.sheet import CUT_GAP_MM, Sheet
from companion.reading.tags import human_code
from vision.types import Side

_HEAD_MM: Final = 6.0  # from the paper's edge to the line that says what the page is
_HEAD_SIZE_MM: Final = 2.6
_HEAD_LEFT_MM: Final = 13.0
_TICK_MM: Final = 4.0
_CROSS_ARM_MM: Final = 0.8  # stays in the gap between stickers

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Sticker:
    """One label's content. `title` is what people call the piece or its deck, `note` whose copy it belongs to."""

    payload: str
    title: str
    note: str
    side: Side

    @property
    def code(self) -> str:
        """What stands beside the tag for people."""
        return human_code(self.payload)


@dataclass(frozen=True)
class PrintJob:
    """Stickers on their way to paper. The first page begins at label `start`, counted from 1."""

    title: str
    sheet: Sheet
    stickers: tuple[Sticker, ...]
    tag_mm: float | None = None
    start: int = 1
    correction: Correction = EXACT

    @property
    def pages(self) -> int:
        """How many pages that makes."""
        return -(-(self.start - 1 + len(self.stickers)) // self.sheet.labels)


def copy_stickers(
    copy: Copy, game_title: str, tags: Sequence[CopyTag], titles: Mapping[str, str], cards: Mapping[str, int]
) -> tuple[Sticker, ...]:
    """Fronts, then backs; the shared back of a deck as often as the deck has cards (`cards`; once for others).

    A front is called by its piece, a back by its deck alone, so that nothing on the outside tells a card.
    """
    note = " · ".join(part for part in (game_title, copy.name, copy.owner) if part)
    fronts = [Sticker(t.payload, titles.get(t.piece, t.piece), note, t.side) for t in tags if t.side is Side.FRONT]
    backs: list[Sticker] = []
    for tag in tags:
        if tag.side is Side.BACK:
            title = titles.get(tag.piece, tag.piece) if tag.shared else game_title
            backs += [Sticker(tag.payload, title, note, tag.side)] * (cards.get(tag.piece, 1) if tag.shared else 1)
    return (*fronts, *backs)


def stickers_pdf(jobs: Sequence[PrintJob], letters: Letters, progress: Progress = lambda page, pages: None) -> bytes:
    """The sheets as a PDF to be printed without scaling; each job (one at least) begins a page. `progress` is told each
    page and the number of all.

    Raises StickerError when the tag does not fit on the sheet's labels or the sheet has no such label to start at.
    A title with letters that no font has is left out: the code then stands alone.
    """
    first = jobs[0]
    paper = Paper(first.title, (first.sheet.page_w_mm, first.sheet.page_h_mm), first.correction)
    pages = sum(job.pages for job in jobs)
    for number, job in enumerate(jobs):
        if number:
            paper.next_page((job.sheet.page_w_mm, job.sheet.page_h_mm))
        for _ in _drawn_pages(paper, job, letters):
            progress(paper.pages, pages)
    return paper.finished()


def _drawn_pages(paper: Paper, job: PrintJob, letters: Letters) -> Iterator[int]:
    """Draws the pages of one job, the first of them on the page that was begun."""
    plan = plan_label(job.sheet, job.tag_mm)
    places = job.sheet.places(len(job.stickers), job.start)
    for page, on_page in groupby(zip(places, job.stickers, strict=True), key=lambda item: item[0][0]):
        if page:
            paper.next_page()
        labels = [(place, sticker) for (_, place), sticker in on_page]
        for place, sticker in labels:
            with paper.moved(*job.sheet.corner(place)):
                _draw_label(paper, plan, sticker, letters)
        if job.sheet.to_cut:
            _draw_cuts(paper, job.sheet)
        _draw_head(paper, job, plan, page, [sticker for _, sticker in labels], letters)
        yield page


def _draw_label(paper: Paper, plan: LabelPlan, sticker: Sticker, letters: Letters) -> None:
    paper.tag(sticker.payload, plan.tag_x_mm, plan.tag_y_mm, plan.tag_mm)
    face, rows, size = letters.face_for(sticker.title), tuple[str, ...](), 0.0
    if face is not None:
        rows, size = wrapped(face, sticker.title, plan.name.w_mm, plan.name.size_mm, plan.name.lines)
        # a name that needs fewer lines than there are: all the text moves towards the middle
    spare = max(0, plan.name.lines - max(1, len(rows))) * plan.name.size_mm * LINE / 2
    for number, row in enumerate(rows):
        _draw_line(paper, face or letters.bold, row, plan.name, size, spare + number * size * LINE)
    _draw_line(
        paper,
        letters.bold,
        sticker.code,
        plan.code,
        shrunk(letters.bold, sticker.code, plan.code.w_mm, plan.code.size_mm),
        -spare,
    )
    note_face = letters.face_for(sticker.note)
    if plan.note is not None and note_face is not None:
        note, size = fitted(note_face, sticker.note, plan.note.w_mm, plan.note.size_mm)
        _draw_line(paper, note_face, note, plan.note, size, -spare)


def _draw_line(
    paper: Paper,
    face: PrintFont,
    text: str,
    box: TextBox,
    size_mm: float,
    down_mm: float = 0.0,
) -> None:
    x = box.x_mm + (box.w_mm / 2 if box.align is Align.CENTRE else 0.0)
    paper.text(face, text, x, box.y_mm + down_mm, size_mm, box.align)


def _draw_cuts(paper: Paper, sheet: Sheet) -> None:
    """Ticks around the stickers at the end of every cut, and small crosses where four stickers meet."""
    across, down = sheet.cuts()
    marks: list[tuple[float, float, float, float]] = []
    far = CUT_GAP_MM / 2
    for x in across:
        marks += [(x, down[0] - far - _TICK_MM, x, down[0] - far), (x, down[-1] + far, x, down[-1] + far + _TICK_MM)]
    for y in down:
        marks += [
            (across[0] - far - _TICK_MM, y, across[0] - far, y),
            (across[-1] + far, y, across[-1] + far + _TICK_MM, y),
        ]
    for x in across:
        for y in down:
            marks += [(x - _CROSS_ARM_MM, y, x + _CROSS_ARM_MM, y), (x, y - _CROSS_ARM_MM, x, y + _CROSS_ARM_MM)]
    paper.lines(marks)


def _draw_head(
    paper: Paper, job: PrintJob, plan: LabelPlan, page: int, stickers: Sequence[Sticker], letters: Letters
) -> None:
    """What the page is, in the white above the labels, where there is enough of it."""
    if job.sheet.top_mm < _HEAD_MM + _HEAD_SIZE_MM * LINE + (_TICK_MM if job.sheet.to_cut else 0):
        return
    sides = " and ".join(_sides(stickers))
    text = (
        f"{job.title} · {sides} · page {page + 1} of {job.pages} · {job.sheet.title} · tags of {plan.tag_mm:g} mm"
        " · print at 100 %"
    )
    face = letters.face_for(text)
    if face is None:
        face, text = letters.plain[0], f"page {page + 1} of {job.pages} · {job.sheet.title} · print at 100 %"
    room = job.sheet.page_w_mm - 2 * _HEAD_LEFT_MM
    text, size = fitted(face, text, room, _HEAD_SIZE_MM)
    if size >= SMALLEST_MM:
        paper.text(face, text, _HEAD_LEFT_MM, _HEAD_MM, size, ink=GREY)


def _sides(stickers: Sequence[Sticker]) -> Iterator[str]:
    for side, group in groupby(stickers, key=lambda sticker: sticker.side):
        yield f"{sum(1 for _ in group)} {side.value}s"
