"""What an author fills in to add a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Protocol, TypeVarTuple

from rules.engine.about import About, about_of
from rules.engine.definitions import Definition
from rules.engine.mat import BoardState, Grid, Layout, Placement, Sheet, placed, read_layout
from rules.engine.notation import Notation
from rules.engine.own_files import Chapter, chapters_of, layout_of, rules_asked, rules_of, words_of
from rules.engine.questions import Option, Question
from rules.engine.redact import Seen
from rules.engine.table import Table
from rules.engine.types import Note, PieceId, Say, Seat, State
from rules.engine.words import Words
from words import SOURCE
from words.files import Tables, sentences

Play = Generator[Question, Any, Any]
"""A game's coroutine: yields questions, receives the values of their answers."""

More = TypeVarTuple("More")

Bot = Callable[[Seen, tuple[Option, ...]], Option | None]
"""A player of the program: what it would answer."""


class IsAsked(Protocol):
    """A question as somebody sees it who is asked: its kind, and its facts."""

    @property
    def kind(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, object]: ...


Policy = Callable[[Seen, IsAsked, tuple[Option, ...]], Option | None]
"""A player of the program that knows what is asked."""


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
    ("house"). `figure`: of a piece that stands on a board as a figure, such as a chessman, "light" or "dark".
    `picture`: the name of a file in the folder `pictures` of the game."""

    piece: PieceId
    title: str
    corner: str = ""
    suit: str = ""
    suit_code: str = ""
    tint: str = "grey"
    text: str = ""
    mark: str = ""
    figure: str = ""
    picture: str = ""


def by_phase(phases: Mapping[str, Callable[[Table, *More], Play | None]], *more: *More) -> Callable[[Table], Play]:
    """A game's coroutine from what happens in each phase: it goes on from the table's phase until there is a result.
    One that asks nothing may be a plain function. `more` is what every phase receives beside the table, such as the
    cards of an owner."""

    def play(t: Table) -> Play:
        while t.result is None:
            yield from questions_of(phases[t.phase](t, *more))

    return play


def questions_of(play: Play | None) -> Play:
    """What a function of the rules asks; nothing where it is a plain one."""
    return (yield from play) if play is not None else None


def _any_number_fits(settings: Mapping[str, object], seats: int) -> str:
    return ""


def _all_of_it(settings: Mapping[str, object]) -> Set[str]:
    return frozenset()


def _no_clock(settings: Mapping[str, object]) -> float:
    return 0.0


def _no_limit(t: Table) -> float:
    return 0.0


def _nothing_more(settings: Mapping[str, object]) -> tuple[Say, ...]:
    return ()


def _nothing_to_note(seen: State, reader: Seat) -> tuple[Note, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a game goes. `setup(table)` makes piles and tracks and sets the first phase; `play(table)` reads phase and
    turn from the table and goes on from there until the match has a result."""

    setup: Callable[[Table], None]
    play: Callable[[Table], Play]
    settings: tuple[Setting, ...] = ()
    unfit: Callable[[Mapping[str, object], int], str] = _any_number_fits  # why not with so many players; "": they fit
    turn_begins: Mapping[str, str] = field(default_factory=dict)  # phase to the one that begins another's turn then
    paced: Set[str] = frozenset()  # kinds of question that nobody may seem to answer at once
    reveals: Set[str] = frozenset()  # kinds of event that tell of secrets on purpose
    clock_s: Callable[[Mapping[str, object]], float] = _no_clock  # what each seat has for the whole match; 0: no clock
    turn_s: Callable[[Table], float] = _no_limit  # what the turn that is played may take; 0: what the host says


@dataclass(frozen=True, kw_only=True)
class Box:
    """What is in the box. `decks(settings, seats)` are the pieces of a match for so many players, `faces(settings,
    words)` the look of every piece; `grid(settings)` gives the fields of the board on the mat."""

    decks: Callable[[Mapping[str, object], int], Mapping[str, tuple[PieceId, ...]]]
    faces: Callable[[Mapping[str, object], Words], Mapping[PieceId, CardFace]]
    grid: Callable[[Mapping[str, object]], Grid] | None = None
    names: Callable[[str], Mapping[str, str]] | None = None  # by language: entries of `word` that stand in no file
    alike: Set[str] = frozenset()  # decks whose copies of a kind nobody tells apart
    shared: Set[str] = frozenset()  # those of them from which all draw, so that every reader has names of its own
    layout: Callable[[Mapping[str, object]], Mapping[str, Any]] | None = None  # the mat by the options: no layout.toml
    mat_without: Callable[[Mapping[str, object]], Set[str]] = _all_of_it  # tables of the mat not in use by the options
    tables: Callable[[str], Tables] | None = None  # by language: entries of any table of words that stand in no file
    own: Callable[[State, Seat], frozenset[PieceId]] | None = None  # all that a seat may ever hold, where that is fixed


