"""What an author fills in to add a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.mat import BoardState, Layout, Sheet
from rules.engine.notation import Notation
from rules.engine.questions import Question
from rules.engine.table import Table
from rules.engine.types import Note, PieceId, Seat, State
from rules.engine.words import Words

Play = Generator[Question, Any, Any]
"""A game's coroutine: yields questions, receives the values of their answers."""


class SettingError(Exception):
    """A match option or number of players that the game does not have: one sentence."""


@dataclass(frozen=True)
class Setting:
    """One option of a match, with its default and what it means. `choices` empty: any value of the default's type."""

    key: str
    default: bool | int | str
    meaning: str
    choices: tuple[object, ...] = ()


@dataclass(frozen=True)
class CardFace:
    """How a piece looks and what it does, for screens. `suit` and `tint` are names of a shape and a colour, `suit_code`
    the suit's entry in the table `word`; `mark` says where the text comes from when it is not the printed card's
    ("house"). `figure`: of a piece that stands on a board as a figure, such as a chessman, "light" or "dark"."""

    piece: PieceId
    title: str
    corner: str = ""
    suit: str = ""
    suit_code: str = ""
    tint: str = "grey"
    text: str = ""
    mark: str = ""
    figure: str = ""


@dataclass(frozen=True)
class Game:
    """A game: its pieces, its setup and its coroutine.

    `setup(table)` makes piles and tracks and sets the first phase; `play(table)` reads phase and turn from the table
    and goes on from there until the match has a result. `decks(settings, seats)` are the pieces of a match for so many
    players. `faces(settings)` gives every piece's look; `status(state)`
    is an optional code for the one line that says what is going on. `notes(seen, reader)` are what a reader may be
    reminded of, made from the state as that reader knows it: for `PUBLIC` what everybody may be told, for a seat what
    only that seat may be told beyond it. `board` draws the board of a game that has one, from the state as a reader
    knows it; the piles that lie on its fields are not listed beside it. `sheets` are the cards with spaces on them that
    screens draw, such as a hero's card. `layout(seats)` is the mat for so many players; `mat` asks for it with the
    match's options, since `fitted` may lay another board on it.
    """

    slug: str
    title: str
    seats: range
    decks: Callable[[Mapping[str, object], int], Mapping[str, tuple[PieceId, ...]]]
    setup: Callable[[Table], None]
    play: Callable[[Table], Play]
    layout: Callable[[int], Layout]
    words: Callable[[str], Words]
    faces: Callable[[Mapping[str, object], Words], Mapping[PieceId, CardFace]]
    settings: tuple[Setting, ...] = ()
    rules: str = ""  # the prefix of its rule ids
    rules_text: Callable[[Words], tuple[tuple[str, str], ...]] = lambda words: ()  # (rule id, our sentence)
    prominent: frozenset[str] = field(default_factory=frozenset)  # kinds of track shown large
    pips: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # kinds of track drawn as shapes: which, how many
    reveals: frozenset[str] = field(default_factory=frozenset)  # kinds of event that tell of secrets on purpose
    paced: frozenset[str] = field(default_factory=frozenset)  # kinds of question that nobody may seem to answer at once
    seldom: frozenset[str] = field(default_factory=frozenset)  # first parts of keys that play by chance rarely takes
    eager: frozenset[str] = field(default_factory=frozenset)  # those that it takes most of the time it can
    put_away: frozenset[str] = field(default_factory=frozenset)  # kinds of pile and track that no screen need list
    alike: frozenset[str] = field(default_factory=frozenset)  # decks whose copies of a kind nobody tells apart
    own: Callable[[State, Seat], frozenset[PieceId]] | None = None  # all that a seat may ever hold, where that is fixed
    board: Callable[[State], BoardState] | None = None
    sheets: Callable[[State], tuple[Sheet, ...]] | None = None  # cards with spaces that screens draw
    fitted: Callable[[int, Mapping[str, object]], Layout] | None = None  # the mat where options change it
    unfit: Callable[[Mapping[str, object], int], str] = lambda settings, seats: ""  # why not with so many players
    turn_begins: Mapping[str, str] = field(default_factory=dict)  # phase to the one that begins another's turn then
    notes: Callable[[State, Seat], tuple[Note, ...]] = lambda seen, reader: ()
    bgg: int | None = None  # its number at BoardGameGeek, by which other programs know it; None: not known
    notation: Notation | None = None  # how a match is written down for other programs, where the field has a form

    def mat(self, seats: int, settings: Mapping[str, object]) -> Layout:
        """The mat for that many players and these options."""
        return self.layout(seats) if self.fitted is None else self.fitted(seats, settings)

    @property
    def players(self) -> str:
        """For how many players it is, in words: "3 to 6" or "2 or 4"."""
        joint = " or " if self.seats.step > 1 else " to "
        return str(self.seats[0]) if len(self.seats) == 1 else f"{self.seats[0]}{joint}{self.seats[-1]}"

    def all_pieces(self, settings: Mapping[str, object]) -> dict[str, tuple[PieceId, ...]]:
        """Every piece that the game has with these options, whatever the number of players: what is in the box."""
        found: dict[str, dict[PieceId, None]] = {}
        for seats in reversed(self.seats):
            for deck, pieces in self.decks(settings, seats).items():
                found.setdefault(deck, {}).update(dict.fromkeys(pieces))
        return {deck: tuple(pieces) for deck, pieces in found.items()}

    def check_seats(self, seats: int) -> None:
        """SettingError when the game is not for that many players."""
        if seats not in self.seats:
            raise SettingError(f"{self.title} is for {self.players} players, not {seats}.")

    def check_fit(self, settings: Mapping[str, object], seats: int) -> None:
        """SettingError when these options do not go with so many players."""
        if why := self.unfit(settings, seats):
            raise SettingError(why)

    def check_settings(self, given: Mapping[str, object]) -> dict[str, object]:
        """All options with their values. SettingError names the first that is unknown or has a wrong value."""
        known = {s.key: s for s in self.settings}
        for key, value in given.items():
            if key not in known:
                has = ", ".join(sorted(known)) or "none"
                raise SettingError(f"{self.title} has no option '{key}'; its options are: {has}.")
            setting = known[key]
            if setting.choices and value not in setting.choices:
                allowed = ", ".join(str(c) for c in setting.choices)
                raise SettingError(f"The option '{key}' can be {allowed}, not '{value}'.")
            if type(value) is not type(setting.default):
                kind = {bool: "true or false", int: "a number", str: "a word"}[type(setting.default)]
                raise SettingError(f"The option '{key}' must be {kind}, not '{value}'.")
        return {key: given.get(key, setting.default) for key, setting in known.items()}
