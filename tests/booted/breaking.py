"""Checks that break things: the service is killed, hangs, and the machine loses its power in the middle of a game."""

from __future__ import annotations

import threading
import time

from tests.booted.box import Failed, wait_for
from tests.booted.world import START_S, World
from tests.evenings.tapping import Player, Stored, Table

ACKNOWLEDGED = 25
"""So many answers are acknowledged before the plug is pulled."""


def killed(world: World) -> str:
    """kill -9: systemd starts it again, and the match goes on where it stood."""
    world.at_the_page()
    return _dies(world, "KILL", within_s=START_S)


def hangs(world: World) -> str:
    """The program stands still: systemd's watchdog ends it and starts it again."""
    return _dies(world, "STOP", within_s=START_S + 120.0)


def _dies(world: World, signal: str, within_s: float) -> str:
    before = world.stand()
    old = world.service("MainPID", "NRestarts")
    began_s = time.monotonic()
    world.box.must(f"kill -{signal} {old['MainPID']}")

    def again() -> bool:
        now = world.service("MainPID", "NRestarts", "ActiveState")
        is_new = now["MainPID"] not in ("0", old["MainPID"]) and int(now["NRestarts"]) > int(old["NRestarts"])
        return is_new and now["ActiveState"] == "active"

    wait_for(again, within_s, "the service runs again")
    world.wait_for_page()
    needed_s = time.monotonic() - began_s
    world.at_the_page()
    if world.stand() != before:
        raise Failed("the table stands elsewhere than before")
    version = world.packet()["version"]
    return f"active again and page served after {needed_s:.0f} s; {version} answers as before, for every reader"


def plug(world: World) -> str:
    """The plug is pulled while phones play. After the boot every acknowledged answer is in the journal, once, under the
    number that was told; nothing that was shown is missing; and a phone that asks again hears the same."""
    world.at_the_page()
    table = Table()
    players = [Player(phone, seat, 7 + seat, table) for seat, phone in enumerate(world.phones[:-1])]
    for player in players:
        player.start()
    try:
        began_s = time.monotonic()
        table.open()
        wait_for(lambda: sum(len(p.acked) for p in players) >= ACKNOWLEDGED, 600.0, f"{ACKNOWLEDGED} answers")
        table.tapped.clear()
        table.tapped.wait(20.0)
        threading.Event().wait(0.05)  # the blow comes while an answer is on its way
        world.box.power("cut")
        played_s = time.monotonic() - began_s
    finally:
        table.end()
        for player in players:
            player.join(60.0)
    if errors := [e for p in players for e in p.errors]:
        raise Failed(f"a phone failed: {errors[0]}")
    world.box.power("start")
    world.at_the_page()
    return f"{_compared(world, players)}; played for {played_s:.0f} s"


def _compared(world: World, players: list[Player]) -> str:
    world.box.must("rm -f /srv/after.db && companion backup /srv/after.db", 300.0)
    stored = Stored.of(world.box.fetch("/srv/after.db", world.folder / "after.db"))
    counted = stored.requests()
    acked = [one for player in players for one in player.acked if not one.noted]  # those a copy does not hold
    lost = [
        one
        for one in acked
        if counted[one.tap.request] != 1 or stored.made(one.tap.request) != (one.version, one.tap.seat)
    ]
    _, entries = stored.latest
    shown = max(player.seen for player in players)
    if lost or len(entries) < shown:
        raise Failed(f"{len(lost)} of {len(acked)} acknowledged answers lost; {shown} shown, {len(entries)} kept")
    last = players[0].acked[-1]
    again = players[0].phone.post("/api/answer", last.tap.body())
    if not again["reply"]["ok"]:
        raise Failed(f"acknowledged as {last.version} before the cut, refused after it: {again['reply']}")
    waiting = sum(p.in_flight is not None for p in players)
    return (
        f"{len(acked)} acknowledged, 0 lost; {shown} shown, {len(entries)} in the journal; "
        f"{waiting} on their way at the cut; a repeated answer is still known"
    )
