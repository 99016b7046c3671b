"""Printing stickers: from the words of the command line to a file, and the codes into the journal."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from companion.cli.file import new_file, write_file
from companion.cli.group import as_called
from companion.journal.copies import Copies, Copy, CopyTag
from companion.prints.stickers.fonts import Letters, load_letters
from companion.prints.stickers.label import LARGEST_MM, SMALLEST_MM, USUAL_MM, label_height_mm, plan_label
from companion.prints.stickers.orders import USUAL_PAGE, Order, order_on
from companion.prints.stickers.paper import Correction
from companion.prints.stickers.pieces import game_pieces
from companion.prints.stickers.print_run import (
    SHORT,
    USUAL_HOST,
    Backs,
    CodeForm,
    only_pieces,
    reprinted,
)
from companion.prints.stickers.printing import PrintJob, stickers_pdf
from companion.prints.stickers.sheet import Sheet, StickerError, cut_sheet, own_sheet, preset, presets
from companion.reading.tags import game_tags
from rules.engine.game import Game
from vision.types import Side

if TYPE_CHECKING:
    from companion.settings.config import Loaded

RULER_MM: Final = 150.0
_LARGEST_OFFSET_MM: Final = 20.0
_LEAST_SCALE: Final = 0.9
_SLOW_PAGES: Final = 10
_MARKED: Final = (
    "Take care: a code of its own on each back marks the cards, so who learns a code knows that card from behind."
)


@dataclass(frozen=True)
class Wishes:
    """What was asked for, word by word as on the command line."""

    out: str | None = None
    preset: str | None = None
    labels: str | None = None
    is_round: bool = False
    page: str | None = None
    sticker_mm: float | None = None
    form: str = "short"
    address_host: str | None = None
    copy: str | None = None
    owner: str = ""
    copies: int = 1
    backs: str = "shared"
    only: tuple[str, ...] = ()
    reprint: tuple[str, ...] = ()
    start: int = 1
    offset_mm: str | None = None
    measured_mm: str | None = None
    language: str | None = None
    font: str | None = None
    force: bool = False


def print_presets() -> None:
    """The sheets that can be bought."""
    for name, sheet in presets().items():
        click.secho(name, bold=True, nl=False)
        click.echo(f"  {sheet.title}; tags up to {plan_label(sheet).tag_mm:g} mm unless said otherwise")
    click.echo("Plain paper: --page a4 or letter with --sticker-mm. Any other sheet: --labels, see --help.")


def print_calibration(wishes: Wishes) -> None:
    """Writes the pages that measure printer, camera and lens."""
    from companion.prints.stickers.calibration import calibration_pdf

    path = _target(wishes)
    write_file(path, calibration_pdf(wishes.page or USUAL_PAGE, _letters(wishes), _correction(wishes)))
    click.echo(f"Written: {path}, 2 pages: rulers with test tags, and the board for the lens.")
    click.echo("Next: print it at 100 % and do what it says.")


def print_stickers(found: Loaded, slug: str, wishes: Wishes) -> None:
    """Chooses new codes, keeps them and writes the sheets; or writes sheets of codes that are kept already."""
    from companion.settings.chosen_game import prepare

    _check_together(wishes)
    path, sheet, letters, correction = _target(wishes), _sheet(wishes), _letters(wishes), _correction(wishes)
    tag_mm = plan_label(sheet, wishes.sticker_mm).tag_mm
    game, config = prepare(found, slug)
    pieces = game_pieces(game, config.play.options, wishes.language or config.table.language)
    page = wishes.page or USUAL_PAGE
    order = order_on(
        pieces, config.play.options, sheet, tag_mm=tag_mm, page=page, start=wishes.start, correction=correction
    )
    work = _Work(path, config.data.journal_path, letters, order)
    if wishes.reprint:
        _reprint(work, wishes)
    else:
        _print_new(work, wishes)


@dataclass(frozen=True)
class _Work:
    """An order, the file that it goes into, and the journal that has its codes."""

    path: Path
    journal_path: Path
    letters: Letters
    order: Order


def _print_new(work: _Work, wishes: Wishes) -> None:
    from companion.journal.journal import Journal

    order, pieces = work.order, work.order.pieces
    form = CodeForm(wishes.address_host or USUAL_HOST) if wishes.form == "address" else SHORT
    decks = only_pieces(pieces.decks, wishes.only, pieces.titles)
    with Journal.open(work.journal_path) as journal:
        taken = {*journal.copies.known(), *game_tags(pieces.game.slug, pieces.decks)}
        made: list[tuple[Copy, tuple[CopyTag, ...]]] = []
        for name in _names(journal.copies, pieces.game, wishes):
            tags = order.new_tags(decks, taken, form, Backs(wishes.backs))
            taken |= {tag.payload for tag in tags}
            made.append((Copy(0, pieces.game.slug, name, wishes.owner), tags))
        jobs = [job for copy, tags in made for job in order.jobs_of(copy, tags)]
        jobs[1:] = [replace(job, start=1) for job in jobs[1:]]
        pdf = _drawn(jobs, work.letters)
        # the codes are kept before the file is there: a sheet whose codes nobody knows must never be stuck on cards
        for copy, tags in made:
            journal.copies.add(copy, tags)
    try:
        write_file(work.path, pdf, private=True)
    except click.ClickException as error:
        again = f"The codes are kept: print them with --copy '{made[0][0].name}' --reprint all."
        raise click.ClickException(f"{error.message} {again}") from error
    _tell_file(work.path, jobs)
    for size, part in order.by_size(decks)[1:]:
        named = ", ".join(pieces.titles[deck] for deck in part)
        click.echo(f"Tags of {size:g} mm, on pages of their own, since these pieces have no more room: {named}.")
    names = " and ".join(f"'{copy.name}'" for copy, _ in made)
    click.echo(f"The codes are kept in the journal, as the tags of {names}.")
    if wishes.backs == Backs.SINGLE.value:
        click.echo(_MARKED)
    _tell_next(work.path)
    backs = {
        Backs.NONE.value: "",
        Backs.SHARED.value: ", and the backs on the cards of their deck",
        # a name on the back would tell the card to everybody, so only the order says where one belongs
        Backs.SINGLE.value: "; the backs follow in the same order as the fronts",
    }
    click.echo(f"Then stick each front on the card that is named beside it{backs[wishes.backs]}.")


def _reprint(work: _Work, wishes: Wishes) -> None:
    from companion.journal.journal import Journal

    pieces = work.order.pieces
    with Journal.look(work.journal_path) as journal:
        copies = {copy.name.casefold(): copy for copy in journal.copies.list(pieces.game.slug)}
        copy = copies.get((wishes.copy or "").casefold())
        if copy is None:
            known = ", ".join(f"'{copy.name}'" for copy in copies.values()) or "none yet"
            raise StickerError(f"There is no copy '{wishes.copy}' of {pieces.game.title}; those are: {known}.")
        tags = pieces.in_order(journal.copies.tags(copy.ident))
    is_all = [name.casefold() for name in wishes.reprint] == ["all"]
    jobs = work.order.jobs_of(copy, reprinted(tags, wishes.reprint, pieces.titles), each_once=not is_all)
    write_file(work.path, _drawn(jobs, work.letters), private=True)
    _tell_file(work.path, jobs)
    _tell_next(work.path)
    click.echo("Then stick each over its worn one: the codes are the same, so nothing has to be registered.")


def _names(copies: Copies, game: Game, wishes: Wishes) -> list[str]:
    """What the new copies are called. StickerError when there is one of that name already."""
    before = {copy.name.casefold() for copy in copies.list(game.slug)}
    if wishes.copy is None:
        free = (f"copy {n}" for n in count(1) if f"copy {n}" not in before)
        return list(islice(free, wishes.copies))
    names = [wishes.copy] if wishes.copies == 1 else [f"{wishes.copy} {n + 1}" for n in range(wishes.copies)]
    for name in names:
        if name.casefold() in before:
            raise StickerError(
                f"There is a copy '{name}' of {game.title} already: give the new one another name, or print its tags "
                "again with --reprint."
            )
    return names


def _drawn(jobs: Sequence[PrintJob], letters: Letters) -> bytes:
    """The sheets as PDF; long work shows how far it is, and names that cannot be printed are told."""
    boxes = letters.unprintable(dict.fromkeys(sticker.title for job in jobs for sticker in job.stickers))
    if boxes:
        click.echo(
            f"No font here has the letters of '{boxes[0]}'"
            + (f" and {len(boxes) - 1} more names" if len(boxes) > 1 else "")
            + ": only the code stands beside them. Name a font that has them with --font FILE.ttf; those of European "
            "languages come with apt-get install fonts-dejavu-core.",
            err=True,
        )
    pages = sum(job.pages for job in jobs)
    if pages < _SLOW_PAGES:
        return stickers_pdf(jobs, letters)
    with click.progressbar(length=pages, label="Drawing", file=sys.stderr) as bar:
        return stickers_pdf(jobs, letters, lambda page, pages: bar.update(1))


def _tell_file(path: Path, jobs: Sequence[PrintJob]) -> None:
    stickers = [sticker for job in jobs for sticker in job.stickers]
    fronts = sum(sticker.side is Side.FRONT for sticker in stickers)
    pages = sum(job.pages for job in jobs)
    parts = [f"{n} {side}{'s' * (n != 1)}" for n, side in ((fronts, "front"), (len(stickers) - fronts, "back")) if n]
    sheet = jobs[0].sheet.title
    click.echo(f"Written: {path}, {pages} page{'s' * (pages != 1)} with {' and '.join(parts)}, for {sheet}.")


def _tell_next(path: Path) -> None:
    hint = "Is anything off the labels? See companion stickers --calibration"
    click.echo(f"Next: print {path.name} at 100 %, without 'fit to page'. {as_called(hint)}")


def _check_together(wishes: Wishes) -> None:
    """UsageError for options that do not go together: one that was given for nothing is a misunderstanding."""
    for is_wrong, sentence in (
        (wishes.preset and wishes.labels, "--preset and --labels exclude each other."),
        (wishes.preset and wishes.page, "--preset names the paper as well: leave --page out."),
        (wishes.is_round and not wishes.labels, "--round goes with --labels."),
        (wishes.address_host and wishes.form != "address", "--address-host goes with --form address."),
        (wishes.only and wishes.reprint, "--only is for a new copy and --reprint for one that is there: give one."),
        (wishes.copies > 1 and wishes.reprint, "--copies makes new copies and --reprint none: give one of them."),
        (wishes.reprint and wishes.copy is None, "Say with --copy which copy's tags are to be printed again."),
    ):
        if is_wrong:
            raise click.UsageError(sentence)


def _target(wishes: Wishes) -> Path:
    if wishes.out is None:
        raise click.UsageError("Say with --out which file to write.")
    return new_file(wishes.out, force=wishes.force)


def _letters(wishes: Wishes) -> Letters:
    return load_letters(None if wishes.font is None else Path(wishes.font))


def _sheet(wishes: Wishes) -> Sheet:
    if wishes.sticker_mm is not None and not SMALLEST_MM <= wishes.sticker_mm <= LARGEST_MM:
        raise StickerError(f"A tag can be {SMALLEST_MM:g} to {LARGEST_MM:g} mm wide, not {wishes.sticker_mm:g}.")
    if wishes.preset is not None:
        return preset(wishes.preset)
    if wishes.labels is not None:
        return own_sheet(wishes.labels, wishes.page or USUAL_PAGE, is_round=wishes.is_round)
    side = USUAL_MM if wishes.sticker_mm is None else wishes.sticker_mm
    return cut_sheet(wishes.page or USUAL_PAGE, side, label_height_mm(side))


def _correction(wishes: Wishes) -> Correction:
    right, down = (0.0, 0.0) if wishes.offset_mm is None else pair(wishes.offset_mm, "--offset-mm")
    wide, tall = (RULER_MM, RULER_MM) if wishes.measured_mm is None else pair(wishes.measured_mm, "--measured-mm")
    if max(abs(right), abs(down)) > _LARGEST_OFFSET_MM:
        raise StickerError(
            f"--offset-mm takes up to {_LARGEST_OFFSET_MM:g} mm each way: is the paper in the right tray?"
        )
    if not all(_LEAST_SCALE <= measured / RULER_MM <= 1 / _LEAST_SCALE for measured in (wide, tall)):
        raise StickerError(
            f"--measured-mm takes what the two rulers of {RULER_MM:g} mm measured on paper, such as 149,149.5; "
            "if they are far off, the printer was told to fit the page."
        )
    return Correction(right, down, wide / RULER_MM, tall / RULER_MM)


def pair(text: str, option: str) -> tuple[float, float]:
    """Two numbers with a comma between them. UsageError names the option."""
    parts = text.split(",")
    try:
        first, second = (float(part) for part in parts)
    except ValueError as error:
        raise click.UsageError(f"{option} takes two numbers in millimetres, such as 1.5,-1, not '{text}'.") from error
    if not (math.isfinite(first) and math.isfinite(second)):
        raise click.UsageError(f"{option} takes two numbers in millimetres, such as 1.5,-1, not '{text}'.")
    return first, second
