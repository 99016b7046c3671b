"""Lantern, a toy: everybody draws tokens from a bag and knows only the own ones; a die fills the pot, secret bids at
the same time win it, a thief may take it, and once a round two hands are compared and the result is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine.game import Game, Play
from rules.engine.questions import Choose, Deal, Laid, Option, PickCard, Roll, Together, Window
from rules.engine.table import Table
from rules.engine.types import ALL, Card, Claim, PieceId, Refusal, Say, Seat, Shape, State, only
from tests.laws.toys import make_toy

TOKENS = tuple(PieceId(f"{kind}#{n}") for kind in ("gem", "thief", "stone", "oil") for n in range(1, 5))
GEMS = frozenset(t for t in TOKENS if t.kind == "gem")
ROUNDS = 3


def _setup(t: Table) -> None:
    t.add_pile("bag", deck="tokens")
    t.add_pile("used", readers=ALL, face_up=True, ordered=True, top_only=True, spot="used")
    t.add_pile("lost", shape=Shape.STACK)
    for s in t.seats:
        t.add_pile(f"hand/{s}", readers=only(s), owner=s, shape=Shape.HAND)
        t.add_track(f"coins/{s}", 5, readers=only(s), owner=s)
        t.add_track(f"pots/{s}", 0, owner=s)
    t.add_track("pot", 0)
    t.add_track("round", 0)
    t.add_track("richer", None)
    t.go("draw")


def _play(t: Table) -> Play:
    phases = {"draw": _draw, "roll": _roll, "bid": _bid, "compare": _compare, "lose": _lose}
    while t.result is None:
        yield from phases[t.phase](t)


def _draw(t: Table) -> Play:
    count = 2 if t.number("round") == 0 else 1
    drawn = yield Deal(kind="draw", pile="bag", counts={f"hand/{s}": count for s in t.seats}, boundary=True)
    for key, tokens in drawn.items():
        for token in tokens:
            t.move(token, key, frm="bag")
    t.add("round", 1)
    t.tell("drawn", count=count)
    t.go("roll", Seat((t.number("round") - 1) % len(t.seats)))


def _roll(t: Table) -> Play:
    assert t.turn is not None
    faces = yield Roll(kind="roll", seat=t.turn, dice=(6, 4), boundary=True)
    t.set("pot", sum(faces))
    t.tell("pot_filled", count=sum(faces))
    t.go("bid", t.turn)


def _bids(seat: Seat, seen: State) -> Iterator[Option]:
    coins = seen.number(f"coins/{seat}")
    for bid in range(4):
        poor = Refusal("too_few_coins", "LA-2", {"count": coins}) if bid > coins else None
        yield Option(f"bid:{bid}", bid, Say("bid", {"count": bid}), refusal=poor)


def _thieves(seen: State, seat: Seat) -> Iterator[Option]:
    hand = seen.pile(f"hand/{seat}")
    tokens = [*hand.pieces, *(seen.unaccounted("tokens") if hand.unseen else ())]
    for token in sorted(tokens):
        no_thief = None if token.kind == "thief" else Refusal("no_thief", "LA-3", {"piece": token})
        yield Option(
            f"steal:{token}", token, Say("steal", {"piece": token}), Laid("used", token), no_thief, piece=token
        )


def _bid(t: Table) -> Play:
    parts = {s: Choose(kind="bid", seat=s, choices=partial(_bids, s)) for s in t.seats}
    bids = yield Together(kind="bid", parts=parts, boundary=True, facts={"count": t.number("pot")})
    for s, bid in bids.items():
        t.add(f"coins/{s}", -bid)
        t.tell("you_paid", only(s), seat=s, count=bid)
    best = max(bids.values())
    winner = next(s for s in t.clockwise(t.turn or Seat(0)) if bids[s] == best)
    t.tell("pot_won", seat=winner, count=best)
    others = tuple(s for s in t.seats if s != winner and t.pile(f"hand/{s}").slots)
    reaction = yield Window(kind="steal", seats=others, choices=_thieves, facts={"victim": winner}, hands="hand")
    if reaction is not None:
        winner, token = reaction
        t.move(token, "used", frm=f"hand/{winner}")
        t.tell("pot_stolen", seat=winner, piece=token)
    t.add(f"pots/{winner}", t.number("pot"))
    t.set("pot", 0)
    t.go("compare", t.turn)


def _richer(t: Table, seat: Seat) -> bool | None:
    """Whether the left neighbour holds more gems; None while nobody can tell."""
    mine, theirs = t.pile(f"hand/{seat}"), t.pile(f"hand/{t.left_of(seat)}")
    if mine.unseen or theirs.unseen:
        return None
    return len(GEMS & set(theirs)) > len(GEMS & set(mine))


def _say_richer(seen: State) -> Iterator[Option]:
    yield Option("yes", True, Say("yes_richer"))
    yield Option("no", False, Say("no_richer"))


def _compare(t: Table) -> Play:
    seat = t.turn
    assert seat is not None
    richer = _richer(t, seat)
    if richer is None:
        left = t.left_of(seat)
        richer = yield Choose(kind="compare", seat=left, choices=_say_richer, boundary=True, facts={"victim": seat})
    t.set("richer", richer)
    t.tell("compared", seat=seat, left=t.left_of(seat), richer=richer)
    t.go("lose", seat)


def _losable(seat: Seat, seen: State, token: Card) -> Iterator[Option]:
    hand = seen.pile(f"hand/{seat}")
    if isinstance(token, PieceId):
        none = Claim(f"hand/{seat}", GEMS, Say("no_gems"), "LA-4")
        claim = none if token not in GEMS and hand.lacks(lambda c: c in GEMS) is None else None
        last = Refusal("gems_first", "LA-4") if token not in GEMS and hand.lacks(lambda c: c in GEMS) is False else None
        say = Say("lose", {"piece": token})
        yield Option(
            f"lose:{token}",
            token,
            say,
            refusal=last,
            claim=claim,
            piece=token,
            blind_key="lose:?" if hand.unseen else "",
        )
    elif hand.unseen:
        yield Option("lose:?", token, Say("lose", {"piece": token}))


def _lose(t: Table) -> Play:
    """The seat drops a token that nobody else sees."""
    seat = t.turn
    assert seat is not None
    if t.pile(f"hand/{seat}").slots:
        token = yield PickCard(
            kind="lose", seat=seat, pile=f"hand/{seat}", per_card=partial(_losable, seat), boundary=True
        )
        t.move(token, "lost", frm=f"hand/{seat}", also=only(seat))
        t.tell("token_lost", seat=seat, piece=token)
    if t.number("round") == ROUNDS:
        best = max(t.number(f"pots/{s}") for s in t.seats)
        t.finish([s for s in t.seats if t.number(f"pots/{s}") == best], [Say("pots_line", {"count": best})])
    t.go("draw")


def lantern() -> Game:
    """The toy game Lantern. What `compared` tells is a secret told on purpose."""
    reveals = frozenset({"compared"})
    return make_toy("lantern", "Lantern", {"tokens": TOKENS}, _setup, _play, (), range(2, 5), reveals)
