"""Content files laid over each other, thing by thing, and what must hold among all of them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.games.chain_mail.content import RESOURCES, ROWS, Constants, Content, Quest, ShepherdCard
from rules.games.chain_mail.reading.entries import ID, ID_LENGTH, Entry, Notes, listed, meant, shown
from rules.games.chain_mail.reading.fights import monster_card
from rules.games.chain_mail.reading.goals import TIME, quest, treasure
from rules.games.chain_mail.reading.hero_cards import ACTIONS, hero
from rules.games.chain_mail.reading.places import game_map, status, terrain, trap

FORMAT: Final = "chainmail-content-1"
BYTE_ORDER_MARK: Final = "\ufeff"  # with which some editors begin a file
LONGEST: Final = 400_000
"""So many characters a file may have."""
RESERVED: Final = frozenset(
    {*RESOURCES, *ROWS, *ACTIONS, "party", "monster", "time", "card", "safe", "danger", "ambush"}
)
"""Words that the game uses itself, so that nothing of an owner's can have them as its id."""

CONSTANTS: Final = Constants(TIME, 5, {}, ROWS, 3, 4)
RESOURCE_MOST: Final = 9


@dataclass(frozen=True)
class Kind:
    """A kind of thing: the key of its tables, what one is called, and how one is read."""

    key: str
    called: str
    read: Callable[[Entry], Any]
    by: str = "id"


KINDS: Final = (
    Kind("terrain", "terrain", terrain),
    Kind("traps", "trap", trap, by="double"),
    Kind("statuses", "status", status),
    Kind("heroes", "hero", hero),
    Kind("maps", "map", game_map),
    Kind("monster_cards", "monster card", monster_card),
    Kind("quests", "quest", quest),
    Kind("treasures", "treasure card", treasure),
)
_CALLED: Final = {kind.key: kind.called for kind in KINDS}


@dataclass
class Shelf:
    """What was read so far: things by their kind and id, and the entry that each was read from."""

    constants: Constants = CONSTANTS
    things: dict[str, dict[Any, Any]] = field(default_factory=lambda: {kind.key: {} for kind in KINDS})
    origins: dict[tuple[str, Any], Entry] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)

    def copy(self) -> Shelf:
        """Another one with the same things on it, and nothing noted."""
        return Shelf(self.constants, {key: dict(things) for key, things in self.things.items()}, {})

    # -- files ---------------------------------------------------------------------------------------------------------

    def lay(self, file: str, text: str) -> None:
        """Reads a file; its things take the place of those with the same id."""
        whole = self._whole(file, text)
        if whole is None:
            return
        whole.only("format", "constants", *_CALLED)
        if whole.table.get("format") != FORMAT:
            given = shown(whole.table["format"]) if "format" in whole.table else "missing"
            whole.wrong(f"'format' is {given}, but it must be '{FORMAT}'", "format")
        part = whole.part("constants")
        if part is not None:
            self.constants = _constants(replace(part, name="constants"), self.constants)
        for kind in KINDS:
            for n, entry in enumerate(whole.parts(kind.key)):
                self._put(kind, _named(entry, kind, n))

    def _whole(self, file: str, text: str) -> Entry | None:
        empty = Entry(file, "the file", (), {}, self.notes)
        if len(text) > LONGEST:
            empty.wrong(f"it has more than {LONGEST} characters: divide it into several files")
            return None
        try:
            return replace(empty, table=tomllib.loads(text.removeprefix(BYTE_ORDER_MARK)))
        except RecursionError:
            empty.wrong("it is nested too deeply to be read")
        except ValueError as error:  # TOMLDecodeError, and numbers that are too long
            line = getattr(error, "lineno", 0) or _line_in(str(error))
            empty.wrong(f"this is not a toml file: {_said(error)}", *((LINE, line) if line else ()))
        return None

    def _put(self, kind: Kind, entry: Entry) -> None:
        thing = kind.read(entry)
        ident = None if thing is None else getattr(thing, kind.by)
        if not ident or kind.by not in entry.table:
            return
        before = self.origins.get((kind.key, ident))
        if before is not None:
            where = "" if before.file == entry.file else f" in {before.file}"
            entry.wrong(f"there is a {kind.called} with the {kind.by} '{ident}' already{where}", kind.by)
        self.things[kind.key][ident] = thing
        self.origins[kind.key, ident] = entry

    # -- all together --------------------------------------------------------------------------------------------------

    def look_up(self) -> None:
        """Notes references to what is not there, ids that mean two things, and what does not go together."""
        for reference in self.notes.references:
            known = self.things[reference.kind]
            if reference.ident not in known:
                called = _CALLED[reference.kind]
                what = f"'{reference.key}' names the {called} '{reference.ident}', which is not there"
                there = f"there are {listed(sorted(known))}{meant(reference.ident, known)}"
                reference.entry.wrong(f"{what}; {there}", *reference.place)
        self._meanings()
        self._one_shepherd()
        for ident, one in self.things["quests"].items():
            entry = self.origins.get(("quests", ident))
            cubes = sum(t.max * sum(e.op == "place_quest_cube" for e in t.on_success) for t in one.targets)
            if entry is not None and cubes > self.constants.quest_cubes:
                most = f"and there are {self.constants.quest_cubes} ('quest_cubes' in the constants)"
                entry.wrong(f"its goals place {cubes} quest cubes, {most}", "targets")

    def _one_shepherd(self) -> None:
        """There are dogs for one Shepherd only."""
        cards = [ident for ident, card in self.things["heroes"].items() if isinstance(card, ShepherdCard)]
        for ident in cards[1:]:
            entry = self.origins.get(("heroes", ident))
            if entry is not None:
                other = f"there is one already: give it the id '{cards[0]}' to take its place"
                entry.wrong(f"only one hero can have the model shepherd_compass, and {other}", "model")

    def _meanings(self) -> None:
        seen: dict[str, str] = {}
        for kind, key, ident, *place in sorted(self._idents(), key=lambda found: (found[0], found[1]) in self.origins):
            entry = self.origins.get((kind, key))
            if ident in seen and entry is not None:
                entry.wrong(f"the id '{ident}' is used already by {seen[ident]}: choose another one", *place)
            elif ident in RESERVED and entry is not None:
                entry.wrong(f"the id '{ident}' is a word of the game itself: choose another one", *place)
            seen.setdefault(ident, f"the {_CALLED[kind]} {key}")

    def _idents(self) -> Iterator[tuple[Any, ...]]:
        """Every id that people's names hang on: the kind and the id of the thing, the id, where it stands in it."""
        for kind in KINDS:
            for key, thing in self.things[kind.key].items():
                if kind.by == "id":
                    yield kind.key, key, key, "id"
                for ident, *place in _inner(kind.key, thing):
                    if ident:
                        yield kind.key, key, ident, *place

    def content(self) -> Content:
        """All of it. Only to be used when there is no problem."""
        kinds = self.things
        usual = self.constants.time_start
        quests = {key: _timed(one, usual) for key, one in kinds["quests"].items()}
        return Content(
            self.constants,
            kinds["terrain"],
            dict(sorted(kinds["traps"].items())),
            kinds["statuses"],
            kinds["heroes"],
            kinds["maps"],
            kinds["monster_cards"],
            quests,
            kinds["treasures"],
        )


