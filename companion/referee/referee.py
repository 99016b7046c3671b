"""The referee: the one owner of the match. It reads its inbox, asks the rules, writes the journal, then tells."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from companion.machine.fault_places import fault_facts
from companion.people.device_health import DeviceHealth, group_of
from companion.people.joining import Joining
from companion.reading.admission import Admit, Admitted
from companion.reading.board_gestures import Sides
from companion.reading.todo import Todo
from companion.referee.consent import Asked
from companion.referee.dealing import BoxDealing, DealtCards
from companion.referee.followers import Followers
from companion.referee.guessing import Guesses
from companion.referee.host_side import LOTS, HostSide
from companion.referee.inbox import (
    BoxCard,
    BoxTrouble,
    Consented,
    Dealt,
    DeviceBack,
    HandNamed,
    HandShown,
    HostSaid,
    Inbox,
    Message,
    StartAsked,
    Stop,
    TakeBackAsked,
    Tapped,
    Tick,
    Undrawn,
    VoiceHeard,
)
from companion.referee.pacing import Pace, Pacing, Tuning
from companion.referee.pins.button_side import ButtonSide
from companion.referee.pins.doorbell import Doorbell
from companion.referee.rolling import DialledDice
from companion.referee.running_match import RunningMatch
from companion.referee.showing import HandShowing
from companion.referee.table_side import TableSide
from companion.referee.timers import ThinkingTime
from companion.referee.tray import Tray
from companion.settings.config import DealOrder
from companion.telling.todo_words import aloud_of
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from hardware.types import DiceRolled, Fault, Press, Release, TagLaid, TagLifted, Tripped, Turn
from rules.engine.match import Match
from rules.engine.questions import Answer, Chance
from rules.engine.types import Seat
from rules.outside import FAULTS
from vision.registry import TagRegistry
from vision.types import TableReport

log = logging.getLogger("companion.referee")
TICK_S = 0.5
CLOCK_S = 15


class Referee:
    """Works the inbox off. `handle` is called by one thread only."""

    def __init__(
        self,
        running: RunningMatch,
        inbox: Inbox,
        clock: Callable[[], float],
        tags: Callable[[], TagRegistry],
        has_phone: Callable[[Seat], bool],
        admit: Admit = Admitted,
        box_order: DealOrder | None = None,
        pace: Pace | None = None,
        random: Random | None = None,
        asked: Callable[[], Asked] | None = None,
        thinking_s: float = 0.0,
        joining: Joining | None = None,
        health: DeviceHealth | None = None,
        tray_sensor: bool = False,
        show_board: Callable[[Sides], None] = lambda sides: None,
        decide: Callable[[int, int], None] = lambda act, choice: None,
    ):
        """`asked`: who has to agree to an undo past a roll; None: every seat, on the phones that there are. `joining`:
        who wants to sit where, by the buttons of the seats. `random` draws lots and rolls the electronic die; None: the
        system's secure source. `tray_sensor`: dice count when the tray's sensor has noticed that they were thrown.
        `show_board` is told what stands on a board whose pieces carry no stickers, `decide` which explanation of an act
        that the camera was not sure of it was."""
        self.running = running
        self.inbox = inbox
        self.clock = clock
        dice = DialledDice(running, clock)
        tray = Tray(running, clock, dice, tray_sensor)
        self.table_side = TableSide(
            running,
            has_phone,
            admit,
            tray,
            clock,
            show_board,
            decide,
            self._take_back,
        )
        self.box = BoxDealing(running, box_order)
        chance = random or SystemRandom()
        self._dealt = DealtCards(running, chance)
        self.guesses = Guesses(clock)
        self._tags = tags
        self._hands = HandShowing(running, tags)
        self._health = health or DeviceHealth()
        self.doorbell = Doorbell(running, joining)
        self._replies: dict[tuple[Seat, str], Verdict] = {}
        self._shown: object = None
        self._said: frozenset[Todo] = frozenset()  # of which it was said what to do
        self.pacing = Pacing(running, clock, pace or Pace(), lambda seat, request: self._forget(seat, request))
        for noted in self.pacing.noted:
            if noted.request and noted.seat is not None:
                self._replies[noted.seat, noted.request] = self.pacing.acknowledged()
        self.thinking = ThinkingTime(running, clock, thinking_s)
        everybody = asked or partial(_every_seat, running, has_phone)
        self.host = HostSide(running, lambda: self.box, self._dealt, self.pacing, self.thinking, everybody, chance)
        self.hosting = self.host.hosting
        self.turns = 0  # how often the loop went round: whoever watches sees by it that it does
        self.buttons = ButtonSide(
            running, self.table_side, self.host, self.pacing, self.doorbell, dice, clock, has_phone, chance
        )
        self.followers = Followers(
            self._dealt, self.table_side, self.hosting, self.pacing, self.thinking, self.buttons, self.doorbell
        )

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.running.match

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handles messages until `Stop`. A fault in one message is logged without its content and told; the table
        stays as it was."""
        try:
            self.tell()
        except FAULTS as error:  # a game may fail at what it is to go on with
            self._tell_fault(Tick(), error)
        stands = False  # the game failed as time went by: it is not tried again until somebody does something
        while not isinstance(message := self.inbox.get(TICK_S if stands else self._wait_s()) or Tick(), Stop):
            is_tick = isinstance(message, Tick)
            try:
                if not (is_tick and stands):
                    self.handle(message)
                    stands = False
            except FAULTS as error:  # the evening goes on whatever one message did
                log.error("message failed %s", fault_facts(error, **self._asked_when(message)))
                self._tell_fault(message, error)
                stands = is_tick and self.running.stopped is not None
            self.turns += 1

    def _wait_s(self) -> float:
        due_s = self.followers.next_s
        return TICK_S if due_s is None else min(TICK_S, due_s)

    def handle(self, message: Message) -> None:
        """Works one message in, then tells what changed."""
        before = self._news()
        answer = self._work(message)
        try:
            if not isinstance(message, Tick):
                self.table_side.look_again()
            self.followers.settle()
            # a tap that is only kept back must not be seen anywhere: everybody would know who has answered
            quiet = isinstance(message, Tick | Tapped | Undrawn) or (
                isinstance(message, TableReport) and not message.changes
            )
            self.tell(force=not quiet or before != self._news())
        finally:
            if answer is not None:  # by now the journal has it and the screens show it
                _reply(*answer)

    def _news(self) -> tuple[object, ...]:
        """What has to be told whenever it is another."""
        running, pins, proposal = self.running, self.buttons, self.hosting.consent.proposal
        return (
            running.match.version,
            running.notice,
            running.stopped,
            pins.thrown,
            pins.dice,
            pins.choice,
            running.has_remarks,
            proposal,
        )

    def _work(self, message: Message) -> tuple[Future[Verdict], Verdict] | None:
        """Carries a message out; gives the reply of those that want one, to be sent when everything is told."""
        running = self.running
        match message:
            case Tapped():
                return (message.reply, self._tapped(message))
            case HandShown(seat, payloads, future):
                return (future, self._hands.photographed(seat, payloads))
            case HandNamed(seat, names, future):
                return (future, self._hands.named(seat, names))
            case HostSaid(command, future):
                return (future, self.host.carry_out(command))
            case Consented() | TakeBackAsked() | StartAsked():
                return (message.reply, self.hosting.heard(message))
            case Undrawn(error):
                running.stop(error)
            case Tuning():
                self.host.tune(message)
            case Dealt():
                self._dealt.take(message)
            case BoxCard():
                self._dealt.take(self.box.card(message))
            case BoxTrouble():
                self.box.odd(message)
            case TableReport():
                self.table_side.seen(message)
            case TagLaid() | TagLifted() | DiceRolled():
                self.table_side.sensed(message, self._tags())
            case Press():
                self.buttons.pressed(message)
            case Release() | Turn() | Tripped():
                self.buttons.signalled(message)
            case Notice():
                running.note(message)
            case Fault():
                self._health.failed(message)
                device = group_of(message.device)
                if device != "voice":  # the host's page says that one: at the table nobody can mend it
                    running.note(Notice("device", {"sentence": message.sentence, "device": device}, aloud=True))
            case DeviceBack(device):
                self._health.back(device)
                running.note(Notice("device_back", {"device": device}))
            case VoiceHeard(True):
                self._health.back("voice")
        return None

    def _asked_when(self, message: Message) -> dict[str, object]:
        """What of the table is said of a fault: kinds and numbers, never a value."""
        match = self.running.match
        question = "" if match.question is None else match.question.kind
        return {"kind": type(message).__name__, "game": match.game.slug, "entry": match.version, "question": question}

    def _tell_fault(self, message: Message, fault: BaseException) -> None:
        running = self.running
        running.stop(fault)
        try:
            if isinstance(message, Tapped | HandShown | HandNamed | HostSaid | Consented | TakeBackAsked | StartAsked):
                _reply(message.reply, Verdict(False, running.stopped or Notice("fault"), running.match.version))
            self.tell()
        except FAULTS as error:  # a screen or light that fails each time must not end the match
            log.error("telling failed %s", fault_facts(error, **self._asked_when(message)))
            running.stop(error)
            try:
                running.outlet.stand_still(running.moment(self.clock()))
            except FAULTS as last:  # the pages show what they had
                log.error("nothing can be told %s", fault_facts(last, **self._asked_when(message)))

    def tell(self, force: bool = True) -> None:
        """Hands everything that is new to the outlet; without `force` only if the to-do list has changed."""
        self.table_side.follow_notes()
        now = self.clock()
        todos = self.running.watch.todos(self.running.match, now)
        bell, time = self.doorbell, self.thinking.now
        wanted, about = bell.blinking, time and time.left_s // CLOCK_S  # a page that opens later shows about that time
        shown = (todos, wanted, bell.contested, bell.held, about)
        if force or shown != self._shown:
            self._say_aloud(todos)
            self._shown = shown
            moment = replace(
                self.running.moment(now),
                thrown=self.buttons.thrown,
                dice=self.buttons.dice,
                choice=self.buttons.choice,
                closes_in_s=self.pacing.closes_in_s,
                window_limit_s=self.pacing.limit_s,
                proposal=self.hosting.consent.proposal,
                undo_of=self.hosting.undo_of,
                last_by=self.hosting.last_by,
                thinking=time,
                wanted=wanted,
            )
            self.running.outlet.tell(moment)

    def _say_aloud(self, todos: tuple[Todo, ...]) -> None:
        """Says what is said of things to do, each once."""
        said = {todo: notice for todo in todos if (notice := aloud_of(todo)) is not None}
        for todo in [one for one in said if one not in self._said]:
            self.running.note(said[todo])
        self._said = frozenset(said)

    def remember(self, seat: Seat, request: str) -> None:
        """After a restart: this request was carried out before, so a repetition is harmless."""
        self._replies[seat, request] = self.running.yes()

    # -- inputs ------------------------------------------------------------------------------------------------------

    def _tapped(self, tap: Tapped) -> Verdict:
        running = self.running
        if tap.request and (known := self._replies.get((tap.seat, tap.request))) is not None:
            return known
        if running.paused:
            return running.no("paused")
        if tap.version != running.match.version and not self.pacing.still_asks(tap.version):
            return running.no("moved_on")
        question = running.match.question
        seat = tap.seat if question is None or question.asked else None
        mark = running.asking.mark if running.asking is not None and running.asking.what.seat == tap.seat else None
        answer = Answer(seat, tap.key)
        if isinstance(question, Chance) and tap.key == LOTS:
            answer = Answer(None, self.host.lot(question))
        if self.guesses.are_used_up(tap.seat, answer, running.match):
            return running.no("too_many_guesses")
        if self.guesses.are_many(tap.seat):
            running.note(Notice("many_guesses", {"seat": tap.seat}, aloud=True))
        noted = self.pacing.note(answer, f"phone {tap.seat}", tap.request, tap.seat)
        if noted is not None:
            if noted.ok and tap.request:
                self._replies[tap.seat, tap.request] = noted
            return noted
        reply = running.try_entry(self.host.with_cards(answer), f"phone {tap.seat}", tap.request, tap.seat, laid=mark)
        if reply.ok and tap.request:
            self._replies[tap.seat, tap.request] = reply
        return reply

    def _take_back(self, to: int) -> Verdict:
        return self.hosting.undo_to(to, "camera", "camera")

    def _forget(self, seat: Seat, request: str) -> None:
        self._replies.pop((seat, request), None)


def _every_seat(running: RunningMatch, has_phone: Callable[[Seat], bool]) -> Asked:
    seats = running.match.table.seats
    return Asked(seats, frozenset(seat for seat in seats if has_phone(seat)))


def _reply(future: Future[Verdict], reply: Verdict) -> None:
    if not future.done():
        future.set_result(reply)
