"""What is known of one kind of part: a row of the table in `hardware.parts`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.types import ButtonRole, Part, PartKind
from words import Sentence

ITS_NUMBER: Final = Sentence("Its BCM number. Empty: not wired.")


@dataclass(frozen=True)
class Group:
    """Lights of a die that share one pin: their label in the drawing, and the places of a die's face that they light,
    of nine, row by row from the top left."""

    label: Sentence
    pips: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PartRow:
    """One kind of part. Everything that speaks of parts takes it from here: settings and their example, the host's
    page, the check of the wiring, the drawing, the test of the buttons, the doctor, the guide.

    A row is one part at one pin, unless it is `per_seat` (a part for each seat), has `groups` (a part for each of them)
    or `contacts` (one part with a pin for each). Sentences of rows with several parts name their `{number}` from 1.
    """

    key: str  # the setting in [hardware], and the part's key; with several parts in the plural
    kind: PartKind
    name: Sentence  # in sentences about faults: "the tray's sensor"
    label: Sentence  # in the drawing and in the test of the buttons
    meaning: str  # in the example of the settings
    does: str  # in docs/wiring.md, as Markdown: what people have of it
    title: Sentence | None = None  # on the host's page; None: the label
    hint: Sentence = ITS_NUMBER  # there, below the title
    allowed: Sentence | None = None  # what the setting may be, where its type does not say it
    role: ButtonRole | None = None  # of a button: what it means
    suggested: tuple[int, ...] = ()  # the pins that a suggested wiring gives it; seats have theirs in the suggestion
    sample: int | None = None  # the pin in the example of the settings; None: the suggested one
    per_seat: bool = False
    groups: tuple[Group, ...] = ()
    contacts: tuple[tuple[str, Sentence], ...] = ()  # of each contact its mark in the drawing, and its name
    miscounted: Sentence | None = None  # what is wrong with `{count}` pins
    needs: str = ""  # the part without which this one is of no use
    lacks: tuple[str, Sentence] | None = None  # another part, and what is said where this one is wired without it
    to_try: str = ""  # what hands do to try it, in a terminal; empty: what is usual for its kind

    @property
    def is_single(self) -> bool:
        """Whether its setting is one pin, and not a list."""
        return not (self.per_seat or self.groups or self.contacts)

    @property
    def pin_count(self) -> int | None:
        """How many pins it has if it is wired; None: any number, one a seat."""
        return None if self.per_seat else len(self.groups or self.contacts) or 1

    def key_of(self, number: int | None) -> str:
        """The key of one of its parts; seats count from 0, groups from 1."""
        return self.key if number is None else f"{self.key.removesuffix('s')}_{number}"

    def parts(self, pins: tuple[int, ...]) -> Iterator[Part]:
        """Its parts at these pins; none without pins."""
        if not pins:
            return
        if self.is_single or self.contacts:
            yield Part(self.key, self.kind, pins, self.name, self.label, self.key, self.contacts, to_try=self.to_try)
            return
        for place, pin in enumerate(pins):
            number = place + 1
            label = self.groups[place].label if self.groups else Sentence(self.label.text, number=number)
            yield Part(
                self.key_of(place if self.per_seat else number),
                self.kind,
                (pin,),
                Sentence(self.name.text, number=number),
                label,
                f"{self.key} ({number})",
                pips=self.groups[place].pips if self.groups else (),
            )
