"""What the doctor looks at of the camera: the readers of tags, which cameras there are, the picture, how large stickers
look in it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Final

from companion.camera.table_source import open_table_source
from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.journal.journal import is_running
from companion.settings.config import CameraConfig, CameraKind, Config
from vision import FrameSource, Image, MatLayout, RawTag, VisionError, found_cameras, read_tags, sticker_image
from vision.calibration.setup import KNOWN_TAGS, px_per_module
from vision.codes import CODE_MODULES, code_modules
from vision.reading.decoders import by_zbar, by_zxing
from vision.sticker import STICKER_MM
from words import N_, Sentence

TAG_WITHIN_S: Final = 40.0
"""How long a sticker is waited for that somebody holds under the camera."""
_FRAME_WITHIN_S: Final = 6.0
_MARKERS: Final = 8  # a mat has four; some have four more between them
_TEST_PAYLOAD: Final = "DOCTOR42"
_CABLE: Final = N_("Check camera.source and the cable; a camera needs a user of the group video.")
_NETWORK: Final = N_("Open the camera's address in a browser on this machine; check camera.user and camera.password.")
_BOX_CABLE: Final = N_("Check camera.box_source and the cable; a camera needs a user of the group video.")
_WHERE: Final = N_("The page /host/camera shows where; more light there or a sharper picture helps.")
_CLOSER: Final = N_("Move the camera closer or ask for larger pictures: {wanted} are read in any light.")


def _readers(_: Patient) -> Iterator[Finding]:
    """Each of the two on its own: at the table one covers for the other, which would hide that it is missing."""
    drawn = sticker_image(_TEST_PAYLOAD, 200)
    if any(tag.payload == _TEST_PAYLOAD for tag in by_zxing(drawn)):
        yield Finding("tags", Grade.OK, Sentence("a printed tag is read by zxing-cpp"))
    else:
        cure = Sentence("Run ./run setup: the reader zxing-cpp does not work here.")
        yield Finding("tags", Grade.BAD, Sentence("zxing-cpp did not read a tag drawn for this test"), cure)
    if any(tag.payload == _TEST_PAYLOAD for tag in by_zbar(drawn)):
        yield Finding("second reader", Grade.OK, Sentence("a printed tag is read by pyzbar"))
    else:
        cure = Sentence("Run sudo apt install libzbar0, then ./run setup; small tags are read less well without it.")
        yield Finding("second reader", Grade.WARN, Sentence("pyzbar did not read a tag drawn for this test"), cure)


def _cameras(patient: Patient) -> Iterator[Finding]:
    """What could be written as camera.source."""
    found = found_cameras()
    if found:
        names = ", ".join(f"{camera.name}: {camera.setting}" for camera in found)
        yield Finding("cameras", Grade.OK, Sentence("{names}", names=names))
    elif patient.config.camera.kind is CameraKind.DEVICE:
        cure = Sentence("Plug it in; a camera on the ribbon cable is csi:0.")
        yield Finding("cameras", Grade.WARN, Sentence("there is no USB camera"), cure)


def _camera(patient: Patient) -> Iterator[Finding]:
    camera = patient.config.camera
    if camera.kind is CameraKind.VIRTUAL:
        yield Finding("camera", Grade.OK, Sentence("virtual: the table in the browser"))
    elif camera.kind is CameraKind.NONE:
        yield Finding("camera", Grade.OK, Sentence("none is set; everything is told by phone"))
    elif camera.kind is CameraKind.PHONE:
        yield from _phone(patient)
    elif patient.devices_are_ours:
        yield from _through_the_eye(patient)
    elif _is_taken(patient, camera):
        yield _not_tried("camera", camera.source)
    else:
        yield from _through(patient, "camera", camera, _cure(camera))


def _cure(camera: CameraConfig) -> str:
    return _NETWORK if camera.kind is CameraKind.NETWORK else _CABLE


def _phone(patient: Patient) -> Iterator[Finding]:
    """A phone comes by itself, when the host has let it in."""
    live = patient.live
    if live is None:
        text = Sentence("a phone: the page /host/eye of the running companion lets one in")
        yield Finding("camera", Grade.OK, text)
    elif live.frame() is None or live.fault("camera"):
        cure = Sentence("Let one in on the page /host/eye, or wake it.")
        yield Finding("camera", Grade.WARN, Sentence("no phone looks at the table now"), cure)
    else:
        yield from _through_the_eye(patient)


def _evening(patient: Patient) -> Iterator[Finding]:
    """How the eye did in play: what it doubted or had to withdraw, and where."""
    if not patient.devices_are_ours or patient.live is None:
        return
    evening = patient.live.evening()
    if (small := evening.unread) is not None:
        pixels = f"{small.module_px:.1f}"
        text = Sentence("{count} too small to read now: {pixels} pixels for a square", count=small.count, pixels=pixels)
        yield Finding("unread", Grade.WARN, text, Sentence("Move the camera closer, or print larger stickers."))
    counts = {"changes": evening.changes, "withdrawn": evening.withdrawn, "doubted": evening.doubted}
    if evening.where:
        text = Sentence(
            "{changes|one change|{changes} changes} seen this evening: {withdrawn} taken back, {doubted} in doubt, "
            "most of them {where}",
            **counts,
            where=evening.where,
        )
    else:
        text = Sentence(
            "{changes|one change|{changes} changes} seen this evening, none taken back or in doubt", **counts
        )
    cure = Sentence(_WHERE)
    if evening.light is not None:
        cure = Sentence(
            "It is dim there: white paper has {light} % of the light of the brightest corner. A lamp on that side "
            "helps.",
            light=evening.light,
        )
    is_well = evening.is_well
    yield Finding("evening", Grade.OK if is_well else Grade.WARN, text, "" if is_well else cure)


def _is_taken(patient: Patient, camera: CameraConfig) -> bool:
    return patient.live is None and camera.kind.is_device and is_running(patient.config.data.journal_path)


def _not_tried(name: str, source: str) -> Finding:
    text = Sentence("{name}, not tried: a companion is running; its page /host/doctor looks through it", name=source)
    return Finding(name, Grade.OK, text)


def _box(patient: Patient) -> Iterator[Finding]:
    camera = patient.config.camera
    if not camera.box_source:
        return
    box = replace(camera, source=camera.box_source)
    if camera.box_source == CameraKind.PHONE.value and patient.live is None:
        yield Finding(
            "reader box", Grade.OK, Sentence("a phone: the page /host/eye of the running companion lets one in")
        )
    elif patient.devices_are_ours and patient.live is not None:
        fault = patient.live.fault("box")
        text = fault or Sentence("{name} is in use and works", name=camera.box_source)
        yield Finding("reader box", Grade.BAD if fault else Grade.OK, text, Sentence(_BOX_CABLE) if fault else "")
    elif _is_taken(patient, box):
        yield _not_tried("reader box", camera.box_source)
    else:
        yield from _through(patient, "reader box", box, _BOX_CABLE)


def _recording(patient: Patient) -> Iterator[Finding]:
    if path := patient.config.camera.record:
        text = Sentence("the table camera's pictures are kept in {path}, and the screens say so", path=path)
        yield Finding("recording", Grade.OK, text)


def _through_the_eye(patient: Patient) -> Iterator[Finding]:
    """The running table's own camera, without disturbing it: its latest picture."""
    live, camera = patient.live, patient.config.camera
    assert live is not None  # only asked of a running table
    if fault := live.fault("camera"):
        yield Finding("camera", Grade.BAD, fault, Sentence(_cure(camera)))
        return
    frame = live.frame()
    if frame is None:
        text = Sentence("{name} gives no picture", name=camera.source)
        yield Finding("camera", Grade.BAD, text, Sentence(_cure(camera)))
        return
    yield _picture("camera", camera.source, camera, frame.image)
    yield from _measured(frame.image)


