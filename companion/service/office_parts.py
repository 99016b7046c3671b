"""The composition root of the host's office: what it does to the running service, and what it learns of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.doctor.doctor import Finding, Live, examine
from companion.doctor.report import Cover, Told, no_names, private_values, problem_report
from companion.doors.first_run import FirstRun, Ground, has_pins
from companion.doors.host_office import Matters, Office
from companion.doors.settings_page import SettingsBook
from companion.journal.backups import Backups
from companion.journal.caretaker import Caretaker
from companion.machine.shutdown import Ending
from companion.referee.consent import Asked
from companion.referee.inbox import Noticed, PeopleChanged, Tuned
from companion.referee.pacing import Pace, Tuning
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

if TYPE_CHECKING:
    from companion.service.service import Service


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


def make_office(service: Service, loaded: Loaded, end: Callable[[Ending], None]) -> Office:
    """The office of a service whose parts are built."""
    matters = Matters(
        end,
        lambda voice: _devices(service, loaded, voice),
        lambda: _played_s(service),
        lambda: _is_opened(service),
        lambda names: _report(service, loaded, names),
        lambda: _match_log(service),
        lambda: service.outlet.tongues.spoken,
        service.clock,
        lambda notice: service.inbox.put(Noticed(notice)),
        lambda: _hush_phones(service),
        lambda config: _examine(service, loaded, config),
    )
    book = SettingsBook(loaded, lambda old, new: _apply(service, old, new))
    service.way_in.call_table(loaded.config.table.name)
    header = service.keeper.match.header
    ground = Ground(service.keeper.boot, lambda: (header.game, header.seats), found_cameras, has_pins, end)
    first_run = FirstRun(service.journal, book, ground)
    return Office(book, Backups(service.journal.path), service.speech, matters, first_run, service.journal.damages)


def make_caretaker(service: Service) -> Caretaker:
    """What looks after the journal of a service that has its office."""
    caretaker = Caretaker(service.journal, service.office.backups, lambda notice: service.inbox.put(Noticed(notice)))
    service.keeper.over = caretaker.ring
    return caretaker


def _devices(service: Service, loaded: Loaded, voice: Voice) -> tuple[DeviceView, ...]:
    if not loaded.is_safe:
        return service.health.view(loaded.config, voice)
    name, text = (voice.notice(Notice(code)) for code in ("set_device_safe", "safe_mode"))
    return (DeviceView(name, False, text), *service.health.view(service.config, voice))


def _examine(service: Service, loaded: Loaded, config: Config) -> Iterator[Finding]:
    """What the doctor finds of the running table. What was chosen since the start and waits for the next one is not
    looked at, save in safe mode: there the devices are free, so what is chosen can be tried before it counts."""
    eye = service.eye

    def frame() -> Frame | None:
        glance = None if eye is None else eye.glance()
        return None if glance is None else glance.frame

    live = Live(frame, service.health.fault, service.port_number, loaded.is_safe, service.rig.is_alive)
    return examine(config if loaded.is_safe else replace(loaded.config, voice=config.voice), live=live)


def _apply(service: Service, old: Config, new: Config) -> None:
    """Brings what can change in the middle of an evening from the old settings to the new."""
    service.speech.change(new.voice.speech_settings)  # first: it alone can fail
    service.speech.keep_quiet(new.voice.quiet_hours)
    if tuning_of(old) != tuning_of(new):
        service.inbox.put(Tuned(tuning_of(new)))
    if old.table.name != new.table.name:
        service.way_in.call_table(new.table.name)
        service.inbox.put(PeopleChanged())
    if (old.table.language, old.voice, old.table.names) != (new.table.language, new.voice, new.table.names):
        match = service.keeper.match
        service.seating.call_seats(new.table.names)
        names = tuple(person.name for person in service.seating.everybody())
        speech = (new.table.language, new.voice.language)
        tongues = build_tongues(service.game, match.header.seats, match.settings, names, *speech)
        service.outlet.speak_as(tongues, new.voice.wording is Wording.LONG)
        service.inbox.put(PeopleChanged())


def _hush_phones(service: Service) -> None:
    service.outlet.hush_phones()
    service.inbox.put(PeopleChanged())


def _is_over(service: Service) -> bool:
    board = service.outlet.board
    return board is not None and board.is_over


def _is_opened(service: Service) -> bool:
    number = service.keeper.number
    return number is not None and _is_over(service) and service.journal.rosters.revealed(number) is not None


def _played_s(service: Service) -> int:
    started, entries = service.keeper.times()
    return played_s(started, entries, None if _is_over(service) else datetime.now(UTC))


def _report(service: Service, loaded: Loaded, names: bool) -> bytes:
    board = service.outlet.board
    people = tuple(person.name for person in service.seating.everybody())
    told = Told(log=service.recent.lines)
    if board is not None:
        voice = _without_names(board.tongues.of("en"), names)
        told = Told(
            service.game.slug,
            len(people),
            service.keeper.match.version,
            "" if board.public.question is None else board.public.question.kind,
            _is_over(service),
            board.told_in(voice),
            tuple(f"{one.name}: {one.text}" for one in _devices(service, loaded, voice)),
            service.recent.lines,
        )
    hidden = private_values(loaded.config) | private_values(service.config) | {service.new_pin, service.joining.code}
    cover = Cover({} if names else {**no_names(loaded.config.table.names), **no_names(people)}, hidden)
    return problem_report(loaded, told, cover, datetime.now(UTC), service.office.checkup.findings())


def _without_names(voice: Voice, names: bool) -> Voice:
    if names:
        return voice
    numbers = range(1, len(voice.names.seats) + 1)
    seats = tuple(voice.say("notice", "seat_numbered", {"number": number}) for number in numbers)
    return replace(voice, names=Names(seats, voice.names.pieces))


def _match_log(service: Service) -> bytes | None:
    """Every answer of the match: with it all hands can be told. So only once everything was opened, which everybody
    hears of: an end that is taken back would otherwise be played on by one who has read it."""
    if not _is_opened(service):
        return None
    header, entries = service.keeper.stored()
    rows = [
        {"number": e.number, "at_utc": e.at.isoformat(), "origin": e.origin, "entry": entry_to_json(e.entry)}
        for e in entries
    ]
    return json.dumps({"header": header_to_json(header), "entries": rows}, ensure_ascii=False, indent=1).encode()
