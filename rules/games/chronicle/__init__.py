"""Chronicle (3 to 6 players): meetings decide who gains which allies, history decides what they are worth.

| file | what is in it |
|---|---|
| `game` | the game as a whole, and setting up |
| `names`, `cards`, `packs` | what piles are called; what cards are and do; the files that say it |
| `rounds`, `meeting`, `closing` | the start of a round, its meetings, its end |
| `winner`, `scoring` | who wins a meeting; what a round is worth |
| `standing` | how well a seat stands, for players that look ahead |
| `effects`, `by_hand`, `covered` | a function for each ability; what people carry out; cards played face-down |
| `faces` | how cards look |
"""

from rules.games.chronicle.game import build as build
from rules.games.chronicle.packs import PackError as PackError, load_owner as load_owner
