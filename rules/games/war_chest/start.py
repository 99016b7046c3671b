"""Setting up: factions, armies by deal, draft or preset, bags and supplies, and who begins (WC-001 to WC-019)."""

from __future__ import annotations

from functools import partial

from rules.engine import (
    UNSEEN,
    Chance,
    Choose,
    Laid,
    Moved,
    Option,
    PieceId,
    Play,
    Prepare,
    Reveal,
    Say,
    Seat,
    Sort,
    State,
    Table,
    Window,
    choose_together,
)
from rules.games.war_chest import names as n
from rules.games.war_chest.acting import give_initiative
from rules.games.war_chest.board import START
from rules.games.war_chest.coins import royal_of
from rules.games.war_chest.pieces import IN_THE_BAG, coins_of
from rules.games.war_chest.settings import ARMIES, DRAFT, GUARD_CARD, RANDOM

CARDS_EACH = {2: 4, 4: 3}
"""How many units each player has (WC-009, WC-222)."""

PICKS = {2: (0, 1, 1, 0, 0, 1, 1, 0), 4: (0, 1, 2, 3, 3, 2, 1, 0, 1, 2, 3, 0)}
"""In which order seats pick at a draft, counted clockwise from the first drafter (WC-016, WC-223)."""


def factions(t: Table) -> Play:
    """Who plays which faction: by seat, or as the players like; where both want the same it is drawn (WC-018)."""
    first = n.FACTIONS
    if t.settings["choose_factions"]:
        sides = (Option(side, side, Say("faction", {"side": side})) for side in n.FACTIONS)
        wanted = yield from choose_together(t, t.seats[:2], "faction", *sides, boundary=True)
        one, other = (wanted[seat] for seat in t.seats[:2])
        if one == other:
            first = yield Chance(kind="faction_lots", facts={"side": one}, choices=_faction_lots)
        else:
            first = (one, other)
    for seat in t.seats:
        t.set(n.faction(seat), first[seat % 2])
        t.tell("faction", seat=seat, side=first[seat % 2])
    t.go("armies")


def _faction_lots(seen: State) -> tuple[Option, ...]:
    """Which of two players that want the same gets it."""
    return tuple(
        Option(f"{one}:{other}", (one, other), Say("faction_lot", {"seat": Seat(0), "side": one}))
        for one, other in (n.FACTIONS, n.FACTIONS[::-1])
    )


# -- armies ------------------------------------------------------------------------------------------------------------


def armies(t: Table) -> Play:
    """The units of every player: ready-made, dealt at random, or picked from what is on offer."""
    way = str(t.settings["armies"])
    if way == DRAFT:
        t.go("offer")
    elif way == RANDOM:
        yield from _deal(t)
        _armed(t)
    else:
        for seat, names in zip(t.seats, ARMIES[way], strict=True):
            for unit in names:
                t.move(n.card_of(unit), n.cards(seat), frm=n.CARD_PILE, face_up=True)
        _armed(t)


def _deal(t: Table) -> Play:
    """The unit cards are shuffled and dealt face-up (WC-009)."""
    each = CARDS_EACH[len(t.seats)]
    for seat in t.seats:
        while len(t.pile(n.cards(seat))) < each:
            facts = {"seat": seat, "count": each - len(t.pile(n.cards(seat)))}
            to = n.cards(seat)
            card = yield Reveal(kind="deal_card", facts=facts, pile=n.CARD_PILE, to_spot=to, boundary=True)
            t.move(card, to, frm=n.CARD_PILE, face_up=True)
            t.tell("got_unit", seat=seat, unit=_unit(card))


def _unit(card: PieceId) -> str:
    return card.removeprefix("card_")


def _armed(t: Table) -> None:
    """Notes every army, in the order of its cards."""
    for seat in t.seats:
        t.set(n.army(seat), tuple(_unit(card) for card in t.pile(n.cards(seat)) if _is_card(t.state, card)))
    t.go("guard_card")


def offer(t: Table) -> Play:
    """So many cards as will be picked lie face-up on offer (WC-016, WC-223)."""
    while len(t.pile(n.OFFER)) < len(PICKS[len(t.seats)]):
        facts = {"count": len(PICKS[len(t.seats)]) - len(t.pile(n.OFFER))}
        card = yield Reveal(kind="offer_card", facts=facts, pile=n.CARD_PILE, to_spot=n.OFFER, boundary=True)
        t.move(card, n.OFFER, frm=n.CARD_PILE, face_up=True)
        t.tell("offered", unit=_unit(card))
    t.go("first_drafter")


def first_drafter(t: Table) -> Play:
    """The flip says who picks first; a team names its player (WC-016, WC-223)."""
    seat = yield from _flipped(t, "flip_draft", "name_drafter")
    t.set(n.FIRST_DRAFTER, seat)
    t.go("draft", seat)


def draft(t: Table) -> Play:
    """Cards are picked in turn; the last one needs no question (WC-C02)."""
    order = PICKS[len(t.seats)]
    first = _first(t)
    while len(t.pile(n.OFFER)):
        seat = list(t.clockwise(first))[order[len(order) - len(t.pile(n.OFFER))]]
        t.go("draft", seat)
        choices = partial(_picks, seat=seat)
        facts = {"seat": seat, "left": len(t.pile(n.OFFER))}
        card = yield Choose(kind="pick_unit", facts=facts, seat=seat, choices=choices, auto=True, boundary=True)
        t.move(card, n.cards(seat), face_up=True)
        t.tell("got_unit", seat=seat, unit=_unit(card))
    _armed(t)


