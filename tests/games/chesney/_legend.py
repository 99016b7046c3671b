"""Legend matches with characters for tests: a turn in one, and the end of its round with every card told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.engine.entries import MovePiece, SetTrack
from rules.engine.match import Accepted, Match
from rules.engine.types import Event, PieceId, Seat
from tests.games.chesney._match import Value, do, middle

LEGEND = {"mode": "advanced", "scoring": "legend"}
CARDS = tuple(f"{faction}-{number}" for faction in ("FOX", "BEAR", "DEER", "DRAGON") for number in range(1, 7))
NOBODYS = ("RABBIT", "COUNSEL", "ALCHEMIST", "ILLUSION", "GUARD", "ASSASSIN", "BERSERKER")


def legend(
    seats: int = 5,
    *,
    characters: Mapping[int, str],
    hands: Mapping[int, Iterable[str]] | None = None,
    factions: Mapping[int, tuple[str, str]] | None = None,
    hp: Mapping[int, int] | None = None,
    piles: Mapping[str, Iterable[str]] | None = None,
    tracks: Mapping[str, Value] | None = None,
    turn: int = 0,
    phase: str = "plan",
    settings: Mapping[str, object] | None = None,
) -> Match:
    """As `middle`, in a Legend match with characters."""
    return middle(
        seats,
        hands=hands,
        factions=factions,
        characters=characters,
        hp=hp,
        piles=piles,
        tracks=tracks,
        turn=turn,
        phase=phase,
        settings={**LEGEND, **(settings or {})},
    )


def ended(
    character: str,
    mine: tuple[str, str] = ("FOX-2:down", "BEAR-5:down"),
    *,
    hp: int = 3,
    last: str | None = None,
    tracks: Mapping[str, Value] | None = None,
    piles: Mapping[str, Iterable[str]] | None = None,
    settings: Mapping[str, object] | None = None,
) -> tuple[Match, tuple[Event, ...]]:
    """A round of five that has just ended for seat 0 with this character and these cards, and was scored; `last` is
    the Last Faction. All cards are known, so that nothing is asked."""
    kind = character.partition(":")[0]
    free = [card for card in CARDS if card not in {name.partition(":")[0] for name in mine}]
    factions = {0: mine, **{seat: (free[2 * seat], free[2 * seat + 1]) for seat in range(1, 5)}}
    others = [name for name in NOBODYS if name != kind]
    match = legend(
        characters={0: character, **{seat: others[seat] for seat in range(1, 5)}},
        factions=factions,
        hp={0: hp},
        piles=piles,
        tracks={"last_faction": last, **(tracks or {})},
        phase="round_end",
        settings={"masters": True, **(settings or {})},
    )
    return match, do(match, None, "done")


def points(match: Match, seat: int = 0) -> int:
    """The score of a seat."""
    return match.state.number(f"score/{seat}")


def honour(character: str, mine: tuple[str, str] = ("FOX-2:down", "BEAR-5:down"), **lay: object) -> int:
    """What an Honour brings seat 0 at the end of such a round without a Last Faction."""
    return points(ended(character, mine, **lay)[0])  # type: ignore[arg-type]


def poisoned(match: Match, alchemist: int = 3) -> Match:
    """The same match with a Poison of this player's somewhere in the draw pile."""
    for entry in (
        MovePiece(PieceId("POISON#1"), "pile", "a test", face_up=False),
        SetTrack("poisoner", Seat(alchemist), "a test"),
    ):
        assert isinstance(match.submit(entry), Accepted)
    return match
