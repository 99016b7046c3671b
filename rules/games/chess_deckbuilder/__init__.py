"""The chess deckbuilder: a chess set and a personal deck each; a card lets you move a piece of its kind.

| file | what is in it |
|---|---|
| `game`, `start` | the game as a whole; setting up |
| `names`, `pieces`, `settings` | what piles and tracks are called; cards and chessmen; the options of a match |
| `turns`, `acting`, `buying` | a turn, its action phase, its buy phase |
| `asking`, `offers`, `moves` | how a player is asked; what is offered; of that, the moves on the board |
| `position` | the chess of one moment: lawful moves, check, mate |
| `standing` | how well a seat stands, for players that look ahead |
| `hands`, `men` | cards on their ways; chessmen on theirs |
| `faces`, `notation` | how everything looks; a match as PGN |

Where a card's rule is: every card's move in `moves`; the Bishop's trade, the King's promotion and the Queen's second
purchase in `acting`; what a Knight and a Rook bring in `acting` and `hands`; what Copper, Silver and Queen are worth
in `buying`.
"""

from rules.games.chess_deckbuilder.game import build as build
