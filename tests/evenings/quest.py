"""A whole quest of Chain Mail, worked out beforehand: what two people do and what their dice show, so that everything
happens in it. The sensible player of the benchmarks decides; the dice are told."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer, Roll
from rules.engine.types import Refusal
from rules.games import game
from rules.games.chain_mail import names as n
from rules.games.chain_mail.battle.assault import covered
from rules.games.chain_mail.player.route import target_here
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.situation import Situation
from studies.chain_mail.policy import Sensible

STARTER = starter()
QUEST = Header(
    "chain_mail",
    2,
    {"quest": "lost-scholar", "monsters": "restless-dead", "treasure": "old-packs", "difficulty": "easy"},
)
WANTED = frozenset({"trap", "alarm", "ambush", "fell", "revived", "changed_die", "relic_given", "won"})


@dataclass
class Told:
    """Dice told beforehand: a trap, then an ambush in which the monster strikes the weakest hero until one falls and
    misses from then on; the first search finds the relic, later ones miss a goal by one."""

    match: Match

    def faces(self, question: Roll) -> tuple[int, ...]:
        """What is rolled for this question now."""
        now = Situation(self.match.state, STARTER)
        happened = {told.event.kind for told in self.match.told}
        match question.kind:
            case "roll_trouble":
                return self._trouble(len(question.dice), happened)
            case "roll_monster":
                return (5,)  # a Crypt Knight
            case "roll_attack":
                return (3,) if "fell" in happened else (self._blow(now),)
            case "roll_strike" | "roll_again" if now.monster is not None:
                return (6 if "fell" in happened else 1,) * len(question.dice)
            case "roll_search":
                return self._search(now, happened)
        return (6,) * len(question.dice)

    def _trouble(self, dice: int, happened: set[str]) -> tuple[int, ...]:
        if "trap" not in happened and dice > 1:
            return (1, 1, 3)[:dice]
        if "trap" in happened and "ambush" not in happened and dice > 1:
            return (6, 6, 3)[:dice]  # an alarm, which makes the battle an ambush
        return (1, 2, 3)[:dice]

    def _blow(self, now: Situation) -> int:
        """The result that hits the heroes who have fewest hearts."""
        assert now.monster is not None
        hurt = {die: self._least(now, die) for die in now.monster.attack}
        return min(hurt, key=lambda die: hurt[die])

    def _least(self, now: Situation, die: int) -> int:
        assert now.monster is not None
        places = covered(now, now.monster, die)
        return min((now.health(h) for h in now.standing if now.place(n.token(h)) in places), default=99)

    def _search(self, now: Situation, happened: set[str]) -> tuple[int, int]:
        if "relic_given" not in happened:
            return 6, 6
        target = target_here(now)
        total = 4 if target is None else target.sums[0] - 1  # one too few for a goal
        return total - total // 2, total // 2


@cache
def whole_quest() -> Match:
    """A match of the sensible player with these dice, in which everything happens."""
    match = Match(game("chain_mail"), QUEST)
    player, dice = Sensible(Random(7)), Told(match)
    while match.question is not None:
        answer = player.answer(match)
        if match.question.kind == "battle_turn" and not any(told.event.kind == "fell" for told in match.told):
            answer = Answer(match.waiting[0], "nothing")  # they are too frightened to act until somebody falls
        if isinstance(match.question, Roll) and match.question.faces(answer.key):
            answer = Answer(None, "-".join(map(str, dice.faces(match.question))))
        assert not isinstance(match.submit(answer), Refusal)
    assert {told.event.kind for told in match.told} >= WANTED
    return match
