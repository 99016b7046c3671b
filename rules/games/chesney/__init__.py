"""Chesney (4 to 10 players): factions that change, hidden allies, judgements that only their judges can read.

| file or folder | what is in it |
|---|---|
| `game`, `start` | the game as a whole; the setup of a round |
| `names`, `pieces`, `settings` | what piles and tracks are called; what is in the box; the options of a match |
| `situation`, `offers` | what the rules ask of the table all the time; options that many cards offer |
| `factions`, `flipping`, `judging` | whose side somebody is on; faction cards turned and moved; the judgement |
| `damage`, `dice`, `healing` | a hit and the window after it; the die with Belief and bonuses; regaining HP |
| `faces`, `notes` | how cards look; what players are reminded of |
| `standing` | how well a seat stands, for players that look ahead |
| `rounds` | `turns`, and in them `plan` with its `allowance`; `supporter` turns; `drawing`; `scoring`; `over` |
| `action_cards` | `kinds` says which card is which function; below |
| `characters` | `skills` says which active skill is which function; below |

Where an action card's rule is, by file of `action_cards` unless said otherwise: Ambush, Duel, Betray, Estrange,
Encounter in `red`, the fight of the last in `battles`; Sweep in `sweeping`, with the calls and the rolls for loyalty;
Emissary, Meditation, Notice, Robbery, Inn, Beast, Trap in `green`; Butterfly, Runestone, Deed, Network, Plot,
Persuade, Reflection in `swaps`; Struggle and Elixir in the game's `damage`; Belief in its `dice`; the five events in
`events`; a card on its way in `playing`.

Where a character's rule is, by file of `characters` unless said otherwise: CAPTAIN (its fight in `battles`), MOTH,
RANGER, HUNTER, PUGILIST, SPELL and ASSASSIN in `skills_harm`; TRAVELLER, DISGUISE (what its cards do in `disguises`),
MAIDEN, HYPNO and ENCHANTER in `skills_faction`; PRIESTESS, PYRO (its cards in `magic`), FOXGIRL, ALCHEMIST, BARD and
THIEF in `skills_other`; BERSERKER, SWORD, ILLUSION and GUARD in `specials`, with the damage that does not count for
TRAVELLER and FOXGIRL; CHARMER and DRUID in the game's `dice`; REAPER in `red`; OATH in `swaps`; PALADIN in `plan`;
MERCHANT in `turns`; RABBIT in `kinds` and `green`; COUNSEL in `kinds` and `allowance`. What a character begins with
is in `appear`, which of them are turned up in `cards`, bonuses without a question in `bonuses`, the honours of all in
`honours`.
"""

from rules.games.chesney.game import build as build
