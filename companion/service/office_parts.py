"""The composition root of the host's office: what it does to the running service, and what it learns of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from companion.doctor.doctor import examine
from companion.doctor.finding import Finding, Live
from companion.doctor.report import Cover, TableFacts, no_names, private_values, problem_report
from companion.doors.first_run import FirstRun, Ground, has_pins
from companion.doors.host_office import Matters, Office
from companion.doors.settings_page import SettingsBook
from companion.journal.backups import Backups
from companion.machine.shutdown import Ending
from companion.machine.updates import Updates
from companion.referee.consent import Asked
from companion.referee.inbox import PeopleChanged
from companion.referee.pacing import Pace, Tuning
from companion.service.parts import Parts
from companion.settings.config import DEFAULT, Config, Loaded, Override, Sources, Wording, settings
from companion.telling.voice import Voice
from companion.telling.voices import build_tongues
from companion.values.clocks import played_s
from companion.values.notices import Notice
from companion.values.person import Person
from rules.engine.entries import entry_to_json, header_to_json
from rules.engine.types import Seat
from rules.engine.words import Names
from vision import Frame, found_cameras
from web.pages.host.hosting_views import DeviceView


def tuning_of(config: Config) -> Tuning:
    """The times that the referee goes by; faster players shorten what is waited for them."""
    play = config.play
    pace = Pace(play.window_minimum_s, play.window_limit_s).at_speed(play.speed)
    return Tuning(play.patience_s / max(1.0, play.speed), pace, float(play.thinking_s))


def asked_of(people: Sequence[Person]) -> Asked:
    """Who has to agree to what cannot be made unknown again: people, on phones where they have some."""
    humans = {Seat(n): person.joined for n, person in enumerate(people) if not person.bot}
    return Asked(tuple(humans), frozenset(seat for seat, has_phone in humans.items() if has_phone))


def as_given(config: Config) -> Loaded:
    """Settings that came from nowhere but the program: tools and tests make them so."""
    sources = Sources(None, (Override("data.directory", str(config.data.path), "--data"),), {})
    return Loaded(config, MappingProxyType(dict.fromkeys(settings(), DEFAULT)), None, sources)


def make_office(parts: Parts, end: Callable[[Ending], None]) -> Office:
    """What the host does beside the match, at a table whose parts are there."""
    loaded, header = parts.loaded, parts.keeper.match.header
    matters = Matters(
        end=end,
        devices=lambda voice: _devices(parts, voice),
        played_s=lambda: _played_s(parts),
        is_opened=lambda: _is_opened(parts),
        report=lambda names, findings: _report(parts, names, findings),
        match_log=lambda: _match_log(parts),
        spoken=lambda: parts.outlet.tongues.spoken,
        clock=parts.clock,
        tell=parts.tell,
        hush_phones=lambda: _hush_phones(parts),
        examine=lambda config: _examine(parts, config),
    )
    book = SettingsBook(loaded, lambda old, new: _apply(parts, old, new))
    parts.way_in.call_table(loaded.config.table.name)
    ground = Ground(parts.keeper.boot, lambda: (header.game, header.seats), found_cameras, has_pins, end)
    first_run = FirstRun(parts.journal, book, ground)
    copies, updates = Backups(parts.journal.path), Updates(parts.journal.path.parent)
    return Office(book, copies, parts.speech, matters, first_run, parts.journal.damages, updates)


def _devices(parts: Parts, voice: Voice) -> tuple[DeviceView, ...]:
    if not parts.loaded.is_safe:
        return parts.health.view(parts.loaded.config, voice)
    name, text = (voice.notice(Notice(code)) for code in ("set_device_safe", "safe_mode"))
    return (DeviceView(name, False, text), *parts.health.view(parts.config, voice))


def _examine(parts: Parts, config: Config) -> Iterator[Finding]:
    """What the doctor finds of the running table. What was chosen since the start and waits for the next one is not
    looked at, save in safe mode: there the devices are free, so what is chosen can be tried before it counts."""
    eye = parts.eye

    def frame() -> Frame | None:
        glance = None if eye is None else eye.glance()
        return None if glance is None else glance.frame

    fault, port = parts.health.fault, parts.way_in.port
    live = Live(frame, fault, port, parts.loaded.is_safe, parts.rig.is_alive, parts.tally.now)
    return examine(config if parts.loaded.is_safe else replace(parts.loaded.config, voice=config.voice), live=live)


def _apply(parts: Parts, old: Config, new: Config) -> None:
    """Brings what can change in the middle of an evening from the old settings to the new."""
    parts.speech.change(new.voice.speech_settings)  # first: it alone can fail
    parts.speech.keep_quiet(new.voice.quiet_hours)
    if tuning_of(old) != tuning_of(new):
        parts.inbox.put(tuning_of(new))
    if parts.bots is not None:
        parts.bots.pauses = new.play.pace.pauses
    if (old.play.strengths, old.play.hints) != (new.play.strengths, new.play.hints):
        parts.seating.strengths, parts.seating.hints = new.play.strengths, new.play.hints
        parts.inbox.put(PeopleChanged())
    if old.table.name != new.table.name:
        parts.way_in.call_table(new.table.name)
        parts.inbox.put(PeopleChanged())
    if (old.table.language, old.voice, old.table.names) != (new.table.language, new.voice, new.table.names):
        match = parts.keeper.match
        if old.table.names != new.table.names:  # else whom a venue has called stay called so
            parts.seating.call_seats(new.table.names)
        names = tuple(person.name for person in parts.seating.everybody())
        speech = (new.table.language, new.voice.language)
        tongues = build_tongues(parts.game, match.header.seats, match.settings, names, *speech)
        parts.outlet.speak_as(tongues, new.voice.wording is Wording.LONG)
        parts.inbox.put(PeopleChanged())


def _hush_phones(parts: Parts) -> None:
    parts.outlet.hush_phones()
    parts.inbox.put(PeopleChanged())


def _is_over(parts: Parts) -> bool:
    board = parts.outlet.board
    return board is not None and board.is_over


def _is_opened(parts: Parts) -> bool:
    number = parts.keeper.number
    return number is not None and _is_over(parts) and parts.journal.rosters.revealed(number) is not None


def _played_s(parts: Parts) -> int:
    started, entries = parts.keeper.times()
    return played_s(started, entries, None if _is_over(parts) else datetime.now(UTC))


def _report(parts: Parts, names: bool, findings: Sequence[Finding]) -> bytes:
    board = parts.outlet.board
    people = tuple(person.name for person in parts.seating.everybody())
    told = TableFacts(log=parts.recent.lines)
    if board is not None:
        voice = _without_names(board.tongues.of("en"), names)
        told = TableFacts(
            parts.game.slug,
            len(people),
            parts.keeper.match.version,
            "" if board.public.question is None else board.public.question.kind,
            _is_over(parts),
            board.told_in(voice),
            tuple(f"{one.name}: {one.text}" for one in _devices(parts, voice)),
            parts.recent.lines,
        )
    hidden = (
        private_values(parts.loaded.config)
        | private_values(parts.config)
        | {parts.journal.fresh_pin, parts.joining.code}
    )
    cover = Cover({} if names else {**no_names(parts.loaded.config.table.names), **no_names(people)}, hidden)
    return problem_report(parts.loaded, told, cover, datetime.now(UTC), findings)


def _without_names(voice: Voice, names: bool) -> Voice:
    if names:
        return voice
    numbers = range(1, len(voice.names.seats) + 1)
    seats = tuple(voice.say("notice", "seat_numbered", {"number": number}) for number in numbers)
    return replace(voice, names=Names(seats, voice.names.pieces))


def _match_log(parts: Parts) -> bytes | None:
    """Every answer of the match: with it all hands can be told. So only once everything was opened, which everybody
    hears of: an end that is taken back would otherwise be played on by one who has read it."""
    if not _is_opened(parts):
        return None
    header, entries = parts.keeper.stored()
    rows = [
        {"number": e.number, "at_utc": e.at.isoformat(), "origin": e.origin, "entry": entry_to_json(e.entry)}
        for e in entries
    ]
    return json.dumps({"header": header_to_json(header), "entries": rows}, ensure_ascii=False, indent=1).encode()
