"""A stored match told again, entry by entry, in words: what everybody heard, or what one player knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.journal.journal import StoredEntry
from companion.telling.voice import Voice, track_facts
from rules.engine.entries import Header, Rewind
from rules.engine.match import Match
from rules.engine.redact import redact_event
from rules.engine.types import UNSEEN, Refusal, Seat, State


class RetellError(Exception):
    """A match that cannot be told again: one sentence."""


@dataclass(frozen=True)
class RetoldEntry:
    """One entry: its number (0: the start), where it came from, what was told, and whether it was taken back later."""

    number: int
    origin: str
    lines: tuple[str, ...]
    undone: bool


@dataclass(frozen=True)
class Retold:
    """The steps, and the table after the last of them, a line a pile or track."""

    steps: tuple[RetoldEntry, ...]
    table: tuple[str, ...]


def retell(voice: Voice, header: Header, entries: Sequence[StoredEntry], reader: Seat) -> Retold:
    """The match in the words of `voice`. `reader` PUBLIC: only what everybody heard; a seat: what it knew.

    Raises RetellError naming the entry that the present rules refuse.
    """
    match = Match(voice.game, header)
    undone = _undone(entries)
    steps = [RetoldEntry(0, "setup", told_since(match, 0, reader, voice), False)]
    for stored in entries:
        before = len(match.told)
        outcome = match.submit(stored.entry)
        if isinstance(outcome, Refusal):
            title = voice.game.title
            raise RetellError(f"Entry {stored.number} is refused by the present rules of {title}: {outcome.code}.")
        lines = told_since(match, before, reader, voice)
        steps.append(RetoldEntry(stored.number, stored.origin, lines, stored.number in undone))
    return Retold(tuple(steps), tuple(_table(match.seen(reader), voice)))


def reader_named(text: str, names: Sequence[str]) -> Seat:
    """The seat that a person means by a number from 1 or by a name. RetellError when there is none."""
    called = [name.casefold() for name in names]
    if text.casefold() in called:
        return Seat(called.index(text.casefold()))
    if text.isdecimal() and 1 <= int(text) <= len(called):
        return Seat(int(text) - 1)
    raise RetellError(f"There is no player '{text}' in this match: give a number from 1 to {len(called)}, or a name.")


def _undone(entries: Sequence[StoredEntry]) -> frozenset[int]:
    """Numbers of the entries that a later one takes back."""
    counting: list[int] = []
    undone: set[int] = set()
    for stored in entries:
        if isinstance(stored.entry, Rewind):
            undone |= set(counting[stored.entry.to :])
            counting = counting[: stored.entry.to]
        else:
            counting.append(stored.number)
    return frozenset(undone)


def told_since(match: Match, after: int, reader: Seat, voice: Voice) -> tuple[str, ...]:
    """What a reader heard of a match after so many news, in words."""
    heard = (redact_event(told.event, reader) for told in match.told[after:])
    return tuple(voice.say("event", event.kind, event.facts) for event in heard if event is not None)


def _table(state: State, voice: Voice) -> Iterator[str]:
    for pile in state.piles.values():
        titles = [voice.names.pieces.get(piece, piece) for piece in pile]
        unseen = [f"{pile.unseen} unseen"] if pile.unseen else []
        label = voice.pile(pile)
        yield f"{label}: {', '.join([*_grouped(titles), *unseen]) or '-'}"
    for track in state.tracks.values():
        head = track.key.partition("/")[0]
        if ("track", head) in voice.words:  # others are the game's own book-keeping
            label = voice.say("track", head, track_facts(track))
            yield f"{label}: {'?' if track.value is UNSEEN else voice.words.word(track.value, voice.names)}"


def _grouped(titles: Sequence[str]) -> Iterator[str]:
    """Equal titles once, with their number."""
    for title in dict.fromkeys(titles):
        count = titles.count(title)
        yield title if count == 1 else f"{count} × {title}"
