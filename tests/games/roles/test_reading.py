"""Scripts as files: what is wrong is named with its line, and any script comes to an end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.playing import Tape
from rules.engine.definitions import DefinitionError
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.games.roles import DEFINITION, build
from rules.games.roles.reading import template
from rules.games.roles.script import Does, Kind, Shown, Ties, When, Won, texts

WOLVES = DEFINITION.text_of("wolves")
CREW = DEFINITION.text_of("crew")
WORD = DEFINITION.text_of("word")


def why(text: str) -> str:
    """Why there is no such script; empty where there is one."""
    try:
        DEFINITION.read(text)
    except DefinitionError as error:
        return str(error.args[0])
    return ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WOLVES.replace("least = 5", "least = 13"), '"most" is less than "least"'),
        (WOLVES.replace("count = [1, 1, 2, 2, 2, 3, 3, 3]", "count = [1, 2]"), '"count" needs one number, or 8'),
        (WOLVES.replace("count = [1, 1, 2", "count = [4, 1, 2"), "with 5 players there are 6 roles"),
        (WOLVES.replace("count = [1]\n", "", 1), '"lamplighter" and "shepherd" have no "count"'),
        (WOLVES.replace('team = "pack"', 'team = "village"'), "with 5 players all are on one team"),
        (WOLVES.replace('who = ["wolf"]', 'who = ["wulf"]'), 'names "wulf", and no table [[role]] has that key'),
        (WOLVES.replace('kind = "talk"', 'kind = "chat"'), '"kind" has to be one of these'),
        (WOLVES.replace('does = "team"', 'does = "find"'), '"find" does not go with the kind "call"'),
        (WOLVES.replace("minutes = 4", 'does = "harm"'), '"does" is for calls and votes'),
        (WOLVES.replace('who = ["wolf"]\nsay', "say"), '"gone" needs "who"'),
        (WOLVES.replace("rounds = 20", "rounds = 31"), '"rounds" has to be a whole number from 1 to 30'),
        (WOLVES.replace('key = "dusk"', 'key = "hunt"'), 'two tables [[step]] have the key "hunt"'),
        (CREW.replace('kind = "propose"', 'kind = "talk"'), 'a "agree" needs a step of the kind "propose" before it'),
        (CREW.replace("sizes = [2, 3, 3, 4, 4]\n", ""), 'needs "sizes"'),
        (WORD.replace('without_word = ["guest"]\n', ""), 'needs at least two "words"'),
        (WOLVES + "#" * 1_000_000, "it is larger than 64 KB"),
        ("format = 1\nleast = 3\nmost = 3\n", "add at least one [[team]]"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    found = why(text)
    assert said in found
    assert found.startswith("script.toml")


def test_the_line_is_that_of_what_is_wrong() -> None:
    line = 1 + WOLVES.split('does = "team"')[0].count("\n")
    assert why(WOLVES.replace('does = "team"', 'does = "find"')).startswith(f"script.toml, line {line}:")


def test_every_text_of_the_scripts_that_come_with_it_is_said_in_german() -> None:
    german = build().words("de").codes("word")
    for name in DEFINITION.templates:
        for code, text in texts(name, template(name)).items():
            assert not text or text == "Wolf" or text == "Saboteur" or german[code].long != text, text


def test_a_role_may_be_called_as_the_text_of_another_one() -> None:
    text = DEFINITION.text_of("crew").replace('"purser"', '"sailor_text"')
    said = texts("own", DEFINITION.read(text))
    assert said["own.role_sailor_text"] == "Purser"
    assert said["own.role_sailor.text"].startswith("You want three trips")


def test_a_crew_that_never_goes_gives_way_to_the_next_one() -> None:
    text = DEFINITION.text_of("crew").replace("sizes = [2, 3, 3, 4, 4]", "sizes = [5]")
    match, tape = (
        Match(build(DEFINITION.read(text.replace('kind = "mission"', 'kind = "talk"'))), Header("roles", 5, {})),
        Tape(1),
    )
    while match.question is not None:
        match.submit(pick(match, tape))
    assert match.state.result is not None


# -- any script --------------------------------------------------------------------------------------------------------

_ROLES = st.lists(st.sampled_from(["r0", "r1", "r2"]), max_size=3, unique=True)
_STEPS = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from([str(one) for one in Kind]),
            "who": _ROLES,
            "when": st.sampled_from([str(one) for one in When]),
            "does": st.sampled_from([str(one) for one in Does]),
            "together": st.booleans(),
            "own": st.booleans(),
            "skip": st.booleans(),
            "secret": st.booleans(),
            "ties": st.sampled_from([str(one) for one in Ties]),
            "minutes": st.integers(0, 3),
            "fails": st.integers(1, 3),
            "sizes": st.lists(st.integers(1, 4), min_size=1, max_size=3),
        }
    ),
    min_size=1,
    max_size=6,
)
_WINS = st.lists(
    st.fixed_dictionaries(
        {
            "team": st.sampled_from(["t0", "t1"]),
            "when": st.sampled_from([str(one) for one in Won]),
            "who": _ROLES,
            "number": st.integers(1, 4),
        }
    ),
    min_size=1,
    max_size=4,
)
_WHOLE = st.fixed_dictionaries(
    {
        "rounds": st.integers(1, 4),
        "lives": st.integers(1, 2),
        "shows": st.sampled_from([str(one) for one in Shown]),
    }
)


def as_text(whole: dict[str, object], steps: list[dict[str, object]], wins: list[dict[str, object]]) -> str:
    """A script of these parts, with names that would be markup."""

    def said(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')

    lines = ["format = 1", "least = 3", "most = 5", 'words = "one\\ntwo\\nthree"', 'without_word = ["r0"]']
    lines += [f"{name} = {said(value)}" for name, value in whole.items()]
    for team in range(2):
        lines += ["[[team]]", f'key = "t{team}"', f'name = "<b>T{team}</b>"', f"know = {said(team == 0)}"]
    for role in range(3):
        lines += ["[[role]]", f'key = "r{role}"', f'name = "{{seat}}<i>{role}"', f'team = "t{min(role, 1)}"']
        lines += ["count = [1]"] if role < 2 else []
    for table, entries in (("step", steps), ("win", wins)):
        for number, entry in enumerate(entries):
            lines.append(f"[[{table}]]")
            if table == "step":
                lines += [f'key = "s{number}"', 'name = "S"', 'say = "Say {who}"', 'ask = "Ask <br>"']
            lines += [f"{name} = {said(value)}" for name, value in entry.items()]
    return "\n".join(lines)


@given(_WHOLE, _STEPS, _WINS, st.integers(3, 5), st.integers(0, 99))
@settings(deadline=None)
def test_any_script_is_played_to_its_end_or_refused(
    whole: dict[str, object], steps: list[dict[str, object]], wins: list[dict[str, object]], seats: int, seed: int
) -> None:
    text = as_text(whole, steps, wins)
    if refused := why(text):
        assert refused.startswith("script.toml, line")
        return
    match, tape = Match(build(DEFINITION.read(text)), Header("roles", seats, {})), Tape(seed)
    while match.question is not None:
        match.submit(pick(match, tape))
    assert match.state.result is not None
