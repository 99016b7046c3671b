"""A match told again step by step: the table after every entry that counts, as everybody knew it or with all open.

What was taken back is not part of the story; the journal page of the host shows that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.telling.board import Handout, Surroundings
from companion.telling.view import LATEST_EVENTS, page_packet
from companion.telling.voice import Voice
from companion.values.person import Person
from rules.engine.entries import EndMatch, Entry, Header, Rewind
from rules.engine.game import Game, SettingError
from rules.engine.match import Match
from rules.engine.packets import Asked, Heard, Packet, asked
from rules.engine.redact import redact, redact_event
from rules.engine.table import TableError
from rules.engine.types import ALL, NOBODY, PUBLIC, Event, Refusal, State
from web import views as ports


class StoryError(Exception):
    """A match that the present rules cannot tell again: one sentence."""


@dataclass(frozen=True)
class StoryStep:
    """The table after an entry. `number` is the entry's in the journal, 0 for the start; `state` knows everything and
    goes nowhere unredacted unless all is open; `events` are those that everybody heard."""

    number: int
    state: State
    question: Asked | None
    events: tuple[Event, ...]


class Story:
    """One match and its steps. It grows with the journal; used by one thread at a time."""

    def __init__(self, game: Game, header: Header):
        """The story at its start. StoryError when the header does not fit the game."""
        try:
            self._match = Match(game, header)
        except (SettingError, TableError) as error:
            raise StoryError(str(error)) from error
        self.game = game
        self.taken_back = 0  # how many entries no longer count
        self.steps: list[StoryStep] = [self._step(0, tuple(told.event for told in self._match.told))]

    @property
    def length(self) -> int:
        """How many entries of the journal it has followed."""
        return self._match.version

    @property
    def seats(self) -> int:
        """How many play."""
        return self._match.header.seats

    @property
    def settings(self) -> dict[str, object]:
        """The options of the match."""
        return self._match.settings

    def follow(self, entries: Sequence[Entry]) -> None:
        """Goes on to the end of a journal whose first entries it has followed. StoryError at one that the rules
        refuse."""
        for entry in entries[self.length :]:
            outcome = self._match.submit(entry)
            if isinstance(outcome, Refusal):
                raise StoryError(f"entry {self.length + 1} is refused: {outcome.code}")
            if isinstance(entry, Rewind):
                self.taken_back += len(self.steps) - 1 - entry.to
                del self.steps[entry.to + 1 :]
            else:
                self.steps.append(self._step(self.length, outcome.events))

    @property
    def is_given_up(self) -> bool:
        """Whether the host ended it."""
        return any(isinstance(entry, EndMatch) for entry in self._match.log)  # also where it was corrected later

    def _step(self, number: int, events: Sequence[Event]) -> StoryStep:
        heard = (redact_event(event, PUBLIC) for event in events)
        return StoryStep(
            number, self._match.state, asked(self._match, PUBLIC), tuple(e for e in heard if e is not None)
        )


def told(voice: Voice, step: StoryStep) -> tuple[str, ...]:
    """What everybody heard at a step, in words."""
    return tuple(voice.say("event", event.kind, event.facts) for event in step.events)


def step_packet(voice: Voice, story: Story, at: int, people: tuple[Person, ...], *, is_open: bool) -> ports.Packet:
    """The page's packet of a step: public knowledge, or with `is_open` all that the companion knew. `at` counts from 0
    and has to be one of the story's steps."""
    step = story.steps[at]
    public = redact(step.state, PUBLIC)
    state = opened(step.state) if is_open else public
    heard = [event for before in story.steps[: at + 1] for event in before.events][-LATEST_EVENTS:]
    events = tuple(Heard(n, step.number, event, False) for n, event in enumerate(heard))
    packet = Packet(at, PUBLIC, state, step.question, events, story.game.screens.notes(public, PUBLIC))
    return page_packet(
        voice, Handout(packet), Surroundings(people=people), f"replay.{at}.{'open' if is_open else 'public'}"
    )


def opened(state: State) -> State:
    """A state in which everybody may read all that is known. Its piles are shown to nobody as such, since in an open
    pile the pages mark only what lies face-up."""
    piles = {
        key: replace(pile, readers=NOBODY, slots=tuple(replace(slot, readers=ALL) for slot in pile.slots))
        for key, pile in state.piles.items()
    }
    tracks = {key: replace(track, readers=ALL) for key, track in state.tracks.items()}
    return replace(state, piles=MappingProxyType(piles), tracks=MappingProxyType(tracks))
