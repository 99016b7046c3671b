"""The games from outside that one process can play: looked for each time they are asked for, and tried once for each
version of their files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.engine.game import Game
from rules.outside.opening import GameUnloaded, Lend, opened, tried
from rules.outside.places import Broken, Found, in_folder, in_packages
from words import Sentence

NO_FILES: Final[Mapping[str, str]] = {}


@dataclass(frozen=True)
class Looked:
    """What was found outside: the games that open, by their names, and those that do not."""

    games: Mapping[str, Found]
    broken: tuple[Broken, ...]


class Shelf:
    """Safe from any thread: two that try the same game at once do the same twice."""

    def __init__(self, ours: Collection[str], lend: Lend):
        """`ours`: names that no game from outside may have; `lend`: see `rules.outside.opening`."""
        self._ours = frozenset(ours)
        self._lend = lend
        self._folder: Path | None = None
        self._tried: dict[str, Game | Broken] = {}  # by package, which is another one when a file has changed

    def look_in(self, folder: Path | None) -> None:
        """From now on the folder of games is this one; None: there is none."""
        self._folder = folder

    @property
    def folder(self) -> Path | None:
        """The folder of games."""
        return self._folder

    def look(self) -> Looked:
        """What there is now."""
        games, broken = {}, []
        for one in self._sound():
            game = self._try(one) if isinstance(one, Found) else one
            if isinstance(one, Found) and isinstance(game, Game):
                games[one.slug] = one
            elif isinstance(game, Broken):
                broken.append(game)
        return Looked(games, tuple(broken))

    def game(self, found: Found, owner_files: Mapping[str, str] = NO_FILES) -> Game:
        """A game that was found, with an owner's card files over its own if it takes any. GameUnloaded."""
        if owner_files:
            return opened(found, owner_files, self._lend)
        game = self._try(found)
        if isinstance(game, Broken):
            raise GameUnloaded(game.why)
        return game

    # -- inside ------------------------------------------------------------------------------------------------------

    def _sound(self) -> Iterator[Found | Broken]:
        """Every game, each by one name: none of two of one name is played, and none that is called like one of ours."""
        places: dict[str, list[Found]] = defaultdict(list)
        for found in (*in_packages(), *(in_folder(self._folder) if self._folder is not None else ())):
            if isinstance(found, Broken):
                yield found
            else:
                places[found.slug].append(found)
        for slug, same in sorted(places.items()):
            why = self._clash(slug, same)
            yield from same if why is None else (Broken(slug, one.place, why) for one in same)

    def _clash(self, slug: str, same: Sequence[Found]) -> Sentence | None:
        if slug in self._ours:
            return Sentence("{slug} is the name of a game that the companion brings. Call yours otherwise.", slug=slug)
        if len(same) > 1:
            return Sentence(
                "Two games are called {slug}: one in {first}, one in {second}. Take one of them away.",
                slug=slug,
                first=same[0].place,
                second=same[1].place,
            )
        return None

    def _try(self, found: Found) -> Game | Broken:
        known = self._tried.get(found.package)
        if known is None:
            try:
                known = tried(found, self._lend)
            except GameUnloaded as error:
                known = Broken(found.slug, found.place, error.args[0])
            self._tried[found.package] = known
        return known
