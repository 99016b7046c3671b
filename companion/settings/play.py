"""The settings of `[play]`: who plays, how fast, how long the table waits, and the options of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta

from companion.values.strength import Strength
from words import N_

Option = bool | int | str
"""The value of one match option."""

NO_OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({})
NO_GAME_OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = MappingProxyType({})


class Autoplay(Enum):
    """Which seats the program plays: none, those without a phone, or all."""

    OFF = "off"
    FILL = "fill"
    ALL = "all"


class Start(Enum):
    """How a new match begins: when everybody is here and somebody says so, or at once."""

    TOGETHER = "together"
    AT_ONCE = "at_once"


class Haste(Enum):
    """How the program's players and its dealer go on: so that everybody can read what happens, quicker, or at once."""

    RELAXED = "relaxed"
    BRISK = "brisk"
    INSTANT = "instant"

    @property
    def pauses(self) -> float:
        """How long its pauses are, as a share of the relaxed ones."""
        return {Haste.RELAXED: 1.0, Haste.BRISK: 0.4, Haste.INSTANT: 0.0}[self]


@dataclass(frozen=True)
class PlayConfig:
    """How the evening runs."""

    autoplay: Annotated[
        Autoplay,
        Meta(
            description="Seats that the program plays: off, fill (those without a phone) or all. Not given: "
            "fill at the virtual table, else off."
        ),
    ] = Autoplay.FILL
    pace: Annotated[
        Haste,
        Meta(
            description="Pace of the program's players and of the dealer: relaxed (everybody can read what happens), "
            "brisk or instant. What people decide as a group is left to them at any pace."
        ),
    ] = Haste.RELAXED
    strengths: Annotated[
        tuple[Strength, ...],
        Meta(
            description="How well the program's players play, in seat order: chance, greedy (by what an answer brings "
            "at once) or thinker (looks ahead, for up to 3 seconds). The last one counts for all seats beyond. Empty: "
            "by chance, as quickly as can be.",
            extra={"sample": '["thinker"]', "told": True},
        ),
    ] = ()
    hints: Annotated[
        bool,
        Meta(
            description="Whether players may ask the program for a hint on their own page, which that seat alone reads "
            "and which goes by what that seat knows.",
            extra={"allowed": N_("true or false")},
        ),
    ] = True
    speed: Annotated[
        float,
        Meta(gt=0, le=1000, description="Pace of the program's players and of the virtual table; 2 is twice as fast."),
    ] = 1.0
    patience_s: Annotated[
        float, Meta(gt=0, le=600, description="Seconds that the table may differ from the notes before it is said.")
    ] = 4.0
    window_limit_s: Annotated[
        float,
        Meta(
            ge=0,
            le=600,
            description="Seconds until whoever has not reacted passes by itself. 0: the table waits for everybody.",
        ),
    ] = 20.0
    window_minimum_s: Annotated[
        float,
        Meta(
            ge=0,
            le=60,
            description="Seconds that the table waits for reactions at least, so that nobody can tell by a quick pass "
            "what a player holds.",
        ),
    ] = 3.0
    start: Annotated[
        Start,
        Meta(
            description="How a new match begins: together (people gather until one of them, or the host, starts it) or "
            "at_once."
        ),
    ] = Start.TOGETHER
    thinking_s: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="Seconds that a player may think in one turn before it is said; nothing is forced. 0: as long "
            "as they like.",
        ),
    ] = 0
    options: Annotated[
        Mapping[str, Option],
        Meta(description="Options of the match, see `companion games`.", extra={"sample": "{ }", "told": True}),
    ] = field(default_factory=lambda: NO_OPTIONS)
    pack: Annotated[
        str, Meta(description="File, or directory of *.toml files, with an owner's own data for the game. Empty: ours.")
    ] = ""
    game_options: Annotated[
        Mapping[str, Mapping[str, Option]],
        Meta(
            description="Options by game, for a machine that plays several: game_options.GAME.OPTION = value. What "
            "stands in options goes over them.",
            extra={"sample": "{ }", "told": True},
        ),
    ] = field(default_factory=lambda: NO_GAME_OPTIONS)

    def options_for(self, slug: str) -> dict[str, Option]:
        """The options given for a match of this game."""
        return {**self.game_options.get(slug, NO_OPTIONS), **self.options}


PLAY_AS_DELIVERED: Final = PlayConfig()
