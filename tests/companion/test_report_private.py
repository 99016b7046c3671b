"""Nothing private that was planted stands in any file of a report, whoever writes it: a law over every setting in
which people write what they like, and over a careless log."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import doctor as _cli_doctor
from companion.doctor.finding import Finding, Grade
from companion.doctor.report import Cover, TableFacts, no_names, private_values, problem_report
from companion.service.office_parts import as_given
from companion.settings.config import Config, Loaded, settings, value_of

HOME = "/home/mara-lindqvist"
NAMES = ("Adalind", "Benedikt")
PLANTED = {
    "web.wifi_name": "Kleeblatt",
    "web.wifi_password": "open sesame 77",
    "web.host_pin": "Geheim4711",
    "camera.user": "tilo.lindqvist",
    "camera.password": "Fernglas 12",
    "mqtt.broker": "tilo-nas.local",
    "mqtt.user": "table-of-mara",
    "mqtt.password": "Amsel singt 12",
    "mqtt.topic": "lindqvist/parlour",
    "mqtt.ca": f"{HOME}/broker.pem",
    "venue.address": "http://tilo-nas.local:8090",
    "venue.ca": f"{HOME}/venue.pem",
    "table.name": "Bei den Lindqvists",
    "table.names": NAMES,
    "table.copies": ("Box of Uncle Tilo",),
    "camera.record": f"{HOME}/pictures",
    "web.extra_hosts": ("tilos-laptop.local",),
    "web.certificate": f"{HOME}/table.pem",
    "web.certificate_key": "/mnt/tilo/key.pem",
    "voice.wav_path": f"{HOME}/voice.wav",
    "data.directory": f"{HOME}/data",
    "play.pack": f"{HOME}/cards.toml",
    "box.shutdown": "ssh tilo@nas poweroff",
}
PRIVATE = (
    HOME,
    "mara",
    "lindqvist",
    "tilo",
    *NAMES,
    *(str(PLANTED[f"web.{key}"]) for key in ("wifi_name", "host_pin")),
    *(str(PLANTED[f"{kind}.password"]) for kind in ("camera", "mqtt")),
)


def config(**changed: object) -> Config:
    """Everything planted, and what is `changed`."""
    found = Config()
    for key, value in (PLANTED | changed).items():
        section, _, name = key.partition(".")
        found = replace(found, **{section: replace(getattr(found, section), **{name: value})})
    return found


def written(config: Config, log: tuple[str, ...] = ()) -> str:
    """A report of it, all files in one."""
    loaded = Loaded(config, dict.fromkeys(settings(), f"the file {HOME}/companion.toml"))
    findings = [Finding("disk", Grade.WARN, f"{HOME}/data is nearly full.", f"Make room in {HOME}.")]
    told = TableFacts(
        "high_card", 2, story=((1, "Adalind plays Red 1", False),), devices=("Camera: of Benedikt",), log=log
    )
    cover = Cover(no_names(config.table.names), private_values(config))
    content = problem_report(loaded, told, cover, datetime.now(UTC), findings)
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return "\n".join(file.read(name).decode("utf-8") for name in file.namelist())


def test_everything_private_is_planted() -> None:
    """A setting in which people write what they like is planted here, or said to be told."""
    texts = {key for key, one in settings().items() if not one.is_told and "str" in str(one.hint)}
    assert texts - set(PLANTED) == set()


def test_nothing_that_was_planted_stands_in_a_report() -> None:
    log = tuple(f"careless call {key} {value_of(config(), key)}" for key in PLANTED if settings()[key].is_private)
    text = written(config(), (*log, f"Adalind opened {HOME}/data/companion.db", "code=7JSWT token: abc"))
    for private in (*PRIVATE, "7JSWT", "abc", str(PLANTED["web.wifi_password"])):
        assert private.casefold() not in text.casefold(), private
    assert "careless call" in text
    assert "~/data is nearly full" in text
    assert "Seat 1 plays Red 1" in text


@pytest.mark.parametrize("name", ["Ka", "x+y", "Wi-Fi 2"])
def test_a_short_name_of_a_wi_fi_is_struck_out_as_a_word(name: str) -> None:
    text = written(config(**{"web.wifi_name": name}), (f"joined {name} now", "Karten were dealt"))
    assert f"joined {name}" not in text
    assert "joined *** now" in text
    assert "Karten were dealt" in text


def test_what_helps_is_told() -> None:
    text = written(config(**{"camera.source": "csi:1", "table.game": "chess", "web.port": 8123}))
    for helps in ('"csi:1"', '"chess"', '"8123"', "2 names"):
        assert helps in text


def test_the_doctor_s_own_report_is_covered_too(tmp_path: Path) -> None:
    """It is written without a table."""
    file = tmp_path / "report.zip"
    _cli_doctor._write_report(file, as_given(config()), [Finding("disk", Grade.BAD, f"{HOME} Kleeblatt", "")])
    with zipfile.ZipFile(file) as opened:
        text = "\n".join(opened.read(name).decode("utf-8") for name in opened.namelist())
    for private in PRIVATE:
        assert private.casefold() not in text.casefold(), private
