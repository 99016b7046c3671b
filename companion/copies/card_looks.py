"""Registration of a copy's looks by showing: cards are photographed in rows, in the order of the game's own list.

What was seen is on disk before anything is said of it. The photographs themselves are read in memory and never kept.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.copies.looks_trial import TRIED, LooksTrial, look_label
from companion.copies.registering_state import Wanted, wanted_pieces
from companion.journal.copies import Copies, Copy, CopyError
from companion.journal.looks import AlikeCards, CopyLooks, KeptLooks, Place, key_of
from companion.reading.table_tags import TableTags
from companion.reading.tags import card_size_of, has_look
from companion.telling.voice import Voice
from rules.engine.mat import PieceSize
from vision.calibration.mat import Glance
from vision.faces.flat import PX_PER_MM, CardSize
from vision.faces.learn import Alike, framed, is_plain, look_alikes, shown, turned
from vision.faces.looks import MOST_LOOKS, Look, Looks, learned
from vision.faces.reader import Answer, FaceReader, Named, Unsure
from vision.reading.card_pictures import straight_cards
from vision.types import Image
from web.pages.card_looks.views import LookAlike, LookRow, LooksAct, LooksCommand, LooksView, Trial
from web.views import Choice
from words import N_, Sentence

_KEPT: Final = N_("{count|One card is|{count} cards are} known by {count|its look|their looks} now.")
_TOO_MANY: Final = N_("{count|One more card than|{count} more cards than} the list has {count|was|were} not kept.")
_UNCLEAR: Final = N_(
    "{count|One card was|{count} cards were} left out that may have been shown before: photograph new ones alone."
)
_PLAIN: Final = N_(
    "{count|One card has|{count} cards have} too little print to be known by: give {count|it a sticker|them stickers}."
)
_ALIKE: Final = N_("Some look so much alike that the camera will ask: see the list, and give them stickers.")
_MANY: Final = N_(
    "The camera tells {most} looks apart at once; the copies in play have more. Name one in the setting table.copies."
)


@dataclass
class _Photo:
    """What came of one photograph."""

    new: list[Look]
    plain: list[str]
    twice: list[Look]
    strangers: int = 0
    unclear: int = 0


class _Before:
    """What cards are of those that were shown before; each is looked at once."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self._looks = looks
        self._readers: dict[CardSize, FaceReader] = {}
        self._answers: dict[tuple[int, CardSize], Answer] = {}

    def answer(self, card: Image, size: CardSize) -> Answer:
        """What a card is, if it is of this size."""
        if size not in self._readers:
            self._readers[size] = _reader(self._looks, size)
        if (id(card), size) not in self._answers:
            self._answers[id(card), size] = self._readers[size].named(framed(card, size))
        return self._answers[id(card), size]


