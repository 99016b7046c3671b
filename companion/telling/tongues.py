"""The languages of one table: each screen has its own, the voice has one for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.telling.voice import Voice
from rules.engine.words import Names


@dataclass(frozen=True)
class Tongues:
    """The words of the table in every language that the companion speaks, by language code. `table` is the language of
    screens that chose none, `aloud` that of the voice; both are among `voices`."""

    voices: Mapping[str, Voice]
    table: str
    aloud: str
    people: tuple[str, ...] | None = None  # whose names stand in all of them

    @property
    def screens(self) -> Voice:
        """The words of screens that chose no language."""
        return self.voices[self.table]

    @property
    def spoken(self) -> Voice:
        """The words of the voice."""
        return self.voices[self.aloud]

    def of(self, language: str) -> Voice:
        """The words of a language; where there are none, those of the table."""
        return self.voices.get(language) or self.screens

    @property
    def nameless(self) -> Tongues:
        """The same with the number of each seat in place of a name, where names may not go."""
        return self if self.people is None else self.named(_numbered(self.screens, len(self.people)))

    def named(self, people: tuple[str, ...]) -> Tongues:
        """The same with the names that people have now; the very same as long as nobody's name has changed. A seat that
        has none is called by its number in each language."""
        if people == self.people:
            return self
        numbers = _numbered(self.screens, len(people))

        def called(voice: Voice) -> tuple[str, ...]:
            own = _numbered(voice, len(people))
            return tuple(own[n] if name == numbers[n] else name for n, name in enumerate(people))

        voices = {code: replace(v, names=Names(called(v), v.names.pieces)) for code, v in self.voices.items()}
        return replace(self, voices=voices, people=people)


def _numbered(voice: Voice, seats: int) -> tuple[str, ...]:
    """What seats without a name are called in a language."""
    return tuple(voice.say("notice", "nameless_player", {"number": n + 1}) for n in range(seats))


def only(voice: Voice, language: str = "en") -> Tongues:
    """A table of one language."""
    return Tongues({language: voice}, language, language)
