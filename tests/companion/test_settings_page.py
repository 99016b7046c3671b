"""The settings on the host's page: chosen, checked, kept, undone; and what a page must not reach."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.doors.settings_page import FILE_ONLY, LIVE, SettingsBook, again, groups_of
from companion.settings.config import Config, ConfigError, Loaded, Override, settings
from companion.settings.values import as_text
from companion.values.notices import Notice
from hardware import HardwareError
from tests.companion.host_office import settings_in, words
from web.views import Locked, Origin, SettingKind, SettingView

KEYS = tuple(key for keys in groups_of().values() for key in keys)


class Table:
    """What was applied to the running table."""

    def __init__(self) -> None:
        self.applied: list[Config] = []
        self.fault = ""

    def apply(self, old: Config, new: Config) -> None:
        if self.fault:
            raise HardwareError(self.fault)
        self.applied.append(new)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def book(tmp_path: Path, table: Table) -> SettingsBook:
    return SettingsBook(settings_in(tmp_path / "data"), table.apply)


def shown(book: SettingsBook, key: str, language: str = "en") -> SettingView:
    return next(one for group in book.groups(words(language)) for one in group.settings if one.key == key)


def told(outcome: Notice | str) -> str:
    return outcome if isinstance(outcome, str) else words().notice(outcome)


def test_every_setting_of_the_page_is_one_of_the_file_and_has_words_in_both_languages() -> None:
    assert set(KEYS) <= set(settings())
    assert len(KEYS) == len(set(KEYS))
    assert set(FILE_ONLY) | set(LIVE) <= set(KEYS)
    for language in ("en", "de"):
        for key in KEYS:
            code = f"set_{key.replace('.', '_')}"
            assert settings()[key].words or ("notice", code) in words(language).hub, code


def test_a_choice_counts_at_once_and_over_the_next_start(book: SettingsBook, table: Table) -> None:
    outcome = book.choose("voice.volume", "0.35")
    assert told(outcome) == "Changed. It counts at once."
    assert table.applied[-1].voice.volume == 0.35
    assert again(book.loaded).config.voice.volume == 0.35
    assert shown(book, "voice.volume").origin is Origin.PAGE
    assert tomllib.loads(book.config.data.chosen_path.read_text("utf-8")) == {"voice": {"volume": 0.35}}
    assert book.config.data.chosen_path.stat().st_mode & 0o077 == 0


def test_one_that_is_not_live_waits_for_the_next_start(book: SettingsBook) -> None:
    assert "next start" in told(book.choose("camera.width", "1280"))
    view = shown(book, "camera.width")
    assert (view.value, view.waiting, view.live) == ("1280", True, False)
    assert book.choose("camera.width", None) == Notice("setting_next_start")
    assert not shown(book, "camera.width").waiting


def test_the_choice_lies_between_the_file_and_the_environment(tmp_path: Path, table: Table) -> None:
    (tmp_path / "companion.toml").write_text("[voice]\nsink = 'off'\nvolume = 0.5\nrate_wpm = 200\n", "utf-8")
    environ = {"COMPANION_VOICE_RATE_WPM": "220"}
    book = SettingsBook(settings_in(tmp_path / "data", environ=environ), table.apply)
    assert (shown(book, "voice.volume").origin, shown(book, "voice.volume").where) == (
        Origin.FILE,
        str(tmp_path / "companion.toml"),
    )
    book.choose("voice.volume", "0.9")
    book.choose("voice.rate_wpm", "100")
    assert (book.config.voice.volume, book.config.voice.rate_wpm) == (0.9, 220)
    rate = shown(book, "voice.rate_wpm")
    assert (rate.lock, rate.origin, rate.where) == (
        Locked.OVERRULED,
        Origin.ENVIRONMENT,
        "COMPANION_VOICE_RATE_WPM",
    )
    flagged = settings_in(tmp_path / "data", Override("play.pace", "brisk", "--set"), environ=environ)
    assert shown(SettingsBook(flagged, table.apply), "play.pace").origin is Origin.COMMAND_LINE


def test_undoing_a_choice_leaves_the_others(book: SettingsBook) -> None:
    book.choose("voice.volume", "0.35")
    book.choose("table.names", "Ada, Ben")
    book.choose("voice.volume", None)
    assert book.config.voice.volume == 1.0
    assert book.config.table.names == ("Ada", "Ben")
    assert again(book.loaded).config.table.names == ("Ada", "Ben")


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("voice.volume", "2", "from 0 to 1"),
        ("voice.volume", "loud", "from 0 to 1"),
        ("voice.volume", "nan", "from 0 to 1"),
        ("voice.rate_wpm", "12", "from 80 to 450"),
        ("voice.wording", "endless", '"short"'),
        ("voice.sink", "wav", "voice.wav_path"),
        ("table.names", "x" * 25, "24"),
        ("hardware.seat_buttons", "5, 99", "27"),
        ("hardware.seat_buttons", "5, 5", "5"),
        ("camera.lens", "near", "32"),
        ("table.players", "", "from 1 to 16"),
        ("nobody.knows", "1", "no such setting"),
        ("camera.noise", "1", "no such setting"),
    ],
)
def test_a_mistake_is_a_sentence_and_changes_nothing(
    book: SettingsBook, table: Table, key: str, text: str, says: str
) -> None:
    book.choose("voice.rate_wpm", "180")
    before, kept = len(table.applied), book.config
    outcome = book.choose(key, text)
    assert says in told(outcome)
    assert book.config == kept
    assert len(table.applied) == before
    assert tomllib.loads(kept.data.chosen_path.read_text("utf-8")) == {"voice": {"rate_wpm": 180}}


@pytest.mark.parametrize("key", sorted(FILE_ONLY))
def test_files_programs_and_the_pin_are_beyond_the_page(book: SettingsBook, key: str) -> None:
    assert book.choose(key, "/etc/passwd") == Notice("setting_file_only")
    assert not book.config.data.chosen_path.exists()
    assert shown(book, key).lock is Locked.FILE_ONLY


@pytest.mark.parametrize(
    "source", ["video:/home/someone/film.mp4", "folder:/etc", "recording:/var", "/dev/../home/someone/film.mp4"]
)
def test_a_camera_can_be_chosen_and_a_file_cannot(book: SettingsBook, source: str) -> None:
    for key in ("camera.source", "camera.box_source"):
        assert book.choose(key, source) == Notice("setting_file_only")
    assert book.choose("camera.source", "/dev/v4l/by-id/usb-a..b") == Notice("setting_next_start")
    assert book.choose("camera.source", "csi:0") == Notice("setting_next_start")
    assert book.config.camera.source == "csi:0"
    assert "same camera" in told(book.choose("camera.box_source", "csi:0"))
    assert book.choose("camera.box_source", "") == Notice("setting_next_start")


def test_the_pin_is_never_shown(tmp_path: Path, table: Table) -> None:
    (tmp_path / "companion.toml").write_text("[web]\nhost_pin = 'Geheim77'\n", "utf-8")
    book = SettingsBook(settings_in(tmp_path / "data"), table.apply)
    pin = shown(book, "web.host_pin")
    assert (pin.secret, pin.is_set, pin.value, pin.default) == (True, True, "", "")
    assert "Geheim77" not in repr(book.groups(words()))


def test_a_password_is_taken_and_never_shown(book: SettingsBook) -> None:
    assert book.choose("web.wifi_password", "open sesame 77") == Notice("setting_next_start")
    assert book.config.web.wifi_password == "open sesame 77"
    assert shown(book, "web.wifi_password").is_set
    assert "open sesame" not in repr(book.groups(words()))
    assert "open sesame" not in told(book.choose("web.wifi_password", "short"))


def test_what_the_page_leaves_out_only_a_developer_turns() -> None:
    drawn = {"px_per_mm", "tilt_deg", "blur_px", "noise", "gradient"}
    assert set(settings()) - set(KEYS) == {
        "table.seed",
        "play.speed",
        "play.game_options",
        *(f"camera.{key}" for key in drawn),
    }


def test_a_voice_that_cannot_be_leaves_everything_as_it_was(book: SettingsBook, table: Table) -> None:
    table.fault = "There is no such voice."
    with pytest.raises(HardwareError):
        book.choose("voice.volume", "0.2")
    assert book.config.voice.volume == 1.0
    assert not book.config.data.chosen_path.exists()


def test_a_choice_that_cannot_be_saved_does_not_count(book: SettingsBook, table: Table) -> None:
    book.config.data.chosen_path.mkdir(parents=True)
    with pytest.raises(OSError, match=r"chosen\.toml"):
        book.choose("voice.volume", "0.2")
    assert book.config.voice.volume == 1.0
    assert table.applied[-1].voice.volume == 1.0  # what had been changed already was changed back


def test_each_setting_is_asked_for_in_its_own_way(book: SettingsBook) -> None:
    kinds = {key: shown(book, key).kind for key in KEYS}
    assert kinds["voice.volume"] is SettingKind.NUMBER
    assert kinds["voice.sink"] is SettingKind.CHOICE
    assert kinds["camera.colour"] is SettingKind.SWITCH
    assert kinds["hardware.seat_buttons"] is SettingKind.LIST
    assert kinds["hardware.undo_button"] is SettingKind.TEXT  # empty: not wired
    volume, language = shown(book, "voice.volume"), shown(book, "table.language", "de")
    assert (volume.low, volume.high) == ("0", "1")
    assert [choice.label for choice in language.choices] == ["English", "Deutsch", "Français"]


@pytest.mark.parametrize("key", [key for key in KEYS if key not in FILE_ONLY])
def test_what_is_shown_can_be_sent_back(book: SettingsBook, key: str) -> None:
    value = as_text(getattr(getattr(book.config, key.partition(".")[0]), key.partition(".")[2]))
    if key in ("camera.lens", "hardware.confirm_button", "hardware.undo_button"):
        assert value == ""
    outcome = book.choose(key, value)
    assert isinstance(outcome, Notice), outcome
    assert outcome.code in ("setting_live", "setting_next_start", "setting_must" if value else "setting_next_start")


def test_a_file_of_choices_that_was_spoilt_is_named(tmp_path: Path, table: Table, book: SettingsBook) -> None:
    book.choose("voice.volume", "0.2")
    path = book.config.data.chosen_path
    path.write_text("[voice]\nvolume = \n", "utf-8")
    with pytest.raises(Exception, match=r"chosen\.toml.*delete it"):
        again(book.loaded)


def test_the_game_is_chosen_from_those_that_there_are(book: SettingsBook) -> None:
    game = shown(book, "table.game")
    assert game.kind is SettingKind.CHOICE
    assert ("war_chest", "War Chest") in [(one.key, one.label) for one in game.choices]
    assert told(book.choose("table.game", "monopoly")) == (
        "It must be one of these games: Chronicle, Chesney, War Chest, Chess deckbuilder, Chain Mail, "
        "Score Sheet, Cards on the Table, Roles and Secrets. "
        "Nothing was changed."
    )
    assert isinstance(book.choose("table.game", "chesney"), Notice)
    assert book.config.table.game == "chesney"


def test_choices_that_belong_together_are_taken_all_or_none(book: SettingsBook) -> None:
    def fits(found: Loaded) -> None:
        if found.config.table.players == 9:
            raise ConfigError("Nine are too many.")

    assert book.choose_all({"table.name": "Ours", "table.players": "9"}, fits) == "Nine are too many."
    assert isinstance(book.choose_all({"table.name": "Ours", "web.host_pin": "4711"}), Notice)
    assert (book.config.table.name, book.config.web.host_pin) == ("", "")
    assert isinstance(book.choose_all({"table.name": "Ours", "table.players": "5"}, fits), Notice)
    assert (book.config.table.name, book.config.table.players) == ("Ours", 5)
    assert book.waits()


def test_a_change_that_counts_at_once_waits_for_nothing(book: SettingsBook) -> None:
    book.choose("table.name", "Ours")
    assert not book.waits()
