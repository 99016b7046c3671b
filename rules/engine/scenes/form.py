"""The scene form: from the text of a scene file to values, with a clear sentence for everything that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from rules.engine.entries import (
    Correction,
    EndMatch,
    Entry,
    Header,
    Identify,
    MovePiece,
    NameCard,
    Position,
    Redefine,
    Rewind,
    SetTrack,
    SetTurn,
    TrackSetting,
    card_named,
)
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Card, PieceId, Seat

EVERYBODY: Final = "everybody"
NO_VALUE: Final = "none"
UNLISTED: Final = "unlisted"

PileTexts = Mapping[str, tuple[str, ...]]
T = TypeVar("T")


class SceneError(Exception):
    """A scene file that cannot be read: one sentence naming the key and, inside steps, the step's number."""


@dataclass(frozen=True)
class ExpectedEvent:
    """An event that must be told: its kind and, of its facts, those that matter."""

    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Expect:
    """What must be true after a step; None or empty: not looked at. Seats and pile keys are numbers already."""

    refused: str | None = None
    rule: str | None = None
    question: str | None = None
    asked: tuple[Seat, ...] | None = None
    events: tuple[ExpectedEvent, ...] | None = None
    phase: str | None = None
    turn: Seat | str | None = None  # NO_VALUE: nobody's
    winners: tuple[Seat, ...] | None = None
    piles: PileTexts = field(default_factory=dict)
    tracks: Mapping[str, TrackSetting] = field(default_factory=dict)
    can: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    cannot: Mapping[Seat, Mapping[str, str]] = field(default_factory=dict)
    sees: Mapping[Seat, PileTexts] = field(default_factory=dict)
    hears: Mapping[Seat, tuple[ExpectedEvent, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class SceneStep:
    """One entry and what must come of it. `number` counts from 1."""

    number: int
    entry: Entry
    expect: Expect = Expect()


@dataclass(frozen=True)
class Scene:
    """A scene file: where the match starts, its steps, and what must be true at the end."""

    game: str
    title: str
    players: tuple[str, ...]
    rules: tuple[str, ...] = ()
    note: str = ""
    source: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    position: Position | None = None
    steps: tuple[SceneStep, ...] = ()
    expect: Expect = Expect()

    @property
    def header(self) -> Header:
        """The start of the match that the scene plays."""
        return Header(self.game, len(self.players), self.settings, self.position)


def parse_scene(text: str, source: str = "") -> Scene:
    """The scene of a file's text; `source` names the file in errors. SceneError says what is wrong and where."""
    try:
        return _scene(_Table(tomllib.loads(text), ""), source)
    except tomllib.TOMLDecodeError as error:
        raise SceneError(f"{_file(source)}this is not toml: {error}.") from error
    except SceneError as error:
        raise SceneError(f"{_file(source)}{error}") from error.__cause__


def _file(source: str) -> str:
    return f"{source}: " if source else ""


_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}


class _Table:
    """A toml table that is emptied key by key, so that what is left over is unknown."""

    def __init__(self, values: Mapping[str, Any], where: str):
        self.values = values
        self.where = where
        self._asked: list[str] = []

    def error(self, sentence: str) -> SceneError:
        return SceneError(f"{self.where}{sentence}.")

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        value = self.maybe(key, kind)
        if value is not None:
            return value
        if default is None:
            raise self.error(f"'{key}' is missing")
        return default

    def maybe(self, key: str, kind: type[T]) -> T | None:
        self._asked.append(key)
        value = self.values.get(key)
        if value is not None and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            raise self.error(f"'{key}' must be {_KINDS[kind]}, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return self.text_list(key, self.get(key, list, []))

    def text_list(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or any(not isinstance(v, str) for v in value):
            raise self.error(f"'{key}' must be a list of texts")
        return tuple(value)

    def table(self, key: str) -> _Table:
        return _Table(self.get(key, dict, {}), f"{self.where}[{key}] ")

    def end(self) -> None:
        """Refuses what nobody asked for."""
        for key in self.values:
            if key not in self._asked:
                close = get_close_matches(key, self._asked, 1)
                hint = f"did you mean '{close[0]}'?" if close else f"known are: {', '.join(self._asked)}"
                raise self.error(f"there is no key '{key}' here ({hint})")


@dataclass(frozen=True)
class _Names:
    """The players' names, and what is written with them."""

    players: tuple[str, ...]

    def seat(self, name: str, table: _Table, key: str) -> Seat:
        if name in self.players:
            return Seat(self.players.index(name))
        close = get_close_matches(name, self.players, 1)
        hint = f"did you mean '{close[0]}'?" if close else f"the players are {', '.join(self.players)}"
        raise table.error(f"'{key}' names no player '{name}' ({hint})")

    def reader(self, name: str, table: _Table, key: str) -> Seat:
        return PUBLIC if name == EVERYBODY else self.seat(name, table, key)

    def key(self, text: str) -> str:
        """A pile's or track's key with seat numbers instead of names."""
        head, *rest = text.split("/")
        return "/".join([head, *(str(self.players.index(p)) if p in self.players else p for p in rest)])

    def value(self, value: Any) -> Any:
        """A track's or fact's value: a player's name is that seat, the text `none` no value."""
        if isinstance(value, list):
            return tuple(self.value(v) for v in value)
        if value == NO_VALUE:
            return None
        return Seat(self.players.index(value)) if value in self.players else value

    def piles(self, table: _Table) -> dict[str, tuple[str, ...]]:
        return {self.key(k): table.text_list(k, v) for k, v in table.values.items()}

    def tracks(self, table: _Table) -> dict[str, TrackSetting]:
        found: dict[str, TrackSetting] = {}
        for key, value in table.values.items():
            if not isinstance(value, str | int | bool | list):
                raise table.error(f"'{key}' must be a text, a whole number, true, false or a list of texts")
            found[self.key(key)] = self.value(value)
        return found


def _scene(top: _Table, source: str) -> Scene:
    players = top.texts("players")
    if not players:
        raise top.error("'players' must name the players, clockwise")
    for name in players:
        if not name or players.count(name) > 1 or name.isdecimal() or "/" in name or name in (EVERYBODY, NO_VALUE):
            raise top.error(f"'players' cannot hold '{name}': every name once, no number, no '/', no '{EVERYBODY}'")
    names = _Names(players)
    scene = Scene(
        game=top.get("game", str),
        title=top.get("title", str),
        players=players,
        rules=top.texts("rules"),
        note=top.get("note", str, ""),
        source=source,
        settings=top.get("options", dict, {}),
        position=_position(top.table("position"), names) if "position" in top.values else None,
        steps=tuple(_step(s, n, names) for n, s in enumerate(top.get("step", list, []), 1)),
        expect=_expect(top.table("expect"), names),
    )
    top.maybe("position", dict)
    top.end()
    return scene


def _position(table: _Table, names: _Names) -> Position:
    turn = table.maybe("turn", str)
    position = Position(
        piles=names.piles(table.table("piles")),
        tracks=names.tracks(table.table("tracks")),
        phase=table.get("phase", str, ""),
        turn=None if turn is None else int(names.seat(turn, table, "turn")),
    )
    table.end()
    return position


def _step(value: object, number: int, names: _Names) -> SceneStep:
    if not isinstance(value, dict):
        raise SceneError(f"step {number} is not a table: write [[step]].")
    table = _Table(value, f"step {number}: ")
    acts: Mapping[str, Callable[[_Table, _Names], Entry]] = {
        "do": _do,
        "deal": _deal,
        "identify": _identify,
        "correct": _correct,
        "rewind": lambda t, _: Rewind(t.get("rewind", int)),
    }
    given = [key for key in acts if key in value]
    if len(given) != 1:
        first = "nothing to do" if not given else f"both '{given[0]}' and '{given[1]}'"
        raise table.error(f"a step has one of {', '.join(acts)}; this one has {first}")
    entry = acts[given[0]](table, names)
    step = SceneStep(number, entry, _expect(table.table("expect"), names))
    for key in ("by", "irregular", "cards"):
        if key in value and given[0] != "do":
            raise table.error(f"'{key}' goes only with 'do'")
    for key in acts:
        table.maybe(key, object)
    table.end()
    return step


def _do(table: _Table, names: _Names) -> Entry:
    by = table.maybe("by", str)
    seat = None if by is None else names.seat(by, table, "by")
    cards = _named(table, "cards", names) if "cards" in table.values else ()
    return Answer(seat, table.get("do", str), cards, irregular=table.get("irregular", bool, False))


def _deal(table: _Table, names: _Names) -> Entry:
    return Answer(None, "dealt", _named(table, "deal", names))


def _named(table: _Table, key: str, names: _Names) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Cards by pile, as they go with an answer."""
    return tuple((pile, tuple(card_named(c) for c in cards)) for pile, cards in names.piles(table.table(key)).items())


def _identify(table: _Table, names: _Names) -> Entry:
    shown = table.table("identify")
    entry = Identify(names.key(shown.get("pile", str)), tuple(PieceId(p) for p in shown.texts("pieces")))
    shown.end()
    return entry


def _correct(table: _Table, names: _Names) -> Entry:
    outer = table.table("correct")
    reason = outer.get("reason", str, "")
    kinds: Mapping[str, Callable[[_Table], Correction]] = {
        "move_piece": lambda t: MovePiece(
            card_named(t.get("piece", str)),
            names.key(t.get("to", str)),
            reason,
            names.key(t.get("frm", str, "")),
            t.maybe("face_up", bool),
        ),
        "name_card": lambda t: NameCard(names.key(t.get("pile", str)), PieceId(t.get("piece", str)), reason),
        "set_track": lambda t: SetTrack(names.key(t.get("track", str)), names.value(t.get("value", object)), reason),
        "set_turn": lambda t: SetTurn(names.seat(t.get("seat", str), t, "seat"), reason),
        "end_match": lambda t: EndMatch(reason),
        "redefine": lambda t: Redefine(t.get("text", str), reason),
    }
    found: Correction | None = None
    for kind, read in kinds.items():
        if outer.maybe(kind, dict) is not None:
            if found is not None:
                raise outer.error("a step corrects one thing")
            inner = outer.table(kind)
            found = read(inner)
            inner.end()
    outer.end()
    if found is None:
        raise outer.error(f"'correct' needs one of {', '.join(kinds)}")
    return found


def _expect(table: _Table, names: _Names) -> Expect:
    turn = table.maybe("turn", str)
    asked, winners = table.maybe("asked", list), table.maybe("winners", list)
    events = table.maybe("events", list)
    hears, sees, can = table.table("hears"), table.table("sees"), table.table("can")
    expect = Expect(
        refused=table.maybe("refused", str),
        rule=table.maybe("rule", str),
        question=table.maybe("question", str),
        asked=None if asked is None else _seats(table, "asked", names),
        events=None if events is None else _events(table, "events", events, names),
        phase=table.maybe("phase", str),
        turn=turn if turn in (None, NO_VALUE) else names.seat(turn, table, "turn"),
        winners=None if winners is None else _seats(table, "winners", names),
        piles=names.piles(table.table("piles")),
        tracks=names.tracks(table.table("tracks")),
        can={names.reader(k, can, k): can.text_list(k, v) for k, v in can.values.items()},
        cannot=_cannot(table.table("cannot"), names),
        sees={names.reader(k, sees, k): names.piles(sees.table(k)) for k in sees.values},
        hears={names.reader(k, hears, k): _events(hears, k, v, names) for k, v in hears.values.items()},
    )
    if expect.rule is not None and expect.refused is None:
        raise table.error("'rule' is the rule of a refusal, so it needs 'refused'")
    table.end()
    return expect


def _seats(table: _Table, key: str, names: _Names) -> tuple[Seat, ...]:
    return tuple(names.seat(name, table, key) for name in table.texts(key))


def _cannot(table: _Table, names: _Names) -> dict[Seat, dict[str, str]]:
    found = {}
    for name in table.values:
        inner = table.table(name)
        found[names.reader(name, table, name)] = {key: inner.get(key, str) for key in inner.values}
    return found


def _events(table: _Table, key: str, values: object, names: _Names) -> tuple[ExpectedEvent, ...]:
    if not isinstance(values, list):
        raise table.error(f"'{key}' must be a list of event kinds")
    found = []
    for value in values:
        if isinstance(value, str):
            found.append(ExpectedEvent(value))
        elif isinstance(value, dict) and isinstance(value.get("kind"), str):
            facts = {k: names.value(v) for k, v in value.items() if k != "kind"}
            found.append(ExpectedEvent(value["kind"], facts))
        else:
            raise table.error(f"'{key}' holds {value!r}: an event is its kind, or a table with 'kind' and facts")
    return tuple(found)
