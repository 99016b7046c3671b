"""The words of a table: made from the files of a game and of the companion, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources

from companion.telling.tongues import Tongues
from companion.telling.voice import Voice
from rules.engine.game import Game
from rules.engine.types import Say
from rules.engine.words import Names, Words


def hub_words(language: str) -> Words:
    """The companion's own sentences; English where the language has no file."""
    folder = resources.files("companion")
    wanted = folder.joinpath(f"text.{language}.toml")
    file = wanted if wanted.is_file() else folder.joinpath("text.en.toml")
    return Words(language, tomllib.loads(file.read_text(encoding="utf-8")))


def build_voice(game: Game, seats: int, settings: Mapping[str, object], language: str, names: tuple[str, ...]) -> Voice:
    """Words, faces, mat and names of a match."""
    words = game.words(language)
    faces = game.faces(settings, words)
    titles = {piece: face.title for piece, face in faces.items()}
    return Voice(game, words, hub_words(language), faces, game.mat(seats, settings), Names(names, titles), settings)


def seat_names(given: Sequence[str], seats: int, language: str) -> tuple[str, ...]:
    """What the seats are called until somebody sits there: as given, the others by their number."""
    words = hub_words(language)
    rest = (words.say("notice", Say("nameless_player", {"number": n + 1}), Names()) for n in range(len(given), seats))
    return (*given[:seats], *rest)


def languages() -> tuple[str, ...]:
    """The codes of the languages that the companion speaks, English first."""
    names = (file.name for file in resources.files("companion").iterdir())
    found = {name.split(".")[1] for name in names if name.startswith("text.") and name.endswith(".toml")}
    return ("en", *sorted(found - {"en"}))


def build_tongues(
    game: Game, seats: int, settings: Mapping[str, object], names: tuple[str, ...], table: str, voice: str
) -> Tongues:
    """The words of a match in every language. `table` is the language of the screens and `voice` that of the voice, as
    espeak-ng calls it: "en-gb" speaks English; where the companion has no such language, it is English."""
    voices = {code: build_voice(game, seats, settings, code, names) for code in languages()}

    def known(language: str) -> str:
        short = language.partition("-")[0]
        return short if short in voices else "en"

    return Tongues(voices, known(table), known(voice))
