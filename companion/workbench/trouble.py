"""What went wrong at the workbench: a place, a sentence, a traceback. It quotes values of the match, so it is for the
author alone."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from companion.machine.fault_places import game_fault
from companion.telling.voice import Voice
from companion.workbench.fitting import EntryFault, Misfit
from rules.engine.entries import Entry, entry_to_json
from rules.engine.game import Game
from rules.engine.questions import Answer
from rules.engine.types import Refusal
from rules.outside import GameUnloaded, place_of


class Kind(Enum):
    """What an author does about it: mend the file, mend the rule, or look which entry was left out."""

    UNLOADED = "unloaded"  # the files do not open: the old code goes on
    UNOPENED = "unopened"  # they have not opened yet: there is no table
    FAILED = "failed"  # the new code fails at an entry of the log: the old code goes on
    STOPPED = "stopped"  # the code at the table fails
    LEFT_OUT = "left_out"  # an entry does not fit any more: what was before it goes on


@dataclass(frozen=True)
class Trouble:
    """`what`: one sentence, which a `refusal` says as well; `place`: file and line in the game's folder; `entry`: the
    number of an entry, 0 for none, and `said` what it was; `trace`: where in the code, as Python tells it."""

    kind: Kind
    what: object
    refusal: Refusal | None = None  # for a sentence in the language of who looks
    place: str = ""
    rule: str = ""
    entry: int = 0
    said: str = ""
    trace: str = ""

    def __str__(self) -> str:
        """As the terminal says it."""
        head = {
            Kind.UNLOADED: "The game does not open. The table goes on with the old code.",
            Kind.UNOPENED: "The game does not open. Correct it and save: the table waits for that.",
            Kind.FAILED: f"Entry {self.entry} ({self.said}) fails. The table goes on with the old code.",
            Kind.STOPPED: f"The game has stopped at entry {self.entry}. Correct it and save, or go back.",
            Kind.LEFT_OUT: f"Entry {self.entry} ({self.said}) does not fit any more. The table goes on before it.",
        }[self.kind]
        rule = f" (rule {self.rule})" if self.rule else ""
        place = f"{self.place}: " if self.place else ""
        return "\n".join(line for line in (head, f"{place}{self.what}{rule}", self.trace.rstrip()) if line)


def unloaded(error: BaseException, folder: Path, shown: Path, kind: Kind = Kind.UNLOADED) -> Trouble:
    """A game that does not open. `folder`: where its files were loaded from; `shown`: where its author keeps them."""
    cause = error.__cause__ if isinstance(error, GameUnloaded) and error.__cause__ is not None else error
    file, line = place_of(folder, cause)
    what = error.args[0] if isinstance(error, GameUnloaded) else _named(error)
    place = f"{file}:{line}" if file and not isinstance(error, GameUnloaded) else ""  # its sentence says it already
    return Trouble(kind, what, place=place, trace=_trace(cause, folder, shown) if error is not cause else "")


def failed(fault: EntryFault, game: Game, folder: Path, shown: Path) -> Trouble:
    """The new code fails at an entry of the log."""
    error = fault.__cause__ or fault
    return _at(Kind.FAILED, error, game, folder, shown, fault.stored.number, said(fault.stored.entry))


def stopped(error: BaseException, game: Game, entry: int, folder: Path, shown: Path) -> Trouble:
    """The code at the table fails at what people have just said, which would be that entry."""
    return _at(Kind.STOPPED, error, game, folder, shown, entry, "")


def left_out(misfit: Misfit, voice: Voice, folder: Path, shown: Path) -> Trouble:
    """An entry that the rules do not take any more."""
    entry, words = misfit.stored, said(misfit.stored.entry)
    if isinstance(misfit.why, Exception):
        return _at(Kind.LEFT_OUT, misfit.why, voice.game, folder, shown, entry.number, words)
    why = voice.refusal(misfit.why)
    return Trouble(Kind.LEFT_OUT, why, misfit.why, rule=misfit.why.rule, entry=entry.number, said=words)


def said(entry: Entry) -> str:
    """An entry in short, as the journal has it."""
    if isinstance(entry, Answer):
        return entry.key if entry.seat is None else f"seat {entry.seat + 1}: {entry.key}"
    (kind, body), *_ = entry_to_json(entry).items()
    facts: Mapping[str, object] = body
    return " ".join([kind, *(f"{name}={value}" for name, value in facts.items() if value not in ("", None))])


def _at(kind: Kind, error: BaseException, game: Game, folder: Path, shown: Path, entry: int, words: str) -> Trouble:
    fault = game_fault(error, game)
    place, rule = (f"{fault.file}:{fault.line}", fault.rule) if fault is not None else ("", "")
    return Trouble(kind, _named(error), None, place, rule, entry, words, _trace(error, folder, shown))


def _named(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _trace(error: BaseException, folder: Path, shown: Path) -> str:
    """The traceback from the first line in the game's own files on, with the files where their author keeps them."""
    trace = error.__traceback__
    first = trace
    while first is not None and not Path(first.tb_frame.f_code.co_filename).is_relative_to(folder):
        first = first.tb_next
    lines = traceback.format_exception(type(error), error, first or trace, chain=False)
    return "".join(lines).replace(str(folder), str(shown))
