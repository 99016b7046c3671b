"""What a script says: the roles and how many there are of each, what happens in a round, and who has won when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MOST_ROUNDS: Final = 30
"""A match with more rounds than these is over."""


class Kind(StrEnum):
    """What happens in a step."""

    SAY = "say"  # a sentence is said
    CALL = "call"  # somebody is called, and chooses a player in secret
    DAWN = "dawn"  # what came of the calls is told
    TALK = "talk"  # the players talk, for so many minutes
    VOTE = "vote"  # all name a player
    PROPOSE = "propose"  # the leader names some players
    AGREE = "agree"  # all say whether they agree to those who were named
    MISSION = "mission"  # those who were named choose success or failure in secret
    GUESS = "guess"  # somebody guesses the secret word


class Does(StrEnum):
    """What becomes of a player who was chosen."""

    NOTHING = "nothing"
    HARM = "harm"  # loses a life
    PROTECT = "protect"  # is not harmed by a call before the next dawn
    TEAM = "team"  # whoever has chosen learns the team
    ROLE = "role"  # whoever has chosen learns the role
    FIND = "find"  # a success if it is one of the wanted ones, else a failure
    LEAD = "lead"  # is the leader


class When(StrEnum):
    """In which rounds a step comes."""

    EVERY = "every"
    FIRST = "first"
    LATER = "later"


class Ties(StrEnum):
    """What is done where several have equally many votes."""

    NOBODY = "nobody"
    AGAIN = "again"  # one more vote, among those alone
    ALL = "all"


class Shown(StrEnum):
    """What everybody learns of a player who drops out."""

    ROLE = "role"
    TEAM = "team"
    NOTHING = "nothing"


class Won(StrEnum):
    """When a team has won."""

    GONE = "gone"  # nobody of some roles or teams is left
    EVEN = "even"  # they are at least as many as all others
    SUCCESSES = "successes"
    FAILURES = "failures"
    REFUSALS = "refusals"  # so many proposals in a row were refused
    GUESSED = "guessed"
    MISSED = "missed"
    OVER = "over"  # the last round is over


@dataclass(frozen=True, kw_only=True)
class Team:
    """One side. With `know` its members know each other."""

    key: str
    name: str
    know: bool = False


@dataclass(frozen=True, kw_only=True)
class Role:
    """One role. `count` by the number of players, the fewest first, or one number for all of them; empty: all who have
    no other role."""

    key: str
    name: str
    team: str
    text: str = ""
    count: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a round. `say` is said by the voice; `ask` is asked of those who are called, the roles `who`
    (none: everybody). With `together` those who are called make one choice. `own`: one may choose oneself; `skip`:
    nobody. `secret`: who has voted for whom is not told. `sizes`: how many go on the first mission, the second ...;
    `fails`: so many failures make it fail. After so many `minutes` it is over (0: when all are done); who has been
    silent has chosen nobody then, or is against it."""

    key: str
    kind: Kind
    name: str
    say: str = ""
    ask: str = ""
    who: tuple[str, ...] = ()
    when: When = When.EVERY
    does: Does = Does.NOTHING
    together: bool = False
    own: bool = False
    skip: bool = False
    secret: bool = False
    ties: Ties = Ties.NOBODY
    minutes: int = 0
    sizes: tuple[int, ...] = ()
    fails: int = 1

    @property
    def limit_s(self) -> float:
        """How long it may take, in seconds; 0: as long as it likes."""
        return self.minutes * 60.0

    @property
    def may_skip(self) -> bool:
        """Whether one may choose nobody: what silence means can be said as well, so that nobody sees who was silent."""
        return self.skip or self.minutes > 0


@dataclass(frozen=True, kw_only=True)
class Win:
    """`team` has won when this is so; `who` are the roles that it is about."""

    team: str
    when: Won
    who: tuple[str, ...] = ()
    number: int = 1
    say: str = ""


@dataclass(frozen=True, kw_only=True)
class Script:
    """A whole script, for `least` to `most` players. It ends after so many `rounds` at the latest. `shows`: what
    everybody learns of who drops out. `words`: one of them is drawn, and known to all but the roles
    `without_word`."""

    least: int
    most: int
    rounds: int
    roles: tuple[Role, ...]
    teams: tuple[Team, ...]
    steps: tuple[Step, ...]
    wins: tuple[Win, ...]
    lives: int = 1
    shows: Shown = Shown.ROLE
    words: tuple[str, ...] = ()
    without_word: tuple[str, ...] = ()

    @property
    def seats(self) -> range:
        """For how many players it is."""
        return range(self.least, self.most + 1)

    def counts(self, seats: int) -> Mapping[str, int]:
        """How many there are of each role with so many players; below 0 where there are too many others."""
        at = seats - self.least
        fixed = {role.key: role.count[min(at, len(role.count) - 1)] for role in self.roles if role.count}
        rest = seats - sum(fixed.values())
        return {role.key: fixed.get(role.key, rest) for role in self.roles}

    def role(self, key: str) -> Role:
        """The role of that key."""
        return next(role for role in self.roles if role.key == key)

    def knows_word(self, role: str) -> bool:
        """Whether a role is told the secret word."""
        return bool(self.words) and role not in self.without_word


def word_of(script: str, kind: str, key: str, part: str = "") -> str:
    """The code in the table `word` of a text of a script, such as "mill.role_wolf" or "mill.step_hunt.ask"."""
    return f"{script}.{kind}_{key}{'.' if part else ''}{part}"


def texts(script: str, rules: Script) -> Mapping[str, str]:
    """All that a script says, by those codes."""
    return dict(_texts(script, rules))


def _texts(script: str, rules: Script) -> Iterator[tuple[str, str]]:
    for team in rules.teams:
        yield word_of(script, "team", team.key), team.name
    for role in rules.roles:
        yield word_of(script, "role", role.key), role.name
        yield word_of(script, "role", role.key, "text"), role.text
    for step in rules.steps:
        yield word_of(script, "step", step.key), step.name
        yield word_of(script, "step", step.key, "say"), step.say
        yield word_of(script, "step", step.key, "ask"), step.ask
    for number, win in enumerate(rules.wins):
        yield word_of(script, "win", str(number)), win.say
    for number, word in enumerate(rules.words):
        yield word_of(script, "secret", str(number)), word
