"""The host's office: what it answers, that only the host gets in, and how program and machine end."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import companion.service.running as running
from companion.doors.host_office import OfficeError
from companion.journal.backups import Backups, CopyKind
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.machine.shutdown import CommandResult, Ending, Power
from companion.referee.inbox import DeviceBack
from companion.service.building import build
from companion.service.running import Table
from companion.service.service import Service
from companion.settings.config import Config, Loaded, load_config
from companion.telling.live_voice import LiveVoice
from hardware.types import Fault, PublicText, SpeechSettings, SpeechSink, Urgency, Utterance
from rules.engine.game import Game
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC
from tests.companion.high_card import HIGH_CARD
from tests.companion.host_office import quiet_office, words
from tests.companion.spoiled import change
from web.pages.history.views import HistoryAct, HistoryCommand
from web.pages.host.hosting_views import MachineAct, StickAct, StickWish, VersionAct
from web.pages.host.views import HostAct, HostCommand
from web.views import Joined, Role, Session

HOST = Session(Role.HOST)
DEADLINE_S = 60.0
SETTINGS = """
[table]
players = 2
[camera]
source = "none"
[web]
port = 0
host = "127.0.0.1"
[voice]
sink = "off"
[play]
autoplay = "off"
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    file = tmp_path / "companion.toml"
    file.write_text(SETTINGS, "utf-8")
    return load_config(file, (), {"STATE_DIRECTORY": str(tmp_path / "data")})


def prepare(found: Loaded) -> tuple[Game, Config]:
    return HIGH_CARD, found.config


# ---- a running table ------------------------------------------------------------------------------------------------


@pytest.fixture
def service(loaded: Loaded) -> Iterator[Service]:
    made = build(loaded.config, HIGH_CARD, loaded=loaded)
    made.start()
    yield made
    made.stop()


def wait_for(service: Service, wanted: object) -> None:
    assert service.publisher.wait_for(wanted, DEADLINE_S)  # type: ignore[arg-type]


def test_a_changed_setting_is_seen_and_heard_at_once(service: Service, tmp_path: Path) -> None:
    pages = service.pages
    assert pages.office.choose_setting(HOST, "play.thinking_s", "120").ok
    assert pages.office.choose_setting(HOST, "play.window_limit_s", "40").ok
    assert pages.office.choose_setting(HOST, "table.names", "Ada, Ben").ok
    assert pages.office.choose_setting(HOST, "table.language", "de").ok
    wait_for(service, lambda: service.publisher.packet(-1).players[0].name == "Ada")  # type: ignore[arg-type]
    assert service.referee.pacing.limit_s == 40.0
    assert service.referee.thinking.limit_s == 120.0
    assert service.outlet.tongues.table == "de"


def test_the_table_s_name_is_seen_at_once(service: Service) -> None:
    assert service.pages.office.choose_setting(HOST, "table.name", "Blue table").ok
    wait_for(service, lambda: service.publisher.packet(-1).table == "Blue table")  # type: ignore[arg-type]
    assert service.publisher.packet(-1).join.table == "Blue table"  # type: ignore[arg-type, union-attr]


def test_every_act_is_the_host_s(service: Service) -> None:
    pages = service.pages
    for session in (Session(Role.SPECTATOR), Session(Role.SEAT, 0)):
        replies = [
            pages.office.choose_setting(session, "voice.volume", "0.1"),
            pages.office.say_something(session),
            pages.office.hush(session),
            pages.office.back_up(session),
            pages.office.restore(session, b""),
            pages.office.restore_kept(session, "x"),
            pages.office.drop_restore(session),
            pages.office.stick(session, StickWish(act=StickAct.ALLOW, stick="sda1")),
            pages.office.damages_read(session),
            pages.office.machine(session, MachineAct.STOP),
            pages.office.bring_release(session, b"", False),
            pages.office.change_version(session, VersionAct.ROLLBACK),
        ]
        assert all(not reply.ok and "host" in reply.sentence for reply in replies)
        assert pages.office.backup_file(session, "") is None
        assert pages.office.match_log(session) is None
    assert not pages.match.consent(HOST, True, 1).ok


def test_devices_tell_how_they_are(service: Service) -> None:
    def states() -> dict[str, bool | None]:
        return {one.name: one.works for one in service.pages.office.hosting_view(HOST).devices}

    assert states() == {"Camera": None, "Buttons and lights": None, "Voice": None}
    assert service.health.view(service.config, words("de"))[0].name == "Kamera"
    service.referee.handle(Fault("lights", "A light is dead."))
    service.referee.handle(DeviceBack("camera"))
    assert states()["Buttons and lights"] is None  # there are none, so none can be broken


