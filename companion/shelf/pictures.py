"""Pictures of cards for games without code: taken in on a page, kept beside the game's file."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from companion.shelf.shelf import OwnersShelf
from rules.engine.definitions import Picture, is_picture
from vision import CardPicture, cards_in, is_small_picture, small_picture
from vision.reading.card_pictures import MOST_BYTES

FOLDER: Final = "pictures"
"""The folder of a game in which its pictures lie."""
_MOST_FRESH_BYTES: Final = 16_000_000
"""So much is kept of what was taken in and belongs to no game yet; the oldest goes first."""


class Pictures:
    """The pictures of the games on a shelf, and those that were just taken in. Safe from any thread."""

    def __init__(self, shelf: OwnersShelf):
        self._shelf = shelf
        self._lock = threading.Lock()
        self._fresh: dict[str, bytes] = {}
        self._stickers: dict[str, tuple[str, ...]] = {}

    def take(self, data: bytes) -> str:
        """The name of a picture that somebody sends, from now on. VisionError as `small_picture` raises it."""
        return self._keep(small_picture(data))

    def take_cards(self, data: bytes) -> tuple[tuple[str, CardPicture], ...]:
        """The names of the cards in a photograph. VisionError as `cards_in` raises it."""
        found = tuple((self._keep(card.content), card) for card in cards_in(data))
        with self._lock:
            self._stickers.update({name: card.payloads[:1] for name, card in found})
        return found

    def join(self, instead: Mapping[str, str]) -> None:
        """Cards of which another one's picture is shown: the stickers that were seen on them are stickers of those."""
        with self._lock:
            for name, shown in instead.items():
                more = (one for one in self._stickers.pop(name, ()) if one not in self._stickers.get(shown, ()))
                self._stickers[shown] = (*self._stickers.get(shown, ()), *more)

    def stickers(self, name: str) -> tuple[str, ...]:
        """What the stickers say that were seen on cards with this picture."""
        with self._lock:
            return self._stickers.get(name, ())

    def find(self, name: str) -> bytes | None:
        """The picture of that name; None where there is none, or something else lies there."""
        if not is_picture(name):
            return None
        with self._lock:
            if name in self._fresh:
                return self._fresh[name]
        for slug in self._shelf.names():
            path = self._shelf.folder / slug / FOLDER / name
            if path.is_file():
                with path.open("rb") as opened:
                    content = opened.read(MOST_BYTES + 1)
                return content if is_small_picture(content) else None
        return None

    def _keep(self, content: bytes) -> str:
        name = f"{sha256(content).hexdigest()[:32]}.webp"
        with self._lock:
            self._fresh.pop(name, None)
            self._fresh[name] = content
            while sum(map(len, self._fresh.values())) > _MOST_FRESH_BYTES:
                oldest = next(iter(self._fresh))
                del self._fresh[oldest]
                self._stickers.pop(oldest, None)
        return name


def with_pictures(
    rows: Iterable[Mapping[str, Any]], given: Iterable[tuple[str, str]], column: str, kind: Picture
) -> tuple[tuple[dict[str, Any], ...], Mapping[str, str]]:
    """A list with pictures in its column: each (name, picture) goes to the row that is called so, or that has this file
    in its column, or is a row of its own. A further one of the same name is one more of that new row; which picture
    stands for it then is given beside the list."""
    found = [dict(row) for row in rows]
    new: dict[str, dict[str, Any]] = {}
    laid: dict[str, str] = {}
    instead: dict[str, str] = {}
    for name, picture in given:
        plain = _plain(name)
        if plain in laid:
            instead[picture] = laid[plain]
            if plain in new:
                new[plain][kind.count] = new[plain].get(kind.count, 1) + 1
            continue
        row = next((row for row in found if plain in (_plain(row[kind.by]), _plain(row.get(column, "")))), None)
        if row is None:
            row = new[plain] = {kind.by: name}
            found.append(row)
        row[column] = laid[plain] = picture
    return tuple(found), instead


def _plain(name: str) -> str:
    """A name as files and lists spell it in their own ways: without ending, marks and capitals."""
    return re.sub(r"[\W_]+", " ", re.sub(r"\.\w{2,4}$", "", name)).strip().casefold()
