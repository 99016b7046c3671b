"""Every game for programs that learn: PettingZoo's AEC interface over a match without people.

Needs `pip install tabletop-companion[players]`; nothing else of the companion imports this. What an agent observes is
made of its seat's packet alone, which a phone is drawn from, so it knows what that seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import Any, Final
from zlib import crc32

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from companion.kit.laws.playing import LONGEST
from companion.past.scores import final_scores
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import Packet, packet
from rules.engine.questions import Answer, Deal, Draw, Option, Roll
from rules.engine.sampling import pick
from rules.engine.types import UNSEEN, Refusal, Seat, State, Track
from rules.games import game

MOST_OPTIONS: Final = 256
_PARTS: Final = 4
"""Of an option's key, `play:POW-8:up`, and of a track's value that is a list: further ones are not observed."""
_STRANGE: Final = 997
"""So many numbers are shared by words that are in no list, such as those that somebody typed in."""
_SECTIONS: Final = ("question", "option", "phase")
_LARGEST: Final = 1e6
_NOT_KNOWN, _NOTHING, _NONE, _PADDING = -1.0, 0.0, -2.0, -3.0
_WON, _LOST = 1.0, -1.0
Numbers = NDArray[np.float32]


class Encoding:
    """What the numbers of an observation stand for. The same game with as many players has always the same."""

    def __init__(self, start: State, words: Iterable[str], most_options: int = MOST_OPTIONS):
        """`start`: a match before its first answer, of which the names of pieces, piles and tracks are taken; `words`:
        the codes of the game's texts."""
        self.pieces = tuple(sorted(piece for deck in start.decks.values() for piece in deck))
        self.piles, self.tracks = tuple(sorted(start.piles)), tuple(sorted(start.tracks))
        names = sorted({*map(str, self.pieces), *self.piles, *self.tracks, *words, *start.decks})
        self._words = {word: float(number) for number, word in enumerate(names, start=1)}
        self._most = most_options
        fields = 5 + 3 * len(self.pieces) + len(self.piles) + 2 * _PARTS * len(self.tracks)
        self.length = fields + 2 * _PARTS * most_options

    def word(self, word: str) -> float:
        """The number of a word: of one in the game's lists its own, else one that it may share."""
        return self._words.get(word) or len(self._words) + 1.0 + crc32(word.encode()) % _STRANGE

    def observed(self, told: Packet, options: Sequence[Option]) -> Numbers:
        """What one reader is told, as numbers: what is asked and of whom; for each piece its pile, its place there and
        whether it lies open (-1: not known); how many lie in each pile; each track; each option. Of what is a number
        the number stands, of what is a word the word's number beside it. No value is -2, and what fills up -3: neither
        is the number of a seat."""
        state, asked = told.state, told.question
        numbers = [
            float(told.reader),
            _NOT_KNOWN if state.turn is None else float(state.turn),
            self.word(state.phase) if state.phase else _NOTHING,
            _NOTHING if asked is None else self.word(asked.kind),
            float(asked is not None and asked.yours),
        ]
        numbers += self._places(state)
        numbers += [float(len(state.piles[key].slots)) if key in state.piles else _NOT_KNOWN for key in self.piles]
        for key in self.tracks:
            numbers += self._parts(_values(state.tracks.get(key)))
        for option in options[: self._most]:
            numbers += self._parts(option.key.split(":"))
        full = np.full(self.length, _PADDING, np.float32)
        full[: len(numbers)] = np.clip(np.array(numbers, np.float32), -_LARGEST, _LARGEST)
        return full

    def _places(self, state: State) -> list[float]:
        where = {
            slot.piece: (self.word(key), float(at), float(slot.face_up))
            for key, pile in state.piles.items()
            for at, slot in enumerate(pile.slots)
            if slot.piece is not UNSEEN
        }
        unknown = (_NOT_KNOWN, _NOT_KNOWN, _NOT_KNOWN)
        return [number for piece in self.pieces for number in where.get(piece, unknown)]

    def _parts(self, values: Sequence[object]) -> list[float]:
        found: list[float] = []
        for value in values[:_PARTS]:
            found += self._part(value)
        return found + [_PADDING] * (2 * _PARTS - len(found))

    def _part(self, value: object) -> tuple[float, float]:
        """A value as a word's number and a number."""
        if value is None:
            return _NONE, _NONE
        if value is UNSEEN:
            return _NOT_KNOWN, _NOT_KNOWN
        if isinstance(value, int):
            return _NOTHING, float(value)
        text = str(value.value) if isinstance(value, Enum) else str(value)
        return (_NOTHING, float(text)) if text.isdecimal() and text.isascii() else (self.word(text), _NOTHING)