def test_a_copy_is_kept_on_the_first_day_and_the_match_s_time_is_told(service: Service) -> None:
    for _ in range(1200):
        if service.office.backups.copies():
            break
        threading.Event().wait(0.05)
    view = service.pages.office.hosting_view(HOST)
    assert [copy.kind for copy in view.backups.copies] == ["daily"]
    assert view.played_s >= 0
    assert not view.opened
    assert service.pages.host.host(HOST, HostCommand(HostAct.END_MATCH, reason="late")).ok
    assert not service.pages.office.hosting_view(HOST).opened  # an end can be taken back
    assert service.pages.past.history_act(HOST, HistoryCommand(HistoryAct.OPEN, service.keeper.number or 0)).ok
    assert service.pages.office.hosting_view(HOST).opened


def test_everybody_hears_that_the_host_takes_a_copy_away(service: Service) -> None:
    assert service.pages.office.backup_file(HOST, "") is not None
    told = service.publisher.wait_for(lambda: "a copy of the journal" in service.publisher.packet(PUBLIC).notice, 20.0)
    assert told


# ---- ending ---------------------------------------------------------------------------------------------------------


class Quick:
    """A table whose waits are short, run in a thread of its own."""

    def __init__(self, loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
        self.services: list[Service] = []
        self.up = threading.Semaphore(0)
        monkeypatch.setattr(running, "ANSWER_S", 0.01)
        monkeypatch.setattr(running, "greeting", self._began)
        self.table = Table(loaded, prepare)
        self.ending: Ending | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.wait_up()

    def _began(self, service: Service) -> str:
        self.services.append(service)
        self.up.release()
        return ""

    def _run(self) -> None:
        self.ending = self.table.run(fresh=False)

    def wait_up(self) -> None:
        assert self.up.acquire(timeout=DEADLINE_S)

    def wait_end(self) -> None:
        self.thread.join(DEADLINE_S)
        assert not self.thread.is_alive()


def test_started_anew_a_copy_is_back_and_changed_settings_count(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = Quick(loaded, monkeypatch)
    pages = quick.services[0].pages
    copy = pages.office.backup_file(HOST, "")
    assert copy is not None
    assert pages.office.choose_setting(HOST, "web.max_streams", "17").ok
    assert pages.host.host(HOST, HostCommand(HostAct.END_MATCH, reason="late")).ok
    assert pages.office.restore(HOST, copy).ok
    assert pages.office.hosting_view(HOST).backups.waiting
    assert pages.office.machine(HOST, MachineAct.AGAIN).ok
    quick.wait_up()
    now = quick.services[1]
    assert now.config.web.max_streams == 17
    assert not now.pages.office.hosting_view(HOST).backups.waiting
    assert now.publisher.packet(PUBLIC).result is None  # the match of the copy goes on
    assert now.pages.office.machine(HOST, MachineAct.STOP).ok
    quick.wait_end()
    assert quick.ending is Ending.STOP


def test_a_match_that_cannot_be_read_is_told_and_brought_back_with_one_act(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = loaded.config.data.journal_path
    with Journal.open(path) as journal:
        keeper = MatchKeeper.start(journal, HIGH_CARD, 2, {})
        keeper.append(1, Answer(None, "dealt"), "host", "", None)
    Backups(path).keep(CopyKind.EVENING)
    change(path, "UPDATE entries SET body = 'scribbled' WHERE number = 1")
    quick = Quick(loaded, monkeypatch)
    service = quick.services[0]
    wait_for(service, lambda: "was damaged" in service.publisher.packet(PUBLIC).notice)
    assert service.pages.office.is_damaged()
    (found,) = service.pages.office.hosting_view(HOST).damages
    assert "Match 1 is damaged" in found.text
    assert found.copy is not None
    assert service.keeper.match.version == 0, "a new one has begun"
    assert [row.match for row in service.past.rows("en")] == [1], "the damaged one stays in the list"
    assert service.pages.office.restore_kept(HOST, found.copy.name).ok
    assert service.pages.office.machine(HOST, MachineAct.AGAIN).ok
    quick.wait_up()
    now = quick.services[1]
    assert now.keeper.match.version == 1
    assert not now.pages.office.is_damaged()
    assert now.pages.office.machine(HOST, MachineAct.STOP).ok
    quick.wait_end()


def test_a_table_whose_journal_is_gone_starts_and_the_host_gets_in(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = loaded.config.data.journal_path
    with Journal.open(path) as journal:
        journal.ensure_pin("271828")
        MatchKeeper.start(journal, HIGH_CARD, 2, {}).enter()
    path.write_bytes(b"")
    quick = Quick(loaded, monkeypatch)
    pages, seating = quick.services[0].pages, quick.services[0].seating
    assert pages.office.is_damaged()
    assert not pages.wizard.is_new_table()
    assert isinstance(seating.become_host(seating.open_session().token, "271828"), Joined)
    (found,) = pages.office.hosting_view(HOST).damages
    assert "empty one" in found.text
    assert "No copy" in found.text
    assert pages.office.damages_read(HOST).ok
    assert not pages.office.is_damaged()
    assert pages.office.machine(HOST, MachineAct.STOP).ok
    quick.wait_end()


def test_a_choice_that_cannot_be_used_does_not_keep_the_table_shut(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = Quick(loaded, monkeypatch)
    assert quick.services[0].pages.office.choose_setting(HOST, "camera.source", "/dev/video-that-is-not-there").ok
    assert quick.services[0].pages.office.machine(HOST, MachineAct.AGAIN).ok
    quick.wait_up()
    now = quick.services[1]
    assert now.config.camera.source == "none"
    wait_for(now, lambda: "so the ones before count again" in now.publisher.packet(-1).notice)  # type: ignore[arg-type]
    assert now.pages.office.choose_setting(HOST, "camera.source", None).ok
    quick.table.end()
    quick.wait_end()


class Machine:
    """Commands that are asked for, and what they answer."""

    def __init__(self, answer: CommandResult) -> None:
        self.answer = answer
        self.asked: list[tuple[str, ...]] = []

    def run(self, command: Sequence[str]) -> CommandResult:
        self.asked.append(tuple(command))
        return self.answer


@pytest.mark.parametrize(
    ("setting", "environ", "answer", "can"),
    [
        ("off", {"INVOCATION_ID": "1"}, CommandResult(0, 's "yes"'), False),
        ("auto", {}, CommandResult(0, 's "yes"'), False),  # started by hand in a terminal
        ("auto", {"INVOCATION_ID": "1"}, CommandResult(0, 's "yes"'), True),
        ("auto", {"INVOCATION_ID": "1"}, CommandResult(0, 's "challenge"'), False),
        ("auto", {"INVOCATION_ID": "1"}, CommandResult(0, 's "no"'), False),
        ("auto", {"INVOCATION_ID": "1"}, CommandResult(-1, "FileNotFoundError"), False),
        ("true --now", {}, CommandResult(0), True),
        ("no-such-command-here", {}, CommandResult(0), False),
        ('"half a quotation', {}, CommandResult(0), False),
    ],
)
def test_switching_off_is_offered_where_it_can_work(
    setting: str, environ: dict[str, str], answer: CommandResult, can: bool
) -> None:
    assert Power(setting, Machine(answer).run, environ).can_power_off() is can


def test_the_machine_s_own_command_is_run_as_it_stands() -> None:
    machine = Machine(CommandResult(0))
    assert Power("sudo -n '/sbin/power off'", machine.run, {}).power_off()
    assert machine.asked == [("sudo", "-n", "/sbin/power off")]
    assert not Power("auto", Machine(CommandResult(1, "no")).run, {}).power_off()


def test_the_machine_goes_off_after_the_journal_is_closed(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "companion.toml").write_text(f"{SETTINGS}[box]\nshutdown = 'true'\n", "utf-8")
    found = load_config(tmp_path / "companion.toml", (), {"STATE_DIRECTORY": str(tmp_path / "data")})
    quick = Quick(found, monkeypatch)
    service = quick.services[0]
    assert service.pages.office.hosting_view(HOST).can_power_off
    assert "light" in service.pages.office.machine(HOST, MachineAct.POWER_OFF).sentence
    quick.wait_end()
    assert quick.ending is Ending.POWER_OFF
    with Journal.open(found.config.data.journal_path) as journal:  # nobody holds it any more
        assert journal.matches()


def test_where_it_cannot_be_switched_off_the_office_says_so(tmp_path: Path) -> None:
    ended: list[Ending] = []
    with Journal.open(tmp_path / "data" / "companion.db") as journal:
        office = quiet_office(journal, end=ended.append)
        with pytest.raises(OfficeError) as told:
            office.end(MachineAct.POWER_OFF)
        assert told.value.args == ("machine_cannot",)
        with pytest.raises(OfficeError):
            office.say_something()  # the voice is off
        with pytest.raises(OfficeError):
            office.restore_kept("../companion.db")
        with pytest.raises(OfficeError):
            office.drop_restore()
        assert ended == []


# ---- the voice ------------------------------------------------------------------------------------------------------


def test_the_voice_speaks_on_with_other_settings(tmp_path: Path) -> None:
    first, second = (SpeechSettings(SpeechSink.WAV, wav_path=str(tmp_path / f"{n}.wav")) for n in (1, 2))
    faults: list[Fault] = []
    voice = LiveVoice(first, lambda: 0.0, faults.append)
    try:
        assert voice.settings == first
        voice.change(second)
        voice.say(Utterance(PublicText("Hello."), Urgency.IMPORTANT))
        assert voice.wait_idle(DEADLINE_S)
        assert voice.settings == second
        assert (tmp_path / "2.wav").exists()
    finally:
        voice.close()
