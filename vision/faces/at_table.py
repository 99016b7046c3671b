"""Cards that came to the table without stickers: each is looked at once, when something has changed there and rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from vision._pixels import as_image, colour
from vision.faces.changed import Changed, as_around, boxes_of, pixels_of, seen_cells, wider, without_crumbs
from vision.faces.find import ToMm, apart_px, changed_cards
from vision.faces.flat import CardSize, Corners, Floats, Mask, flattened
from vision.faces.hidden import Part, lies_at, partly_seen, strip_of
from vision.faces.looks import Looks
from vision.faces.reader import Answer, FaceReader, Named, Unknown, Unsure
from vision.types import Image, Side

_MOST_READ: Final = 6  # cards in one look; the others wait for the next frame
_MOST_READ_OF_PARTS: Final = 40  # places in which cards may lie that are partly hidden: a fan of five takes up to 30
_CAME: Final = 0.7  # of the part of a card that is seen: the rest is of the table's colour
_NEW: Final = 0.15  # share of a place that has changed and is not explained yet, from which on it is read
_OTHER: Final = 10  # grey levels: what differs less from the bare table is the table
_OTHER_CELL: Final = 5.0  # the same of the mean of a cell
_THING: Final = 0.5  # share of a place that differs from it, if a card may lie there
_THING_AT_A_GUESS: Final = 0.85
_ALONE: Final = 0.5  # share of a place that no card with a name explains, if a card without one is told there
_SAME_MM: Final = 3.0
_OFF_MM: Final = 1.0  # an outline is not off by more
_SAME_PIECE_ODDS: Final = 0.9
_AROUND_MM: Final = 8.0  # so close around a card nothing is learned of the table
_ALIKE: Final = 0.93  # correlation of a card's picture with that of before
_ODD: Final = 0.6  # of the contrast: so far may no place in it be off


_Key = tuple[bytes, str, Side]


@dataclass(frozen=True, eq=False)
class CardSeen:
    """Something as large as a card that lies there, and what it is. Its corners (pixels) begin at the top left one of
    its print, where it has a name. `shown`: the corners of the part of it that is seen, if what lies on the rest was
    not known."""

    corners: Corners
    answer: Answer
    shown: Corners | None = None


@dataclass(frozen=True, eq=False)
class Believed:
    """A card that was told by its look and is believed to lie there, hidden or not."""

    corners: Corners
    size: CardSize
    piece: str
    side: Side

    @property
    def key(self) -> _Key:
        """The same for the same card at the same place, whatever else lies there."""
        return _key(self.corners), self.piece, self.side


@dataclass(frozen=True, eq=False)
class _Print:
    """What the place of a card looks like, and the part of it in which the card itself is seen."""

    grey: Floats
    shown: Corners


class FacesAtTable:
    """Knows the table without cards and as it was last accepted, and names what lies there now. `decks`: looks by the
    size of their cards."""

    def __init__(self, decks: Sequence[Looks]) -> None:
        self._readers = [(FaceReader(looks), looks.size) for looks in decks if len(looks)]
        self._bare: Image | None = None
        self._rest: Image | None = None
        self._guessed: Mask = np.zeros((0, 0), np.bool_)  # cells that nobody has seen bare
        self._crumbs: Mask = self._guessed  # cells in which something too small for a card was seen in the latest look
        self._named: list[CardSeen] = []  # in the latest look
        self._seen: dict[_Key, _Print] = {}  # cards as they looked when they were named

    def look(self, changed: Changed, known: Sequence[Corners]) -> tuple[list[CardSeen], Mask]:
        """The cards in what has changed, and the cells that were not come to: they are to be looked at again. `known`:
        where cards are already explained (by their stickers, or since they look as before)."""
        later = np.zeros_like(changed.cells)
        self._named = []
        if not self._readers or not changed.cells.any():
            return [], later
        picture = colour(changed.picture)
        self._begin(picture, changed)
        known = [self._shown(corners) for corners in known]
        left = changed.cells & self._other_cells(picture, changed)
        for corners in known:
            left &= ~changed.inside(corners)
        found: list[CardSeen] = []
        read = 0
        for corners, reader, size in self._places(picture, changed, left):
            if changed.share(corners, left) < _NEW or not self._is_thing(picture, corners, changed):
                continue
            if read == _MOST_READ:
                later |= changed.inside(corners)
                continue
            read += 1
            card = _by_print(_told(picture, corners, reader, size), corners, size, changed)
            found.append(card)
            if isinstance(card.answer, Named):
                left &= ~changed.inside(corners)
        lying = [*known, *(card.corners for card in found if isinstance(card.answer, Named))]
        bare = left & ~self._guessed  # of a table that nobody has seen bare no part is read
        parts, strange = self._partly_hidden(picture, changed, bare, lying, {})
        cards = [card for card in _settled([*found, *parts], changed) if not self._is_guess(card, changed)]
        self._named = [card for card in cards if isinstance(card.answer, Named)]
        return [*cards, *_strange_parts(strange, cards, changed)], later

    def is_again(self, picture: Image, card: Believed) -> bool:
        """Whether a card that was named there looks as it did then, in whatever light."""
        before = self._seen.get(card.key)
        if before is None:
            return False
        now = flattened(colour(picture), card.corners, card.size).inside().grey
        if now.shape != before.grey.shape:
            return False
        one, other = ((grey - grey.mean()) / max(1.0, float(grey.std())) for grey in (now, before.grey))
        odd = float(np.abs(cv2.blur(one - other, (5, 5))).max())
        return float((one * other).mean()) > _ALIKE and odd < _ODD

    def learn(self, changed: Changed, lying: Sequence[Corners], named: Sequence[Believed]) -> None:
        """Takes over what was looked at: the table as it is now, bare where nothing of `lying` is, and what the `named`
        cards, which are all that are believed to lie there, look like."""
        if not self._readers:
            return
        picture = colour(changed.picture)
        if self._rest is None or self._bare is None or self._rest.shape != picture.shape:
            return
        free = changed.cells.copy()
        for corners in lying:
            free &= ~changed.inside(wider(corners, _AROUND_MM * changed.px_per_mm(corners)))
        waits = self._new_crumbs(picture, changed, free)
        size_px = picture.shape[1], picture.shape[0]
        for cells, kept in ((changed.cells & ~waits, self._rest), (free & ~waits, self._bare)):
            cv2.copyTo(picture, pixels_of(cells, changed.cell_px, size_px), kept)
        self._guessed &= ~(free & ~waits)
        seen = {card.key: self._look_of(picture, changed, card) for card in named}
        self._seen = {key: look for key, look in seen.items() if look is not None}

    def forget(self) -> None:
        """The camera moved: the table looks otherwise now."""
        self._bare = self._rest = None
        self._seen = {}

    # -- inside --------------------------------------------------------------------------------------------------------

    def _partly_hidden(
        self,
        picture: Image,
        changed: Changed,
        left: Mask,
        lying: Sequence[Corners],
        read: dict[tuple[bytes, int], CardSeen],
    ) -> tuple[list[CardSeen], list[Part]]:
        """The cards of which something is hidden, as in a fan: the uppermost first, since it says what is to be seen of
        the next; and where, at the end, cards seem to lie that are none of the deck, or were not come to. `lying`: the
        cards that are known. `read`: what was said of each place until now."""
        unsure: list[CardSeen] = []
        strange: list[Part] = []
        for part, reader, size in self._parts(picture, changed, left, lying):
            key = _key(part.corners), 0 if part.open is None else hash(part.open.tobytes())
            if key not in read and len(read) >= _MOST_READ_OF_PARTS:
                strange.append(part)
                continue
            is_known = key in read and isinstance(read[key].answer, Named)
            card = read[key] = read.get(key) or _told_of_part(picture, part, reader, size, changed.to_mm)
            if is_known or any(apart_px(card.corners, other) < changed.px_per_mm(other) * _SAME_MM for other in lying):
                continue
            if isinstance(card.answer, Named):
                name, corners, seen = card.answer, card.corners, card.corners
                if part.side is not None:
                    turned = np.roll(corners, 2, axis=0) if name.is_turned else corners
                    seen = strip_of(turned, part.side, name.seen_along(part.side))
                rest, more = left & ~changed.inside(seen), (*lying, seen)
                others, strange = self._partly_hidden(picture, changed, rest, more, read)
                return [CardSeen(corners, name, seen), *others], strange
            if isinstance(card.answer, Unsure):
                unsure.append(card)
            else:
                strange.append(part)
        return unsure, strange

    def _parts(
        self, picture: Image, changed: Changed, left: Mask, lying: Sequence[Corners]
    ) -> Iterator[tuple[Part, FaceReader, CardSize]]:
        """Where cards may lie that are partly hidden, each place once for what hides it and the side that is seen."""
        assert self._bare is not None
        assert self._rest is not None
        cells = without_crumbs(changed, left)
        over = np.zeros_like(left)
        for corners in lying:
            over |= changed.inside(corners)
        given: list[tuple[Corners, int, int | None]] = []
        for before, (reader, size) in product((self._bare, self._rest), self._readers):
            for place in boxes_of(changed, cells, size):
                for part in partly_seen(picture, before, size, changed.to_mm, lying, place):
                    hides = sum(_overlap(part.corners, other) for other in lying)
                    near = _SAME_MM * changed.px_per_mm(part.corners)
                    alike = (one for one, n, side in given if n == hides and side == part.side)
                    if self._is_new(part, changed, left, over) and all(
                        apart_px(part.corners, one) >= near for one in alike
                    ):
                        given.append((part.corners, hides, part.side))
                        yield part, reader, size

    def _is_new(self, part: Part, changed: Changed, left: Mask, over: Mask) -> bool:
        """Whether what is seen there came, and is no shadow beside what is known. Of a table that nobody has seen bare
        that cannot be said. `over`: the cells of known cards, also those that are theirs in part: of a narrow strip of
        a fan these are a third."""
        here = seen_cells(part, changed) & ~over
        is_bare = float(self._guessed[here].mean()) < _ALONE if here.any() else False
        return is_bare and float(left[here].mean()) > _CAME

    def _begin(self, picture: Image, changed: Changed) -> None:
        if self._bare is None or self._bare.shape != picture.shape:
            self._bare = as_around(picture, changed)
            self._rest = self._bare.copy()
            self._guessed = np.ones_like(changed.cells)

    def _other_cells(self, picture: Image, changed: Changed) -> Mask:
        """The cells that do not look like the bare table: what was taken leaves a change, and nothing to be read."""
        assert self._bare is not None
        off = _gap(picture, self._bare)
        high, wide = changed.cells.shape
        x, y = (round(count * changed.cell_px) for count in (wide, high))
        mean = cv2.resize(off[:y, :x], (wide, high), interpolation=cv2.INTER_AREA)
        return np.asarray(mean > _OTHER_CELL)

    def _shown(self, known: Corners) -> Corners:
        """The part of a card that is known in which it is seen: what lies on it need not be known."""
        shown = [look.shown for (place, *_), look in self._seen.items() if place == _key(known)]
        return shown[-1] if shown else known  # the last of several is the upper one

    def _look_of(self, picture: Image, changed: Changed, card: Believed) -> _Print | None:
        """What its place looks like, if it was read there in this look, else what it looked like when it was: another
        card may lie on it."""
        near = _SAME_MM * changed.px_per_mm(card.corners)
        for one in self._named:
            assert isinstance(one.answer, Named)
            is_it = (one.answer.look.piece, one.answer.look.side) == (card.piece, card.side)
            if is_it and apart_px(card.corners, one.corners) < near:
                grey = flattened(picture, card.corners, card.size).inside().grey
                return _Print(grey, card.corners if one.shown is None else one.shown)
        return self._seen.get(card.key)

    def _new_crumbs(self, picture: Image, changed: Changed, free: Mask) -> Mask:
        """The cells in which something is too small for a card, and was not in the look before: it may be a part of a
        card that came to rest sooner than the rest of it, as one that is nearly of the table's colour does."""
        if self._crumbs.shape != free.shape:
            self._crumbs = np.zeros_like(free)
        other = free & self._other_cells(picture, changed)
        crumbs = other & ~without_crumbs(changed, other)
        new = crumbs & ~self._crumbs
        self._crumbs = np.where(changed.cells, crumbs, self._crumbs)
        return new

    def _places(self, picture: Image, changed: Changed, left: Mask) -> Iterator[tuple[Corners, FaceReader, CardSize]]:
        """Where cards may lie, each place once: what differs from the bare table, then from the table before. `left`:
        the cells that are not explained yet, which become fewer meanwhile."""
        assert self._bare is not None
        assert self._rest is not None
        given: list[Corners] = []
        for before in (self._bare, self._rest):
            for reader, size in self._readers:
                for place in boxes_of(changed, without_crumbs(changed, left), size):
                    for corners in changed_cards(picture, before, size, changed.to_mm, place):
                        near = _SAME_MM * changed.px_per_mm(corners)
                        if all(apart_px(corners, other) > near for other in given):
                            given.append(corners)
                            yield corners, reader, size

    def _is_guess(self, card: CardSeen, changed: Changed) -> bool:
        """Whether something is only unlike the table as it was guessed, and like no card."""
        return isinstance(card.answer, Unknown) and changed.share(card.corners, self._guessed) > _ALONE

    def _is_thing(self, picture: Image, corners: Corners, changed: Changed) -> bool:
        """Whether anything lies there: a card that was taken leaves an outline, too."""
        assert self._bare is not None
        x, y, w, h = cv2.boundingRect(corners)
        x, y = max(0, x), max(0, y)
        part = np.s_[y : y + h, x : x + w]
        off = _gap(picture[part], self._bare[part])
        where = np.zeros(off.shape, np.uint8)
        cv2.fillConvexPoly(where, np.round(corners - (x, y)).astype(np.int32), 1)
        least = _THING_AT_A_GUESS if changed.share(corners, self._guessed) > _ALONE else _THING
        return bool(where.any()) and float((off[where > 0] > _OTHER).mean()) > least


