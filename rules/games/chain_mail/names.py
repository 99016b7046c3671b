"""The names of decks, piles, tracks and pieces of Chain Mail, in one place each."""

from __future__ import annotations

from typing import Final

from rules.engine import Keys, PieceId

# decks
TOKENS: Final = "tokens"
"""The party, the heroes, the monster and the dogs: what stands on the map and on the battle card."""
CARDS: Final = "cards"
"""The cards that are chosen for a match: quest, monsters, treasure, heroes."""

# pieces
PARTY: Final = PieceId("party")
MONSTER_TOKEN: Final = PieceId("monster")
DOGS: Final = (PieceId("dog#1"), PieceId("dog#2"))


def token(hero: str) -> PieceId:
    """The token of a hero on the battle card."""
    return PieceId(f"token_{hero}")


def card(group: str, ident: str) -> PieceId:
    """The card of a quest, of monsters, of a treasure or of a hero."""
    return PieceId(f"{group}_{ident}")


# groups of cards, which are also the piles where the chosen one lies
QUEST: Final = "quest"
MONSTERS: Final = "monsters"
TREASURE: Final = "treasure"
HERO: Final = "hero"
HEROES: Final = "heroes"
"""The hero cards in play, in the order of the table."""

# further piles
BOX: Final = "box"
KENNEL: Final = "kennel"
"""The dog's space on the Shepherd's card, which holds one dog."""
SPARE_DOGS: Final = "spare_dogs"
"""Dogs that wait until the kennel is free (CM-154)."""
on_hex: Final = Keys[int | str]("hex")
"""What stands on a hex of the map."""


def cell_of(row: str, column: int) -> str:
    """The name of a place on the battle card, columns from 0 at the left."""
    return f"{row}-{column}"


def in_battle(row: str, column: int) -> str:
    """The pile of what stands at a place of the battle card."""
    return f"battle/{cell_of(row, column)}"


# tracks: the party
TIME: Final = "time"
FOOD: Final = "food"
MONEY: Final = "money"
EXPERIENCE: Final = "experience"
LEVEL: Final = "level"
IN_PLAY: Final = "heroes_in_play"
"""The heroes, in the order of the table, a circle."""
TURN_NUMBER: Final = "turn_number"
ACTED: Final = "acted"
"""The heroes that have had their hero turn (outside battle) or their action of the round (in battle)."""
USED: Final = "used"
"""What works once: marks such as "bless" that are cleared each turn and each battle round."""
USED_THIS_TURN: Final = "used_this_turn"
"""What works once in a whole turn, battle or not: poison, a trade."""
MOVED: Final = "moved"
"""How many hexes the party moved in this turn; 2 by flying."""
SKIP: Final = "skip"
"""The dice that were called off, "roll_trouble" or "roll_attack"; "late" once such dice have fallen."""
LAST: Final = "last_move"

# tracks: the quest
MAP: Final = "map"
DONE: Final = "done"
"""The targets that were reached, once for each time."""
QUEST_CUBES: Final = "quest_cubes"
"""Where quest cubes lie: the number of a hex, "card" or "party"."""
CHESTS: Final = "chests"
"""The hexes whose chest was opened."""
ITEMS: Final = "items"
"""Items at hand."""
RELICS: Final = "relics"
"""Relics at hand."""
GONE: Final = "gone"
"""Relics that cannot be found again."""
ALARM: Final = "alarm"
"""Whether the next battle of this turn is an ambush by a trap."""
SIGNS: Final = "signs"
"""What the dogs found, by hex."""

# tracks: the battle
MONSTER: Final = "monster_name"
"""The monster that is fought, empty outside battle."""
MONSTER_HEALTH: Final = "monster_health"
MONSTER_MOST: Final = "monster_most"
ROUND: Final = "round"
STAGE: Final = "stage"
"""What part of a battle it is: called, known, line_up, start, attack, act."""
AMBUSH: Final = "ambush"
HURT: Final = "hurt"
"""Whether the monster lost health since its last attack."""
SPARED: Final = "spared"
"""Whether a second life has been used."""
ORDER: Final = "order"
"""The heroes from left to right when their step of the round began (R18)."""
LINE_UP: Final = "line_up"
"""In which order the heroes stood at the start of the last battle."""
PLEDGED: Final = "pledged"
"""Swaps that wait for the second hero, "hero>partner" each (CM-181)."""
health: Final = Keys[str]("health")
"""A hero's hearts."""
cubes: Final = Keys[str]("cubes")
"""The spaces on which a hero's cubes stand."""
away: Final = Keys[str]("away")
"""The start spaces to which a hero's cubes off the card return."""
status: Final = Keys[str]("status")
"""The hero who has a status card, empty for none; each exists once (R30)."""
