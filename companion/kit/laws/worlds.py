"""Swapped worlds: exchange two pieces that a reader was never shown; that reader must not notice.

A world is a match's entries up to a point as they were, and from there with two pieces' names exchanged. At that point
the companion itself did not know where either was. A world in which the play would not have been possible (an entry
is refused, a claim broken, a secret told on purpose tells something else) is compared up to there and counted as
contradicting.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from companion.kit.laws.playing import Script, played, watched
from companion.kit.laws.renaming import is_the_other_copy, renamed, renamed_key
from rules.engine.entries import Entry
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.packets import Asked, asked, packet, written
from rules.engine.questions import Answer, Deal, Draw, Question, Reveal
from rules.engine.recall import Recalls
from rules.engine.redact import changed, redact_event
from rules.engine.table import Table
from rules.engine.types import PUBLIC, Event, PieceId, Pile, Refusal, Seat, State, may_read

BYTES_COST = 8
BYTES_EVERY = 7  # in one of so many matches packets are compared byte by byte, in the others by value
ALL_EVERY = 8  # at one of so many versions the whole history is written out, at the others the latest of it
LATEST = 20

Swap = tuple[PieceId, PieceId]


@dataclass(frozen=True)
class View:
    """What one reader was handed at one version."""

    state: State
    asked: Asked | None
    events: tuple[Event, ...]
    text: str
    chosen: str  # what a player of the program would answer


@dataclass(frozen=True)
class Leak:
    """A reader noticed a swap: at which version, what differed."""

    script: Script
    swap: Swap
    since: int
    reader: Seat
    version: int
    what: str


@dataclass
class Count:
    """How many worlds were tried, and what came of them."""

    compared: int = 0
    contradicting: int = 0
    versions: int = 0
    leaks: list[Leak] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.compared += other.compared
        self.contradicting += other.contradicting
        self.versions += other.versions
        self.leaks += other.leaks

    def __str__(self) -> str:
        return (
            f"{self.compared} swapped worlds compared, {self.contradicting} contradicted the play on the way; "
            f"{self.versions} packets; {len(self.leaks)} leaks"
        )


@dataclass(frozen=True)
class World:
    """Which pieces change places from which entry on, and up to which version each reader must not notice."""

    swap: Swap
    since: int
    until: Mapping[Seat, int]

    @property
    def end(self) -> int:
        return max(self.until.values())


def heard(events: tuple[Event, ...], reader: Seat) -> tuple[Event, ...]:
    return tuple(h for e in events if (h := redact_event(e, reader)) is not None)


def texts_in(value: object) -> Iterator[str]:
    """The texts of nested values, pieces included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, tuple | list | frozenset):
        for inner in value:
            yield from texts_in(inner)


def pieces_in(value: object) -> Iterator[PieceId]:
    return (text for text in texts_in(value) if isinstance(text, PieceId))


def as_bytes(match: Match, reader: Seat) -> str:
    """A packet as it would be handed out; with all that has happened only now and then, since that grows and stays."""
    return written(packet(match, reader, None if match.version % ALL_EVERY == 0 else LATEST))


class ShowingTable(Table):
    """A table that remembers which pieces each reader could see at some time since it was asked last: what is looked at
    may be shuffled in the same step."""

    def _put(self, pile: Pile) -> None:
        super()._put(pile)
        shown: dict[Seat, set[PieceId]] = self.__dict__.setdefault("shown", {})
        for slot in pile.slots:
            if isinstance(slot.piece, PieceId):
                for reader in slot.readers:
                    shown.setdefault(reader, set()).add(slot.piece)


class ShowingMatch(Match):
    """A match on such a table."""

    made_of = ShowingTable


def _shown_to(match: Match, reader: Seat) -> set[PieceId]:
    shown: dict[Seat, set[PieceId]] = match.table.__dict__.get("shown", {})
    return shown.get(reader, set()) | shown.get(PUBLIC, set())


