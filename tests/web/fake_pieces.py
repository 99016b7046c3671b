"""A shelf with one game of four pieces, registered in memory: what the page for it is tested against."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from web.pages.pieces.views import (
    CopyRow,
    PhotoTag,
    PieceRow,
    PiecesAct,
    PiecesCommand,
    PieceStatus,
    PiecesView,
    Registration,
)
from web.views import Face, Reply, Session

ROWS = (
    PieceRow("back/court", "the back of court cards", "court cards", None, PieceStatus.OPEN),
    PieceRow(
        "front/king",
        "King",
        "court cards",
        Face(piece="king", title="King", corner="K", suit="crown", tint="gold"),
        PieceStatus.OPEN,
    ),
    PieceRow(
        "front/queen",
        "Queen",
        "court cards",
        Face(piece="queen", title="Queen", corner="Q", suit="heart", tint="red"),
        PieceStatus.OPEN,
    ),
    PieceRow(
        "front/knave",
        "Knave <b>",
        "court cards",
        Face(piece="knave", title="Knave <b>", corner="3", suit="sword"),
        PieceStatus.OPEN,
    ),
)
FILE = "# Tabletop Companion tags, version 1\n"


@dataclass
class FakePieces:
    """See `PiecesPort`. Photographs are texts: the codes in them, by spaces."""

    copies: list[CopyRow] = field(default_factory=list)
    now: Registration | None = None
    asked: list[PiecesCommand] = field(default_factory=list)
    looks: int = 0
    brought: list[str] = field(default_factory=list)

    def pieces_view(self, session: Session) -> PiecesView:
        self.looks += 1
        return PiecesView("Chronicle", tuple(self.copies), self.now, True, True)

    def pieces_file(self, session: Session) -> str:
        return FILE

    def pieces_import(self, session: Session, text: str) -> Reply:
        self.brought.append(text)
        return Reply(text == FILE, "One tag is registered now." if text == FILE else "Line 3: the code is empty.", 0)

    def pieces_photo(self, session: Session, picture: bytes) -> Reply:
        assert self.now is not None
        rows = [row.label for row in self.now.rows if row.status is PieceStatus.OPEN]
        tags = (PhotoTag("K7RT-2M9X", rows[0]), PhotoTag("AAAA-BBBB", "", "That tag is taken."))
        self.now = replace(self.now, photo=tags)
        return self.told("I read one new tag; the list says what is wrong with the others.")

    def pieces(self, session: Session, command: PiecesCommand) -> Reply:
        self.asked.append(command)
        match command.act:
            case PiecesAct.START:
                self.copies.append(
                    CopyRow(
                        ident=len(self.copies) + 1,
                        name=command.value,
                        owner=command.owner,
                        done=0,
                        total=len(ROWS),
                        tags=0,
                    )
                )
                self.now = Registration(
                    copy=len(self.copies),
                    name=command.value,
                    owner=command.owner,
                    at=ROWS[0].key,
                    done=0,
                    rows=ROWS,
                    photo=(),
                    can_undo=False,
                )
                return self.told("Show the pieces one by one.")
            case PiecesAct.LATER:
                self.now = None
                return Reply(True, "Later, then.", 0)
            case PiecesAct.TYPE if not command.value:
                return Reply(False, "A tag needs a code, and this one is empty.", 0)
            case PiecesAct.KEEP | PiecesAct.TYPE:
                return self.show()
            case PiecesAct.SKIP:
                return self.step(PieceStatus.SKIPPED, "left out for now")
        return Reply(True, "Done.", 0)

    def show(self) -> Reply:
        """The piece that is asked for is shown to the camera."""
        return self.step(PieceStatus.DONE, "has its tag")

    def step(self, status: PieceStatus, words: str) -> Reply:
        assert self.now is not None
        rows = [replace(row, status=status) if row.key == self.now.at else row for row in self.now.rows]
        label = next(row.label for row in rows if row.key == self.now.at)
        at = next((row.key for row in rows if row.status is PieceStatus.OPEN), "")
        done = sum(row.status is PieceStatus.DONE for row in rows)
        self.now = replace(self.now, rows=tuple(rows), at=at, done=done, photo=(), can_undo=True)
        return self.told(f"{label} {words}.")

    def told(self, sentence: str) -> Reply:
        assert self.now is not None
        self.now = replace(self.now, told=sentence, told_number=self.now.told_number + 1)
        return Reply(True, sentence, 0)
