"""What the numbers of one look through the camera mean, in words: how stickers are read where, focus and light."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Final, Protocol

from vision.calibration.mat import Glance
from vision.calibration.pose import FocalSource
from vision.calibration.setup import (
    KNOWN_TAGS,
    STICKER_MODULES,
    HeatMap,
    Reading,
    SetupLook,
    least_sticker_mm,
    part_of_mat,
)
from web.pages.camera.views import Advice, StickerMap, Tone, Zone

_SHARP_PX: Final = 1.1  # no lens does better: if that is too soft, the camera is too far away
_BEST_PX: Final = 0.6
_BLUR_GOOD, _BLUR_FAIR = 0.5, 0.65  # of a module of the smallest sticker
_ROUGH_GOOD_PX, _ROUGH_FAIR_PX = 1.3, 2.2
_BURNT: Final = 0.25  # share of the white paper that is saturated
_WHITE_FAIR, _WHITE_BAD = 130.0, 90.0
_CONTRAST: Final = 90.0
_EVEN_GOOD, _EVEN_FAIR = 0.7, 0.5  # the darkest white paper beside the brightest
_FLICKER_FAIR, _FLICKER_BAD = 0.05, 0.12
_FLICKER_LOOKS: Final = 4
_TILT_FAIR_DEG, _TILT_BAD_DEG = 25.0, 35.0
_ERROR_FAIR_MM: Final = 2.0
_SOME: Final = 0.02  # of the table: less is not worth a word


class Say(Protocol):
    """A sentence of the companion for a code and its facts."""

    def __call__(self, code: str, **facts: object) -> str: ...


def sticker_maps(heat: HeatMap, sizes_mm: Sequence[float], say: Say) -> tuple[StickerMap, ...]:
    """The map for each size of sticker in use."""
    return tuple(_sticker_map(heat, side, say) for side in sizes_mm)


def _sticker_map(heat: HeatMap, sticker_mm: float, say: Say) -> StickerMap:
    readings = heat.readings(sticker_mm, KNOWN_TAGS)
    per_module = [0.0 if math.isnan(v) else round(v * sticker_mm / STICKER_MODULES, 2) for v in heat.px_per_mm]
    where = {reading: [n for n, one in enumerate(readings) if one is reading] for reading in Reading}
    share = {reading: len(places) / max(1, len(readings)) for reading, places in where.items()}
    size = f"{sticker_mm:g}"
    lines, tone = [], Tone.GOOD
    if share[Reading.NOT] > _SOME:
        tone = Tone.BAD
        part = part_of_mat(where[Reading.NOT], heat)
        need = f"{least_sticker_mm(heat.least(), KNOWN_TAGS.good):g}"
        lines.append(say("size_not", size=size, where=part, need=need))
    elif share[Reading.GOOD_LIGHT] > _SOME:
        tone = Tone.FAIR
        lines.append(say("size_light", size=size, where=part_of_mat(where[Reading.GOOD_LIGHT], heat)))
    else:
        lines.append(say("size_well", size=size, least=f"{min(filter(None, per_module), default=0.0):.1f}"))
    if share[Reading.OUTSIDE] > _SOME:
        tone = Tone.BAD
        lines.append(say("size_outside", where=part_of_mat(where[Reading.OUTSIDE], heat)))
    zones = tuple(Zone(one.value) for one in readings)
    return StickerMap(
        sticker_mm=sticker_mm,
        label=say("size", size=size),
        zones=zones,
        px_per_module=tuple(per_module),
        summary=" ".join(lines),
        tone=tone,
    )


def advice(look: SetupLook, glance: Glance, whites: Sequence[float], say: Say) -> tuple[Advice, ...]:
    """Focus, light and stand of the camera. `whites`: how bright white paper was at the latest looks."""
    found = [_focus(look, glance, say), _exposure(look, say), _evenness(look, say), _flicker(whites, say)]
    if look.pose is not None:
        found.append(_stand(look, say))
    return tuple(found)


def _told(say: Say, key: str, tone: Tone, text: str, level: float = 0.0, value: str = "") -> Advice:
    return Advice(key=key, title=say(key), tone=tone, level=level, value=value, text=text)


def _focus(look: SetupLook, glance: Glance, say: Say) -> Advice:
    blur = look.blur_px
    if blur is None:
        return _told(say, "focus", Tone.UNKNOWN, say("focus_unknown"))
    level = min(1.0, _BEST_PX / max(blur, _BEST_PX))
    value = say("focus_value", blur=f"{blur:.1f}")
    if look.is_blur_rough or look.heat is None or look.heat.least() == 0:
        tone = Tone.GOOD if blur <= _ROUGH_GOOD_PX else Tone.FAIR if blur <= _ROUGH_FAIR_PX else Tone.BAD
    else:
        modules = blur / (look.heat.least() * glance.sticker_mm[-1] / STICKER_MODULES)
        is_sharp = blur <= _SHARP_PX or modules <= _BLUR_GOOD
        tone = Tone.GOOD if is_sharp else Tone.FAIR if modules <= _BLUR_FAIR else Tone.BAD
    return _told(say, "focus", tone, say("focus_good" if tone is Tone.GOOD else "focus_turn"), level, value)


def _exposure(look: SetupLook, say: Say) -> Advice:
    if not look.looks:
        return _told(say, "light", Tone.UNKNOWN, say("light_unknown"))
    white = median(one.white for one in look.looks)
    black = median(one.black for one in look.looks)
    level, value = white / 255, say("light_value", white=round(100 * white / 255))
    if max(one.burnt for one in look.looks) > _BURNT:
        return _told(say, "light", Tone.BAD, say("light_burnt"), level, value)
    if white < _WHITE_FAIR:
        tone = Tone.BAD if white < _WHITE_BAD else Tone.FAIR
        return _told(say, "light", tone, say("light_dark"), level, value)
    if white - black < _CONTRAST:
        return _told(say, "light", Tone.FAIR, say("light_veil"), level, value)
    return _told(say, "light", Tone.GOOD, say("light_good"), level, value)


def _evenness(look: SetupLook, say: Say) -> Advice:
    if len(look.looks) < 2:
        return _told(say, "even", Tone.UNKNOWN, say("light_unknown"))
    darkest = min(look.looks, key=lambda one: one.white)
    share = darkest.white / max(1.0, *(one.white for one in look.looks))
    tone = Tone.GOOD if share >= _EVEN_GOOD else Tone.FAIR if share >= _EVEN_FAIR else Tone.BAD
    value = say("even_value", share=round(100 * share))
    text = say("even_good") if tone is Tone.GOOD else say("even_dark", number=darkest.number)
    return _told(say, "even", tone, text, share, value)


def _flicker(whites: Sequence[float], say: Say) -> Advice:
    if len(whites) < _FLICKER_LOOKS:
        return _told(say, "flicker", Tone.UNKNOWN, say("flicker_wait"))
    swing = (max(whites) - min(whites)) / max(1.0, median(whites))
    tone = Tone.GOOD if swing <= _FLICKER_FAIR else Tone.FAIR if swing <= _FLICKER_BAD else Tone.BAD
    value = say("flicker_value", swing=round(100 * swing))
    text = say("flicker_good" if tone is Tone.GOOD else "flicker_bad")
    return _told(say, "flicker", tone, text, max(0.0, 1.0 - swing), value)


def _stand(look: SetupLook, say: Say) -> Advice:
    assert look.pose is not None
    tilt = look.pose.tilt_deg
    about = "stand_about" if look.pose.focal is FocalSource.ASSUMED else "stand_value"
    value = say(about, height=round(look.pose.height_mm / 10), tilt=round(tilt))
    level = max(0.0, 1.0 - tilt / 60)
    if tilt > _TILT_FAIR_DEG:
        tone = Tone.BAD if tilt > _TILT_BAD_DEG else Tone.FAIR
        return _told(say, "stand", tone, say("stand_tilt"), level, value)
    if look.error_mm > _ERROR_FAIR_MM:
        return _told(say, "stand", Tone.FAIR, say("stand_error", error=f"{look.error_mm:.0f}"), level, value)
    return _told(say, "stand", Tone.GOOD, say("stand_good"), level, value)
