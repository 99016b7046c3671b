"""Matches of War Chest for tests: a battle in the middle of a round, answers by seat, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.questions import Deal
from rules.engine.types import Card, Event, PieceId, Seat
from rules.games.war_chest import build
from rules.games.war_chest.board import START
from rules.games.war_chest.names import RAVEN, WOLF, is_royal, marker, royal
from rules.games.war_chest.pieces import coins_of, markers_of, units
from tests.games.asking import (
    asked as asked,
    do as do,
    far as far,
    far_reason as far_reason,
    hears as hears,
    kind as kind,
    kinds as kinds,
    offered as offered,
    reason as reason,
    refused as refused,
    use as use,
    view as view,
    why_not as why_not,
)

WAR_CHEST = build()
Value = int | str | bool | tuple[str, ...] | None

ARMIES = {
    2: ("swordsman pikeman crossbowman light_cavalry", "archer cavalry lancer scout"),
    4: (
        "swordsman pikeman crossbowman",
        "archer cavalry lancer",
        "light_cavalry scout knight",
        "ensign marshall footman",
    ),
}
"""The armies of a battle for which nothing else is said."""


def battle(
    *,
    armies: Iterable[str] = (),
    board: Mapping[str, str] | None = None,
    hands: Mapping[int, str] | None = None,
    markers: Mapping[str, str] | None = None,
    supply: Mapping[str, int] | None = None,
    face_up: Mapping[int, str] | None = None,
    face_down: Mapping[int, str] | None = None,
    box: Mapping[str, int] | None = None,
    turn: int = 0,
    initiative: int = 0,
    tracks: Mapping[str, Value] | None = None,
    phase: str = "turn",
    settings: Mapping[str, object] | None = None,
    empty_bags: Iterable[int] = (),
) -> Match:
    """A battle under way. Seat 0 (and 2) is the Wolf, seat 1 (and 3) the Raven.

    `armies`: the units of each seat, in one text. `board`: what stands where, "archer" or "archer 2" for two coins.
    `hands`, `face_up`, `face_down`: coins by seat in one text, `royal` for the Royal Coin, `?` for one that the
    companion was not told. `markers`: the faction at a location (the starting ones stand, unless given as "").
    `supply`: how many coins of a unit can be recruited (left out: as at the start); `box`: how many are destroyed. All
    other coins are in the bags, unseen; of the seats in `empty_bags` they are in the box.
    """
    given = tuple(armies)
    seats = len(given) or 2
    parts = [tuple(text.split()) for text in (given or ARMIES[2])]
    stocks = {unit: list(coins_of(unit)) for army in parts for unit in army}
    stocks |= {royal(_side(s), 1 + s // 2): [royal(_side(s), 1 + s // 2)] for s in range(seats)}
    content: dict[str, list[str]] = {}
    content["unused"] = [str(c) for unit in units() if unit not in stocks for c in coins_of(unit)]
    lost: list[str] = []
    for unit, count in (box or {}).items():
        lost += [str(stocks[unit].pop()) for _ in range(count)]
    for cell, text in (board or {}).items():
        unit, _, height = text.partition(" ")
        content[f"hex/{cell}"] = [str(stocks[unit].pop(0)) for _ in range(int(height or 1))]
    for seat, army in enumerate(parts):
        content[f"cards/{seat}"] = [f"card_{unit}" for unit in army]
        for key, coins in (("hand", hands), ("face_up", face_up), ("face_down", face_down)):
            texts = (coins or {}).get(seat, "").split()
            content[f"{key}/{seat}"] = [_coin(stocks, text, seat, key) for text in texts]
        for number, unit in enumerate(army, 1):
            count = (supply or {}).get(unit, min(len(coins_of(unit)) - 2, len(stocks[unit])))
            content[f"supply_{number}/{seat}"] = [str(stocks[unit].pop()) for _ in range(count)]
    for seat, army in enumerate(parts):
        rest = [c for kind in (*army, royal(_side(seat), 1 + seat // 2)) for c in stocks[kind]]
        unseen = sum(c.startswith("?") for key in ("hand", "face_down") for c in content[f"{key}/{seat}"])
        if seat in tuple(empty_bags):
            lost += [str(c) for c in rest]
        content[f"bag/{seat}"] = [] if seat in tuple(empty_bags) else ["?@coins"] * (len(rest) - unseen)
    content["box"] = lost
    content |= _laid_markers(seats, markers or {})
    content |= {f"initiative/{s}": ["initiative_marker"] if s == initiative else [] for s in range(seats)}
    values: dict[str, Value] = {f"army/{s}": army for s, army in enumerate(parts)}
    values |= {f"faction/{s}": _side(s) for s in range(seats)}
    values |= {"initiative": Seat(initiative), "round": 1, **(tracks or {})}
    piles = {key: tuple(cards) for key, cards in content.items()}
    position = Position(piles, values, phase, turn)
    return Match(WAR_CHEST, Header("war_chest", seats, settings or {}, position))


def _side(seat: int) -> str:
    return (WOLF, RAVEN)[seat % 2]


def _coin(stocks: Mapping[str, list[PieceId]], text: str, seat: int, key: str) -> str:
    lies = ":down" if key == "face_down" else ""
    if text == "?":
        return f"?@coins{lies}"
    kind = royal(_side(seat), 1 + seat // 2) if text == "royal" else text
    return f"{stocks[kind].pop(0)}{lies}"


def _laid_markers(seats: int, wanted: Mapping[str, str]) -> dict[str, list[str]]:
    laid = {cell: side for side, cells in START[seats].items() for cell in cells} | dict(wanted)
    left = {side: [str(p) for p in markers_of(side, seats)] for side in (RAVEN, WOLF)}
    content = {f"control/{cell}": [left[side].pop(0)] if side else [] for cell, side in laid.items()}
    return content | {f"stock_{side}": pieces for side, pieces in left.items()}


# -- answering ---------------------------------------------------------------------------------------------------------


def maneuver(match: Match, seat: int, coin: str, key: str) -> tuple[Event, ...]:
    """Pays a coin face-up and does this with it."""
    return use(match, seat, f"up:{coin}", key)


def deal(match: Match, **hands: str) -> tuple[Event, ...]:
    """Everybody draws for the round: `s0="archer#1 royal_wolf"` names the coins of seat 0, the others draw unseen."""
    assert isinstance(match.question, Deal)
    return do(match, None, "dealt", {f"hand/{seat[1:]}": coins.split() for seat, coins in hands.items()})


def draw(match: Match, seat: int, *names: str) -> tuple[Event, ...]:
    """The open draw of one coin by a Warrior Priest's owner: this coin, or an unseen one."""
    return do(match, seat, "drawn", {f"drawn/{seat}": names} if names else None)


