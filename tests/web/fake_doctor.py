"""A doctor that has looked: what its page is tested against."""

from __future__ import annotations

from dataclasses import replace

from web.pages.doctor.views import DoctorGroup, DoctorLine, DoctorView, LineGrade
from web.views import Session

FOUND = (
    DoctorGroup(
        "machine",
        "The machine",
        (
            DoctorLine(
                "Supply voltage",
                LineGrade.LOOK,
                "it was too low since the board was switched on",
                "Use the power supply made for this board.",
            ),
            DoctorLine("System", LineGrade.WELL, "Raspberry Pi 5 Model B Rev 1.0, Linux 6.12.34", ""),
        ),
    ),
    DoctorGroup(
        "table",
        "Camera and stickers",
        (DoctorLine("Camera", LineGrade.BROKEN, "/dev/video0 gives no picture", "Check camera.source and the cable."),),
    ),
)
EMPTY = DoctorView(False, "", 0, 0, ())


class FakeDoctor:
    """See `DoctorPort`. An examination is over at the next look at it."""

    doctor: DoctorView = EMPTY
    doctor_looks: int = 0

    def doctor_view(self, session: Session) -> DoctorView:
        if self.doctor.looking:
            self.doctor = replace(self.doctor, looking=False, broken=1, to_look_at=1, groups=FOUND)
        return self.doctor

    def doctor_look(self, session: Session) -> DoctorView:
        self.doctor_looks += 1
        self.doctor = DoctorView(True, "2026-11-22T18:00:00+00:00", 0, 1, FOUND[:1])
        return self.doctor
