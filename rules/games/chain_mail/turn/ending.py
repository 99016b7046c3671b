"""Step 4: the end of a turn (CM-065 to CM-070)."""

from __future__ import annotations

from rules.engine import Play
from rules.games.chain_mail import changes, effects, names as n
from rules.games.chain_mail.situation import Run


def end_turn(run: Run) -> None:
    """Victory where the quest names this moment; time, one status, revival; and whether the party goes on."""
    changes.check_victory(run, at_end_of_turn=True)
    left = max(0, run.now.number(n.TIME) - 1)
    run.t.set(n.TIME, left)
    run.t.tell("time_passes", time=left)
    _check_time(run)
    run.t.go("recover")


def _check_time(run: Run) -> None:
    """The match is lost where not everybody who fell can get up (CM-068)."""
    if run.now.number(n.TIME) < len(run.now.fallen):
        changes.lose_match(run, "no_time_to_revive")


def recover(run: Run) -> Play:
    """At most one status card goes, then the fallen get up, one time each (CM-066, CM-067, CM-069)."""
    yield from effects.clear_one(run, "end_status", optional=True)
    _check_time(run)
    for hero in run.now.fallen:
        run.t.add(n.TIME, -1)
        run.t.set(n.health(hero), run.now.card(hero).health)
        run.t.tell("revived", hero=hero, time=run.now.number(n.TIME))
    if run.now.number(n.TIME) <= 0:
        changes.lose_match(run, "out_of_time")
    run.t.go("begin_turn")
