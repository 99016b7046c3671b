"""The Shepherd's dogs in a battle (CM-150 to CM-152)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine import Laid, Option, PieceId, Play, Say
from rules.games.chain_mail import asking, changes, dogs, effects, names as n
from rules.games.chain_mail.battle import placing
from rules.games.chain_mail.situation import Run, Situation


def join_here(run: Run) -> Play:
    """A dog in the hex of the battle comes to a free row of the Shepherd's column (CM-150)."""
    shepherd = next((h for h in run.now.heroes if changes.is_shepherd(run.now, h)), None)
    for dog in n.DOGS:
        if shepherd is None or run.now.where(dog) != run.now.hex.id:
            continue
        if placing.free_rows(run.now, shepherd):
            rows = partial(_rows_from_here, hero=shepherd, dog=dog)
            chosen = yield from asking.decide(run, "dog_row", rows, hero=shepherd, facts={"piece": dog}, forced=True)
            if chosen is not None:
                _join(run, shepherd, dog, chosen[1])


def _rows_from_here(now: Situation, hero: str, dog: PieceId) -> Iterator[Option]:
    if now.where(dog) == now.hex.id:
        yield from _rows(now, hero, dog)
    else:  # called home instead (CM-153)
        yield Option("none", None, Say("dog_rests"))


def _rows(now: Situation, hero: str, dog: PieceId) -> Iterator[Option]:
    for row in placing.free_rows(now, hero):
        cell = n.cell_of(row, placing.column(now, hero))
        say = Say("dog_to_row", {"piece": dog, "row": f"row_{row}"})
        yield Option(f"dog:{dog}:{row}", (dog, row), say, Laid(cell, dog), piece=dog, cell=f"battle.{cell}")


def _join(run: Run, hero: str, dog: PieceId, row: str) -> None:
    left = run.now.where(dog)
    run.t.move(dog, n.in_battle(row, placing.column(run.now, hero)))
    if left is not None:
        dogs.forget_sign(run, left)
    dogs.release(run)
    run.t.tell("dog_joins", piece=dog)


def activate(run: Run, hero: str) -> Play:
    """A dog on the card bites a monster beside it; one elsewhere comes onto the card (CM-150, CM-151)."""
    chosen = yield from asking.decide(run, "dog_in_battle", lambda now: _deeds(now, hero), hero=hero, forced=True)
    match chosen:
        case ("bite", dog):
            run.t.tell("dog_bit", hero=hero, piece=dog)
            effects.hurt_monster(run, 1)
        case (dog, row):
            _join(run, hero, dog, row)


def _deeds(now: Situation, hero: str) -> Iterator[Option]:
    for dog in n.DOGS:
        if _is_beside_monster(now, dog):
            yield Option(f"bite:{dog}", ("bite", dog), Say("dog_bites", {"piece": dog}))
        elif now.state.where(dog) == n.KENNEL or now.where(dog) is not None:
            yield from _rows(now, hero, dog)
    yield Option("none", None, Say("dog_rests"))


def _is_beside_monster(now: Situation, dog: PieceId) -> bool:
    own, monster = now.place(dog), now.place(n.MONSTER_TOKEN)
    return own is not None and monster is not None and abs(own[1] - monster[1]) == 1


def exchanges(now: Situation, hero: str) -> Iterator[Option]:
    """Which of the two tokens in her column is the Shepherd is her choice (CM-C12). A dog that her swap has left in
    another column is not her: columns change by swaps alone (CM-183)."""
    for dog in n.DOGS if changes.is_shepherd(now, hero) else ():
        at = now.place(dog)
        if at is not None and at[1] == placing.column(now, hero):
            yield Option(f"dog:{dog}", ("dog", dog), Say("be_the_dog", {"hero": hero, "piece": dog}), aside=True)


def exchange(run: Run, hero: str, dog: PieceId) -> None:
    """The Shepherd and her dog change places."""
    own, other = run.now.state.where(n.token(hero)), run.now.state.where(dog)
    if own is not None and other is not None:
        run.t.move(n.token(hero), other)
        run.t.move(dog, own)
        run.t.tell("changed_with_dog", hero=hero, piece=dog)
