"""What the pages need from the rest of the product: packets to draw and commands to send.

Everything is immutable and already in words of one language; the pages know no
game. A packet holds only what its reader may see: nothing in this package may ask for more and filter it later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views.looks import BoardView, Face
from web.views.session import Session
from web.views.sheet_looks import SheetView


@dataclass(frozen=True)
class CardView:
    """One card in a pile as this reader sees it; `face` None: not known to this reader. `known_to_all` marks a card of
    a closed hand that everybody has seen."""

    face: Face | None
    face_up: bool
    known_to_all: bool = False


@dataclass(frozen=True, kw_only=True)
class PileView:
    """One pile. `shape`: hand, row, stack or slot. `owner` is the seat it belongs to, None for the common table. Piles
    on the same `spot` lie on each other, the later one on top; `across_mm` orders the spots of a seat from its left to
    its right. What lies on the fields of a board is in the BoardView."""

    key: str
    label: str
    shape: str
    owner: int | None
    count: int
    cards: tuple[CardView, ...]
    short: str = ""  # the label where its owner is named beside it
    spot: str = ""  # where it lies on the mat; empty when it is held
    across_mm: float = 0.0
    round: bool = False  # its pieces are coins or tokens, not cards


@dataclass(frozen=True, kw_only=True)
class TrackView:
    """One number or word kept by the companion: fame, lead suit. `owner` None: common."""

    key: str
    label: str
    value: str
    owner: int | None = None
    prominent: bool = False  # the score that the table screen shows large
    shape: str = ""  # drawn as `value` of `most` shapes, when it has one
    most: int = 0


@dataclass(frozen=True, kw_only=True)
class PlayerView:
    """One seat. `colour` and `shape` tell seats apart; `joined`: a phone holds it; `bot`: played by the program;
    `plays`: how well, by chance, greedy or as a thinker."""

    seat: int
    name: str
    colour: str
    shape: str
    joined: bool
    bot: bool
    on_turn: bool  # whose turn it is; where turns are not counted, whoever is asked
    asked: bool = False  # the table waits for this seat too
    plays: str = "chance"


@dataclass(frozen=True)
class WhyNot:
    """Why an option cannot be taken now: `short` for a glance, `long` with how to put it right, `rule` its id."""

    short: str
    long: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class OptionView:
    """One possible answer. `key` is what the page sends back. `why_not` None means it may be taken now."""

    key: str
    label: str
    face: Face | None = None
    why_not: WhyNot | None = None
    claim: str = ""  # what the player states by taking it ("I have no Wisdom card")
    maybe: bool = False  # names a card that this seat has not shown: it may be in the hand or not
    unnamed: str = ""  # the key of the option that does the same without naming the card
    cell: str = ""  # the field of the board, or the space of a sheet, that it is about: a tap there means this
    from_cell: str = ""  # the field of the piece that goes there: it is tapped first
    spot: str = ""  # the place of the mat where hands lay its piece to say the same; empty: nothing is laid
    reach: tuple[str, ...] = ()  # fields with pieces that it would let this seat use
    grave: bool = False  # it may end the match: it stands apart, and is asked once more
    aside: bool = False  # may be taken whatever is asked, and need not be: it is folded away
    light: bool = False  # the next tap on its place takes it back: it is taken at once
    returns: bool = False  # it takes back what was chosen just before: small, below what goes on
    action: str = ""  # what is done, where there are several ways to do it: it is said once, above them
    way: str = ""  # which of them this is, below the action or its card; empty: the label says it


@dataclass(frozen=True)
class DieAsked:
    """One die that is to be rolled: how many sides it has, and what the camera is sure to see on it (0: nothing)."""

    sides: int
    seen: int = 0


@dataclass(frozen=True)
class NumberAsked:
    """A number that is to be said, from `low` to `high` in steps of `step`; the field begins with `usual`."""

    low: int
    high: int
    step: int
    usual: int


@dataclass(frozen=True)
class DiceView:
    """Dice that everybody watches, `stage` tumbling, dialled (provisional) or rolled; `current` is the number of the
    die that the dial turns, from 0 on, -1: none."""

    stage: str
    dice: tuple[DieAsked, ...]
    current: int = -1


@dataclass(frozen=True)
class DialledView:
    """The option that the dial has come to, the n-th of so many. It does not count before it is confirmed."""

    label: str
    number: int
    count: int


@dataclass(frozen=True, kw_only=True)
class QuestionView:
    """What the table waits for. `text` is for this reader, who may read `public` in its place while others look on,
    where that is not empty; `options` is empty unless `yours`. With
    `dice` the answer's key is their faces in order, joined by '-', with `number` it is the number; or that of an
    option, which then is aside."""

    kind: str
    text: str
    seats: tuple[int, ...]
    yours: bool
    options: tuple[OptionView, ...] = ()
    dice: tuple[DieAsked, ...] = ()
    number: NumberAsked | None = None
    closes_in_s: int | None = None  # seconds, as of this packet, until those who have not answered pass; None: no limit
    lots: bool = False  # the key "lots" lets the companion draw one of the options
    by_itself: bool = False  # the program's hands are at it, and nobody has to do anything
    lead: int | None = None  # the one of `seats` that is waited for; None: all of them
    at_will: bool = False  # none of `seats` is waited for: they may answer when they like
    open: bool = False  # nothing that is offered is secret: no page hides it with the hand
    why: str = ""  # what a question of this kind is about, for somebody who is asked it for the first time
    rule: str = ""  # the id of the rule that it comes from
    public: str = ""  # what everybody reads, where the text says more to this reader
    said: str = ""  # what this reader has answered, while others have not: nobody else's business


@dataclass(frozen=True, kw_only=True)
class EventView:
    """One line of the log. `number` grows; `undone` lines stay readable after an undo; `own`: not for everybody, who
    read `public` in its place, if they are told anything at all. `entry` is its number in the journal, 0 before the
    first; `heading` names the part of the match that it begins; `plain`: it tells nothing that the heading or the table
    does not show."""

    number: int
    text: str
    undone: bool = False
    own: bool = False
    public: str = ""
    entry: int = 0
    heading: str = ""
    plain: bool = False


@dataclass(frozen=True)
class LaidView:
    """A card that was laid in a part of the match, and by whom; `face` None: it lay face-down."""

    seat: int | None
    face: Face | None


@dataclass(frozen=True)
class ScoreView:
    """What one seat has scored, and every line about it."""

    seat: int
    gain: int
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class EpisodeView:
    """A part of the match that this reader looks back on, as everybody heard it: a turn, a trick, a round, or with
    `counting` the scoring of one. `number` is that of its first event; `winner` has won it, `why` says
    how; `gain` is what was scored in it; `lines` are what else happened beside the cards `laid` and the `scores`.
    `over`: another one has begun."""

    number: int
    title: str
    over: bool
    counting: bool
    winner: int | None
    laid: tuple[LaidView, ...]
    lines: tuple[str, ...]
    why: str = ""
    scores: tuple[ScoreView, ...] = ()
    gain: int = 0


@dataclass(frozen=True)
class NoteView:
    """Something that this reader is reminded of. `own`: only this reader knows it; `seat`: whom it is about, None for
    the whole table; `short` where that seat is named beside it; `rule` is the id of the rule behind it."""

    text: str
    short: str = ""
    seat: int | None = None
    own: bool = False
    rule: str = ""


@dataclass(frozen=True)
class TodoView:
    """One difference between the rules and what the camera sees, as something to do with the hands."""

    text: str


@dataclass(frozen=True)
class NameableView:
    """A piece that may be in the own hand, and how many like it."""

    face: Face
    most: int = 1


@dataclass(frozen=True)
class ResultView:
    """The end of the match: winners and one line per player with the reason. `early`: the host ended it before its end,
    and with `fewest` whoever has the lowest score was ahead."""

    winners: tuple[int, ...]
    text: str
    lines: tuple[str, ...]
    early: bool = False
    fewest: bool = False


@dataclass(frozen=True, kw_only=True)
class ConsentView:
    """An undo past a roll, a draw or a reveal, which the whole table has to agree to. `number` tells one from the
    next; `agreed` and `missing` are seats; `aloud` are those without a phone, for whom the host says it. `yours`: this
    reader is asked and has not answered."""

    number: int
    text: str
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    aloud: tuple[int, ...]
    yours: bool


@dataclass(frozen=True)
class ThinkingView:
    """Whose thinking time runs: seconds that are left, as of this packet, of those that a turn has. `stands`: it does
    not run now."""

    seat: int
    left_s: int
    limit_s: int
    stands: bool


class JoinWay(Enum):
    """How a seat is taken: by pressing its button, with the code that the host has, or just so."""

    BUTTON = "button"
    CODE = "code"
    OPEN = "open"


@dataclass(frozen=True, kw_only=True)
class JoinView:
    """The way in, for a screen that everybody sees: `urls`, the best one first, `local` the one by name (empty: none),
    `wifi` what a QR code for the Wi-Fi says while the host shows it, `table` what the table is called. `code` lets
    phones join: it is here only where the settings say that everybody in the network may read it."""

    urls: tuple[str, ...] = ()
    local: str = ""
    way: JoinWay = JoinWay.CODE
    locked: bool = False
    wifi: str = ""
    table: str = ""
    code: str = ""


@dataclass(frozen=True, kw_only=True)
class ShelfGame:
    """A game that can be played: for how many, how many minutes a short match and a long one take (empty: nobody
    knows), its `weight` light, medium or heavy, and itself in one sentence."""

    slug: str
    title: str
    seats: tuple[int, ...]
    minutes: tuple[int, ...]
    weight: str
    sentence: str


@dataclass(frozen=True, kw_only=True)
class BrokenGame:
    """A game that cannot be played. `why`: for the host alone, else empty."""

    name: str
    why: str


@dataclass(frozen=True)
class OptionChoice:
    """A value of an option of the match in words. `seats`: with how many players it goes, as the rest is chosen."""

    key: str
    label: str
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class GameOption:
    """An option of the match in words: what it is called, what it changes, and its values. `is_usual`: it is as the
    game has it unless somebody chooses otherwise."""

    key: str
    label: str
    meaning: str
    value: str
    choices: tuple[OptionChoice, ...]
    is_usual: bool


@dataclass(frozen=True, kw_only=True)
class LobbyView:
    """People gather, and nobody has started the match yet. `starter`: the seat whose phone may, and may choose the
    game, as well as the host; None: nobody sits yet. `game` is the one on the table, `options` how it is played.
    `people_only`: no bot sits down at this game."""

    starter: int | None
    game: ShelfGame
    people_only: bool = False
    options: tuple[GameOption, ...] = ()


@dataclass(frozen=True)
class AloudLine:
    """One announcement. `number` grows; a newer line of the same `topic` takes the place of one that waits."""

    number: int
    text: str
    topic: str = ""


@dataclass(frozen=True)
class AloudView:
    """What is said to everybody: the latest lines, oldest first. `here`: the loudspeaker is silent, so that phones
    whose owners want that speak in its place. `hushes`: how often the host has wanted silence."""

    lines: tuple[AloudLine, ...] = ()
    here: bool = False
    hushes: int = 0


@dataclass(frozen=True, kw_only=True)
class Packet:
    """All that one reader receives. `version` grows with every change; `id` is unique over restarts."""

    id: str
    version: int
    game: str
    title: str
    status: str  # one line: whose turn, what to do
    notice: str  # a kind word about an unlawful move or a lost camera; empty when all is well
    paused: bool
    seat: int | None
    players: tuple[PlayerView, ...]
    piles: tuple[PileView, ...]
    tracks: tuple[TrackView, ...]
    question: QuestionView | None
    events: tuple[EventView, ...]  # the latest, oldest first, at most 60
    episodes: tuple[
        EpisodeView, ...
    ] = ()  # since this reader's last decision; for who watches, the last and the present
    todo: tuple[TodoView, ...]
    result: ResultView | None
    join_url: str = ""  # for readers without a seat: the address to join at
    join: JoinView | None = None  # the same reader's, more at length
    recording: str = ""  # a sentence for everybody in the room while the camera's pictures are kept
    notes: tuple[NoteView, ...] = ()  # own ones first
    board: BoardView | None = None
    sheets: tuple[SheetView, ...] = ()
    nameable: tuple[NameableView, ...] = ()  # what the unknown cards in the own hand may be, where those are few kinds
    unnamed: int = 0  # how many cards in the own hand are unknown to the companion
    consent: ConsentView | None = None
    take_back: bool = False  # this reader made the last decision, and may ask for it back
    thinking: ThinkingView | None = None
    public_notice: str = ""  # what everybody reads in place of `notice`, where that is for this seat alone
    aloud: AloudView = AloudView()
    table: str = ""  # what the table is called; empty: it has no name
    dice: DiceView | None = None
    dialled: DialledView | None = None
    lobby: LobbyView | None = None
    starter: int | None = None  # the seat whose phone may begin the next match too, once this one is over
    hints: bool = False  # whoever is asked at this table may ask for a hint


# ---- the host ----------------------------------------------------------------------------------------------------


class Packets(Protocol):
    """Whatever gives a reader's packet of now. Safe from any thread."""

    def packet(self, session: Session) -> Packet: ...


class OnTable(Packets, Protocol):
    """The same, and what kind of table it is."""

    def virtual_scene(self, session: Session) -> object | None: ...  # None: no virtual table in this match


class Feed(Protocol):
    """A subscription to one reader's packets: the packet of now at once, then packets as they come, None as a heartbeat
    (each few seconds at the latest); ends when closed. `close` may come from any thread, twice, during a wait."""

    def __iter__(self) -> Iterator[Packet | None]: ...

    def close(self) -> None: ...


class TooManyStreams(Exception):
    """All places for streams are taken."""
