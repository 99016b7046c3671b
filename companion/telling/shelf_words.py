"""Games and their options as people choose among them: in the words of one language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.telling.voice import Voice
from rules import games
from rules.engine import About
from rules.engine.game import Setting
from web.views import BrokenGame, GameOption, OptionChoice, ShelfGame


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
            choices=tuple(_choice(voice, one, value) for value in one.choices or (False, True)),
            is_usual=voice.settings[one.key] == one.default,
        )
        for one in voice.game.rules.settings
        if ("setting", one.key) in voice.words
    )


def not_for(voice: Voice, options: Mapping[str, object], seats: int) -> str:
    """Which of these options does not go with so many players, in words; where only several together do not, all that
    are not as the game has them."""
    values = {one.key: _text(options.get(one.key, one.default)) for one in voice.game.rules.settings}
    usual = {one.key: _text(one.default) for one in voice.game.rules.settings}
    picked = [(one, choice) for one in offered(voice) for choice in one.choices if choice.key == values[one.key]]
    alone = [pair for pair in picked if seats not in pair[1].seats]
    other = [pair for pair in picked if pair[1].key != usual[pair[0].key]]
    return ", ".join(f"{one.label}: {choice.label}" for one, choice in alone or other)


def _choice(voice: Voice, setting: Setting, value: object) -> OptionChoice:
    options, rules = {**voice.settings, setting.key: value}, voice.game.rules
    seats = tuple(count for count in voice.game.seats if not rules.unfit(options, count))
    return OptionChoice(_text(value), _called(voice, setting, value), seats)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _called(voice: Voice, setting: Setting, value: object) -> str:
    code = f"{setting.key}.{value}"
    return voice.say("choice", code) if ("choice", code) in voice.words else voice.words.word(value)
