"""Score sheets as text files: `sheet.toml`, one table `[[line]]` for each line of the sheet."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, Final

from rules.engine import Scale, is_slug
from rules.games.score_sheet.formula import Formula, FormulaError
from rules.games.score_sheet.sheet import MOST_ROUNDS, Begins, Line, SheetRules, Ties, When
from words import Sentence
from words.sentence import N_

FILE: Final = "sheet.toml"
FORMAT: Final = 1
"""The number of the form in which sheets are written. It is raised when a file would be read otherwise than before."""
_MOST_LINES: Final = 40
_LARGEST: Final = 64 * 1024
_FAR: Final = 1_000_000
_MOST_LETTERS: Final = 40


class SheetError(Exception):
    """A sheet that cannot be used: a `Sentence` with file and line."""


def read_sheet(text: str, file: str = FILE) -> SheetRules:
    """The score sheet that a file holds. SheetError names the line and what to do."""
    return _Reader(text, file).sheet()


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
)
"""The sheets that come with it, by the names of their files."""


@cache
def template(name: str) -> SheetRules:
    """One of them."""
    file = resources.files(__package__) / "templates" / f"{name}.toml"
    return read_sheet(file.read_text("utf-8"), file.name)


# -- inside ------------------------------------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= _FAR


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= _MOST_LETTERS and value.isprintable()


def _one_of(choices: type[StrEnum]) -> Callable[[object], bool]:
    return lambda value: value in [str(one) for one in choices]


_NUMBER: Final = (_is_number, N_("a whole number"))
_COUNT: Final = (lambda value: _is_number(value) and value >= 0, N_("a whole number, 0 or more"))
_SWITCH: Final = (lambda value: isinstance(value, bool), N_("true or false"))
_KEYS: Final = (
    lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    N_("a list of keys of lines"),
)
_Form = tuple[Callable[[Any], bool], str]
_OF_LINE: Final[Mapping[str, _Form]] = {
    "key": (lambda value: isinstance(value, str) and is_slug(value), N_("a name of small letters, such as bid")),
    "name": (_is_name, N_("a text of at most 40 letters")),
    "when": (_one_of(When), N_('"round", "turn" or "end"')),
    "low": _NUMBER,
    "high": _NUMBER,
    "step": (lambda value: _is_number(value) and value > 0, N_("a whole number, 1 or more")),
    "usual": _NUMBER,
    "tick": _SWITCH,
    "each": _NUMBER,
    "ranks": (
        lambda value: isinstance(value, list) and 0 < len(value) <= 20 and all(map(_is_number, value)),
        N_("a list of points, such as [5, 3, 1]"),
    ),
    "ties": (_one_of(Ties), N_('"all", "share" or "none"')),
    "formula": (lambda value: isinstance(value, str), N_('a text, such as "if(tricks == bid, 10, 0)"')),
    "hidden": _SWITCH,
    "counts": _SWITCH,
}
_OF_SHEET: Final[Mapping[str, _Form]] = {
    "format": (lambda value: value == FORMAT, N_("1")),
    "rounds": (
        lambda value: _is_number(value) and 0 <= value <= MOST_ROUNDS,
        N_("a whole number from 0 to 60; 0 is for as many as you like"),
    ),
    "goal": _NUMBER,
    "start": _NUMBER,
    "out": _NUMBER,
    "lowest": _SWITCH,
    "begins": (_one_of(Begins), N_('"left", "winner" or "same"')),
    "tie_breaks": _KEYS,
    "together": _SWITCH,
    "line": (
        lambda value: (
            isinstance(value, list) and 0 < len(value) <= _MOST_LINES and all(isinstance(one, dict) for one in value)
        ),
        N_("one to 40 tables [[line]]"),
    ),
}


class _Reader:
    """One file while it is read."""

    def __init__(self, text: str, file: str):
        self._text, self._file = text, file
        self._heads = [at for at, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*line\s*\]\]", line)]

    def sheet(self) -> SheetRules:
        found = self._parsed()
        self._check(found, _OF_SHEET, 0)
        if "line" not in found:
            raise self._fault(0, Sentence("it has no lines: write a table {table} for each.", table="[[line]]"))
        lines = tuple(self._line(number, entry) for number, entry in enumerate(found["line"]))
        self._whole(lines, found)
        plain = {name: value for name, value in found.items() if name not in ("format", "line")}
        if "begins" in plain:
            plain["begins"] = Begins(plain["begins"])
        return SheetRules(lines=lines, **plain | {"tie_breaks": tuple(found.get("tie_breaks", ()))})

    def _parsed(self) -> dict[str, Any]:
        if len(self._text) > _LARGEST:
            raise self._fault(0, Sentence("it is larger than {size} KB.", size=_LARGEST // 1024))
        try:
            return tomllib.loads(self._text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise SheetError(Sentence("{file} cannot be read: {why}.", file=self._file, why=str(error))) from None

    def _line(self, number: int, entry: Mapping[str, Any]) -> Line:
        at = self._heads[number] if number < len(self._heads) else 0
        self._check(entry, _OF_LINE, at)
        for name in ("key", "name"):
            if name not in entry:
                raise self._fault(at, Sentence('this line has no "{field}".', field=name))
        made = dict(entry)
        low, high = made.pop("low", 0), made.pop("high", 200)
        step, usual = made.pop("step", 1), made.pop("usual", None)
        try:
            made["scale"] = Scale(low, high, step, max(low, min(high, 0)) if usual is None else usual)
        except ValueError:
            fault = Sentence("there are no numbers from {low} to {high}, or more than 2001.", low=low, high=high)
            raise self._fault(at, fault) from None
        try:
            if "formula" in made:
                made["formula"] = Formula(made["formula"])
        except FormulaError as error:
            fault = Sentence('the formula of "{key}": {why}', key=made["key"], why=error.args[0])
            raise self._fault(self._at("formula", at), fault) from None
        made["when"], made["ties"] = When(made.get("when", "round")), Ties(made.get("ties", "all"))
        made["ranks"] = tuple(made.get("ranks", ()))
        return Line(**made)

    def _check(self, entry: Mapping[str, Any], forms: Mapping[str, _Form], at: int) -> None:
        for name, value in entry.items():
            where = self._at(name, at)
            if name not in forms:
                near = difflib.get_close_matches(name, forms, 1)
                if near:
                    raise self._fault(
                        where, Sentence('there is no "{field}". Did you mean "{near}"?', field=name[:40], near=near[0])
                    )
                known = ", ".join(forms)
                raise self._fault(
                    where, Sentence('there is no "{field}". There are: {known}.', field=name[:40], known=known)
                )
            fits, form = forms[name]
            if not fits(value):
                raise self._fault(where, Sentence('"{field}" has to be {form}.', field=name, form=Sentence(form)))

    def _whole(self, lines: tuple[Line, ...], found: Mapping[str, Any]) -> None:
        """What no line alone can be wrong about."""
        keys = [line.key for line in lines]
        for number, line in enumerate(lines):
            at = self._heads[number] if number < len(self._heads) else 0
            if line.key in keys[:number]:
                raise self._fault(at, Sentence('two lines have the key "{key}".', key=line.key))
            if wrong := _wrong(line, lines):
                raise self._fault(at, wrong)
        if not any(line.is_asked for line in lines):
            raise self._fault(0, Sentence("nobody writes anything: one line has to be without a formula."))
        for key in found.get("tie_breaks", ()):
            if key not in keys:
                fault = Sentence('"tie_breaks" names "{key}", and no line has that key.', key=str(key)[:40])
                raise self._fault(self._at("tie_breaks", 0), fault)

    def _at(self, name: str, after: int) -> int:
        """The line of the file in which a field stands, 0 where it is not found."""
        for at, line in enumerate(self._text.splitlines(), 1):
            if at >= after and re.match(rf"\s*{re.escape(name)}\s*=", line):
                return at
        return after

    def _fault(self, at: int, what: Sentence) -> SheetError:
        if at:
            return SheetError(Sentence("{file}, line {line}: {what}", file=self._file, line=at, what=what))
        return SheetError(Sentence("{file}: {what}", file=self._file, what=what))


def _wrong(line: Line, lines: tuple[Line, ...]) -> Sentence | None:
    """Why a line does not go with the others."""
    if line.formula is None:
        return None
    if line.tick or line.ranks or line.hidden:
        return Sentence('"{key}" has a formula, so it can be neither ticked, hidden nor ranked.', key=line.key)
    if line.when is When.TURN:
        return Sentence('"{key}" has a formula, so it is written in no turn: say "round" or "end".', key=line.key)
    hidden = [one.key for one in lines if one.hidden and one.key in line.formula.names]
    if hidden and line.when is not When.END:
        return Sentence(
            'the formula of "{key}" would tell of "{name}", which is hidden: count it with when = "end".',
            key=line.key,
            name=hidden[0],
        )
    usable = {one.key for one in lines[: lines.index(line)] if _is_there(one, line)}
    for name in sorted(line.formula.names - usable - {"round"}):
        if name == line.key or any(one.key == name for one in lines):
            return Sentence('the formula of "{key}" needs "{name}", which has no number yet.', key=line.key, name=name)
        near = difflib.get_close_matches(name, usable, 1)
        if near:
            return Sentence('no line is called "{name}". Did you mean "{near}"?', name=name[:40], near=near[0])
        return Sentence('no line is called "{name}".', name=name[:40])
    return None


def _is_there(one: Line, line: Line) -> bool:
    """Whether a line that stands further up is written when the formula of another one is worked out."""
    return one.when is line.when or line.when is When.END
