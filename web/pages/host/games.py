"""What the host's page asks and sends about games of one's own."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response, request

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, told
from web.pages.host.games_views import OwnGamesPort
from web.views import Reply

_HOST = Gate(Audience.HOST)
_LARGEST_GAME = 8_000_000


class GameAnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the game that waits is installed."""

    yes: bool


class GameNameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game is removed."""

    slug: Annotated[str, msgspec.Meta(max_length=60)]


def install(app: ClosedFlask, table: OwnGamesPort) -> None:
    """Adds what the panel asks. Games come in by these addresses alone, and from the host alone."""

    def outcome(reply: Reply) -> Response:
        return told(reply, view=table.own_games(reader()))

    def view() -> Response:
        return answer(table.own_games(reader()))

    def bring() -> Response:
        return outcome(table.bring_game(reader(), request.get_data(cache=False)))

    def say() -> Response:
        return outcome(table.answer_game(reader(), read(GameAnswerBody).yes))

    def remove() -> Response:
        return outcome(table.remove_game(reader(), read(GameNameBody).slug))

    large = Gate(Audience.HOST, most_bytes=_LARGEST_GAME)
    app.add_url_rule("/api/games", "api_games", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/games/zip", "api_games_zip", bring, gate=large, methods=["POST"])
    app.add_url_rule("/api/games/answer", "api_games_answer", say, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/games/remove", "api_games_remove", remove, gate=_HOST, methods=["POST"])
