"""Copies and their tags as a file: a table that people can read and change with any spreadsheet.

The first line names the kind and version of the file. A file that is not wholly right brings nothing: the error names
the line.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.journal.copies import Copies, Copy, CopyError, CopyTag, TakenError, checked_tag, short
from rules.engine.types import PieceId
from vision.types import Side

VERSION: Final = 1
_FIRST: Final = "# Tabletop Companion tags, version "
_WARNING: Final = "# This file says which code is which card: players who read it know the cards by their stickers."
_COLUMNS: Final = ("game", "copy", "owner", "code", "piece", "side", "shared", "sticker_mm")
_MUST: Final = ("game", "copy", "code", "piece", "side")
_YES_NO: Final = {"yes": True, "no": False, "": False, "true": True, "false": False}

HasPiece = Callable[[CopyTag], bool]
"""Whether a game has what a tag is for."""


class TagsFileError(CopyError):
    """A file of tags that cannot be used: one sentence with the line."""


@dataclass(frozen=True)
class FileTag:
    """One line: the tag and the copy that it belongs to."""

    line: int
    copy: Copy
    tag: CopyTag


def written(copies: Iterable[tuple[Copy, Sequence[CopyTag]]]) -> str:
    """The file of these copies."""
    out = io.StringIO()
    out.write(f"{_FIRST}{VERSION}\n{_WARNING}\n")
    plain = csv.writer(out, lineterminator="\n")
    quoted = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)  # the plain one would leave "\r" bare
    plain.writerow(_COLUMNS)
    for copy, tags in copies:
        for tag in tags:
            size = "" if tag.sticker_mm is None else f"{tag.sticker_mm:g}"
            shared = "yes" if tag.shared else "no"
            writer = plain if tag.payload.isprintable() else quoted
            writer.writerow((copy.game, copy.name, copy.owner, tag.payload, tag.piece, tag.side.value, shared, size))
    return out.getvalue()


def read(text: str) -> tuple[FileTag, ...]:
    """The lines of a file. TagsFileError with one sentence when anything in it is not right."""
    # not splitlines: codes of goods hold separators such as "\x1d", which end no line of a file
    lines = list(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    first = lines[0].strip().strip('";,') if lines else ""
    if not first.startswith(_FIRST.strip()):
        raise TagsFileError(
            "This is no file of tags: its first line should be '{first}{version}'.", first=_FIRST, version=VERSION
        )
    version = first[len(_FIRST.strip()) :].strip()
    if version != str(VERSION):
        raise TagsFileError(
            "Line 1: this file has version {found}, and only {version} can be read here.",
            found=version[:12] or "none",
            version=VERSION,
        )
    skipped = next((n for n, line in enumerate(lines) if not line.lstrip('"').startswith("#")), len(lines))
    if skipped == len(lines):
        raise TagsFileError(
            "Line {skipped}: the names of the columns are missing ({columns}).",
            skipped=skipped + 1,
            columns=", ".join(_COLUMNS),
        )
    divider = ";" if lines[skipped].count(";") > lines[skipped].count(",") else ","
    rows = csv.reader(lines[skipped:], delimiter=divider, strict=True)
    try:
        columns = _columns([cell.strip().casefold() for cell in next(rows)], skipped + 1)
        found = []
        before = rows.line_num
        for row in rows:
            line, before = skipped + before + 1, rows.line_num
            if any(cell.strip() for cell in row):
                found.append(_tag(dict(zip(columns, row, strict=False)), line))
    except csv.Error as error:
        raise TagsFileError(
            "Line {line_num}: this line cannot be read ({why}).", line_num=skipped + rows.line_num, why=error
        ) from error
    _check_twice(found)
    return tuple(found)


def parts(
    found: Sequence[FileTag], name: str, pieces: Callable[[str], HasPiece | None]
) -> list[tuple[Copy, list[CopyTag]]]:
    """The lines by copy, under `name` instead of the one in the file if one is given. `pieces(game)` says what that
    game has, and gives None for a game that is none here. TagsFileError names the line of what is not."""
    by_copy: dict[tuple[str, str], tuple[Copy, list[CopyTag]]] = {}
    games = {game: pieces(game) for game in dict.fromkeys(one.copy.game for one in found)}
    for one in found:
        has = games[one.copy.game]
        if has is None:
            raise TagsFileError("Line {line}: there is no game {game} here.", line=one.line, game=short(one.copy.game))
        if not has(one.tag):
            kind = "deck" if one.tag.shared else "piece"
            raise TagsFileError(
                "Line {line}: {game} has no {kind} '{piece}'.",
                line=one.line,
                game=one.copy.game,
                kind=kind,
                piece=one.tag.piece,
            )
        key = (one.copy.game, one.copy.name.casefold())
        by_copy.setdefault(key, (one.copy, []))[1].append(one.tag)
    if not by_copy:
        raise TagsFileError("There is no tag in this file.")
    if name and len(by_copy) > 1:
        names = ", ".join(f"'{copy.name}'" for copy, _ in by_copy.values())
        raise TagsFileError(
            "This file has {copies} copies ({names}), so they can't all have one name.",
            copies=len(by_copy),
            names=names,
        )
    return [(Copy(0, c.game, name or c.name, c.owner), tags) for c, tags in by_copy.values()]


def belongs(decks: Mapping[str, Sequence[PieceId]]) -> HasPiece:
    """Whether a game of these decks has what a tag is for: a deck for a shared back, else a piece."""
    pieces = {str(piece) for deck in decks.values() for piece in deck}
    return lambda tag: tag.piece in (decks if tag.shared else pieces)


def brought(copies: Copies, text: str, name: str, pieces: Callable[[str], HasPiece | None]) -> tuple[int, int]:
    """Takes a file over, all of it or nothing; see `parts`. Gives how many tags and copies it had. CopyError with one
    sentence that names the line."""
    found = read(text)
    given = parts(found, name, pieces)
    try:
        copies.merge(given)
    except TakenError as error:
        line = next((one.line for one in found if one.tag.payload == error.payload), 0)
        raise TagsFileError("Line {line}: {why}", line=line, why=error) from error
    return len(found), len(given)


def _columns(names: Sequence[str], line: int) -> Sequence[str]:
    missing = [name for name in _MUST if name not in names]
    if missing:
        raise TagsFileError("Line {line}: the column {missing} is missing.", line=line, missing=missing[0])
    return names


def _tag(cells: dict[str, str], line: int) -> FileTag:
    code = cells.get("code", "")
    cell = {name: cells.get(name, "").strip() for name in _COLUMNS}
    for name in _MUST:
        if not cell[name]:
            raise TagsFileError("Line {line}: the {name} is empty.", line=line, name=name)
    try:
        side = Side(cell["side"].casefold())
    except ValueError as error:
        raise TagsFileError(
            "Line {line}: the side is '{side}', and can be front or back.", line=line, side=cell["side"][:20]
        ) from error
    shared = _YES_NO.get(cell["shared"].casefold())
    if shared is None:
        raise TagsFileError(
            "Line {line}: shared is '{shared}', and can be yes or no.", line=line, shared=cell["shared"][:20]
        )
    tag = CopyTag(code, cell["piece"], side, shared, _size(cell["sticker_mm"], line))
    try:
        checked_tag(tag)
    except CopyError as error:
        raise TagsFileError("Line {line}: {why}", line=line, why=error) from error
    return FileTag(line, Copy(0, cell["game"], cell["copy"], cell["owner"]), tag)


def _size(text: str, line: int) -> float | None:
    if not text:
        return None
    try:
        size = float(text.replace(",", "."))
    except ValueError:
        size = math.nan
    if not math.isfinite(size):
        raise TagsFileError(
            "Line {line}: the sticker's size is '{text}', and should be a number of millimetres.",
            line=line,
            text=text[:20],
        )
    return size


def _check_twice(found: Iterable[FileTag]) -> None:
    first: dict[str, FileTag] = {}
    for one in found:
        before = first.setdefault(one.tag.payload, one)
        if before is not one:
            raise TagsFileError(
                "Line {line}: this code stands in line {line2} already.", line=one.line, line2=before.line
            )
