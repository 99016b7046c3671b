"""Which payload stands for which piece. Immutable: adopting a tag gives a new registry."""

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

    def adopted(self, payload: str, tag: Tag) -> TagRegistry:
        """A registry in which `payload`, whatever it says, is this tag as well.

        Adopting the same tag again changes nothing. Raises VisionError when the payload is empty, is not the tag's
        own, or already belongs to another piece.
        """
        if not payload or payload != tag.payload:
            raise VisionError(
                f"The code {payload!r} cannot become the tag of {tag.piece}: the tag says {tag.payload!r}."
            )
        before = self._tags.get(payload)
        if before == tag:
            return self
        if before is not None:
            raise VisionError(_taken(before, tag))
        return TagRegistry((*self._tags.values(), tag))

    def dropped(self, payload: str) -> TagRegistry:
        """A registry without this payload. Raises VisionError when nobody had registered it."""
        if payload not in self._tags:
            raise VisionError(f"The code {payload!r} is not registered, so it cannot be taken away.")
        return TagRegistry(tag for tag in self._tags.values() if tag.payload != payload)


def _taken(before: Tag, tag: Tag) -> str:
    return (
        f"The code {tag.payload!r} is already the {before.side.value} of {before.piece} and cannot also be the "
        f"{tag.side.value} of {tag.piece}; take another sticker."
    )
