"""What the host's page asks and sends beside the match: settings, backups, the machine, the report of a
problem."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from flask import Response, request
from werkzeug.exceptions import NotFound

from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.door.wire import answer, read, saved, told
from web.pages.host.hosting_views import HostingPort, MachineAct, StickAct, StickWish, VersionAct
from web.views import Reply
from web.wording import _

_HOST = Gate(Audience.HOST)
_LARGEST_COPY = 30_000_000
_LARGEST_RELEASE = 60_000_000
_LARGEST_SIGNATURE = 10_000
_TEXT_LENGTH = 2000
_NAME_LENGTH = 100
_CODE_LENGTH = 40


class SettingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice; `text` None drops it."""

    key: str
    text: str | None = None


class CopyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a kept copy; empty: the one that waits is dropped."""

    name: str = ""


class StickBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done with a USB stick."""

    act: StickAct
    stick: str
    name: str = ""
    password: str = ""


class WifiBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Wi-Fi that the box is to be in; no name: it stays in its own."""

    name: str = ""
    password: str = ""


class PairBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The organiser's code; empty: the table is paired no longer."""

    code: str = ""


class MachineBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the program is to end."""

    act: MachineAct


class VersionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """To which version."""

    act: VersionAct


def install(app: ClosedFlask, table: HostingPort) -> None:
    """Adds everything of the host's page beside the match."""
    _settings(app, table)
    _copies(app, table)
    _machine(app, table)
    _version(app, table)


def _settings(app: ClosedFlask, table: HostingPort) -> None:
    def view() -> Response:
        return answer(table.hosting_view(reader()))

    def choose() -> Response:
        body = read(SettingBody)
        text = None if body.text is None else body.text[:_TEXT_LENGTH]
        return _outcome(table, table.choose_setting(reader(), body.key, text))

    def say() -> Response:
        return _outcome(table, table.say_something(reader()))

    def hush() -> Response:
        return _outcome(table, table.hush(reader()))

    def venue() -> Response:
        return _outcome(table, table.pair_venue(reader(), read(PairBody).code.strip()[:_CODE_LENGTH]))

    app.add_url_rule("/api/hosting", "api_hosting", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/hosting/setting", "api_hosting_setting", choose, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/say", "api_hosting_say", say, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/hush", "api_hosting_hush", hush, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/venue", "api_hosting_venue", venue, gate=_HOST, methods=["POST"])


def _copies(app: ClosedFlask, table: HostingPort) -> None:
    def keep() -> Response:
        return _outcome(table, table.back_up(reader()))

    def now() -> Response:
        return _file(table.backup_file(reader(), ""), f"companion-{_today()}.db", "application/vnd.sqlite3")

    def kept(name: str) -> Response:
        return _file(table.backup_file(reader(), name), name, "application/vnd.sqlite3")

    def restore() -> Response:
        return _outcome(table, table.restore(reader(), request.get_data(cache=False)))

    def damages_read() -> Response:
        return _outcome(table, table.damages_read(reader()))

    def restore_kept() -> Response:
        name, who = read(CopyBody).name, reader()
        return _outcome(table, table.restore_kept(who, name) if name else table.drop_restore(who))

    def stick() -> Response:
        body = read(StickBody)
        wish = StickWish(
            act=body.act,
            stick=body.stick[:_NAME_LENGTH],
            name=body.name[:_NAME_LENGTH],
            password=body.password[:_TEXT_LENGTH],
        )
        return _outcome(table, table.stick(reader(), wish))

    large = Gate(Audience.HOST, most_bytes=_LARGEST_COPY)
    app.add_url_rule("/api/hosting/copies", "api_hosting_keep", keep, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/companion.db", "api_hosting_now", now, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/hosting/copies/<name>", "api_hosting_copy", kept, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/hosting/stick", "api_hosting_stick", stick, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/restore", "api_hosting_restore", restore, gate=large, methods=["POST"])
    app.add_url_rule(
        "/api/hosting/damages-read", "api_hosting_damages_read", damages_read, gate=_HOST, methods=["POST"]
    )
    app.add_url_rule(
        "/api/hosting/restore-kept", "api_hosting_restore_kept", restore_kept, gate=_HOST, methods=["POST"]
    )


def _machine(app: ClosedFlask, table: HostingPort) -> None:
    def end() -> Response:
        return _outcome(table, table.machine(reader(), read(MachineBody).act))

    def report() -> Response:
        names = request.args.get("names") == "yes"
        made = table.problem_report(reader(), names=names)
        return _file(made, f"companion-report-{_today()}.zip", "application/zip")

    def log() -> Response:
        return _file(table.match_log(reader()), f"match-{_today()}.json", "application/json")

    def wifi() -> Response:
        body = read(WifiBody)
        return _outcome(table, table.choose_wifi(reader(), body.name[:_NAME_LENGTH], body.password[:_NAME_LENGTH]))

    app.add_url_rule("/api/hosting/wifi", "api_hosting_wifi", wifi, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/machine", "api_hosting_machine", end, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/hosting/report.zip", "api_hosting_report", report, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/hosting/match.json", "api_hosting_match", log, gate=_HOST, methods=["GET"])


def _version(app: ClosedFlask, table: HostingPort) -> None:
    def bring(is_signature: bool) -> Response:
        return _outcome(table, table.bring_release(reader(), request.get_data(cache=False), is_signature))

    def release() -> Response:
        return bring(False)

    def signature() -> Response:
        return bring(True)

    def change() -> Response:
        return _outcome(table, table.change_version(reader(), read(VersionBody).act))

    large, small = (Gate(Audience.HOST, most_bytes=most) for most in (_LARGEST_RELEASE, _LARGEST_SIGNATURE))
    app.add_url_rule("/api/hosting/release", "api_hosting_release", release, gate=large, methods=["POST"])
    app.add_url_rule("/api/hosting/signature", "api_hosting_signature", signature, gate=small, methods=["POST"])
    app.add_url_rule("/api/hosting/version", "api_hosting_version", change, gate=_HOST, methods=["POST"])


def _outcome(table: HostingPort, reply: Reply) -> Response:
    return told(reply, view=table.hosting_view(reader()))


def _file(content: bytes | None, name: str, kind: str) -> Response:
    if content is None:
        raise NotFound(_("There is no such file now; please load the page again."))
    return saved(content, name, kind)


def _today() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d")
