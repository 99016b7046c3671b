"""What is acknowledged and no entry of the match: answers that are noted and do not count yet, that the table is
paused, an undo that it is asked about, what the host has chosen for it; and how the journal keeps them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from companion.journal.unsettled import ANSWER, name_of
from companion.values.proposals import Proposal
from rules.engine.entries import EntryError, entry_from_json, entry_to_json
from rules.engine.questions import Answer
from rules.engine.types import Seat

PAUSE: Final = "pause"
PROPOSAL: Final = "proposal"

log = logging.getLogger("companion.unsettled")


@dataclass(frozen=True)
class Noted:
    """An answer that was noted and does not count yet. `since`: the version at which its question was asked; `request`
    and `seat`: the tap that it came from."""

    answer: Answer
    since: int
    origin: str
    request: str = ""
    seat: Seat | None = None

    @property
    def name(self) -> str:
        """What it is kept under: a seat has one at a time."""
        return name_of(self.answer.seat)

    @property
    def body(self) -> str:
        """As the journal keeps it; `noted_in` is the inverse."""
        parts = {"since": self.since, "origin": self.origin, "request": self.request, "seat": self.seat}
        return json.dumps({**parts, "entry": entry_to_json(self.answer)}, ensure_ascii=False)


def noted_in(kept: Mapping[str, str]) -> tuple[Noted, ...]:
    """The answers that are noted, in their order. One that cannot be read is as good as none: its seat is asked."""
    found = []
    for name, body in kept.items():
        try:
            if name.startswith(ANSWER):
                found.append(_noted(json.loads(body)))
        except (EntryError, KeyError, TypeError, ValueError) as error:
            log.error("a noted answer cannot be read: %s", type(error).__name__)
    return tuple(found)


def _noted(parts: Mapping[str, object]) -> Noted:
    answer = entry_from_json(parts["entry"])  # type: ignore[arg-type]  # it checks that itself
    if not isinstance(answer, Answer):
        raise TypeError("no answer")
    seat = parts["seat"]
    seat = None if seat is None else Seat(int(str(seat)))
    return Noted(answer, int(str(parts["since"])), str(parts["origin"]), str(parts["request"]), seat)


def proposal_body(proposal: Proposal) -> str:
    """A proposal as the journal keeps it; `proposal_in` is the inverse."""
    return msgspec.json.encode(proposal, enc_hook=int).decode()  # a seat is a number


def proposal_in(kept: Mapping[str, str]) -> Proposal | None:
    """The proposal that the table is asked about; None when there is none, or it cannot be read."""
    try:
        return msgspec.json.decode(kept[PROPOSAL], type=Proposal, dec_hook=_seat) if PROPOSAL in kept else None
    except msgspec.MsgspecError as error:
        log.error("a proposal cannot be read: %s", type(error).__name__)
        return None


def _seat(kind: type[Seat], number: int) -> Seat:
    return kind(number)
