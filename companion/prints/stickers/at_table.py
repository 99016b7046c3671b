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
from companion.prints.stickers.print_run import reprinted
from companion.prints.stickers.printing import PrintJob, stickers_pdf
from companion.prints.stickers.sheet import StickerError, cut_sheet, page_size, presets
from companion.prints.stickers.tiles import tiling
from companion.reading.tags import game_tags, with_stickers
from companion.telling.voice import Voice
from vision.types import Side, VisionError
from web.pages.prints.views import CopyPrints, PrintPaper, PrintPart, PrintsView, PrintWish
from words import Sentence

_ON_PAPER: Final = {PrintPart.MARKERS, PrintPart.MAT}
_PLAIN: Final = (USUAL_PAGE, "letter")


@dataclass(frozen=True)
class TablePrints:
    """In the words of whoever prints, on the paper that they wish."""

    ground: PrintGround
    voice: Voice
    wish: PrintWish

    def view(self) -> PrintsView | None:
        """How much there is to print; None for a paper that there is not."""
        ground, papers = self.ground, _papers()
        if self.wish.paper not in {paper.key for paper in papers}:
            return None
        layout = ground.game.mat(ground.seats, ground.settings)
        used, copies = self._used(), ground.copies
        blanks = [CopyTag(piece, piece) for pieces in used.values() for piece in pieces]
        blanks += [CopyTag(deck, deck, Side.BACK, shared=True) for deck in used]
        titles = game_pieces(ground.game, ground.settings, self.voice.words.language).titles if used else {}
        return PrintsView(
            mat_pages=len(tiling(layout.width_mm, layout.height_mm, page_size(self._page)).tiles),
            papers=papers,
            fresh=self._counted(Copy(0, ground.game.slug, ""), blanks, self.wish.size_mm),
            copies=tuple(
                self._counted(one, blanks, _size_of(tags))
                for one in copies.list(ground.game.slug)
                if (tags := copies.tags(one.ident))
            ),
            pieces=tuple(dict.fromkeys(titles[piece] for pieces in used.values() for piece in pieces)),
        )

    def new_copy(self) -> None:
        """Codes for every piece of another copy, kept before anything is printed. VisionError where no piece carries a
        sticker."""
        if not self._used():
            raise VisionError(Sentence("This game has no pieces that carry stickers."))
        order, game, copies = self._order(self.wish.size_mm), self.ground.game, self.ground.copies
        taken = {*copies.known(), *game_tags(game.slug, order.pieces.decks)}
        names = {one.name.casefold() for one in copies.list(game.slug)}
        name = next(free for n in count(1) if (free := f"{game.title} {n}").casefold() not in names)
        copies.add(Copy(0, game.slug, name), order.new_tags(order.pieces.decks, taken))

    def pdf(self, part: PrintPart, copy: int) -> bytes | None:
        """The file; None for stickers of a copy that there is not, and where the paper has no room for them. One at a
        time is drawn."""
        with self.ground.alone:
            letters = load_letters()
            if part in _ON_PAPER:
                return mats_pdf(drawings_of(self.voice, letters, part.value), self._page, letters)
            try:
                jobs = self._jobs(part, copy)
            except StickerError:
                return None
            return stickers_pdf(jobs, letters) if jobs else None

    # -- inside ------------------------------------------------------------------------------------------------------

    def _counted(self, copy: Copy, blanks: Sequence[CopyTag], size_mm: float) -> CopyPrints:
        """How many stickers of that size a copy takes on this paper."""
        none = CopyPrints(key=str(copy.ident or ""), label=copy.title, size_mm=size_mm)
        try:
            jobs = self._order(size_mm).jobs_of(copy, blanks) if blanks else ()
        except StickerError:
            return none
        if not jobs:
            return none
        return replace(
            none,
            first=min(jobs[0].sheet.labels, len(jobs[0].stickers)),
            stickers=sum(len(job.stickers) for job in jobs),
            pages=sum(job.pages for job in jobs),
        )

    def _jobs(self, part: PrintPart, ident: int) -> Sequence[PrintJob]:
        known = next((one for one in self.ground.copies.list(self.ground.game.slug) if one.ident == ident), None)
        used = self._used()
        if known is None or not used:
            return ()
        tags = self.ground.copies.tags(ident)
        order, names = self._order(_size_of(tags)), {name for deck, pieces in used.items() for name in (deck, *pieces)}
        tags = order.pieces.in_order(tags)
        if part is PrintPart.CHOSEN:
            return order.jobs_of(known, reprinted(tags, self.wish.only, order.pieces.titles), each_once=True)
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

    @property
    def _page(self) -> str:
        """The size of the paper: of labels, that of their sheet."""
        sheet = presets().get(self.wish.paper)
        return self.wish.paper if sheet is None else next(p for p in _PLAIN if page_size(p)[0] == sheet.page_w_mm)

    def _order(self, size_mm: float) -> Order:
        """StickerError where the paper has no room for stickers of that size, or there is none of that name."""
        settings, labels = self.ground.settings, presets()
        sheet = labels.get(self.wish.paper) or cut_sheet(self.wish.paper, size_mm, label_height_mm(size_mm))
        pieces = game_pieces(self.ground.game, settings, self.voice.words.language)
        return order_on(pieces, settings, sheet, tag_mm=size_mm, page=self._page)


def _papers() -> tuple[PrintPaper, ...]:
    """What can be printed on, as the command line has it."""
    labels = (PrintPaper(key, sheet.title.partition(",")[0], sheet.labels) for key, sheet in presets().items())
    return (*(PrintPaper(page, page.upper() if page == USUAL_PAGE else page.title()) for page in _PLAIN), *labels)


def _size_of(tags: Sequence[CopyTag]) -> float:
    """How wide the stickers of a copy are that was printed before: the widest, since small pieces get smaller ones."""
    return max((tag.sticker_mm for tag in tags if tag.sticker_mm is not None), default=USUAL_MM)
