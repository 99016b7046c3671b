"""The camera's last pictures: held by a running table, kept by the host alone, told to all, and in nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera.kept_pictures import FOLDER, MOST, KeptPictures
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from companion.telling.outlets import OUTLETS, Readable
from companion.values.notices import Notice
from hardware.types import SpeechSink
from tests.companion.high_card import HIGH_CARD
from vision import Frame, LookBack, ReplaySource, VisionError
from web.pages.kept.views import KeptAct
from web.views import Role, Session

HOST, GUEST = Session(Role.HOST), Session(Role.SPECTATOR)


def picture(number: int) -> Frame:
    image = np.random.default_rng(number).integers(0, 255, (60, 80, 3), np.uint8)
    return Frame(image, float(number), number)


def filled(pictures: int = 3) -> LookBack:
    look_back = LookBack()
    for number in range(pictures):
        look_back.add(picture(number))
        look_back.settle()
    return look_back


def test_what_is_kept_is_listed_taken_as_a_replayable_folder_and_deleted(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path, filled())
    assert kept.all() == ()
    assert kept.keep().pictures == 3
    (one,) = kept.all()
    assert one.pictures == 3
    with zipfile.ZipFile(io.BytesIO(kept.zipped(one.name))) as file:
        file.extractall(tmp_path / "elsewhere")
    replay = ReplaySource(tmp_path / "elsewhere" / one.name, fps=-1)
    first = replay.read(0.0)
    assert first is not None
    assert first.image.shape == (60, 80, 3)
    kept.delete(one.name)
    assert kept.all() == ()
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_only_what_was_kept_can_be_taken_or_deleted(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path, filled())
    (tmp_path / FOLDER / "mine").mkdir(parents=True)
    (tmp_path / FOLDER / "20261399-999999").mkdir()
    for name in ("", ".", "..", "../journal", "mine", "20261399-999999", "20260101-000000"):
        with pytest.raises(VisionError, match="no longer"):
            kept.delete(name)
        with pytest.raises(VisionError, match="no longer"):
            kept.zipped(name)
    assert (tmp_path / FOLDER / "mine").is_dir()


def test_there_is_an_end_to_keeping(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path, filled())
    for _ in range(MOST):
        kept.keep()
    with pytest.raises(VisionError, match="Delete one first"):
        kept.keep()
    assert len(kept.all()) == MOST
    with pytest.raises(VisionError, match="No pictures are held"):
        KeptPictures(tmp_path, None).keep()


# -- at a table --------------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    built: list[Service] = []

    def table(**camera: object) -> Service:
        config = Config()
        config = replace(
            config,
            camera=replace(config.camera, source="virtual", **camera),  # type: ignore[arg-type]
            data=replace(config.data, directory=str(tmp_path)),
            voice=replace(config.voice, sink=SpeechSink.OFF),
            play=replace(config.play, autoplay=Autoplay.OFF),
            web=replace(config.web, host="127.0.0.1", port=0),
        )
        built.append(build(config, HIGH_CARD, fresh=True))
        built[-1].referee.tell()
        return built[-1]

    yield table
    for service in built:
        service.stop()


def looked(service: Service, frames: int = 3) -> None:
    """The camera gives some pictures, as its thread would."""
    assert service.eye is not None
    for _ in range(frames):
        frame = service.eye._feed._source.read(1.0)  # type: ignore[union-attr]
        assert frame is not None
        service.eye.look(frame)
    look_back = service.kept._look_back
    assert look_back is not None
    look_back.settle()


def told(service: Service) -> list[str]:
    found = []
    while (message := service.inbox.get(0.0)) is not None:
        if isinstance(message, Notice):
            found.append(message.code)
    return found


def test_the_host_keeps_what_the_table_camera_saw_and_everybody_hears_of_it(tables: Callable[..., Service]) -> None:
    service = tables()
    door = service.pages.kept
    assert door.kept_view(HOST).can_keep is False
    assert not door.kept_act(HOST, KeptAct.KEEP, "").ok
    looked(service)
    view = door.kept_view(HOST)
    assert view.can_keep
    assert "in memory only" in view.held
    assert not (service.config.data.path / FOLDER).exists(), "nothing is on disk before the host says so"
    assert told(service) == []
    reply = door.kept_act(HOST, KeptAct.KEEP, "")
    assert reply.ok, reply.sentence
    assert told(service) == ["pictures_kept"]
    (one,) = door.kept_view(HOST).kept
    data = door.kept_file(HOST, one.name)
    assert data is not None
    assert zipfile.ZipFile(io.BytesIO(data)).namelist()[-1].endswith("frames.jsonl")
    assert door.kept_act(HOST, KeptAct.DELETE, one.name).ok
    assert door.kept_view(HOST).kept == ()


def test_no_other_session_keeps_takes_or_deletes(tables: Callable[..., Service]) -> None:
    service = tables()
    looked(service)
    door = service.pages.kept
    assert not door.kept_act(GUEST, KeptAct.KEEP, "").ok
    assert door.kept_act(HOST, KeptAct.KEEP, "").ok
    (one,) = door.kept_view(HOST).kept
    for session in (GUEST, Session(Role.SEAT, 0)):
        assert not door.kept_act(session, KeptAct.DELETE, one.name).ok
        assert door.kept_file(session, one.name) is None
    assert len(door.kept_view(HOST).kept) == 1


def test_no_report_and_no_copy_of_the_journal_has_them(tables: Callable[..., Service]) -> None:
    service = tables()
    looked(service)
    assert service.pages.kept.kept_act(HOST, KeptAct.KEEP, "").ok
    pictures = [file.read_bytes() for file in (service.config.data.path / FOLDER).rglob("*.jpg")]
    assert pictures
    report = service.pages.office.problem_report(HOST, names=True)
    with zipfile.ZipFile(io.BytesIO(report)) as file:
        inside = [file.read(name) for name in file.namelist()]
        assert not [name for name in file.namelist() if name.endswith((".jpg", ".png", ".jsonl"))]
    copy = service.pages.office.backup_file(HOST, "")
    assert copy is not None
    for packed in pictures:
        assert all(packed[100:400] not in data for data in (*inside, copy))


def test_where_the_owner_says_no_nothing_is_held(tables: Callable[..., Service]) -> None:
    service = tables(look_back=False)
    assert service.kept.held is None
    view = service.pages.kept.kept_view(HOST)
    assert (view.can_keep, "camera.look_back" in view.held) == (False, True)


def test_they_leave_the_box_for_the_host_alone() -> None:
    outlet = OUTLETS["kept_pictures"]
    assert (outlet.readable, outlet.rooms) == (Readable.BY_HOST, ("kept",))
