"""A table whose voice and screens are watched: what was said, shown and stored, and hands that do something wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.service.service import Service
from companion.settings.config import Config
from companion.telling.live_voice import LiveVoice
from hardware.types import SpeechSink, Utterance
from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.questions import Laid, Option
from rules.engine.types import PieceId, Seat, Shape
from tests.evenings.phone import Phone, phone_at
from tests.evenings.table import Evening, evening_config, wait_until

PLAYERS = 4


class Heard(LiveVoice):
    """A voice that keeps what it was to say."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lines: list[str] = []

    def say(self, line: Utterance) -> None:
        self.lines.append(line.text)


class Evenings:
    """Opens tables that end with the test."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._opened: list[Evening] = []

    def open(self, seed: int = 5, **camera: Any) -> Evening:
        """A table with a voice that listens; `camera` changes the camera's settings."""
        config = evening_config(self.data, PLAYERS, seed)
        return self.start(replace(config, camera=replace(config.camera, **camera)), seed)

    def start(self, config: Config, seed: int) -> Evening:
        quiet = replace(config.voice, sink=SpeechSink.OFF, wav_path="")
        evening = Evening.start(replace(config, voice=quiet), seed)
        self._opened.append(evening)
        evening.phones.append(table_screen(evening.service))
        return evening

    def end(self) -> None:
        while self._opened:
            self._opened.pop().service.stop()


def table_screen(service: Service) -> Phone:
    """A screen that everybody sees."""
    screen = phone_at(service)
    screen.open("/table")
    return screen


def match_of(evening: Evening) -> Match:
    return evening.service.referee.match


def said(evening: Evening) -> list[str]:
    voice = evening.service.speech
    assert isinstance(voice, Heard)
    return voice.lines


def stored(evening: Evening) -> list[Entry]:
    _, entries = evening.service.keeper.stored()
    return [e.entry for e in entries]


def public(evening: Evening) -> dict[str, Any]:
    """What the table screen shows."""
    return evening.phones[PLAYERS].packet()


def title(evening: Evening, piece: PieceId) -> str:
    return evening.service.voice.faces[piece].title


def refused(evening: Evening, seat: Seat, code: str, *, face_up: bool) -> Option | None:
    """A card that this seat holds and that may not be laid like this, for this reason."""
    for option in match_of(evening).options(seat):
        gesture = option.gesture
        fits = isinstance(gesture, Laid) and gesture.face_up is face_up and isinstance(option.piece, PieceId)
        if fits and option.refusal is not None and option.refusal.code == code:
            return option
    return None


def play_until(evening: Evening, wanted: Callable[[], Any], most: int = 60) -> Any:
    """Plays on until something is so; gives it."""
    for _ in range(most):
        if found := wanted():
            return found
        evening.step(evening.phones[0].packet())
    raise AssertionError("did not come about")


def to_play(evening: Evening, wanted: Callable[[Seat], Any] = lambda seat: True) -> tuple[Seat, Any]:
    """Plays until a seat is to play a card, and `wanted` gives something for it. Nothing is left over on the table: a
    theme card that was just shown has gone back to the hand."""

    def found() -> tuple[Seat, Any] | None:
        evening.tidy()
        match = match_of(evening)
        if match.question is None or match.question.kind != "play" or public(evening)["todo"]:
            return None
        got = wanted(match.waiting[0])
        return (match.waiting[0], got) if got else None

    seat, got = play_until(evening, found)
    return seat, got


def open_cards(evening: Evening, seat: Seat) -> list[PieceId]:
    """The cards that this seat may play face-up now."""
    options = [o for o in match_of(evening).options(seat) if o.refusal is None and isinstance(o.gesture, Laid)]
    return [o.piece for o in options if isinstance(o.gesture, Laid) and o.gesture.face_up and o.piece is not None]


def handle(evening: Evening, seat: Seat, piece: PieceId) -> str:
    """By which name the seat's page knows the card in its hand or on the table."""
    pieces = evening.phones[seat].scene()["pieces"]
    return next(str(p["handle"]) for p in pieces if p["face"] and p["face"]["piece"] == piece)


