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
from companion.reading.todo import Chore, Todo
from companion.referee.button_side import ButtonSide
from companion.referee.consent import Asked
from companion.referee.dealing import BoxDealing, as_noted
from companion.referee.desk import Desk
from companion.referee.doorbell import Doorbell
from companion.referee.guessing import Guesses
from companion.referee.host_side import LOTS, HostSide
from companion.referee.inbox import (
    BoxCard,
    BoxOdd,
    Consented,
    Dealt,
    DeviceBack,
    DeviceFailed,
    HandNamed,
    HandShown,
    HostSaid,
    Inbox,
    Message,
    Noticed,
    Pressed,
    Seen,
    Signalled,
    Stop,
    Tapped,
    Tick,
    Tuned,
    VoiceHeard,
)
from companion.referee.pacing import Pace, Pacing
from companion.referee.showing import TooMany, as_copies, refusal_of, sort_shown
from companion.referee.table_side import TableSide
from companion.referee.timers import ThinkingTime
from companion.referee.tray import Tray
from companion.settings.config import DealOrder
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.entries import Rewind
from rules.engine.match import Match
from rules.engine.questions import Answer, ByHand, Chance
from rules.engine.types import PieceId, Refusal, Seat
from vision.registry import TagRegistry
from vision.types import Side

log = logging.getLogger("companion.referee")
TICK_S = 0.5
CLOCK_S = 15


