"""The shelf of games: what can be played, and what somebody picks of it. The door says who may."""

from __future__ import annotations

from flask import Response

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, told
from web.pages.lobby.views import BotStrength, GamePick, Pace, ShelfPort

_SESSION = Gate(Audience.SESSION)


def install(app: ClosedFlask, shelf: ShelfPort) -> None:
    """Adds what the pages ask."""

    def games() -> Response:
        return answer(shelf.shelf(reader()))

    def pick() -> Response:
        return told(shelf.pick(reader(), read(GamePick)))

    def pace() -> Response:
        return told(shelf.set_pace(reader(), read(Pace).pace))

    app.add_url_rule("/api/pace", "api_pace", pace, gate=_SESSION, methods=["POST"])

    def strength() -> Response:
        wish = read(BotStrength)
        return told(shelf.set_strength(reader(), wish.seat, wish.strength))

    app.add_url_rule("/api/strength", "api_strength", strength, gate=_SESSION, methods=["POST"])
    app.add_url_rule("/api/shelf", "api_shelf", games, gate=_SESSION, methods=["GET"])
    app.add_url_rule("/api/shelf", "api_shelf_pick", pick, gate=_SESSION, methods=["POST"])