class CardLooks:
    """For the host only: it shows every card of a copy. Safe from any thread."""

    def __init__(
        self,
        copies: Copies,
        tags: TableTags,
        kept: KeptLooks,
        size: Callable[[str], PieceSize],
        glance: Callable[[], Glance | None] = lambda: None,
    ) -> None:
        """`glance`: what the camera of the table sees now."""
        self._trial = LooksTrial(glance)
        self._copies = copies
        self._tags = tags
        self._kept = kept
        self._sizes = {deck: size(deck) for deck in tags.decks}
        self._lock = threading.Lock()  # one act at a time: each writes all looks of its copy

    def view(self, voice: Voice, ident: int) -> LooksView:
        """What the page draws of a copy; 0: of the first one."""
        copies = self._copies.list(self._tags.game)
        choices = tuple(Choice(str(copy.ident), copy.title) for copy in copies)
        copy = next((one for one in copies if one.ident == ident), copies[0] if copies else None)
        known = CopyLooks() if copy is None else self._kept.of(copy)
        looks = {key_of(look): look for look in known.looks}
        rows = tuple(self._row(voice, wanted, looks, known) for wanted in self._wanted())
        return LooksView(
            title=voice.game.title,
            copies=choices,
            copy=0 if copy is None else copy.ident,
            rows=rows,
            done=sum(bool(row.stamp) or row.plain for row in rows),
            trial=Trial() if copy is None else self._trial.view(voice, copy.ident),
        )

    def picture(self, ident: int, key: str) -> bytes | None:
        """The picture of one side, or of a card that was tried; None where there is none."""
        if key.startswith(TRIED):
            return self._trial.picture(ident, key)
        copy = next((one for one in self._copies.list(self._tags.game) if one.ident == ident), None)
        look = None if copy is None else _by_key(self._kept.of(copy)).get(key)
        return None if look is None else shown(look)

    def photo(self, voice: Voice, ident: int, data: bytes) -> str:
        """Takes in the cards of a photograph as the next ones in the list; a sentence. VisionError or CopyError."""
        cards = straight_cards(data)
        with self._lock:
            copy = self._copies.get(ident)
            known = self._kept.of(copy)
            photo = self._taken(known, cards)
            if photo.new or photo.plain:
                known = _looked_over(CopyLooks((*known.looks, *photo.new), plain=(*known.plain, *photo.plain)))
                self._keep(copy, known)
        return " ".join(voice.sentence(one) for one in self._told(voice, photo, known))

    def _told(self, voice: Voice, photo: _Photo, now: CopyLooks) -> Iterator[Sentence]:
        """What came of a photograph, of which this is known now."""
        new = {key_of(look) for look in photo.new}
        if photo.new:
            yield Sentence(_KEPT, count=len(photo.new))
        if photo.plain:
            yield Sentence(_PLAIN, count=len(photo.plain))
        if photo.twice:
            names = ", ".join(look_label(voice, look.piece, look.side) for look in photo.twice)
            yield Sentence("Shown before, and left as it was: {pieces}.", pieces=names)
        if photo.unclear:
            yield Sentence(_UNCLEAR, count=photo.unclear)
        if photo.strangers:
            yield Sentence(_TOO_MANY, count=photo.strangers)
        if any({pair.one, pair.other} & new for pair in now.alike):
            yield Sentence(_ALIKE)
        played = filter(self._tags.is_in_play, self._copies.list(self._tags.game))
        if sum(len(self._kept.of(copy).looks) for copy in played) > MOST_LOOKS:
            yield Sentence(_MANY, most=MOST_LOOKS)

    def act(self, voice: Voice, command: LooksCommand) -> str:
        """Carries an act out; a sentence. CopyError where it cannot be."""
        with self._lock:
            if command.act is LooksAct.START:
                self._copies.add(Copy(0, self._tags.game, command.value))
                return voice.sentence(Sentence("Show its cards now."))
            copy = self._copies.get(command.copy)
            known = self._kept.of(copy)
            match command.act:
                case LooksAct.CLEAR:
                    self._trial.clear()
                    return voice.sentence(Sentence("Now lay any five cards on it, face up and apart from each other."))
                case LooksAct.TRY:
                    return self._trial.look(voice, copy.ident, known.looks)
                case LooksAct.SWAP:
                    self._keep(copy, self._swapped(known, command.value, command.other))
                    return voice.sentence(Sentence("Swapped."))
                case LooksAct.TURN:
                    looks = tuple(turned(one) if key_of(one) == command.value else one for one in known.looks)
                    self._keep(copy, _looked_over(replace(known, looks=looks)))
                    return voice.sentence(Sentence("Turned."))
                case LooksAct.DROP:
                    self._keep(copy, _without(known, command.value))
                    return voice.sentence(Sentence("That look is forgotten."))
            self._keep(copy, CopyLooks())
            return voice.sentence(Sentence("All looks of this copy are forgotten."))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _wanted(self) -> tuple[Wanted, ...]:
        return tuple(one for one in wanted_pieces(self._tags.decks) if has_look(self._sizes[one.deck]))

    def _row(self, voice: Voice, wanted: Wanted, looks: Mapping[str, Look], known: CopyLooks) -> LookRow:
        pairs = ((pair, pair.other if pair.one == wanted.key else pair.one) for pair in known.alike)
        alike = tuple(
            LookAlike(look_label(voice, looks[other].piece, looks[other].side), pair.place)
            for pair, other in pairs
            if wanted.key in (pair.one, pair.other) and other in looks
        )
        look = looks.get(wanted.key)
        return LookRow(
            key=wanted.key,
            label=look_label(voice, wanted.piece, wanted.side),
            group=voice.words.word(wanted.deck, voice.names),
            stamp="" if look is None else f"{zlib.crc32(look.grey.tobytes()):08x}",
            plain=wanted.key in known.plain,
            alike=alike,
        )

    def _taken(self, known: CopyLooks, cards: Sequence[Image]) -> _Photo:
        """The cards of a photograph as the next ones of the list. Where some were shown before, it may be the same
        photograph once more: what cannot be told from the known ones is then left out, so that no row slips."""
        photo = _Photo([], [], [])
        seen = {*map(key_of, known.looks), *known.plain}
        ahead = [wanted for wanted in self._wanted() if wanted.key not in seen]
        before = _Before(known.looks)
        is_repeated = any(isinstance(before.answer(card, self._next_size(ahead)), Named) for card in cards)
        for card in cards:
            size = self._next_size(ahead)
            answers = [before.answer(card, size), _reader(photo.new, size).named(framed(card, size))]
            if named := [one.look for one in answers if isinstance(one, Named)]:
                photo.twice += named[:1]
                continue
            look = learned("", [card], size)
            if is_repeated and (isinstance(answers[0], Unsure) or is_plain(look)):
                photo.unclear += 1
            elif not ahead:
                photo.strangers += 1
            else:
                wanted = ahead.pop(0)
                if is_plain(look):
                    photo.plain.append(wanted.key)
                else:
                    photo.new.append(replace(look, piece=wanted.piece, side=wanted.side))
        return photo

    def _next_size(self, ahead: Sequence[Wanted]) -> CardSize:
        return card_size_of(self._sizes[ahead[0].deck if ahead else next(iter(self._sizes))])

    def _swapped(self, known: CopyLooks, one: str, other: str) -> CopyLooks:
        """The looks of two sides for each other; where only one has a look it goes to the other."""
        sides = {wanted.key: wanted for wanted in self._wanted()}
        if one not in sides or other not in sides:
            raise CopyError("There is no such card here; please load the page again.")
        if self._sizes[sides[one].deck] != self._sizes[sides[other].deck]:
            raise CopyError("These two are not of the same size.")
        now = {one: other, other: one}

        def at(look: Look) -> Look:
            wanted = sides.get(now.get(key_of(look), ""))
            return look if wanted is None else replace(look, piece=wanted.piece, side=wanted.side)

        alike = (
            replace(pair, one=now.get(pair.one, pair.one), other=now.get(pair.other, pair.other))
            for pair in known.alike
        )
        return CopyLooks(tuple(map(at, known.looks)), tuple(alike), tuple(now.get(key, key) for key in known.plain))

    def _keep(self, copy: Copy, known: CopyLooks) -> None:
        try:
            self._kept.put(copy, known)
        except OSError as error:
            raise CopyError("The looks could not be written down: {why}", why=str(error)) from error
        self._tags.refresh()


