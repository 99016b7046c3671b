"""Many matches of a game, played by its own players or by chance, in as many processes as there are processors."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess as Process
from typing import ClassVar, Final

from companion.kit.ending import ends
from companion.kit.findings import raised
from companion.kit.laws.playing import LONGEST, Tape
from companion.kit.laws.worlds import heard, pieces_in
from companion.kit.tally import Ending, Tally, code_folder
from companion.past.scores import final_scores
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal, Draw, Roll
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser, pick
from rules.engine.types import PUBLIC, Refusal
from rules.outside import FAULTS

_AT_ONCE: Final = 10
"""Matches that a process plays before it says how they went: few, so that there is always something to show."""
Matches = Sequence[tuple[int, int]]
"""For how many players, and the seed."""


class ProcessLost(Exception):
    """A process that played was ended from outside, as the system does where the memory is full."""


class Simulation:
    """How the matches of one game are played. A match of so many players with a seed is always the same one."""

    longest_s: ClassVar[float] = 60.0
    """How long a match may be worked at."""

    def __init__(self, game: Game, settings: Mapping[str, object], *, by_chance: bool = False):
        """`by_chance`: also where the game brings a player of its own."""
        self.game, self.settings = game, settings
        self.bot = None if by_chance else game.bots.bot

    def matches(self, count: int, seats: int | None = None, seed: int = 0) -> Matches:
        """So many matches, in turn for every number of players that these options go with, or for one number.
        SettingError when the game is not for that many."""
        if seats is not None:
            self.game.check_seats(seats)
            self.game.check_fit(self.settings, seats)
        numbers = [n for n in self.game.seats if not self.game.rules.unfit(self.settings, n)]
        numbers = numbers if seats is None else [seats]
        return [(numbers[number % len(numbers)], seed + number) for number in range(count)]

    def run(self, matches: Matches, processes: int | None = None) -> Generator[Tally, None, None]:
        """Plays them, and gives what some of them came to whenever some are done. Whoever stops asking for more stops
        the playing. `processes`: by itself as many as there are processors to use; with 1 it plays in this one.
        ProcessLost when one of them was ended from outside."""
        parts = [matches[at : at + _AT_ONCE] for at in range(0, len(matches), _AT_ONCE)]
        wanted = min(processes or len(os.sched_getaffinity(0)), len(parts))
        if wanted < 2:
            yield from map(self.play, parts)
            return
        context = multiprocessing.get_context("fork")  # the game is loaded already, wherever it lies
        with ExitStack() as leaving:
            playing: dict[Connection, Process] = {}
            for number in range(wanted):
                heard, said = context.Pipe(duplex=False)
                process = context.Process(target=_play, args=(self, parts[number::wanted], said, os.getpid()))
                process.start()
                said.close()  # so that it is heard when that process ends, however it does
                leaving.callback(process.join)
                leaving.callback(process.kill)
                playing[heard] = process
            while playing:
                for one in wait(list(playing)):
                    assert isinstance(one, Connection)
                    try:
                        yield one.recv()
                    except EOFError:
                        process = playing.pop(one)
                        process.join()
                        if process.exitcode:
                            raise ProcessLost from None

    def play(self, matches: Matches) -> Tally:
        """Plays these, one after the other. What a fault ended is counted as one."""
        tally = Tally()
        for seats, seed in matches:
            try:
                with ends(self.longest_s):
                    tally.endings.append(self._one(seats, seed, tally))
            except FAULTS as error:
                tally.faults.append((seats, seed, raised(code_folder(self.game), error)))
        return tally

    def match(self, seats: int, seed: int) -> Match:
        """One of them, to be looked at. Raises what the game raises."""
        return self._played(seats, seed, Tally())[0]

    # -- inside ------------------------------------------------------------------------------------------------------

    def _one(self, seats: int, seed: int, tally: Tally) -> Ending:
        match, decisions = self._played(seats, seed, tally)
        events = [told.event for told in match.told]
        begins = match.game.episodes.begins
        tally.said |= {("event", event.kind) for event in events}
        tally.kinds |= {piece.kind for event in heard(tuple(events), PUBLIC) for piece in pieces_in(event.facts)}
        result = match.state.result
        winners = () if result is None else tuple(map(int, result.winners))
        parts = Counter(begins[event.kind] for event in events if event.kind in begins)
        scores = final_scores(match.game, match.state)
        return Ending(seats, seed, decisions, parts, winners, scores, match.question is None)

    def _played(self, seats: int, seed: int, tally: Tally) -> tuple[Match, int]:
        """A match to its end, or to the longest that one may be, and how many decisions were in it."""
        match, tape, decisions = Match(self.game, Header(self.game.slug, seats, self.settings)), Tape(seed), 0
        while (question := match.question) is not None and match.version < LONGEST:
            answer = self._answer(match, tape)
            _note(match, answer, tally)
            outcome = match.submit(answer)
            if isinstance(outcome, Refusal):
                raise AssertionError(f"The option '{answer.key}' was offered and then refused: {outcome.code}")
            decisions += answer.seat is not None and not isinstance(question, Roll)
        return match, decisions

    def _answer(self, match: Match, choose: Chooser) -> Answer:
        """What a seat answers whose turn it is: by the game's own player, if it brings one and that knows something."""
        if self.bot is None or not match.waiting or isinstance(match.question, Deal | Draw | Roll):
            return pick(match, choose)
        seat = match.waiting[choose(len(match.waiting))]
        allowed = tuple(option for option in match.options(seat) if option.refusal is None)
        chosen = self.bot(Seen(seat, match.seen(seat)), allowed) if allowed else None
        if chosen not in allowed or isinstance(match.check(answer := Answer(seat, chosen.key)), Refusal):
            return pick(match, choose)
        return answer


def _note(match: Match, answer: Answer, tally: Tally) -> None:
    """Counts what is asked, and what the one who answers could say and says."""
    question = match.question
    assert question is not None
    tally.said.add(("question", question.kind))
    tally.rules.add(match.game.rule_asked(question.kind))
    for option in match.options(answer.seat):
        if option.refusal is not None:
            tally.said.add(("refusal", option.refusal.code))
            tally.rules.add(option.refusal.rule)
            continue
        tally.said.add(("option", option.say.code))
        if option.key == answer.key:
            tally.taken.add(option.say.code)
            tally.kinds |= set() if option.piece is None else {option.piece.kind}


# -- in a process that only plays ------------------------------------------------------------------------------------


def _play(simulation: Simulation, parts: Sequence[Matches], said: Connection, asker: int) -> None:
    """It is for the process that counts to stop everything, whatever that one does with signals itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for matches in parts:
        tally = simulation.play(matches)
        if os.getppid() != asker:
            return
        said.send(tally)