@dataclass(frozen=True, kw_only=True)
class Screens:
    """What screens and voice show. All of it is made from the state as one reader knows it.

    `board` draws the board; the piles that lie on its fields are not listed beside it. `sheets` are cards with spaces
    on them, such as a hero's. `notes(seen, reader)` are what a reader may be reminded of: for `PUBLIC` what everybody
    may be told, for a seat what only that seat may be told beyond it. `how(settings)` are lines of the words' table
    `note` on the page that says how to play, which follow from the options or an owner's file.
    """

    prominent: Set[str] = frozenset()  # kinds of track shown large
    fewest_lead: Callable[[State], bool] = lambda state: False  # who has the least of what is shown large is ahead
    pips: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # kinds of track drawn as shapes: which, how many
    put_away: Set[str] = frozenset()  # kinds of pile and track that no screen need list
    board: Callable[[State], BoardState] | None = None
    sheets: Callable[[State], tuple[Sheet, ...]] | None = None
    notes: Callable[[State, Seat], tuple[Note, ...]] = _nothing_to_note
    how: Callable[[Mapping[str, object]], tuple[Say, ...]] = _nothing_more


@dataclass(frozen=True, kw_only=True)
class Episodes:
    """How a match is told to people who look: kinds of event, and what each means for a reader.

    `begins` says which begin a part of the match, such as a turn, a trick or a round, and what that part is called: a
    code of the words' table `episode`, filled with the event's facts. A part whose code is in `counting` is the scoring
    at the end of a round or a match. Who scores in it has the fact `gain` in the event that says so.
    """

    begins: Mapping[str, str] = field(default_factory=dict)
    counting: Set[str] = frozenset()  # codes of `begins`
    decides: Set[str] = frozenset()  # says who has won a part: its fact `seat`
    lays: Mapping[str, str] = field(default_factory=dict)  # a card is laid: the fact that names it; "": face-down
    plain: Set[str] = frozenset()  # tells nothing that the name of its part or the table does not show


@dataclass(frozen=True, kw_only=True)
class Bots:
    """What the program's players should know. They play by chance; `seldom` and `eager` are first parts of keys.

    `bot(seen, options)` plays better: it chooses among the options that are allowed, by what its seat knows and nothing
    else, or gives None where chance is as good. It keeps nothing in mind from one question to the next.

    `policy(seen, asked, options)` plays as well as the game can be played: who thinks ahead asks it first, and searches
    only where it gives None. Before dice fall its options are what may be done first, and None is to roll. It too goes
    by what its seat knows and keeps nothing in mind.

    `value(state, seat)` says how well a seat stands in a match that is not over, for players that look ahead: any
    number, more is better. The state may be made up: whatever is not known there is `UNSEEN`. Without it they go by
    the points that the screens show large.

    `fits(made_up, seat)` says whether a table that was made up for a seat fits what that seat has seen by other ways
    than its cards, such as a token that it was shown: one that does not is made up anew, a few times. It is asked for
    what that seat knows, and must look at nothing else of it than the cards that were made up.

    `hints(before, after, seat, option)` says why an answer of a seat may be good, most telling first: codes of the
    table `hint` of the game's words. `before` is the table at which that seat is asked, `after` the one at which it is
    asked next, or the end; both may be made up. What is so at most of some such tables is told to whoever asks for a
    hint. Without it that is how the points change that the screens show large.

    `sit_down` False: they take no free seat by themselves, since an answer by chance says nothing, as a number that
    somebody writes down, or a vote. They still play where that is asked for.
    """

    seldom: Set[str] = frozenset()  # which they take rarely
    eager: Set[str] = frozenset()  # which they take most of the time they can
    bot: Bot | None = None
    policy: Policy | None = None
    value: Callable[[State, Seat], float] | None = None
    fits: Callable[[State, Seat], bool] | None = None
    hints: Callable[[State, State, Seat, Option], Iterable[Say]] | None = None
    sit_down: bool = True


