"""Reads packs: what the cards of Chronicle are and do, from toml files in the two forms of the pack format.

The starter pack is complete. An owner's files go over it card by card, ability by ability and history card by history
card. Every error is one sentence that names the file, the entry and what is allowed there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.engine import PieceId, own_text
from rules.games.chronicle.cards import SUITS, WILD, Ability, Character, Condition, History, Pack

CARD_FORM: Final = "chronicle-pack-1"
HISTORY_FORM: Final = "chronicle-history-1"
STRENGTHS: Final = range(1, 11)
AFFECTS: Final = ("allies", "hands", "meeting", "winner")
RANKS: Final = ("most", "fewest", "any")


class PackError(Exception):
    """A pack file that cannot be used: one sentence naming the file, the entry and what is allowed."""


@dataclass(frozen=True)
class _Op:
    """An op of the pack format: when it may work, its words with what they may be, its numbers with their default."""

    timings: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the first one is the default
    numbers: Mapping[str, int] = field(default_factory=dict)


_ANY: Final = ("on_play", "meeting_end", "round_end")
_PLAYED: Final = ("on_play", "meeting_end")
_SELF: Final = ("self", "victim")
OPS: Final[Mapping[str, _Op]] = {
    "none": _Op(_ANY),
    "count_as": _Op(("round_end",), numbers={"n": 1}),
    "reverse_strength": _Op(("meeting_end",)),
    "steal_ally": _Op(
        _PLAYED, {"from": ("one_opponent", "any_opponents", "each_opponent"), "chooser": _SELF}, {"count": 1}
    ),
    "end_meeting": _Op(
        ("on_play",),
        {"resolve": ("discard_all", "award_now", "return_to_hands"), "next_leader": ("self", "winner", "lead")},
    ),
    "recall_ally": _Op(_PLAYED, {"to": ("hand",), "chooser": ("self",)}, {"count": 1}),
    "return_played": _Op(_PLAYED, {"to": ("owner_hand", "discard"), "chooser": ("self",)}, {"count": 1}),
    "opponent_discards": _Op(_PLAYED, {"from": ("hand", "allies"), "chooser": ("victim", "self")}, {"count": 1}),
    "discard_own_ally": _Op(_PLAYED, {"chooser": ("self",)}, {"count": 1}),
    "give_ally": _Op(
        _PLAYED, {"to": ("left", "right", "chosen_opponent"), "chooser": ("self", "receiver")}, {"count": 1}
    ),
    "most_allies_discard": _Op(_PLAYED, {"chooser": _SELF}, {"count": 1}),
    "pass_allies": _Op(_PLAYED, {"dir": ("left", "right")}, {"count": 1}),
    "swap_allies": _Op(_PLAYED, {"with": ("one_opponent",)}),
    "win_meeting": _Op(("meeting_end",), numbers={"priority": 1}),
    "burn_meeting": _Op(("meeting_end",), {"keeps": ("self_card", "nothing")}, {"priority": 1}),
    "set_strength": _Op(("meeting_end",), numbers={"value": 0}),
    "purge_own_evil": _Op(("round_end",)),
    "take_discard_top": _Op(_PLAYED),
    "manual": _Op(_ANY),
}
_OF: Final = {"count_suit": "suit", "count_strength": "strength", "has_card": "card"}
METRICS: Final = ("count_suit", "count_allies", "count_evil", "count_strength", "sum_strength", "has_card", "manual")


@dataclass(frozen=True)
class _Entry:
    """One table of a pack file, with where it stands, so that an error can name it."""

    file: str
    name: str
    table: Mapping[str, Any]

    def wrong(self, what: str) -> PackError:
        return PackError(f"{self.file}: {self.name}: {what}.")

    def only(self, *allowed: str) -> None:
        for key in self.table:
            if key not in allowed:
                raise self.wrong(f"'{key}' is not known here; allowed are {', '.join(sorted(allowed))}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(f"'{key}' must be a text in quotation marks")
        return value

    def number(self, key: str, default: int | None, allowed: range) -> int:
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise self.wrong(f"'{key}' must be a number from {allowed[0]} to {allowed[-1]}")
        return value

    def yes(self, key: str, default: bool) -> bool:
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(f"'{key}' must be true or false")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        value = self.table.get(key, default)
        if value not in allowed:
            raise self.wrong(f"'{key}' must be one of {', '.join(allowed)}, not '{value}'")
        return str(value)

    def part(self, key: str) -> _Entry:
        value = self.table.get(key, {})
        if not isinstance(value, Mapping):
            raise self.wrong(f"'{key}' must be a table")
        return _Entry(self.file, f"{self.name}, {key}", value)

    def parts(self, key: str) -> list[_Entry]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, Mapping) for v in value):
            raise self.wrong(f"'{key}' must be a list of tables")
        return [_Entry(self.file, f"{key} {v.get('id', n + 1)}", v) for n, v in enumerate(value)]


# -- reading the two forms ---------------------------------------------------------------------------------------------


def _card_id(suit: str, strength: int) -> PieceId:
    return PieceId(f"{suit[:3].upper()}-{strength}")


IDS: Final = (
    *(_card_id(suit, n) for suit in SUITS for n in STRENGTHS),
    *(PieceId(f"WILD-{name}") for name in ("KING", "SAGE", "FOOL", "ANGEL", "DEMON", "DRAGON")),
)


def _known(entry: _Entry, key: str, allowed: tuple[PieceId, ...]) -> PieceId:
    value = PieceId(entry.text(key))
    if value not in allowed:
        raise entry.wrong(f"'{key}' is '{value}', which is none of {', '.join(allowed)}")
    return value


def _character(entry: _Entry, known: Mapping[PieceId, Character]) -> Character:
    entry.only("id", "suit", "strength", "name", "evil")
    piece = _known(entry, "id", IDS)
    old = known.get(piece)
    suit = entry.one_of("suit", (*SUITS, WILD), old.suit if old else None)
    if suit == WILD and "strength" in entry.table:
        raise entry.wrong("a Wild has no 'strength'")
    given = None if old is None else old.strength
    strength = None if suit == WILD else entry.number("strength", given, STRENGTHS)
    name = entry.text("name", old.name if old else "")
    return Character(piece, suit, strength, name, entry.yes("evil", old.evil if old else False))


def _ability(entry: _Entry, owner: bool) -> Ability:
    op = entry.one_of("op", tuple(OPS))
    spec = OPS[op]
    extra = ("affects",) if op == "manual" else ("optional",) if op == "discard_own_ally" else ()
    entry.only("op", "timing", "source", "text", *spec.words, *spec.numbers, *extra)
    timing = entry.one_of("timing", spec.timings, spec.timings[0])
    params: dict[str, object] = {}
    for key, words in spec.words.items():
        params[key] = entry.one_of(key, words, words[0])
    for key, default in spec.numbers.items():
        allowed = range(-99, 100) if key in ("value", "priority") else range(1, 37)
        params[key] = entry.number(key, default, allowed)
    text = entry.text("text", "")
    if op == "manual":
        params["affects"] = _affects(entry, timing)
        if not text:
            raise entry.wrong("'manual' needs the card's words in 'text'")
    if op == "discard_own_ally":
        params["optional"] = entry.yes("optional", False)
    return Ability(op, timing, entry.text("source", "owner" if owner else None), text, params)


def _affects(entry: _Entry, timing: str) -> tuple[str, ...]:
    value = entry.table.get("affects", [])
    if not isinstance(value, list) or not value or any(v not in AFFECTS for v in value):
        raise entry.wrong(f"'affects' must be a list of some of {', '.join(AFFECTS)}")
    if "winner" in value and timing != "meeting_end":
        raise entry.wrong("'affects' may name winner only with the timing meeting_end")
    return tuple(value)


def _condition(entry: _Entry) -> Condition | None:
    if not entry.table:
        return None
    metric = entry.one_of("metric", METRICS)
    if metric == "manual":
        entry.only("metric")
        return Condition(metric)
    of_key = _OF.get(metric)
    entry.only("metric", "rank", "min", *((of_key,) if of_key else ()))
    match of_key:
        case "suit":
            of = entry.one_of("suit", (*SUITS, WILD))
        case "strength":
            of = str(entry.number("strength", None, STRENGTHS))
        case "card":
            of = _known(entry, "card", IDS)
        case _:
            of = ""
    return Condition(metric, entry.one_of("rank", RANKS), entry.number("min", 0, range(1000)), of)


def _history(entry: _Entry, ids: tuple[PieceId, ...], owner: bool) -> History:
    entry.only("id", "title", "title_is_ours", "theme_card", "condition", "flags", "source", "text")
    flags = entry.part("flags")
    flags.only("evil_not_excluded", "reactivate_previous", "draw_more")
    return History(
        _known(entry, "id", ids),
        entry.text("title"),
        _known(entry, "theme_card", IDS),
        _condition(entry.part("condition")),
        entry.text("source", "owner" if owner else None),
        entry.text("text", ""),
        flags.yes("evil_not_excluded", False),
        flags.number("reactivate_previous", 0, range(13)),
        flags.number("draw_more", 0, range(13)),
    )


HISTORY_IDS: Final = tuple(PieceId(f"H{n:02}") for n in range(1, 13))


def _with_cards(pack: Pack, file: _Entry, owner: bool) -> Pack:
    file.only("format", "pack_id", "fame_to_win", "cards", "abilities", "ability_overrides")
    characters = dict(pack.characters)
    for entry in file.parts("cards"):
        card = _character(entry, characters)
        characters[card.piece] = card
    abilities = dict(pack.abilities)
    usual = (*(str(n) for n in STRENGTHS), *(i for i in IDS if i.startswith("WILD-")))
    for key, allowed in (("abilities", usual), ("ability_overrides", IDS)):
        tables = file.part(key)
        for name in tables.table:
            if name not in allowed:
                raise tables.wrong(f"'{name}' is none of {', '.join(allowed)}")
            abilities[name] = _ability(tables.part(name), owner)
    fame = file.number("fame_to_win", pack.fame_to_win, range(1, 100))
    return replace(pack, fame_to_win=fame, characters=characters, abilities=abilities)


def _with_history(pack: Pack, file: _Entry, owner: bool) -> Pack:
    file.only("format", "pack_id", "history")
    histories = dict(pack.histories)
    for entry in file.parts("history"):
        history = _history(entry, HISTORY_IDS, owner)
        histories[history.piece] = history
    return replace(pack, histories=histories)


_FORMS: Final[Mapping[str, Callable[[Pack, _Entry, bool], Pack]]] = {
    CARD_FORM: _with_cards,
    HISTORY_FORM: _with_history,
}


def _over(pack: Pack, name: str, text: str, owner: bool) -> Pack:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{name}: this is not a toml file: {error}.") from error
    file = _Entry(name, "the file", table)
    form = file.one_of("format", tuple(_FORMS))
    return replace(_FORMS[form](pack, file, owner), pack_id=file.text("pack_id", None))


# -- packs -------------------------------------------------------------------------------------------------------------


def own_file(name: str) -> str:
    """The text of a data file of this game."""
    return own_text("rules.games.chronicle", name)


def starter() -> Pack:
    """The complete pack that comes with the companion."""
    pack = Pack("", 3, {}, {}, {})
    for name in ("starter_cards.toml", "starter_history.toml"):
        pack = _over(pack, name, own_file(name), owner=False)
    return pack


def load_owner(files: Mapping[str, str]) -> Pack:
    """The starter pack with an owner's files (name to text, of either form) over it. PackError says what is wrong."""
    pack = starter()
    for name, text in files.items():
        pack = _over(pack, name, text, owner=True)
    return pack
