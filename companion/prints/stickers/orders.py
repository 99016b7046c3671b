"""The stickers of copies, on their sheets: a job for each size of tag, whoever has ordered them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Final

from companion.journal.copies import Copy, CopyTag
from companion.prints.stickers.label import USUAL_MM, label_height_mm, plan_label
from companion.prints.stickers.paper import EXACT, Correction
from companion.prints.stickers.pieces import GamePieces
from companion.prints.stickers.print_run import SHORT, Backs, CodeForm, Decks, print_run
from companion.prints.stickers.printing import PrintJob
from companion.prints.stickers.sheet import Sheet, cut_sheet
from companion.reading.tags import sticker_mm

USUAL_PAGE: Final = "a4"


@dataclass(frozen=True)
class Order:
    """What is to be printed on. `job` is on its sheet, and has no stickers yet; `room_mm` is how large the tags of each
    deck are: smaller than the job's where its pieces have no room for that."""

    pieces: GamePieces
    job: PrintJob
    page: str
    room_mm: Mapping[str, float]

    def by_size(self, decks: Decks) -> list[tuple[float, Decks]]:
        """The decks whose tags are of the same size, the largest first."""
        sizes = sorted({self.room_mm[deck] for deck in decks}, reverse=True)
        return [(size, {d: pieces for d, pieces in decks.items() if self.room_mm[d] == size}) for size in sizes]

    def new_tags(
        self, decks: Decks, taken: Collection[str], form: CodeForm = SHORT, backs: Backs = Backs.SHARED
    ) -> tuple[CopyTag, ...]:
        """Codes for a copy that nobody has yet. Raises as `print_run`."""
        tags: tuple[CopyTag, ...] = ()
        for size, part in self.by_size(decks):
            tags += print_run(part, SystemRandom(), form, size, backs, {*taken, *(tag.payload for tag in tags)})
        return tags

    def jobs_of(self, copy: Copy, tags: Sequence[CopyTag], *, each_once: bool = False) -> list[PrintJob]:
        """A copy's stickers on their sheets: a job for each size, the first of them begins where it was asked to."""
        title = " · ".join(part for part in (self.pieces.game.title, copy.name, copy.owner) if part)
        decks = {name: d for d, pieces in self.pieces.decks.items() for name in (*map(str, pieces), d)}
        largest = self.job.tag_mm or USUAL_MM
        sizes = [self.room_mm[decks[tag.piece]] if tag.piece in decks else largest for tag in tags]
        jobs: list[PrintJob] = []
        for size in sorted(set(sizes), reverse=True):
            own = [tag for tag, mm in zip(tags, sizes, strict=True) if mm == size]
            sheet, start = self.job.sheet, 1 if jobs else self.job.start
            if sheet.to_cut and size != largest:
                sheet = cut_sheet(self.page, size, label_height_mm(size))
            stickers = self.pieces.stickers(copy, own, each_once=each_once)
            jobs.append(replace(self.job, title=title, sheet=sheet, tag_mm=size, start=start, stickers=stickers))
        return jobs


def order_on(
    pieces: GamePieces,
    options: Mapping[str, object],
    sheet: Sheet,
    *,
    tag_mm: float | None = None,
    page: str = USUAL_PAGE,
    start: int = 1,
    correction: Correction = EXACT,
) -> Order:
    """An order on such sheets. SettingError for options that the game does not have."""
    game = pieces.game
    side = plan_label(sheet, tag_mm).tag_mm
    layout = game.mat(game.seats[-1], game.check_settings(options))
    room_mm = {deck: min(side, sticker_mm(layout.size(deck), side)) for deck in pieces.decks}
    return Order(pieces, PrintJob(game.title, sheet, (), side, start, correction), page, room_mm)
