"""The referee: the one owner of the match. It reads its inbox, asks the rules, writes the journal, then tells."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future

from companion.admission import Admit, Admitted
from companion.config import DealOrder
from companion.dealing import DEAL_ACTS, BoxDealing
from companion.desk import Desk
from companion.hosting import Hosting
from companion.inbox import (
    BoxCard,
    BoxOdd,
    Dealt,
    DeviceBack,
    DeviceFailed,
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
from companion.table_side import TableSide
from hardware.types import ButtonRole, Press
from rules.engine.entries import Identify
from rules.engine.questions import Answer, Deal, Window
from rules.engine.types import PieceId, Refusal, Seat, Shape
from vision.registry import TagRegistry
from vision.types import Side
from web.ports import Reply

log = logging.getLogger("companion.referee")
TICK_S = 0.5


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
    ):
        self.desk = desk
        self.inbox = inbox
        self.clock = clock
        self.hosting = Hosting(desk)
        self.table_side = TableSide(desk, has_phone, admit)
        self.box = BoxDealing(desk, box_order)
        self._tags = tags
        self._replies: dict[tuple[Seat, str], Reply] = {}
        self._dealt: Dealt | None = None  # cards that were dealt and not yet noted: the table is paused
        self._shown: object = None

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handles messages until `Stop`. A fault in one message is logged without its content and told; the table
        stays as it was."""
        self.tell()
        while not isinstance(message := self.inbox.get(TICK_S) or Tick(), Stop):
            try:
                self.handle(message)
            except Exception as error:  # the evening goes on whatever one message did
                log.error("message failed kind=%s error=%s", type(message).__name__, type(error).__name__)
                self._tell_fault(message)

    def handle(self, message: Message) -> None:
        """Works one message in, then tells what changed."""
        desk = self.desk
        before = (desk.match.version, desk.notice, desk.thrown)
        answer = self._work(message)
        try:
            if not isinstance(message, Tick):
                self._note_dealt()
                self.table_side.settle()
            quiet = isinstance(message, Tick) or (isinstance(message, Seen) and not message.report.changes)
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
            case HostSaid(command, future) if command.act in DEAL_ACTS:
                reply, dealt = self.box.carry_out(command.act)
                self._dealt = dealt or self._dealt
                return (future, reply)
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
            if isinstance(message, Tapped | HandShown | HostSaid):
                _reply(message.reply, self.desk.no("fault"))
            self.tell()
        except Exception as error:  # a screen or light that fails each time must not end the match
            log.error("telling failed error=%s", type(error).__name__)

    def tell(self, force: bool = True) -> None:
        """Hands everything that is new to the outlet; without `force` only if the to-do list has changed."""
        now = self.clock()
        todos = self.desk.watch.todos(self.desk.match, now)
        if force or todos != self._shown:
            self._shown = todos
            self.desk.outlet.tell(self.desk.moment(now))

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
        if tap.version != desk.match.version:
            return desk.no("moved_on")
        question = desk.match.question
        seat = tap.seat if question is None or question.asked else None
        mark = desk.asking_mark if desk.asking is not None and desk.asking.seat == tap.seat else None
        reply = self._try_tapped(Answer(seat, tap.key), tap)
        if reply.ok:
            desk.consume(mark)
            if tap.request:
                self._replies[tap.seat, tap.request] = reply
        return reply

    def _try_tapped(self, answer: Answer, tap: Tapped) -> Reply:
        """Gives a tapped answer to the rules; one that says "dealt" with the cards that the reader box knows."""
        full = self.box.completed(answer)
        if full is not answer and not isinstance(self.desk.match.check(full), Refusal):
            answer = full
        return self.desk.try_entry(answer, f"phone {tap.seat}", tap.request, tap.seat)

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
        hands = [p for p in desk.match.state.piles.values() if p.owner == shown.seat and p.shape is Shape.HAND]
        if not hands or not (hands[0].unseen or set(pieces) <= set(hands[0].pieces)):
            return desk.no("hand_not_now")
        reply = desk.try_entry(Identify(hands[0].key, tuple(pieces)), f"photo {shown.seat}")
        return desk.yes("hand_known", count=len(pieces)) if reply.ok else reply

    def _note_dealt(self) -> None:
        """Notes dealt cards, while paused only afterwards: they lie in the hands already. If the reader box misread
        one, they count as dealt unseen."""
        desk, dealt = self.desk, self._dealt
        if dealt is None or desk.paused:
            return
        self._dealt = None
        if isinstance(desk.match.question, Deal):
            answer = Answer(None, "dealt", dealt.cards)
            if isinstance(desk.match.check(answer), Refusal):
                answer = Answer(None, "dealt")
            desk.try_entry(answer, "reader box")

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
            if seat is None or who is None or who == seat:
                allowed = [o.key for o in desk.match.options(who) if o.refusal is None]
                if len(allowed) == 1 or Window.PASS in allowed:
                    key = Window.PASS if Window.PASS in allowed else allowed[0]
                    desk.try_entry(Answer(who, key), f"button {'' if seat is None else seat}".strip())
                    return


def _reply(future: Future[Reply], reply: Reply) -> None:
    if not future.done():
        future.set_result(reply)
