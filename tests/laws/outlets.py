"""Swapped worlds at the real hub: two tables at which the same is done, but for two pieces that a reader never saw.

Where the rules' packets of a reader are alike in both worlds, everything is alike that leaves the table for this
reader: pages, screen, voice, lights, to-do list, what the host's pages are made of, history and exports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.kit.laws.renaming import renamed_key
from companion.kit.laws.worlds import Base, Swap, World, exchange
from companion.referee.inbox import Dealt
from companion.telling.board import Aloud, Board
from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Seat
from tests.alike.plan import Recorded, Told
from tests.alike.recording import what_differs
from tests.alike.table import Hands

MOST_STEPS = 10
"""So many entries of a world are played at the hub, from the first that differs on."""

LATEST = 20

OUTLETS: Mapping[str, Callable[[str], bool]] = {
    "phones": lambda name: name.startswith("phone of seat"),
    "table_screen": lambda name: name == "table screen",
    "voice": lambda name: name in ("voice", "utterances"),
    "seat_lights": lambda name: name == "lights",
    "mqtt": lambda name: name == "broker",
    "venue": lambda name: name == "venue",
    "die_lights": lambda name: name == "die",
    "todo_list": lambda name: name == "to-do list",
    "board": lambda name: name in ("board", "journal page"),
    "history": lambda name: name in ("history", "match page") or name.startswith("step "),
    "exports": lambda name: name == "notation" or name.startswith("export "),
}
"""By the key of a registered outlet, what of the things told here is its."""


@dataclass(frozen=True)
class Leak:
    """Somebody could have noticed: in which world, after how many entries, who, where, and what."""

    script: str
    swap: Swap
    entries: int
    reader: Seat
    outlet: str
    what: str


@dataclass
class Found:
    """What came of some worlds. `seen`: the names of all that was compared."""

    compared: int = 0
    contradicting: int = 0
    leaks: list[Leak] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        worlds = f"{self.compared} worlds at the hub, {self.contradicting} contradicted the play"
        return f"{worlds}, {len(self.leaks)} leaks"


class Tables:
    """The same table in two worlds."""

    def __init__(self, base: Base, world: World, found: Found):
        self.base, self.world, self.found = base, world, found
        self.since = max(world.since, min(world.end, next(_differing(base, world))) - 2)
        self.readers = dict(world.until)
        self._folders = [TemporaryDirectory(), TemporaryDirectory()]
        self.hands = [self._opened(n) for n in range(2)]

    def close(self) -> None:
        for hands, folder in zip(self.hands, self._folders, strict=True):
            hands.close()
            folder.cleanup()

    def _opened(self, which: int) -> Hands:
        before = tuple(self._entry(at, which) for at in range(self.since))
        recorded = Recorded(self.base.script.header, "en", 1, False, before)
        return Hands(recorded, Path(self._folders[which].name), self.base.game)

    def _entry(self, at: int, which: int) -> Entry:
        swapped = which and at >= self.world.since
        return self.base.entry(at, self.world.swap) if swapped else self.base.log[at]

    def play(self, random: Random) -> None:
        """Plays on in both, with something else in between now and then, up to the history."""
        self._look(None)
        end = min(self.world.end, self.since + MOST_STEPS)
        for at in range(self.since, end):
            entries = [self._entry(at, n) for n in range(2)]
            self.readers = {r: until for r, until in self.readers.items() if until > at}
            done = [_give(hands, entry) for hands, entry in zip(self.hands, entries, strict=True)]
            if not all(done):
                self.found.contradicting += not done[1] and done[0]
                return
            self._look(entries[0].seat if isinstance(entries[0], Answer) else None)
            if random.random() < 0.5 and not self._beside(random):
                return
        self.found.compared += 1
        if PUBLIC in self.readers:
            self._compare([hands.past() for hands in self.hands], None)

    def _beside(self, random: Random) -> bool:
        """Something that changes no notes: a play that is refused, a card that is laid face-down, time that passes;
        whether both tables took it alike."""
        match, spots = self.hands[0].evening.match, self.hands[0].evening.voice.layout.spots
        versions = [hands.evening.match.version for hands in self.hands]
        refused = [(s, o.key) for s in match.waiting for o in match.options(s) if o.refusal is not None]
        seat: Seat | None = None
        if refused and random.random() < 0.6:
            seat, key = random.choice(refused)
            # who cannot tell the worlds apart taps the same in both
            other = key if seat in self._alike() else renamed_key(key, exchange(self.world.swap))
            keys = (key, other)
            for hands, one in zip(self.hands, keys, strict=True):
                hands.tap(int(seat), one, 0, "")
        elif match.table.decks and spots and random.random() < 0.5:
            spot, deck = random.choice(spots).name, random.choice(sorted(match.table.decks))
            for hands in self.hands:
                hands.lay_back(spot, deck)
        else:
            for hands in self.hands:
                hands.wait(6.0)
        if [hands.evening.match.version for hands in self.hands] != versions:
            return False  # it was an answer after all: what is played from here on is another match
        self._look(seat)
        return True

    def _look(self, seat: Seat | None) -> None:
        """Compares all that was told. `seat`: whose answer is replied to."""
        boards = [hands.evening.outlet.board for hands in self.hands]
        if PUBLIC in self._alike() and _facts(boards[0]) != _facts(boards[1]):
            self._note(PUBLIC, "board", "  what the host's pages are made of")
        self.found.seen.add("board")
        beside = [
            {
                "utterances": hands.utterances(),
                "broker": hands.evening.to_broker(),
                "venue": hands.evening.to_venue(),
            }
            for hands in self.hands
        ]
        self._compare([hands.told() | more for hands, more in zip(self.hands, beside, strict=True)], seat)

    def _compare(self, told: list[Told], seat: Seat | None) -> None:
        alike = self._alike()
        for name in told[0]:
            reader = _reader_of(name, seat)
            if reader in alike:
                self.found.seen.add(name)
                if told[0][name] != told[1].get(name):
                    self._note(reader, name, what_differs(told[0][name], told[1].get(name)))

    def _alike(self) -> frozenset[Seat]:
        """Readers whose packets of the rules are alike: that those are is another law's business."""
        one, other = (hands.evening.match for hands in self.hands)
        self.readers = {r: until for r, until in self.readers.items() if _same(one, other, r)}
        return frozenset(self.readers)

    def _note(self, reader: Seat, outlet: str, what: str) -> None:
        script, entries = str(self.base.script), len(self.hands[0].evening.match.log)
        self.found.leaks.append(Leak(script, self.world.swap, entries, reader, outlet, what))