# -- inside ------------------------------------------------------------------------------------------------------------


def _overlap(one: Corners, other: Corners) -> bool:
    return cv2.intersectConvexConvex(one, other)[0] > 0


def _told(picture: Image, corners: Corners, reader: FaceReader, size: CardSize) -> CardSeen:
    answer = _of_one_piece(reader.named(flattened(picture, corners, size)))
    if isinstance(answer, Named):
        corners = np.roll(corners, 2, axis=0) if answer.is_turned else corners
    return CardSeen(np.ascontiguousarray(corners, np.float32), answer)


def _told_of_part(picture: Image, part: Part, reader: FaceReader, size: CardSize, to_mm: ToMm) -> CardSeen:
    """What a card is of which a part is seen, and where its print says that it lies. Where it lies may have been
    guessed so badly that it is not laid exactly on its look, and another card is seen where it was thought to be: then
    it is read once more, where it seems to lie."""
    card = flattened(picture, part.corners, size, part.open)
    guessed, answer = part.corners, _of_one_piece(reader.named(card))
    if part.open is not None and isinstance(answer, Unsure) and answer.is_odd:
        nearer = lies_at(answer, guessed, size, to_mm)
        nearer = np.roll(nearer, 2, axis=0) if answer.is_turned else nearer
        box = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.round(nearer).astype(np.int32), 1)
        again = _of_one_piece(reader.named(flattened(picture, nearer, size, part.open & (box > 0))))
        if isinstance(again, Named):
            guessed, answer = nearer, again
    return CardSeen(lies_at(answer, guessed, size, to_mm) if isinstance(answer, Named) else part.corners, answer)


