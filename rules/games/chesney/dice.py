"""The twelve-sided die: rolls with Belief before them and bonuses after them (CH-ACT-DICE-01 to -06, CH-CHAR-GEN-31
to -34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rules.engine import Choose, Option, PieceId, Play, Roll, Say, Seat, State, Table, Window
from rules.games.chesney.action_cards.playing import spent, use
from rules.games.chesney.characters.bonuses import takes_bonus
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.factions import shown, up_sides
from rules.games.chesney.names import SIDES as SLOTS, Faction
from rules.games.chesney.offers import hand_cards, play_option
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import hand_size, is_wounded, no_yellow, works

SIDES: Final = 12
BELIEF: Final = 6
ENCHANTED: Final = 3
ENCHANTS_FROM: Final = 7
BLESSED: Final[Mapping[str, tuple[Faction, ...]]] = {"CHARMER": ("dragon", "fox"), "DRUID": ("bear", "deer")}
"""Whose open faction cards of which factions add 3 each to the own results (CH-CHAR-CHARMER-01, CH-CHAR-DRUID-01)."""
NO_BONUS: Final[Mapping[Seat, int]] = {}


@dataclass(frozen=True)
class Thrown:
    """One result: the bare die, how many Beliefs went before it, and the sum of everything (CH-CHAR-GEN-31)."""

    seat: Seat
    die: int
    beliefs: int
    total: int


def throw(t: Table, seat: Seat, purpose: str, bonus: int = 0) -> Play:
    """One roll with all that its roller adds. None when the roller became wounded before the die fell: then there is
    nothing to compare (JC-53). `bonus` is what the cause of the roll adds (Rally)."""
    was_wounded = is_wounded(t.state, seat)
    beliefs = yield from _believe(t, seat, purpose)
    if is_wounded(t.state, seat) and not was_wounded:
        return None
    (die,) = yield Roll(kind="roll", seat=seat, dice=(SIDES,), facts={"purpose": purpose})
    extra = facing_bonus(t.state, seat)
    total = die + BELIEF * beliefs + extra + bonus
    _tell_rolled(t, seat, die, BELIEF * beliefs, extra + bonus)
    if die == SIDES and not beliefs and purpose != "start":
        deed(t, seat, "BARD")
    return Thrown(seat, die, beliefs, total)


def throw_alone(t: Table, seat: Seat, purpose: str) -> Play:
    """The result of one roll that is held against a number; None when it did not come to it."""
    thrown = yield from throw(t, seat, purpose)
    if thrown is None:
        return None
    (result,) = yield from enchant(t, [thrown])
    return result.total


def compare(t: Table, seats: Sequence[Seat], purpose: str) -> Play:
    """A dice duel: each of these rolls once, in this order; gives the results by seat, None when somebody became
    wounded before the own die fell, so that the duel is off (JC-53)."""
    results = yield from _throws(t, seats, purpose, NO_BONUS, all_needed=True)
    return (yield from _totals(t, results)) if len(results) == len(seats) else None


def roll_all(t: Table, seats: Sequence[Seat], purpose: str, bonus: Mapping[Seat, int] = NO_BONUS) -> Play:
    """Each of these rolls once, in this order; gives the results by seat, without those who became wounded before the
    own die fell."""
    results = yield from _throws(t, seats, purpose, bonus, all_needed=False)
    return (yield from _totals(t, results))


def _throws(t: Table, seats: Sequence[Seat], purpose: str, bonus: Mapping[Seat, int], *, all_needed: bool) -> Play:
    were_wounded = [seat for seat in seats if is_wounded(t.state, seat)]
    results: list[Thrown] = []
    for seat in seats:
        thrown = None
        if seat in were_wounded or not is_wounded(t.state, seat):
            thrown = yield from throw(t, seat, purpose, bonus.get(seat, 0))
        if thrown is not None:
            results.append(thrown)
            continue
        t.tell("roll_off", seat=seat)
        if all_needed:
            break
    return results


def _totals(t: Table, results: Sequence[Thrown]) -> Play:
    final = yield from enchant(t, results)
    return {r.seat: r.total for r in final}


def plain_roll(t: Table, seat: Seat) -> Play:
    """A roll outside the round: no Belief, no skill (CH-SCORE-13, CH-CHAR-GEN-34)."""
    (die,) = yield Roll(kind="roll", seat=seat, dice=(SIDES,), facts={"purpose": "start"})
    _tell_rolled(t, seat, die, 0, 0)
    return die


def _tell_rolled(t: Table, seat: Seat, die: int, beliefs: int, bonus: int) -> None:
    """Every step of a roll, so that what was added is heard (CH-INFO-24)."""
    total = die + beliefs + bonus
    t.tell(
        "rolled",
        seat=seat,
        die=die,
        beliefs=beliefs,
        bonus=bonus,
        total=total,
        believed=beliefs > 0,
        skilled=bonus > 0,
        plain=total == die,
    )


# -- characters --------------------------------------------------------------------------------------------------------


def facing_bonus(state: State, seat: Seat) -> int:
    """What Spirit Charmer and Druid add, by the cards lying open when the die falls (JC-26)."""
    for kind, factions in BLESSED.items():
        if takes_bonus(state, seat, kind):
            return 3 * sum(shown(state, side, seat) in factions for side in SLOTS)
    return 0


def enchant(t: Table, results: Sequence[Thrown]) -> Play:
    """After all dice of a comparison a working Enchanter may try to raise results, each once, with a die of its own
    (CH-CHAR-ENCHANTER-02 to -05, JC-58)."""
    final = list(results)
    for seat in t.clockwise(t.turn if t.turn is not None else Seat(0)):
        open_for = set(range(len(final)))
        while open_for and _enchants(t.state, seat):
            index = yield Choose(kind="enchant", seat=seat, choices=partial(_marks, tuple(final), sorted(open_for)))
            if index is None:
                break
            open_for = open_for - {index} if t.settings["enchant_once"] else open_for
            thrown = yield from throw(t, seat, "enchant")
            if thrown is not None and thrown.total >= ENCHANTS_FROM:
                final[index] = replace(final[index], total=final[index].total + ENCHANTED)
                t.tell("enchanted", seat=final[index].seat, by=seat, total=final[index].total)
            else:
                t.tell("not_enchanted", by=seat)
    return tuple(final)


def _enchants(state: State, seat: Seat) -> bool:
    return works(state, seat, "ENCHANTER") and len(up_sides(state, seat)) == len(SLOTS)


def _marks(results: Sequence[Thrown], left: Sequence[int], seen: State) -> tuple[Option, ...]:
    marks = [Option(f"raise:{n}", n, Say("raise", {"seat": results[n].seat, "total": results[n].total})) for n in left]
    return (*marks, Option("no", None, Say("no")))


# -- Belief ------------------------------------------------------------------------------------------------------------


def _believe(t: Table, seat: Seat, purpose: str) -> Play:
    """Asks whoever holds cards for a Belief until none comes; how many were played (CH-ACT-BELIEF-01 to -03)."""
    count = 0
    while hand_size(t.state, seat) and not no_yellow(t.state, seat):
        played = yield Window(
            kind="before_roll", seats=(seat,), choices=_beliefs, facts={"purpose": purpose, "count": count}
        )
        if played is None:
            break
        _, card = played
        use(t, seat, card)
        count += 1
        t.tell("belief", seat=seat, piece=card)
        yield from drawing.draw(t, seat, 1)
        spent(t, card)
    return count


def _beliefs(seen: State, seat: Seat) -> Iterator[Option]:
    for piece in hand_cards(seen, seat, _is_belief):
        yield play_option(seat, piece, "react", piece)


def _is_belief(piece: PieceId) -> bool:
    return piece.kind == "BELIEF"
