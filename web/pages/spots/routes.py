"""The page on which a host says where the spots of the mat lie, and what its script asks and sends."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, told
from web.pages.spots.views import SpotPlace, SpotsPort

_HOST = Gate(Audience.HOST)
_MOST = 200
_Length = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]


class PlaceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a spot is wanted."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    x_mm: _Length
    y_mm: _Length
    width_mm: _Length
    height_mm: _Length
    angle_deg: _Length


class SpotsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All places; none: the game's own ones."""

    spots: Annotated[list[PlaceBody], msgspec.Meta(max_length=_MOST)]


def install(app: ClosedFlask, table: SpotsPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("spots/spots.html")

    def view() -> Response:
        return answer(table.spots_view(reader()))

    def picture() -> Response:
        data = table.spots_picture(reader())
        return Response(status=204) if data is None else Response(data, mimetype="image/jpeg")

    def seen() -> Response:
        return answer(table.spots_seen(reader()))

    def act() -> Response:
        wanted = tuple(SpotPlace(label="", **msgspec.structs.asdict(one)) for one in read(SpotsBody).spots)
        return told(table.spots_keep(reader(), wanted) if wanted else table.spots_forget(reader()))

    app.add_url_rule("/host/spots", "spots", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/api/spots", "api_spots", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/spots", "api_spots_act", act, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/spots/seen", "api_spots_seen", seen, gate=Gate(Audience.SESSION), methods=["GET"])
    app.add_url_rule("/api/spots/picture.jpg", "api_spots_picture", picture, gate=_HOST, methods=["GET"])
