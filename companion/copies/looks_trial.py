"""Any cards of a copy are laid on the table, to see how sure the eye is of this deck there."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.copies.pieces import piece_label
from companion.journal.copies import CopyError
from companion.telling.voice import Voice
from vision.calibration.mat import Glance
from vision.faces.flat import PX_PER_MM, CardSize
from vision.faces.learn import laid_look, shown
from vision.faces.looks import MOST_LOOKS, Look, Looks
from vision.faces.once import cards_on
from vision.faces.reader import Answer, Named, Unsure
from vision.types import Side
from web.pages.card_looks.views import HowSure, Trial, TriedCard
from words import N_, Sentence

TRIED: Final = "tried/"
"""So begin the keys of the pictures of cards that were tried."""

_NO_TABLE: Final = N_("The camera does not see the table yet: set it up, then try the cards.")
_NOT_CLEAR: Final = N_("The camera has to see the table without cards first: clear it, and say so.")
_NO_CARD: Final = N_("No card was found. Lay them face up and apart from each other, where the camera sees them.")
_NO_LOOKS: Final = N_("No card of this copy was shown yet: show its cards first.")
_TOLD: Final = N_("{told} of {total} cards are told on this table.")
_SAYS: Final = {
    HowSure.SURE: N_("{card}: told with ease."),
    HowSure.JUST: N_("{card}: told, but only just. More light helps, or a camera nearer to the table."),
    HowSure.ASKED: N_("It may be {card}: the camera will ask. More light may help; else give it a sticker."),
}
_STRANGE: Final = N_("The camera does not know this card: show it first, or give it a sticker.")
_SURE_ODDS: Final = 0.999


@dataclass(frozen=True, eq=False)
class _Laid:
    """A card that lay on the table, what the eye said of it, and its picture as WebP."""

    answer: Answer
    picture: bytes

    @property
    def key(self) -> str:
        return f"{TRIED}{zlib.crc32(self.picture):08x}"


class LooksTrial:
    """The last trial. `glance`: what the camera of the table sees now; None without one."""

    def __init__(self, glance: Callable[[], Glance | None]) -> None:
        self._glance = glance
        self._bare: Glance | None = None
        self._cards: tuple[_Laid, ...] = ()
        self._copy = 0

    def view(self, voice: Voice, copy: int) -> Trial:
        """What came of it, if it was one of this copy."""
        cards = self._cards if copy == self._copy else ()
        return Trial(self._bare is not None, tuple(_tried(voice, card) for card in cards))

    def picture(self, copy: int, key: str) -> bytes | None:
        """The picture of a card that was tried; None where there is none."""
        return next((card.picture for card in self._cards if copy == self._copy and card.key == key), None)

    def clear(self) -> None:
        """The table is without cards now. CopyError where the camera does not see it."""
        self._bare, self._cards = self._seen(), ()

    def look(self, voice: Voice, copy: int, looks: Sequence[Look]) -> str:
        """Tells the cards that lie there now by the looks of a copy; a sentence. CopyError where that cannot be."""
        if not looks:
            raise CopyError(_NO_LOOKS)
        now = self._seen()
        if self._bare is None or now.frame.image.shape != self._bare.frame.image.shape:
            raise CopyError(_NOT_CLEAR)
        assert now.calibration is not None
        picture, decks = now.frame.image, _decks(looks)
        seen = cards_on(decks, picture, self._bare.frame.image, now.calibration.places)
        if not seen:
            raise CopyError(_NO_CARD)
        self._cards = tuple(_Laid(card.answer, shown(laid_look(picture, card.corners, decks[0].size))) for card in seen)
        self._copy = copy
        told = sum(isinstance(card.answer, Named) for card in seen)
        return voice.sentence(Sentence(_TOLD, told=told, total=len(seen)))

    def _seen(self) -> Glance:
        glance = self._glance()
        if glance is None or glance.calibration is None:
            raise CopyError(_NO_TABLE)
        return glance


def look_label(voice: Voice, piece: str, side: Side) -> str:
    """The name of one side of a piece, as it begins a line."""
    label = piece_label(voice, piece, side is Side.BACK)
    return label[:1].upper() + label[1:]


# -- inside ------------------------------------------------------------------------------------------------------------


def _tried(voice: Voice, card: _Laid) -> TriedCard:
    match card.answer:
        case Named(look, odds):
            sure, looks = HowSure.SURE if odds >= _SURE_ODDS else HowSure.JUST, (look,)
        case Unsure(looks):
            sure = HowSure.ASKED
        case _:
            return TriedCard(card.key, HowSure.ASKED, voice.sentence(Sentence(_STRANGE)))
    names = ", ".join(look_label(voice, look.piece, look.side) for look in looks)
    return TriedCard(card.key, sure, voice.sentence(Sentence(_SAYS[sure], card=names)))


def _decks(looks: Sequence[Look]) -> list[Looks]:
    """The looks by the size of their cards."""
    found = []
    for high, wide in dict.fromkeys(look.grey.shape for look in looks):
        some = [look for look in looks if look.grey.shape == (high, wide)][:MOST_LOOKS]
        found.append(Looks(some, CardSize(wide / PX_PER_MM, high / PX_PER_MM)))
    return found