class Referee:
    """Works the inbox off. `handle` is called by one thread only."""

    def __init__(
        self,
        desk: Desk,
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
    ):
        """`asked`: who has to agree to an undo past a roll; None: every seat, on the phones that there are. `joining`:
        who wants to sit where, by the buttons of the seats. `random` draws lots and rolls the electronic die; None: the
        system's secure source. `tray_sensor`: dice count when the tray's sensor has noticed that they were thrown.
        `show_board` is told what stands on a board whose pieces carry no stickers."""
        self.desk = desk
        self.inbox = inbox
        self.clock = clock
        self.table_side = TableSide(desk, has_phone, admit, Tray(desk, clock, tray_sensor), clock, show_board)
        self.box = BoxDealing(desk, box_order)
        self.guesses = Guesses(clock)
        self._tags = tags
        self._health = health or DeviceHealth()
        self.doorbell = Doorbell(desk, joining)
        self._replies: dict[tuple[Seat, str], Verdict] = {}
        self._dealt: Dealt | None = None  # cards that were dealt and not yet noted: the table is paused
        self._shown: object = None
        self._counted: frozenset[Todo] = frozenset()  # stacks whose height was asked about
        self.pacing = Pacing(desk, clock, pace or Pace(), lambda seat, request: self._forget(seat, request))
        for noted in self.pacing.noted:
            if noted.request and noted.seat is not None:
                self._replies[noted.seat, noted.request] = self.pacing.acknowledged()
        self.thinking = ThinkingTime(desk, clock, thinking_s)
        everybody = asked or partial(_every_seat, desk, has_phone)
        chance = random or SystemRandom()
        self.host = HostSide(desk, lambda: self.box, self.pacing, self.thinking, everybody, chance)
        self.hosting = self.host.hosting
        self.turns = 0  # how often the loop went round: whoever watches sees by it that it does
        self.buttons = ButtonSide(
            desk, self.table_side, self.host, self.pacing, self.doorbell, clock, has_phone, chance
        )

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handles messages until `Stop`. A fault in one message is logged without its content and told; the table
        stays as it was."""
        self.tell()
        while not isinstance(message := self.inbox.get(self._wait_s()) or Tick(), Stop):
            try:
                self.handle(message)
            except Exception as error:  # the evening goes on whatever one message did
                log.error("message failed %s", fault_facts(error, **self._asked_when(message)))
                self._tell_fault(message)
            self.turns += 1

    def _wait_s(self) -> float:
        due = (self.pacing.next_s, self.thinking.next_s, self.buttons.next_s)
        return min(TICK_S, *(s for s in due if s is not None), TICK_S)

    def handle(self, message: Message) -> None:
        """Works one message in, then tells what changed."""
        before = self._news()
        answer = self._work(message)
        try:
            if not isinstance(message, Tick) or self.table_side.is_due:
                self._note_dealt()
                self.table_side.settle()
            self.hosting.follow()  # it may take something back, which the clocks below have to know
            self.pacing.follow()
            self.pacing.run()
            self.pacing.follow()
            self.hosting.follow()
            self.thinking.follow()
            self.thinking.run()
            self.buttons.follow()
            self.buttons.run()
            # a tap that is only kept back must not be seen anywhere: everybody would know who has answered
            quiet = isinstance(message, Tick | Tapped) or (isinstance(message, Seen) and not message.report.changes)
            self.tell(force=not quiet or before != self._news())
        finally:
            if answer is not None:  # by now the journal has it and the screens show it
                _reply(*answer)

    def _news(self) -> tuple[object, ...]:
        """What has to be told whenever it is another."""
        desk, proposal = self.desk, self.hosting.consent.proposal
        return desk.match.version, desk.notice, desk.thrown, desk.dice, desk.choice, desk.has_remarks, proposal

    def _work(self, message: Message) -> tuple[Future[Verdict], Verdict] | None:
        """Carries a message out; gives the reply of those that want one, to be sent when everything is told."""
        desk = self.desk
        match message:
            case Tapped():
                return (message.reply, self._tapped(message))
            case HandShown():
                return (message.reply, self._hand_shown(message))
            case HandNamed(seat, names, future):
                pieces = as_copies(names, self.desk.match)
                return (future, self._known_hand(seat, pieces) if pieces else self.desk.no("hand_not_yours"))
            case HostSaid(command, future):
                reply, dealt = self.host.carry_out(command)
                self._dealt = dealt or self._dealt
                return (future, reply)
            case Consented(seat, number, agrees, future):
                return (future, self.hosting.agreed(seat, number, agrees))
            case Tuned(tuning):
                self.host.tune(tuning)
            case Dealt():
                self._dealt = message
            case BoxCard():
                self._dealt = self.box.card(message) or self._dealt
            case BoxOdd():
                self.box.odd(message)
            case Seen(report):
                self.table_side.seen(report)
            case Pressed(press):
                self.buttons.pressed(press)
            case Signalled(signal):
                self.buttons.signalled(signal)
            case Noticed(notice):
                desk.note(notice)
            case DeviceFailed(fault):
                self._health.failed(fault)
                device = group_of(fault.device)  # of the voice itself nobody would hear it
                facts = {"sentence": fault.sentence, "device": device}
                desk.note(Notice("device", facts, aloud=device != "voice"))
            case DeviceBack(device):
                self._health.back(device)
                desk.note(Notice("device_back", {"device": device}))
            case VoiceHeard(True):
                self._health.back("voice")
                desk.note(Notice("device_back", {"device": "voice"}))
        return None

    def _asked_when(self, message: Message) -> dict[str, object]:
        """What of the table is said of a fault: kinds and numbers, never a value."""
        match = self.desk.match
        question = "" if match.question is None else match.question.kind
        return {"kind": type(message).__name__, "game": match.game.slug, "entry": match.version, "question": question}

    def _tell_fault(self, message: Message) -> None:
        self.desk.note(Notice("fault"))
        try:
            if isinstance(message, Tapped | HandShown | HandNamed | HostSaid | Consented):
                _reply(message.reply, self.desk.no("fault"))
            self.tell()
        except Exception as error:  # a screen or light that fails each time must not end the match
            log.error("telling failed %s", fault_facts(error, **self._asked_when(message)))

    def tell(self, force: bool = True) -> None:
        """Hands everything that is new to the outlet; without `force` only if the to-do list has changed."""
        self.table_side.follow_notes()
        now = self.clock()
        todos = self.desk.watch.todos(self.desk.match, now)
        bell, time = self.doorbell, self.thinking.now
        wanted, about = bell.blinking, time and time.left_s // CLOCK_S  # a page that opens later shows about that time
        shown = (todos, wanted, bell.contested, bell.held, about)
        if force or shown != self._shown:
            self._note_heights(todos)
            bell.settle()
            self._shown = shown
            pacing, moment, proposal = self.pacing, self.desk.moment(now), self.hosting.consent.proposal
            moment = replace(moment, closes_in_s=pacing.closes_in_s, window_limit_s=pacing.limit_s)
            self.desk.outlet.tell(replace(moment, proposal=proposal, thinking=time, wanted=wanted))

    def _note_heights(self, todos: tuple[Todo, ...]) -> None:
        """Asks aloud about a stack that may be higher or lower than the notes say, once."""
        for todo in todos:
            if todo.chore is Chore.COUNT and todo not in self._counted:
                self.desk.note(Notice("stack_height", {"count": todo.count, "spot": todo.spot}, aloud=True))
        self._counted = frozenset(todo for todo in todos if todo.chore is Chore.COUNT)

    def remember(self, seat: Seat, request: str) -> None:
        """After a restart: this request was carried out before, so a repetition is harmless."""
        self._replies[seat, request] = self.desk.yes()

    # -- inputs ------------------------------------------------------------------------------------------------------

    def _tapped(self, tap: Tapped) -> Verdict:
        desk = self.desk
        if tap.request and (known := self._replies.get((tap.seat, tap.request))) is not None:
            return known
        if desk.paused:
            return desk.no("paused")
        if tap.version != desk.match.version and not self.pacing.still_asks(tap.version):
            return desk.no("moved_on")
        question = desk.match.question
        seat = tap.seat if question is None or question.asked else None
        mark = desk.asking_mark if desk.asking is not None and desk.asking.seat == tap.seat else None
        answer = Answer(seat, tap.key)
        if isinstance(question, Chance) and tap.key == LOTS:
            answer = Answer(None, self.host.lot(question))
        if self.guesses.are_used_up(tap.seat, answer, desk.match):
            return desk.no("too_many_guesses")
        if self.guesses.are_many(tap.seat):
            desk.note(Notice("many_guesses", {"seat": tap.seat}, aloud=True))
        noted = self.pacing.note(answer, f"phone {tap.seat}", tap.request, tap.seat)
        if noted is not None:
            if noted.ok and tap.request:
                self._replies[tap.seat, tap.request] = noted
            return noted
        reply = desk.try_entry(self.host.with_cards(answer), f"phone {tap.seat}", tap.request, tap.seat)
        if reply.ok:
            desk.consume(mark)
            if tap.request:
                self._replies[tap.seat, tap.request] = reply
        return reply

    def _forget(self, seat: Seat, request: str) -> None:
        self._replies.pop((seat, request), None)

    def _hand_shown(self, shown: HandShown) -> Verdict:
        desk, tags = self.desk, self._tags()
        pieces: dict[PieceId, None] = {}
        for payload in shown.payloads:
            tag = tags.get(payload)
            if tag is None:
                return desk.no("hand_unknown_tag", payload=payload[:40])
            if tag.side is Side.BACK:
                return desk.no("hand_back_only")
            pieces[PieceId(tag.piece)] = None
        return self._known_hand(shown.seat, tuple(pieces))

    def _known_hand(self, seat: Seat, pieces: tuple[PieceId, ...]) -> Verdict:
        """Notes what a seat holds, as far as the rules find it possible."""
        desk = self.desk
        match = desk.match
        own = None if match.game.own is None else match.game.own(match.seen(seat), seat)
        entries = sort_shown(match.state, seat, pieces, match.game.alike, own)
        if isinstance(entries, str):
            return desk.no(entries)
        if isinstance(entries, TooMany):
            return desk.no("hand_too_many_kind", piece=entries.piece, count=entries.count)
        if (refusal := refusal_of(desk.match, entries)) is not None:
            return desk.because(refusal)
        for entry in entries:
            if not (reply := desk.try_entry(entry, f"photo {seat}")).ok:
                return reply
        return desk.yes("hand_known", count=len(pieces))

    def _note_dealt(self) -> None:
        """Notes dealt cards, while paused only afterwards: they lie in the hands already. If the reader box misread
        one, they count as dealt unseen."""
        desk, dealt = self.desk, self._dealt
        if dealt is None or desk.paused:
            return
        self._dealt = None
        question = desk.match.question
        if isinstance(question, ByHand) and not _is_outdated(dealt, desk.match):
            seat = question.asked[0] if question.asked else None
            answer = Answer(seat, dealt.key, as_noted(dealt.cards, question, desk.match))
            if isinstance(desk.match.check(answer), Refusal):
                answer = Answer(seat, dealt.key)
            if not isinstance(desk.match.check(answer), Refusal):
                desk.try_entry(answer, "reader box" if dealt.cards else "dealer")


def _every_seat(desk: Desk, has_phone: Callable[[Seat], bool]) -> Asked:
    seats = desk.match.table.seats
    return Asked(seats, frozenset(seat for seat in seats if has_phone(seat)))


def _is_outdated(dealt: Dealt, match: Match) -> bool:
    """Whether somebody has answered or taken back something since hands did what was asked for then, or it was for the
    match before this one."""
    if dealt.version is not None and dealt.version > match.version:
        return True
    later = () if dealt.version is None else match.journal[dealt.version :]
    return any(isinstance(entry, Answer | Rewind) for entry in later)


def _reply(future: Future[Verdict], reply: Verdict) -> None:
    if not future.done():
        future.set_result(reply)