@dataclass(frozen=True, kw_only=True)
class Changing:
    """How a running match comes to go by another text of the file that made its game. `build(text)` gives the game;
    `carry(table, before, after)` brings the table there. Both raise DefinitionError where that cannot be, before they
    have changed anything."""

    build: Callable[[str], Game]
    carry: Callable[[Table, str, str], None]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game. `package` is the name of its folder or of a module in it (`__name__`): there lie its sentences
    (`text.en.toml` ...), its mat (`layout.toml`) and the list of its rules (`coverage*.toml`), and its name is the
    folder's."""

    package: str
    title: str
    seats: range
    rules: Rules
    box: Box
    screens: Screens = Screens()
    episodes: Episodes = Episodes()
    bots: Bots = Bots()
    bgg: int | None = None  # its number at BoardGameGeek, by which other programs know it; None: not known
    notation: Notation | None = None  # how a match is written down for other programs, where the field has a form
    definition: Definition[Any] | None = None  # the file that makes games like it; None: it takes no such file
    made_of: str = ""  # the text of the file that made this one; "": no file did
    placements: tuple[Placement, ...] = ()  # where the spots lie on this table, where its people have placed them
    changing: Changing | None = None  # None: a match of it stays as it was begun
    lender: str = (
        ""  # of a game without code: the package whose rules, mat and words it goes by; its own words go first
    )

    @cached_property
    def folder(self) -> str:
        """The package of its files, such as "rules.games.chronicle"."""
        found = find_spec(self.package)
        if found is None or found.parent is None:
            raise ModuleNotFoundError(f"There is no package '{self.package}' for the game {self.title}.")
        return found.parent

    @property
    def _files(self) -> str:
        """The package of the files that come with its rules."""
        return self.lender or self.folder

    @property
    def slug(self) -> str:
        """The name by which it is chosen."""
        return self.about.slug or self.folder.rpartition(".")[2]

    def made_anew(self, text: str) -> Game:
        """The same game by another text of its file. DefinitionError; a game that does not change stays as it is."""
        if self.changing is None or text == self.made_of:
            return self
        game = self.changing.build(text)
        return replace(game, package=self.package, title=self.title, lender=self.lender, seats=self.seats, made_of=text)

    @property
    def about(self) -> About:
        """What stands on the shelf of it."""
        return about_of(self.folder) or About(self.title, tuple(self.seats))

    def words(self, language: str) -> Words:
        """Its sentences in a language over the engine's; what there is no sentence for is said in English."""
        more: list[tuple[Tables, Tables]] = []
        if (names := self.box.names) is not None:
            more.append(({"word": names(SOURCE)}, {"word": names(language)}))
        if (tables := self.box.tables) is not None:
            more.append((tables(SOURCE), tables(language)))
        if self.lender:
            more.append((sentences(self.lender, SOURCE), sentences(self.lender, language)))
        return words_of(self.folder, language, *more)

    def mat(self, seats: int, settings: Mapping[str, object] | None = None) -> Layout:
        """The mat for that many players and these options, or with the defaults. LayoutError when its file is wrong."""
        given = self.check_settings({}) if settings is None else settings
        table = layout_of(self._files) if self.box.layout is None else self.box.layout(given)
        table = {key: part for key, part in table.items() if key not in self.box.mat_without(given)}
        own = read_layout(table, seats, None if self.box.grid is None else self.box.grid(given))
        return placed(own, seats, self.placements)

    def rules_text(self, language: str) -> tuple[tuple[str, str], ...]:
        """Every rule, its id and what it says in our words."""
        return rules_of(self._files, language)

    def chapters(self, language: str) -> tuple[Chapter, ...]:
        """The same in parts, as people read them."""
        return chapters_of(self._files, language)

    def rule_asked(self, kind: str) -> str:
        """The id of the rule that a kind of question comes from; empty where the list of the rules does not say."""
        return rules_asked(self._files).get(kind, "")

    @property
    def players(self) -> str:
        """For how many players it is, in words: "3 to 6" or "2 or 4"."""
        joint = " or " if self.seats.step > 1 else " to "
        return str(self.seats[0]) if len(self.seats) == 1 else f"{self.seats[0]}{joint}{self.seats[-1]}"

    def all_pieces(self, settings: Mapping[str, object]) -> dict[str, tuple[PieceId, ...]]:
        """Every piece that the game has with these options, whatever the number of players: what is in the box."""
        found: dict[str, dict[PieceId, None]] = {}
        for seats in reversed(self.seats):
            for deck, pieces in self.box.decks(settings, seats).items():
                found.setdefault(deck, {}).update(dict.fromkeys(pieces))
        return {deck: tuple(pieces) for deck, pieces in found.items()}

    def check_seats(self, seats: int) -> None:
        """SettingError when the game is not for that many players."""
        if seats not in self.seats:
            raise SettingError(f"{self.title} is for {self.players} players, not {seats}.")

    def check_fit(self, settings: Mapping[str, object], seats: int) -> None:
        """SettingError when these options do not go with so many players."""
        if why := self.rules.unfit(settings, seats):
            raise SettingError(why)

    def check_settings(self, given: Mapping[str, object]) -> dict[str, object]:
        """All options with their values. SettingError names the first that is unknown or has a wrong value."""
        known = {s.key: s for s in self.rules.settings}
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
