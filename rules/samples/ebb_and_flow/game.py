"""Ebb and Flow: keep the dice of one number and roll on, as long as the tide lets you. Six spaces, most points."""

from rules.engine import Bots, Game, Option, Play, Refusal, Rules, Screens, Seat, Seen, Table
from rules.engine.parts import KeptDice, Phases, ScoreSheet, boxed

NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
dice, sheet, phases = KeptDice(5), ScoreSheet(tuple(NUMBERS)), Phases()


@phases.step
def turn(t: Table, seat: Seat) -> Play:
    rolled = yield from dice.roll(t, seat)  # EF-1
    wanted = {NUMBERS[space] for space in sheet.empty(t, seat)}
    if wanted & set(rolled):
        number = yield from dice.choose_number(t, seat, lambda number: may_keep(number, wanted))
        yield from roll_on(t, seat, number)
    else:  # EF-5
        yield from sheet.choose(t, seat, "strike", lambda space: 0)
    dice.clear(t)
    t.go("turn", t.left_of(seat))
    if sheet.is_full(t):
        sheet.finish(t)  # EF-6


def may_keep(number: int, wanted: set[int]) -> Refusal | None:  # EF-2
    return None if number in wanted else Refusal("space_is_full", "EF-2", {"number": number})


def roll_on(t: Table, seat: Seat, number: int) -> Play:
    space = list(NUMBERS)[number - 1]
    while (yield from dice.go_on(t, seat)):  # EF-3
        rolled = yield from dice.roll(t, seat)
        if number not in rolled:
            t.tell("washed_away", seat=seat)  # EF-4
            return sheet.write(t, seat, space, 0)
        dice.keep(t, seat, [number] * rolled.count(number))
    return sheet.write(t, seat, space, number * len(dice.kept(t)))


def bot(seen: Seen, options: tuple[Option, ...]) -> Option:
    if options[-1].key == "stop":
        return options[-1 if len(dice.kept(seen.state)) > 2 else 0]
    return max(options, key=lambda option: dice.rolled(seen.state).count(option.value))


def build() -> Game:
    rules = Rules(setup=phases.setup(dice, sheet), play=phases.play)
    screens = Screens(sheets=sheet.sheets, prominent={"kept"})
    return Game(
        package=__name__,
        title="Ebb and Flow",
        seats=range(1, 7),
        rules=rules,
        box=boxed(),
        screens=screens,
        bots=Bots(bot=bot),
    )
