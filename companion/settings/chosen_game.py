"""The game that is meant, with an owner's own data, and the settings made to fit it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import rules.games
from companion.settings.config import CHOSEN, Config, ConfigError, Loaded, Option
from companion.values.notices import Notice
from rules.engine.game import Game

_LIKELY_PLAYERS: Final = 4


def prepare(found: Loaded, slug: str | None) -> tuple[Game, Config]:
    """The game and the settings that fit it. Raises UnknownGame, SettingError, ConfigError or the game's own error
    about an owner's data, each with one sentence."""
    config = found.config
    rules.games.look_in(config.data.games_path)
    wanted = slug or config.table.game
    if not wanted:
        raise ConfigError(f"Say which game to play: {', '.join(rules.games.slugs())}.")
    game = chosen_game(wanted, found)
    return game, fitted(found, game)


def fitted(found: Loaded, game: Game) -> Config:
    """The settings made to fit a game. SettingError, ConfigError."""
    config = found.config
    options = _typed(game, config.play.options_for(game.slug))
    settings = game.check_settings(options)
    players = config.table.players
    is_given = found.is_given("table.players") and game_gone(found) is None  # else it was for that other game
    if not is_given and not config.table.names:
        fit = [seats for seats in game.seats if not game.rules.unfit(settings, seats)] or game.seats
        players = min(fit, key=lambda seats: abs(seats - _LIKELY_PLAYERS))
    game.check_seats(players)
    table = replace(config.table, game=game.slug, players=players)
    return replace(config, table=table, play=replace(config.play, options=options))


def shelved(found: Loaded) -> str:
    """The game to lay out: the one that the settings name, else the first of the shelf, until people choose. The first
    too where the one that was chosen on a page is there no longer."""
    if game_gone(found) is not None:
        return rules.games.slugs()[0]
    return found.config.table.game or rules.games.slugs()[0]


def game_gone(found: Loaded) -> Notice | None:
    """Why the game that was chosen on a page cannot be played any more, for everybody; None where it can. Of one that a
    file of settings or the command line names it is a mistake, and told as one."""
    slug = found.config.table.game
    rules.games.look_in(found.config.data.games_path)
    if not slug or found.origins["table.game"] != CHOSEN or slug in rules.games.slugs():
        return None
    for one in rules.games.broken():
        if one.name == slug:
            return Notice("game_broken", {"game": slug})
    return Notice("game_gone", {"game": slug})


def match_settings(game: Game, config: Config) -> dict[str, object]:
    """Every option of a match as these settings have it. SettingError for one that the game does not have."""
    return game.check_settings(_typed(game, config.play.options_for(game.slug)))


def chosen_game(slug: str, found: Loaded) -> Game:
    """The game of this name, with the owner's data that the settings name."""
    pack = found.config.play.pack
    if not pack:
        return rules.games.game(slug)
    try:
        files = _owner_files(Path(pack).expanduser())
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(
            f"The setting play.pack (from {found.origins['play.pack']}) names {pack}, which cannot be read: {why}."
        ) from error
    return rules.games.game(slug, files)


def _owner_files(pack: Path) -> Mapping[str, str]:
    """The texts of an owner's data by file name: of one file, or of all *.toml files of a directory."""
    files = sorted(pack.glob("*.toml")) if pack.is_dir() else [pack]
    return {file.name: file.read_text("utf-8") for file in files}


def _typed(game: Game, options: Mapping[str, Option]) -> dict[str, Option]:
    """A word where the option is a word: on the command line `3` looks like a number."""
    words = {setting.key for setting in game.rules.settings if isinstance(setting.default, str)}
    return {key: str(value) if key in words and type(value) is int else value for key, value in options.items()}
