"""What a player of the program is asked, and which of its options it thinks about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.packets import Asked
from rules.engine.questions import Option
from rules.engine.recall import Recall
from rules.engine.redact import Seen
from rules.engine.types import State


@dataclass(frozen=True)
class Turn:
    """A question to a seat: the match as that seat knows it, what it may answer, and what it remembers of the steps
    since the last boundary (None: not enough to think on from). `header` says how the match was begun, which all know;
    `asked` what the question is, where that is known."""

    game: Game
    header: Header
    seen: Seen
    options: tuple[Option, ...]
    recall: Recall | None = None
    asked: Asked | None = None


def sensible(known: State, options: Iterable[Option], game: Game) -> list[Option]:
    """The options that are worth a thought: allowed, naming their card where that is known, no lie, no giving up unless
    that is obvious, no way back, and nothing that the game wants taken seldom."""
    allowed = [o for o in options if o.refusal is None]
    honest = [
        o for o in allowed if o.claim is None or not o.claim.none_of.intersection(known.pile(o.claim.pile).pieces)
    ]
    named = {o.blind_key for o in honest if o.blind_key != o.key}
    clear = [o for o in honest if o.key not in named] or allowed
    seldom = game.bots.seldom
    return [
        o for o in clear if o.obvious or not (o.grave or o.returns or o.aside or o.key.partition(":")[0] in seldom)
    ] or clear
