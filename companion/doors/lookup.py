"""The look-up: what there is in a game, and what a sticker's code stands for. It notes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.reading.table_tags import TableTags
from companion.reading.tags import same_code
from companion.telling.board import Board, Handout
from companion.telling.voice import Voice
from rules.engine import Chapter
from rules.engine.game import Game
from rules.engine.types import PieceId, Seat, Shape
from vision.types import Side
from web.pages.lookup.views import BookPiece, BookRule, GameBook, HowPart, HowToPlay, LookedUp, Meaning
from web.views import Face, Session

_LONGEST_TYPED: Final = 200
_AT_HOME: Final = re.compile(r"HTTP://([A-Z0-9-]+(?:\.LOCAL)?)(?::\d+)?/[0-9A-Z]+")
_HOW: Final = ("goal", "turn", "end")
_NOTHING: Final = LookedUp(Meaning.NOTHING)


class Lookup:
    """Implements `web.pages.lookup.LookupPort` for one game. Safe from any thread."""

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, object],
        tags: TableTags,
        board: Callable[[], Board | None],
        handout: Callable[[Seat], Handout | None],
        chapters: Callable[[Voice], tuple[Chapter, ...]],
    ):
        self._settings = settings
        self._decks = game.all_pieces(settings)
        self._deck_of = {piece: deck for deck, pieces in self._decks.items() for piece in pieces}
        self._alike = game.box.alike
        self._tags = tags
        self._board = board
        self._handout = handout
        self._chapters = chapters
        self._books: dict[str, tuple[Voice, GameBook]] = {}

    def book(self, session: Session) -> GameBook:
        """Every kind of piece in the box and every rule, in the reader's language: made once, and again when the words
        are other ones."""
        voice = self._voice(session)
        made_of, book = self._books.get(voice.words.language, (None, None))
        if book is None or made_of is not voice:
            pieces = tuple(kind for deck in self._decks for kind in self._kinds(voice, deck))
            book = GameBook(voice.game.slug, voice.game.title, pieces, _book_rules(self._chapters(voice)))
            self._books[voice.words.language] = (voice, book)
        return book

    def how(self, session: Session) -> HowToPlay:
        """How the game is played, with pictures of its pieces; without parts where its words do not say."""
        voice = self._voice(session)
        codes = [code for code in _HOW if ("how", code) in voice.words]
        parts = (
            HowPart(code, tuple(voice.say("how", code).splitlines()), self._pictures(voice, code)) for code in codes
        )
        lines = tuple(voice.say("note", say.code, say.facts) for say in voice.game.screens.how(self._settings))
        return HowToPlay(voice.game.slug, voice.game.title, (*parts, *((HowPart("match", lines),) if lines else ())))

    def _pictures(self, voice: Voice, code: str) -> tuple[Face, ...]:
        """Of those that are in the box with the options of this match."""
        pieces = map(PieceId, voice.game.about.pictures.get(code, ()))
        return tuple(voice.face(piece, self._deck_of[piece]) for piece in pieces if piece in voice.faces)

    def look_up(self, session: Session, typed: str) -> LookedUp:
        """What stands behind a code. A back's code tells its deck and no more, also where every card has its own."""
        meant = self._meant(typed.strip()[:_LONGEST_TYPED])
        if len(meant) != 1:
            return _NOTHING  # of two stickers that are spelled alike nobody can say which is meant
        game, named, side = meant.pop()
        if game != self._tags.game:
            return LookedUp(Meaning.OTHER_GAME)
        voice, piece = self._voice(session), PieceId(named)
        deck = self._deck_of.get(piece, named)
        if side is Side.BACK:
            return LookedUp(Meaning.BACK, group=_deck_words(voice, deck)) if deck in self._decks else _NOTHING
        if piece not in self._deck_of or piece not in voice.faces:
            return _NOTHING
        found = next(kind for kind in self._kinds(voice, deck, piece))
        return LookedUp(Meaning.PIECE, found, found.group, self._is_held(session, piece, deck))

    def _meant(self, typed: str) -> set[tuple[str, str, Side]]:
        """Game, piece and side of all that has this code: the very text if it is one, else what is spelled like it,
        first among the tags in play."""
        code = typed.rstrip("/").rpartition("/")[2] or typed
        in_play = {tag.payload: (self._tags.game, tag.piece, tag.side) for tag in self._tags.registry.values()}
        stored = {known.tag.payload: (known.copy.game, known.tag.piece, known.tag.side) for known in self._tags.all()}
        for meanings in (in_play, stored):
            exact = meanings.get(typed) or meanings.get(typed.upper())
            found = {exact} if exact else {what for payload, what in meanings.items() if same_code(payload, code)}
            if found:
                return found
        return set()

    def _kinds(self, voice: Voice, deck: str, only: PieceId | None = None) -> Iterable[BookPiece]:
        """The pieces of a deck that look different, each with how many of it there are; or the one kind of `only`."""
        group = _deck_words(voice, deck)
        known = [piece for piece in self._decks[deck] if piece in voice.faces]
        counts: dict[object, int] = {}
        for piece in known:
            counts[_look(voice, piece)] = counts.get(_look(voice, piece), 0) + 1
        wanted = known if only is None else [only]
        seen = set()
        for piece in wanted:
            if (look := _look(voice, piece)) not in seen:
                seen.add(look)
                yield BookPiece(voice.face(piece, deck), group, counts[look])

    def _is_held(self, session: Session, piece: PieceId, deck: str) -> bool:
        """Whether the reader's own seat is known to hold it, or a copy of it that nobody tells apart."""
        if session.seat is None:
            return False
        seat = Seat(session.seat)
        handout = self._handout(seat)
        if handout is None:
            return False
        hands = [p for p in handout.packet.state.piles.values() if p.owner == seat and p.shape is Shape.HAND]
        held = [one for hand in hands for one in hand]
        if deck in self._alike:
            return any(one.kind == piece.kind for one in held)
        return piece in held

    def _voice(self, session: Session) -> Voice:
        board = self._board()
        assert board is not None  # the referee publishes before the pages open
        return board.tongues.of(session.language)


def _book_rules(chapters: tuple[Chapter, ...]) -> tuple[BookRule, ...]:
    return tuple(
        BookRule(rule, sentence, "" if number else chapter.heading)
        for chapter in chapters
        for number, (rule, sentence) in enumerate(chapter.rules)
    )


def _deck_words(voice: Voice, deck: str) -> str:
    return voice.words.word(deck, voice.names)


def _look(voice: Voice, piece: PieceId) -> object:
    face = voice.faces[piece]
    return (face.title, face.corner, face.suit, face.text)


def sticker_hosts(tags: TableTags) -> tuple[str, ...]:
    """The names that stand in the addresses of registered stickers, so that a phone's camera may open them. Names of
    the home network only: a voucher that somebody adopted as a tag must not let its shop's name in."""
    hosts = (_AT_HOME.fullmatch(known.tag.payload) for known in tags.all())
    return tuple(sorted({match[1].lower() for match in hosts if match is not None}))
