"""Playing a scene and telling every difference between what it expects and what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Final

from rules.engine.entries import Entry
from rules.engine.game import Game, SettingError
from rules.engine.match import Accepted, Match, Outcome
from rules.engine.positions import PositionError
from rules.engine.questions import Answer
from rules.engine.redact import redact_event
from rules.engine.scenes.form import EVERYBODY, NO_VALUE, UNLISTED, Expect, ExpectedEvent, Scene
from rules.engine.types import ALL, PUBLIC, UNSEEN, Event, Pile, Private, Refusal, Seat, Slot, State, TrackData

START, END = 0, -1
_ENGINE: Final = Path(__file__).resolve().parents[1]
NO_SUCH_OPTION: Final = "no_such_option"
_MOST_KEYS: Final = 12


@dataclass(frozen=True)
class Difference:
    """Something that is not as the scene expects. `step` counts from 1; START and END are before and after them."""

    step: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        place = {START: "at the start", END: "at the end"}.get(self.step, f"step {self.step}")
        return f"{place}: {self.what}: expected {self.expected}, found {self.found}"


def run_scene(scene: Scene, game: Game) -> list[Difference]:
    """Plays the scene and gives every difference, in order; none: all is as expected."""
    if scene.game != game.slug:
        return [Difference(START, "game", scene.game, game.slug)]
    try:
        match = Match(game, scene.header)
    except (PositionError, SettingError) as error:
        return [Difference(START, "position", "one that the game can have", str(error))]
    found: list[Difference] = []
    outcome: Outcome = Accepted(())
    for step in scene.steps:
        try:
            outcome = match.submit(step.entry)
        except Exception as error:  # a fault in a game's code is a finding about that step, not the end of the report
            failure = f"{type(error).__name__}: {error}{_place(error)}"
            found.append(Difference(step.number, "step", "to be carried out", failure))
            continue
        look = _Look(match, outcome, scene.players, step.number)
        found += look.outcome(step.expect, step.entry)
        found += look.all(step.expect)
    return found + list(_Look(match, outcome, scene.players, END).all(scene.expect))


def _place(error: BaseException) -> str:
    """The last line of a game's own code that led to it."""
    lines = [f for f in extract_tb(error.__traceback__) if _ENGINE not in Path(f.filename).resolve().parents]
    return f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""


def _slot_text(slot: Slot, like: str) -> str:
    """A card as the scene writes it: how it lies only when `like` says it as well."""
    name = slot.piece.value if slot.piece is UNSEEN else str(slot.piece)
    lies = like.partition(":")[2]
    if not lies:
        return name
    return f"{name}:{'shown' if lies == 'shown' and slot.readers == ALL else 'up' if slot.face_up else 'down'}"


def _pile_texts(pile: Pile, like: Sequence[str]) -> list[str]:
    """The content of a pile, each card written as fully as the expected one that it may be."""
    by_name = {text.partition(":")[0]: text for text in like}
    shown = [_slot_text(s, by_name.get(s.piece.value if s.piece is UNSEEN else s.piece, "")) for s in pile.slots]
    return shown if pile.ordered else sorted(shown)


def _plain(value: object) -> object:
    """A fact as the scene writes it."""
    if isinstance(value, Private):
        return _plain(value.value)
    if isinstance(value, tuple | list | frozenset):
        parts = [_plain(v) for v in value]
        return sorted(parts, key=str) if isinstance(value, frozenset) else parts
    if isinstance(value, TrackData):
        return str(value)
    return UNSEEN.value if value is UNSEEN else value


