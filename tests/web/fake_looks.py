"""A copy of four cards that are shown in memory: what the page for it is tested against."""

from __future__ import annotations

from dataclasses import dataclass, field

from web.pages.card_looks.views import (
    HowSure,
    LookAlike,
    LookRow,
    LooksAct,
    LooksCommand,
    LooksView,
    Trial,
    TriedCard,
)
from web.views import Choice, Reply, Role, Session

CARDS = ("Back of court cards", "King", "Queen", "Knave <b>")


@dataclass
class FakeLooks:
    """See `LooksPort`. Each photograph shows the next two cards."""

    copy: int = 0
    at: dict[str, str] = field(default_factory=dict)  # key of a row: whose look it has
    asked: list[LooksCommand] = field(default_factory=list)
    trial: Trial = field(default_factory=Trial)

    def looks_view(self, session: Session, copy: int) -> LooksView:
        rows = tuple(
            LookRow(
                key=str(n),
                label=label,
                group="court cards",
                stamp=self.at.get(str(n), ""),
                alike=(LookAlike("King", (0.05, 0.06, 0.1, 0.12)),) if label == "Queen" else (),
            )
            for n, label in enumerate(CARDS)
        )
        copies = (Choice("1", "mine"),) if self.copy else ()
        return LooksView(
            title="Chronicle", copies=copies, copy=self.copy, rows=rows, done=len(self.at), trial=self.trial
        )

    def looks(self, session: Session, command: LooksCommand) -> Reply:
        self.asked.append(command)
        match command.act:
            case LooksAct.START:
                if not command.value:
                    return Reply(False, "A copy needs a name.", 0)
                self.copy = 1
            case LooksAct.SWAP:
                one, other = self.at.pop(command.value, ""), self.at.pop(command.other, "")
                self.at |= {key: look for key, look in ((command.value, other), (command.other, one)) if look}
            case LooksAct.DROP:
                self.at.pop(command.value, None)
            case LooksAct.FORGET:
                self.at.clear()
            case LooksAct.CLEAR:
                self.trial = Trial(True)
            case LooksAct.TRY:
                said = {
                    HowSure.SURE: "King: told.",
                    HowSure.JUST: "Queen: only just.",
                    HowSure.ASKED: "Knave <b>: asked.",
                }
                self.trial = Trial(True, tuple(TriedCard(f"tried/{n}", *one) for n, one in enumerate(said.items())))
        return Reply(True, "It is done.", 0)

    def looks_photo(self, session: Session, copy: int, picture: bytes) -> Reply:
        free = [str(n) for n in range(len(CARDS)) if str(n) not in self.at][:2]
        self.at |= {key: f"look{key}" for key in free}
        return Reply(True, f"{len(free)} cards are known by their looks now.", 0)

    def look_picture(self, session: Session, copy: int, key: str) -> bytes | None:
        return b"RIFF" if session.role is Role.HOST and key in self.at else None
