"""Which payload stands for which piece, and by which look a piece is known without. Immutable: whoever learns a tag or
a look makes a new registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from vision.faces.looks import Looks
from vision.types import Side, Tag, VisionError


class TagRegistry(Mapping[str, Tag]):
    """The known tags by payload. It may be shared between threads, since it never changes. `looks`: by what cards are
    known that carry no sticker, those of each size together."""

    def __init__(self, tags: Iterable[Tag] = (), looks: Sequence[Looks] = ()) -> None:
        """Raises VisionError when two of the tags claim the same payload."""
        known: dict[str, Tag] = {}
        for tag in tags:
            if tag.payload in known:
                raise VisionError(_taken(known[tag.payload], tag))
            known[tag.payload] = tag
        self._tags = MappingProxyType(known)
        self._sides = {(tag.piece, tag.side): tag for tag in reversed(known.values()) if tag.shape is not None}
        self.looks = tuple(looks)

    def __getitem__(self, payload: str) -> Tag:
        return self._tags[payload]

    def of(self, piece: str, side: Side) -> Tag | None:
        """The first tag of one side of a piece (or of the back of a deck) of which it is known where on it the tag is:
        what stands for that side where it is known by its look."""
        return self._sides.get((piece, side))

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)


def _taken(before: Tag, tag: Tag) -> str:
    return (
        f"The code {tag.payload!r} is already the {before.side.value} of {before.piece} and cannot also be the "
        f"{tag.side.value} of {tag.piece}; take another sticker."
    )
