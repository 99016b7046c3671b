"""Score sheets for any game that people own: they play, and the companion writes down, counts and says who has won.

| file or folder | what is in it |
|---|---|
| `game` | the game as a whole: rounds, turns, the end |
| `sheet`, `reading` | what a sheet says, as values; the text files that say it |
| `templates` | the sheets that come with it, one for each kind of game |
| `formula`, `scoring` | formulas of lines; what all lines count |
| `columns`, `asking` | who writes where, and what stands there; how people are asked for it |
| `dice` | the dice of a sheet, rolled and kept |
| `changing` | a sheet that is changed while people play by it |
| `screens` | the sheets as screens draw them |
"""

from rules.games.score_sheet.game import build as build
from rules.games.score_sheet.reading import SHEET

load_owner = SHEET.of_files
"""An owner's sheet from its file. DefinitionError names file and line."""
