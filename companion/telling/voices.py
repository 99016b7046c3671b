"""The words of a table: made from the files of a game and of the companion, in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.telling.tongues import Tongues
from companion.telling.voice import Voice
from rules.engine.game import CardFace, Game
from rules.engine.types import PieceId, Say
from rules.engine.words import Names, Words
from words import SOURCE, Phrase
from words.files import sentences
from words.languages import language_codes

_MARK: Final = "\ufffc"  # no text has it


def hub_words(language: str) -> Words:
    """The companion's own sentences; in English what the language lacks."""
    return Words.translated(language, (sentences("companion", SOURCE), sentences("companion", language)))


def build_voice(game: Game, seats: int, settings: Mapping[str, object], language: str, names: tuple[str, ...]) -> Voice:
    """Words, faces, mat and names of a match."""
    words = game.words(language)
    faces = game.box.faces(settings, words)
    titles = _titles(game, settings, words, faces)
    return Voice(
        game=game,
        words=words,
        hub=hub_words(language),
        faces=faces,
        layout=game.mat(seats, settings),
        names=Names(names, titles),
        settings=settings,
    )


def _titles(
    game: Game, settings: Mapping[str, object], words: Words, faces: Mapping[PieceId, CardFace]
) -> dict[PieceId, str]:
    """What sentences call the pieces; in a language that may lack some of it with the English for the same."""
    if words.english is None:
        return {piece: face.title for piece, face in faces.items()}
    english, marked = (
        game.box.faces(settings, words.english),
        game.box.faces(settings, words.with_marked_english(_MARK)),
    )
    return {
        piece: Phrase(face.title, english[piece].title, is_english=_MARK in marked[piece].title)
        for piece, face in faces.items()
    }


def seat_names(given: Sequence[str], seats: int, language: str) -> tuple[str, ...]:
    """What the seats are called until somebody sits there: as given, the others by their number."""
    words = hub_words(language)
    rest = (words.say("notice", Say("nameless_player", {"number": n + 1}), Names()) for n in range(len(given), seats))
    return (*given[:seats], *rest)


def build_tongues(
    game: Game, seats: int, settings: Mapping[str, object], names: tuple[str, ...], table: str, voice: str
) -> Tongues:
    """The words of a match in every language. `table` is the language of the screens and `voice` that of the voice, as
    espeak-ng calls it: "en-gb" speaks English; where the companion has no such language, it is English."""
    voices = {code: build_voice(game, seats, settings, code, names) for code in language_codes()}

    def known(language: str) -> str:
        short = language.partition("-")[0]
        return short if short in voices else "en"

    return Tongues(voices, known(table), known(voice))