def _through(patient: Patient, name: str, camera: CameraConfig, cure: str) -> Iterator[Finding]:
    try:
        with closing(open_table_source(camera, camera.source, camera.fps)) as source:
            frame = source.read(_FRAME_WITHIN_S)
            if frame is None:
                yield Finding(name, Grade.BAD, Sentence("{name} gives no picture", name=source.name), Sentence(cure))
                return
            yield _picture(name, source.name, camera, frame.image)
            if name != "camera":
                return
            if patient.wishes.tag:
                yield _waited_for(source, frame.image)
            else:
                yield from _measured(frame.image)
    except VisionError as error:
        yield Finding(name, Grade.BAD, str(error), Sentence(cure))


def _picture(name: str, source: str, camera: CameraConfig, image: Image) -> Finding:
    height, width = image.shape[:2]
    if not camera.kind.is_device or width >= 0.9 * camera.width:
        text = Sentence("{name}, {width} x {height}", name=source, width=width, height=height)
        return Finding(name, Grade.OK, text)
    text = Sentence(
        "{name}, {width} x {height}, although {wide} x {high} was asked",
        name=source,
        width=width,
        height=height,
        wide=camera.width,
        high=camera.height,
    )
    cure = Sentence("It may be slow or far away for small tags; ask for a size that the camera has (camera.width).")
    return Finding(name, Grade.WARN, text, cure)


