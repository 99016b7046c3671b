"""The look-up: any piece by the code of its sticker, and every card and rule of the game by a search.

Nobody learns that somebody looked: nothing here is counted, logged or told, and no answer is kept by a browser.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final, Protocol
from urllib.parse import urlsplit

from flask import Response, g, render_template, request
from werkzeug.routing import BaseConverter, Map

from web.looks import Face
from web.lookup_ports import BookPiece, BookRule, GameBook, LookedUp, LookupPort, Meaning
from web.ports import Packet, Session
from web.registrar import Audience, ClosedFlask, Gate, reader
from web.wire import answer
from web.wording import language, languages

_OPEN: Final = Gate(Audience.OPEN, page=True)
_LONGEST: Final = 200
_CODE: Final = re.compile(r"[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}|[0-9A-Za-z]{5}")
_LEAST_TITLE: Final = 3  # letters; shorter titles stand in every rule


class LookupTable(LookupPort, Protocol):
    """The look-up, and the table's public packet for the address that phones joined at."""

    def packet(self, session: Session) -> Packet: ...


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


@dataclass(frozen=True)
class Found:
    """What a search or a code brought. `other_address`: where to go on when this phone joined under another name."""

    title: str
    query: str
    pieces: tuple[Piece, ...]
    rules: tuple[BookRule, ...]
    code: LookedUp | None = None
    piece: Piece | None = None  # behind the code
    other_address: str = ""


def install(app: ClosedFlask, table: LookupTable) -> None:
    """Adds the page with its search, the addresses of the stickers, and what the page's script asks."""

    def page() -> str:
        query = " ".join(request.args.get("q", "")[:_LONGEST].split())
        book = table.book(reader())
        looked = table.look_up(reader(), query) if _may_be_code(query) else None
        if looked is not None and looked.meaning is Meaning.NOTHING:
            looked = None
        return _drawn(_found(book, query, looked))

    def by_code(code: str) -> Response:
        session = reader()
        looked = table.look_up(session, f"HTTP://{request.host}/{code}".upper())
        found = _found(table.book(session), "", looked)
        away = "" if session.seat is not None else _elsewhere(table.packet(session), code)
        status = 404 if looked.meaning is Meaning.NOTHING else 200
        return Response(_drawn(replace(found, other_address=away)), status=status, mimetype="text/html")

    def book() -> Response:
        return answer(table.book(reader()))

    _converters(app.url_map)
    app.add_url_rule("/lookup", "lookup", page, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/<sticker:code>", "sticker", by_code, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/api/book", "api_book", book, gate=Gate(Audience.SESSION), methods=["GET"])


def _converters(urls: Map) -> None:
    urls.converters["sticker"] = StickerCode


def _drawn(found: Found) -> str:
    session: Session | None = g.get("session")
    return render_template(
        "lookup.html",
        page="lookup",
        csrf=session.csrf if session else "",
        language=language(),
        languages=languages(),
        found=found,
        seated=session is not None and session.seat is not None,
    )


def _may_be_code(query: str) -> bool:
    return bool(_CODE.fullmatch(query)) or query.upper().startswith("HTTP")


def _found(book: GameBook, query: str, looked: LookedUp | None) -> Found:
    piece = None if looked is None or looked.piece is None else _with_rules(looked.piece, book.rules)
    wanted = plain(query).split()
    named = [p for p in book.pieces if _has(wanted, *_texts(p))]
    named.sort(key=lambda p: not _has(wanted, p.face.title))  # stable: those of that name first
    pieces = tuple(_with_rules(p, book.rules) for p in named)
    rules = tuple(rule for rule in book.rules if _has(wanted, rule.rule, rule.sentence))
    if looked is not None:  # somebody wants this piece, not the whole book below it
        pieces, rules = (), ()
    return Found(book.title, query, pieces, rules, looked, piece)


def _with_rules(piece: BookPiece, rules: tuple[BookRule, ...]) -> Piece:
    return Piece(piece.face, piece.group, piece.count, rules_about(piece.face, rules))


def rules_about(face: Face, rules: tuple[BookRule, ...]) -> tuple[BookRule, ...]:
    """The rules whose number stands in the piece's text, and those that name the piece."""
    title = plain(face.title)
    named = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)") if len(title) >= _LEAST_TITLE else None
    return tuple(
        rule
        for rule in rules
        if (rule.rule and rule.rule in face.text) or (named is not None and named.search(plain(rule.sentence)))
    )


def plain(text: str) -> str:
    """A text as it is searched: small letters without accents. The page's script does the same."""
    apart = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in apart if not unicodedata.combining(c))


def _has(wanted: list[str], *texts: str) -> bool:
    found = plain(" ".join(texts))
    return all(word in found for word in wanted)


def _texts(piece: BookPiece) -> tuple[str, ...]:
    face = piece.face
    return (face.title, face.corner, face.suit_name, face.text, piece.group)


def _elsewhere(packet: Packet, code: str) -> str:
    """The same sticker under the address that phones join at: there this phone's seat is known."""
    there = urlsplit(packet.join.urls[0] if packet.join is not None and packet.join.urls else "")
    if not there.netloc or there.netloc.lower() == request.host.lower():
        return ""
    return f"{there.scheme}://{there.netloc}/{code}"
