"""What every code means at this table: the codes of the virtual table and those of the copies that are in play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.journal.copies import Copies, Copy, CopyError, CopyTag, KnownTag
from companion.reading.stickered import Stickered
from companion.reading.tags import by_size, card_size, game_tags
from rules.engine.mat import PieceSize
from rules.engine.types import PieceId
from vision.faces.looks import Look, Looks
from vision.registry import TagRegistry
from vision.types import Tag


class TableTags:
    """The tags of one game, read from the store once and again after every change. Safe from any thread."""

    def __init__(
        self,
        copies: Copies,
        game: str,
        decks: Mapping[str, Sequence[PieceId]],
        in_play: Iterable[str] = (),
        changed: Callable[[TagRegistry], None] = lambda registry: None,
        size: Callable[[str], PieceSize] = card_size,
        looks: Callable[[Sequence[Copy]], Iterable[Look]] = lambda copies: (),
    ):
        """`in_play` names the copies that are played with; empty: all of the game. CopyError for a name that no copy
        of the game has. `changed` is called with every new registry; `size` says how large the pieces of a deck are;
        `looks` gives those of the cards of these copies."""
        self.game = game
        self.decks = decks
        self.changed = changed
        self._size = size
        self._looks_of = looks
        self._looks: tuple[tuple[Look, ...], tuple[Looks, ...]] = (), ()  # as they were read, and put together
        self._copies = copies
        self._lock = threading.Lock()
        self._refreshing = threading.Lock()  # one at a time, so that the newest is told last
        self._in_play = frozenset(self._named(name) for name in in_play)  # numbers: a copy may be renamed meanwhile
        self._known, self._registry = self._read()
        self._stickered = self._on_copies(self._known)

    @property
    def registry(self) -> TagRegistry:
        """Every tag in play."""
        with self._lock:
            return self._registry

    @property
    def stickered(self) -> Stickered:
        """What the copies in play have a sticker for."""
        with self._lock:
            return self._stickered

    def refresh(self) -> None:
        """Reads the store again, and tells `changed`. JournalError when it cannot be read."""
        with self._refreshing:
            known, registry = self._read()
            with self._lock:
                self._known, self._registry, self._stickered = known, registry, self._on_copies(known)
            self.changed(registry)

    def adopt(self, tag: CopyTag) -> None:
        """A single tag, whatever it was printed for, stands for this from now on. CopyError when it stands for
        something else already."""
        self._copies.adopt(self.game, tag)
        self.refresh()

    def is_in_play(self, copy: Copy) -> bool:
        """Whether this copy's tags count at this table."""
        return copy.game == self.game and (not self._in_play or copy.ident in self._in_play)

    def whose(self, payload: str) -> KnownTag | None:
        """The copy that a payload belongs to, in play or not, of whatever game; None for a code of the virtual table
        and for one that nobody registered."""
        with self._lock:
            return self._known.get(payload)

    def all(self) -> tuple[KnownTag, ...]:
        """Every tag of every copy of every game."""
        with self._lock:
            return tuple(self._known.values())

    def copy_of(self, payload: str) -> Copy | None:
        """The copy that a payload belongs to, as `whose`."""
        known = self.whose(payload)
        return None if known is None else known.copy

    def _named(self, name: str) -> int:
        found = self._copies.find(self.game, name)
        if found is None:
            has = ", ".join(f"'{copy.name}'" for copy in self._copies.list(self.game)) or "none"
            raise CopyError(
                "The setting table.copies names '{name}', but the copies of {game} are: {has}.",
                name=name,
                game=self.game,
                has=has,
            )
        return found.ident

    def _read(self) -> tuple[Mapping[str, KnownTag], TagRegistry]:
        known = self._copies.known()
        looks = tuple(self._looks_of([copy for copy in self._copies.list(self.game) if self.is_in_play(copy)]))
        if looks != self._looks[0]:  # each is equal to itself alone: to put many together takes a second
            self._looks = looks, by_size(looks, self.decks, self._size)
        return known, game_tags(self.game, self.decks, self._tags(known), self._size, self._looks[1])

    def _on_copies(self, known: Mapping[str, KnownTag]) -> Stickered:
        return Stickered.of(k.tag for k in known.values() if self.is_in_play(k.copy))

    def _tags(self, known: Mapping[str, KnownTag]) -> list[Tag]:
        ours = [k for k in known.values() if self.is_in_play(k.copy)]
        return [Tag(k.tag.payload, k.tag.piece, k.tag.side, k.tag.shared, None, k.tag.sticker_mm) for k in ours]
