"""Act after act on a table, and what is to be said of how the eye told each: right, wrong, or nobody could tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tests.vision._soak import Heard, SoakTable, Told
from tests.vision._soak_acts import NOTHING, Act, Acts
from tests.vision._soak_truth import BeliefWatch, Wrong, wrong_beliefs
from tests.vision._table import BACK
from vision import ChangeKind, TableChange

_BYSTANDER = 0.2  # of the acts are made while somebody else's hand passes
_HUB_FRAMES = 2  # until the memory follows what the hub decided
_NAMED = (ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.TURNED, ChangeKind.DOUBLED)


class Verdict(Enum):
    """RIGHT; WRONG; FOLLOWS: wrong, after it was wrong of these pieces or believed a wrong thing; APART: wrong, where
    no picture could have told."""

    RIGHT = "right"
    WRONG = "wrong"
    FOLLOWS = "follows"
    APART = "apart"


@dataclass(frozen=True)
class Outcome:
    """An act, and what was told of it beside what should have been. `frames`: in which frame after the hand left each
    right change was told. `strange`: codes that lay nowhere and were told."""

    number: int
    act: Act
    verdict: Verdict
    missing: tuple[Told, ...] = ()
    phantom: tuple[Told, ...] = ()
    beliefs: tuple[str, ...] = ()
    frames: tuple[tuple[str, int], ...] = ()
    strange: tuple[str, ...] = ()
    corrected: int = 0  # earlier changes that the eye withdrew meanwhile

    def __str__(self) -> str:
        parts = [f"act {self.number} {self.verdict.value}: {self.act.kind} [{self.act.what}]"]
        parts += [f"missing {list(self.missing)}"] if self.missing else []
        parts += [f"phantom {list(self.phantom)}"] if self.phantom else []
        parts += [f"believed {list(self.beliefs)}"] if self.beliefs else []
        parts += [f"told {list(self.strange)}, which lay nowhere"] if self.strange else []
        return "; ".join(parts)


class Judge:
    """Lets things happen at a table, and compares."""

    def __init__(self, table: SoakTable) -> None:
        self.table = table
        self.acts = Acts(table)
        self.watch = BeliefWatch(table)
        self._doubtful: set[int] = set()  # pieces of which the eye may be wrong, as no picture could tell
        self._mistaken: set[int] = set()  # pieces of which the eye was wrong
        self._late: Counter[Told] = Counter()  # was not told of the act before
        look = table.look

        def watched(after_s: float = 0.125):
            report = look(after_s)
            self.watch.step()
            return report

        table.look = watched  # type: ignore[method-assign]

    def step(self, act: Act | None = None) -> Outcome:
        """An act, one by chance where none is given as done, and all that the eye says of it."""
        table, random = self.table, self.table.random
        table.act += 1
        before = self.names()
        wrong_before = set(self.watch.ages_s)
        if act is None:
            act = self._chance(random.random() < _BYSTANDER)
        heard = table.settle()
        table.drift(0.0)
        return self._judged(act, heard, before | self.names(), wrong_before)

    def begin(self) -> None:
        """Forgets the frames of the act before."""
        self.table.packed.clear()

    def _chance(self, with_bystander: bool) -> Act:
        table, random = self.table, self.table.random
        if with_bystander:
            table.camera.wave(random.uniform(40, 520), random.uniform(40, 340), random.randint(1, 4))
        act = NOTHING
        while act is NOTHING:
            ((_, make),) = random.choices(self.acts.weighted, [weight for weight, _ in self.acts.weighted])
            act = make()
        return act

    def names(self) -> set[str]:
        """The codes that can be seen on the table."""
        return {self.table.payload(ident) for ident in self.table.pieces}

    def _judged(self, act: Act, heard: Heard, names: set[str], wrong_before: set[Wrong]) -> Outcome:
        numbers = {change.number for _, change in heard.changes}
        withdrawn = [c for _, c in heard.changes if c.kind is ChangeKind.CORRECTED and c.corrects not in numbers]
        healing = {change.act for change in withdrawn}
        own = Heard(tuple((n, c) for n, c in heard.changes if c.act not in healing))
        told = [*act.inside, *_shared_moves(own.told, [*act.told, *act.may])]
        missing, phantom = Counter(act.told) - Counter(told), Counter(told) - Counter(act.told) - Counter(act.may)
        missing -= Counter((c.kind.value, c.payload) for _, c in heard.changes if c.act in healing)  # told with it
        phantom -= Counter(self._strangers())  # small ones may be read at any time, or never
        if (missing or phantom) and not act.tellable and self._decided(act, own):
            missing, phantom = Counter(), Counter()
        wrong = wrong_beliefs(self.table)
        new = tuple(sentence for one, sentence in wrong.items() if one not in wrong_before)
        verdict = self._verdict(act, missing, phantom, bool(new), bool(wrong_before))
        self._late = missing
        frames = tuple((c.kind.value, n) for n, c in own.changes if (c.kind.value, c.payload) in act.told)
        strange = tuple(c.payload for _, c in own.changes if c.kind in _NAMED and c.payload not in names)
        return Outcome(
            self.table.act,
            act,
            verdict,
            tuple(missing.elements()),
            tuple(phantom.elements()),
            new,
            frames if verdict is Verdict.RIGHT else (),
            strange,
            len(withdrawn),
        )

    def _verdict(
        self, act: Act, missing: Counter[Told], phantom: Counter[Told], is_new: bool, was_wrong: bool
    ) -> Verdict:
        if not (missing or phantom or is_new):
            self._doubtful -= act.idents
            self._mistaken -= act.idents
            return Verdict.RIGHT
        if not act.tellable or act.idents & self._doubtful:
            self._doubtful |= act.idents
            return Verdict.APART
        is_late = bool(phantom) and not missing and not is_new and phantom <= self._late
        follows = was_wrong or is_late or bool(act.idents & self._mistaken)
        self._mistaken |= act.idents
        return Verdict.FOLLOWS if follows else Verdict.WRONG

    def _strangers(self) -> list[Told]:
        there = [ident for ident in self.table.pieces if 100 <= ident < 200]
        return [(ChangeKind.UNKNOWN.value, self.table.payload(ident)) for ident in there]

    def _decided(self, act: Act, heard: Heard) -> bool:
        """Whether what really happened is among the alternatives that were told; then the eye is told so, as the hub
        does who knows more than a picture."""
        for number, choice, told in _otherwise(heard):
            told = _shared_moves(told, act.told)
            if Counter(told) == Counter(act.told):
                self.table.eye.decide(number, choice)
                self.table.settle(_HUB_FRAMES)
                return True
        return False


def _otherwise(heard: Heard) -> list[tuple[int, int, list[Told]]]:
    """Each act that came with alternatives, the number of the choice, and what would have been told with it."""
    found = []
    seen: dict[int, list[TableChange]] = {}
    for _, change in heard.changes:
        seen.setdefault(change.act, []).append(change)
    for number, changes in seen.items():
        others = [t for n, cs in seen.items() if n != number for t in _short(cs)]
        for choice, other in enumerate(changes[0].alternatives, 1):
            found.append((number, choice, [*others, *_short(other.changes)]))
    return found


def _short(changes: Sequence[TableChange]) -> list[Told]:
    return [(change.kind.value, change.payload) for change in changes if change.kind is not ChangeKind.CORRECTED]


def _shared_moves(told: list[Told], expected: Sequence[Told]) -> list[Told]:
    """A shared back that is told as gone here and placed there, in two looks, has been told as moved."""
    moved, gone, placed = (
        (kind.value, BACK.payload) for kind in (ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.PLACED)
    )
    if told.count(moved) < list(expected).count(moved) and gone in told and placed in told:
        told = [moved, *told]
        told.remove(gone)
        told.remove(placed)
    return told
