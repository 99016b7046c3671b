"""Roles and Secrets: a village with wolves, a crew with saboteurs, a party with a secret word, or an owner's script.

| file or folder | what is in it |
|---|---|
| `game` | the game as a whole: its phases, cards and texts |
| `script`, `fields`, `reading` | what a script says, as values; what may stand in its file; the file read |
| `changing` | a script changed in the middle of a match |
| `templates` | the scripts that come with it |
| `start`, `rounds`, `ending` | the deal; the steps of a round; who drops out, and who has won |
| `night`, `day`, `mission` | calls in secret; talk, votes and guesses; missions |
| `people`, `screens` | who has which role, and knows what; what players may look up |
| `circle` | all who play, as screens draw them |
"""

from collections.abc import Mapping

from rules.games.roles.game import build as build
from rules.games.roles.reading import DEFINITION as DEFINITION
from rules.games.roles.script import Script


def load_owner(files: Mapping[str, str]) -> Script:
    """An owner's script from its file. DefinitionError names file and line."""
    return DEFINITION.of_files(files)