def _reader(looks: Sequence[Look], size: CardSize) -> FaceReader:
    return FaceReader(Looks([look for look in looks if look.grey.shape == size.size_px[::-1]], size))


def _looked_over(known: CopyLooks) -> CopyLooks:
    """The same, with the pairs that can hardly be told apart found anew."""
    alike: list[AlikeCards] = []
    for shape in {look.grey.shape for look in known.looks}:
        some = [look for look in known.looks if look.grey.shape == shape][:MOST_LOOKS]
        size = CardSize(shape[1] / PX_PER_MM, shape[0] / PX_PER_MM)
        alike += [_pair(some, pair, size) for pair in look_alikes(Looks(some, size))]
    return replace(known, alike=tuple(alike))


def _pair(looks: Sequence[Look], pair: Alike, size: CardSize) -> AlikeCards:
    place: Place | None = None
    if pair.place_mm is not None:
        left, top, wide, high = pair.place_mm
        place = left / size.width_mm, top / size.height_mm, wide / size.width_mm, high / size.height_mm
    return AlikeCards(key_of(looks[pair.one]), key_of(looks[pair.other]), place)


def _by_key(known: CopyLooks) -> Mapping[str, Look]:
    return {key_of(look): look for look in known.looks}


def _without(known: CopyLooks, key: str) -> CopyLooks:
    return CopyLooks(
        tuple(look for look in known.looks if key_of(look) != key),
        tuple(pair for pair in known.alike if key not in (pair.one, pair.other)),
        tuple(one for one in known.plain if one != key),
    )
