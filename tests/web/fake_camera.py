"""A camera that was looked through once: what the page for setting it up is tested against."""

from __future__ import annotations

from dataclasses import replace

from web.pages.camera.views import (
    Advice,
    CameraAct,
    CameraMarker,
    CameraView,
    LensStage,
    LensWork,
    StickerMap,
    TableMap,
    TestTag,
    Tone,
    Zone,
)
from web.views import Reply, Session

COLUMNS, ROWS = 6, 4
GRID = tuple((0.05 + 0.15 * x, 0.05 + 0.225 * y) for y in range(ROWS + 1) for x in range(COLUMNS + 1))
ZONES = tuple([Zone.NOT] * 6 + [Zone.GOOD_LIGHT] * 6 + [Zone.WELL] * 11 + [Zone.OUTSIDE])


def sticker_map(side_mm: float, tone: Tone) -> StickerMap:
    """A map that has every zone; smaller stickers have fewer pixels."""
    per_module = tuple(0.0 if zone is Zone.OUTSIDE else side_mm / 10 for zone in ZONES)
    words = f"Stickers of {side_mm:g} mm will not be read towards the top edge."
    return StickerMap(
        sticker_mm=side_mm, label=f"{side_mm:g} mm", zones=ZONES, px_per_module=per_module, summary=words, tone=tone
    )


def square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + 0.04, y), (x + 0.04, y + 0.05), (x, y + 0.05))


VIEW = CameraView(
    has_camera=True,
    frame=7,
    width_px=1600,
    height_px=1200,
    headline="Something here will keep stickers from being read.",
    tone=Tone.BAD,
    markers=(CameraMarker(0, True, square(0.02, 0.02)), CameraMarker(1, False, square(0.9, 0.02))),
    marker_text="1 of 2 markers are in view. Missing: 1.",
    table=TableMap(COLUMNS, ROWS, GRID, (sticker_map(24.0, Tone.BAD), sticker_map(15.0, Tone.BAD))),
    advice=(
        Advice(
            key="focus", title="Focus", tone=Tone.FAIR, level=0.4, value="blur 1.5 px", text="Turn the lens slowly."
        ),
        Advice(
            key="light", title="Light", tone=Tone.GOOD, level=0.9, value="white at 90 %", text="White paper is bright."
        ),
        Advice(
            key="stand",
            title="Stand",
            tone=Tone.GOOD,
            level=0.8,
            value="83 cm up, leaning 6°",
            text="The camera stands well.",
        ),
    ),
    tests=(TestTag(24, True, 3.1), TestTag(8, False, 0.0)),
    test_text="The smallest test tag that can be read here is 24 mm.",
    lens=LensWork(
        stage=LensStage.NONE, views=0, wanted=12, parts=(), ready=False, text="The lens has not been measured."
    ),
    cards=1,
)


class FakeCamera:
    """See `CameraPort`."""

    setup: CameraView = VIEW
    setup_picture: bytes | None = None

    @property
    def camera_acts(self) -> list[CameraAct]:
        """What the host did."""
        acts: list[CameraAct] = self.__dict__.setdefault("_camera_acts", [])
        return acts

    def camera_view(self, session: Session) -> CameraView:
        return self.setup

    def camera_picture(self, session: Session) -> bytes | None:
        return self.setup_picture

    def camera_act(self, session: Session, act: CameraAct) -> Reply:
        self.camera_acts.append(act)
        if act is CameraAct.LENS_KEEP:
            return Reply(False, "There is no measured lens to keep.", 0)
        stage = LensStage.GATHERING if act is CameraAct.LENS_BEGIN else LensStage.NONE
        parts = (True, *[False] * 11) if act is CameraAct.LENS_BEGIN else ()
        outline = ((0.3, 0.3), (0.6, 0.3), (0.6, 0.7), (0.3, 0.7)) if parts else ()
        lens = LensWork(
            stage=stage,
            views=len(parts[:1]),
            wanted=12,
            parts=parts,
            ready=False,
            text="Hold still…" if parts else "Not measured.",
            outline=outline,
        )
        self.setup = replace(self.setup, frame=self.setup.frame + 1, lens=lens)
        return Reply(True, "Done.", 0)
