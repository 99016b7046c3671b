"""What the cards of Chain Mail say: maps, monsters, quests, treasures, heroes, statuses and traps as plain values.

They are read from content files (`reading`); nothing here knows how. Ids are short names of small letters, digits
and hyphens; names are what people read, in the language of the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.engine import HexGrid

RESOURCES = ("food", "money", "experience", "level")
ROWS = ("hide", "prep", "battle", "flank", "taunt")
COLUMNS = 5


@dataclass(frozen=True)
class Effect:
    """Something that happens. `op` says what; the other fields are used as that op needs them: `resource` and `n`
    (gain, lose), `target` (choose, choose_distinct, searcher, self), how many targets `count`, `status`, `at` (where a
    quest cube goes: hex, card, party), `text` (manual: what people carry out by hand)."""

    op: str
    n: int = 0
    resource: str = ""
    target: str = ""
    count: int = 1
    status: str = ""
    at: str = ""
    text: str = ""


@dataclass(frozen=True)
class Trade:
    """Something that a market gives (resource to number) for something paid."""

    pay: Mapping[str, int]
    gain: Mapping[str, int]


@dataclass(frozen=True)
class Rule:
    """A standing rule of a terrain or a status: its `op`, a number, rows of the battle card that it closes, trades."""

    op: str
    n: int = 0
    rows: tuple[str, ...] = ()
    trades: tuple[Trade, ...] = ()
    natural_six_hits: bool = False


@dataclass(frozen=True)
class Terrain:
    """A kind of ground: what happens on entering, and what holds there."""

    id: str
    name: str
    on_enter: tuple[Effect, ...] = ()
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Trap:
    """What a double of this number does."""

    double: int
    name: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Status:
    """A status card."""

    id: str
    name: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Hex:
    """A hex of a map at axial (q, r); north is r - 1. `spot` is the letter by which quests name it."""

    id: int
    q: int
    r: int
    skulls: int
    terrain: str
    spot: str = ""
    chest: bool = False


@dataclass(frozen=True)
class MapWall:
    """A wall between two hexes that touch: locked or solid."""

    a: int
    b: int
    kind: str


@dataclass(frozen=True)
class Map:
    """A map. Its edge is solid."""

    id: str
    name: str
    start: int
    hexes: tuple[Hex, ...]
    walls: tuple[MapWall, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[int, Hex]:
        """Each hex by its number."""
        return {h.id: h for h in self.hexes}

    @cached_property
    def grid(self) -> HexGrid:
        """Its hexes as a board, whose fields are named by their numbers."""
        return HexGrid({str(h.id): (h.q, h.r) for h in self.hexes})

    def wall(self, one: int, other: int) -> str:
        """What is between two hexes: locked, solid, or empty for nothing."""
        return next((w.kind for w in self.walls if {w.a, w.b} == {one, other}), "")

    def spot(self, letter: str) -> int | None:
        """The number of the hex with that letter."""
        return next((h.id for h in self.hexes if h.spot == letter), None)


@dataclass(frozen=True)
class Cell:
    """Places of the battle card that an attack covers: a row, and the column so far right of the monster (None: the
    whole row)."""

    row: str
    dc: int | None = None


@dataclass(frozen=True)
class Power:
    """A monster's special power: its op and what that needs."""

    op: str
    n: int = 1
    status: str = ""
    resource: str = ""
    rounds: tuple[int, ...] = ()
    at_or_below: int = 0
    text: str = ""


@dataclass(frozen=True)
class Monster:
    """One monster: the numbers of the die that call it, those of them that are an ambush, its column, and how it
    fights. `attack` has for each face of its die the places that are covered; none is a miss."""

    id: str
    name: str
    die: tuple[int, ...]
    ambush: tuple[int, ...]
    tags: tuple[str, ...]
    start_col: int
    health: int
    defense: int
    damage: int
    attack: Mapping[int, tuple[Cell, ...]]
    power: Power | None = None
    reward: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MonsterCard:
    """A card of monsters, one for every number of the die."""

    id: str
    name: str
    monsters: tuple[Monster, ...]

    def called(self, die: int) -> Monster:
        """The monster that this number calls."""
        return next(m for m in self.monsters if die in m.die)


@dataclass(frozen=True)
class Target:
    """Something to be searched for: in the hex of that letter, by one of these sums, after `requires`, at most `max`
    times, for a cost."""

    id: str
    name: str
    spot: str
    sums: tuple[int, ...]
    requires: tuple[str, ...] = ()
    max: int = 1
    cost: Mapping[str, int] = field(default_factory=dict)
    on_success: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class QuestRule:
    """A rule of a quest: `boss_at` (spot, needs_done of `of`, monster), `trouble_dice` (n while `while_done` is done,
    up to `cap_at`), `trouble_dice_at_done_hex` (n)."""

    op: str
    n: int = 0
    spot: str = ""
    needs_done: int = 0
    of: tuple[str, ...] = ()
    while_done: str = ""
    cap_at: int = 0
    monster: Monster | None = None


@dataclass(frozen=True)
class Victory:
    """What wins. `op`: count_done (at_least of `of`), defeat (monster), party_at (back at the start hex, with
    `requires_done` and at_least of `of`). `when`: immediately or end_of_turn_before_time."""

    op: str
    of: tuple[str, ...] = ()
    at_least: int = 0
    monster: str = ""
    requires_done: tuple[str, ...] = ()
    when: str = "immediately"


