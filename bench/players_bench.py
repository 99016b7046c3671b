"""Playouts per second of every game: put back to a table, against replaying the log for each.

    python -m bench.players_bench [--quick] [--game NAME]

A playout is a copy of a match in its middle, and some answers by chance from there. The peer makes the copy as an undo
does without kept tables: the match again from its log. Then how long a thinker thinks about one question.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from companion.players.seated import Seated
from companion.players.strength import PLAYOUTS
from companion.values.strength import Strength
from rules import games
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.playout import Playout
from rules.engine.questions import Answer
from rules.engine.sampling import pick

ANSWERS = 10


def middle(game: Game, seats: int, seed: int) -> Match:
    """A match in its middle, at a moment at which it could begin anew."""
    whole, random = Match(game, Header(game.slug, seats)), Random(seed)
    while whole.question is not None:
        whole.submit(pick(whole, random.randrange))
    log = whole.log
    match = Match.replay(game, whole.header, log[: len(log) // 2])
    for entry in log[len(log) // 2 :]:
        if match.question is not None and match.question.boundary and match.waiting == match.question.asked:
            break
        match.submit(entry)
    return match


def on(match: Match, random: Random) -> None:
    """Some answers by chance."""
    for _ in range(ANSWERS):
        if match.question is None:
            return
        match.submit(pick(match, random.randrange))


def replaying(match: Match, count: int) -> float:
    """Playouts per second that begin with the log."""
    random, start = Random(1), time.process_time()
    for _ in range(count):
        on(Match.replay(match.game, match.header, match.log), random)
    return count / (time.process_time() - start)


def put_back(match: Match, count: int) -> float:
    """Playouts per second that begin at the table."""
    random, playout, state = Random(1), Playout(match.game, match.header), match.state
    start = time.process_time()
    for _ in range(count):
        playout.put(state)
        on(playout, random)
    return count / (time.process_time() - start)


def thinking(game: Game, seats: int, questions: int) -> list[float]:
    """How long a thinker thought about each of some questions, in seconds of the processor."""
    match, random = Match(game, Header(game.slug, seats)), Random(2)
    players = Seated(match, [Strength.THINKER] * seats)
    times: list[float] = []
    while match.question is not None and len(times) < questions:
        start = time.process_time()
        answer: Answer = players.answer(random.randrange)
        if len(match.options(answer.seat)) > 1 and answer.seat is not None:
            times.append(time.process_time() - start)
        match.submit(answer)
        players.note(answer)
    return sorted(times)


def main() -> None:
    """Measures every game, or the one that is named."""
    options = argparse.ArgumentParser(description="playouts of the players that think")
    options.add_argument("--quick", action="store_true", help="few playouts")
    options.add_argument("--game", choices=games.slugs())
    given = options.parse_args()
    count = 20 if given.quick else 150
    print(f"{'':22}{'from the log':>14}{'put back':>10}{'ratio':>8}   one question, {PLAYOUTS} playouts: median, most")
    for slug in [given.game] if given.game else games.slugs():
        game = games.game(slug)
        seats = next((n for n in game.seats if n > 1), game.seats[0])
        match = middle(game, seats, 11)
        before, after = replaying(match, max(3, count // 5)), put_back(match, count)
        times = thinking(game, seats, 5 if given.quick else 25)
        said = f"{times[len(times) // 2]:.2f} s {times[-1]:.2f} s" if times else "-"
        print(f"{game.title:22}{before:>10.0f} / s{after:>6.0f} / s{after / before:>7.1f}x   {said}")


if __name__ == "__main__":
    main()
