"""Score sheets for any game: the people play, and the companion writes down, counts and says who has won."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from rules.engine import (
    Bots,
    Box,
    Changing,
    Episodes,
    Game,
    GroupChoice,
    Option,
    Play,
    Rules,
    Say,
    Screens,
    Seat,
    Setting,
    State,
    Table,
    by_phase,
    names_of,
)
from rules.games.score_sheet import asking, columns as c, dice
from rules.games.score_sheet.changing import carry
from rules.games.score_sheet.reading import SHEET, TEMPLATES, template
from rules.games.score_sheet.scoring import in_round, totals, winners
from rules.games.score_sheet.screens import draw_sheets, how
from rules.games.score_sheet.sheet import MOST_ROUNDS, Begins, SheetRules, When, names
from words import SOURCE

PACKAGE: Final = "rules.games.score_sheet"
EPISODES: Final = Episodes(
    begins={"round_begins": "round", "round_scored": "scoring", "all_scored": "last_scoring"},
    counting={"scoring", "last_scoring"},
    plain={"round_begins", "round_scored"},
)
PARTNERS: Final = Setting("partners", False, "Whether two teams play, partners opposite each other.")
KEEPER: Final = Setting("keeper", False, "Whether one person writes for everybody, who needs no phone then.")


def setup(own: SheetRules | None, t: Table) -> None:
    """Empty sheets, before the first round or, where there are no rounds, before all is counted."""
    t.add_track("template", "" if own is not None else str(t.settings["sheet"]))
    t.add_track("partners", bool(t.settings["partners"]))
    sheet = c.sheet_of(t, own)
    t.add_track("round", 0)
    t.add_track("step", 0)
    t.add_track("first", Seat(0))
    for column, members in c.columns(t, sheet).items():
        owner = members[0] if len(members) == 1 else None
        t.add_track(f"points/{column}", sheet.start, owner=owner)
        t.add_track(f"out/{column}", False, owner=owner)
    c.add_places(t, sheet, [line for line in sheet.lines if line.when is not When.ROUND], 0)
    if sheet.dice:
        dice.set_up(t)
    t.go("begin" if sheet.turns or sheet.asked(When.ROUND) or sheet.asked(When.TURN) else "tally")


def begin(own: SheetRules | None, t: Table) -> None:
    """SS-1: the next round begins."""
    sheet = c.sheet_of(t, own)
    t.add("round", 1)
    t.set("step", 0)
    number = t.number("round")
    c.add_places(t, sheet, sheet.of(When.ROUND), number)
    t.tell("round_begins", round=number, first=t["first"])
    if sheet.turns:
        t.go("take", c.first_of(t, sheet))
    else:
        t.go("write")


def take(own: SheetRules | None, t: Table) -> Play:
    """SS-10: everybody has a turn at their own game, and says when it is over, or that the game is."""
    sheet = c.sheet_of(t, own)
    after, members = c.after(t, sheet, t.player), c.columns(t, sheet)[c.column_of(t, sheet, t.player)]
    facts = {"who": members}
    is_over = yield GroupChoice(
        kind="take_turn", seats=members, choices=_taken, facts=facts, boundary=True, button="taken"
    )
    if is_over:
        t.go("tally")
    elif after == c.first_of(t, sheet):
        t.go("write")
    else:
        t.go("take", after)


def write(own: SheetRules | None, t: Table) -> Play:
    """SS-2: the lines of a round, one after the other, then everybody's turn."""
    sheet = c.sheet_of(t, own)
    lines, step = sheet.asked(When.ROUND), t.number("step")
    if step < len(lines):
        yield from asking.ask(t, sheet, lines[step], t.number("round"))
        t.add("step", 1)
    elif sheet.asked(When.TURN):
        t.go("turns", c.first_of(t, sheet))
    else:
        t.go("score")