def try_hubs(base: Base, random: Random, wanted: int) -> Found:
    """Some worlds of a match, each at two tables."""
    found = Found()
    for world in base.worlds(random, wanted):
        tables = Tables(base, world, found)
        try:
            tables.play(random)
        finally:
            tables.close()
    return found


def _differing(base: Base, world: World) -> Iterator[int]:
    """The entries of a world that are others there."""
    return (at for at in range(world.since, len(base.log)) if base.entry(at, world.swap) != base.log[at])


def _give(hands: Hands, entry: Entry) -> bool:
    """Gives an answer as people do; whether the match has it now."""
    assert isinstance(entry, Answer)
    evening, version = hands.evening, hands.evening.match.version
    if entry.cards:
        evening.referee.handle(Dealt(entry.cards, entry.key))
    else:
        evening.tap(0 if entry.seat is None else int(entry.seat), entry.key)
    return evening.match.version == version + 1 and evening.match.log[-1:] == [entry]


def _same(one: Match, other: Match, reader: Seat) -> bool:
    return packet(one, reader, LATEST) == packet(other, reader, LATEST)


def _facts(board: Board | None) -> object:
    assert board is not None
    around = replace(board.around, aloud=Aloud())
    asks = (board.tellable, board.needs_hands, board.is_dealing, board.to_turn_up)
    return (board.public, board.heard(), around, board.has_refused, board.unknown_tags, *asks)


def _reader_of(name: str, seat: Seat | None) -> Seat | None:
    """Who may read this; None: nobody who is meant here."""
    if name.startswith("phone of seat "):
        return Seat(int(name.rpartition(" ")[2]) - 1)
    if name == "reply":
        return PUBLIC if seat is None else seat
    return None if name.endswith(" open") else PUBLIC
