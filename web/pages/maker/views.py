"""What the maker draws, asks and is given. It knows no game by name: pages and fields are drawn from what a game says
of its file. Nothing of it is of the match on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Protocol

import msgspec

from web.views import Choice, Packet, Reply, Session


class BlankKind(Enum):
    """How a field is filled in."""

    TEXT = "text"
    LINES = "lines"
    LIST = "list"  # lines with a grammar, which may come from a file
    WORD = "word"  # a text with a grammar, which may name keys of `of`
    SLUG = "slug"  # made from the field `of`
    WHOLE = "whole"
    SWITCH = "switch"
    ONE_OF = "one_of"
    NUMBERS = "numbers"
    KEY = "key"
    KEYS = "keys"
    TABLES = "tables"


@dataclass(frozen=True)
class Only:
    """That a field is asked for only where another one of its table says one of these."""

    key: str
    among: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Blank:
    """A field to be filled in. `usual`: what counts if nothing is said; `of`: the list whose keys it names, or the
    field that a slug is made from; `fields`: of each table of a list, `title_of` what people call one by. `pictures`:
    rows of a list may have some."""

    key: str
    kind: BlankKind
    label: str
    hint: str
    required: bool
    rare: bool
    usual: Any
    low: int | None = None
    high: int | None = None
    most: int = 0
    of: str = ""
    only: Only | None = None
    title_of: str = ""
    choices: tuple[Choice, ...] = ()
    fields: tuple[Blank, ...] = ()
    pictures: bool = False


@dataclass(frozen=True)
class MakerStep:
    """One page of the maker."""

    heading: str
    fields: tuple[Blank, ...]


@dataclass(frozen=True, kw_only=True)
class MakerKind:
    """A kind of game that can be made, and what one may begin from."""

    plays: str
    title: str
    sentence: str
    templates: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class MadeGame:
    """A game that was made here. `shared`: where it can be fetched from now, and for how many more minutes."""

    slug: str
    title: str
    kind: str
    open_matches: int
    on_table: bool
    shared: str = ""
    minutes: int = 0


@dataclass(frozen=True, kw_only=True)
class MakerView:
    """What can be made, and what was made. `playing`: what lies on the table is being played, by its title."""

    kinds: tuple[MakerKind, ...]
    games: tuple[MadeGame, ...]
    playing: str = ""


@dataclass(frozen=True, kw_only=True)
class FormView:
    """A game to be made or changed, with its values. `slug` empty: it is new. `seats`: for how many players it can be,
    the fewest and the most, and `for_seats` for how many it is; None where the values say it. `remarks`: its file holds
    some, which are lost when it is saved."""

    plays: str
    slug: str
    title: str
    author: str
    steps: tuple[MakerStep, ...]
    values: dict[str, Any]
    seats: tuple[int, int] | None = None
    for_seats: tuple[int, int] | None = None
    remarks: bool = False


@dataclass(frozen=True)
class MakerFault:
    """What is wrong. `path`: keys of fields and numbers of tables; of title, author and seats one with an empty first
    part. An empty path: of no field."""

    path: tuple[str | int, ...]
    sentence: str


@dataclass(frozen=True, kw_only=True)
class PreviewView:
    """A phone and the TV, in a match by chance of what was filled in, or what is wrong with that."""

    fault: MakerFault | None
    seat: Packet | None = None
    table: Packet | None = None


@dataclass(frozen=True)
class PastedView:
    """A list that was pasted: the values of each table, or a sentence that says what is wrong with it."""

    tables: tuple[dict[str, Any], ...]
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class SavedView:
    """What came of saving: the reply, the game's name and all that was made; a fault where there is one."""

    reply: Reply
    slug: str
    fault: MakerFault | None
    made: MakerView


class Moment(Enum):
    """When in a match a preview is."""

    BEGIN = "begin"
    MIDDLE = "middle"
    END = "end"


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was filled in."""

    plays: Annotated[str, msgspec.Meta(max_length=60)]
    title: Annotated[str, msgspec.Meta(max_length=200)]
    values: dict[str, Any]
    author: Annotated[str, msgspec.Meta(max_length=200)] = ""
    slug: Annotated[str, msgspec.Meta(max_length=60)] = ""
    for_seats: tuple[int, int] | None = None
    at: Moment = Moment.BEGIN


class Pasted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines of a spreadsheet for the list of tables whose fields are called so, from the outermost."""

    plays: Annotated[str, msgspec.Meta(max_length=60)]
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=4)]
    text: str


class NamedPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture that was taken in, and what its card is called."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    picture: Annotated[str, msgspec.Meta(max_length=60)]


class Pictured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pictures for the rows of a list, which is the value of the field at that place."""

    plays: Annotated[str, msgspec.Meta(max_length=60)]
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=4)]
    text: str
    pictures: Annotated[list[NamedPicture], msgspec.Meta(max_length=400)]


@dataclass(frozen=True)
class CardRow:
    """A row of a list: what it is called, and its picture."""

    name: str
    picture: str


@dataclass(frozen=True)
class PicturedView:
    """The list with its pictures, and what stands in it; or a sentence that says what is wrong with it."""

    text: str
    rows: tuple[CardRow, ...]
    problem: str = ""


@dataclass(frozen=True)
class TakenPicture:
    """A picture that was taken in, by its name. `sticker`: what the stickers on it say, as people read it."""

    picture: str
    sticker: str = ""


@dataclass(frozen=True)
class TakenView:
    """What was taken in, or a sentence that says why nothing was."""

    pictures: tuple[TakenPicture, ...]
    problem: str = ""


class PicturesPort(Protocol):
    """What the pages may ask of pictures of cards. Every call is safe from any thread."""

    def take(self, session: Session, data: bytes, *, cards: bool) -> TakenView: ...  # cards: each one in it
    def lay(self, session: Session, wanted: Pictured) -> PicturedView | None: ...  # None: there is no such list
    def shown(self, name: str) -> bytes | None: ...


class MakerPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def making(self, session: Session) -> MakerView: ...
    def form(self, session: Session, plays: str, template: str, slug: str) -> FormView | None: ...
    def preview(self, session: Session, draft: Draft) -> PreviewView: ...
    def pasted(self, session: Session, pasted: Pasted) -> PastedView | None: ...  # None: there is no such list
    def save(self, session: Session, draft: Draft) -> SavedView: ...
    def hand_on(self, session: Session, slug: str, yes: bool) -> Reply: ...
    def packed(self, session: Session, slug: str) -> tuple[str, bytes] | None: ...  # the file's name, and the file
    def fetched(self, token: str) -> tuple[str, bytes] | None: ...  # the same for whoever has the link
