"""My Game: play a card in your turn and count its number. Whoever has 20 points first wins."""

from rules.engine import Game, Play, Rules, Screens, Seat, Table
from rules.engine.parts import Cards, Deck, Deeds, Phases, Score, choose_player

deck, points = Deck(Cards(__name__)), Score("points", goal=20)
phases, deeds = Phases(), Deeds()


@phases.step
def deal(t: Table) -> Play:  # MG-1
    yield from deck.deal(t, 3)
    t.go("turn", t.seats[0])


@phases.step
def turn(t: Table, seat: Seat) -> Play:  # MG-2
    card = yield from deck.play(t, seat)
    yield from deeds.do(card, t, seat)
    points.add(t, seat, deck.value(card))
    yield from deck.draw_up_to(t, seat, 3)
    t.go("turn", t.left_of(seat))
    points.finish_at_goal(t)


@deeds.of("owl")
def look(t: Table, seat: Seat) -> Play:  # MG-3
    deck.peek(t, seat, (yield from choose_player(t, seat, "look_at")))


def build() -> Game:
    return Game(
        package=__name__,
        title="My Game",
        seats=range(2, 5),
        rules=Rules(setup=phases.setup(deck, points), play=phases.play),
        box=deck.box,
        screens=Screens(prominent={"points"}),
    )
