"""What may stand in a script: the fields of its tables, and what each is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.definitions import Field, Key, Keys, Numbers, OneOf, Slug, Switch, Tables, Text, Whole
from rules.games.roles.script import MOST_ROUNDS, Does, Kind, Shown, Ties, When, Won
from words.sentence import N_

MOST_PLAYERS: Final = 16
_SENTENCE: Final = Text(300, lines=True)
_ROLES: Final = Keys(of="role", most=20)

_TEAM: Final = (
    Field("key", Slug(), N_("What the rest of the file calls it."), required=True, name=N_("Short name"), rare=True),
    Field("name", Text(30), N_("What people call the team."), required=True, name=N_("Name")),
    Field(
        "know", Switch(), N_("Its members know each other from the start."), default=False, name=N_("Know each other")
    ),
)
_ROLE: Final = (
    Field("key", Slug(), N_("What the rest of the file calls it."), required=True, name=N_("Short name"), rare=True),
    Field("name", Text(30), N_("What people call the role."), required=True, name=N_("Name")),
    Field("team", Key(of="team"), N_("The team that it belongs to."), required=True, name=N_("Team")),
    Field("text", _SENTENCE, N_("What its player reads on the phone."), default="", name=N_("Text")),
    Field(
        "count",
        Numbers(MOST_PLAYERS, low=0, high=MOST_PLAYERS),
        N_("How many there are: by the number of players, the fewest first, or one number; empty: all the others."),
        default=(),
        name=N_("How many"),
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


def _kinds(*kinds: Kind) -> tuple[str, frozenset[str]]:
    return "kind", frozenset(kinds)


def _won(*cases: Won) -> tuple[str, frozenset[str]]:
    return "when", frozenset(cases)


_STEP: Final = (
    Field("key", Slug(), N_("What the file calls it."), required=True, name=N_("Short name"), rare=True),
    Field("kind", OneOf(_KINDS, Kind), N_("What happens."), required=True, name=N_("Kind")),
    Field("name", Text(40), N_("What screens call it."), required=True, name=N_("Name")),
    Field("say", _SENTENCE, N_("What the voice says to everybody first."), default="", name=N_("Said aloud")),
    Field(
        "ask",
        _SENTENCE,
        N_("What those are asked who are called."),
        default="",
        name=N_("Question"),
        only=_kinds(Kind.CALL, Kind.VOTE, Kind.MISSION, Kind.GUESS),
    ),
    Field(
        "who",
        _ROLES,
        N_("The roles that are called, wanted, or may choose failure; empty: all."),
        default=(),
        name=N_("Roles"),
        only=_kinds(Kind.CALL, Kind.VOTE, Kind.MISSION, Kind.GUESS),
    ),
    Field(
        "when", OneOf(_WHEN, When), N_("In which rounds."), default=When.EVERY, rare=True, name=N_("In which rounds")
    ),
    Field(
        "does",
        OneOf(_DOES, Does),
        N_("What becomes of the player who was chosen."),
        default=Does.NOTHING,
        name=N_("What it does"),
        only=_kinds(Kind.CALL, Kind.VOTE),
    ),
    Field(
        "together",
        Switch(),
        N_("Those who are called make one choice."),
        default=False,
        name=N_("One choice together"),
        only=_kinds(Kind.CALL),
    ),
    Field(
        "own",
        Switch(),
        N_("One may choose oneself."),
        default=False,
        rare=True,
        name=N_("Oneself, too"),
        only=_kinds(Kind.CALL, Kind.VOTE),
    ),
    Field(
        "skip",
        Switch(),
        N_("One may choose nobody."),
        default=False,
        name=N_("Nobody, too"),
        only=_kinds(Kind.CALL, Kind.VOTE),
    ),
    Field(
        "secret",
        Switch(),
        N_("Who has voted for whom is not told."),
        default=False,
        name=N_("Secret vote"),
        only=_kinds(Kind.VOTE, Kind.AGREE),
    ),
    Field(
        "ties",
        OneOf(_TIES, Ties),
        N_("What happens where several have equally many votes."),
        default=Ties.NOBODY,
        name=N_("Equal votes"),
        only=_kinds(Kind.VOTE),
    ),
    Field(
        "minutes",
        Whole(0, 60),
        N_("How long it may take; 0: until all are done. Who is silent then has chosen nobody, or is against it."),
        default=0,
        name=N_("Minutes"),
        only=_kinds(Kind.TALK, Kind.CALL, Kind.VOTE, Kind.AGREE),
    ),
    Field(
        "sizes",
        Numbers(10, low=1, high=MOST_PLAYERS),
        N_("How many go on each mission, in order."),
        default=(),
        name=N_("Sizes of the crew"),
        only=_kinds(Kind.PROPOSE),
    ),
    Field(
        "fails",
        Whole(1, 10),
        N_("So many failures make a mission fail."),
        default=1,
        rare=True,
        name=N_("Failures that count"),
        only=_kinds(Kind.MISSION),
    ),
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
    Field("team", Key(of="team"), N_("The team that has won then."), required=True, name=N_("Team")),
    Field("when", OneOf(_WON, Won), N_("When it has won."), required=True, name=N_("When")),
    Field(
        "who", _ROLES, N_("The roles that it is about."), default=(), name=N_("Roles"), only=_won(Won.GONE, Won.EVEN)
    ),
    Field(
        "number",
        Whole(1, 50),
        N_("How many of them."),
        default=1,
        name=N_("How many"),
        only=_won(Won.SUCCESSES, Won.FAILURES, Won.REFUSALS),
    ),
    Field("say", _SENTENCE, N_("What the voice says then."), default="", name=N_("Said aloud")),
)
_SHOWN: Final[Mapping[str, str]] = {
    Shown.ROLE: N_("the role"),
    Shown.TEAM: N_("the team"),
    Shown.NOTHING: N_("nothing"),
}
FIELDS: Final = (
    Field("least", Whole(3, MOST_PLAYERS), N_("The fewest players."), required=True, name=N_("Fewest players")),
    Field("most", Whole(3, MOST_PLAYERS), N_("The most players."), required=True, name=N_("Most players")),
    Field(
        "rounds",
        Whole(1, MOST_ROUNDS),
        N_("After so many rounds it is over."),
        default=MOST_ROUNDS,
        name=N_("Rounds at most"),
    ),
    Field("lives", Whole(1, 9), N_("How many lives everybody has."), default=1, name=N_("Lives")),
    Field(
        "shows",
        OneOf(_SHOWN, Shown),
        N_("What everybody learns of who drops out."),
        default=Shown.ROLE,
        name=N_("Shown of who is out"),
    ),
    Field("team", Tables(_TEAM, 8, least=1), N_("The teams."), required=True, name=N_("Teams")),
    Field("role", Tables(_ROLE, 20, least=1), N_("The roles."), required=True, name=N_("Roles")),
    Field(
        "words",
        Text(1500, lines=True),
        N_("Secret words, one on each line; one of them is drawn."),
        default="",
        name=N_("Secret words"),
    ),
    Field(
        "without_word",
        _ROLES,
        N_("The roles that do not know the secret word."),
        default=(),
        name=N_("Without the word"),
    ),
    Field("step", Tables(_STEP, 30, least=1), N_("The steps of a round, in order."), required=True, name=N_("Steps")),
    Field(
        "win",
        Tables(_WIN, 12, title_of="when", least=1),
        N_("Who has won when; the first that holds counts."),
        required=True,
        name=N_("Who wins"),
    ),
)
