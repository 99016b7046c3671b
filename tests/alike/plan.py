"""What a recorded match is: how it begins, what hands do, and what the table told each time."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rules import games
from rules.engine.entries import Entry, Header, entry_from_json, entry_to_json, header_from_json, header_to_json
from rules.engine.game import Game

Step = list[Any]
"""What hands do: the name of a method of `tests.alike.table.Hands`, and its arguments."""

Told = dict[str, str]
"""What one step made every outlet tell, by the outlet's name."""

SUFFIX = ".match"


@dataclass
class Recorded:
    """One match. `before`: the entries of its journal when the table was set up. `told` has one more than `steps`, for
    the set-up itself; `past` is what the history tells when all is over."""

    header: Header
    language: str
    seed: int
    is_paced: bool
    before: tuple[Entry, ...] = ()
    steps: list[Step] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    past: Told = field(default_factory=dict)

    @property
    def title(self) -> str:
        """How it is called in a report."""
        return f"{self.header.game} with {self.header.seats} (seed {self.seed}, from entry {len(self.before)} on)"

    def save(self, path: Path) -> None:
        """Writes it to a file."""
        body = {
            "header": header_to_json(self.header),
            "language": self.language,
            "seed": self.seed,
            "is_paced": self.is_paced,
            "before": [entry_to_json(entry) for entry in self.before],
            "steps": self.steps,
            "told": self.told,
            "past": self.past,
        }
        path.write_bytes(lzma.compress(json.dumps(body).encode(), preset=1))

    @classmethod
    def load(cls, path: Path) -> Recorded:
        """Reads what `save` has written."""
        body = json.loads(lzma.decompress(path.read_bytes()))
        before = tuple(entry_from_json(entry) for entry in body["before"])
        return cls(
            header_from_json(body["header"]),
            body["language"],
            body["seed"],
            body["is_paced"],
            before,
            body["steps"],
            body["told"],
            body["past"],
        )


def files_of(folder: Path, most: int = 0) -> Iterator[Path]:
    """The recorded matches of a folder, or so many of them at the most, evenly out of all."""
    found = sorted(folder.glob(f"*{SUFFIX}"))
    if most and most < len(found):
        found = [found[n * len(found) // most] for n in range(most)]
    yield from found


@cache
def game_of(slug: str) -> Game:
    """A game of the house, built once."""
    return games.game(slug)
