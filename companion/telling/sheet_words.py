"""Sheets in words, for the pages: cards with spaces on which markers stand. Also the small signs of boards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.telling.voice import Voice
from rules.engine.mat import Gauge, Marker, Sheet, Space
from rules.engine.types import Say
from web import views as ports
from web.pages.shared.shapes import shapes

TICK: Final = "✓"
"""How a tick is drawn."""


def sheet_views(voice: Voice, sheets: Iterable[Sheet]) -> tuple[ports.SheetView, ...]:
    """Every sheet in words, in the order of the game."""
    return tuple(_sheet(voice, sheet) for sheet in sheets)


def drawable(shape: str) -> str:
    """The name of a shape, empty where the pages have none of that name: then they write words."""
    return shape if shape in shapes() else ""


def sign_views(voice: Voice, signs: Iterable[str]) -> tuple[ports.SignView, ...]:
    """Signs with their names, one for each time."""
    return tuple(ports.SignView(drawable(code), voice.words.word(code, voice.names)) for code in signs)


def in_a_row(voice: Voice, names: Iterable[str]) -> str:
    """Names in words, equal ones counted; empty for none."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    parts = tuple(voice.say("pile", "times", {"name": name, "count": count}) for name, count in counted.items())
    return voice.words.word(parts, voice.names) if parts else ""


def _sheet(voice: Voice, sheet: Sheet) -> ports.SheetView:
    return ports.SheetView(
        key=sheet.key,
        title=_said(voice, sheet.title, long=False),
        spaces=tuple(_space(voice, space) for space in sheet.spaces),
        links=tuple(ports.LinkView(link.one, link.other, link.both) for link in sheet.links),
        gauges=tuple(_gauge(voice, gauge) for gauge in sheet.gauges),
        lines=tuple(_said(voice, line) for line in sheet.lines),
        seat=None if sheet.seat is None else int(sheet.seat),
        active=sheet.active,
        big=sheet.big,
        emblem=drawable(sheet.emblem),
        tint=sheet.tint,
        lying=sheet.lying,
        label=_said(voice, sheet.title),
    )


def _said(voice: Voice, say: Say, *, long: bool = True) -> str:
    return voice.say("note", say.code, say.facts, long=long)


@lru_cache(maxsize=2048)
def _space(voice: Voice, space: Space) -> ports.SpaceView:
    """A space in words. Most spaces stay as they are from one answer to the next, and every page draws all of them."""
    title = "" if space.label == "" else voice.words.word(space.label, voice.names)
    text = voice.say("note", space.text) if space.text else ""
    marks = sign_views(voice, space.marks)
    markers = tuple(_marker(voice, marker) for marker in space.markers)
    lying = (voice.say("pile", "marker", {"name": m.name, "down": m.down}) for m in markers)
    said = voice.words.word("ticked") if space.ticked else "" if space.number is None else str(space.number)
    facts = {
        "space": title or space.name,
        "written": said,
        "text": text,
        "marks": in_a_row(voice, (mark.name for mark in marks)),
        "markers": in_a_row(voice, lying),
        "lit": space.lit,
        "dim": space.dim,
    }
    return ports.SpaceView(
        name=space.name,
        x=space.x,
        y=space.y,
        label=voice.say("pile", "space", facts),
        width=space.width,
        height=space.height,
        icon=drawable(space.icon),
        title="" if space.quiet else title,
        text=text,
        round=space.round,
        marks=marks,
        markers=markers,
        lit=space.lit,
        dim=space.dim,
        written=TICK if space.ticked else said,
    )


def _marker(voice: Voice, marker: Marker) -> ports.MarkerView:
    shape = drawable(marker.shape) or "cube"
    return ports.MarkerView(voice.words.word(marker.name, voice.names), shape, marker.tint, marker.down)


def _gauge(voice: Voice, gauge: Gauge) -> ports.GaugeView:
    name = voice.words.word(gauge.name, voice.names)
    label = voice.say("pile", "gauge", {"name": name, "value": gauge.value, "most": gauge.most})
    return ports.GaugeView(
        name=name,
        shape=drawable(gauge.shape) or "heart",
        value=gauge.value,
        most=gauge.most,
        label=label,
        tint=gauge.tint,
    )
