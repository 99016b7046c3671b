"""The maker's page, what it asks and sends, and the file of a game for whoever has the link."""

from __future__ import annotations

import io
from typing import Annotated, Final

import msgspec
import segno
from flask import Response, request
from werkzeug.exceptions import NotFound

from web.door.files import KEPT_FOR_ONE
from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, picture, read, saved, told
from web.pages.maker.views import Draft, MakerPort, Pasted, Pictured, PicturesPort
from web.wording import _

_HOST: Final = Gate(Audience.HOST)
_DRAFT: Final = Gate(Audience.HOST, most_bytes=512 * 1024)
_PHOTO: Final = Gate(Audience.HOST, photo=True)
_LOOK: Final = Gate(Audience.HOST, framed=True)
_PAGES: Final = {"phone": "seat/seat.html", "table": "table/table.html"}


class HandOnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a game may be fetched by whoever has the link."""

    slug: Annotated[str, msgspec.Meta(max_length=60)]
    yes: bool


def install(app: ClosedFlask, maker: MakerPort, pictures: PicturesPort) -> None:
    """Adds the page and what belongs to it. All but a shared file and a card's picture is for the host."""
    _making(app, maker)
    _handing_on(app, maker)
    _picturing(app, pictures)


def _making(app: ClosedFlask, maker: MakerPort) -> None:
    def page() -> str:
        return host_page("maker/maker.html")

    def look(screen: str) -> str:  # the very page of a phone or of the table, which the maker hands its packets
        if screen not in _PAGES:
            raise NotFound
        return host_page(_PAGES[screen], virtual=False, preview=True)

    def view() -> Response:
        return answer(maker.making(reader()))

    def form() -> Response:
        asked = request.args
        found = maker.form(reader(), asked.get("plays", ""), asked.get("template", ""), asked.get("game", ""))
        if found is None:
            raise NotFound(_("There is no such game here; please load the page again."))
        return answer(found)

    def preview() -> Response:
        return answer(maker.preview(reader(), read(Draft)))

    def pasted() -> Response:
        found = maker.pasted(reader(), read(Pasted))
        if found is None:
            raise NotFound
        return answer(found)

    def save() -> Response:
        done = maker.save(reader(), read(Draft))
        return answer(done, 200 if done.reply.ok else 409)

    app.add_url_rule("/make", "make", page, gate=Gate(Audience.SESSION, page=True), methods=["GET"])
    app.add_url_rule("/make/look/<screen>", "make_look", look, gate=_LOOK, methods=["GET"])
    app.add_url_rule("/api/make", "api_make", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/make/form", "api_make_form", form, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/make/preview", "api_make_preview", preview, gate=_DRAFT, methods=["POST"])
    app.add_url_rule("/api/make/pasted", "api_make_pasted", pasted, gate=_DRAFT, methods=["POST"])
    app.add_url_rule("/api/make/save", "api_make_save", save, gate=_DRAFT, methods=["POST"])


def _handing_on(app: ClosedFlask, maker: MakerPort) -> None:
    def hand_on() -> Response:
        body = read(HandOnBody)
        reply = maker.hand_on(reader(), body.slug, body.yes)
        return told(reply, view=maker.making(reader()))

    def packed(slug: str) -> Response:
        return _file(maker.packed(reader(), slug))

    def fetched(token: str) -> Response:
        return _file(maker.fetched(token))

    def code(slug: str) -> Response:
        link = next((one.shared for one in maker.making(reader()).games if one.slug == slug), "")
        if not link:
            raise NotFound
        out = io.BytesIO()
        segno.make(link, error="m").save(out, kind="svg", scale=8, border=2, dark="#16201f", light="#fffdf6")
        return Response(out.getvalue(), mimetype="image/svg+xml")

    app.add_url_rule("/api/make/hand-on", "api_make_hand_on", hand_on, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/make/<slug>.zip", "api_make_file", packed, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/make/<slug>.svg", "api_make_code", code, gate=_HOST, methods=["GET"])
    app.add_url_rule("/share/<token>", "share", fetched, gate=Gate(Audience.OPEN), methods=["GET"])


def _picturing(app: ClosedFlask, pictures: PicturesPort) -> None:
    def take() -> Response:
        return answer(pictures.take(reader(), picture(), cards=request.args.get("cards") == "1"))

    def lay() -> Response:
        found = pictures.lay(reader(), read(Pictured))
        if found is None:
            raise NotFound
        return answer(found)

    def shown(name: str) -> Response:  # whoever may see the card is told the name, and nobody guesses it
        content = pictures.shown(name)
        if content is None:
            raise NotFound
        response = Response(content, mimetype="image/webp")
        response.headers["Cache-Control"] = KEPT_FOR_ONE
        return response

    app.add_url_rule("/api/make/picture", "api_make_picture", take, gate=_PHOTO, methods=["POST"])
    app.add_url_rule("/api/make/pictured", "api_make_pictured", lay, gate=_DRAFT, methods=["POST"])
    app.add_url_rule("/picture/<name>", "picture", shown, gate=Gate(Audience.SESSION), methods=["GET"])


def _file(found: tuple[str, bytes] | None) -> Response:
    if found is None:
        raise NotFound(_("This game is not handed on any more; ask the host for a new link."))
    name, content = found
    return saved(content, name, "application/zip")
