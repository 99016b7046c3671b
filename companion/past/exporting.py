"""Finished matches as a file for other programs: JSON, CSV or the notation of the game's field, public knowledge only.
docs/history.md describes every field; `VERSION` grows when one of them changes its meaning or goes away."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from companion.past.story import Story
from rules.engine.notation import PublicMoment, Record
from rules.engine.redact import redact
from rules.engine.types import PUBLIC, State
from rules.engine.words import Words
from web.pages.history.views import ExportForm, NotationFile, PastMatch, PastRow
from words import plain

FORMAT: Final = "tabletop-companion-history"
VERSION: Final = 1
COLUMNS: Final = (
    *("format_version", "match", "game", "title", "started_utc", "ended_utc", "duration_s", "given_up"),
    *("seat", "player", "bot", "won", "score"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def export_all(rows: Iterable[PastRow], form: ExportForm) -> str:
    """Every match, without its story."""
    return _table(rows) if form is ExportForm.CSV else _document([_match(row) for row in rows])


def export_one(match: PastMatch, form: ExportForm) -> str:
    """One match; as JSON with its result, its scores and its story in words."""
    if form is ExportForm.CSV:
        return _table([match.row])
    story = {
        "result": {"text": match.text, "lines": list(match.lines)},
        "scores": [
            {
                "label": course.label,
                "seats": [
                    {"seat": line.seat + 1, "points": [{"step": at, "value": value} for at, value in line.points]}
                    for line in course.lines
                ],
            }
            for course in match.courses
        ],
        "story": [{"step": step.at, "text": step.text} for step in match.steps or match.told],
    }
    return _document([_match(match.row) | story])


def written_down(row: PastRow, story: Story, words: Words) -> NotationFile | None:
    """A match move by move, with comments in the language of `words`; None when its game has no notation. The game is
    handed only what everybody knew."""
    form = story.game.notation
    if form is None:
        return None
    names = tuple(one.name if one.named else "" for one in row.players)
    day = f"{row.started.astimezone(UTC):%Y-%m-%d}"
    record = Record(row.title, story.settings, tuple(_moments(story)), names, words, day)
    return NotationFile(form.suffix, form.media, form.write(record))


def _moments(story: Story) -> Iterator[PublicMoment]:
    latest: tuple[State, State] | None = None
    for step in story.steps:
        seen = redact(step.state, PUBLIC, latest)
        latest = step.state, seen
        yield PublicMoment(seen, step.events)


def _document(matches: list[dict[str, Any]]) -> str:
    whole = {"format": FORMAT, "version": VERSION, "exported_utc": _stamp(datetime.now(UTC)), "matches": matches}
    return msgspec.json.format(msgspec.json.encode(whole, enc_hook=plain), indent=2).decode() + "\n"


def _match(row: PastRow) -> dict[str, Any]:
    return {
        "match": row.match,
        "game": row.game,
        "title": row.title,
        "started_utc": _stamp(row.started),
        "ended_utc": _stamp(row.ended),
        "duration_s": _duration_s(row),
        "given_up": row.given_up,
        "players": [
            {
                "seat": one.seat + 1,
                "name": one.name if one.named else None,
                "bot": one.bot,
                "won": one.won if row.known else None,
                "score": one.score,
            }
            for one in row.players
        ],
    }


def _table(rows: Iterable[PastRow]) -> str:
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(COLUMNS)
    for row in rows:
        head = (VERSION, row.match, row.game, row.title, _stamp(row.started), _stamp(row.ended), _duration_s(row))
        for one in row.players:
            name, won = one.name if one.named else "", _yes(one.won) if row.known else ""
            cells = (*head, _yes(row.given_up), one.seat + 1, name, _yes(one.bot), won, one.score)
            lines.writerow([_harmless(cell) for cell in cells])
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA) else cell


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _duration_s(row: PastRow) -> int:
    return max(0, round((row.ended - row.started).total_seconds()))