def _timed(one: Quest, usual: int) -> Quest:
    return one if one.time_start else replace(one, time_start=usual)


LINE: Final = "#line"
"""The path of a problem with the form of a toml file is this and the number of the line."""


def _said(error: ValueError) -> str:
    text = str(error).partition(" (at ")[0] if isinstance(error, tomllib.TOMLDecodeError) else "a number is too long"
    return text[:1].lower() + text[1:]


def _line_in(message: str) -> int:
    number = message.rpartition("(at line ")[2].partition(",")[0]
    return int(number) if number.isdecimal() else 0


def _named(entry: Entry, kind: Kind, n: int) -> Entry:
    ident = entry.table.get(kind.by)
    named = isinstance(ident, str) and ID.fullmatch(ident) and len(ident) <= ID_LENGTH
    known = named or (type(ident) is int and 0 < ident < 7)
    return replace(entry, name=f"{kind.called} {ident if known else f'number {n + 1}'}")


def _constants(entry: Entry, usual: Constants) -> Constants:
    entry.only(
        *("time_start", "resource_max", "resource_start", "rows", "treasure_cubes", "quest_cubes", "long_battle_clock")
    )
    most = entry.number("resource_max", 5, RESOURCE_MOST, usual.resource_max)
    start = dict(usual.resource_start)
    part = entry.part("resource_start")
    if part is not None:
        part.only(*RESOURCES)
        start |= {name: part.number(name, 0, most) for name in RESOURCES if name in part.table}
    rows = entry.some_of("rows", ROWS, least=len(ROWS)) if "rows" in entry.table else usual.rows
    return Constants(
        entry.number("time_start", 1, TIME, usual.time_start),
        most,
        {name: min(most, start.get(name, 0)) for name in RESOURCES},
        rows,
        entry.number("treasure_cubes", 0, 20, usual.treasure_cubes),
        entry.number("quest_cubes", 4, 20, usual.quest_cubes),
        entry.yes("long_battle_clock", usual.long_battle_clock),
    )


def _inner(kind: str, thing: Any) -> Iterator[tuple[Any, ...]]:
    """The ids of what is part of a thing: monsters of a card, goals and bosses of a quest, items and relics."""
    match kind:
        case "monster_cards":
            for n, monster in enumerate(thing.monsters):
                yield monster.id, "monsters", n, "id"
        case "quests":
            for n, target in enumerate(thing.targets):
                yield target.id, "targets", n, "id"
            for n, rule in enumerate(thing.rules):
                if rule.monster is not None:
                    yield rule.monster.id, "rules", n, "monster", "id"
        case "treasures":
            for number, find in thing.results.items():
                for key in ("item", "relic"):
                    kept = None if find is None else getattr(find, key)
                    if kept is not None:
                        yield kept.id, "results", str(number), key, "id"
