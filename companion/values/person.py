"""Who sits at a seat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Who sits at a seat: the name, whether a phone holds it, whether a bot plays it."""

    name: str
    joined: bool = False
    bot: bool = False
