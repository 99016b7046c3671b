"""Score sheets as text files: `sheet.toml`, one table `[[line]]` for each line of the sheet."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Final

from rules.engine import Scale
from rules.engine.definitions import (
    Checked,
    Definition,
    DefinitionError as DefinitionError,
    Entry,
    Field,
    Keys,
    Numbers,
    OneOf,
    Slug,
    Step,
    Switch,
    Tables,
    Text,
    Whole,
)
from rules.games.score_sheet.formula import Formula
from rules.games.score_sheet.sheet import MOST_ROUNDS, Begins, Keep, Line, SheetRules, Ties, When
from words import Sentence
from words.sentence import N_

_WHEN: Final = OneOf(
    {
        "round": N_("by everybody in every round"),
        "turn": N_("once a match, in a turn of one's own"),
        "end": N_("after the last round"),
    },
    When,
)
_TIES: Final = OneOf(
    {
        "all": N_("each gets what the place counts"),
        "share": N_("they share what their places count"),
        "none": N_("nobody gets anything"),
    },
    Ties,
)
_BEGINS: Final = OneOf(
    {
        "left": N_("the next player to the left"),
        "winner": N_("who has won the last round"),
        "same": N_("always the same player"),
    },
    Begins,
)
_KEEP: Final = OneOf(
    {
        "any": N_("any of them, chosen anew before every roll"),
        "stay": N_("any of them, and they stay to the end of the turn"),
        "none": N_("none: all are rolled again"),
    },
    Keep,
)
_LINES: Final = Tables(
    (
        Field("key", Slug(), N_("Its name in formulas."), required=True, name=N_("Short name"), rare=True),
        Field("name", Text(40), N_("What it is called."), required=True, name=N_("Name")),
        Field("when", _WHEN, N_("When it is written."), When.ROUND, name=N_("Written")),
        Field("tick", Switch(), N_("Yes or no instead of a number."), False, name=N_("Yes or no")),
        Field("low", Whole(), N_("The lowest number that can be entered."), 0, name=N_("Lowest")),
        Field("high", Whole(), N_("The highest number that can be entered."), 200, name=N_("Highest")),
        Field("step", Whole(1), N_("The numbers go up by so much."), 1, name=N_("In steps of"), rare=True),
        Field("usual", Whole(), N_("The number that stands there first."), None, name=N_("Begins at"), rare=True),
        Field("each", Whole(), N_("What one of it counts."), 1, name=N_("Each counts")),
        Field("ranks", Numbers(20), N_("What the first place counts, the second, and so on."), (), name=N_("Places")),
        Field("ties", _TIES, N_("What those get who have equally many."), Ties.ALL, name=N_("Equal ones"), rare=True),
        Field(
            "formula",
            Checked(Formula, "if(tricks == bid, 10, 0)", of="line"),
            N_("It is counted from lines above, such as: if(tricks == bid, 10 + bid, -5)."),
            name=N_("Formula"),
            rare=True,
        ),
        Field("hidden", Switch(), N_("Nobody else sees it before the end."), False, name=N_("Hidden")),
        Field("counts", Switch(), N_("Without it only formulas use the line."), True, name=N_("Counts"), rare=True),
    ),
    most=40,
    least=1,
)
_FIELDS: Final = (
    Field("rounds", Whole(0, MOST_ROUNDS), N_("How many; 0: you say when it is over."), 0, name=N_("Rounds")),
    Field("goal", Whole(), N_("A total that ends the match; 0: there is none."), 0, name=N_("Goal")),
    Field("start", Whole(), N_("What everybody begins with."), 0, name=N_("Start")),
    Field("out", Whole(), N_("Who has no more than this drops out."), None, name=N_("Out at"), rare=True),
    Field("lowest", Switch(), N_("The lowest total wins."), False, name=N_("Lowest wins")),
    Field("begins", _BEGINS, N_("Who begins the next round."), Begins.LEFT, name=N_("Who begins")),
    Field(
        "tie_breaks",
        Keys(of="line"),
        N_("Lines that decide between equal totals, the first one first."),
        (),
        name=N_("Equal totals"),
        rare=True,
    ),
    Field(
        "together",
        Switch(),
        N_("All write into one sheet, and win when they reach the goal."),
        False,
        name=N_("Together"),
    ),
    Field("turns", Switch(), N_("In every round all say when their turn is over."), False, name=N_("Turns"), rare=True),
    Field(
        "minutes",
        Whole(0, 300),
        N_("A clock for each player: so long for all turns of a match; 0: no clock."),
        0,
        name=N_("Clock, minutes"),
        rare=True,
    ),
    Field(
        "seconds",
        Whole(0, 3600),
        N_("A timer for each turn: so many seconds; 0: no timer."),
        0,
        name=N_("Timer, seconds"),
        rare=True,
    ),
    Field("dice", Whole(0, 8), N_("So many are rolled in every turn; 0: none."), 0, name=N_("Dice"), rare=True),
    Field("sides", Whole(2, 20), N_("So many sides each die has."), 6, name=N_("Sides of a die"), rare=True),
    Field("rolls", Whole(1, 5), N_("So often they may be rolled in a turn."), 3, name=N_("Rolls"), rare=True),
    Field("keep", _KEEP, N_("Which dice may be kept between two rolls."), Keep.ANY, name=N_("Kept dice"), rare=True),
    Field("line", _LINES, N_("What is written down."), required=True, name=N_("Lines")),
)
TEMPLATES: Final = (
    "points",
    "bids",
    "rummy",
    "five_dice",
    "set_collection",
    "area_majority",
    "track_and_bonus",
    "hidden_goals",
    "party_points",
    "campaign",
    "knock_out",
    "wagers",
    "clocks",
)
"""The sheets that come with it, by the names of their files."""


@cache
def template(name: str) -> SheetRules:
    """One of them."""
    return SHEET.read(SHEET.text_of(name), f"{name}.toml")


# -- inside ------------------------------------------------------------------------------------------------------------


def _sheet(entry: Entry) -> SheetRules:
    lines: list[Line] = []
    for one in entry["line"]:
        lines.append(_line(one))
        if wrong := _wrong(lines[-1], lines, entry):
            raise one.fault("formula", wrong)
    if not any(line.is_asked for line in lines):
        raise entry.fault("line", Sentence("nobody writes anything: one line has to be without a formula."))
    if entry["dice"] and not any(line.when is When.TURN for line in lines):
        raise entry.fault("dice", Sentence('dice are rolled in turns: one line has to say when = "turn".'))
    if entry["seconds"] and (entry["minutes"] or not (entry["turns"] or any(line.when is When.TURN for line in lines))):
        raise entry.fault("seconds", Sentence("a timer is for turns, where nobody has a clock for the whole match."))
    return SheetRules(lines=tuple(lines), **entry.said("line"))


def _line(one: Entry) -> Line:
    low, high, usual = one["low"], one["high"], one["usual"]
    try:
        scale = Scale(low, high, one["step"], max(low, min(high, 0)) if usual is None else usual)
    except ValueError:
        what = Sentence("there are no numbers from {low} to {high}, or more than 2001.", low=low, high=high)
        raise one.fault("high" if "high" in one.plain else "low", what) from None
    return Line(scale=scale, **one.said("low", "high", "step", "usual"))


def _wrong(line: Line, lines: list[Line], entry: Entry) -> Sentence | None:
    """Why a line does not go with those above."""
    if line.formula is None:
        return None
    if line.tick or line.ranks or line.hidden:
        return Sentence('"{key}" has a formula, so it can be neither ticked, hidden nor ranked.', key=line.key)
    if line.formula.counts_dice and not (line.when is When.TURN and entry["dice"]):
        return Sentence(
            '"{key}" counts dice: it has to say when = "turn", and the sheet how many dice there are.', key=line.key
        )
    if line.when is When.TURN and not line.formula.counts_dice:
        return Sentence('"{key}" has a formula, so it is written in no turn: say "round" or "end".', key=line.key)
    hidden = [one.key for one in lines if one.hidden and one.key in line.formula.names]
    if hidden and line.when is not When.END:
        return Sentence(
            'the formula of "{key}" would tell of "{name}", which is hidden: count it with when = "end".',
            key=line.key,
            name=hidden[0],
        )
    usable = {one.key for one in lines[:-1] if one.when is line.when or line.when is When.END}
    for name in sorted(line.formula.names - usable - {"round"}):
        if any(one["key"] == name for one in entry["line"]):
            return Sentence('the formula of "{key}" needs "{name}", which has no number yet.', key=line.key, name=name)
        near = difflib.get_close_matches(name[:40], usable, 1)
        if near:
            return Sentence('no line is called "{name}". Did you mean "{near}"?', name=name[:40], near=near[0])
        return Sentence('no line is called "{name}".', name=name[:40])
    return None


SHEET: Final = Definition(
    package=__name__,
    file="sheet.toml",
    fields=_FIELDS,
    steps=(
        Step(N_("What do you write down?"), ("line",)),
        Step(N_("How long does it go?"), ("rounds", "goal", "together", "turns", "minutes", "seconds")),
        Step(N_("Do you roll dice?"), ("dice", "sides", "rolls", "keep")),
        Step(N_("Who wins?"), ("lowest", "tie_breaks", "start", "out", "begins")),
    ),
    check=_sheet,
    templates=TEMPLATES,
    chosen_by="sheet",
)