def turns(own: SheetRules | None, t: Table) -> Play:
    """SS-3: who is on turn writes one line that is still empty."""
    sheet = c.sheet_of(t, own)
    after = c.after(t, sheet, t.player)
    yield from asking.fill(t, sheet, t.player)
    if after == c.first_of(t, sheet):
        t.go("score")
    else:
        t.go("turns", after)


def score(own: SheetRules | None, t: Table) -> None:
    """SS-4: the round is counted, told, and perhaps it was the last."""
    sheet, number = c.sheet_of(t, own), t.number("round")
    sheets = c.written(t, sheet, public=True)
    gains = in_round(sheet, sheets, number) if sheet.of(When.ROUND) else _gains(t, sheet)
    t.tell("round_scored", round=number)
    counted = c.count(t, sheet)
    for column in c.playing(t, sheet):
        t.tell("noted", who=c.columns(t, sheet)[column], gain=gains[column], total=counted[column])
    _drop_out(t, sheet, counted)
    _next_first(t, sheet, gains)
    if _is_last(t, sheet, counted):
        t.set("step", 0)
        t.go("tally")
    elif sheet.rounds or sheet.goal or sheet.out is not None or sheet.turns or sheet.asked(When.TURN):
        t.go("begin")
    else:
        t.go("more")


def more(own: SheetRules | None, t: Table) -> Play:
    """SS-5: where no number of rounds is fixed, the players say when it is over."""
    again = yield GroupChoice(kind="more", seats=t.seats, choices=_more, boundary=True, button="again")
    t.set("step", 0)
    t.go("begin" if again else "tally")


def tally(own: SheetRules | None, t: Table) -> Play:
    """SS-6: the lines that are written at the end, and who has won."""
    sheet = c.sheet_of(t, own)
    lines, step = sheet.asked(When.END), t.number("step")
    if step < len(lines):
        yield from asking.ask(t, sheet, lines[step], 0)
        t.add("step", 1)
        return
    c.reveal(t, sheet)
    counted = c.count(t, sheet)
    t.tell("all_scored")
    places = c.columns(t, sheet)
    for column in sorted(places, key=lambda one: counted[one], reverse=not sheet.lowest):
        t.tell("total", who=places[column], total=counted[column])
    lines_said = [Say("sheet_line", {"who": places[column], "score": counted[column]}) for column in places]
    t.finish([seat for column in _won(t, sheet, counted) for seat in places[column]], lines_said)


# -- inside ------------------------------------------------------------------------------------------------------------


def _more(seen: State, seat: Seat) -> tuple[Option, ...]:
    return Option("again", True, Say("again")), Option("last", False, Say("last"))


def _taken(seen: State, seat: Seat) -> tuple[Option, ...]:
    return Option("taken", False, Say("taken")), Option("over", True, Say("over"), grave=True)


def _chosen(own: SheetRules | None, settings: Mapping[str, object]) -> SheetRules:
    return own or template(str(settings["sheet"]))


def clock_s(own: SheetRules | None, settings: Mapping[str, object]) -> float:
    """What each player has for all turns of a match."""
    return 60.0 * _chosen(own, settings).minutes


def turn_s(own: SheetRules | None, t: Table) -> float:
    """What a turn may take: at the own game, or with a line of one's own that nobody else writes down."""
    is_own = t.phase == "take" or (t.phase == "turns" and not t.settings["keeper"])
    return float(c.sheet_of(t, own).seconds) if is_own else 0.0


def _gains(t: Table, sheet: SheetRules) -> dict[int, int]:
    """Of a round of turns, what was gained by it."""
    now = totals(sheet, c.written(t, sheet, public=True), t.number("round"))
    return {column: total - t.number(f"points/{column}") for column, total in now.items()}


def _drop_out(t: Table, sheet: SheetRules, counted: Mapping[int, int]) -> None:
    for column in c.playing(t, sheet):
        if sheet.out is not None and counted[column] <= sheet.out:
            t.set(f"out/{column}", True)
            t.tell("drops_out", who=c.columns(t, sheet)[column])