# -- looking -----------------------------------------------------------------------------------------------------------


def allowed(match: Match, seat: int, first: str = "") -> set[str]:
    """The keys that a seat may answer with now, of all or of those with this first part; not what is offered aside."""
    keys = {o.key for o in match.options(Seat(seat)) if o.refusal is None and not o.aside}
    return {key for key in keys if not first or key.partition(":")[0] == first}


def why_far(match: Match, seat: int, key: str) -> str:
    """The code of the refusal of something that nobody lists but hands may do."""
    return far(match, seat, key).code


def board(match: Match) -> dict[str, str]:
    """What stands where, as it is given to `battle`."""
    return dict(_stacks(match))


def _stacks(match: Match) -> Iterator[tuple[str, str]]:
    for key, pile in match.state.piles.items():
        if key.startswith("hex/") and len(pile):
            unit = pile.pieces[-1].kind
            yield key.removeprefix("hex/"), unit if len(pile) == 1 else f"{unit} {len(pile)}"


def control(match: Match) -> dict[str, str]:
    """The faction at each location that has a marker."""
    names = {marker(side): side for side in (RAVEN, WOLF)}
    piles = match.state.piles.items()
    return {
        k.removeprefix("control/"): names[p.pieces[0].kind] for k, p in piles if k.startswith("control/") and len(p)
    }


def coins(match: Match, key: str, reader: int | None = None) -> list[str]:
    """The kinds of the coins in a pile, sorted, `?` for unseen ones; as the companion or as a reader knows them."""
    state = match.state if reader is None else match.seen(Seat(reader))
    return sorted(_kind(slot.piece) for slot in state.pile(key).slots)


def _kind(card: Card) -> str:
    return ("royal" if is_royal(card.kind) else card.kind) if isinstance(card, PieceId) else "?"


def winners(match: Match) -> list[int]:
    """Who has won; nobody while the match runs."""
    return [int(s) for s in match.state.result.winners] if match.state.result is not None else []


# -- from the very beginning, and what a reader is handed --------------------------------------------------------------


def begin(seats: int = 2, **settings: object) -> Match:
    """A match at its first question."""
    return Match(WAR_CHEST, Header("war_chest", seats, settings))


def told(match: Match, *keys: str) -> tuple[Event, ...]:
    """Several answers that the table tells, one after another; all events by them."""
    return tuple(event for key in keys for event in do(match, None, key))


# -- units -------------------------------------------------------------------------------------------------------------


def skirmish(
    wolf: Mapping[str, str],
    raven: Mapping[str, str],
    hand: str,
    *,
    reserve: str = "",
    against: str = "",
    other: str = "royal",
    supply: Mapping[str, int] | None = None,
    markers: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
    tracks: Mapping[str, Value] | None = None,
    empty_bags: Iterable[int] = (),
    face_up: Mapping[int, str] | None = None,
    face_down: Mapping[int, str] | None = None,
) -> Match:
    """A battle of two, the first seat's turn, whose armies are just the units that stand on the board or are in a hand.

    `wolf` and `raven` say what stands where; `hand` are the first seat's coins and `other` those of the second.
    `reserve` and `against` are units of the first and second seat that stand nowhere.
    """
    own = [*(text.partition(" ")[0] for text in wolf.values()), *hand.split(), *reserve.split()]
    foes = [*(text.partition(" ")[0] for text in raven.values()), *other.split(), *against.split()]
    armies = [" ".join(u for u in dict.fromkeys(names) if u != "royal") for names in (own, foes)]
    return battle(
        armies=armies,
        board={**wolf, **raven},
        hands={0: hand, 1: other},
        supply=supply,
        markers=markers,
        settings=settings,
        tracks=tracks,
        empty_bags=empty_bags,
        face_up=face_up,
        face_down=face_down,
    )


def draw_kind(match: Match, seat: int, unit: str) -> tuple[Event, ...]:
    """The open draw of one coin brings a coin of this kind (`royal` for the Royal Coin)."""
    names = [royal(_side(seat), 1 + seat // 2)] if unit == "royal" else coins_of(unit)
    return draw(match, seat, next(name for name in names if match.state.where(PieceId(name)) is None))


def is_over(match: Match, after: int = 0) -> bool:
    """Whether the turn of a seat is finished: the next one is asked for a coin."""
    return (kind(match), asked(match)) == ("turn", [(after + 1) % len(match.state.seats)])
