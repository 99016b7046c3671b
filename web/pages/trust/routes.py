"""The page about https, and the authority's certificate in the two forms that phones take."""

from __future__ import annotations

import plistlib
import ssl
import uuid
from collections.abc import Callable

from flask import Response, request
from werkzeug.exceptions import Conflict

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.settings import WebError
from web.door.wire import saved
from web.pages.trust.views import TrustPort
from web.wording import _

_OPEN = Gate(Audience.OPEN)
_OURS = uuid.UUID("6f1b9f0e-54f0-4bb5-9f3d-5a1f4f0c2d71")  # profiles of one authority are one, however often made


def install(app: ClosedFlask, trust: TrustPort) -> None:
    """Adds the page, which is for phones that come by plain http too, and the files."""

    def page() -> str:
        return session_page("trust/trust.html", secure=f"https://{request.host}/", is_secure=request.is_secure)

    def file() -> Response:
        return saved(_vouching(trust.vouching), "tabletop-companion.crt", "application/x-x509-ca-cert")

    def profile() -> Response:
        content = _profile(_vouching(trust.vouching).decode("ascii"))
        return Response(content, mimetype="application/x-apple-aspen-config")

    app.add_url_rule("/https", "https", page, gate=Gate(Audience.OPEN, page=True), methods=["GET"])
    app.add_url_rule("/https/authority.crt", "https_authority", file, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/https/iphone.mobileconfig", "https_profile", profile, gate=_OPEN, methods=["GET"])


def _vouching(made: Callable[[], bytes]) -> bytes:
    try:
        return made()
    except WebError as error:
        raise Conflict(
            _("The table cannot make a certificate just now; the host finds the reason in its log.")
        ) from error


def _profile(pem: str) -> bytes:
    """What an iPhone installs: the certificate, and words about it."""
    content = ssl.PEM_cert_to_DER_cert(pem)
    own = uuid.uuid5(_OURS, pem)
    inner = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"tabletop-companion.{own}.authority",
        "PayloadUUID": str(uuid.uuid5(own, "authority")).upper(),
        "PayloadDisplayName": "Tabletop Companion",
        "PayloadContent": content,
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"tabletop-companion.{own}",
            "PayloadUUID": str(own).upper(),
            "PayloadDisplayName": "Tabletop Companion",
            "PayloadDescription": _("Lets this phone trust the pages of your game table. It counts at home only."),
            "PayloadContent": [inner],
        }
    )
