"""The pieces of a game for print: its decks, what everything is called, and the stickers of a copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal.copies import Copy, CopyTag
from companion.prints.stickers.printing import Sticker, copy_stickers
from companion.prints.stickers.sheet import StickerError
from companion.reading.tags import with_stickers
from rules.engine.game import Game
from rules.engine.types import PieceId
from rules.engine.words import Names
from vision.types import Side


@dataclass(frozen=True)
class GamePieces:
    """Decks with their pieces, and the titles of pieces and decks in one language."""

    game: Game
    decks: Mapping[str, tuple[PieceId, ...]]
    titles: Mapping[str, str]

    def stickers(self, copy: Copy, tags: Sequence[CopyTag], *, each_once: bool = False) -> tuple[Sticker, ...]:
        """Fronts, then backs: a deck's shared back for each of its cards that has a front among the tags, or once."""
        fronts = {tag.piece for tag in tags if tag.side is Side.FRONT}
        cards = {deck: sum(str(piece) in fronts for piece in pieces) for deck, pieces in self.decks.items()}
        return copy_stickers(copy, self.game.title, tags, self.titles, {} if each_once else cards)

    def in_order(self, tags: Iterable[CopyTag]) -> tuple[CopyTag, ...]:
        """Tags in the order in which the pieces lie in their decks; what is no piece of the game comes last."""
        names = [name for deck, pieces in self.decks.items() for name in (*map(str, pieces), deck)]
        places = {name: place for place, name in enumerate(names)}
        return tuple(sorted(tags, key=lambda tag: (places.get(tag.piece, len(places)), tag.side.value, tag.payload)))


def game_pieces(game: Game, options: Mapping[str, object], language: str) -> GamePieces:
    """The pieces of a game with these options. SettingError for an option that it does not have, StickerError when no
    piece of it carries a sticker."""
    settings = game.check_settings(options)
    words = game.words(language)
    decks = with_stickers(game.all_pieces(settings), game.mat(game.seats[-1], settings))
    if not any(decks.values()):
        raise StickerError(f"{game.title} has no pieces that carry stickers: there is nothing to print.")
    titles = {str(piece): face.title for piece, face in game.box.faces(settings, words).items()}
    for deck in decks:
        name = words.word(deck, Names())
        titles[deck] = name[:1].upper() + name[1:]
    return GamePieces(game, decks, titles)
