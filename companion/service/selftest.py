"""Whether this program is whole: every game that it has is built and opened as a service opens it, with its words and
pages, and what reads dice reads its file. The installer asks this of a version before it says that it is there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

import rules.games
from companion.service.building import build
from companion.service.office_parts import as_given
from companion.settings.chosen_game import prepare
from companion.settings.config import Autoplay, Config, ConfigError
from hardware.types import SpeechSink
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from vision import DiceReader
from words.languages import language_codes

_WITHIN_S: Final = 60.0
_PAGES: Final = ("/", "/join", "/table", "/rules", "/healthz")


def selftest() -> str:
    """What was opened, in one sentence. Whatever is missing raises what it raises."""
    DiceReader()
    titles = [_opened(slug) for slug in rules.games.OURS]
    return f"{', '.join(titles)}; dice; pages in {', '.join(language_codes())}: all of it opens."


def _opened(slug: str) -> str:
    """The title of a game, once a table with it has served its pages; in every language."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        game, config = prepare(as_given(_quiet(Path(folder))), slug)
        for settings in _every_value(game):
            _built(game, settings)
        service = build(config, game)
        try:
            service.start()
            for page in _PAGES:
                _fetch(page, service.port_number)
        finally:
            service.stop()
    return game.title


def _every_value(game: Game) -> Iterator[dict[str, object]]:
    """Every value of every option once, beside the usual ones: some data are read for one value only."""
    yield game.check_settings({})
    for one in game.rules.settings:
        for value in one.choices or ((False, True) if isinstance(one.default, bool) else ()):
            yield game.check_settings({one.key: value})


def _built(game: Game, settings: Mapping[str, object]) -> None:
    """Sets the game up for every number of players that these options go with, and makes what is shown of it."""
    for seats in game.seats:
        if not game.rules.unfit(settings, seats):
            Match(game, Header(game.slug, seats, settings))
            game.mat(seats, settings)
    for language in language_codes():
        words = game.words(language)
        game.box.faces(settings, words)
        game.rules_text(language)


def _fetch(page: str, port: int) -> None:
    """ConfigError when a page does not come."""
    asked = HTTPConnection("127.0.0.1", port, timeout=_WITHIN_S)
    try:
        asked.request("GET", page)
        if (status := asked.getresponse().status) >= HTTPStatus.BAD_REQUEST:
            raise ConfigError(f"The page {page} does not open: {status}.")
    finally:
        asked.close()


def _quiet(folder: Path) -> Config:
    """A table that nobody hears of, on a port of its own; without a camera, which takes seconds to render a mat."""
    base = Config()
    return replace(
        base,
        web=replace(base.web, host="127.0.0.1", port=0),
        camera=replace(base.camera, source="none"),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        play=replace(base.play, autoplay=Autoplay.OFF),
        data=replace(base.data, directory=str(folder)),
    )