def _picks(seen: State, seat: Seat) -> tuple[Option, ...]:
    return tuple(
        Option(card, card, Say("pick_unit", {"unit": _unit(card)}), Moved(card, n.OFFER, n.cards(seat)), piece=card)
        for card in seen.pile(n.OFFER)
        if _is_card(seen, card)
    )


def _is_card(state: State, piece: PieceId) -> bool:
    """Whether it is a unit card; a correction may have put anything among them."""
    return piece in state.decks[n.UNIT_CARDS]


# -- bags --------------------------------------------------------------------------------------------------------------


def guard_card(t: Table) -> Play:
    """Which Royal Guard card lies on the table, where it is in play (WC-158)."""
    chosen = str(t.settings["royal_guard"])
    owner = next((seat for seat in t.seats if "royal_guard" in n.army_of(t.state, seat)), None)
    if chosen == "ask" and owner is not None:
        facts = {"seat": owner}
        chosen = yield Choose(
            kind="guard_card", facts=facts, seat=owner, choices=_guard_cards, boundary=True, of_table=True
        )
    t.set(GUARD_CARD, "first" if chosen == "first" else "later")
    t.go("fill")


def _guard_cards(seen: State) -> tuple[Option, ...]:
    return (Option("later", "later", Say("guard_later")), Option("first", "first", Say("guard_first")))


def fill(t: Table) -> Play:
    """Bags, supplies and markers are laid out (WC-006, WC-011, WC-012, WC-013)."""
    steps = tuple(_steps(t))
    yield Prepare(kind="fill_bags", steps=steps, boundary=True)
    for step in steps:
        for piece in step.pieces:
            t.move(piece, step.into, face_up=not step.into.startswith("bag/"))
    for seat in t.seats:
        t.shuffle(n.bag(seat))
    t.tell("bags_filled")
    t.go("initiative")


def _steps(t: Table) -> list[Sort]:
    """What goes where: two coins of each own unit and the Royal Coin into the bag, the others beside the cards."""
    steps: list[Sort] = []
    for seat in t.seats:
        inside = [royal_of(t.state, seat)]
        for number, unit in enumerate(n.army_of(t.state, seat), 1):
            coins = coins_of(unit)
            inside += coins[:IN_THE_BAG]
            steps.append(Sort(coins[IN_THE_BAG:], n.supply(number, seat)))
        steps.append(Sort(tuple(inside), n.bag(seat)))
    for side in n.FACTIONS:
        left = t.pile(n.stock(side)).pieces
        steps += [Sort((piece,), n.control(cell)) for piece, cell in zip(left, START[len(t.seats)][side], strict=False)]
    return steps


# -- initiative --------------------------------------------------------------------------------------------------------


def initiative(t: Table) -> Play:
    """Who begins: the first player of the first game, the second drafter, or as the marker falls (WC-014 to WC-017)."""
    way = t.settings["armies"]
    if way == "first":
        seat = t.seats[0]
    elif way == DRAFT and len(t.seats) == 2:
        seat = t.left_of(_first(t))
    elif way == DRAFT and t.settings["team_draft_initiative"] == "second":
        seat = yield from _named(t, str(t[n.faction(t.left_of(_first(t)))]), "name_beginner")
    else:
        seat = yield from _flipped(t, "flip", "name_beginner")
    give_initiative(t, seat)
    t.tell("begins", seat=seat)
    t.go("round")


def _first(t: Table) -> Seat:
    return Seat(t.number(n.FIRST_DRAFTER))


def _flipped(t: Table, kind: str, naming: str) -> Play:
    """The marker is flipped; of a team its players name one of them."""
    side = yield Chance(kind=kind, choices=_sides, boundary=True)
    t.tell("flipped", side=side)
    return (yield from _named(t, side, naming))


def _sides(seen: State) -> tuple[Option, ...]:
    """Raven is the side of the marker that has the piece's own tag, Wolf its back."""
    up = {
        n.RAVEN: Laid(n.OFFER, n.MARKER_PIECE),
        n.WOLF: Laid(n.OFFER, UNSEEN, face_up=False, deck=n.INITIATIVE_MARKER),
    }
    return tuple(Option(side, side, Say("flip", {"side": side}), up[side]) for side in (n.RAVEN, n.WOLF))


def _named(t: Table, side: str, kind: str) -> Play:
    """The player of a faction; a team says which of them, and whoever says it first decides (A-11)."""
    players = n.seats_of(t.state, side)
    if len(players) == 1:
        return players[0]
    facts = {"side": side, "seats": players}
    named = yield Window(kind=kind, facts=facts, seats=players, choices=partial(_players, side=side), may_pass=False)
    return named[1]


def _players(seen: State, seat: Seat, side: str) -> tuple[Option, ...]:
    return tuple(Option(f"seat:{s}", s, Say("player", {"seat": s})) for s in n.seats_of(seen, side))