@dataclass(frozen=True)
class _Look:
    """One moment of a scene, compared with what is expected of it."""

    match: Match
    result: Outcome
    players: Sequence[str]
    step: int

    def outcome(self, expect: Expect, entry: Entry) -> Iterator[Difference]:
        """Whether the entry was accepted or refused as it should be."""
        found, what = self.result, f"'{entry.key}'" if isinstance(entry, Answer) else type(entry).__name__.lower()
        if isinstance(found, Refusal):
            if expect.refused is None:
                yield self._differs(what, "accepted", self._refused(found, entry))
            yield from self._same(f"refusal of {what}", expect.refused, found.code)
            yield from self._same(f"rule of the refusal of {what}", expect.rule, found.rule)
        elif expect.refused is not None:
            yield self._differs(what, f"refused: {expect.refused}", "accepted")

    def all(self, expect: Expect) -> Iterator[Difference]:
        """Everything else that is expected of this moment."""
        match, state = self.match, self.match.state
        yield from self._same("question", expect.question, match.question.kind if match.question else "")
        yield from self._same("asked", _sorted(expect.asked), _sorted(match.waiting), self._names)
        if expect.events is not None:
            yield from self._events("events", expect.events, self._told)
        yield from self._same("phase", expect.phase, state.phase)
        if expect.turn is not None:
            turn = NO_VALUE if state.turn is None else state.turn
            yield from self._same("turn", expect.turn, turn, self._name)
        if expect.winners is not None:
            yield from self._winners(expect.winners)
        yield from self._piles("", expect.piles, state)
        for key, value in expect.tracks.items():
            if key not in state.tracks:
                yield self._differs(f"track {self._key(key)}", repr(value), "the game has no such track")
            elif _plain(state[key]) != _plain(value):
                yield self._differs(f"track {self._key(key)}", self._value(value), self._value(state[key]))
        for seat, keys in expect.can.items():
            yield from self._can(seat, dict.fromkeys(keys, ""))
        for seat, codes in expect.cannot.items():
            yield from self._can(seat, codes)
        for reader, piles in expect.sees.items():
            yield from self._piles(f"{self._name(reader)} sees ", piles, match.seen(reader))
        for reader, events in expect.hears.items():
            heard = [h for e in self._told if (h := redact_event(e, reader)) is not None]
            yield from self._events(f"{self._name(reader)} hears", events, heard)

    # -- one thing each ----------------------------------------------------------------------------------------------

    def _refused(self, refusal: Refusal, entry: Entry) -> str:
        """Why, and of a key that is not on offer those that are."""
        listed = ""
        if refusal.code == NO_SUCH_OPTION and isinstance(entry, Answer):
            keys = [f"'{option.key}'" for option in self.match.options(entry.seat) if option.refusal is None]
            more = ", ..." if len(keys) > _MOST_KEYS else ""
            listed = f"; on offer: {', '.join(keys[:_MOST_KEYS])}{more}" if keys else "; nothing is asked of this seat"
        return f"refused: {refusal.code} {refusal.rule}".rstrip() + listed

    @property
    def _told(self) -> tuple[Event, ...]:
        return self.result.events if isinstance(self.result, Accepted) else ()

    def _winners(self, expected: tuple[Seat, ...]) -> Iterator[Difference]:
        result = self.match.state.result
        if result is None:
            yield self._differs("winners", self._names(expected), "the match is not over")
        else:
            yield from self._same("winners", _sorted(expected), _sorted(result.winners), self._names)

    def _piles(self, who: str, expected: Mapping[str, tuple[str, ...]], state: State) -> Iterator[Difference]:
        for key, texts in expected.items():
            what = f"{who}pile {self._key(key)}"
            if key not in state.piles:
                yield self._differs(what, ", ".join(texts), "the game has no such pile")
                continue
            pile = state.pile(key)
            want = list(texts) if pile.ordered else sorted(texts)
            have = _pile_texts(pile, texts)
            if want != have:
                yield self._differs(what, ", ".join(want) or "empty", ", ".join(have) or "empty")

    def _can(self, reader: Seat, codes: Mapping[str, str]) -> Iterator[Difference]:
        """`codes` are refusals by option key, empty for what must be allowed."""
        seat = None if reader == PUBLIC else reader
        listed = {o.key: o for o in self.match.options(seat)}
        for key, code in codes.items():
            option = listed.get(key)
            if option is not None:
                have = option.refusal.code if option.refusal else ""
            elif code in ("", UNLISTED):
                have = UNLISTED
            else:
                answer = self.match.check(Answer(seat, key))
                have = answer.code if isinstance(answer, Refusal) else ""
            if have != code:
                what = f"'{key}' of {self._name(reader)}"
                yield self._differs(what, code or "allowed", have or "allowed")

    def _events(self, what: str, expected: tuple[ExpectedEvent, ...], found: Iterable[Event]) -> Iterator[Difference]:
        events = list(found)
        want, have = [e.kind for e in expected], [e.kind for e in events]
        if want != have:
            yield self._differs(what, ", ".join(want) or "none", ", ".join(have) or "none")
            return
        for number, (wanted, event) in enumerate(zip(expected, events, strict=True), 1):
            for name, value in wanted.facts.items():
                if name not in event.facts:
                    known = ", ".join(event.facts) or "none"
                    yield self._differs(f"{what} {number} ({event.kind})", f"a fact '{name}'", f"facts: {known}")
                elif _plain(event.facts[name]) != _plain(value):
                    where = f"{what} {number} ({event.kind}) {name}"
                    yield self._differs(where, self._value(value), self._value(event.facts[name]))

    # -- words -------------------------------------------------------------------------------------------------------

    def _same(
        self, what: str, expected: object, found: object, words: Callable[[object], str] = str
    ) -> Iterator[Difference]:
        if expected is not None and expected != found:
            yield self._differs(what, words(expected) or "none", words(found) or "none")

    def _differs(self, what: str, expected: str, found: str) -> Difference:
        return Difference(self.step, what, expected, found)

    def _name(self, seat: object) -> str:
        if not isinstance(seat, Seat):
            return str(seat)
        return EVERYBODY if seat == PUBLIC else self.players[seat]

    def _names(self, seats: object) -> str:
        return ", ".join(self._name(s) for s in seats) if isinstance(seats, tuple) else str(seats)

    def _value(self, value: object) -> str:
        plain = _plain(value)
        if isinstance(plain, list):
            return ", ".join(self._value(v) for v in plain)
        return NO_VALUE if plain is None else self._name(plain)

    def _key(self, key: str) -> str:
        head, *rest = key.split("/")
        named = [self.players[int(p)] if p.isdecimal() and int(p) < len(self.players) else p for p in rest]
        return "/".join([head, *named])


def _sorted(seats: tuple[Seat, ...] | None) -> tuple[Seat, ...] | None:
    return None if seats is None else tuple(sorted(seats))
