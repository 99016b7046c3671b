"""The settings of everything that hangs on the board's pins, made from the table of parts."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from hardware import PARTS, PartRow, PinMap
from hardware.types import PinFactory

_Pin = Annotated[int, Meta(ge=0, le=27)]


@dataclass(frozen=True)
class HardwareConfig:
    """Buttons, lights and dice, by BCM pin numbers."""

    table: ClassVar[tuple[PartRow, ...]] = ()
    """The parts that there are: each has a field of its own."""

    pins: Annotated[
        PinFactory,
        Meta(description="none (nothing is wired), mock (simulated) or lgpio (the real pins of a Raspberry Pi)."),
    ] = PinFactory.NONE

    @property
    def pin_map(self) -> PinMap:
        """The wiring as `hardware` wants it."""
        return PinMap(self.table, **{row.key: getattr(self, row.key) for row in self.table})


def hardware_config(table: tuple[PartRow, ...]) -> HardwareConfig:
    """The settings of a table of parts, with nothing wired."""
    made = make_dataclass(
        HardwareConfig.__name__,
        [(row.key, _hint(row), None if row.is_single else ()) for row in table],
        bases=(HardwareConfig,),
        namespace={"table": table, "__doc__": HardwareConfig.__doc__},
        frozen=True,
    )
    nothing: HardwareConfig = made()
    return nothing


def _hint(row: PartRow) -> Any:
    """The type of a part's setting, with what `Setting` knows of it."""
    extra: dict[str, object] = {"title": row.title or row.label, "hint": row.hint}
    if row.allowed is not None:
        extra["allowed"] = row.allowed
    if not row.is_single:
        return Annotated[tuple[_Pin, ...], Meta(description=row.meaning, extra=extra)]
    extra["sample"] = next(pin for pin in (row.sample, *row.suggested, _ANY_PIN) if pin is not None)
    return Annotated[_Pin | None, Meta(description=row.meaning, extra=extra)]


_ANY_PIN: Final = 4  # in the example of a part for which no wiring suggests a pin

HARDWARE_AS_DELIVERED: Final = hardware_config(PARTS)
