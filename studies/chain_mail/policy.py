"""Players of Chain Mail for simulations: by chance, careless, and sensible. They see what people at the table see and
answer through the same options; dice fall by the chance that they are given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Protocol

from rules.engine.match import Match
from rules.engine.questions import Answer, Chance, Option, Prepare, Question, Roll
from rules.engine.sampling import pick
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Content
from rules.games.chain_mail.heroes.movement import ATTACKS, Movement
from rules.games.chain_mail.player.sense import Sense
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.situation import Situation
from rules.games.chain_mail.turn.travelling import why_blocked


class Policy(Protocol):
    """Somebody who answers for the whole party."""

    def answer(self, match: Match) -> Answer:
        """An answer to the open question, which will be accepted."""


class ByChance:
    """Every answer by chance."""

    def __init__(self, chance: Random):
        self.chance = chance

    def answer(self, match: Match) -> Answer:
        """Any answer that is allowed."""
        return pick(match, self.chance.randrange)


class Thinking(ABC):
    """What players have in common who look at their options: dice and lots fall by chance, the rest they choose."""

    def __init__(self, chance: Random, content: Content | None = None):
        self.chance = chance
        self.content = starter() if content is None else content

    def answer(self, match: Match) -> Answer:
        """The answer that `choose` likes best."""
        question = match.question
        assert question is not None
        now = Situation(match.state, self.content)
        if isinstance(question, Roll):
            allowed = [o for o in question.options(match.state, question.seat) if o.aside and o.refusal is None]
            option = self.before_roll(now, question, allowed)
            rolled = "-".join(str(1 + self.chance.randrange(sides)) for sides in question.dice)
            return Answer(question.seat, option.key if option else rolled)
        seat = next(iter(match.waiting), None)
        options = [o for o in match.options(seat) if o.refusal is None]
        if isinstance(question, Chance):
            return Answer(seat, options[self.chance.randrange(len(options))].key)
        if isinstance(question, Prepare) or len(options) == 1:
            return Answer(seat, options[0].key)
        return Answer(seat, self.choose(now, question, options).key)

    def before_roll(self, now: Situation, question: Question, asides: list[Option]) -> Option | None:
        """Something done before dice fall; None to roll."""
        return None

    @abstractmethod
    def choose(self, now: Situation, question: Question, options: list[Option]) -> Option:
        """One of the options."""


def told(option: Option) -> object:
    """What an option means, without who proposes it."""
    return getattr(option.value, "value", option.value)


class Careless(Thinking):
    """Goes straight for the nearest goal, searches and strikes where it can, keeps every roll, never eats or saves."""

    def choose(self, now: Situation, question: Question, options: list[Option]) -> Option:
        """What lies nearest."""
        plain = [o for o in options if not o.aside] or options
        by_key = {o.key: o for o in plain}
        for key in ("usual", "keep", "yes", "no"):
            if key in by_key:
                return by_key[key]
        if question.kind == "travel":
            return self._way(now, by_key)
        striking = [o for o in plain if self._does_something(now, o)]
        rest = [o for o in plain if o.key not in ("none", "nothing")] or plain
        return self.chance.choice(striking or rest)

    def _does_something(self, now: Situation, option: Option) -> bool:
        movement = told(option)
        if isinstance(movement, tuple) and movement[:1] == ("turn",):
            movement = movement[2]
        if not isinstance(movement, Movement):
            return False
        actions = {fire.action for fire in movement.fires}
        return bool(actions & set(ATTACKS)) if now.monster is not None else bool(actions & {"search", "search2"})

    def _way(self, now: Situation, by_key: Mapping[str, Option]) -> Option:
        quest, done = now.quest, now.listed(n.DONE)
        assert quest is not None
        spots = {now.map.spot(t.spot) for t in quest.targets if t.id not in done and all(r in done for r in t.requires)}
        ends = spots or {now.map.start if quest.victory.op == "party_at" else now.map.spot("D")}
        if now.hex.id in ends and "stay" in by_key:
            return by_key["stay"]
        step = self._first_step(now, {spot for spot in ends if spot is not None} - {now.hex.id})
        return by_key.get(f"go:{step}") or self.chance.choice(list(by_key.values()))

    def _first_step(self, now: Situation, ends: set[int]) -> int | None:
        """Breadth first, through what can be passed now."""
        here = now.hex.id
        seen, row = {here}, [(here, here)]
        while row:
            following = []
            for at, first in row:
                for cell in sorted(map(int, now.map.grid.neighbours(str(at)))):
                    shut = why_blocked(now, cell) is not None if at == here else now.map.wall(at, cell) != ""
                    if cell in seen or shut:
                        continue
                    step = cell if at == here else first
                    if cell in ends:
                        return step
                    seen.add(cell)
                    following.append((cell, step))
            row = following
        return None


class Sensible(Thinking):
    """Plans its way, moves cubes towards what will be wanted, spends money where it turns a miss into a hit, eats when
    somebody is low, and stands where it can strike and is seldom hit."""

    def __init__(self, chance: Random, content: Content | None = None):
        super().__init__(chance, content)
        self.sense = Sense()

    def before_roll(self, now: Situation, question: Question, asides: list[Option]) -> Option | None:
        """Things that help this roll, and a bite to eat."""
        return self.sense.aside(now, question, asides)

    def choose(self, now: Situation, question: Question, options: list[Option]) -> Option:
        """The option that is worth most."""
        return self.sense.choose(now, question, options)


POLICIES: Final[Mapping[str, Callable[[Random], Policy]]] = MappingProxyType(
    {"random": ByChance, "careless": Careless, "sensible": Sensible}
)
