"""Registration of a whole copy by showing its pieces: to the table's camera, in photographs, or typed in by hand.

What was found is on disk before the next piece is asked for, so that a registration goes on where it stood, also after
a power cut. The camera is listened to only while a host's page looks: a registration that somebody forgot must not
swallow the tags of an evening.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from companion.copies.registering_state import (
    Assigned as Assigned,
    LatestNews as LatestNews,
    Progress,
    Snapshot as Snapshot,
    Wanted as Wanted,
    assigned,
    resumed,
    typed_code,
    wanted_pieces,
)
from companion.journal.copies import Copies, Copy, CopyError, KnownTag, short
from companion.journal.journal import JournalError
from companion.reading.table_tags import TableTags
from companion.reading.tags import same_code
from companion.values.game_titles import game_title

_SEEN_KEPT: Final = 8
LISTENS_S: Final = 25.0  # so long after a page looked for the last time the camera is still listened to
_RUNNING, _LATER = "running", "later"

Label = Callable[[str, bool], str]
"""What a piece is called, or (True) the back of a deck."""
Say = Callable[[str, Mapping[str, object]], str]
"""A sentence of the companion for a code and its facts."""


class Registering:
    """At most one registration is under way at a time. Safe from any thread.

    Every act gives a sentence. CopyError with one sentence for what cannot be; JournalError when it could not be
    written, and then nothing has changed.
    """

    def __init__(self, copies: Copies, tags: TableTags, label: Label, say: Say, clock: Callable[[], float]):
        self._copies = copies
        self._tags = tags
        self._label = label
        self._say = say
        self._clock = clock
        self._lock = threading.RLock()
        self._wanted = wanted_pieces(tags.decks)
        self._copy: Copy | None = None
        self._progress = Progress(self._wanted)
        self._photo: tuple[Assigned, ...] = ()
        self._told: LatestNews | None = None
        self._looked_s: float | None = None
        self._seen: dict[str, None] = {}
        self._just_kept: set[str] = set()  # they are about to be seen as known tags for the first time
        for copy, state, body in copies.registrations(tags.game):
            if state == _RUNNING:
                self._resume(copy, body)

    # -- looking -----------------------------------------------------------------------------------------------------

    def look(self) -> Snapshot | None:
        """What a host's page shows; None when no registration is under way. The camera is listened to for a while."""
        with self._lock:
            self._looked_s = self._clock()
            if self._copy is None:
                return None
            seen = tuple(payload for payload in self._seen if not self.problem(payload))
            return Snapshot(self._copy, self._progress, self._photo, self._told, seen)

    def counts(self, copy: Copy) -> tuple[int, int]:
        """How many pieces of a copy have their tag, and how many there are."""
        return len(resumed(self._wanted, self._copies.tags(copy.ident), "").done), len(self._wanted)

    def problem(self, payload: str) -> str:
        """Why this code cannot become the next piece; empty if it can."""
        known = self._tags.whose(payload)
        if known is not None:
            return self._taken(known)
        return self._say("reg_built_in", {"code": short(payload)}) if payload in self._tags.registry else ""

    @contextmanager
    def meant_for(self, key: str | None) -> Iterator[None]:
        """What is done inside is meant for the piece of this key ("": for none, None: for whichever is asked for).
        CopyError when another one is asked for by now: two hosts may work at once."""
        with self._lock:
            if key is not None and self._copy is not None and key != self._progress.at:
                raise CopyError(self._say("reg_moved_on", {"what": self._name(self._asked())}))
            yield

    # -- beginning and ending ----------------------------------------------------------------------------------------

    def start(self, name: str, owner: str = "") -> str:
        """Begins with a new copy."""
        with self._lock:
            copy = self._copies.add(Copy(0, self._tags.game, name, owner))
            return self._go_on(copy, "")

    def go_on(self, ident: int) -> str:
        """Goes on with a copy where it stood."""
        with self._lock:
            bodies = {copy.ident: body for copy, _, body in self._copies.registrations(self._tags.game)}
            copy = self._copies.get(ident)
            if copy.game != self._tags.game:
                raise CopyError(
                    "'{name}' is a copy of {game}, and on this table is {game2}.",
                    name=copy.name,
                    game=game_title(copy.game),
                    game2=game_title(self._tags.game),
                )
            return self._go_on(copy, bodies.get(ident, ""))

    def later(self) -> str:
        """Ends it for now; it can go on where it stands."""
        with self._lock:
            copy = self._running()
            self._copies.note_registration(copy.ident, _LATER, self._progress.body())
            self._copy = None
            self._photo, self._told = (), None
            return self._say("reg_later", {"copy": copy.name, **self._count()})

    def remove(self, ident: int) -> str:
        """Forgets a copy and all its tags."""
        with self._lock:
            copy = self._copies.get(ident)
            count = self._copies.remove(ident)
            if self._copy is not None and self._copy.ident == ident:
                self._copy, self._photo, self._told = None, (), None
            self._tags.refresh()
            return self._say("reg_removed", {"copy": copy.name, "count": count})

    def reread(self) -> None:
        """The store was changed from elsewhere: what is done is read again."""
        with self._lock:
            self._tags.refresh()
            if self._copy is not None:
                self._resume(self._copy, self._progress.body())

    def rename(self, ident: int, name: str, owner: str) -> str:
        """Another name and owner."""
        with self._lock:
            copy = self._copies.rename(ident, name, owner)
            if self._copy is not None and self._copy.ident == ident:
                self._copy = copy
            self._tags.refresh()
            return self._say("reg_renamed", {"copy": copy.title})

    # -- one piece after the other -----------------------------------------------------------------------------------

    def skip(self) -> str:
        """The piece that is asked for is left out for now."""
        with self._lock:
            now = self._asked()
            self._write(self._progress.skip())
            return self._tell(True, "reg_skipped", {"what": self._name(now)})

    def back(self) -> str:
        """Takes the last step back."""
        with self._lock:
            self._running()
            before, step = self._progress.back()
            if step is None:
                raise CopyError(self._say("reg_no_step", {}))
            drop = (step.payload,) if step.payload else ()
            now = before.now
            assert now is not None  # the piece of a step is one of the game's
            put = {now: step.before} if step.payload and step.before else {}
            self._write(before, put, drop)
            return self._tell(True, "reg_taken_back", {"what": self._name(now)})

    def jump(self, key: str) -> str:
        """Asks for that piece now; one that has its tag gets another."""
        with self._lock:
            self._running()
            after = self._progress.jump(key)
            if after is None or after.now is None:
                raise CopyError(self._say("reg_no_piece", {}))
            self._write(after)
            return self._tell(True, "reg_jumped", {"what": self._name(after.now)})

    def typed(self, code: str) -> str:
        """A code that somebody typed in becomes the piece that is asked for."""
        with self._lock:
            self._asked()
            known = next((k for k in self._tags.all() if same_code(k.tag.payload, code)), None)
            return self.use(typed_code(code) if known is None else known.tag.payload)

    def use(self, payload: str) -> str:
        """A code that the camera saw becomes the piece that is asked for."""
        with self._lock:
            self._asked()
            if problem := self.problem(payload):
                raise CopyError(problem)
            return self._keep((payload,))

    # -- photographs -------------------------------------------------------------------------------------------------

    def photo(self, payloads: Iterable[str]) -> str:
        """The codes of a photograph in reading order: each would become the next piece. Nothing is kept before
        `keep`."""
        with self._lock:
            self._running()
            found = self._assigned(payloads)
            self._photo = found
            good = sum(a.wanted is not None for a in found)
            code = "reg_photo" if good == len(found) else "reg_photo_some"
            return self._tell(good > 0, code if good else "reg_photo_none", {"count": good})

    def keep(self) -> str:
        """What the photograph showed is right."""
        with self._lock:
            self._running()
            payloads = tuple(a.payload for a in self._photo if a.wanted is not None)
            if not payloads:
                raise CopyError(self._say("reg_no_photo", {}))
            return self._keep(payloads)

    def discard(self) -> str:
        """What the photograph showed is not kept."""
        with self._lock:
            self._running()
            self._photo = ()
            return self._tell(True, "reg_discarded", {})

    # -- the table's camera ------------------------------------------------------------------------------------------

    def camera(self, payloads: tuple[str, ...]) -> bool:
        """Codes that the table does not know came to lie on it together. Whether that was for the registration. Never
        raises: what went wrong is told on the page."""
        with self._lock:
            for payload in payloads:
                self._seen.pop(payload, None)
                self._seen[payload] = None
            while len(self._seen) > _SEEN_KEPT:
                del self._seen[next(iter(self._seen))]
            if not self._listens():
                return False
            if self._photo:
                self._tell(False, "reg_photo_first", {})
            elif len(payloads) > 1:
                self._tell(False, "reg_two_at_once", {"count": len(payloads)})
            elif problem := self.problem(payloads[0]):
                self._note(False, problem)
            elif self._progress.now is None:
                self._tell(False, "reg_no_more", {})
            else:
                try:
                    self._just_kept.add(payloads[0])
                    self._keep(payloads)
                except JournalError as error:
                    self._note(False, str(error))
            return True

    def placed(self, payload: str) -> None:
        """A tag that the table knows came to lie on it: told on the page if it is one that was registered before."""
        with self._lock:
            known = self._tags.whose(payload)
            if payload in self._just_kept:
                self._just_kept.discard(payload)
            elif known is not None and self._listens():
                self._note(False, self._taken(known))

    def sets_aside(self, payload: str, was_aside: bool) -> bool:
        """Whether this tag belongs to the copy that is being registered: then it lies there for that, and not for the
        match. Once nobody looks any more, only what lies there unmoved (`was_aside`) still does."""
        with self._lock:
            known = self._tags.whose(payload)
            return known is not None and known.copy == self._copy and (was_aside or self._listens())

    # -- inside, with the lock held ----------------------------------------------------------------------------------

    def _resume(self, copy: Copy, body: str) -> None:
        self._copy = copy
        self._progress = resumed(self._wanted, self._copies.tags(copy.ident), body)

    def _go_on(self, copy: Copy, body: str) -> str:
        if self._copy is not None and self._copy.ident != copy.ident:
            self.later()
        self._resume(copy, body)
        self._photo = ()
        self._looked_s = self._clock()
        self._write(self._progress)
        return self._tell(True, "reg_started", {"copy": copy.name, **self._count()})

    def _running(self) -> Copy:
        if self._copy is None:
            raise CopyError(self._say("reg_none", {}))
        return self._copy

    def _asked(self) -> Wanted:
        self._running()
        now = self._progress.now
        if now is None:
            raise CopyError(self._say("reg_no_more", {}))
        return now

    def _listens(self) -> bool:
        looked_s = self._looked_s
        return self._copy is not None and looked_s is not None and self._clock() - looked_s < LISTENS_S

    def _assigned(self, payloads: Iterable[str]) -> tuple[Assigned, ...]:
        return assigned(self._progress, payloads, self.problem, self._say("reg_no_more", {}))

    def _taken(self, known: KnownTag) -> str:
        facts = {"what": self._label(known.tag.piece, known.tag.shared), "copy": known.copy.title}
        if known.copy == self._copy:
            return self._say("reg_twice", facts)
        if known.copy.game == self._tags.game:
            return self._say("reg_taken", facts)
        return self._say("reg_other_game", {"copy": known.copy.title, "game": game_title(known.copy.game)})

    def _keep(self, payloads: tuple[str, ...]) -> str:
        before = self._progress
        ahead = before.ahead()[: len(payloads)]
        after = before.kept(*payloads)
        drop = tuple(before.done[w.key] for w in ahead if w.key in before.done)
        self._write(after, dict(zip(ahead, payloads, strict=True)), drop)
        self._photo = ()
        if after.now is None:
            return self._tell(True, "reg_complete", self._count())
        facts = {"what": self._name(ahead[-1]), "count": len(payloads), "next": self._name(after.now)}
        return self._tell(True, "reg_kept" if len(payloads) == 1 else "reg_kept_all", facts)

    def _write(self, after: Progress, put: Mapping[Wanted, str] | None = None, drop: tuple[str, ...] = ()) -> None:
        """On disk first; only then it is so."""
        copy = self._running()
        tags = [wanted.tag(payload) for wanted, payload in (put or {}).items()]
        self._copies.note_registration(copy.ident, _RUNNING, after.body(), tags, drop)
        self._progress = after
        if tags or drop:
            self._tags.refresh()
        self._photo = self._assigned(a.payload for a in self._photo)  # other pieces are the next ones now

    def _count(self) -> dict[str, object]:
        return {"done": len(self._progress.done), "total": len(self._wanted)}

    def _name(self, wanted: Wanted) -> str:
        return self._label(wanted.piece, wanted.tag("x").shared)

    def _tell(self, ok: bool, code: str, facts: Mapping[str, object]) -> str:
        return self._note(ok, self._say(code, facts))

    def _note(self, ok: bool, sentence: str) -> str:
        sentence = sentence[:1].upper() + sentence[1:]
        self._told = LatestNews(1 if self._told is None else self._told.number + 1, ok, sentence)
        return sentence
