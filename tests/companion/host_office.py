"""An office of the host without a service around it: real settings and copies, a voice that is off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.doors.first_run import FirstRun, Ground
from companion.doors.host_office import Matters, Office
from companion.doors.settings_page import SettingsBook
from companion.journal.backups import Backups
from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from companion.machine.updates import Updates
from companion.settings.config import Config, Loaded, Override, load_config
from companion.telling.live_voice import LiveVoice
from companion.telling.voice import Voice
from companion.telling.voices import build_voice
from companion.values.notices import Notice
from hardware.types import SpeechSettings, SpeechSink
from tests.companion.high_card import HIGH_CARD


def words(language: str = "en") -> Voice:
    """The words of High Card in a language."""
    return build_voice(HIGH_CARD, 2, {}, language, ("Ada", "Ben"))


def settings_in(data: Path, *more: Override, environ: dict[str, str] | None = None) -> Loaded:
    """The settings of a table whose data are there, and of nobody else's machine."""
    file = data.with_name("companion.toml")
    if not file.exists():
        file.write_text("[voice]\nsink = 'off'\n", "utf-8")
    return load_config(file, (Override("data.directory", str(data), "--data"), *more), environ or {})


def quiet_office(
    journal: Journal,
    loaded: Loaded | None = None,
    apply: Callable[[Config, Config], None] = lambda old, new: None,
    end: Callable[[Ending], None] = lambda ending: None,
    tell: Callable[[Notice], None] = lambda notice: None,
    updates: Updates | None = None,
) -> Office:
    """The office of a table with that journal."""
    matters = Matters(
        end=end,
        devices=lambda voice: (),
        played_s=lambda: 60,
        is_opened=lambda: False,
        report=lambda names, findings: b"report",
        match_log=lambda: None,
        spoken=words,
        clock=lambda: 0.0,
        tell=tell,
        hush_phones=lambda: None,
    )
    book = SettingsBook(loaded or settings_in(journal.path.parent), apply)
    speech = LiveVoice(SpeechSettings(sink=SpeechSink.OFF), lambda: 0.0, lambda fault: None)
    first_run, updates = FirstRun(journal, book, ground(end)), updates or Updates(journal.path.parent, environ={})
    return Office(book, Backups(journal.path), speech, matters, first_run, journal.damages, updates)


def ground(end: Callable[[Ending], None] = lambda ending: None, **more: Any) -> Ground:
    """A machine without cameras and pins, on which a match of four plays."""
    plain = Ground("boot-1", lambda: ("chronicle", 4), lambda: (), lambda: False, end)
    return replace(plain, **more)
