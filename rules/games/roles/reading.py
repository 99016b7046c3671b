"""Scripts as text files: `script.toml`, with tables for roles, teams, steps and for who wins when."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.engine.definitions import (
    Definition,
    Entry,
    Field,
    Key,
    Keys,
    Numbers,
    OneOf,
    Slug,
    Step as Page,
    Switch,
    Tables,
    Text,
    Whole,
)
from rules.games.roles.script import (
    MOST_ROUNDS,
    Does,
    Kind,
    Role,
    Script,
    Shown,
    Step,
    Team,
    Ties,
    When,
    Win,
    Won,
)
from words import Sentence
from words.sentence import N_

FILE: Final = "script.toml"
MOST_PLAYERS: Final = 16
_SENTENCE: Final = Text(300, lines=True)
_ROLES: Final = Keys(of="role", most=20)

_TEAM: Final = (
    Field("key", Slug(), N_("what the rest of the file calls it"), required=True),
    Field("name", Text(30), N_("what people call the team"), required=True),
    Field("know", Switch(), N_("its members know each other from the start"), default=False),
)
_ROLE: Final = (
    Field("key", Slug(), N_("what the rest of the file calls it"), required=True),
    Field("name", Text(30), N_("what people call the role"), required=True),
    Field("team", Key(of="team"), N_("the team that it belongs to"), required=True),
    Field("text", _SENTENCE, N_("what its player reads on the phone"), default=""),
    Field(
        "count",
        Numbers(MOST_PLAYERS, low=0, high=MOST_PLAYERS),
        N_("how many there are: by the number of players, the fewest first, or one number; empty: all the others"),
        default=(),
    ),
)
_KINDS: Final[Mapping[str, str]] = {
    Kind.SAY: N_("the voice says something"),
    Kind.CALL: N_("some are called and choose a player in secret"),
    Kind.DAWN: N_("what came of the calls is told"),
    Kind.TALK: N_("the players talk"),
    Kind.VOTE: N_("all name a player"),
    Kind.PROPOSE: N_("the leader names a crew"),
    Kind.AGREE: N_("all agree to the crew or refuse it"),
    Kind.MISSION: N_("the crew chooses success or failure in secret"),
    Kind.GUESS: N_("the secret word is guessed"),
}
_DOES: Final[Mapping[str, str]] = {
    Does.NOTHING: N_("nothing"),
    Does.HARM: N_("the player loses a life"),
    Does.PROTECT: N_("the player is not harmed until the next dawn is over"),
    Does.TEAM: N_("who has chosen learns the player's team"),
    Does.ROLE: N_("who has chosen learns the player's role"),
    Does.FIND: N_("a success if the player has one of the roles, else a failure"),
    Does.LEAD: N_("the player is the leader"),
}
_WHEN: Final[Mapping[str, str]] = {
    When.EVERY: N_("in every round"),
    When.FIRST: N_("in the first round"),
    When.LATER: N_("from the second round on"),
}
_TIES: Final[Mapping[str, str]] = {
    Ties.NOBODY: N_("nothing happens"),
    Ties.AGAIN: N_("one more vote, among those alone"),
    Ties.ALL: N_("it happens to all of them"),
}
_STEP: Final = (
    Field("key", Slug(), N_("what the file calls it"), required=True),
    Field("kind", OneOf(_KINDS, Kind), N_("what happens"), required=True),
    Field("name", Text(40), N_("what screens call it"), required=True),
    Field("say", _SENTENCE, N_("what the voice says to everybody first"), default=""),
    Field("ask", _SENTENCE, N_("what those are asked who are called"), default=""),
    Field("who", _ROLES, N_("the roles that are called, wanted, or may choose failure; empty: all"), default=()),
    Field("when", OneOf(_WHEN, When), N_("in which rounds"), default=When.EVERY, rare=True),
    Field("does", OneOf(_DOES, Does), N_("what becomes of the player who was chosen"), default=Does.NOTHING),
    Field("together", Switch(), N_("those who are called make one choice"), default=False),
    Field("own", Switch(), N_("one may choose oneself"), default=False, rare=True),
    Field("skip", Switch(), N_("one may choose nobody"), default=False),
    Field("secret", Switch(), N_("who has voted for whom is not told"), default=False),
    Field("ties", OneOf(_TIES, Ties), N_("what happens where several have equally many votes"), default=Ties.NOBODY),
    Field("minutes", Whole(0, 60), N_("how long all talk; 0: until all have said that they are done"), default=0),
    Field("sizes", Numbers(10, low=1, high=MOST_PLAYERS), N_("how many go on each mission, in order"), default=()),
    Field("fails", Whole(1, 10), N_("so many failures make a mission fail"), default=1, rare=True),
)
_WON: Final[Mapping[str, str]] = {
    Won.GONE: N_("nobody with these roles is left"),
    Won.EVEN: N_("those with these roles are at least as many as all others"),
    Won.SUCCESSES: N_("there are so many successes"),
    Won.FAILURES: N_("there are so many failures"),
    Won.REFUSALS: N_("so many crews in a row were refused"),
    Won.GUESSED: N_("the secret word was guessed"),
    Won.MISSED: N_("the guess of the secret word was wrong"),
    Won.OVER: N_("the last round is over"),
}
_WIN: Final = (
    Field("team", Key(of="team"), N_("the team that has won then"), required=True),
    Field("when", OneOf(_WON, Won), N_("when it has won"), required=True),
    Field("who", _ROLES, N_("the roles that it is about"), default=()),
    Field("number", Whole(1, 50), N_("how many of them"), default=1),
    Field("say", _SENTENCE, N_("what the voice says then"), default=""),
)
_SHOWN: Final[Mapping[str, str]] = {
    Shown.ROLE: N_("the role"),
    Shown.TEAM: N_("the team"),
    Shown.NOTHING: N_("nothing"),
}
FIELDS: Final = (
    Field("least", Whole(3, MOST_PLAYERS), N_("the fewest players"), required=True),
    Field("most", Whole(3, MOST_PLAYERS), N_("the most players"), required=True),
    Field("rounds", Whole(1, MOST_ROUNDS), N_("after so many rounds it is over"), default=MOST_ROUNDS),
    Field("lives", Whole(1, 9), N_("how many lives everybody has"), default=1),
    Field("shows", OneOf(_SHOWN, Shown), N_("what everybody learns of who drops out"), default=Shown.ROLE),
    Field("team", Tables(_TEAM, 8, least=1), N_("the teams"), required=True),
    Field("role", Tables(_ROLE, 20, least=1), N_("the roles"), required=True),
    Field("words", Text(1500, lines=True), N_("secret words, one on each line; one of them is drawn"), default=""),
    Field("without_word", _ROLES, N_("the roles that do not know the secret word"), default=()),
    Field("step", Tables(_STEP, 30, least=1), N_("the steps of a round, in order"), required=True),
    Field(
        "win",
        Tables(_WIN, 12, title_of="when", least=1),
        N_("who has won when; the first that holds counts"),
        required=True,
    ),
)


def _script(found: Entry) -> Script:
    """The script of a file. DefinitionError where its parts do not go together."""
    teams = tuple(Team(**one.said()) for one in found["team"])
    roles = tuple(Role(**one.said()) for one in found["role"])
    steps = tuple(Step(**one.said()) for one in found["step"])
    wins = tuple(Win(**one.said()) for one in found["win"])
    words = tuple(dict.fromkeys(line.strip() for line in found["words"].splitlines() if line.strip()))
    plain = found.said("team", "role", "step", "win", "words")
    script = Script(teams=teams, roles=roles, steps=steps, wins=wins, words=words, **plain)
    _check_players(found, script)
    _check_steps(found, script)
    _check_wins(found, script)
    return script


def _check_players(found: Entry, script: Script) -> None:
    if script.most < script.least:
        raise found.fault("most", Sentence('"most" is less than "least".'))
    filling = [one for one in found["role"] if not one["count"]]
    if len(filling) > 1:
        keys = [one["key"] for one in filling]
        what = Sentence(
            '"{key}" and "{other}" have no "count": one role alone is for all the others.', key=keys[0], other=keys[1]
        )
        raise filling[1].fault("", what)
    for one in found["role"]:
        if len(one["count"]) not in (0, 1, len(script.seats)):
            what = Sentence(
                '"count" needs one number, or {count}: one for each number of players.', count=len(script.seats)
            )
            raise one.fault("count", what)
    for seats in script.seats:
        counts = script.counts(seats)
        if sum(counts.values()) != seats or min(counts.values()) < 0:
            fixed = sum(
                role.count[min(seats - script.least, len(role.count) - 1)] for role in script.roles if role.count
            )
            what = Sentence("with {seats} players there are {count} roles.", seats=seats, count=fixed)
            raise (filling or found["role"])[0].fault("count", what)
    for seats in script.seats:
        if len({role.team for role in script.roles if script.counts(seats)[role.key]}) < 2:
            raise found.fault("team", Sentence("with {seats} players all are on one team.", seats=seats))


def _check_steps(found: Entry, script: Script) -> None:
    before: list[Kind] = []
    for one, step in zip(found["step"], script.steps, strict=True):
        needs = {Kind.CALL: "ask", Kind.SAY: "say", Kind.GUESS: "ask", Kind.PROPOSE: "sizes"}.get(step.kind)
        if needs and not one[needs]:
            raise one.fault(
                "kind", Sentence('a step of the kind "{kind}" needs "{field}".', kind=step.kind, field=needs)
            )
        if step.kind in (Kind.AGREE, Kind.MISSION) and Kind.PROPOSE not in before:
            what = Sentence(
                'a "{kind}" needs a step of the kind "{other}" before it.', kind=step.kind, other=Kind.PROPOSE
            )
            raise one.fault("kind", what)
        if step.kind is Kind.GUESS and (len(script.words) < 2 or not script.without_word):
            raise one.fault("kind", Sentence('a guess needs at least two "words", and roles "without_word".'))
        if step.does is not Does.NOTHING and step.kind not in (Kind.CALL, Kind.VOTE):
            raise one.fault("does", Sentence('"does" is for calls and votes.'))
        allowed = {
            Kind.CALL: (Does.HARM, Does.PROTECT, Does.TEAM, Does.ROLE),
            Kind.VOTE: (Does.HARM, Does.LEAD, Does.FIND),
        }
        if step.does is not Does.NOTHING and step.does not in allowed[step.kind]:
            what = Sentence('"{does}" does not go with the kind "{kind}".', does=step.does, kind=step.kind)
            raise one.fault("does", what)
        before.append(step.kind)
    if all(step.kind in (Kind.SAY, Kind.DAWN) for step in script.steps):
        raise found.fault("step", Sentence("nobody is asked anything: one step has to be more than what is said."))


def _check_wins(found: Entry, script: Script) -> None:
    for one, win in zip(found["win"], script.wins, strict=True):
        if win.when in (Won.GONE, Won.EVEN) and not win.who:
            raise one.fault("when", Sentence('"{when}" needs "who": the roles that it is about.', when=win.when))


DEFINITION: Final = Definition(
    package=__name__,
    file=FILE,
    fields=FIELDS,
    steps=(
        Page(N_("Who plays"), ("least", "most", "rounds", "lives", "shows")),
        Page(N_("Teams"), ("team",)),
        Page(N_("Roles"), ("role",)),
        Page(N_("What happens in a round"), ("step",)),
        Page(N_("Who wins"), ("win",)),
        Page(N_("Secret words"), ("words", "without_word")),
    ),
    check=_script,
    templates=("word", "wolves", "crew"),
    chosen_by="script",
)


@cache
def template(name: str) -> Script:
    """One of the scripts that come with it."""
    return DEFINITION.read(DEFINITION.text_of(name), f"{name}.toml")