def lay(evening: Evening, seat: Seat, piece: PieceId, face_up: bool = True, aside_mm: float = 0.0) -> None:
    """Lays a card of the seat's hand on its place (which is turned with its edge of the mat)."""
    scene = evening.phones[seat].scene()
    place = next(s for s in scene["spots"] if s["name"] == f"meeting/{seat}")
    across = place["angle_deg"] % 180 == 0
    where = {
        "x_mm": place["x_mm"] + (aside_mm if across else 0.0),
        "y_mm": place["y_mm"] + (0.0 if across else aside_mm),
        "angle_deg": place["angle_deg"],
    }
    move = {"act": "put", "handle": handle(evening, seat, piece), "face_up": face_up, **where}
    assert evening.virtual(seat, move)["reply"]["ok"]


def together(evening: Evening, seat: Seat, *cards: PieceId) -> None:
    """Drops two cards of a hand on the seat's place, side by side and in one movement: the camera sees both or none."""
    table = evening.service.table
    assert table is not None
    place = table.layout.spot(f"meeting/{seat}")
    across, seen = place.angle_deg % 180 == 0, table.changed
    table.changed = lambda: None
    for card, aside_mm in zip(cards, (-30.0, 30.0), strict=True):
        x_mm, y_mm = place.x_mm + (aside_mm if across else 0.0), place.y_mm + (0.0 if across else aside_mm)
        table.put(table.find(card).ident, x_mm, y_mm, place.angle_deg, True)
    table.changed = seen
    seen()


def take_back(evening: Evening, seat: Seat, piece: PieceId) -> None:
    """Takes the card into the hand again; one that lies face-down is found by its place."""
    body = evening.service.table.find(piece) if evening.service.table else None
    assert body is not None
    assert evening.virtual(seat, {"act": "take", "handle": body.handle})["reply"]["ok"]


def notice(evening: Evening, wanted: str) -> str:
    """The notice on the table screen that holds this text, when it has come."""
    return str(
        wait_until(lambda: public(evening)["notice"] if wanted in public(evening)["notice"] else "", what=wanted)
    )


def is_one_sentence(text: str) -> bool:
    """Short enough to read, and closed."""
    return 0 < len(text) <= 220 and text[-1] in ".?!" and "Traceback" not in text


def keeps_secrets(evening: Evening, *on_view: PieceId) -> None:
    """Neither the voice nor the table screen's notice names a card that somebody holds (but those laid on view)."""
    told = " ".join([*said(evening), public(evening)["notice"]])
    state = match_of(evening).state
    held = {p for pile in state.piles.values() if pile.shape is Shape.HAND for p in pile.pieces}
    named = {p for p in held - set(on_view) if names(evening, told, p) and never_on_view(evening, p)}
    assert not named, f"told although secret: {named}"


def never_on_view(evening: Evening, piece: PieceId) -> bool:
    """Whether the table never had this card on view: a theme card that was shown may be named."""
    return not any(names(evening, e["text"], piece) for e in public(evening)["events"])


def names(evening: Evening, text: str, *pieces: PieceId) -> bool:
    """Whether a text names one of these cards ("Power 1" is not in "Power 10")."""
    return any(re.search(rf"\b{re.escape(title(evening, piece))}\b", text) for piece in pieces)


def unchanged(evening: Evening, before: list[Entry]) -> None:
    """Nothing was written, and the table stands where it stood."""
    assert stored(evening) == before
    assert public(evening)["version"] == len(before)


def goes_on(evening: Evening) -> None:
    """The match moves on by an ordinary turn."""
    before = stored(evening)
    play_until(evening, lambda: len(stored(evening)) > len(before))
    assert stored(evening)[: len(before)] == before
    match = match_of(evening)
    assert Match.replay(match.game, match.header, match.journal).state == match.state


def spoken_since(evening: Evening, told: int, wanted: str) -> None:
    wait_until(lambda: any(wanted in line for line in said(evening)[told:]), what=f"spoken: {wanted}")


def sign_on_host(evening: Evening) -> Phone:
    host = phone_at(evening.service)
    host.open("/host")
    assert host.post("/api/become-host", {"pin": "4711"})["reply"]["ok"]
    host.open("/host")
    return host