def _by_print(card: CardSeen, outline: Corners, size: CardSize, changed: Changed) -> CardSeen:
    """A card that has a name, where its print says that it lies, if its outline was not whole and said otherwise."""
    if not isinstance(card.answer, Named):
        return card
    corners = lies_at(card.answer, outline, size, changed.to_mm)
    is_off = apart_px(corners, card.corners) > _OFF_MM * changed.px_per_mm(card.corners)
    return CardSeen(corners, card.answer) if is_off else card


def _gap(one: Image, other: Image) -> Image:
    """By how many grey levels two pictures differ in the colour in which they do most."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return as_image(cv2.max(cv2.max(blue, green), red))


def _of_one_piece(answer: Answer) -> Answer:
    """Two copies of one game may have a look each of the same card: between these nobody need be asked."""
    if (
        isinstance(answer, Unsure)
        and not answer.is_odd
        and len({(look.piece, look.side) for look in answer.looks}) == 1
    ):
        return Named(answer.looks[0], _SAME_PIECE_ODDS, answer.is_turned)
    return answer


def _settled(found: Sequence[CardSeen], changed: Changed) -> list[CardSeen]:
    """Those with a name, and of the others each thing once: of one card several places may have been tried."""
    kept = [card for card in found if isinstance(card.answer, Named)]
    taken = np.zeros_like(changed.cells)
    for card in kept:
        taken |= changed.inside(card.corners)
    for card in sorted(found, key=lambda one: not isinstance(one.answer, Unsure)):
        if not isinstance(card.answer, Named) and changed.share(card.corners, ~taken) > _ALONE:
            kept.append(card)
            taken |= changed.inside(card.corners)
    return kept


def _strange_parts(parts: Sequence[Part], others: Sequence[CardSeen], changed: Changed) -> Iterator[CardSeen]:
    """Those of the places where what is seen and the known cards beside it make up a whole card, each thing once. Their
    corners lie on other cards, so what is seen of them alone says whether another one without a name is there."""
    taken = np.zeros_like(changed.cells)
    for card in others:
        if not isinstance(card.answer, Named):
            taken |= changed.inside(card.corners)
    for part in parts:
        here = seen_cells(part, changed)
        if part.fits and here.any() and float(taken[here].mean()) < _ALONE:
            taken |= here
            yield CardSeen(part.corners, Unknown())


def _key(corners: Corners) -> bytes:
    return np.round(corners).astype(np.int32).tobytes()
