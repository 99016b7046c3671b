"""The buy phase: treasure is shown, cards are bought (CD-075 to CD-084)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product

from rules.engine import Choose, Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table, only, redact
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.asking import Decide
from rules.games.chess_deckbuilder.hands import bring_out, gain, possible_counts, possible_kinds
from rules.games.chess_deckbuilder.offers import LayCard
from rules.games.chess_deckbuilder.pieces import COST, worth

TREASURES = (n.SILVER, n.COPPER, n.QUEEN)
"""What counts as treasure (CD-075), in the order in which it is shown unasked."""

Settings = Mapping[str, object]
Treasure = tuple[int, int, int]
"""So many Silvers, Coppers and Queens."""


@dataclass(frozen=True)
class Show:
    """A treasure of this kind is laid open."""

    kind: str


@dataclass(frozen=True)
class Buy:
    """The top card of this pile is bought."""

    kind: str


def buy(t: Table) -> Play:
    """One purchase, or the end of the phase; treasure is shown as far as it is needed (CD-I10)."""
    seat = t.player
    if not t.number(n.BUYS_LEFT):
        t.go("clean_up", seat)
        return
    facts = {"seat": seat, "buys": t.number(n.BUYS_LEFT), "shown": shown(t.state, seat, t.settings)}
    choices = partial(offers, seat=seat, settings=t.settings)
    said = yield Decide(kind="buy", facts=facts, boundary=True, seat=seat, choices=choices, button="end")
    match said:
        case Show(kind):
            _show(t, seat, kind)
        case LayCard():  # the host has accepted it: there is one more action, for which the card is laid anew
            t.set(n.ACTIONS_LEFT, 1)
            t.go("action", seat)
        case Buy(kind):
            yield from _buy(t, seat, kind)
        case _:
            t.tell("bought_nothing_more", seat=seat)
            t.go("clean_up", seat)


def shown(state: State, seat: Seat, settings: Settings) -> int:
    """The treasure that lies open before a seat: what it has shown, and the Queens that it played (CD-075)."""
    return sum(worth(card.kind, settings) for card in state.pile(n.area(seat)))


def in_hand(seen: State, seat: Seat, settings: Settings) -> int:
    """The treasure that a hand is known to hold besides (CD-I10)."""
    return sum(worth(card.kind, settings) for card in seen.pile(n.hand(seat)))


def offers(seen: State, seat: Seat, settings: Settings) -> tuple[Option, ...]:
    """Every pile, every treasure that may be shown, and the end (CD-C07); why action cards are no more played."""
    return (
        *(_purchase(seen, seat, kind, settings) for kind in n.KINDS),
        *_showings(seen, seat, settings),
        Option("end", None, Say("end_buying")),
        *_too_late(seen, seat),
    )


def _too_late(seen: State, seat: Seat) -> Iterator[Option]:
    why = Refusal("no_action_left", "CD-010", {})
    for kind, piece in possible_kinds(seen, seat).items():
        if kind in n.ACTIONS:
            shows = None if kind in TREASURES else Laid(n.area(seat), piece)  # a Queen laid down is treasure now
            yield Option(
                f"play:{kind}", LayCard(kind), Say("lay", {"card": kind}), shows, why, piece=piece, pile=n.hand(seat)
            )


def _purchase(seen: State, seat: Seat, kind: str, settings: Settings) -> Option:
    pile = seen.pile(n.supply(kind))
    top = pile.top if isinstance(pile.top, PieceId) else next(p for p in seen.decks[n.CARDS] if p.kind == kind)
    say = Say("buy", {"card": kind, "cost": COST[kind], "left": len(pile)})
    return Option(f"buy:{kind}", Buy(kind), say, Laid(n.discard(seat), top), _buy_refusal(seen, seat, kind, settings))


def _buy_refusal(seen: State, seat: Seat, kind: str, settings: Settings) -> Refusal | None:
    if not len(seen.pile(n.supply(kind))):
        return Refusal("pile_empty", "CD-081", {"card": kind, "cost": COST[kind]})
    open_now = shown(seen, seat, settings)
    if COST[kind] <= open_now or sets_to_show(seen, seat, COST[kind] - open_now, settings):
        return None
    return Refusal("too_expensive", "CD-076", {"card": kind, "cost": COST[kind]})


def _showings(seen: State, seat: Seat, settings: Settings) -> Iterator[Option]:
    for kind, piece in possible_kinds(seen, seat).items():
        if kind in TREASURES:
            say = Say("show", {"card": kind, "count": worth(kind, settings)})
            yield Option(f"show:{kind}", Show(kind), say, Laid(n.area(seat), piece), piece=piece, pile=n.hand(seat))


def sets_to_show(seen: State, seat: Seat, missing: int, settings: Settings) -> list[Treasure]:
    """Every way to lay open just enough: no card of it can be left out. The first needs the least treasure, then the
    fewest cards. Empty when the hand surely has not enough."""
    counts = possible_counts(seen, seat)
    unseen = seen.pile(n.hand(seat)).unseen
    worths = [worth(kind, settings) for kind in TREASURES]
    found: list[tuple[int, int, Treasure]] = []
    for some in product(*(range(sum(counts[kind]) + 1) for kind in TREASURES)):
        total = sum(n * each for n, each in zip(some, worths, strict=True))
        if total < missing or any(n and total - each >= missing for n, each in zip(some, worths, strict=True)):
            continue
        extra = sum(max(0, n - counts[kind][0]) for n, kind in zip(some, TREASURES, strict=True))
        if extra <= unseen:
            found.append((total, sum(some), (some[0], some[1], some[2])))
    return [treasure for _, _, treasure in sorted(found)]


def _show(t: Table, seat: Seat, kind: str) -> None:
    bring_out(t, seat, kind, n.area(seat))
    t.tell("showed", seat=seat, card=kind, total=shown(t.state, seat, t.settings))


def _buy(t: Table, seat: Seat, kind: str) -> Play:
    """What is missing is laid open, then the card goes to the discard pile (CD-076, CD-078, CD-082)."""
    missing = COST[kind] - shown(t.state, seat, t.settings)
    if missing > 0:
        ways = sets_to_show(t.state, seat, missing, t.settings)
        if not ways and sets_to_show(redact(t.state, seat), seat, missing, t.settings):
            t.tell("cannot_pay", only(seat), seat=seat, card=kind)  # what is needed was seen to lie elsewhere
            return
        treasure = ways[0] if ways else (0, 0, 0)  # the host accepted a purchase that the notes cannot pay
        if t.pile(n.hand(seat)).unseen and ways:
            facts = {"seat": seat, "card": kind, "missing": missing}
            choices = partial(_ways, seat=seat, ways=tuple(ways))
            treasure = yield Choose(kind="show_treasure", facts=facts, seat=seat, choices=choices, auto=True)
        for treasure_kind, count in zip(TREASURES, treasure, strict=True):
            for _ in range(count):
                _show(t, seat, treasure_kind)
    gain(t, seat, t.pile(n.supply(kind)).pieces[-1])
    t.add(n.BUYS_LEFT, -1)
    t.tell("bought", seat=seat, card=kind, left=len(t.pile(n.supply(kind))))


def _ways(seen: State, seat: Seat, ways: tuple[Treasure, ...]) -> tuple[Option, ...]:
    held = possible_kinds(seen, seat)
    return tuple(
        Option(
            "-".join(map(str, way)),
            way,
            Say("lay_open", {"silver": way[0], "copper": way[1], "queen": way[2]}),
            _laying(way, seat, held),
        )
        for way in ways
    )


def _laying(way: Treasure, seat: Seat, held: Mapping[str, PieceId]) -> Laid | None:
    """A single treasure is shown by laying it down; of several the first would already look like another way."""
    kinds = [kind for kind, count in zip(TREASURES, way, strict=True) for _ in range(count)]
    return Laid(n.area(seat), held[kinds[0]]) if len(kinds) == 1 and kinds[0] in held else None
