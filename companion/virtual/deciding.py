"""Players of the program that decide: when it is theirs to answer, what they answer, and at which pace.

Such a player reads its own seat's packet and nothing else of the match. How its answer comes to lie on the table is
left to whoever inherits from this.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, wait
from random import Random

from companion.machine.fault_places import fault_facts
from companion.players.aside import Minds
from companion.referee.inbox import Inbox, Tapped
from companion.telling.board import Played
from companion.telling.episodes.wording import decided
from companion.telling.publish import Publisher
from companion.values.verdicts import Verdict
from companion.virtual.own_player import own_answer
from rules.engine.packets import Asked, Packet
from rules.engine.questions import Option
from rules.engine.recall import Recall
from rules.engine.sampling import without_rare
from rules.engine.types import PieceId, Seat
from rules.outside import FAULTS

log = logging.getLogger("companion.bots")
THINK_S = 1.6
REPLY_S = 4.0  # how long the referee may take to answer a tap
AGAIN_S = 10.0  # an answer that was noted and forgotten by a pause is given again after this
A_LOOK_S, A_WORD_S = 1.5, 0.3  # how long it takes to see that something is decided, and to read a word of it
LONGEST_S = 15.0  # that anybody is waited for who reads
LOST_S = 20.0  # how long a bot that has nothing of what it is asked for waits before it says any of it


class Deciding(threading.Thread):
    """One thread that answers for every seat that a bot plays."""

    def __init__(
        self,
        look: Callable[[frozenset[Seat]], Played | None],
        publisher: Publisher,
        inbox: Inbox,
        playing: Callable[[], frozenset[Seat]],
        random: Random,
        speed: float,
        pauses: float = 1.0,
        minds: Minds | None = None,
    ):
        super().__init__(name="companion-bots", daemon=True)
        self._look = look
        self._publisher = publisher
        self._inbox = inbox
        self._playing = playing
        self._random = random
        self._speed = speed
        self.pauses = pauses  # how long they are, as a share of the relaxed ones; changed from any thread
        self.minds = minds  # how its players think; None: they play by chance, or as their game says
        self._read = -1  # up to which version people have had the time to read
        self._ended = threading.Event()
        self._lost: dict[Seat, tuple[int, float]] = {}  # at which version a bot can do nothing, and since when
        self._answered: dict[Seat, tuple[int, float]] = {}  # at which version each has tapped last, and when

    def stop(self) -> None:
        """Ends the thread and waits for it."""
        self._ended.set()
        if self.is_alive():
            self.join(timeout=5.0)

    def run(self) -> None:
        while not self._ended.is_set():
            serial = self._publisher.serial
            try:
                if self._step():
                    continue
            except FAULTS as error:  # a bot that stumbles must not end the others' evening
                log.error("a bot failed %s", fault_facts(error))
            self._await_news(serial)

    def _step(self) -> bool:
        """One chore or one move; whether there was anything to do."""
        self._let_read()
        return self._chore() or self._move()

    def _await_news(self, serial: int) -> None:
        self._publisher.wait_for(lambda: self._publisher.serial > serial or self._ended.is_set(), 0.25)

    def _pause(self, base_s: float) -> None:
        if self._speed < 100:
            self._ended.wait(base_s * self.pauses / self._speed)

    def _let_read(self) -> None:
        """Whoever watches has the time to read how a trick or a round has ended, before anything goes on."""
        seen = self._look(frozenset())
        if seen is None or seen.board.public.version == self._read:
            return
        self._read = seen.board.public.version
        lines = decided(seen.board.voice, seen.board.public)
        if lines:
            self._pause(min(LONGEST_S, A_LOOK_S + A_WORD_S * sum(len(line.split()) for line in lines)))

    def _move(self) -> bool:
        playing = self._playing()
        seen = self._look(playing)
        if seen is None or seen.board.around.paused or seen.board.needs_hands:  # cards are the dealer's part
            return False
        for seat in sorted(playing):
            packet = seen.handouts[seat].packet
            if packet.question is None or not packet.question.yours or self._has_answered(seat, packet.version):
                continue
            if not self._speaks(seat, packet, packet.question, playing):
                continue
            if packet.question.dice:
                return self._roll(seat, packet.version, packet.question.dice)
            if not packet.question.seats:
                continue
            option = self._choose(seat, packet, seen.handouts[seat].recall)
            if option is None:
                if self._says_something(seat, packet, packet.question):
                    return True
                continue
            if not self._is_ready():
                return False
            self._pause(THINK_S)
            latest = self._look(frozenset((seat,)))
            if latest is None or latest.handouts[seat].packet.version != packet.version or latest.board.around.paused:
                return True
            if seat not in self._playing():  # a person has sat down there meanwhile
                return True
            self._carry_out(seat, packet, option)
            return True
        return False

    def _speaks(self, seat: Seat, packet: Packet, question: Asked, playing: frozenset[Seat]) -> bool:
        """Whether this bot is the one to answer. Of what the players do as a group, where any may, that is the one who
        leads; where nobody does, it is left to the people, and among bots alone the first one speaks. Of what each may
        do at will that is the next one only: with people among them it waits for these."""
        if (one := question.lead if question.next_up is None else question.next_up) is not None:
            return seat == one
        if question.seats and not question.open:
            return True
        among = question.seats or packet.state.seats
        if any(other not in playing for other in among):
            return False
        return seat == min(among)

    def _has_answered(self, seat: Seat, version: int) -> bool:
        """Whether this was answered, and only noted: the table has not moved on yet."""
        answered = self._answered.get(seat)
        if answered is None or answered[0] != version:
            return False
        return time.monotonic() - answered[1] < AGAIN_S / max(1.0, min(self._speed, 10.0))

    def _says_something(self, seat: Seat, packet: Packet, question: Asked) -> bool:
        """Where the cards on the table are not those of the notes, so that a bot has nothing of what it is asked for,
        it taps some answer after a while, one that names no card if there is such: no match stands still for it."""
        version, since_s = self._lost.get(seat, (-1, 0.0))
        now_s = time.monotonic()
        if version != packet.version:
            self._lost[seat] = (packet.version, now_s)
            return False
        allowed = [o for o in question.options if o.refusal is None]
        if not allowed or now_s - since_s < LOST_S / max(1.0, min(self._speed, 10.0)):
            return False
        self._lost[seat] = (packet.version, now_s)  # it may be refused, and is then tried again after as long
        named_none = [o for o in allowed if o.piece is None and o.claim is None]
        self._tap(seat, packet.version, self._random.choice(named_none or allowed).key)
        return True

    def _choose(self, seat: Seat, packet: Packet, recall: Recall | None = None) -> Option | None:
        assert packet.question is not None
        held = self._held(seat, packet)
        allowed = [o for o in packet.question.options if o.refusal is None]
        allowed = [o for o in allowed if o.claim is None or not held & o.claim.none_of]  # a bot does not lie
        allowed = [o for o in allowed if self._can(seat, packet, o)]
        named = {o.blind_key for o in allowed if o.blind_key != o.key}
        allowed = [o for o in allowed if o.key not in named]  # it says which card it is where the table knows it
        allowed = [o for o in allowed if o.obvious or not o.grave] or allowed  # it gives no match up by chance
        seen = self._look(frozenset())
        if seen is not None and allowed:
            if (thought := self._thought(packet, recall, allowed)) is not None:
                return thought
            game = seen.board.voice.game
            if (chosen := own_answer(game.bots.bot, packet.seen, tuple(allowed))) is not None:
                return chosen
            allowed = without_rare(game, allowed, self._random.randrange)
        return self._random.choice(allowed) if allowed else None

    def _thought(self, packet: Packet, recall: Recall | None, allowed: list[Option]) -> Option | None:
        """What a player answers that thinks; None where it leaves it to chance."""
        if self.minds is None:
            return None
        return self.minds.choose(packet.seen, tuple(allowed), recall, self._random, self._ended.is_set, packet.question)

    def _tap(self, seat: Seat, version: int, key: str) -> None:
        reply: Future[Verdict] = Future()
        self._inbox.put(Tapped(seat, key, version, "", reply))
        done, _ = wait([reply], REPLY_S)
        if done and reply.result().ok:
            self._answered[seat] = (version, time.monotonic())

    # -- how it comes to lie on the table ----------------------------------------------------------------------------

    @abstractmethod
    def _chore(self) -> bool:
        """Does one thing with the hands that nobody decides; whether there was any."""

    @abstractmethod
    def _is_ready(self) -> bool:
        """Whether the table has come so far that a bot may move."""

    @abstractmethod
    def _roll(self, seat: Seat, version: int, sides: tuple[int, ...]) -> bool:
        """Throws dice for a seat; False where that is left to people."""

    @abstractmethod
    def _held(self, seat: Seat, packet: Packet) -> set[PieceId]:
        """The cards that a bot holds, as far as it knows."""

    @abstractmethod
    def _can(self, seat: Seat, packet: Packet, option: Option) -> bool:
        """Whether the bot has what the option speaks of."""

    @abstractmethod
    def _carry_out(self, seat: Seat, packet: Packet, option: Option) -> None:
        """Does what was decided."""
