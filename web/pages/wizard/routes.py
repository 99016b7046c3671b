"""The first-run wizard: its page, and what its script asks and sends. All of it is for the host, who has the PIN."""

from __future__ import annotations

import msgspec
from flask import Response

from web.door.page import host_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader, token
from web.door.security import Guard
from web.door.wire import answer, read, told
from web.pages.wizard.views import StepKey, WizardPort
from web.views import Reply
from web.wording import _

_HOST = Gate(Audience.HOST)
_LONGEST = 200
_MOST_VALUES = 8


class WizardStepBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was chosen in a step, by the keys of its settings; `skipped`: nothing, and it is not asked again."""

    step: StepKey
    values: dict[str, str] = {}
    skipped: bool = False


class WizardPinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN of one's own. `old` is the one that holds, once the host has chosen it."""

    new: str
    old: str = ""


class WizardStartBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The companion restarts, where it has to; `over`: and the wizard is done."""

    over: bool


def install(app: ClosedFlask, table: WizardPort, guard: Guard) -> None:
    """Adds the page and what belongs to it."""

    def page() -> str:
        return host_page("wizard/wizard.html", first_run=True)

    def view() -> Response:
        return answer(table.wizard_view(reader()))

    def step() -> Response:
        body = read(WizardStepBody)
        if body.skipped:
            return outcome(table.wizard_skip(reader(), body.step))
        values = {key[:_LONGEST]: text[:_LONGEST] for key, text in list(body.values.items())[:_MOST_VALUES]}
        return outcome(table.wizard_choose(reader(), body.step, values))

    def start() -> Response:
        return outcome(table.wizard_start(reader(), over=read(WizardStartBody).over))

    def pin() -> Response:
        body = read(WizardPinBody)
        guard.pin_attempt()  # who holds the host's phone for a moment shall not try out PINs
        result = table.choose_pin(reader(), token(), body.old.strip()[:64], body.new.strip()[:64])
        if isinstance(result, Reply):
            return outcome(result)
        guard.sign_on(result)
        return told(Reply(True, _("This is the PIN from now on."), 0), view=None)

    def outcome(reply: Reply) -> Response:
        return told(reply, view=table.wizard_view(reader()))

    page_gate = Gate(Audience.SESSION, page=True)
    app.add_url_rule("/setup", "wizard", page, gate=page_gate, methods=["GET"])
    app.add_url_rule("/api/wizard", "api_wizard", view, gate=_HOST, methods=["GET"])
    app.add_url_rule("/api/wizard/step", "api_wizard_step", step, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/wizard/start", "api_wizard_start", start, gate=_HOST, methods=["POST"])
    app.add_url_rule("/api/wizard/pin", "api_wizard_pin", pin, gate=_HOST, methods=["POST"])
