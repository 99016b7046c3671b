"""What the rules ask of a state: where the party is, who stands, what is in force. Everything is public (CM-I01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rules.engine import PieceId, Play, Seat, State, Table, TrackData, listed
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Content, Hero, Hex, Map, Monster, MonsterCard, Quest, Rule, Treasure
from rules.games.chain_mail.heroes import model_of
from rules.games.chain_mail.heroes.model import Model
from rules.games.chain_mail.heroes.movement import Fires


@dataclass(frozen=True)
class Spend:
    """Something done at any time: what, and by or for whom (a hero, an item, a dog)."""

    what: str
    who: str = ""


@dataclass(frozen=True)
class Held(TrackData):
    """An item or a relic at hand: how often it works yet, and who bears a relic."""

    ident: str
    uses: int
    bearer: str = ""


@dataclass(frozen=True)
class Sign(TrackData):
    """What the dogs found on a hex: safe, danger or ambush."""

    hex: int
    says: str


@dataclass(frozen=True)
class Blessing(TrackData):
    """A helper's Bless, by its number on the card, was used for the die of a hero; of one that reaches all and whose
    cubes are still to leave also once for nobody."""

    helper: str
    number: int
    hero: str = ""


ADVENTURE_ROWS = frozenset({"hide", "prep", "flank", "taunt"})
"""Rows in which adventure icons work (CM-175)."""
BATTLE_ROWS = frozenset({"prep", "battle", "flank"})
"""Rows in which battle icons work (CM-175)."""


@dataclass(frozen=True)
class Situation:
    """A state of the game with the content that it is played with."""

    state: State
    content: Content

    # -- cards in play -------------------------------------------------------------------------------------------------

    def _chosen(self, group: str) -> str:
        piece = next(iter(self.state.pile(group)), PieceId(""))
        return piece.removeprefix(f"{group}_")

    @property
    def quest(self) -> Quest | None:
        """The quest; None before it was chosen."""
        return self.content.quests.get(self._chosen(n.QUEST))

    @property
    def monster_card(self) -> MonsterCard | None:
        """The card of monsters; None before it was chosen."""
        return self.content.monster_cards.get(self._chosen(n.MONSTERS))

    @property
    def treasure(self) -> Treasure | None:
        """The treasure card; None before it was chosen."""
        return self.content.treasures.get(self._chosen(n.TREASURE))

    # -- the map -------------------------------------------------------------------------------------------------------

    @property
    def map(self) -> Map:
        """The map that lies on the table."""
        return self.content.maps[self.word(n.MAP)]

    @property
    def hex(self) -> Hex:
        """The hex of the party; the start hex while the token is nowhere."""
        return self.map.by_id[self.where(n.PARTY) or self.map.start]

    def where(self, piece: PieceId) -> int | None:
        """The hex on which a token stands."""
        place = self.state.where(piece) or ""
        head, _, tail = place.partition("/")
        return int(tail) if head == "hex" and int(tail) in self.map.by_id else None

    def terrain_rule(self, op: str) -> Rule | None:
        """The rule of this name that holds in the party's hex."""
        return next((r for r in self.content.terrains[self.hex.terrain].rules if r.op == op), None)

    @property
    def signs(self) -> dict[int, str]:
        """What the dogs found, by hex: safe, danger or ambush."""
        return {sign.hex: sign.says for sign in listed(self.state[n.SIGNS], Sign)}

    # -- tracks --------------------------------------------------------------------------------------------------------

    def number(self, track: str) -> int:
        """A track that counts."""
        return self.state.number(track)

    def listed(self, track: str) -> tuple[str, ...]:
        """A track that holds several words."""
        return listed(self.state[track], str)

    def word(self, track: str) -> str:
        """A track that holds one word."""
        value = self.state[track]
        return value if isinstance(value, str) else ""

    def has(self, track: str, mark: str | TrackData) -> bool:
        """Whether a mark is in a track of several."""
        return mark in listed(self.state[track], object)

    @property
    def blessings(self) -> tuple[Blessing, ...]:
        """What Blesses have been used for."""
        return tuple(mark for mark in listed(self.state[n.USED], object) if isinstance(mark, Blessing))

    @property
    def items(self) -> tuple[Held, ...]:
        """The items at hand."""
        return listed(self.state[n.ITEMS], Held)

    @property
    def relics(self) -> tuple[Held, ...]:
        """The relics at hand."""
        return listed(self.state[n.RELICS], Held)

    @property
    def treasure_cubes(self) -> int:
        """How many treasure cubes are left for items (CM-091)."""
        return self.content.constants.treasure_cubes - len(self.items) - len(self.relics)

    # -- heroes --------------------------------------------------------------------------------------------------------

    @property
    def heroes(self) -> tuple[str, ...]:
        """The heroes in play, in the order of the table."""
        return self.listed(n.IN_PLAY)

    def card(self, hero: str) -> Hero:
        """A hero's card."""
        return self.content.heroes[hero]

    def model(self, hero: str) -> Model:
        """The rules of a hero's card."""
        return model_of(self.card(hero))

    def health(self, hero: str) -> int:
        """A hero's hearts."""
        return self.number(n.health(hero))

    def is_standing(self, hero: str) -> bool:
        """Whether a hero has not fallen."""
        return self.health(hero) > 0

    @property
    def standing(self) -> tuple[str, ...]:
        """The heroes that have not fallen."""
        return tuple(h for h in self.heroes if self.is_standing(h))

    @property
    def fallen(self) -> tuple[str, ...]:
        """The heroes that have."""
        return tuple(h for h in self.heroes if not self.is_standing(h))

    def cubes(self, hero: str) -> tuple[str, ...]:
        """The spaces on which a hero's cubes stand."""
        return self.listed(n.cubes(hero))

    def passives(self, hero: str) -> tuple[Fires, ...]:
        """The passive icons of a hero that work: none of a fallen one's (CM-058)."""
        return self.model(hero).passives(self.cubes(hero)) if self.is_standing(hero) else ()

    def with_passive(self, action: str) -> Iterator[str]:
        """The heroes whose card shows this passive icon."""
        return (h for h in self.heroes if any(f.action == action for f in self.passives(h)))

    def cheapest(self, action: str) -> tuple[str, Fires] | None:
        """A hero who shows this passive icon, and the icon; if possible one that costs no cube when it is used."""
        shown = [(h, f) for h in self.heroes for f in self.passives(h) if f.action == action]
        return min(shown, key=lambda one: len(one[1].leaves), default=None)

    def statuses(self, hero: str) -> tuple[str, ...]:
        """The status cards that a hero has."""
        return tuple(s for s in self.content.statuses if self.word(n.status(s)) == hero)

    def status_rule(self, hero: str, op: str) -> Rule | None:
        """The rule of this name by which a status bothers a hero."""
        rules = (r for s in self.statuses(hero) for r in self.content.statuses[s].rules)
        return next((r for r in rules if r.op == op), None)

    def leader(self, hero: str) -> Seat:
        """Who leads a hero (CM-003); of three players the fourth hero is led by turns (J-27)."""
        seats, index = len(self.state.seats), self.heroes.index(hero)
        if seats == 3 and index == 3:
            return Seat(max(1, self.number(n.TURN_NUMBER)) % seats)
        return Seat(index * seats // 4 if seats != 3 else index)

    def beside(self, hero: str) -> tuple[str, ...]:
        """The heroes to the left and right at the table, which is a circle (R1)."""
        index, count = self.heroes.index(hero), len(self.heroes)
        return tuple(dict.fromkeys((self.heroes[index - 1], self.heroes[(index + 1) % count])))

    def relic(self, when: str, hero: str) -> Held | None:
        """A relic of a hero that is used then."""
        own = (relic for relic in self.relics if relic.bearer == hero)
        return next((relic for relic in own if self.content.keepsakes[relic.ident].when == when), None)

    # -- battle --------------------------------------------------------------------------------------------------------

    @property
    def monster(self) -> Monster | None:
        """The monster that is fought."""
        return self.content.monsters.get(self.word(n.MONSTER))

    def place(self, piece: PieceId) -> tuple[str, int] | None:
        """Where a token stands on the battle card: row and column."""
        head, _, tail = (self.state.where(piece) or "").partition("/")
        row, _, column = tail.rpartition("-")
        return (row, int(column)) if head == "battle" else None

    def row(self, hero: str) -> str:
        """The row of a hero on the battle card; empty outside battle."""
        place = self.place(n.token(hero))
        return place[0] if place else ""

    def allows_adventure(self, hero: str) -> bool:
        """Whether adventure icons work for a hero where it stands (CM-175)."""
        return self.monster is None or self.row(hero) in ADVENTURE_ROWS

    def allows_battle(self, hero: str) -> bool:
        """Whether battle icons work for a hero where it stands (CM-175)."""
        return self.monster is not None and self.row(hero) in BATTLE_ROWS

    def line(self, heroes: Iterable[str]) -> tuple[str, ...]:
        """Heroes on the battle card from left to right."""
        placed = {h: at for h in heroes if (at := self.place(n.token(h))) is not None}
        return tuple(sorted(placed, key=lambda h: placed[h][1]))


@dataclass(frozen=True)
class Run:
    """A running match: the table with the content that it is played with. `spend` carries out what may be done at any
    time; it is given from outside, since what it does may ask and roll itself."""

    t: Table
    content: Content
    spend: Callable[[Run, Spend], Play]

    @property
    def now(self) -> Situation:
        """The situation at this moment."""
        return Situation(self.t.state, self.content)

    def at(self, state: State) -> Situation:
        """The situation of a state as somebody knows it."""
        return Situation(state, self.content)

    def mark(self, track: str, mark: str | TrackData) -> None:
        """Adds a mark to a track of several."""
        self.t.set(track, (*self.marks(track), mark))

    def unmark(self, track: str, mark: str | TrackData) -> None:
        """Takes a mark from a track of several, once."""
        left = self.marks(track)
        left.remove(mark)
        self.t.set(track, tuple(left))

    def marks(self, track: str) -> list[str | TrackData]:
        """All marks in a track of several."""
        return [mark for mark in listed(self.t[track], object) if isinstance(mark, str | TrackData)]


class MatchOver(Exception):
    """The match has its result: everything that was going on ends."""


class BattleOver(Exception):
    """The monster is defeated: the battle ends at once (CM-184)."""
