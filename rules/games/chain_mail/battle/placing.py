"""Moving on the battle card: a row up or down, places exchanged (CM-180 to CM-183)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine import Moved, Option, Refusal, Say
from rules.games.chain_mail import names as n
from rules.games.chain_mail.situation import Run, Situation


@dataclass(frozen=True)
class RowStep:
    """A move on the battle card to another row of the own column."""

    row: str


@dataclass(frozen=True)
class Swap:
    """Places are exchanged with another hero."""

    partner: str


def column(now: Situation, hero: str) -> int:
    """The column of a hero on the battle card."""
    at = now.place(n.token(hero))
    return at[1] if at is not None else 0


def free_rows(now: Situation, hero: str) -> list[str]:
    """The rows of a hero's column where nothing stands and which are not closed."""
    return [row for row in now.content.constants.rows if why_closed(now, hero, row) is None]


def closed_rows(now: Situation) -> tuple[str, ...]:
    """The rows that nobody may enter on this ground (R19)."""
    rule = now.terrain_rule("close_rows")
    return () if rule is None else rule.rows


def why_closed(now: Situation, hero: str, row: str) -> Refusal | None:
    """Why a row cannot be entered: the ground closes it, or a dog stands there (R19)."""
    if row in closed_rows(now):
        return Refusal("row_closed", "CM-027", {"row": f"row_{row}"})
    if len(now.state.pile(n.in_battle(row, column(now, hero)))):
        return Refusal("place_taken", "CM-180", {"row": f"row_{row}"})
    return None


def row_steps(now: Situation, hero: str) -> Iterator[Option]:
    """One row up or down in the own column (CM-180)."""
    at = now.place(n.token(hero))
    if at is None:
        return
    rows, here = now.content.constants.rows, now.content.constants.rows.index(at[0])
    for index, row in enumerate(rows):
        if index == here:
            continue
        why = None if abs(index - here) == 1 else Refusal("too_far", "CM-180", {"row": f"row_{row}"})
        why = why or why_closed(now, hero, row)
        if now.status_rule(hero, "no_battle_move") is not None:
            why = Refusal("cannot_move", "CM-180", {"hero": hero})
        cell, old = n.cell_of(row, at[1]), n.cell_of(*at)
        say = Say("step_to_row", {"hero": hero, "row": f"row_{row}"})
        yield Option(f"row:{row}", RowStep(row), say, Moved(n.token(hero), old, cell), why, cell=f"battle.{cell}")


def swaps(now: Situation, hero: str) -> Iterator[Option]:
    """Exchanging places: with a fallen hero at once, with another when that one's turn comes (CM-181, CM-182)."""
    for partner in now.line(h for h in now.heroes if h != hero):
        at_once = _waits_for(now, hero, partner) or not now.is_standing(partner)
        at = now.place(n.token(partner))
        cell = "" if at is None else f"battle.{n.cell_of(*at)}"
        say = Say("swap_now" if at_once else "swap_later", {"hero": hero, "other": partner})
        yield Option(f"swap:{partner}", Swap(partner), say, refusal=_why_no_swap(now, hero, partner), cell=cell)


def _waits_for(now: Situation, hero: str, partner: str) -> bool:
    """Whether the partner has given an action for a swap with this hero."""
    return now.has(n.PLEDGED, f"{partner}>{hero}")


def _why_no_swap(now: Situation, hero: str, partner: str) -> Refusal | None:
    stuck = next((h for h in (hero, partner) if now.status_rule(h, "no_battle_move") is not None), None)
    if stuck is not None:
        return Refusal("cannot_move", "CM-180", {"hero": stuck})
    if now.is_standing(partner) and now.has(n.ACTED, partner) and not _waits_for(now, hero, partner):
        return Refusal("swap_partner_spent", "CM-181", {"other": partner})
    closed = next((row for row in (now.row(partner), now.row(hero)) if row in closed_rows(now)), None)
    return None if closed is None else Refusal("row_closed", "CM-027", {"row": f"row_{closed}"})


def step(run: Run, hero: str, row: str) -> None:
    """The hero comes to another row of its column."""
    go(run, hero, row)
    run.t.tell("stepped", hero=hero, row=f"row_{row}")


def go(run: Run, hero: str, row: str) -> None:
    """The token of a hero is put into another row."""
    run.t.move(n.token(hero), n.in_battle(row, column(run.now, hero)))


def swap(run: Run, hero: str, partner: str) -> None:
    """With a fallen hero, or one who waits for it, at once; else it is pledged until the partner's turn (CM-181)."""
    if run.now.is_standing(partner) and not _waits_for(run.now, hero, partner):
        run.mark(n.PLEDGED, f"{hero}>{partner}")
        run.t.tell("swap_pledged", hero=hero, other=partner)
        return
    if _waits_for(run.now, hero, partner):
        run.unmark(n.PLEDGED, f"{partner}>{hero}")
    one, other = run.now.state.where(n.token(hero)), run.now.state.where(n.token(partner))
    if one is None or other is None:  # a correction has taken one of them away
        return
    run.t.move(n.token(hero), other)
    run.t.move(n.token(partner), one)
    run.t.tell("swapped", hero=hero, other=partner)