# ---- how large stickers look ----------------------------------------------------------------------------------------


def _measured(image: Image) -> Iterator[Finding]:
    """By the mat's markers, and by whatever sticker lies in the picture."""
    scale = px_per_module(image, range(_MARKERS), MatLayout(0, 0, ()).marker_size_mm, STICKER_MM)
    if scale is not None:
        text = Sentence(
            "at the mat's markers a sticker of {side} mm has {least} to {most} pixels per square",
            side=f"{STICKER_MM:g}",
            least=f"{scale[0]:.1f}",
            most=f"{scale[1]:.1f}",
        )
        yield _graded("stickers", scale[0], text)
    tags = _ours(image)
    if tags:
        yield _test_tag(tags)
    elif scale is None:
        text = Sentence(
            "no marker and no sticker is in the picture, so their size was not measured; put a "
            "sticker under the camera and check again"
        )
        yield Finding("stickers", Grade.OK, text)


def _waited_for(source: FrameSource, image: Image) -> Finding:
    """The sticker that somebody holds under the camera now."""
    until_s = time.monotonic() + TAG_WITHIN_S
    while True:
        if tags := _ours(image):
            return _test_tag(tags)
        left_s = until_s - time.monotonic()
        if left_s <= 0 or source.ended:
            break
        frame = source.read(min(left_s, _FRAME_WITHIN_S))
        image = image if frame is None else frame.image
    cure = Sentence("Hold it flat, closer, in good light; turn the lens until the picture is sharp; then try again.")
    return Finding("test tag", Grade.BAD, Sentence("no sticker was read"), cure)


def _ours(image: Image) -> tuple[RawTag, ...]:
    """The tags that could be stickers: any short code, whatever it says."""
    return tuple(tag for tag in read_tags(image) if code_modules(tag.payload) is not None)


def _test_tag(tags: Sequence[RawTag]) -> Finding:
    sizes = [_side_px(tag) / CODE_MODULES for tag in tags]
    text = Sentence(
        "{count|1 sticker is|{count} stickers are} read, with {least} to {most} pixels per square",
        count=len(tags),
        least=f"{min(sizes):.1f}",
        most=f"{max(sizes):.1f}",
    )
    return _graded("test tag", min(sizes), text)


def _side_px(tag: RawTag) -> float:
    corners = tag.corners_px
    sides = [math.dist(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    return sum(sides) / len(sides)


def _graded(name: str, px: float, text: Sentence) -> Finding:
    if px >= KNOWN_TAGS.hard:
        return Finding(name, Grade.OK, text)
    cure = Sentence(_CLOSER, wanted=f"{KNOWN_TAGS.hard:g}")
    return Finding(name, Grade.WARN if px >= KNOWN_TAGS.good else Grade.BAD, text, cure)


def has_camera_to_hold_a_tag_under(config: Config) -> bool:
    """Whether waiting for a sticker makes sense."""
    return config.camera.kind not in (CameraKind.VIRTUAL, CameraKind.NONE)


TABLE_LOOKS: Final = (
    Examination("tags", Section.TABLE, _readers),
    Examination("cameras", Section.TABLE, _cameras),
    Examination("camera", Section.TABLE, _camera, 20.0 + TAG_WITHIN_S),
    Examination("reader box", Section.TABLE, _box, 20.0),
    Examination("evening", Section.TABLE, _evening),
    Examination("recording", Section.TABLE, _recording),
)
