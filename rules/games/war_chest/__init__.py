"""War Chest: bag building on hexes, for two players or two teams of two.

| file | what is in it |
|---|---|
| `game`, `start` | the game as a whole; factions, armies, bags |
| `names`, `pieces`, `settings` | what piles and tracks are called; what is in the box; the options of a match |
| `rounds`, `acting` | drawing coins and using them in turn; what a used coin does |
| `asking`, `offers`, `deeds` | how a player is asked; what a coin may pay for; the maneuvers of a unit |
| `position`, `reach`, `board` | what stands where; where a unit may go and strike; the hexes |
| `coins`, `fighting`, `effects` | coins on their ways; attacks and losses; what follows from a maneuver |
| `outlook`, `faces` | whether anybody can still win; how everything looks |
| `standing` | how well a seat stands, for players that look ahead |

Where a unit's rule is: Archer and Crossbowman in `deeds` and `reach`; Cavalry, Ensign, Lancer, Light Cavalry and
Marshall in `deeds`; Footman in `deeds` and `acting`; Knight and Scout in `reach`; Pikeman in `fighting`; Berserker,
Mercenary, Swordsman and Warrior Priest in `effects`; Royal Guard in `deeds`, and its losses in `fighting`.
"""

from rules.games.war_chest.game import build as build
