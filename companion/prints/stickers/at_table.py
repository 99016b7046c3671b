"""What is printed for the match on the table: markers, the mat, and the stickers of copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from companion.journal.copies import Copy, CopyTag
from companion.prints.ground import PrintGround
from companion.prints.stickers.fonts import load_letters
from companion.prints.stickers.label import USUAL_MM, label_height_mm
from companion.prints.stickers.mats import drawings_of, mats_pdf
from companion.prints.stickers.orders import USUAL_PAGE, Order, order_on
from companion.prints.stickers.pieces import game_pieces
from companion.prints.stickers.printing import PrintJob, stickers_pdf
from companion.prints.stickers.sheet import cut_sheet, page_size
from companion.prints.stickers.tiles import tiling
from companion.reading.tags import game_tags, with_stickers
from companion.telling.voice import Voice
from vision.types import Side, VisionError
from web.pages.prints.views import PrintPart, PrintsView
from web.views import Choice
from words import Sentence

_ON_PAPER: Final = {PrintPart.MARKERS, PrintPart.MAT}


@dataclass(frozen=True)
class TablePrints:
    """In the words of whoever prints."""

    ground: PrintGround
    voice: Voice

    def view(self) -> PrintsView:
        """How much there is to print."""
        ground = self.ground
        layout = ground.game.mat(ground.seats, ground.settings)
        known = ground.copies.list(ground.game.slug)
        whole = PrintsView(
            mat_pages=len(tiling(layout.width_mm, layout.height_mm, page_size(USUAL_PAGE)).tiles),
            first=0,
            stickers=0,
            pages=0,
            copies=tuple(Choice(str(one.ident), one.title) for one in known if ground.copies.tags(one.ident)),
        )
        used = self._used()
        if not used:
            return whole
        blanks = [CopyTag(piece, piece) for pieces in used.values() for piece in pieces]
        blanks += [CopyTag(deck, deck, Side.BACK, shared=True) for deck in used]
        jobs = self._order().jobs_of(Copy(0, ground.game.slug, ""), blanks)
        return replace(
            whole,
            first=min(jobs[0].sheet.labels, len(jobs[0].stickers)),
            stickers=sum(len(job.stickers) for job in jobs),
            pages=sum(job.pages for job in jobs),
        )

    def new_copy(self) -> None:
        """Codes for every piece of another copy, kept before anything is printed. VisionError where no piece carries a
        sticker."""
        if not self._used():
            raise VisionError(Sentence("This game has no pieces that carry stickers."))
        order, game, copies = self._order(), self.ground.game, self.ground.copies
        taken = {*copies.known(), *game_tags(game.slug, order.pieces.decks)}
        names = {one.name.casefold() for one in copies.list(game.slug)}
        name = next(free for n in count(1) if (free := f"{game.title} {n}").casefold() not in names)
        copies.add(Copy(0, game.slug, name), order.new_tags(order.pieces.decks, taken))

    def pdf(self, part: PrintPart, copy: int) -> bytes | None:
        """The file; None for stickers of a copy that there is not. One at a time is drawn."""
        with self.ground.alone:
            letters = load_letters()
            if part in _ON_PAPER:
                return mats_pdf(drawings_of(self.voice, letters, part.value), USUAL_PAGE, letters)
            jobs = self._jobs(part, copy)
            return stickers_pdf(jobs, letters) if jobs else None

    # -- inside ------------------------------------------------------------------------------------------------------

    def _jobs(self, part: PrintPart, ident: int) -> Sequence[PrintJob]:
        known = next((one for one in self.ground.copies.list(self.ground.game.slug) if one.ident == ident), None)
        used = self._used()
        if known is None or not used:
            return ()
        order, names = self._order(), {name for deck, pieces in used.items() for name in (deck, *pieces)}
        tags = order.pieces.in_order(self.ground.copies.tags(ident))
        jobs = order.jobs_of(known, [tag for tag in tags if part is PrintPart.ALL or tag.piece in names])
        if part is not PrintPart.FIRST or not jobs:
            return jobs
        return [replace(jobs[0], stickers=jobs[0].stickers[: jobs[0].sheet.labels])]

    def _used(self) -> dict[str, tuple[str, ...]]:
        """The pieces that this match is played with and that carry stickers, by their decks."""
        ground = self.ground
        decks = ground.game.box.decks(ground.settings, ground.seats)
        carrying = with_stickers(decks, ground.game.mat(ground.seats, ground.settings))
        return {deck: tuple(map(str, pieces)) for deck, pieces in carrying.items() if pieces}

    def _order(self) -> Order:
        settings = self.ground.settings
        sheet = cut_sheet(USUAL_PAGE, USUAL_MM, label_height_mm(USUAL_MM))
        pieces = game_pieces(self.ground.game, settings, self.voice.words.language)
        return order_on(pieces, settings, sheet, tag_mm=USUAL_MM)
