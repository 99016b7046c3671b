"""Settings in layers; every bad one ends in one sentence that names the key, its origin and what is allowed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.settings.config import (
    DEFAULT,
    Autoplay,
    CameraKind,
    Config,
    ConfigError,
    Override,
    Wording,
    load_config,
    render_example,
    settings,
    toml_value,
    variable_of,
)
from hardware.types import PinFactory, SpeechSink

HOME = {"HOME": "/nowhere"}


@pytest.fixture(autouse=True)
def _no_files_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.settings.read._PLACES", (str(tmp_path / "home.toml"), str(tmp_path / "etc.toml")))


@pytest.mark.parametrize("source", ["http://me:geheim@10.0.0.5/video", "http://10.0.0.5/v.cgi?user=me&pwd=geheim"])
def test_an_address_with_a_password_is_refused_without_saying_it(source: str) -> None:
    refused = sentence(COMPANION_CAMERA_SOURCE=source)
    assert "camera.password" in refused
    assert "10.0.0.5" in refused
    assert "geheim" not in refused
    written = load_config(
        None, (), HOME | {"COMPANION_CAMERA_SOURCE": "http://10.0.0.5/v.cgi?user={user}&pwd={password}"}
    )
    assert written.config.camera.kind is CameraKind.NETWORK


def sentence(file: Path | None = None, *overrides: Override, **env: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(file, overrides, env)
    text = str(caught.value)
    assert text.endswith((".", "?"))
    assert "\n" not in text
    return text


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


# ---- layers ----------------------------------------------------------------------------------------------------------


def test_without_anything_the_defaults_hold() -> None:
    found = load_config(None, (), {"STATE_DIRECTORY": "/var/lib/companion:/other"})
    assert found.config.web.port == 8080
    assert found.config.camera.kind is CameraKind.VIRTUAL
    assert found.config.play.autoplay is Autoplay.FILL
    assert found.config.data.path == Path("/var/lib/companion")
    assert found.config.data.journal_path.parent == found.config.data.path
    assert set(found.origins.values()) == {DEFAULT}
    assert found.file is None


def test_each_layer_goes_over_the_one_before(tmp_path: Path) -> None:
    file = written(tmp_path / "a.toml", "[web]\nport = 1001\nmax_streams = 7\nhost = '127.0.0.1'\n")
    env = {"COMPANION_WEB_PORT": "1002", "COMPANION_WEB_MAX_STREAMS": "8"}
    found = load_config(file, [Override("web.port", "1003", "--port")], env)
    assert (found.config.web.port, found.config.web.max_streams, found.config.web.host) == (1003, 8, "127.0.0.1")
    assert found.origins["web.port"] == "the flag --port"
    assert found.origins["web.max_streams"] == "the environment variable COMPANION_WEB_MAX_STREAMS"
    assert found.origins["web.host"] == f"the file {file}"
    assert found.is_given("web.host")
    assert not found.is_given("web.extra_hosts")
    assert found.file == file


def test_the_file_is_looked_for_in_order(tmp_path: Path) -> None:
    def port(file: Path | None = None, **env: str) -> int:
        return load_config(file, (), env).config.web.port

    assert port() == 8080
    written(tmp_path / "etc.toml", "[web]\nport = 1")
    assert port() == 1
    written(tmp_path / "home.toml", "[web]\nport = 2")
    assert port() == 2
    by_variable = written(tmp_path / "c.toml", "[web]\nport = 3")
    assert port(COMPANION_CONFIG=str(by_variable)) == 3
    assert port(written(tmp_path / "d.toml", "[web]\nport = 4"), COMPANION_CONFIG=str(by_variable)) == 4


def test_text_is_read_as_the_type_that_is_wanted() -> None:
    env = {
        "COMPANION_TABLE_NAMES": "Ada, Ben",
        "COMPANION_TABLE_SEED": "7",
        "COMPANION_CAMERA_NOISE": "1.5",
        "COMPANION_HARDWARE_PINS": "mock",
        "COMPANION_HARDWARE_SEAT_BUTTONS": "5,6",
        "COMPANION_HARDWARE_CONFIRM_BUTTON": "none",
        "COMPANION_VOICE_SINK": "off",
        "COMPANION_VOICE_WORDING": "long",
        "COMPANION_PLAY_OPTIONS": "rounds=3, fast=true, map=isles, low=-2",
        "COMPANION_PLAY_GAME_OPTIONS": "chess.clock=5,chess.blitz=false",
    }
    config = load_config(None, (), env).config
    assert config.table.names == ("Ada", "Ben")
    assert config.table.seed == 7
    assert config.camera.noise == 1.5
    assert config.hardware.pins is PinFactory.MOCK
    assert config.hardware.pin_map["seat_buttons"] == (5, 6)
    assert not config.hardware.pin_map["confirm_button"]
    assert config.voice.speech_settings.sink is SpeechSink.OFF
    assert config.voice.wording is Wording.LONG
    assert config.play.options == {"rounds": 3, "fast": True, "map": "isles", "low": -2}
    assert config.play.options_for("chess") == {"clock": 5, "blitz": False, **config.play.options}


def test_one_option_on_the_command_line_leaves_the_others(tmp_path: Path) -> None:
    file = written(
        tmp_path / "a.toml", "[play]\noptions = { rounds = 3, fast = true }\n[play.game_options.chess]\nclock=5\n"
    )
    flags = [
        Override("play.options.rounds", "4", "--option"),
        Override("play.game_options.chess.blitz", "true", "--set"),
    ]
    play = load_config(file, flags, {}).config.play
    assert play.options == {"rounds": 4, "fast": True}
    assert play.game_options == {"chess": {"clock": 5, "blitz": True}}


def test_names_decide_the_number_of_players() -> None:
    assert load_config(None, (), {"COMPANION_TABLE_NAMES": "a,b,c"}).config.table.players == 3
    both = {"COMPANION_TABLE_NAMES": "a,b,c", "COMPANION_TABLE_PLAYERS": "5"}
    assert load_config(None, (), both).config.table.players == 5


def test_the_program_plays_by_itself_only_at_the_virtual_table() -> None:
    assert load_config(None, (), {"COMPANION_CAMERA_SOURCE": "device:0"}).config.play.autoplay is Autoplay.OFF
    both = {"COMPANION_CAMERA_SOURCE": "device:0", "COMPANION_PLAY_AUTOPLAY": "all"}
    assert load_config(None, (), both).config.play.autoplay is Autoplay.ALL


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("virtual", CameraKind.VIRTUAL),
        ("none", CameraKind.NONE),
        ("folder:/a b", CameraKind.FOLDER),
        ("video:x.mp4", CameraKind.VIDEO),
        ("device:2", CameraKind.DEVICE),
        ("/dev/video0", CameraKind.DEVICE),
        ("csi:1", CameraKind.CSI),
        ("recording:an evening", CameraKind.RECORDING),
    ],
)
def test_cameras(source: str, kind: CameraKind) -> None:
    assert load_config(None, (), {"COMPANION_CAMERA_SOURCE": source}).config.camera.kind is kind


# ---- what is wrong ---------------------------------------------------------------------------------------------------

WRONG = [
    ("COMPANION_WEB_PORT", "abc", "a whole number from 0 to 65535"),
    ("COMPANION_WEB_PORT", "70000", "a whole number from 0 to 65535"),
    ("COMPANION_WEB_PORT", "", "a whole number from 0 to 65535"),
    ("COMPANION_WEB_HOST", "", "a text that is not empty"),
    ("COMPANION_PLAY_SPEED", "0", "a number above 0 and at most 1000"),
    ("COMPANION_PLAY_SPEED", "nan", "a number above 0 and at most 1000"),
    ("COMPANION_PLAY_AUTOPLAY", "yes", 'one of "off", "fill", "all"'),
    ("COMPANION_CAMERA_SOURCE", "webcam", '"folder:PATH"'),
    ("COMPANION_CAMERA_SOURCE", "folder:", '"folder:PATH"'),
    ("COMPANION_TABLE_LANGUAGE", "English", "a language code"),
    ("COMPANION_TABLE_SEED", "-1", "a whole number from 0 up, or be left out"),
    ("COMPANION_TABLE_NAMES", "x" * 25, "at most 24 characters"),
    ("COMPANION_HARDWARE_SEAT_BUTTONS", "5,x", "a list, each item a whole number from 0 to 27"),
    ("COMPANION_PLAY_OPTIONS", "rounds", "a table of option ="),
    ("COMPANION_PLAY_GAME_OPTIONS", "rounds=3", "a table of games"),
]


@pytest.mark.parametrize(("variable", "text", "allowed"), WRONG)
def test_a_bad_value_is_named_with_its_origin_and_what_is_allowed(variable: str, text: str, allowed: str) -> None:
    said = sentence(None, **{variable: text})
    key = next(key for key in settings() if variable_of(key) == variable)
    assert f"The setting {key} is '{text[:40]}" in said
    assert f"the environment variable {variable}" in said
    assert allowed in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[web]\nport = 'x'", "The setting web.port is 'x' (from the file {}), but it must be a whole number"),
        ("[web]\nport = true", "The setting web.port is true"),
        ("[web]\nport = 80.0", "The setting web.port is 80.0"),
        ("[play]\nspeed = nan", "The setting play.speed is nan"),
        ("[play]\noptions = { a = 1.5 }", "a table of option = true, false, a whole number or a text"),
        ("[web]\nprot = 1", "There is no setting web.prot (from the file {}); did you mean web.port."),
        ("[web]\nplayers = 1", "did you mean table.players"),
        ("[web]\nqqq = 1", "its settings are host, port, max_streams"),
        ("[wev]\nport = 1", "There is no section wev of settings (from the file {}); did you mean web."),
        ("[zzz]", "the sections are [table], [camera]"),
        ("web = 3", "write [web] above its settings"),
        ("[web]\nport == 1", "The file of settings {} is not valid TOML: "),
        ("[web", "line 1, the end of the file"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path / "x.toml", text)
    assert said.format(file) in sentence(file)


def test_a_syntax_error_has_its_line(tmp_path: Path) -> None:
    assert "line 3" in sentence(written(tmp_path / "x.toml", "[web]\nport = 1\nhost = = 2\n"))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert "does not exist" in sentence(tmp_path / "none.toml")
    assert "cannot be read: Is a directory" in sentence(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    assert "is not UTF-8 text" in sentence(tmp_path / "latin.toml")
    assert str(tmp_path / "gone.toml") in sentence(None, COMPANION_CONFIG=str(tmp_path / "gone.toml"))


def test_flags_and_variables_have_known_keys_only() -> None:
    assert "did you mean web.port" in sentence(None, Override("web.prot", "1", "--set"))
    assert "There is no setting web.port.x" in sentence(None, Override("web.port.x", "1", "--set"))
    assert "its settings are" in sentence(None, Override("web", "1", "--set"))
    assert "the environment variable COMPANION_WEB_PROT" in sentence(None, COMPANION_WEB_PROT="1")
    assert "There is no section foo" in sentence(None, COMPANION_FOO="1")


def test_what_must_go_together() -> None:
    said = sentence(None, COMPANION_TABLE_NAMES="a,b,c", COMPANION_TABLE_PLAYERS="2")
    assert "table.names (from the environment variable COMPANION_TABLE_NAMES) has 3 names" in said
    assert "table.players is 2" in said
    assert "voice.wav_path must name the file" in sentence(None, COMPANION_VOICE_SINK="wav")
    said = sentence(None, COMPANION_HARDWARE_SEAT_BUTTONS="5,6", COMPANION_HARDWARE_UNDO_BUTTON="6")
    assert "Pin 6 is used twice" in said
    assert "COMPANION_HARDWARE_UNDO_BUTTON" in said


def test_the_reader_box_needs_a_camera_of_its_own() -> None:
    text = sentence(COMPANION_CAMERA_SOURCE="csi:0", COMPANION_CAMERA_BOX_SOURCE="csi:0")
    assert "name the same camera" in text
    assert "COMPANION_CAMERA_BOX_SOURCE" in text


def test_the_pin_is_never_shown(tmp_path: Path) -> None:
    secret = "hunter 2!"
    with pytest.raises(ConfigError) as caught:
        load_config(None, (), {"COMPANION_WEB_HOST_PIN": secret})
    assert "web.host_pin" in str(caught.value)
    assert "4 to 32 letters and digits" in str(caught.value)
    chain: list[BaseException] = [caught.value]
    while (cause := chain[-1].__cause__) is not None:
        chain.append(cause)
    assert not [error for error in chain if secret in str(error)]
    said = sentence(None, Override("web.host_pin", "123456", "--set"))
    assert "123456" not in said
    assert "COMPANION_WEB_HOST_PIN" in said
    good = load_config(None, (), {"COMPANION_WEB_HOST_PIN": "987654"}).config
    assert good.web.host_pin == "987654"
    assert "987654" not in repr(good)


# ---- the example -----------------------------------------------------------------------------------------------------


def test_the_example_as_it_stands_changes_nothing(tmp_path: Path) -> None:
    found = load_config(written(tmp_path / "x.toml", render_example()), (), HOME)
    assert set(found.origins.values()) == {DEFAULT}


def test_the_example_uncommented_gives_the_defaults(tmp_path: Path) -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", render_example(), flags=re.MULTILINE)
    tables = tomllib.loads(text)
    assert {f"{section}.{name}" for section, body in tables.items() for name in body} == set(settings())
    config = load_config(written(tmp_path / "x.toml", text), (), HOME).config
    buttons = {f"{name}_button" for name in ("confirm", "undo", "pause", "die", "dial")}
    examples = {"seed", "lens", "directory", "tray_sensor"} | buttons
    for key in settings():
        section, _, name = key.partition(".")
        if name not in examples:
            assert getattr(getattr(config, section), name) == getattr(getattr(Config(), section), name), key


def test_every_setting_says_what_it_means() -> None:
    assert not [key for key, setting in settings().items() if len(setting.meaning) < 15 or len(setting.allowed) < 5]


@pytest.mark.parametrize("value", ['a "b" \\ é\n', 3, 2.5, True, (1, 2), ("a", "b"), {"a": 1, "b c": "x"}])
def test_values_as_toml_are_read_back(value: object) -> None:
    read = tomllib.loads(f"x = {toml_value(value)}")["x"]
    assert (tuple(read) if isinstance(value, tuple) else read) == value
