"""What leaves the box beside the pages: lights, die, voice, and the line to a broker with what comes in by it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from companion.journal.caretaker import Caretaker
from companion.mqtt import Link, Orders, open_link
from companion.mqtt.topics import topics_of
from companion.outbox import About, Sender, open_sender, report_of
from companion.people.consents import Consents
from companion.referee.inbox import HostSaid, Inbox, VoiceHeard
from companion.service.parts import Ground, Parts
from companion.telling.board import Board
from companion.telling.live_voice import LiveVoice
from companion.telling.outlets import Way, to_die, to_lights, to_voice
from companion.values.notices import Notice
from companion.values.own_version import own_version
from companion.values.verdicts import Verdict
from hardware import Rig
from web.pages.host.views import HostAct, HostCommand


def voice_of(ground: Ground) -> LiveVoice:
    """The voice of the table, closed with it."""
    config, inbox = ground.config.voice, ground.inbox
    speech = LiveVoice(
        config.speech_settings,
        ground.clock,
        inbox.put,
        on_audible=lambda is_audible: inbox.put(VoiceHeard(is_audible)),
        quiet=config.quiet_hours,
    )
    ground.closing.callback(speech.close)
    return speech


def link_of(ground: Ground, board: Callable[[], Board | None]) -> Link | None:
    """The line to the broker, closed with the table; None without one. The broker need not be there yet. ConfigError
    for a certificate that cannot be read."""
    config, inbox = ground.config, ground.inbox
    orders = Orders(_announcing(inbox), _pausing(inbox, board))
    link = open_link(config.mqtt, lambda: config.table.name, own_version(), ground.health.count, orders)
    if link is not None:
        ground.closing.callback(link.close)
    return link


def sender_of(ground: Ground) -> Sender | None:
    """What sends results to the venue, closed with the table; None without one. The venue need not be there yet.
    ConfigError for a certificate that cannot be read."""
    config = ground.config
    topic = topics_of(config.mqtt).base if config.mqtt.broker else ""
    version = own_version()[:40] if config.venue.address else ""

    def about() -> About:
        return About(topic=topic, version=version, ill=ground.health.failed_devices())

    sender = open_sender(config.venue, ground.journal, lambda: config.table.name, ground.health.count, about)
    if sender is not None:
        ground.closing.callback(sender.close)
    return sender


def tell_ends(parts: Parts, caretaker: Caretaker) -> None:
    """Each end of a match is heard of by who copies the journal, and by who sends results; neither is waited for."""
    sender = parts.sender
    if sender is not None:
        consents = Consents(parts.journal, parts.seating.holder, parts.config.venue.address)
        parts.keeper.report = report_of(parts.seating.everybody, consents.may_tell)

    def over() -> None:
        caretaker.ring()
        if sender is not None:
            sender.ring()

    parts.keeper.over = over


def ways(rig: Rig, speech: LiveVoice, link: Link | None, sender: Sender | None) -> tuple[Way, ...]:
    """All ways out of the box beside the pages, in the order in which they are told."""
    here = (to_lights(rig.lights.show), to_die(rig.die), to_voice(speech.say))
    return (*here, *(one.way for one in (link, sender) if one is not None))


def _announcing(inbox: Inbox) -> Callable[[str], Future[tuple[bool, str]]]:
    def announce(text: str) -> Future[tuple[bool, str]]:
        inbox.put(Notice("mqtt_said", {"text": text}, aloud=True))
        return _settled(True, text)

    return announce


def _pausing(inbox: Inbox, board: Callable[[], Board | None]) -> Callable[[bool], Future[tuple[bool, str]]]:
    def pause(wanted: bool) -> Future[tuple[bool, str]]:
        now = board()
        if now is None or now.around.gathering:
            return _settled(False, "Nobody has started a match.")
        verdict, done = Future[Verdict](), Future[tuple[bool, str]]()
        inbox.put(HostSaid(HostCommand(HostAct.PAUSE if wanted else HostAct.RESUME), verdict))
        verdict.add_done_callback(lambda said: done.set_result(_worded(said.result(), now)))
        return done

    return pause


def _worded(verdict: Verdict, board: Board) -> tuple[bool, str]:
    reply = board.tongues.nameless.screens.reply(verdict)
    return reply.ok, reply.sentence


def _settled(is_done: bool, sentence: str) -> Future[tuple[bool, str]]:
    done = Future[tuple[bool, str]]()
    done.set_result((is_done, sentence))
    return done
