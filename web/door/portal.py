"""What a phone hears that asks, in the box's own Wi-Fi, whether there is internet: every name there leads to the box.

Each system asks an address of its maker's and opens the answer as a page unless it is the one that it knows: Android
/generate_204, Apple /hotspot-detect.html, Windows /connecttest.txt and /ncsi.txt, Firefox /success.txt. So whatever is
asked under a strange name is led to the start page, until the host wants to play without internet.
"""

from __future__ import annotations

from typing import Final

from flask import Response

_APPLE: Final = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_WELL: Final = {
    "/generate_204": ("", 204),
    "/gen_204": ("", 204),
    "/hotspot-detect.html": (_APPLE, 200),
    "/library/test/success.html": (_APPLE, 200),
    "/connecttest.txt": ("Microsoft Connect Test", 200),
    "/ncsi.txt": ("Microsoft NCSI", 200),
    "/success.txt": ("success\n", 200),
}


def portal_answer(path: str, mode: str, start: str) -> Response | None:
    """The answer to a request under a strange name. `mode`: "ask" leads to the page `start`, "here" says that all is
    well; None where there is no own Wi-Fi, or nothing to say."""
    if mode == "ask":
        return Response("", 302, {"Location": start})
    if mode == "here" and path in _WELL:
        body, status = _WELL[path]
        return Response(body, status, content_type="text/html" if path.endswith("l") else "text/plain")
    return None
