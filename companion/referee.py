"""The referee: the one owner of the match. It reads its inbox, asks the rules, writes the journal, then tells."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from random import Random, SystemRandom

from companion.admission import Admit, Admitted
from companion.config import DealOrder
from companion.dealing import DEAL_ACTS, BoxDealing, as_noted
from companion.desk import Desk
from companion.guessing import Guesses
from companion.hands_on import ByHand
from companion.hosting import Hosting
from companion.inbox import (
    BoxCard,
    BoxOdd,
    Dealt,
    DeviceBack,
    DeviceFailed,
    HandNamed,
    HandShown,
    HostSaid,
    Inbox,
    Message,
    Pressed,
    Seen,
    Stop,
    Tapped,
    Tick,
)
from companion.notices import Notice
from companion.pacing import Pace, Pacing
from companion.showing import TooMany, as_copies, refusal_of, sort_shown
from companion.table_side import TableSide
from companion.todo import Chore, Todo
from hardware.types import ButtonRole, Press
from rules.engine.entries import Rewind
from rules.engine.hands_on import Chance
from rules.engine.match import Match
from rules.engine.questions import Answer, Question, Window
from rules.engine.types import PieceId, Refusal, Seat
from vision.registry import TagRegistry
from vision.types import Side
from web.ports import HostAct, Reply

log = logging.getLogger("companion.referee")
TICK_S = 0.5
LONGEST_LIMIT_S = 600
LOTS = "lots"
"""The key by which people let the companion draw lots."""


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
    ):
        self.desk = desk
        self.inbox = inbox
        self.clock = clock
        self.hosting = Hosting(desk)
        self.table_side = TableSide(desk, has_phone, admit)
        self.box = BoxDealing(desk, box_order)
        self.guesses = Guesses(clock)
        self._tags = tags
        self._replies: dict[tuple[Seat, str], Reply] = {}
        self._dealt: Dealt | None = None  # cards that were dealt and not yet noted: the table is paused
        self._shown: object = None
        self._counted: frozenset[Todo] = frozenset()  # stacks whose height was asked about
        self._random = random or SystemRandom()
        self.pacing = Pacing(desk, clock, pace or Pace(), lambda seat, request: self._forget(seat, request))
        self.pacing.follow()

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handles messages until `Stop`. A fault in one message is logged without its content and told; the table
        stays as it was."""
        self.tell()
        while not isinstance(message := self.inbox.get(self._wait_s()) or Tick(), Stop):
            try:
                self.handle(message)
            except Exception as error:  # the evening goes on whatever one message did
                log.error("message failed kind=%s error=%s", type(message).__name__, type(error).__name__)
                self._tell_fault(message)

    def _wait_s(self) -> float:
        due_s = self.pacing.next_s
        return TICK_S if due_s is None else min(TICK_S, due_s)

    def handle(self, message: Message) -> None:
        """Works one message in, then tells what changed."""
        desk = self.desk
        before = (desk.match.version, desk.notice, desk.thrown)
        answer = self._work(message)
        try:
            if not isinstance(message, Tick):
                self._note_dealt()
                self.table_side.settle()
            self.pacing.follow()
            self.pacing.run()
            self.pacing.follow()
            # a tap that is only kept back must not be seen anywhere: everybody would know who has answered
            quiet = isinstance(message, Tick | Tapped) or (isinstance(message, Seen) and not message.report.changes)
            self.tell(force=not quiet or before != (desk.match.version, desk.notice, desk.thrown))
        finally:
            if answer is not None:  # by now the journal has it and the screens show it
                _reply(*answer)

    def _work(self, message: Message) -> tuple[Future[Reply], Reply] | None:
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
            case HostSaid(command, future) if command.act in DEAL_ACTS:
                reply, dealt = self.box.carry_out(command.act)
                self._dealt = dealt or self._dealt
                return (future, reply)
            case HostSaid(command, future) if command.act is HostAct.TELL:
                return (future, self._told_by_host(command.value))
            case HostSaid(command, future) if command.act is HostAct.WINDOW_LIMIT:
                return (future, self._limit_windows(command.value))
            case HostSaid(command, future):
                return (future, self.hosting.carry_out(command))
            case Dealt():
                self._dealt = message
            case BoxCard():
                self._dealt = self.box.card(message) or self._dealt
            case BoxOdd():
                self.box.odd(message)
            case Seen(report):
                self.table_side.seen(report)
            case Pressed(press):
                self._pressed(press)
            case DeviceFailed(fault):
                desk.note(Notice("device", {"sentence": fault.sentence}))
            case DeviceBack(device):
                desk.note(Notice("device_back", {"device": device}))
        return None

    def _tell_fault(self, message: Message) -> None:
        self.desk.note(Notice("fault"))
        try:
            if isinstance(message, Tapped | HandShown | HandNamed | HostSaid):
                _reply(message.reply, self.desk.no("fault"))
            self.tell()
        except Exception as error:  # a screen or light that fails each time must not end the match
            log.error("telling failed error=%s", type(error).__name__)

    def tell(self, force: bool = True) -> None:
        """Hands everything that is new to the outlet; without `force` only if the to-do list has changed."""
        now = self.clock()
        todos = self.desk.watch.todos(self.desk.match, now)
        if force or todos != self._shown:
            self._note_heights(todos)
            self._shown = todos
            pacing, moment = self.pacing, self.desk.moment(now)
            self.desk.outlet.tell(replace(moment, closes_in_s=pacing.closes_in_s, window_limit_s=pacing.limit_s))

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

    def _tapped(self, tap: Tapped) -> Reply:
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
            answer = Answer(None, self._lot(question))
        if self.guesses.are_used_up(tap.seat, answer, desk.match):
            return desk.no("too_many_guesses")
        if self.guesses.are_many(tap.seat):
            desk.note(Notice("many_guesses", {"seat": tap.seat}, aloud=True))
        noted = self.pacing.note(answer, f"phone {tap.seat}", tap.request, tap.seat)
        if noted is not None:
            if noted.ok and tap.request:
                self._replies[tap.seat, tap.request] = noted
            return noted
        reply = desk.try_entry(self._with_cards(answer), f"phone {tap.seat}", tap.request, tap.seat)
        if reply.ok:
            desk.consume(mark)
            if tap.request:
                self._replies[tap.seat, tap.request] = reply
        return reply

    def _told_by_host(self, key: str) -> Reply:
        """The host says what hands did, or what the lots brought."""
        question = self.desk.match.question
        if self.desk.paused:
            return self.desk.no("paused")
        asking, mark = self.desk.asking, self.desk.asking_mark
        if asking is not None and asking.face_up and key in asking.keys:  # which of several things hands have done
            reply = self.desk.try_entry(Answer(asking.seat, key), "host")
            if reply.ok:
                self.desk.consume(mark)
            return reply
        if question is None or question.asked:
            return self.desk.no("moved_on")
        if isinstance(question, Chance) and key == LOTS:
            key = self._lot(question)
        return self.desk.try_entry(self._with_cards(Answer(None, key)), "host")

    def _limit_windows(self, text: str) -> Reply:
        """The host says how long people have to react."""
        if not text.isdecimal() or int(text) > LONGEST_LIMIT_S:
            return self.desk.no("bad_value", what=f"seconds: 0, 1, 2, ... {LONGEST_LIMIT_S}")
        self.pacing.set_limit(float(text))
        return self.desk.yes()

    def _lot(self, question: Chance) -> str:
        """The companion draws the lots: one of the options that are allowed, each as likely as the others."""
        allowed = [o.key for o in question.options(self.desk.match.seen(None), None) if o.refusal is None]
        return allowed[self._random.randrange(len(allowed))] if allowed else LOTS

    def _forget(self, seat: Seat, request: str) -> None:
        self._replies.pop((seat, request), None)

    def _with_cards(self, answer: Answer) -> Answer:
        """An answer that says "dealt" or "drawn" with the cards that the reader box knows."""
        full = self.box.completed(answer)
        return answer if full is not answer and isinstance(self.desk.match.check(full), Refusal) else full

    def _hand_shown(self, shown: HandShown) -> Reply:
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

    def _known_hand(self, seat: Seat, pieces: tuple[PieceId, ...]) -> Reply:
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

    def _pressed(self, press: Press) -> None:
        """UNDO takes the last answer back. A seat's button or CONFIRM gives the one answer that is possible, passes,
        or leaves a face-down card unnamed."""
        desk = self.desk
        if press.role is ButtonRole.UNDO:
            if not any(isinstance(entry, Answer) for entry in desk.match.log):
                desk.note(Notice("no_undo"))
            self.hosting.undo_last("button")
            return
        seat = None if press.seat is None else Seat(press.seat)
        if desk.paused or desk.match.question is None:
            return
        if desk.asking is not None and seat in (None, desk.asking.seat) and self.table_side.accept_unnamed():
            return
        for who in desk.match.waiting or (None,):
            if who is not None and (seat not in (None, who) or self.pacing.has_noted(who)):
                continue
            if key := self._pressed_key(desk.match.question, who, own=seat is not None):
                answer = self._with_cards(Answer(who, key))
                origin = f"button {'' if seat is None else seat}".strip()
                if self.pacing.note(answer, origin) is None:
                    desk.try_entry(answer, origin)
                return

    def _pressed_key(self, question: Question, who: Seat | None, own: bool) -> str:
        """The answer that a mere press gives: the only one, a pass, or that it is done. What only the seat's own cards
        decide is left to its own button, and to phones where the game wants nothing told: anybody can try a button."""
        allowed = [o.key for o in self.desk.match.options(who) if o.refusal is None]
        if Window.PASS in allowed:
            return Window.PASS
        seen = [o.key for o in question.options(self.desk.match.seen(None), who) if o.refusal is None]
        is_open = own and question.kind not in self.desk.match.game.paced
        if len(allowed) == 1 and (is_open or seen == allowed):
            return allowed[0]
        return question.confirm if question.confirm in allowed else ""


def _is_outdated(dealt: Dealt, match: Match) -> bool:
    """Whether somebody has answered or taken back something since hands did what was asked for then, or it was for the
    match before this one."""
    if dealt.version is not None and dealt.version > match.version:
        return True
    later = () if dealt.version is None else match.journal[dealt.version :]
    return any(isinstance(entry, Answer | Rewind) for entry in later)


def _reply(future: Future[Reply], reply: Reply) -> None:
    if not future.done():
        future.set_result(reply)
