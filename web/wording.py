"""The sentences of a page in the language of whoever asked for it."""

from __future__ import annotations

from flask import g

from words import SOURCE
from words.catalogue import said


def _(text: str, **facts: object) -> str:
    """The sentence in the language of whoever asked for this page."""
    return said(language(), text, facts)


def language() -> str:
    """The language of the present request."""
    return str(g.get("language", SOURCE))