def _known_to(state: State, reader: Seat) -> Iterator[PieceId]:
    """The pieces that a reader knows of, as the notes call them."""
    for pile in state.piles.values():
        for slot in pile.slots:
            if isinstance(slot.piece, PieceId) and may_read(slot.readers, reader):
                yield slot.piece


Chooses = Callable[[Match, Recalls, Seat], str]
"""The key that a player of the program would give now at a seat; "" where it leaves that to chance."""


class _Player:
    """Whoever answers for every seat of a match. What seats remember is noted only for a player that may think on it:
    the game's own is not given it."""

    def __init__(self, match: Match, chooses: Chooses | None):
        self._match, self._chooses = match, chooses
        self._recalls = None if chooses is None else Recalls(match)

    def note(self, entry: Entry) -> None:
        if self._recalls is not None:
            self._recalls.note(entry)

    def choice(self, reader: Seat) -> str:
        if self._chooses is None or self._recalls is None:
            return _own_choice(self._match, reader)
        return self._chooses(self._match, self._recalls, reader)


def _own_choice(match: Match, reader: Seat) -> str:
    """What the game's own player would answer."""
    bot = match.game.bots.bot
    if bot is None:
        return ""
    question = asked(match, reader)
    allowed = tuple(o for o in question.options if o.refusal is None) if question is not None else ()
    chosen = bot(packet(match, reader, 0).seen, allowed) if allowed else None
    return "" if chosen is None else chosen.key


def exchange(swap: Swap) -> dict[str, str]:
    return {swap[0]: swap[1], swap[1]: swap[0]}


class Base:
    """A match as it was, with all that each reader was handed at each version."""

    def __init__(
        self,
        script: Script,
        *,
        texts: bool = False,
        shown: frozenset[Seat] | None = None,
        chooses: Chooses | None = None,
    ):
        """`shown`: the only seats whose cards the companion is told; None: all. `chooses`: the player of the program
        that is asked for every seat, too; None: the game's own."""
        self.script, self.chooses = script, chooses
        self.game = script.game
        self.log = (played(script) if shown is None else watched(script, shown)).log
        match = ShowingMatch(self.game, script.header)
        self._player = _Player(match, chooses)
        self.decks = tuple(match.table.decks.values())
        self.readers = (PUBLIC, *match.table.seats)
        self.views: dict[Seat, list[View]] = {r: [] for r in self.readers}
        self.shown: dict[Seat, list[frozenset[PieceId]]] = {r: [] for r in self.readers}
        self.lost: list[frozenset[PieceId]] = []  # pieces that the companion cannot place
        self.among: list[tuple[frozenset[PieceId], ...]] = []  # which of them come out of the same place next
        self.words: list[frozenset[str]] = []  # by entry, what its key names that is no piece
        self._note(match, tuple(t.event for t in match.told), texts)
        for entry in self.log:
            self.words.append(_words(match, entry))
            turned_up = (
                {PieceId(entry.key)} if isinstance(match.question, Reveal) and isinstance(entry, Answer) else set()
            )
            outcome = match.submit(entry)
            assert isinstance(outcome, Accepted), outcome
            self._player.note(entry)
            self._note(match, outcome.events, texts, turned_up)

    def _note(self, match: Match, events: tuple[Event, ...], texts: bool, turned_up: Collection[PieceId] = ()) -> None:
        """`turned_up`: what everybody saw just now, by the name that the entry gives it."""
        everything = frozenset(p for deck in match.table.decks.values() for p in deck)
        self.lost.append(everything - match.state.known().keys())
        self.among.append(_among(match.question))
        for reader in self.readers:
            told = heard(events, reader)
            text = as_bytes(match, reader) if texts else ""
            chosen = self._player.choice(reader)
            self.views[reader].append(View(match.seen(reader), asked(match, reader), told, text, chosen))
            named = {p for e in told for p in pieces_in(e.facts)}
            tracks = {p for t in match.seen(reader).tracks.values() for p in pieces_in(t.value)}
            self.shown[reader].append(
                frozenset({*_known_to(match.state, reader), *_shown_to(match, reader), *turned_up, *named, *tracks})
            )
        match.table.__dict__.pop("shown", None)

    def entry(self, at: int, swap: Swap) -> Entry:
        """An entry of the log in a world in which two pieces have each other's names."""
        entry, words = self.log[at], self.words[at]
        other = renamed(entry, exchange(swap))
        if isinstance(entry, Answer) and isinstance(other, Answer) and words & set(swap):
            names = {a: b for a, b in exchange(swap).items() if a not in words}
            return replace(other, key=renamed_key(entry.key, names))
        return other

    def worlds(self, random: Random, wanted: int) -> list[World]:
        """Some swaps that at least one reader must not notice; the pieces are of one deck and not copies."""
        starts = [v for v in range(len(self.log)) if v == 0 or self._is_deal(v)]
        found: list[World] = []
        pairs_at: dict[int, list[list[Swap]]] = {}
        for _ in range(wanted * 4):
            since = random.choice(starts)
            if since not in pairs_at:
                pairs_at[since] = self._pairs(since)
            pairs = pairs_at[since]  # each deck as often: small ones hold the greater secrets
            world = self._world(random.choice(random.choice(pairs)), since) if pairs else None
            if world is not None and world not in found:
                found.append(world)
            if len(found) == wanted:
                break
        return found

    def _pairs(self, since: int) -> list[list[Swap]]:
        """What may change places from here on, by the place or deck that it is from."""
        among = self.among[since] or self.decks
        by_deck = (
            [(a, b) for a, b in combinations(sorted(self.lost[since] & set(pieces)), 2) if a.kind != b.kind]
            for pieces in among
        )
        return [pairs for pairs in by_deck if pairs]

    def _is_deal(self, version: int) -> bool:
        """Whether a deal comes next, which is where pieces get hidden places."""
        entry = self.log[version]
        return isinstance(entry, Answer) and bool(entry.cards)

    def _world(self, swap: Swap, since: int) -> World | None:
        changed = [v + 1 for v in range(since, len(self.log)) if self.entry(v, swap) != self.log[v]]
        until: dict[Seat, int] = {}
        for reader in self.readers:
            last = since
            while last < len(self.log) and not self.shown[reader][last + 1] & set(swap):
                last += 1
            if changed and last >= changed[0]:
                until[reader] = last
        return World(swap, since, until) if until else None


