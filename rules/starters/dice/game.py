"""My Game: roll three dice, keep what you like, roll the others again, and write the sum. The highest total wins."""

from rules.engine import Game, Play, Rules, Screens, Seat, Table
from rules.engine.parts import KeptDice, Phases, ScoreSheet, boxed

SPACES = ("first", "second", "third", "fourth")
dice, sheet, phases = KeptDice(3), ScoreSheet(SPACES), Phases()


@phases.step
def turn(t: Table, seat: Seat) -> Play:
    yield from dice.roll(t, seat)  # MG-1
    yield from dice.choose(t, seat, least=1)
    while (yield from dice.go_on(t, seat)):  # MG-2
        yield from dice.roll(t, seat)
        yield from dice.choose(t, seat, least=1)
    sheet.write(t, seat, sheet.empty(t, seat)[0], sum(dice.kept(t)))  # MG-3
    dice.clear(t)
    t.go("turn", t.left_of(seat))
    if sheet.is_full(t):
        sheet.finish(t)  # MG-4


def build() -> Game:
    return Game(
        package=__name__,
        title="My Game",
        seats=range(1, 5),
        rules=Rules(setup=phases.setup(dice, sheet), play=phases.play),
        box=boxed(),
        screens=Screens(sheets=sheet.sheets, prominent={"kept"}),
    )
