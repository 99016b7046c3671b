"""Writing a scene file from a running match, so that a dispute or a bug report is one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from rules.engine.entries import (
    Correction,
    EndMatch,
    Identify,
    MovePiece,
    NameCard,
    Redefine,
    SetTrack,
    SetTurn,
    card_names,
)
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.scenes.form import EVERYBODY, NO_VALUE
from rules.engine.types import UNSEEN, Seat


def scene_of(match: Match, names: Sequence[str], upto: int | None = None, title: str = "") -> str:
    """The text of a scene that starts where `match` started and gives its first `upto` entries that count (None: all).

    At its end it expects the phase, question and tracks of that moment. It holds all secrets that the match knows."""
    entries = match.log[:upto]
    then = Match.replay(match.game, match.header, entries)
    writer = _Writer(_usable(names, match.header.seats, then))
    return "\n".join(writer.scene(match, entries, then, title)) + "\n"


def _usable(names: Sequence[str], seats: int, match: Match) -> list[str]:
    """The players' names where the form can hold them, plain ones for all where it cannot."""
    values = [t.value for t in match.state.tracks.values()]
    if match.header.position is not None:
        values += match.header.position.tracks.values()
    parts = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
    taken = {part for part in parts if isinstance(part, str)}
    clean = all(n and not n.isdecimal() and "/" not in n and n not in (EVERYBODY, NO_VALUE, *taken) for n in names)
    if clean and len(names) == seats == len(set(names)):
        return list(names)
    return [f"Player {n + 1}" for n in range(seats)]


def _text(value: str) -> str:
    """A toml string. Its escapes are those of JSON, and the delete character needs one more."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(_text(t) for t in texts)}]"


class _Writer:
    """Lines of toml, with these players' names for seats."""

    def __init__(self, names: list[str]):
        self.names = names

    def scene(
        self, match: Match, entries: list[Answer | Identify | Correction], then: Match, title: str
    ) -> Iterator[str]:
        header = match.header
        yield f"game = {_text(header.game)}"
        yield f"title = {_text(title or f'{match.game.title}, the first {len(entries)} entries')}"
        yield f"players = {_list(self.names)}"
        if header.settings:
            yield from ("", "[options]")
            yield from (f"{_text(k)} = {self._value(v)}" for k, v in header.settings.items())
        if header.position is not None:
            at = header.position
            yield from ("", "[position]", f"phase = {_text(at.phase)}")
            if at.turn is not None:
                yield f"turn = {_text(self.names[at.turn])}"
            yield "[position.piles]"
            yield from (f"{self._key(k)} = {_list(texts)}" for k, texts in at.piles.items())
            yield "[position.tracks]"
            yield from (f"{self._key(k)} = {self._value(v)}" for k, v in at.tracks.items())
        for entry in entries:
            yield from ("", "[[step]]")
            yield from self._step(entry)
        yield from self._end(then)

    def _end(self, then: Match) -> Iterator[str]:
        state, question = then.state, then.question
        yield from ("", "[expect]", f"phase = {_text(state.phase)}")
        yield f"turn = {_text(NO_VALUE if state.turn is None else self.names[state.turn])}"
        yield f"question = {_text(question.kind if question else '')}"
        yield f"asked = {_list(self.names[s] for s in then.waiting)}"
        if state.result is not None:
            yield f"winners = {_list(self.names[s] for s in state.result.winners)}"
        yield "[expect.tracks]"
        yield from (f"{self._key(t.key)} = {self._value(t.value)}" for t in state.tracks.values())

    def _step(self, entry: Answer | Identify | Correction) -> Iterator[str]:
        match entry:
            case Answer(None, "dealt"):
                yield f"deal = {self._inline({k: _list(card_names(c)) for k, c in entry.cards})}"
            case Answer():
                if entry.seat is not None:
                    yield f"by = {_text(self.names[entry.seat])}"
                yield f"do = {_text(entry.key)}"
                if entry.cards:
                    yield f"cards = {self._inline({k: _list(card_names(c)) for k, c in entry.cards})}"
                if entry.irregular:
                    yield "irregular = true"
            case Identify():
                yield f"identify = {{pile = {self._key(entry.pile)}, pieces = {_list(entry.pieces)}}}"
            case _:
                yield f"correct = {{{self._correction(entry)}, reason = {_text(entry.reason)}}}"

    def _correction(self, entry: Correction) -> str:
        match entry:
            case MovePiece():
                parts = [f"piece = {_text(card_names([entry.piece])[0])}", f"to = {self._key(entry.to)}"]
                parts += [f"frm = {self._key(entry.frm)}"] if entry.frm else []
                parts += [] if entry.face_up is None else [f"face_up = {self._value(entry.face_up)}"]
                return f"move_piece = {{{', '.join(parts)}}}"
            case NameCard():
                return f"name_card = {{pile = {self._key(entry.pile)}, piece = {_text(entry.piece)}}}"
            case SetTrack():
                return f"set_track = {{track = {self._key(entry.track)}, value = {self._value(entry.value)}}}"
            case SetTurn():
                return f"set_turn = {{seat = {_text(self.names[entry.seat])}}}"
            case EndMatch():
                return "end_match = {}"
            case Redefine():
                return f"redefine = {{text = {_text(entry.text)}}}"
            case _ as never:
                assert_never(never)

    def _inline(self, values: Mapping[str, str]) -> str:
        return f"{{{', '.join(f'{self._key(k)} = {v}' for k, v in values.items())}}}"

    def _key(self, key: str) -> str:
        head, *rest = key.split("/")
        named = [self.names[int(p)] if p.isdecimal() and int(p) < len(self.names) else p for p in rest]
        return _text("/".join([head, *named]))

    def _value(self, value: object) -> str:
        match value:
            case bool():
                return "true" if value else "false"
            case Seat():
                return _text(self.names[value])
            case int():
                return str(int(value))
            case None:
                return _text(NO_VALUE)
            case tuple() | list():
                return f"[{', '.join(self._value(v) for v in value)}]"
        return _text(UNSEEN.value if value is UNSEEN else str(value))