def _among(question: Question | None) -> tuple[frozenset[PieceId], ...]:
    """The pieces that a question says may come, by the place that they come from; only those can change places without
    contradicting the play."""
    if isinstance(question, Deal):
        return tuple(question.among.values())
    return (question.among,) if isinstance(question, Draw) and question.among is not None else ()


def compare(base: Base, world: World) -> Count:
    """Plays a world and compares every packet of every reader that must not notice it."""
    match, count = Match(base.game, base.script.header), Count()
    player = _Player(match, base.chooses)
    for entry in base.log[: world.since]:
        match.submit(entry)
        player.note(entry)
    until = dict(world.until)
    alike: dict[Seat, tuple[State, State]] = {}  # what a reader saw last here and there: equal
    for version in range(world.since + 1, world.end + 1):
        renamed_entry = base.entry(version - 1, world.swap)
        outcome = match.submit(renamed_entry)
        if isinstance(outcome, Refusal) or _contradicts(base, outcome.events, version):
            count.contradicting += 1
            return count
        player.note(renamed_entry)
        for reader in [r for r, last in until.items() if last >= version]:
            view = base.views[reader][version]
            if _told_otherwise(base.game, view.events, heard(outcome.events, reader)):
                del until[reader]
                continue
            what = _bots_difference(player.choice(reader), view) or _difference(
                match, reader, view, outcome.events, alike.get(reader)
            )
            alike[reader] = (match.seen(reader), view.state)
            count.versions += 1
            if not what and reader == PUBLIC:
                what = _opened_otherwise(match, base, version)
            if what and is_the_other_copy(match.state, view.state, exchange(world.swap), reader):
                del until[reader]
                continue
            if what:
                count.leaks.append(Leak(base.script, world.swap, world.since, reader, version, what))
                del until[reader]
    count.compared += 1
    return count


