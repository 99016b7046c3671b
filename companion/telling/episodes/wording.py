"""Episodes in words: what was laid, who won it and why, and who scored what for what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.telling.episodes.parts import Episode, looked_back_on, public
from companion.telling.voice import Voice
from rules.engine.packets import Heard, Packet
from rules.engine.types import Event, PieceId, Seat
from web import views as ports


def heading(voice: Voice, heard: Heard) -> str:
    """What the episode is called that this event begins; nothing when it begins none."""
    event = public(heard)
    code = None if event is None else voice.game.episodes.begins.get(event.kind)
    return "" if event is None or code is None else voice.say("episode", code, event.facts)


def is_plain(voice: Voice, heard: Heard) -> bool:
    """Whether it tells nothing that the name of its episode or the table does not show."""
    return heard.event.kind in voice.game.episodes.plain


def episode_views(voice: Voice, packet: Packet, decks: Mapping[PieceId, str]) -> tuple[ports.EpisodeView, ...]:
    """What has happened since this reader's last decision; for those who watch, the last episode and the present."""
    asks = packet.question is not None and bool(packet.question.seats)
    told = looked_back_on(voice.game, packet.events, packet.answered, packet.version if asks else 0)
    return tuple(_view(voice, episode, decks, over=over) for episode, over in told)


def decided(voice: Voice, packet: Packet) -> tuple[str, ...]:
    """What the latest entry has told that people want to read before the match goes on: who has won a part of it and
    why, or how it was scored. Nothing where it decided nothing."""
    latest = [one for one in packet.events if one.entry == packet.events[-1].entry]
    rules = voice.game.episodes
    kinds = {event.kind for event in map(public, latest) if event is not None}
    counts = {kind for kind, code in rules.begins.items() if code in rules.counting}
    if not kinds & (rules.decides | counts):
        return ()
    return tuple(_said(voice, event) for event in map(public, latest) if event is not None)


def _view(voice: Voice, episode: Episode, decks: Mapping[PieceId, str], *, over: bool) -> ports.EpisodeView:
    rules = voice.game.episodes
    is_counting = episode.code in rules.counting
    decided = [event for event in episode.events if event.kind in rules.decides]
    told = [event for event in episode.events if event.kind not in rules.plain]
    scoring = [event for event in told if is_counting and _seat(event) is not None]
    beside = [event for event in told if event not in (*scoring, *decided[-1:]) and event.kind not in rules.lays]
    return ports.EpisodeView(
        number=episode.number,
        title=voice.say("episode", episode.code, episode.events[0].facts),
        over=over,
        counting=is_counting,
        winner=_seat(decided[-1]) if decided else None,
        laid=tuple(_laid(voice, episode, decks)),
        why=_said(voice, decided[-1]) if decided else "",
        lines=tuple(dict.fromkeys(_said(voice, event) for event in beside)),
        scores=tuple(_scores(voice, scoring)),
        gain=sum(_gain(event) for event in episode.events),
    )


def _laid(voice: Voice, episode: Episode, decks: Mapping[PieceId, str]) -> Iterator[ports.LaidView]:
    """The cards in the order in which they were laid; one that lay face-down and was turned up since is seen."""
    found: list[ports.LaidView] = []
    for event in episode.events:
        fact = voice.game.episodes.lays.get(event.kind)
        if fact is None:
            continue
        card = ports.LaidView(_seat(event), _face(voice, event.facts.get(fact), decks))
        covered = ports.LaidView(card.seat, None)
        if card.face is not None and covered in found:
            found[found.index(covered)] = card
        else:
            found.append(card)
    yield from found


def _face(voice: Voice, named: object, decks: Mapping[PieceId, str]) -> ports.Face | None:
    """How a card looks that is named itself, or by its kind."""
    if isinstance(named, PieceId):
        return voice.face(named, decks.get(named, "")) if named in voice.faces else None
    piece = next((piece for piece in decks if piece.kind == named and piece in voice.faces), None)
    return None if piece is None else voice.face(piece, decks[piece])


def _scores(voice: Voice, events: list[Event]) -> Iterator[ports.ScoreView]:
    """By seat, in the order in which they are told: how much each has scored, and for what."""
    for seat in dict.fromkeys(_seat(event) for event in events):
        own = [event for event in events if _seat(event) == seat]
        if seat is not None:
            yield ports.ScoreView(seat, sum(map(_gain, own)), tuple(_said(voice, event) for event in own))


def _said(voice: Voice, event: Event) -> str:
    return voice.say("event", event.kind, event.facts)


def _seat(event: Event) -> int | None:
    seat = event.facts.get("seat")
    return int(seat) if isinstance(seat, Seat) else None


def _gain(event: Event) -> int:
    gain = event.facts.get("gain", 0)
    return gain if isinstance(gain, int) else 0
