"""The page for registering pieces: what it shows, and how its acts are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.copies.registering import Assigned, Registering, Snapshot, Wanted
from companion.copies.tags_file import HasPiece, belongs, brought, written
from companion.journal.copies import Copies, Copy, CopyError, CopyTag
from companion.reading.admission import Admission
from companion.reading.table_tags import TableTags
from companion.reading.tags import human_code
from companion.telling.voice import Voice
from rules.engine.types import PieceId
from vision.types import Side
from web.pages.pieces.views import (
    CopyRow,
    PhotoTag,
    PieceRow,
    PiecesAct,
    PiecesCommand,
    PieceStatus,
    PiecesView,
    Registration,
)
from web.views import Choice

_BACK: Final = "back/"
_FOR_ONE_PIECE: Final = frozenset({PiecesAct.TYPE, PiecesAct.USE, PiecesAct.SKIP, PiecesAct.BACK, PiecesAct.KEEP})


@dataclass(frozen=True)
class Sight:
    """What eyes there are at this table: a camera over it, and whether that one looks at real pieces."""

    has_camera: bool
    is_real: bool


class Pieces:
    """For the host only: it knows which code is which piece. Safe from any thread."""

    def __init__(
        self,
        copies: Copies,
        tags: TableTags,
        voice: Voice,
        read_photo: Callable[[bytes], tuple[str, ...]],
        sight: Sight,
        clock: Callable[[], float],
        keep_looks_of: Callable[[Iterable[Copy]], None] = lambda copies: None,
    ):
        """`keep_looks_of`: deletes the looks of all copies but these."""
        self._keep_looks_of = keep_looks_of
        self._copies = copies
        self._tags = tags
        self._registering = Registering(copies, tags, self._label, self._say, clock)
        self.admit = Admission(tags, self._registering)
        self._voice = voice
        self._read_photo = read_photo
        self._sight = sight

    def in_words_of(self, voice: Voice) -> Pieces:
        """The same, speaking the language of the host who looks or acts now."""
        self._voice = voice
        return self

    def view(self) -> PiecesView:
        """Everything that the page draws. Whoever looks keeps the camera listening."""
        now = self._registering.look()
        return PiecesView(
            self._voice.game.title,
            tuple(self._copy(copy) for copy in self._copies.list(self._tags.game)),
            None if now is None else self._registration(now),
            self._sight.has_camera,
            self._sight.is_real,
        )

    def act(self, command: PiecesCommand) -> str:
        """Carries an act out; a sentence. CopyError or JournalError with one sentence when it cannot be."""
        with self._registering.meant_for(command.at if command.act in _FOR_ONE_PIECE else None):
            return self._carry_out(command)

    def photo(self, picture: bytes) -> str:
        """Reads a photograph in memory; it is never kept. VisionError or JournalError with one sentence."""
        return self._registering.photo(self._read_photo(picture))

    def adopt(self, payload: str, choice: str) -> str:
        """A single tag that lies on the table stands for this from now on; `choice` is one of `adoptable`. CopyError
        when it cannot."""
        key = next((c.key for c in self.adoptable() if c.key == choice), None)
        if key is None:
            raise CopyError("Choose which piece that tag stands for.")
        is_back = key.startswith(_BACK)
        piece = key.removeprefix(_BACK) if is_back else key
        tag = CopyTag(payload, piece, Side.BACK if is_back else Side.FRONT, shared=is_back)
        known = self._tags.registry.get(payload)
        if known is None or (known.piece, known.side) != (tag.piece, tag.side):
            if problem := self._registering.problem(payload):
                raise CopyError(problem)
            self._tags.adopt(tag)
            self._registering.reread()
        return self._voice.say("notice", "tag_adopted", {"piece": piece_label(self._voice, piece, is_back)})

    def adoptable(self) -> tuple[Choice, ...]:
        """What a tag can stand for: the back of each deck, and each piece."""
        decks = self._tags.decks
        backs = tuple(Choice(f"{_BACK}{deck}", piece_label(self._voice, deck, True)) for deck in decks)
        return backs + tuple(Choice(str(p), self._voice.faces[p].title) for pieces in decks.values() for p in pieces)

    def strangers(self, payloads: Iterable[str]) -> tuple[str, ...]:
        """Those of the payloads that belong to no copy at all."""
        return tuple(payload for payload in payloads if self._tags.whose(payload) is None)

    def file(self) -> str:
        """Every tag of this game's copies."""
        return written((copy, self._copies.tags(copy.ident)) for copy in self._copies.list(self._tags.game))

    def bring(self, text: str) -> str:
        """Takes a file of tags over, all of it or nothing. CopyError with one sentence that names the line."""
        count, copies = brought(self._copies, text, "", self._of_game)
        self._registering.reread()
        return self._voice.say("notice", "reg_imported", {"count": count, "copies": copies})

    def reread(self) -> None:
        """The shelf was changed from elsewhere."""
        self._registering.reread()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _label(self, piece: str, is_back: bool) -> str:
        return piece_label(self._voice, piece, is_back)

    def _say(self, code: str, facts: Mapping[str, object]) -> str:
        return self._voice.say("notice", code, facts)

    def _carry_out(self, command: PiecesCommand) -> str:
        registering = self._registering
        match command.act:
            case PiecesAct.START:
                return registering.start(command.value, command.owner)
            case PiecesAct.GO_ON:
                return registering.go_on(command.copy)
            case PiecesAct.LATER:
                return registering.later()
            case PiecesAct.SKIP:
                return registering.skip()
            case PiecesAct.BACK:
                return registering.back()
            case PiecesAct.JUMP:
                return registering.jump(command.value)
            case PiecesAct.TYPE:
                return registering.typed(command.value)
            case PiecesAct.USE:
                return registering.use(command.value)
            case PiecesAct.KEEP:
                return registering.keep()
            case PiecesAct.DISCARD:
                return registering.discard()
            case PiecesAct.RENAME:
                return registering.rename(command.copy, command.value, command.owner)
            case PiecesAct.REMOVE:
                done = registering.remove(command.copy)
                self._keep_looks_of(self._copies.list())
                return done

    def _of_game(self, game: str) -> HasPiece | None:
        return belongs(self._tags.decks) if game == self._tags.game else None

    def _copy(self, copy: Copy) -> CopyRow:
        done, total = self._registering.counts(copy)
        return CopyRow(
            ident=copy.ident,
            name=copy.name,
            owner=copy.owner,
            done=done,
            total=total,
            tags=len(self._copies.tags(copy.ident)),
            in_play=self._tags.is_in_play(copy),
        )

    def _registration(self, now: Snapshot) -> Registration:
        progress, told = now.progress, now.told
        return Registration(
            copy=now.copy.ident,
            name=now.copy.name,
            owner=now.copy.owner,
            at=progress.at,
            done=len(progress.done),
            rows=tuple(self._row(wanted, progress.state(wanted.key)) for wanted in progress.wanted),
            photo=tuple(self._photo_tag(one) for one in now.photo),
            can_undo=bool(progress.steps),
            seen=tuple(Choice(payload, human_code(payload)) for payload in now.seen),
            told="" if told is None else self._voice.sentence(told.sentence),
            told_ok=told is None or told.ok,
            told_number=0 if told is None else told.number,
        )

    def _row(self, wanted: Wanted, status: PieceStatus) -> PieceRow:
        face = None if wanted.side is Side.BACK else self._voice.face(PieceId(wanted.piece))
        group = self._voice.words.word(wanted.deck, self._voice.names)
        return PieceRow(
            wanted.key, piece_label(self._voice, wanted.piece, wanted.side is Side.BACK), group, face, status
        )

    def _photo_tag(self, one: Assigned) -> PhotoTag:
        wanted = one.wanted
        piece = "" if wanted is None else piece_label(self._voice, wanted.piece, wanted.side is Side.BACK)
        return PhotoTag(human_code(one.payload), piece, one.problem)


def piece_label(voice: Voice, piece: str, is_back: bool) -> str:
    """What a piece is called, or the back of a deck."""
    if is_back and PieceId(piece) not in voice.faces:
        return voice.say("notice", "reg_back_of", {"deck": voice.words.word(piece, voice.names)})
    face = voice.faces.get(PieceId(piece))
    return piece if face is None else face.title
