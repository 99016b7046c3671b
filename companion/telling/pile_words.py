"""Piles and tracks in words, for the pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from companion.telling.voice import Voice, track_facts
from rules.engine.mat import Layout, MatSpot
from rules.engine.packets import Packet
from rules.engine.types import ALL, PieceId, Pile, Slot, Track
from web import views as ports


def pile_views(voice: Voice, packet: Packet) -> tuple[ports.PileView, ...]:
    """All piles but those on the fields of a board and those that are put away."""
    across, cells = voice.worded.of(("layout",), (voice.layout,), lambda: _of_layout(voice.layout))
    return tuple(
        voice.worded.of((packet.reader, "pile", pile.key), (pile,), lambda: _pile(voice, pile, across))  # noqa: B023
        for pile in packet.state.piles.values()
        if pile.spot not in cells and pile.key.partition("/")[0] not in voice.game.screens.put_away
    )


def _of_layout(layout: Layout) -> tuple[Mapping[str, float], frozenset[str]]:
    """How far to the right each seat's spots lie for it, in mm; the spots that are fields of a board."""
    across = {spot.name: _across_mm(spot) for spot in layout.spots if spot.seat is not None}
    return across, frozenset(spot.name for spot in layout.spots if spot.cell)


def track_views(voice: Voice, packet: Packet) -> tuple[ports.TrackView, ...]:
    """All tracks but those that the rules keep for themselves and those that are drawn elsewhere."""
    tracks = packet.state.tracks
    told = voice.worded.of(("tracks", len(tracks)), (packet.state.decks,), lambda: _told_tracks(voice, tracks))
    views = (
        voice.worded.of((packet.reader, "track", key), (tracks[key],), lambda: _track(voice, tracks[key]))  # noqa: B023
        for key in told
    )
    return tuple(view for view in views if view is not None)


def _told_tracks(voice: Voice, keys: Iterable[str]) -> tuple[str, ...]:
    heads = ((key, key.partition("/")[0]) for key in keys)
    return tuple(
        key for key, head in heads if ("track", head) in voice.words and head not in voice.game.screens.put_away
    )


def _pile(voice: Voice, pile: Pile, across: Mapping[str, float]) -> ports.PileView:
    cards = tuple(_card(voice, s, pile) for s in pile.slots)
    return ports.PileView(
        key=pile.key,
        label=voice.pile(pile),
        short=voice.pile(pile, long=False),
        spot=pile.spot or "",
        across_mm=across.get(pile.spot or "", 0.0),
        shape=pile.shape.value,
        owner=None if pile.owner is None else int(pile.owner),
        count=len(pile),
        cards=cards,
        round=bool(pile.slots) and all(voice.layout.size(slot.deck).round for slot in pile.slots),
    )


def _across_mm(spot: MatSpot) -> float:
    """How far to the right a spot lies for whoever sits before it, at an edge of the mat."""
    turn = math.radians(spot.angle_deg)
    return round(spot.x_mm * math.cos(turn) + spot.y_mm * math.sin(turn), 1)


def _card(voice: Voice, slot: Slot, pile: Pile) -> ports.CardView:
    face = voice.face(slot.piece, slot.deck) if isinstance(slot.piece, PieceId) else None
    return ports.CardView(face, slot.face_up, slot.readers == ALL and pile.readers != ALL)


def _track(voice: Voice, track: Track) -> ports.TrackView | None:
    head = track.key.partition("/")[0]
    if track.value in (None, "", ()) or track.value is False:
        return None  # nothing to tell now
    owner = track.owner
    shape, most = voice.game.screens.pips.get(head, ("", 0))
    return ports.TrackView(
        key=track.key,
        label=voice.say("track", head, track_facts(track)),
        value=voice.words.word(track.value, voice.names),
        owner=None if owner is None else int(owner),
        prominent=head in voice.game.screens.prominent,
        shape=shape,
        most=most,
    )
