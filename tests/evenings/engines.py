"""Two browsers of the system's packages, each driven by what it brings itself: Firefox by Marionette, WebKit by its
WebDriver. Only what the tests need: go to a page, run a script in it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from tests.evenings.process import free_port
from tests.evenings.table import wait_until

_MINI = tuple(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
_DISPLAY = ":97"


class Browser(Protocol):
    """One window."""

    def go(self, url: str) -> None: ...
    def run(self, script: str, *given: object) -> Any: ...  # the body of a function; its arguments are `arguments`


class Firefox:
    """By Marionette: `LENGTH:[0, number, command, parameters]`, answered by `LENGTH:[1, number, error, result]`."""

    def __init__(self, port: int) -> None:
        wait_until(lambda: self._connects(port), what="Firefox listens")
        self._text = self._socket.makefile("rb")
        self._read()
        self._number = 0
        self._ask("WebDriver:NewSession", {})

    def go(self, url: str) -> None:
        self._ask("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *given: object) -> Any:
        return self._ask("WebDriver:ExecuteScript", {"script": script, "args": list(given)})["value"]

    def close(self) -> None:
        self._text.close()
        self._socket.close()

    def _connects(self, port: int) -> bool:
        try:
            self._socket = socket.create_connection(("127.0.0.1", port))
        except OSError:
            return False
        return True

    def _ask(self, command: str, given: dict[str, object]) -> Any:
        self._number += 1
        body = json.dumps([0, self._number, command, given]).encode()
        self._socket.sendall(b"%d:%s" % (len(body), body))
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _read(self) -> Any:
        length = b""
        while (one := self._text.read(1)) != b":":
            assert one, "Firefox has gone"
            length += one
        return json.loads(self._text.read(int(length)))


class WebKit:
    """By WebDriver over HTTP."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}"
        options = {"webkitgtk:browserOptions": {"binary": str(_MINI[0]), "args": ["--automation"]}}
        wait_until(self._is_ready, what="WebKit listens")
        made = self._post("/session", {"capabilities": {"alwaysMatch": options}})
        self._base += f"/session/{made['sessionId']}"

    def go(self, url: str) -> None:
        self._post("/url", {"url": url})

    def run(self, script: str, *given: object) -> Any:
        return self._post("/execute/sync", {"script": script, "args": list(given)})

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._base}/status") as answer:
                return bool(json.load(answer)["value"]["ready"])
        except OSError:
            return False

    def _post(self, path: str, body: dict[str, object]) -> Any:
        request = urllib.request.Request(self._base + path, json.dumps(body).encode())
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """A window of Firefox; its files are in `folder`."""
    port = free_port()
    folder.mkdir()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = ["firefox-esr", "--headless", "--marionette", "--profile", str(folder)]
    with _running(command, {}):
        window = Firefox(port)
        try:
            yield window
        finally:
            window.close()


@contextmanager
def webkit(folder: Path) -> Iterator[Browser]:
    """A window of WebKit on a screen of its own that nobody sees; its files are in `folder`."""
    port = free_port()
    folder.mkdir()
    with (
        _running(["Xvfb", _DISPLAY], {}),
        _running(["WebKitWebDriver", f"--port={port}"], {"DISPLAY": _DISPLAY, "HOME": str(folder)}),
    ):
        yield WebKit(port)


@contextmanager
def _running(command: list[str], more: dict[str, str]) -> Iterator[None]:
    assert shutil.which(command[0]), f"{command[0]} is not installed"
    process = subprocess.Popen(command, env=os.environ | more, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()
