"""The first-run wizard of the table in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.web.fake_sessions import FakeSessions
from web.pages.wizard.views import GameChoice, PinKind, StepKey, StepState, WizardStep, WizardView
from web.views import BrokenGame, Choice, Joined, Locked, Origin, Reply, Role, Session, SettingKind, SettingView


def _setting(key: str, value: str, *choices: str) -> SettingView:
    kind = SettingKind.CHOICE if choices else SettingKind.TEXT
    listed = tuple(Choice(one, one.title()) for one in choices)
    return SettingView(
        key=key,
        label=key,
        meaning=key,
        kind=kind,
        value=value,
        default=value,
        origin=Origin.DEFAULT,
        where="",
        lock=Locked.OPEN,
        live=True,
        choices=listed,
    )


STEPS = (
    WizardStep(StepKey.PIN, StepState.OPEN, ()),
    WizardStep(StepKey.NAME, StepState.OPEN, (_setting("table.name", ""),)),
    WizardStep(
        StepKey.LANGUAGE,
        StepState.OPEN,
        (
            _setting("table.language", "en", "en", "de"),
            _setting("voice.language", "en", "en", "de"),
            _setting("voice.sink", "speaker", "off", "speaker", "wav"),
        ),
    ),
    WizardStep(
        StepKey.GAME,
        StepState.OPEN,
        (_setting("table.game", "chronicle", "chronicle", "chesney"), _setting("table.players", "4")),
    ),
    WizardStep(
        StepKey.CAMERA,
        StepState.OPEN,
        tuple(
            _setting(f"camera.{key}", value) for key, value in (("source", "virtual"), ("user", ""), ("password", ""))
        ),
    ),
    *(WizardStep(key, StepState.OPEN, ()) for key in (StepKey.MARKERS, StepKey.STICKERS, StepKey.TRY)),
    WizardStep(StepKey.BUTTONS, StepState.OPEN, (_setting("hardware.pins", "none", "none", "lgpio"),)),
)
VIEW = WizardView(
    boot="abc",
    is_new=True,
    steps=STEPS,
    pin=PinKind.START,
    games=(GameChoice("chronicle", "Chronicle", (3, 4, 5, 6)), GameChoice("chesney", "Chesney", (4, 6, 8))),
    broken=(BrokenGame(name="harbour_night", why="game.py, line 40: NameError: name 'no' is not defined."),),
    cameras=(
        Choice("virtual", "A virtual table"),
        Choice("none", "None"),
        Choice("/dev/video0", "HD Webcam"),
        Choice("network", "Network"),
    ),
    has_pins=True,
    wired=False,
    waits=False,
    new_match=False,
    ending=False,
    aside="",
)


@dataclass
class Wizardry:
    """What was asked of it, and what it answers with."""

    view: WizardView = VIEW
    chosen: list[tuple[StepKey, dict[str, str]]] = field(default_factory=list)
    skipped: list[StepKey] = field(default_factory=list)
    started: list[bool] = field(default_factory=list)
    pins: list[tuple[str, str]] = field(default_factory=list)

    def mark(self, step: StepKey, state: StepState, values: Mapping[str, str]) -> None:
        """A step is done or skipped, its settings are these."""
        steps = tuple(
            one
            if one.key is not step
            else replace(
                one,
                state=state,
                settings=tuple(replace(s, value=values.get(s.key, s.value)) for s in one.settings),
            )
            for one in self.view.steps
        )
        self.view = replace(self.view, steps=steps)


class FakeWizard(FakeSessions):
    """See `WizardPort`. The name "bad" and a PIN that begins with 0 are refused."""

    @property
    def wizardry(self) -> Wizardry:
        """What it was asked. The table was set up before."""
        found: Wizardry = self.__dict__.setdefault("_wizardry", Wizardry(replace(VIEW, is_new=False)))
        return found

    def is_new_table(self) -> bool:
        return self.wizardry.view.is_new

    def wizard_view(self, session: Session) -> WizardView:
        return self.wizardry.view

    def wizard_choose(self, session: Session, step: StepKey, values: Mapping[str, str]) -> Reply:
        self.wizardry.chosen.append((step, dict(values)))
        if values.get("table.name") == "bad":
            return Reply(False, "It must be a name. Nothing was changed.", 1)
        self.wizardry.mark(step, StepState.DONE, values)
        return Reply(True, "Saved. It counts at once.", 1)

    def wizard_skip(self, session: Session, step: StepKey) -> Reply:
        self.wizardry.skipped.append(step)
        self.wizardry.mark(step, StepState.SKIPPED, {})
        return Reply(True, "Left as it is.", 1)

    def wizard_start(self, session: Session, *, over: bool) -> Reply:
        self.wizardry.started.append(over)
        self.wizardry.view = replace(self.wizardry.view, is_new=self.wizardry.view.is_new and not over)
        return Reply(True, "The table is set up.", 1)

    def choose_pin(self, session: Session, token: str, old: str, new: str) -> Joined | Reply:
        self.wizardry.pins.append((old, new))
        if new.startswith("0"):
            return Reply(False, "Everybody would try that one first. Choose another PIN. Nothing was changed.", 1)
        self.wizardry.view = replace(self.wizardry.view, pin=PinKind.OWN)
        self.wizardry.mark(StepKey.PIN, StepState.DONE, {})
        return self.sign(Role.HOST, None, "Host")
