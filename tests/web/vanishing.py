"""A program: a server, and a phone in a network of its own whose cable is pulled. Prints after how many seconds that
was noticed. Runs in namespaces of its own (`unshare --user --map-root-user --net`), so that no network is touched.

    vanishing.py serve <unheard_s> <heartbeat_s> <certificate> <key>     (both empty: plain http)
    vanishing.py phone <address> <port> <certificate>                    (started by the former)
"""

from __future__ import annotations

import http.client
import ssl
import subprocess
import sys

from tests.web.fake_table import FakeTable
from tests.web.stream_client import SECURE_COOKIE
from tests.web.web_client import COOKIE
from web import Certificate, Server, WebSettings, create_app
from web.serve.app import streams_of

HERE, THERE = "10.77.0.1", "10.77.0.2"
PATIENCE_S = 45.0


def ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True, timeout=20)


def serve(unheard_s: float, heartbeat_s: float, certificate: Certificate | None) -> None:
    """Gives one phone a stream, pulls its cable, and looks how long its place is kept."""
    ip("link add cable type veth peer name phone")
    ip(f"addr add {HERE}/24 dev cable")
    ip("link set cable up")
    table = FakeTable()
    app = create_app(table.pages, WebSettings(unheard_s=unheard_s, heartbeat_s=heartbeat_s))
    server = Server(app, HERE, 0, certificate).start()
    words = ["phone", HERE, str(server.port), certificate.path if certificate else ""]
    token = table.seat_token(0).token
    with subprocess.Popen(
        ["unshare", "--net", sys.executable, "-m", "tests.web.vanishing", *words, token],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as phone:
        assert phone.stdin is not None
        assert phone.stdout is not None
        assert phone.stdout.readline() == "plug me in\n"
        ip(f"link set phone netns {phone.pid}")
        phone.stdin.write("\n")
        phone.stdin.flush()
        assert phone.stdout.readline() == "reading\n"
        assert streams_of(app).wait_for(1, PATIENCE_S)
        # Nothing says goodbye: from here on every packet is lost on the way.
        subprocess.run(["nsenter", "--net", f"--target={phone.pid}", "ip", "link", "set", "phone", "down"], check=True)
        print("noticed" if streams_of(app).wait_for(0, PATIENCE_S) else "kept", flush=True)
        phone.kill()
    server.stop()


def read(address: str, port: int, certificate: str, token: str) -> None:
    """The phone: reads for ever."""
    print("plug me in", flush=True)
    sys.stdin.readline()
    ip(f"addr add {THERE}/24 dev phone")
    ip("link set phone up")
    line, name = http.client.HTTPConnection(address, port, timeout=PATIENCE_S), COOKIE
    if certificate:
        name = SECURE_COOKIE
        context = ssl.create_default_context(cafile=certificate)
        context.check_hostname = False
        line = http.client.HTTPSConnection(address, port, timeout=PATIENCE_S, context=context)
    line.request("GET", "/events", headers={"Cookie": f"{name}={token}"})
    response = line.getresponse()
    assert response.readline() == b"retry: 2000\n"
    print("reading", flush=True)
    while response.readline():
        continue


def main(words: list[str]) -> None:
    if words[0] == "phone":
        read(words[1], int(words[2]), words[3], words[4])
    else:
        serve(float(words[1]), float(words[2]), Certificate(words[3], words[4]) if words[3] else None)


if __name__ == "__main__":
    main(sys.argv[1:])
