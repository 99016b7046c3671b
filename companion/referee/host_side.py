"""The referee's host side: every command of the host finds whoever carries it out, and its times can change."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.journal.keeping import SaveError
from companion.referee.consent import Asked
from companion.referee.dealing import DEAL_ACTS, BoxDealing, DealtCards
from companion.referee.hosting import Hosting
from companion.referee.pacing import Pacing, Tuning
from companion.referee.running_match import RunningMatch
from companion.referee.timers import ThinkingTime
from companion.values.verdicts import Verdict
from rules.engine.questions import Answer, Chance
from rules.engine.types import Refusal
from web.pages.host.views import HostAct, HostCommand

LONGEST_LIMIT_S = 600
LOTS = "lots"
"""The key by which people let the companion draw lots."""


class HostSide:
    """Carries out what the host says, in the referee's thread."""

    def __init__(
        self,
        running: RunningMatch,
        box: Callable[[], BoxDealing],
        dealt: DealtCards,
        pacing: Pacing,
        thinking: ThinkingTime,
        asked: Callable[[], Asked],
        random: Random,
    ):
        self.hosting = Hosting(running, asked)
        self._running = running
        self._box = box
        self._dealt = dealt
        self._pacing = pacing
        self._thinking = thinking
        self.random = random  # what lots are drawn with

    def carry_out(self, command: HostCommand) -> Verdict:
        """What the host asks for."""
        if command.act in DEAL_ACTS:
            reply, dealt = self._box().carry_out(command.act)
            self._dealt.take(dealt)
            return reply
        if command.act is HostAct.TELL:
            return self._told(command.value)
        if command.act is HostAct.WINDOW_LIMIT:
            return self._limit_windows(command.value)
        return self.hosting.carry_out(command)

    def tune(self, tuning: Tuning) -> None:
        """Goes by other times from now on."""
        self._running.watch.be_patient(tuning.patience_s)
        self._pacing.set_pace(tuning.pace)
        if tuning.thinking_s != self._thinking.limit_s:
            self._thinking.set_limit(tuning.thinking_s)

    def lot(self, question: Chance) -> str:
        """The companion draws the lots: one of the options that are allowed, each as likely as the others."""
        allowed = [o.key for o in question.options(self._running.match.seen(None), None) if o.refusal is None]
        return allowed[self.random.randrange(len(allowed))] if allowed else LOTS

    def with_cards(self, answer: Answer) -> Answer:
        """An answer that says "dealt" or "drawn" with the cards that the reader box knows."""
        full = self._box().completed(answer)
        return answer if full is not answer and isinstance(self._running.match.check(full), Refusal) else full

    # -- inside ------------------------------------------------------------------------------------------------------

    def _told(self, key: str) -> Verdict:
        """The host says what hands did, or what the lots brought."""
        running = self._running
        question = running.match.question
        if running.paused:
            return running.no("paused")
        asking = running.asking
        if asking is not None and asking.what.face_up and key in asking.what.keys:  # which of several things was done
            return running.try_entry(Answer(asking.what.seat, key), "host", laid=asking.mark)
        if question is None or question.asked:
            return running.no("moved_on")
        if isinstance(question, Chance) and key == LOTS:
            key = self.lot(question)
        return running.try_entry(self.with_cards(Answer(None, key)), "host")

    def _limit_windows(self, text: str) -> Verdict:
        """The host says how long people have to react."""
        if not text.isdecimal() or int(text) > LONGEST_LIMIT_S:
            return self._running.no("bad_limit", most=LONGEST_LIMIT_S)
        try:
            self._pacing.set_limit(float(text))
        except SaveError as error:
            return self._running.not_saved(error)
        return self._running.yes()
