"""Registration of a copy's looks by showing: cards are photographed in rows, in the order of the game's own list.

What was seen is on disk before anything is said of it. The photographs themselves are read in memory and never kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.copies.pieces import piece_label
from companion.copies.registering_state import Wanted, wanted_pieces
from companion.journal.copies import Copies, Copy, CopyError
from companion.journal.looks import CopyLooks, KeptLooks, key_of
from companion.reading.table_tags import TableTags
from companion.reading.tags import card_size_of, has_look
from companion.telling.voice import Voice
from rules.engine.mat import PieceSize
from vision.faces.flat import CardSize
from vision.faces.looks import Look, Looks, learned
from vision.faces.reader import Answer, FaceReader, Named, Unsure
from vision.faces.showing import framed, shown, turned
from vision.reading.card_pictures import straight_cards
from vision.types import Image, Side
from web.pages.card_looks.views import LookRow, LooksAct, LooksCommand, LooksView
from web.views import Choice
from words import N_, Sentence

_KEPT: Final = N_("{count|One card is|{count} cards are} known by {count|its look|their looks} now.")
_TOO_MANY: Final = N_("{count|One more card than|{count} more cards than} the list has {count|was|were} not kept.")
_ALIKE: Final = N_("Some look so much alike that the camera will ask: see the list, and give them stickers.")


@dataclass
class _Photo:
    """What came of one photograph."""

    new: list[Look]
    alike: list[tuple[str, str]]
    twice: list[Look]
    strangers: int = 0


class CardLooks:
    """For the host only: it shows every card of a copy. Safe from any thread."""

    def __init__(self, copies: Copies, tags: TableTags, kept: KeptLooks, size: Callable[[str], PieceSize]) -> None:
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
        rows = tuple(self._row(voice, wanted, looks, known.alike) for wanted in self._wanted())
        return LooksView(
            title=voice.game.title,
            copies=choices,
            copy=0 if copy is None else copy.ident,
            rows=rows,
            done=sum(bool(row.stamp) for row in rows),
        )

    def picture(self, ident: int, key: str) -> bytes | None:
        """The picture of one side; None where there is none."""
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
            if photo.new:
                self._keep(copy, CopyLooks((*known.looks, *photo.new), (*known.alike, *photo.alike)))
        told = [voice.sentence(Sentence(_KEPT, count=len(photo.new)))] if photo.new else []
        if photo.twice:
            names = ", ".join(_label(voice, look.piece, look.side) for look in photo.twice)
            told.append(voice.sentence(Sentence("Shown before, and left as it was: {pieces}.", pieces=names)))
        if photo.strangers:
            told.append(voice.sentence(Sentence(_TOO_MANY, count=photo.strangers)))
        if photo.alike:
            told.append(voice.sentence(Sentence(_ALIKE)))
        return " ".join(told)

    def act(self, voice: Voice, command: LooksCommand) -> str:
        """Carries an act out; a sentence. CopyError where it cannot be."""
        with self._lock:
            if command.act is LooksAct.START:
                self._copies.add(Copy(0, self._tags.game, command.value))
                return voice.sentence(Sentence("Show its cards now."))
            copy = self._copies.get(command.copy)
            known = self._kept.of(copy)
            match command.act:
                case LooksAct.SWAP:
                    self._keep(copy, self._swapped(known, command.value, command.other))
                    return voice.sentence(Sentence("Swapped."))
                case LooksAct.TURN:
                    looks = tuple(turned(one) if key_of(one) == command.value else one for one in known.looks)
                    self._keep(copy, replace(known, looks=looks))
                    return voice.sentence(Sentence("Turned."))
                case LooksAct.DROP:
                    self._keep(copy, _without(known, command.value))
                    return voice.sentence(Sentence("That look is forgotten."))
            self._keep(copy, CopyLooks())
            return voice.sentence(Sentence("All looks of this copy are forgotten."))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _wanted(self) -> tuple[Wanted, ...]:
        return tuple(one for one in wanted_pieces(self._tags.decks) if has_look(self._sizes[one.deck]))

    def _row(
        self, voice: Voice, wanted: Wanted, looks: Mapping[str, Look], alike: Sequence[tuple[str, str]]
    ) -> LookRow:
        others = [pair[1 - n] for pair in alike for n in (0, 1) if pair[n] == wanted.key]
        names = (_label(voice, looks[key].piece, looks[key].side) for key in dict.fromkeys(others) if key in looks)
        look = looks.get(wanted.key)
        group = voice.words.word(wanted.deck, voice.names)
        stamp = "" if look is None else f"{hash(look.grey.tobytes()) & 0xFFFFFFFF:08x}"
        return LookRow(wanted.key, _label(voice, wanted.piece, wanted.side), group, stamp, tuple(names))

    def _taken(self, known: CopyLooks, cards: Sequence[Image]) -> _Photo:
        photo = _Photo([], [], [])
        seen = {key_of(look) for look in known.looks}
        ahead = [wanted for wanted in self._wanted() if wanted.key not in seen]
        readers: dict[CardSize, FaceReader] = {}
        for card in cards:
            size = card_size_of(self._sizes[ahead[0].deck if ahead else next(iter(self._sizes))])
            if size not in readers:
                readers[size] = _reader(known.looks, size)
            answers = [reader.named(framed(card, size)) for reader in (readers[size], _reader(photo.new, size))]
            if named := [one.look for one in answers if isinstance(one, Named)]:
                photo.twice += named[:1]
            elif not ahead:
                photo.strangers += 1
            else:
                wanted = ahead.pop(0)
                photo.alike += [(wanted.key, key_of(look)) for one in answers for look in _may_be(one)]
                photo.new.append(learned(wanted.piece, [card], size, wanted.side))
        return photo

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

        alike = tuple((now.get(first, first), now.get(second, second)) for first, second in known.alike)
        return CopyLooks(tuple(map(at, known.looks)), alike)

    def _keep(self, copy: Copy, known: CopyLooks) -> None:
        try:
            self._kept.put(copy, known)
        except OSError as error:
            raise CopyError("The looks could not be written down: {why}", why=str(error)) from error
        self._tags.refresh()


def _reader(looks: Sequence[Look], size: CardSize) -> FaceReader:
    return FaceReader(Looks([look for look in looks if look.grey.shape == size.size_px[::-1]], size))


def _may_be(answer: Answer) -> tuple[Look, ...]:
    return answer.looks if isinstance(answer, Unsure) else ()


def _by_key(known: CopyLooks) -> Mapping[str, Look]:
    return {key_of(look): look for look in known.looks}


def _without(known: CopyLooks, key: str) -> CopyLooks:
    looks = tuple(look for look in known.looks if key_of(look) != key)
    return CopyLooks(looks, tuple(pair for pair in known.alike if key not in pair))


def _label(voice: Voice, piece: str, side: Side) -> str:
    label = piece_label(voice, piece, side is Side.BACK)
    return label[:1].upper() + label[1:]
