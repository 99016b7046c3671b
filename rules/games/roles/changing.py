"""A script that is changed while people play by it: a text or a time is put right."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import Table
from rules.engine.definitions import DefinitionError
from rules.games.roles.reading import DEFINITION
from rules.games.roles.script import Script
from words import Sentence


def carry(t: Table, before: str, after: str) -> None:
    """Nothing lies otherwise. DefinitionError where more would change than what is said, and for how long."""
    if _bones(DEFINITION.read(before)) != _bones(DEFINITION.read(after)):
        what = Sentence("in the middle of a match only names, texts, minutes and the number of rounds change.")
        raise DefinitionError(DEFINITION.file, 0, ("role",), what)


# -- inside ------------------------------------------------------------------------------------------------------------


def _bones(script: Script) -> Script:
    """A script without what it says, and for how long."""
    return replace(
        script,
        rounds=0,
        teams=tuple(replace(one, name="") for one in script.teams),
        roles=tuple(replace(one, name="", text="") for one in script.roles),
        steps=tuple(replace(one, name="", say="", ask="", minutes=0) for one in script.steps),
        wins=tuple(replace(one, say="") for one in script.wins),
        words=("",) * len(script.words),
    )
