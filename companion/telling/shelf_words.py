"""Games and their options as people choose among them: in the words of one language."""

from __future__ import annotations

from companion.telling.voice import Voice
from rules import games
from rules.engine import About
from rules.engine.game import Setting
from web.views import BrokenGame, Choice, GameOption, ShelfGame


def shelf_game(slug: str, about: About, language: str) -> ShelfGame:
    """What people read of a game before they choose it."""
    sentence = games.in_a_sentence(slug, language) if slug in games.slugs() else ""
    return ShelfGame(
        slug=slug,
        title=about.title,
        seats=about.seats,
        minutes=about.minutes,
        weight=about.weight,
        sentence=sentence,
    )


def broken_games(voice: Voice, *, by_host: bool) -> tuple[BrokenGame, ...]:
    """The games that cannot be played; only a host reads why."""
    return tuple(BrokenGame(name=one.name, why=voice.sentence(one.why) if by_host else "") for one in games.broken())


def offered(voice: Voice) -> tuple[GameOption, ...]:
    """The options of the match on the table that its game has words for; the others stay in the file of settings."""
    return tuple(
        GameOption(
            key=one.key,
            label=voice.say("setting", one.key, long=False),
            meaning=voice.say("setting", one.key),
            value=_text(voice.settings[one.key]),
            choices=tuple(Choice(_text(value), _called(voice, one, value)) for value in one.choices or (False, True)),
            is_usual=voice.settings[one.key] == one.default,
        )
        for one in voice.game.rules.settings
        if ("setting", one.key) in voice.words
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _called(voice: Voice, setting: Setting, value: object) -> str:
    code = f"{setting.key}.{value}"
    return voice.say("choice", code) if ("choice", code) in voice.words else voice.words.word(value)