@dataclass(frozen=True)
class Quest:
    """A quest card. `text` is what it is about, for people. `time_start` is the printed time; `normal_time` is, for
    some maps by their ids, the time at normal difficulty, where that is another."""

    id: str
    name: str
    time_start: int
    targets: tuple[Target, ...]
    rules: tuple[QuestRule, ...]
    victory: Victory
    text: str = ""
    normal_time: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Keepsake:
    """An item or a relic: how often it can be used, and when (any, battle_any, battle_before_monster_attack,
    before_roll_for_trouble, bearer_melee_hit, bearer_would_fall). `again` False: a relic that is used up stays gone."""

    id: str
    uses: int
    when: str
    effects: tuple[Effect, ...]
    again: bool = True


@dataclass(frozen=True)
class Find:
    """What a sum gives: effects at once, or an item or a relic. With `may` it can be left."""

    name: str
    effects: tuple[Effect, ...] = ()
    item: Keepsake | None = None
    relic: Keepsake | None = None
    may: bool = False


@dataclass(frozen=True)
class Treasure:
    """A treasure card: what each sum from 2 to 12 gives, None for nothing."""

    id: str
    name: str
    results: Mapping[int, Find | None]


# -- heroes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A space of a hero's card. `action` is an action code, empty for none; `removal`: its cube leaves the card after
    use; `start`: a cube begins there; `up`: an arrow leads to the same column one row higher (Cleric); `green`: only
    with the training that goes with it (Ranger)."""

    id: str
    action: str = ""
    removal: bool = False
    start: bool = False
    up: bool = False
    green: bool = False


@dataclass(frozen=True)
class Spell:
    """Two ingredients and what they do together."""

    id: str
    pair: frozenset[str]
    action: str
    removal: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class HeroCard:
    """What all heroes have; each card is the same as itself only. `reroll_vs`: the tag of monsters against which one
    die of each own attack may be re-rolled."""

    id: str
    name: str
    health: int
    reroll_vs: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class ClericCard(HeroCard):
    """`range_track` near, any, all; `grid` rows from the lowest, None where there is no space."""

    range_track: tuple[Spot, ...]
    grid: tuple[tuple[Spot | None, ...], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class ThiefCard(HeroCard):
    """`directions` clockwise first; `ring` clockwise from the top; `disorientation`: by spaces moved 1 to 3 the least
    number that succeeds, and `center_needs` for a move to the centre."""

    directions: tuple[Spot, Spot]
    ring: tuple[Spot, ...]
    center: Spot
    disorientation: Mapping[int, int]
    center_needs: int


@dataclass(frozen=True, kw_only=True, eq=False)
class WitchCard(HeroCard):
    """`left` and `right` are the ingredients; those of the right have side effects (their `action`)."""

    left: tuple[Spot, ...]
    right: tuple[Spot, ...]
    spells: tuple[Spell, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class RangerCard(HeroCard):
    """`training` from top to bottom, each with the action that it enables; `mill` clockwise from the top left."""

    training: tuple[Spot, ...]
    mill: tuple[Spot, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class ShepherdCard(HeroCard):
    """`kennel` is the dog's space, `center` where she starts, `areas` by N, E, S, W."""

    kennel: Spot
    center: Spot
    areas: Mapping[str, tuple[Spot, ...]]


Hero = ClericCard | ThiefCard | WitchCard | RangerCard | ShepherdCard


@dataclass(frozen=True)
class Constants:
    """What is printed on the cards that are always in play."""

    time_start: int
    resource_max: int
    resource_start: Mapping[str, int]
    rows: tuple[str, ...]
    treasure_cubes: int
    quest_cubes: int
    long_battle_clock: bool = True


@dataclass(frozen=True)
class Content:
    """Everything that can be chosen from, by id; the starter set with an owner's cards over it."""

    constants: Constants
    terrains: Mapping[str, Terrain]
    traps: Mapping[int, Trap]
    statuses: Mapping[str, Status]
    heroes: Mapping[str, Hero]
    maps: Mapping[str, Map]
    monster_cards: Mapping[str, MonsterCard]
    quests: Mapping[str, Quest]
    treasures: Mapping[str, Treasure]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What every id is called, for the table `word`; texts, and what has no id, stand there by themselves."""
        found = {trap.name: trap.name for trap in self.traps.values()}
        found |= {quest.text: quest.text for quest in self.quests.values() if quest.text}
        for group in (self.terrains, self.statuses, self.heroes, self.maps, self.monster_cards, self.quests):
            found |= {key: thing.name for key, thing in group.items()}
        for quest in self.quests.values():
            found |= {target.id: target.name for target in quest.targets}
        for monster in self.monsters.values():
            found[monster.id] = monster.name
        for treasure in self.treasures.values():
            found[treasure.id] = treasure.name
            for find in (f for f in treasure.results.values() if f is not None):
                found[find.name] = find.name
                for thing in (find.item, find.relic):
                    if thing is not None:
                        found[thing.id] = find.name
        return found

    @cached_property
    def monsters(self) -> Mapping[str, Monster]:
        """Every monster by its id, those of quests too."""
        found = {m.id: m for card in self.monster_cards.values() for m in card.monsters}
        for quest in self.quests.values():
            found |= {rule.monster.id: rule.monster for rule in quest.rules if rule.monster is not None}
        return found

    @cached_property
    def keepsakes(self) -> Mapping[str, Keepsake]:
        """Every item and relic by its id."""
        found: dict[str, Keepsake] = {}
        for treasure in self.treasures.values():
            for find in (f for f in treasure.results.values() if f is not None):
                found |= {thing.id: thing for thing in (find.item, find.relic) if thing is not None}
        return found