def _next_first(t: Table, sheet: SheetRules, gains: Mapping[int, int]) -> None:
    """SS-7: who begins the next round."""
    first = t["first"]
    assert isinstance(first, Seat)
    if sheet.begins is Begins.LEFT:
        t.set("first", c.after(t, sheet, first))
    elif sheet.begins is Begins.WINNER:
        best = (min if sheet.lowest else max)(gains.values())
        ahead = [column for column, gain in gains.items() if gain == best]
        t.set("first", c.columns(t, sheet)[ahead[0]][0] if len(ahead) == 1 else first)


def _is_last(t: Table, sheet: SheetRules, counted: Mapping[int, int]) -> bool:
    """Whether no other round comes."""
    number, left = t.number("round"), c.playing(t, sheet)
    if sheet.out is not None and len(left) <= 1:
        return True
    if sheet.goal and any(counted[column] >= sheet.goal for column in counted):
        return True
    if sheet.asked(When.TURN) and number >= len(sheet.asked(When.TURN)):
        return True
    return number >= (sheet.rounds or MOST_ROUNDS)


def _won(t: Table, sheet: SheetRules, counted: Mapping[int, int]) -> list[int]:
    """SS-8."""
    if sheet.together:
        return [column for column, total in counted.items() if total >= sheet.goal]
    sheets, left = c.written(t, sheet), c.playing(t, sheet)
    among = {column: sheets[column] for column in left or sheets}
    return winners(sheet, among, t.number("round"))


def unfit(settings: Mapping[str, object], seats: int) -> str:
    """Why these options do not go with so many players."""
    if settings["partners"] and (seats < 4 or seats % 2):
        return "Two teams need four, six, eight or ten players."
    return ""


def line_names(own: SheetRules | None, language: str) -> Mapping[str, str]:
    """What the lines are called. Those of the sheets that come with it are translated; an owner's stay as they are."""
    if own is not None:
        return names(own)
    translated = {} if language == SOURCE else names_of(PACKAGE, language)
    return {code: translated.get(name, name) for one in TEMPLATES for code, name in names(template(one)).items()}


def build(own: SheetRules | None = None) -> Game:
    """The game: with an owner's sheet, or with those that come with it, to choose from."""
    phases = {
        "begin": begin,
        "take": take,
        "write": write,
        "turns": turns,
        "score": score,
        "more": more,
        "tally": tally,
    }
    choice = (Setting(SHEET.chosen_by, TEMPLATES[0], "What kind of game you play.", TEMPLATES),)
    return Game(
        package=__name__,
        title="Score Sheet",
        seats=range(1, 11),
        rules=Rules(
            setup=partial(setup, own),
            play=by_phase({name: partial(phase, own) for name, phase in phases.items()}),
            settings=(*(choice if own is None else ()), PARTNERS, KEEPER),
            unfit=unfit,
            clock_s=partial(clock_s, own),
            turn_s=partial(turn_s, own),
        ),
        box=Box(
            decks=lambda settings, seats: {},
            faces=lambda settings, words: {},
            names=partial(line_names, own),
            mat_without=lambda settings: frozenset() if _chosen(own, settings).dice else {"tray"},
        ),
        screens=Screens(
            prominent={"points"},
            fewest_lead=lambda seen: c.sheet_of(seen, own).lowest,
            put_away={"entry", "out", "step", "first", "template", "partners", dice.SHOWN, dice.KEPT, dice.THROWS},
            sheets=lambda seen: draw_sheets(seen, c.sheet_of(seen, own)),
            how=lambda settings: how(_chosen(own, settings)),
        ),
        episodes=EPISODES,
        bots=Bots(seldom={"die"}, sit_down=False),
        definition=SHEET,
        changing=Changing(build=lambda text: build(SHEET.read(text)), carry=carry),
    )
