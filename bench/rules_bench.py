"""Answers per second, replay of a match and cost of packets, against keeping a deep copy of the state per answer.

    python -m bench.rules_bench [--quick] [--game NAME] [--seats N] [--option KEY=VALUE ...]

The peer is the plain way to undo: `copy.deepcopy` of piles and tracks before every answer, kept in a list. It
runs the same rules, so that the ratio is what the log saves or costs: an undo replays the match, and pays for that.
Every figure is the best of some rounds in this run on this machine.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from statistics import median
from types import MappingProxyType

from rules import games
from rules.engine.entries import Header, Rewind
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import packet, plain
from rules.engine.redact import redact
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC, Pile, Seat, Track


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, our time and the peer's (None: there is no peer)."""

    name: str
    ours_s: float
    peer_s: float | None = None
    peer: str = ""


@dataclass(frozen=True)
class Snapshot:
    """What the plain way keeps for every answer."""

    piles: dict[str, Pile]
    tracks: dict[str, Track]
    told: int  # how many events there were: what comes after is cut off


def best(rounds: int, work: Callable[[Match], object], prepare: Callable[[], Match]) -> float:
    """The shortest of some runs of `work` on what `prepare` makes (not counted), in seconds."""
    times = []
    for _ in range(rounds):
        match = prepare()
        start = time.perf_counter()
        work(match)
        times.append(time.perf_counter() - start)
    return min(times)


def random_match(game: Game, seats: int, seed: int, settings: Mapping[str, object]) -> Match:
    """A whole match of random answers."""
    match, random = Match(game, Header(game.slug, seats, settings)), Random(seed)
    while match.question is not None:
        match.submit(pick(match, random.randrange))
    return match


def replayed(match: Match) -> Match:
    """The match again from its log."""
    return Match.replay(match.game, match.header, match.log)


def answer_times(match: Match) -> list[float]:
    """How long each answer of the match takes, in seconds."""
    again, times = Match(match.game, match.header), []
    for entry in match.log:
        start = time.perf_counter()
        again.submit(entry)
        times.append(time.perf_counter() - start)
    return times


def snapshot(match: Match) -> Snapshot:
    """A deep copy of what an answer may change."""
    state = match.state
    return copy.deepcopy(Snapshot(dict(state.piles), dict(state.tracks), len(match.told)))


def with_snapshots(match: Match) -> list[Snapshot]:
    """The match again, keeping a snapshot before every answer."""
    again, kept = Match(match.game, match.header), []
    for entry in match.log:
        kept.append(snapshot(again))
        again.submit(entry)
    return kept


def longest_list(match: Match) -> tuple[int, int]:
    """After how many answers of the match the seat asked has the most options, and how many those are."""
    again, found = Match(match.game, match.header), []
    for number, entry in enumerate(match.log):
        found.append((len(again.options(again.waiting[0] if again.waiting else None)), number))
        again.submit(entry)
    most, number = max(found)
    return number, most


def undo_by_snapshot(match: Match, kept: Snapshot) -> None:
    """What the plain way does: the kept state is copied back, as it may be needed again."""
    copy.deepcopy(kept)


def readers(match: Match) -> tuple[Seat, ...]:
    """Everybody who receives packets."""
    return (PUBLIC, *match.table.seats)


def measure(
    game: Game, seats: int, rounds: int, settings: Mapping[str, object] = MappingProxyType({})
) -> tuple[Match, list[Row]]:
    """All figures for one game; those of a moment are taken in the middle of a match."""
    match = random_match(game, seats, 11, settings)
    answers, half, count = len(match.log), len(match.log) // 2, seats + 1

    def start() -> Match:
        return match

    def middle() -> Match:
        return Match.replay(game, match.header, match.log[:half])

    at, most = longest_list(match)

    def listing() -> Match:
        return Match.replay(game, match.header, match.log[:at])

    def warm() -> Match:
        """One answer after a moment at which all readers had their state."""
        running = middle()
        for reader in readers(running):
            running.seen(reader)
        running.submit(match.log[half])
        return running

    replay_s, deep_s = best(rounds, replayed, start), best(max(1, rounds // 2), with_snapshots, start)
    timed = [answer_times(match) for _ in range(rounds)]
    kept = snapshot(middle())
    anew_s = best(rounds, lambda m: [redact(m.state, r) for r in readers(m)], middle) / count
    next_s = best(rounds, lambda m: [m.seen(r) for r in readers(m)], warm) / count
    undo_s = best(rounds, lambda m: m.submit(Rewind(len(m.log) - 1)), middle)
    put_back_s = best(rounds, lambda m: undo_by_snapshot(m, kept), middle)
    return match, [
        Row("one answer", replay_s / answers, deep_s / answers, "deep copy kept for each answer"),
        Row("one answer, the median of all", median(min(times) for times in zip(*timed, strict=True))),
        Row("a whole match from its log", replay_s, deep_s, "played again with deep copies"),
        Row("undo in the middle of a match", undo_s, put_back_s, "deep copy put back"),
        Row(
            "options of the seat asked", best(rounds, lambda m: m.options(m.waiting[0] if m.waiting else None), middle)
        ),
        Row(
            f"the longest list, {most} options",
            best(rounds, lambda m: m.options(m.waiting[0] if m.waiting else None), listing),
        ),
        Row("state for one reader, next answer", next_s, anew_s, "redacted anew"),
        Row("packet for one reader", best(rounds, lambda m: [packet(m, r, 60) for r in readers(m)], warm) / count),
        Row("the same as JSON text", best(rounds, lambda m: json.dumps(plain(packet(m, PUBLIC, 60))), warm)),
    ]


def show(title: str, answers: int, rows: list[Row]) -> None:
    """Prints the table."""
    print(f"{title}: a match of {answers} answers, {1 / rows[0].ours_s:,.0f} answers per second")
    print(f"  {'':36}{'ours':>12}{'peer':>12}{'ratio':>8}  the peer")
    for row in rows:
        ours = f"{row.ours_s * 1e3:.3f} ms"
        if row.peer_s is None:
            print(f"  {row.name:36}{ours:>12}")
        else:
            print(f"  {row.name:36}{ours:>12}{row.peer_s * 1e3:>9.3f} ms{row.peer_s / row.ours_s:>7.1f}x  {row.peer}")


def chosen(game: Game, texts: list[str]) -> dict[str, object]:
    """Options given as KEY=VALUE; what the game does not have is refused when the match begins."""
    words = {"true": True, "false": False}
    pairs = (text.partition("=") for text in texts)
    return game.check_settings({key: words.get(value, value) for key, _, value in pairs})


def main() -> None:
    """Measures every game, or the one that is named."""
    options = argparse.ArgumentParser(description="the rules engine beside deep copies of the state")
    options.add_argument("--quick", action="store_true", help="few rounds, one number of players")
    options.add_argument("--game", choices=games.slugs())
    options.add_argument("--seats", type=int, help="only this number of players")
    options.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the match")
    given = options.parse_args()
    for slug in [given.game] if given.game else games.slugs():
        game = games.game(slug)
        for seats in [given.seats] if given.seats else game.seats[:1] if given.quick else game.seats:
            match, rows = measure(game, seats, 3 if given.quick else 15, chosen(game, given.option))
            show(f"{game.title}, {seats} players", len(match.log), rows)


if __name__ == "__main__":
    main()
