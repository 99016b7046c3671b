"""Harbour Night: smugglers peek, guess and duel in the dark. Whoever has three lanterns first wins."""

from rules.engine import Bots, Episodes, Game, Option, Play, Rules, Screens, Seat, Seen, Table
from rules.engine.parts import Cards, Deck, Deeds, Hand, Phases, Ruling, Score, choose_player

deck, lanterns = Deck(Cards(__name__)), Score("lanterns", goal=3)
phases, deeds = Phases(), Deeds()


@phases.step
def deal(t: Table) -> Play:  # HN-1
    yield from deck.deal(t, 2)
    t.go("turn", Seat(0))


@phases.step
def turn(t: Table, seat: Seat) -> Play:  # HN-2
    card = yield from deck.play(t, seat, may_play)
    yield from deeds.do(card, t, seat)
    for each in t.clockwise(seat):
        yield from deck.draw_up_to(t, each, 2)
    t.go("turn", t.left_of(seat))
    lanterns.finish_at_goal(t)


def may_play(hand: Hand, card: str) -> Ruling:  # HN-3
    return hand.unless_it_has("bailiff", rule="HN-3", code="captain_hides") if card == "captain" else None


@deeds.of("lookout")
def look(t: Table, seat: Seat) -> Play:  # HN-4
    deck.peek(t, seat, (yield from choose_player(t, seat, "look_at")))


@deeds.of("smuggler")
def rob(t: Table, seat: Seat) -> Play:  # HN-5
    other = yield from choose_player(t, seat, "rob")
    guess = yield from deck.name_kind(t, seat, "guess", but=["smuggler"], other=other)
    if (yield from deck.react(t, [other], "fog", "hide", seat=seat)) is not None:  # HN-9
        return
    if (yield from deck.holds(t, other, guess)):
        t.tell("found", seat=seat, other=other, card=guess)
        yield from deck.discard(t, other, guess)
        lanterns.add(t, seat)
    else:
        t.tell("not_found", seat=seat, other=other, card=guess)


@deeds.of("bailiff")
def duel(t: Table, seat: Seat) -> Play:  # HN-6
    other = yield from choose_player(t, seat, "challenge")
    laid = yield from deck.lay_together(t, [seat, other], "duel")
    if difference := deck.value(laid[seat]) - deck.value(laid[other]):
        lanterns.add(t, seat if difference > 0 else other)


@deeds.of("ferryman")
def cross(t: Table, seat: Seat) -> Play:  # HN-7
    deck.swap(t, seat, (yield from choose_player(t, seat, "swap_with")))


@deeds.of("captain")
def light(t: Table, seat: Seat) -> None:  # HN-8
    lanterns.add(t, seat)


def bot(seen: Seen, options: tuple[Option, ...]) -> Option | None:
    known = {card.kind for s in seen.state.seats if s != seen.seat for card in seen.state.pile(deck.hand(s))}
    return next((option for option in options if option.key.startswith("name:") and option.value in known), None)


def build() -> Game:
    return Game(
        package=__name__,
        title="Harbour Night",
        seats=range(2, 5),
        rules=Rules(setup=phases.setup(deck, lanterns), play=phases.play, reveals={"found", "not_found"}),
        box=deck.box,
        screens=Screens(prominent={"lanterns"}),
        episodes=Episodes(lays={"played": "piece"}),
        bots=Bots(bot=bot),
    )
