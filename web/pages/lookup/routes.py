"""The look-up: any piece by the code of its sticker, and every card and rule of the game by a search.

Nobody learns that somebody looked: nothing here is counted, logged or told, and no answer is kept by a browser.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from flask import Response, g, request
from werkzeug.routing import BaseConverter, Map

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.pages.lookup.views import BookPiece, BookRule, GameBook, LookedUp, LookupPort, Meaning
from web.views import Face, Packet, Packets
from web.wording import language

_OPEN: Final = Gate(Audience.OPEN, page=True)
_LONGEST: Final = 200
_CODE: Final = re.compile(r"[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}|[0-9A-Za-z]{5}")
_LEAST_TITLE: Final = 3  # letters; shorter titles stand in every rule


class StickerCode(BaseConverter):
    """The path of a sticker's address: five letters and digits, or the eight of a short code, in any case."""

    regex = _CODE.pattern
    weight = 1000  # every page of ours comes first


@dataclass(frozen=True)
class Piece:
    """A piece with the rules that speak of it."""

    face: Face
    group: str
    count: int
    rules: tuple[BookRule, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search or a code brought. `other_address`: where to go on when this phone joined under another name."""

    game: str
    title: str
    query: str
    pieces: tuple[Piece, ...]
    rules: tuple[BookRule, ...]
    code: LookedUp | None = None
    piece: Piece | None = None  # behind the code
    other_address: str = ""


def install(app: ClosedFlask, books: LookupPort, table: Packets) -> None:
    """Adds the page with its search, the addresses of the stickers."""

    shelf = Shelf()

    def page() -> str:
        query = " ".join(request.args.get("q", "")[:_LONGEST].split())
        book = shelf.read(language(), books.book(reader()))
        looked = books.look_up(reader(), query) if _may_be_code(query) else None
        if looked is not None and looked.meaning is Meaning.NOTHING:
            looked = None
        return _drawn(_found(book, query, looked))

    def by_code(code: str) -> Response:
        session = reader()
        looked = books.look_up(session, f"HTTP://{request.host}/{code}".upper())
        found = _found(shelf.read(language(), books.book(session)), "", looked)
        away = "" if session.seat is not None else _elsewhere(table.packet(session), code)
        status = 404 if looked.meaning is Meaning.NOTHING else 200
        return Response(_drawn(replace(found, other_address=away)), status=status, mimetype="text/html")

    def how() -> str:
        found = books.how(reader())
        return session_page("lookup/how.html", how=found, game=found.game, seated=_is_seated())

    def rules() -> str:
        book = books.book(reader())
        return session_page("lookup/rules.html", book=book, game=book.game, seated=_is_seated())

    _converters(app.url_map)
    app.add_url_rule("/lookup", "lookup", page, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/how", "how", how, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/rules", "rules", rules, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/<sticker:code>", "sticker", by_code, gate=_OPEN, methods=["GET"])


def _converters(urls: Map) -> None:
    urls.converters["sticker"] = StickerCode


def _is_seated() -> bool:
    return "session" in g and g.session is not None and g.session.seat is not None


def _drawn(found: Found) -> str:
    return session_page("lookup/lookup.html", found=found, game=found.game, seated=_is_seated())


def _may_be_code(query: str) -> bool:
    return bool(_CODE.fullmatch(query)) or query.upper().startswith("HTTP")


class Reading:
    """A book as it is searched: normalised once by `plain`, with every piece's rules. Never changed."""

    def __init__(self, book: GameBook, plain: Callable[[str], str]) -> None:
        self.book = book
        self._plain = plain
        self._rules = tuple((rule, plain(rule.sentence), plain(rule.rule)) for rule in book.rules)
        self._pieces = tuple(
            (self.with_rules(piece), plain(" ".join(_texts(piece))), plain(piece.face.title)) for piece in book.pieces
        )

    def with_rules(self, piece: BookPiece) -> Piece:
        """The piece with the rules whose number stands in its text, and those that name it."""
        title = self._plain(piece.face.title)
        named = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)") if len(title) >= _LEAST_TITLE else None
        about = tuple(
            rule
            for rule, sentence, _ in self._rules
            if (rule.rule and rule.rule in piece.face.text) or (named is not None and named.search(sentence))
        )
        return Piece(piece.face, piece.group, piece.count, about)

    def find(self, query: str) -> tuple[tuple[Piece, ...], tuple[BookRule, ...]]:
        """Pieces and rules in which every word of the query stands; pieces of that name first."""
        wanted = self._plain(query).split()
        named = [(piece, title) for piece, text, title in self._pieces if _has(wanted, text)]
        named.sort(key=lambda one: not _has(wanted, one[1]))  # stable: those of that name first
        rules = tuple(rule for rule, sentence, number in self._rules if _has(wanted, f"{number} {sentence}"))
        return tuple(piece for piece, _ in named), rules


class Shelf:
    """The book of each language, read once and kept until there is another one. Safe from any thread."""

    def __init__(self) -> None:
        self._kept: dict[str, Reading] = {}
        self._lock = threading.Lock()

    def read(self, language: str, book: GameBook) -> Reading:
        """That book, ready to be searched."""
        with self._lock:
            kept = self._kept.get(language)
            if kept is None or kept.book != book:
                kept = self._kept[language] = Reading(book, plain)
            return kept


def _found(book: Reading, query: str, looked: LookedUp | None) -> Found:
    if looked is not None:  # somebody wants this piece, not the whole book below it
        piece = None if looked.piece is None else book.with_rules(looked.piece)
        return _of(book, query, code=looked, piece=piece)
    pieces, rules = book.find(query)
    return replace(_of(book, query), pieces=pieces, rules=rules)


def _of(book: Reading, query: str, code: LookedUp | None = None, piece: Piece | None = None) -> Found:
    read = book.book
    return Found(game=read.game, title=read.title, query=query, pieces=(), rules=(), code=code, piece=piece)


def plain(text: str) -> str:
    """A text as it is searched: small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in apart if not unicodedata.combining(c))


def _has(wanted: list[str], text: str) -> bool:
    return all(word in text for word in wanted)


def _texts(piece: BookPiece) -> tuple[str, ...]:
    face = piece.face
    return (face.title, face.corner, face.suit_name, face.text, piece.group)


def _elsewhere(packet: Packet, code: str) -> str:
    """The same sticker under the address that phones join at: there this phone's seat is known."""
    there = urlsplit(packet.join.urls[0] if packet.join is not None and packet.join.urls else "")
    if not there.netloc or there.netloc.lower() == request.host.lower():
        return ""
    return f"{there.scheme}://{there.netloc}/{code}"
