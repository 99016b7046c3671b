"""The pages' door to the maker: games without code are made, tried, saved, and handed on, by the host."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from companion.copies.tying import tie
from companion.doors.host_office import OfficeError
from companion.doors.maker_blanks import fields_at, steps_of
from companion.doors.maker_preview import shown
from companion.doors.replies import REPLY_S, Replies
from companion.journal.copies import NAME_LENGTH, Copy
from companion.journal.journal import Journal
from companion.journal.keeping import open_matches
from companion.machine.shutdown import Ending
from companion.shelf.making import Sketch, kinds, made_here, sketch_of, slug_for, zip_of
from companion.shelf.packing import file_name, packed
from companion.shelf.pictures import Pictures
from companion.shelf.sharing import Sharing
from companion.shelf.shelf import OwnersShelf
from companion.telling.voice import Voice
from companion.values.notices import Notice
from rules import games
from rules.engine.definitions import Definition, DefinitionError, GrammarError, pictures_in, read, rows_of, written
from rules.engine.game import Game
from rules.engine.types import PieceId, Say
from rules.engine.words import NAMELESS
from rules.outside import Found
from web.pages.host.views import HostAct, HostCommand
from web.pages.maker.views import (
    Draft,
    FormView,
    MadeGame,
    MakerFault,
    MakerKind,
    MakerView,
    Pasted,
    PastedView,
    PreviewView,
    SavedView,
)
from web.views import Choice, Reply, Role, Session
from words import SOURCE, Sentence

_LONGEST: Final = 80


class _Faulty(Exception):
    """A draft that makes no game: where it is wrong, and a finished sentence."""

    def __init__(self, path: tuple[str | int, ...], what: Sentence):
        super().__init__(what)
        self.path, self.what = path, what


class MakerDoor:
    """Implements `web.pages.maker.views.MakerPort`. Safe from any thread; one game is saved at a time."""

    def __init__(
        self,
        replies: Replies,
        shelf: OwnersShelf,
        journal: Journal,
        on_table: str,
        sharing: Sharing,
        pictures: Pictures,
        address: Callable[[], str],
        host: Callable[[Session, HostCommand], Reply],
        end: Callable[[Ending], None],
    ):
        """`on_table`: the game that lies on the table until another start; `address`: of the pages in the home
        network; `host`: carries out what a host says of the match; `end`: asks the program to end."""
        self._replies = replies
        self._shelf = shelf
        self._journal = journal
        self._on_table = on_table
        self._sharing = sharing
        self._pictures = pictures
        self._address = address
        self._host = host
        self._end = end
        self._looking = threading.Lock()

    def making(self, session: Session) -> MakerView:
        """What can be made, and what was made."""
        voice = self._replies.voice(session)
        if session.role is not Role.HOST:
            return MakerView(kinds=(), games=())
        offered = tuple(_kind(slug, one, voice) for slug, one in kinds().items())
        playing = voice.game.title if self._is_playing else ""
        return MakerView(kinds=offered, games=tuple(self._made(one) for one in made_here()), playing=playing)

    def form(self, session: Session, plays: str, template: str, slug: str) -> FormView | None:
        """What is to be filled in: of a game that was made here, from a template, or of nothing. None where there is no
        such thing."""
        found = next((one for one in made_here() if one.slug == slug), None) if slug else None
        known = kinds().get(plays if found is None else found.about.plays)
        if session.role is not Role.HOST or known is None or (slug and found is None):
            return None
        game = games.game(plays if found is None else found.about.plays)
        try:
            sketch = Sketch(plays=game.slug, title="", author="", seats=tuple(game.seats), values={})
            if found is not None:
                sketch = sketch_of(found)
            elif template in known.templates:
                sketch = replace(sketch, values=read(known.text_of(template), known.file, known).plain)
        except (DefinitionError, OSError):
            return None
        return FormView(
            plays=sketch.plays,
            slug=sketch.slug,
            title=sketch.title,
            author=sketch.author,
            steps=steps_of(known, self._replies.voice(session).sentence),
            values=dict(sketch.values),
            seats=None if known.counts_seats else _ends(game.seats),
            for_seats=None if known.counts_seats else _ends(sketch.seats),
            remarks=sketch.remarks,
        )

    def preview(self, session: Session, draft: Draft) -> PreviewView:
        """A match of what was filled in; one is played at a time, since it takes a while."""
        voice = self._replies.voice(session)
        if not self._looking.acquire(timeout=REPLY_S):
            return PreviewView(
                fault=_fault(_Faulty((), Sentence("another look is being made. Try again in a moment.")), voice)
            )
        try:
            _, game = _game_of(draft, by_title=False)
            game = replace(game, title=draft.title.strip() or game.title)
            phone, table = shown(game, voice.words.language, draft.at)
        except _Faulty as error:
            return PreviewView(fault=_fault(error, voice))
        finally:
            self._looking.release()
        return PreviewView(fault=None, seat=phone, table=table)

    def pasted(self, session: Session, pasted: Pasted) -> PastedView | None:
        """Tables of a list as they were copied out of a spreadsheet."""
        known, voice = kinds().get(pasted.plays), self._replies.voice(session)
        fields = None if known is None or session.role is not Role.HOST else fields_at(known, pasted.path)
        if fields is None:
            return None
        try:
            return PastedView(rows_of(pasted.text, fields, word=voice.sentence))
        except GrammarError as error:
            return PastedView((), _begun(voice.sentence(error.args[0])))

    def save(self, session: Session, draft: Draft) -> SavedView:
        """Puts the game among the others, in one step."""
        faults: list[_Faulty] = []
        slugs = [draft.slug]

        def done() -> Notice:
            try:
                text, game = _game_of(draft, by_title=True)
                sketch = self._sketch(draft, game)
                pictures = self._pictures_of(text)
                slugs.append(sketch.slug)
            except _Faulty as error:
                faults.append(error)
                raise OfficeError(error.what) from error
            is_on_table = sketch.slug == self._on_table
            ending = self._changed_on_table(session, text) if is_on_table else None
            with self._shelf.staged(zip_of(sketch, text, pictures)) as staged:
                self._shelf.install(staged)
            self._tie(sketch, game)
            if ending is None:
                return Notice("game_made", {"game": sketch.title})
            self._end(ending)
            return Notice("game_changed", {"game": sketch.title})

        reply = self._replies.by_host(session, done, self._shelf.changing)
        voice = self._replies.voice(session)
        fault = _fault(faults[0], voice) if faults else None
        return SavedView(reply=reply, slug=slugs[-1], fault=fault, made=self.making(session))

    def hand_on(self, session: Session, slug: str, yes: bool) -> Reply:
        """From now on whoever has the link may fetch the game, for a quarter of an hour; or nobody any more."""

        def done() -> Notice:
            self._found(slug)
            if not yes:
                self._sharing.end(slug)
                return Notice("game_kept_back")
            self._sharing.begin(slug)
            return Notice("game_shared")

        return self._replies.by_host(session, done, self._shelf.changing)

    def packed(self, session: Session, slug: str) -> tuple[str, bytes] | None:
        """A game as a file, for the host."""
        return self._file(slug) if session.role is Role.HOST else None

    def fetched(self, token: str) -> tuple[str, bytes] | None:
        """The same for whoever has the link of now."""
        slug = self._sharing.slug(token)
        return self._file(slug) if slug else None

    # -- inside ------------------------------------------------------------------------------------------------------

    @property
    def _is_playing(self) -> bool:
        board = self._replies.board
        return not (board.around.gathering or board.is_over)

    def _file(self, slug: str) -> tuple[str, bytes] | None:
        found = next((one for one in made_here() if one.slug == slug), None)
        return None if found is None else (file_name(found), packed(found))

    def _found(self, slug: str) -> Found:
        found = next((one for one in made_here() if one.slug == slug), None)
        if found is None:
            raise OfficeError(Notice("game_not_made_here"))
        return found

    def _sketch(self, draft: Draft, game: Game) -> Sketch:
        """The game with its name: one of before, or another one that no game has."""
        before = None if not draft.slug else sketch_of(self._found(draft.slug))
        if before is not None and before.plays != draft.plays:
            raise _Faulty((), Sentence("{title} is a game of another kind.", title=before.title))
        taken = {*games.slugs(), *self._shelf.names(), *(one.name for one in games.broken())}
        title = draft.title.strip()
        return Sketch(
            plays=draft.plays,
            title=title,
            author=draft.author.strip() or title,
            seats=tuple(game.seats),
            values=draft.values,
            slug=draft.slug or slug_for(title, taken),
            kept={} if before is None else before.kept,
        )

    def _pictures_of(self, text: str) -> Mapping[str, bytes]:
        """The pictures that a file speaks of. _Faulty where one is not here any more."""
        found = {name: self._pictures.find(name) for name in sorted(pictures_in(text))}
        for name, content in found.items():
            if content is None:
                line = next(line for line in text.splitlines() if name in line)
                what = Sentence(
                    'the picture of "{card}" is not here any more: add it again, or take it out of the list.',
                    card=re.split(r"[\t;,]", line.strip())[0][:40],
                )
                raise _Faulty((), what)
        return {name: content for name, content in found.items() if content is not None}

    def _tie(self, sketch: Sketch, game: Game) -> None:
        """The stickers that were seen on photographed cards stand for those cards from now on."""
        settings = game.check_settings({})
        faces = game.box.faces(settings, game.words(SOURCE))
        pieces: dict[str, list[PieceId]] = {}
        for piece in chain(*game.all_pieces(settings).values()):
            pieces.setdefault(faces[piece].picture, []).append(piece)
        seen = [(code, found) for name, found in pieces.items() for code in self._pictures.stickers(name)]
        tie(self._journal.copies, Copy(0, sketch.slug, sketch.title[:NAME_LENGTH]), seen)

    def _changed_on_table(self, session: Session, text: str) -> Ending:
        """Changes the match that is played, on record, and says how the table begins anew: with it, or with a new one
        where nobody has begun yet or it is over."""
        if not self._is_playing:
            return Ending.ANEW
        reason = self._replies.voice(session).sentence(Sentence("changed on the maker's page"))
        reply = self._host(session, HostCommand(HostAct.REDEFINE, reason=reason, value=text))
        if not reply.ok:
            raise OfficeError(reply.sentence)
        return Ending.AGAIN

    def _made(self, one: Found) -> MadeGame:
        token, minutes = self._sharing.link(one.slug)
        return MadeGame(
            slug=one.slug,
            title=one.about.title,
            kind=games.about(one.about.plays).title,
            open_matches=len(open_matches(self._journal, one.slug)),
            on_table=one.slug == self._on_table,
            shared=f"{self._address()}/share/{token}" if token else "",
            minutes=minutes,
        )


def _kind(slug: str, definition: Definition[Any], voice: Voice) -> MakerKind:
    language = voice.words.language
    words = games.game(slug).words(language)
    named = [(name, f"{definition.chosen_by}.{name}") for name in definition.templates]
    return MakerKind(
        plays=slug,
        title=games.about(slug).title,
        sentence=games.in_a_sentence(slug, language),
        templates=tuple(Choice(name, words.say("choice", Say(code), NAMELESS)) for name, code in named),
    )


def _game_of(draft: Draft, *, by_title: bool) -> tuple[str, Game]:
    """The file of a draft and the game that it makes. _Faulty."""
    definition = kinds().get(draft.plays)
    if definition is None:
        raise _Faulty(
            (), Sentence("There is no game {other} here that lends its rules to others.", other=draft.plays[:40])
        )
    for key, text in (("title", draft.title), ("author", draft.author)):
        if (key == "title" and by_title and not text.strip()) or len(text) > _LONGEST or not text.isprintable():
            raise _Faulty(("", key), Sentence("Give it a name of at most {most} letters.", most=_LONGEST))
    text = written(draft.values, definition)
    try:
        game = games.game(draft.plays, {definition.file: text})
    except DefinitionError as error:
        raise _Faulty(error.path, error.what) from error
    return text, replace(game, seats=_seats(game.seats, draft.for_seats))


def _seats(takes: range, wanted: tuple[int, int] | None) -> range:
    """For how many of those that the game takes it is to be. _Faulty."""
    if wanted is None:
        return takes
    few = range(wanted[0], wanted[1] + 1)
    if not few or not set(few) <= set(takes):
        first, last = _ends(takes)
        raise _Faulty(("", "seats"), Sentence("It takes {first} to {last} players.", first=first, last=last))
    return few


def _ends(seats: Sequence[int]) -> tuple[int, int]:
    return seats[0], seats[-1]


def _fault(error: _Faulty, voice: Voice) -> MakerFault:
    return MakerFault(error.path, _begun(voice.sentence(error.what)))


def _begun(said: str) -> str:
    """A sentence that stands alone."""
    return f"{said[:1].upper()}{said[1:]}"
