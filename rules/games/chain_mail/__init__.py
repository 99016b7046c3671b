"""Chain Mail, a co-operative dungeon for one to four players, whose cards are read from content files.

| file or folder | what is in it |
|---|---|
| `game`, `start` | the game as a whole; setting up |
| `names`, `settings` | what piles, tracks and pieces are called; the options of a match |
| `content`, `reading` | what the cards say, as values; the files that say it |
| `situation`, `changes` | what the rules ask of a state; changes of it that need no decision |
| `asking`, `offers`, `spending` | how the group decides; what may be done at any time, and what comes of it |
| `turn` | its steps: `travelling`, `trouble`, `adventuring`, `ending`; `moving` of cubes, `searching`, `scouting` |
| `battle` | its `course`; the monster's `assault`; heroes `fighting`, with `strikes` and `placing`; `dog_fights` |
| `heroes` | a file for each hero's card: how cubes move on it |
| `icons`, `effects`, `rolling` | what icons do; what terrain, traps and quests do; rolls and what mends them |
| `dogs` | the Shepherd's dogs (scouts in `turn`, fights in `battle`) |
| `faces`, `screens` | how pieces look and what is reminded of; the map and the cards as screens draw them |
| `player` | a player of the program, the sensible one of the study of its balance |
| `tools` | for owners who type in their cards: `companion content` |
"""

from rules.games.chain_mail.game import build as build
from rules.games.chain_mail.reading import load_owner as load_owner
