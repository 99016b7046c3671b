"""What a setting may be, in words, read off its type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from words import Sentence


def bare(hint: Any) -> Any:
    """The type without its bounds."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def bounds(hint: Any) -> tuple[float | None, float | None, float | None]:
    """The least that fits the type, what it has to be above, and the most; None where there is no such bound."""
    metas = [meta for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta)]
    low, above, high = (
        next((bound for meta in metas if (bound := getattr(meta, name)) is not None), None)
        for name in ("ge", "gt", "le")
    )
    return low, above, high


def allowed(hint: Any) -> Sentence:
    """What fits the type: "a whole number from 1 to 16"."""
    base, metas = bare(hint), [m for m in get_args(hint)[1:] if isinstance(m, msgspec.Meta)]
    if get_origin(base) in (UnionType, Union):
        inner = next(a for a in get_args(base) if a is not NoneType)
        return Sentence("{what}, or be left out", what=allowed(inner))
    if get_origin(base) is tuple:
        return Sentence("a list, each item {what}", what=allowed(get_args(base)[0]))
    if isinstance(base, type) and issubclass(base, Enum):
        return Sentence("one of {values}", values=", ".join(f'"{member.value}"' for member in base))
    if base in (int, float):
        return _number(base, *bounds(hint))
    if base is str:
        return _text(metas)
    if get_origin(get_args(base)[1]) is Mapping:
        return Sentence("a table of games, each a table of option = true, false, a whole number or a text")
    return Sentence("a table of option = true, false, a whole number or a text")


def _number(base: type, low: float | None, above: float | None, high: float | None) -> Sentence:
    kind = Sentence("a whole number") if base is int else Sentence("a number")
    if high is not None and high >= 2**31:
        high = None
    if low is not None and high is not None:
        return Sentence("{what} from {low} to {high}", what=kind, low=low, high=high)
    if low is not None:
        return Sentence("{what} from {low} up", what=kind, low=low)
    if above is not None and high is not None:
        return Sentence("{what} above {low} and at most {high}", what=kind, low=above, high=high)
    if above is not None:
        return Sentence("{what} above {low}", what=kind, low=above)
    return kind if high is None else Sentence("{what} of at most {high}", what=kind, high=high)


def _text(metas: Sequence[msgspec.Meta]) -> Sentence:
    is_filled = any(m.min_length for m in metas)
    kind = Sentence("a text that is not empty") if is_filled else Sentence("a text")
    longest = next((m.max_length for m in metas if m.max_length), None)
    return kind if longest is None else Sentence("{what} of at most {most} characters", what=kind, most=longest)