def _words(match: Match, entry: Entry) -> frozenset[str]:
    """What the option of an answer names that is no piece, although one may be called so: a kind of card of which there
    is one."""
    question = match.question
    if not isinstance(entry, Answer) or question is None:
        return frozenset()
    option = question.listed(match.seen(entry.seat if question.asked else None), entry)
    if option is None:
        return frozenset()
    said = (option.value, option.say.facts, option.piece)
    return frozenset(texts_in(said)) - frozenset(pieces_in(said))


def _contradicts(base: Base, events: tuple[Event, ...], version: int) -> bool:
    """Whether a claim is broken in this world that was true in the other."""
    broken = sum(e.kind == "claim_broken" for e in events)
    return broken > sum(e.kind == "claim_broken" for e in base.views[PUBLIC][version].events)


def _told_otherwise(game: Game, one: tuple[Event, ...], other: tuple[Event, ...]) -> bool:
    """Whether a secret that is told on purpose is another one here."""
    return [e for e in one if e.kind in game.rules.reveals] != [e for e in other if e.kind in game.rules.reveals]


def _bots_difference(chosen: str, view: View) -> str:
    return "" if chosen == view.chosen else f"bot: {chosen} instead of {view.chosen}"


def _difference(
    match: Match, reader: Seat, view: View, events: tuple[Event, ...], alike: tuple[State, State] | None
) -> str:
    if view.text:
        return "" if as_bytes(match, reader) == view.text else "bytes"
    if (told := heard(events, reader)) != view.events:
        return f"events: {told} instead of {view.events}"
    if (question := asked(match, reader)) != view.asked:
        return f"question: {question} instead of {view.asked}"
    return _state_difference(match.seen(reader), view.state, alike)


def _opened_otherwise(match: Match, base: Base, version: int) -> str:
    """Whether who reads along on a seat's page notices: by what is offered openly, or by whether it is. Nobody can who
    cannot tell the worlds apart. Only what one seat alone is asked may be open (`Match.is_open`), and whom that is
    everybody has been told alike."""
    asked_here = () if match.question is None else match.question.asked
    for seat in asked_here if len(asked_here) == 1 else ():
        here, there = asked(match, seat), base.views[seat][version].asked
        opened = [None if one is None or not one.public else one for one in (here, there)]
        if opened[0] != opened[1]:
            return f"open question: {opened[0]} instead of {opened[1]}"
    return ""


def _state_difference(seen: State, other: State, alike: tuple[State, State] | None) -> str:
    """Which piles and tracks differ. What is the very value that it was when both were last found equal is not looked
    at again."""

    def differs(
        here: Mapping[str, object], there: Mapping[str, object], old: tuple[State, State] | None, kind: str
    ) -> list[str]:
        if old is None:
            return [k for k in here if here[k] != there[k]]
        touched = {*changed(getattr(old[0], kind), here), *changed(getattr(old[1], kind), there)}
        return [k for k in touched if here[k] != there[k]]

    parts = [
        *differs(seen.piles, other.piles, alike, "piles"),
        *differs(seen.tracks, other.tracks, alike, "tracks"),
    ]
    if parts or (seen.phase, seen.turn, seen.result) != (other.phase, other.turn, other.result):
        return f"state: {', '.join(parts) or 'phase, turn or result'}"
    return ""


def try_worlds(
    script: Script, random: Random, wanted: int, *, all_bytes: bool = False, chooses: Chooses | None = None
) -> Count:
    """Plays a script and some swapped worlds of it. Writing packets out costs most, so that some matches do, with fewer
    worlds."""
    total = Count()
    some_bytes = not all_bytes and script.seed % BYTES_EVERY == 0
    base = Base(script, texts=all_bytes or some_bytes, chooses=chooses)
    for world in base.worlds(random, max(1, wanted // BYTES_COST) if some_bytes else wanted):
        total.add(compare(base, world))
    return total