class TableEnv(AECEnv):  # type: ignore[misc]
    """One table. Agents are `seat_0` and so on; an action is the place of an option among those that its seat is
    offered, and the mask says how many there are. Dice, deals and what is no choice from a list fall by chance."""

    def __init__(
        self,
        slug: str | Game,
        seats: int | None = None,
        settings: Mapping[str, object] = MappingProxyType({}),
        most_options: int = MOST_OPTIONS,
        longest: int = LONGEST,
    ):
        """`slug`: a game of the house by its name, or any game; `seats`: the fewest that are two or more, if nothing is
        said; a match is cut off after the `longest` so many answers. UnknownGame, SettingError."""
        super().__init__()
        self.game = game(slug) if isinstance(slug, str) else slug
        count = seats or next((n for n in self.game.seats if n > 1), self.game.seats[0])
        self.game.check_seats(count)
        self._header = Header(self.game.slug, count, self.game.check_settings(settings))
        self.game.check_fit(self._header.settings, count)
        self._random, self._longest, self._most = Random(0), longest, most_options
        self._refused = frozenset[tuple[Seat, str]]()  # of what is asked now
        self.match = Match(self.game, self._header)
        words = self.game.words("en")
        codes = (code for section in _SECTIONS for code in words.codes(section))
        self.encoding = Encoding(self.match.state, codes, most_options)
        self.metadata = {"name": f"companion_{self.game.slug}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.agents = list[str]()
        seen = spaces.Box(-_LARGEST, _LARGEST, (self.encoding.length,), np.float32)
        mask = spaces.Box(0, 1, (most_options,), np.int8)
        self.observation_spaces = {
            one: spaces.Dict({"observation": seen, "action_mask": mask}) for one in self.possible_agents
        }
        self.action_spaces = {one: spaces.Discrete(most_options) for one in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers, and a mask of the actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The places of the options."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match anew. The same seed and the same actions give the same match."""
        if seed is not None:
            self._random = Random(seed)
        self.match, self._refused = Match(self.game, self._header), frozenset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {one: {} for one in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What that seat may know now, as numbers, and which actions it has."""
        seat = Seat(self.possible_agents.index(agent))
        options = self._options(seat)
        mask = np.zeros(self._most, np.int8)
        mask[: len(options)] = 1
        return {"observation": self.encoding.observed(packet(self.match, seat, 0), options), "action_mask": mask}

    def options(self, agent: str) -> tuple[str, ...]:
        """The keys behind the actions that an agent has now, in their order."""
        return tuple(option.key for option in self._options(Seat(self.possible_agents.index(agent))))

    def step(self, action: int | None) -> None:
        """Answers for the agent whose turn it is. Where hands are unknown, as they are at a table with real cards, an
        option may name a card that turns out to lie elsewhere: then the same agent is asked again, without it.
        ValueError for an action that the mask does not allow."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seat = Seat(self.possible_agents.index(self.agent_selection))
        options = self._options(seat)
        if action is None or not 0 <= action < len(options):
            raise ValueError(f"{self.agent_selection} has {len(options)} actions now: {action} is none of them.")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        answer = Answer(seat, options[action].key)
        if isinstance(self.match.check(answer), Refusal):  # a card that its seat has not seen, and that lies elsewhere
            self._refused |= {(seat, answer.key)}
        else:
            self._answer(answer)
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn: whoever wants to see a match plays it at a table."""

    def close(self) -> None:
        """Nothing is open."""

    def _options(self, seat: Seat) -> tuple[Option, ...]:
        question = self.match.question
        if question is None or isinstance(question, Deal | Draw | Roll) or seat not in self.match.waiting:
            return ()
        allowed = (option for option in self.match.options(seat) if option.refusal is None)
        return tuple(option for option in allowed if (seat, option.key) not in self._refused)[: self._most]

    def _go_on(self) -> None:
        """Up to where somebody has a choice, or to the end."""
        while self.match.question is not None and self.match.version < self._longest:
            seat = next((seat for seat in self._in_order() if self._options(seat)), None)
            if seat is not None:
                self.agent_selection = self.possible_agents[int(seat)]
                return
            self._answer(pick(self.match, self._random.randrange))
        result = self.match.state.result
        is_over = self.match.question is None
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, not is_over)
        scores = final_scores(self.game, self.match.state)
        for number, one in enumerate(self.possible_agents):
            if result is not None:
                self.rewards[one] = _WON if number in result.winners else _LOST
            self.infos[one] = {"score": scores[number]}

    def _in_order(self) -> tuple[Seat, ...]:
        """Who is waited for, whoever leads first."""
        question, waiting = self.match.question, self.match.waiting
        first = None if question is None else question.lead if question.next_up is None else question.next_up
        return waiting if first is None else tuple(sorted(waiting, key=lambda seat: seat != first))

    def _answer(self, answer: Answer) -> None:
        outcome, self._refused = self.match.submit(answer), frozenset()
        if isinstance(outcome, Refusal):
            raise AssertionError(f"The option '{answer.key}' was offered and then refused: {outcome.code}")


def _values(track: Track | None) -> Sequence[object]:
    if track is None:
        return ()
    return track.value if isinstance(track.value, tuple) else (track.value,)
