"""Cards on the table: any game of cards that people own or invent. They play; the companion knows where every card is.

| file or folder | what is in it |
|---|---|
| `game` | the game as a whole: what is asked, and what is on the screens |
| `table_rules`, `definition` | what a table says, as values; the text files that say it |
| `cards_text` | lists of cards as people paste them |
| `templates` | the tables that come with it, one for each kind of game |
| `offers`, `acts` | what players may do at any time, and what comes of it |
| `laying`, `changing` | what stands there at first; what comes to it in the middle of a match |
| `pieces`, `mat` | the cards as pieces with faces and names; the mat made from the zones |
"""

from collections.abc import Mapping

from rules.games.open_table.definition import DEFINITION
from rules.games.open_table.game import build as build
from rules.games.open_table.table_rules import TableRules


def load_owner(files: Mapping[str, str]) -> TableRules:
    """An owner's table from its file. DefinitionError names file and line."""
    return DEFINITION.of_files(files)
