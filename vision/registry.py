"""Which payload stands for which piece. Immutable: whoever learns a tag makes a new registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from vision.types import Tag, VisionError


class TagRegistry(Mapping[str, Tag]):
    """The known tags by payload. It may be shared between threads, since it never changes."""

    def __init__(self, tags: Iterable[Tag] = ()) -> None:
        """Raises VisionError when two of the tags claim the same payload."""
        known: dict[str, Tag] = {}
        for tag in tags:
            if tag.payload in known:
                raise VisionError(_taken(known[tag.payload], tag))
            known[tag.payload] = tag
        self._tags = MappingProxyType(known)

    def __getitem__(self, payload: str) -> Tag:
        return self._tags[payload]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)


def _taken(before: Tag, tag: Tag) -> str:
    return (
        f"The code {tag.payload!r} is already the {before.side.value} of {before.piece} and cannot also be the "
        f"{tag.side.value} of {tag.piece}; take another sticker."
    )
