"""The voice of a running table: quiet hours, silence at the host's word, and phones that speak in its place."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.referee.inbox import VoiceHeard
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import ConfigError, VoiceConfig, load_config
from companion.settings.quiet_hours import QuietHours, quiet_hours, room_time
from companion.telling.live_voice import LiveVoice
from companion.values.notices import Notice
from hardware import Patience, Speech
from hardware.types import Fault, SpeechSettings, SpeechSink, Urgency, Utterance
from rules.engine.types import PUBLIC, Seat
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.hardware._sound import PATIENT, Told, eventually, line, plant_player, played
from web.views import Role, Session

HOST = Session(Role.HOST)
SPEAKER = SpeechSettings()
SHORT = "Yes."
SENTENCE = "Anna plays the seven of hearts and takes the trick."
DEADLINE_S = 180.0


def at(time: str) -> datetime:
    hour, minute = map(int, time.split(":"))
    return datetime(2026, 11, 22, hour, minute).astimezone()


# ---- the hours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "quiet", "loud"),
    [
        ("22:00-07:00", ("22:00", "23:59", "00:00", "03:30", "06:59"), ("07:00", "12:00", "21:59")),
        ("13:00-15:00", ("13:00", "14:59"), ("12:59", "15:00", "00:00", "23:59")),
        ("00:00-00:00", (), ("00:00", "12:00", "23:59")),
        ("00:00-23:59", ("00:00", "23:58"), ("23:59",)),
    ],
)
def test_it_is_quiet_between_two_times_of_day(hours: str, quiet: tuple[str, ...], loud: tuple[str, ...]) -> None:
    found = quiet_hours(hours)
    assert found is not None
    assert all(found.hold_at(at(time)) for time in quiet)
    assert not any(found.hold_at(at(time)) for time in loud)


def test_an_empty_setting_is_no_quiet_hour() -> None:
    assert quiet_hours("") is VoiceConfig().quiet_hours is None


@pytest.mark.parametrize("text", ["22-7", "22:00", "24:00-07:00", "22:60-07:00", "22:00-7:00", " 22:00-07:00", "off"])
def test_a_setting_that_is_no_hours_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "companion.toml").write_text(f'[voice]\nquiet = "{text}"\n')
    with pytest.raises(ConfigError, match=r'22:00-07:00", or nothing'):
        load_config(tmp_path / "companion.toml", (), {"STATE_DIRECTORY": str(tmp_path)})


# ---- the voice -------------------------------------------------------------------------------------------------------


class Room:
    """A voice with a planted player and a clock on the wall that a test can set."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = at("21:00")
        self.told = Told()
        self.heard: list[bool] = []
        self.opened: list[LiveVoice] = []

    def voice(self, settings: SpeechSettings = SPEAKER, quiet: QuietHours | None = None) -> LiveVoice:
        more = {"on_audible": self.heard.append, "quiet": quiet, "wall": lambda: self.now}
        voice = LiveVoice(settings, lambda: 1.0, self.told.append, **more)  # type: ignore[arg-type]
        self.opened.append(voice)
        return voice

    def unplug(self) -> None:
        (self.folder / "unplugged").touch()

    def plug_in(self) -> None:
        (self.folder / "unplugged").unlink()

    def say(self, voice: LiveVoice, urgency: Urgency = Urgency.IMPORTANT) -> int:
        """Says something; how many sentences were played in all."""
        voice.say(line(SENTENCE, urgency))
        assert voice.wait_idle(DEADLINE_S)
        return len(played(self.folder))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    plant_player(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("companion.telling.live_voice.Speech", partial(Speech, patience=PATIENT))
    made = Room(tmp_path)
    yield made
    for voice in made.opened:
        voice.close()


def test_nothing_is_said_in_quiet_hours_and_everything_after_them(room: Room) -> None:
    voice = room.voice(quiet=quiet_hours("22:00-07:00"))
    assert room.say(voice) == 1
    room.now = at("22:00")
    assert [room.say(voice, urgency) for urgency in Urgency] == [1, 1, 1]
    assert voice.quiet == QuietHours("22:00", "07:00")
    room.now = at("07:00") + timedelta(days=1)
    assert room.say(voice) == 2
    assert voice.quiet is None


def test_quiet_hours_that_begin_now_cut_the_sentence(room: Room) -> None:
    (room.folder / "endless").touch()
    voice = room.voice()
    voice.say(line(SENTENCE))
    assert eventually(lambda: len(played(room.folder)) == 1)
    voice.say(line("this waits"))
    voice.keep_quiet(quiet_hours("21:00-22:00"))
    assert voice.wait_idle(DEADLINE_S)
    assert len(played(room.folder)) == 1
    (room.folder / "endless").unlink()
    voice.keep_quiet(None)
    assert room.say(voice) == 2


def test_hush_cuts_the_sentence_and_drops_what_waits(room: Room) -> None:
    (room.folder / "endless").touch()
    voice = room.voice()
    voice.say(line(SENTENCE))
    assert eventually(lambda: len(played(room.folder)) == 1)
    voice.say(line("this waits"))
    (room.folder / "endless").unlink()
    voice.hush()
    assert voice.wait_idle(DEADLINE_S)
    assert len(played(room.folder)) == 1
    assert room.say(voice) == 2


def test_phones_are_wanted_while_the_loudspeaker_should_be_heard_and_cannot_be(room: Room) -> None:
    voice = room.voice()
    assert room.say(voice) == 1
    assert not voice.wants_phones
    room.unplug()
    room.say(voice)
    assert (room.heard, room.told.devices, voice.wants_phones) == ([False], ["speaker"], True)
    voice.keep_quiet(quiet_hours("20:00-22:00"))
    assert not voice.wants_phones  # quiet hours are quiet everywhere
    voice.keep_quiet(None)
    room.plug_in()
    room.say(voice, Urgency.URGENT)
    assert (room.heard, voice.wants_phones) == ([False, True], False)


def test_a_voice_that_is_switched_off_wants_no_phones(room: Room) -> None:
    room.unplug()
    voice = room.voice()
    assert eventually(lambda: voice.wants_phones)
    voice.change(SpeechSettings(sink=SpeechSink.OFF))
    assert not voice.wants_phones


def test_a_fault_is_told_once_however_often_the_volume_changes(room: Room) -> None:
    room.unplug()
    voice = room.voice()
    assert eventually(lambda: room.heard == [False])
    for percent in (10, 20, 30):
        voice.change(SpeechSettings(volume=percent / 100))
        assert voice.wait_idle(DEADLINE_S)
    assert (room.told.devices, room.heard, voice.wants_phones) == (["speaker"], [False], True)


def test_switched_on_anew_what_does_not_work_is_told_anew(room: Room) -> None:
    room.unplug()
    voice = room.voice()
    assert eventually(lambda: len(room.told) == 1)
    voice.change(SpeechSettings(sink=SpeechSink.OFF))
    voice.change(SPEAKER)
    assert eventually(lambda: len(room.told) == 2)


def test_a_loudspeaker_that_was_found_again_and_is_lost_again_is_told_again(room: Room) -> None:
    room.unplug()
    voice = room.voice()
    assert eventually(lambda: room.heard == [False])
    room.plug_in()
    room.say(voice, Urgency.URGENT)
    room.unplug()
    room.say(voice)
    assert (room.heard, room.told.devices) == ([False, True, False], ["speaker", "speaker"])


# ---- the table -------------------------------------------------------------------------------------------------------


def test_a_silent_voice_is_no_news_for_the_table_and_phones_hear_of_it_in_their_packet() -> None:
    wants = threading.Event()
    evening = Evening(HIGH_CARD, HANDS)
    evening.outlet._phones_speak = wants.is_set
    wants.set()
    evening.referee.handle(VoiceHeard(False))
    evening.referee.handle(Fault("speaker", "No sound device was found."))
    for reader in (PUBLIC, Seat(0), Seat(1)):
        assert evening.packet(reader).aloud.here
    assert evening.packet().notice == ""
    assert evening.referee._health.fault("voice") == "No sound device was found."
    wants.clear()
    evening.referee.handle(VoiceHeard(True))
    assert not evening.packet(0).aloud.here
    assert (evening.packet().notice, evening.referee._health.fault("voice")) == ("", "")


def test_a_voice_that_hangs_holds_up_neither_journal_nor_screens(tmp_path: Path) -> None:
    evening, told = Evening(HIGH_CARD, HANDS), Told()
    settings = SpeechSettings(sink=SpeechSink.WAV, wav_path=str(tmp_path / "evening.wav"), queue_size=4)
    speech = Speech(settings, lambda: evening.now_s, told.append, patience=Patience(extra_s=600.0))
    speech.say(line(SHORT))
    assert speech.wait_idle(DEADLINE_S)
    assert speech.voice_pid is not None
    os.kill(speech.voice_pid, signal.SIGSTOP)
    shown: list[tuple[int, int]] = []

    def say(spoken: Utterance) -> None:  # by then the journal and every screen have it
        shown.append((len(evening.disk.entries), evening.packet(1).version))
        speech.say(spoken)

    evening.speaker = say
    evening.tap(0, "play:RED-1")
    for number in range(20):
        evening.running.note(Notice("device", {"sentence": f"fault {number}"}, aloud=True))
        evening.referee.tell()
    assert len(shown) == 22
    assert set(shown) == {(1, 1)}
    assert evening.packet().notice == "fault 19"
    assert not speech.wait_idle(0.0)  # it hangs still
    assert speech.dropped >= 16  # and no more than four lines wait
    speech.close()
    assert (speech.spoken, told) == (1, [])


def test_phones_hear_that_the_host_wants_silence() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    before = evening.packet(0).aloud.hushes
    evening.outlet.hush_phones()
    evening.referee.tell()
    assert evening.packet(0).aloud.hushes == before + 1


Running = Callable[[str], Service]


@pytest.fixture
def running(tmp_path: Path, room: Room) -> Iterator[Running]:
    services: list[Service] = []

    def start(voice: str) -> Service:
        file = tmp_path / "companion.toml"
        file.write_text(
            '[table]\nplayers = 2\n[camera]\nsource = "none"\n[web]\nport = 0\nhost = "127.0.0.1"\n'
            f'[play]\nautoplay = "off"\n[voice]\n{voice}\n'
        )
        loaded = load_config(file, (), {"STATE_DIRECTORY": str(tmp_path / "data")})
        services.append(build(loaded.config, HIGH_CARD, loaded=loaded))
        services[0].start()
        return services[0]

    yield start
    for service in services:
        service.stop()


def wait_for(service: Service, wanted: Callable[[], bool]) -> None:
    assert service.publisher.wait_for(wanted, DEADLINE_S)


def here(service: Service) -> bool:
    return service.publisher.packet(Seat(0)).aloud.here


def broken(service: Service) -> list[str]:
    """What the host's page says of devices that do not work."""
    return [one.text for one in service.pages.office.hosting_view(HOST).devices if one.works is False]


def test_without_a_loudspeaker_the_service_asks_phones_until_it_is_back(running: Running, room: Room) -> None:
    room.unplug()
    service = running('sink = "speaker"')
    wait_for(service, lambda: here(service))
    wait_for(
        service,
        lambda: (
            broken(service) == ["No sound device was found, so the table stays silent; everything is on the screens."]
        ),
    )
    assert "A phone can speak" in service.pages.office.hosting_view(HOST).voice_now
    assert service.publisher.packet(PUBLIC).notice == ""
    room.plug_in()
    assert service.pages.office.say_something(HOST).ok  # the host tries again, and the device is looked for at once
    wait_for(service, lambda: not here(service))
    assert broken(service) == []
    assert service.pages.office.hosting_view(HOST).voice_now == ""
    assert eventually(lambda: len(played(room.folder)) == 1)


def test_quiet_hours_are_a_live_setting_and_the_host_s_page_says_so(running: Running) -> None:
    service = running('sink = "speaker"')
    now, hour = room_time(), timedelta(hours=1)
    hours = QuietHours(f"{now - hour:%H:%M}", f"{now + hour:%H:%M}")
    assert service.pages.office.choose_setting(HOST, "voice.quiet", f"{hours.begin}-{hours.end}").ok
    assert service.speech.quiet == hours
    assert f"until {hours.end}" in service.pages.office.hosting_view(HOST).voice_now
    told = service.pages.office.say_something(HOST)
    assert (told.ok, "Quiet hours" in told.sentence) == (False, True)
    assert not service.pages.office.choose_setting(HOST, "voice.quiet", "at night").ok
    assert service.pages.office.choose_setting(HOST, "voice.quiet", "").ok
    assert service.speech.quiet is None
    assert service.pages.office.say_something(HOST).ok


def test_the_host_silences_voice_and_phones_at_once(running: Running, room: Room) -> None:
    service = running('sink = "speaker"')
    assert service.speech.wait_idle(DEADLINE_S)
    (room.folder / "endless").touch()
    assert service.pages.office.say_something(HOST).ok
    assert eventually(lambda: len(played(room.folder)) > 0)
    before = service.publisher.packet(Seat(0)).aloud.hushes
    assert service.pages.office.hush(HOST).ok
    assert service.speech.wait_idle(DEADLINE_S)
    wait_for(service, lambda: service.publisher.packet(Seat(0)).aloud.hushes == before + 1)
