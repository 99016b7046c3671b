"""The page on which a host registers the pieces of a copy, and what its script asks and sends."""

from __future__ import annotations

from flask import Response, request
from werkzeug.exceptions import BadRequest

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, picture, read, saved, told
from web.pages.pieces.views import PiecesCommand, PiecesPort
from web.views import Reply
from web.wording import _

_HOST = Gate(Audience.HOST)
_VALUE_LENGTH = 4400  # a QR code holds 4296 characters
_FILE_BYTES = 2_000_000  # some twenty thousand tags


def install(app: ClosedFlask, table: PiecesPort) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("pieces/pieces.html")

    def view() -> Response:
        return answer(table.pieces_view(reader()))

    def command() -> Response:
        said = read(PiecesCommand)
        if max(len(said.value), len(said.owner), len(said.at or "")) > _VALUE_LENGTH:
            raise BadRequest(_("That text is too long."))
        return outcome(table.pieces(reader(), said))

    def photo() -> Response:
        return outcome(table.pieces_photo(reader(), picture()))

    def file() -> Response:
        return saved(table.pieces_file(reader()), "tags.csv", "text/csv")

    def bring() -> Response:
        data = request.get_data(cache=False)
        if len(data) > _FILE_BYTES:
            raise BadRequest(_("That file is too large to be a file of tags."))
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadRequest(_("That file is not UTF-8 text; please choose a file that was exported here.")) from error
        return outcome(table.pieces_import(reader(), text))

    def outcome(reply: Reply) -> Response:
        return told(reply, view=table.pieces_view(reader()))

    page_gate, photo_gate = Gate(Audience.SESSION, page=True), Gate(Audience.HOST, photo=True)
    app.add_url_rule("/host/pieces", "pieces", page, gate=page_gate, methods=["GET"])
    app.add_url_rule("/api/pieces", "api_pieces", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/pieces", "api_pieces_command", command, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/pieces/photo", "api_pieces_photo", photo, gate=photo_gate, methods=["POST"])
    app.add_url_rule("/api/pieces/tags.csv", "api_pieces_file", file, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/pieces/import", "api_pieces_import", bring, gate=photo_gate, methods=["POST"])
