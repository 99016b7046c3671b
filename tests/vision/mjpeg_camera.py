"""A camera in the network as phone apps are one: pictures over http, one after the other on a line that stays open."""

from __future__ import annotations

import base64
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Camera(ThreadingHTTPServer):
    """Serves `picture` again and again. `hangs`: it takes lines and says nothing; `password`: asked of user "eye"."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, picture: bytes, port: int = 0, password: str = "") -> None:
        super().__init__(("127.0.0.1", port), _Answer)
        self.picture, self.password = picture, password
        self.hangs = False
        self.ends = threading.Event()
        self.asked = 0
        self._lines: list[socket.socket] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), name="network camera")
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def process_request(self, request: Any, client_address: Any) -> None:
        self._lines.append(request)
        super().process_request(request, client_address)

    def kill(self) -> None:
        """Pulls the plug: every line is cut."""
        self.ends.set()
        self.shutdown()
        self.server_close()
        for line in self._lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it was closed by the other side
        self._thread.join(5)


class _Answer(BaseHTTPRequestHandler):
    server: Camera

    def do_GET(self) -> None:
        camera = self.server
        camera.asked += 1
        wanted = base64.b64encode(f"eye:{camera.password}".encode()).decode()
        if camera.password and self.headers.get("Authorization", "") != f"Basic {wanted}":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if camera.hangs:
            camera.ends.wait(30)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace;boundary=next")
        self.end_headers()
        try:
            while not camera.ends.wait(0.05):
                if camera.hangs:
                    continue
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(camera.picture)}\r\n\r\n"
                self.wfile.write(head.encode() + camera.picture + b"\r\n")
        except OSError:
            pass  # nobody looks any more

    def log_message(self, *words: object) -> None:
        """No line for each request."""
