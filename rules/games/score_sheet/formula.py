"""Formulas of a score sheet: "if(tricks == bid, 10 + bid, -abs(tricks - bid))". Whole numbers only, and nothing of
Python but what stands here. What dice show is asked with a call: "if(alike(3, 2), 25, 0)"."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rules.engine.definitions import GrammarError
from words import Sentence

_MOST: Final = 10**9
_SIGNS: Final[Mapping[type[Any], Callable[..., int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: a // b if b else 0,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else 0,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_CALLS: Final[Mapping[str, tuple[Callable[..., int], int, int]]] = {
    "if": (lambda test, one, other: one if test else other, 3, 3),
    "min": (min, 2, 20),
    "max": (max, 2, 20),
    "abs": (abs, 1, 1),
    "and": (lambda *all_of: int(all(all_of)), 2, 20),
    "or": (lambda *any_of: int(any(any_of)), 2, 20),
    "not": (lambda one: int(not one), 1, 1),
}
"""What can be called, with how many values at least and at most. `if` and its like are no names in Python: they are
read as `if_`."""
Dice = tuple[int, ...]
"""What dice show."""
_Run = Callable[[Mapping[str, int], Dice], int]


def _sum(dice: Dice, *faces: int) -> int:
    """Of all dice, or of those that show one number."""
    return sum(face for face in dice if not faces or face in faces)


def _alike(dice: Dice, *sizes: int) -> int:
    """Whether there are groups of so many alike, each of another number: 3 and 2 are a full house."""
    groups = sorted(Counter(dice).values(), reverse=True)
    wanted = sorted(sizes, reverse=True)
    return int(len(groups) >= len(wanted) and all(there >= one for there, one in zip(groups, wanted, strict=False)))


def _row(dice: Dice, length: int) -> int:
    """Whether so many numbers follow each other."""
    return int(any(all(first + n in dice for n in range(length)) for first in dice))


_OF_DICE: Final[Mapping[str, tuple[Callable[..., int], int, int]]] = {
    "dice": (_sum, 0, 1),
    "alike": (_alike, 1, 4),
    "row": (_row, 1, 1),
}
"""What of dice can be asked, with how many values at least and at most."""


class FormulaError(GrammarError):
    """A formula that cannot be used: a `Sentence`."""


@dataclass(frozen=True)
class Formula:
    """A formula as it was written. FormulaError when it is none."""

    text: str

    def __post_init__(self) -> None:
        _check(self._tree)

    @cached_property
    def _tree(self) -> ast.expr:
        try:
            return ast.parse(_readable(self.text), mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            raise FormulaError(Sentence("It cannot be read: look for a bracket or a sign too many.")) from None

    @cached_property
    def names(self) -> frozenset[str]:
        """The lines that it speaks of."""
        called = {id(node.func) for node in ast.walk(self._tree) if isinstance(node, ast.Call)}
        return frozenset(n.id for n in ast.walk(self._tree) if isinstance(n, ast.Name) and id(n) not in called)

    @cached_property
    def counts_dice(self) -> bool:
        """Whether it speaks of dice."""
        calls = (node.func for node in ast.walk(self._tree) if isinstance(node, ast.Call))
        return any(isinstance(func, ast.Name) and func.id in _OF_DICE for func in calls)

    @cached_property
    def _run(self) -> _Run:
        return _run(self._tree)

    def value(self, of: Mapping[str, int], dice: Dice = ()) -> int:
        """What it comes to with these values and dice; what is not among them is 0. A division is rounded down, one by
        nought gives 0."""
        return max(-_MOST, min(_MOST, self._run(of, dice)))


def _readable(text: str) -> str:
    words = sorted((name for name in _CALLS if name in ("if", "and", "or", "not")), key=len, reverse=True)
    for word in words:
        text = text.replace(f"{word}(", f"{word}_(")
    return " ".join(text.split())


def _check(node: ast.expr) -> None:
    """FormulaError where something stands in it that a formula does not know."""
    match node:
        case ast.Constant(value=int(number)) if abs(number) <= _MOST and not isinstance(number, bool):
            return
        case ast.Name():
            return
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
            _check(left)
            _check(right)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _SIGNS:
            _check(operand)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _SIGNS:
            _check(left)
            _check(right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name.rstrip("_") in {**_CALLS, **_OF_DICE}:
            _, least, most = {**_CALLS, **_OF_DICE}[name.rstrip("_")]
            if not least <= len(args) <= most:
                fault = Sentence("{name}(...) has a wrong number of values in its brackets.", name=name.rstrip("_"))
                raise FormulaError(fault)
            for one in args:
                _check(one)
        case _:
            raise FormulaError(
                Sentence(
                    "It may hold whole numbers, names of lines, + - * /, comparisons, and {calls}.",
                    calls=", ".join(f"{name}(...)" for name in (*_CALLS, *_OF_DICE)),
                )
            )


def _run(node: ast.expr) -> _Run:
    """What works a checked part of a formula out, made once of its tree: a match counts its sheets again and again."""
    match node:
        case ast.Constant(value=int(number)):
            return lambda of, dice: number
        case ast.Name(id=name):
            return lambda of, dice: of.get(name, 0)
        case ast.BinOp(left=left, op=op, right=right):
            return _of_two(_SIGNS[type(op)], _run(left), _run(right))
        case ast.UnaryOp(op=op, operand=operand):
            sign, one = _SIGNS[type(op)], _run(operand)
            return lambda of, dice: sign(one(of, dice))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _of_two(_SIGNS[type(op)], _run(left), _run(right))
        case ast.Call(func=ast.Name(id=name), args=args) if name in _OF_DICE:
            asked, among = _OF_DICE[name][0], [_run(one) for one in args]
            return lambda of, dice: asked(dice, *(one(of, dice) for one in among))
        case ast.Call(func=ast.Name(id=name), args=args):
            call, values = _CALLS[name.rstrip("_")][0], [_run(one) for one in args]
            return lambda of, dice: int(call(*(one(of, dice) for one in values)))
    raise AssertionError(f"a formula was not checked: {ast.dump(node)}")


def _of_two(sign: Callable[..., int], left: _Run, right: _Run) -> _Run:
    return lambda of, dice: _bounded(int(sign(left(of, dice), right(of, dice))))


def _bounded(number: int) -> int:
    return max(-_MOST, min(_MOST, number))
