"""Registration through the whole service: from the camera's report to the page, and on after a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.copies import CopyError
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from hardware.types import SpeechSink
from tests.companion.high_card import HIGH_CARD
from vision.types import ChangeKind, TableChange, TableReport
from web.pages.host.views import HostAct, HostCommand
from web.pages.pieces.views import PiecesAct, PiecesCommand, PiecesView
from web.views import Reply, Role, Session

DEADLINE_S = 60.0
HOST, PLAYER = Session(Role.HOST), Session(Role.SEAT, 0)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, players=2, seed=3),
        camera=replace(base.camera, source="none"),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )


@pytest.fixture
def run(config: Config) -> Iterator[Callable[[], Service]]:
    """Starts a service in place of the one before."""
    running: list[Service] = []

    def started() -> Service:
        while running:
            running.pop().stop()
        running.append(build(config, HIGH_CARD))
        running[0].start()
        return running[0]

    yield started
    for service in running:
        service.stop()


def show(service: Service, payload: str) -> None:
    """The camera reports a tag that it does not know."""
    change = TableChange(ChangeKind.UNKNOWN, payload, None, None, None, None, 1.0)
    service.inbox.put(TableReport((change,), (), True, 1.0))


def view(service: Service, done: int) -> PiecesView:
    """The page as soon as so many pieces have their tag."""

    def is_there() -> bool:
        now = service.pages.pieces.pieces_view(HOST).now
        return now is not None and now.done == done

    assert service.publisher.wait_for(is_there, DEADLINE_S)
    return service.pages.pieces.pieces_view(HOST)


def test_a_copy_is_registered_over_a_restart(run: Callable[[], Service]) -> None:
    service = run()
    assert not service.pages.pieces.pieces(PLAYER, PiecesCommand(PiecesAct.START, "mine")).ok
    assert service.pages.pieces.pieces(HOST, PiecesCommand(PiecesAct.START, "mine", "Ada")).ok
    show(service, "BACK")
    now = view(service, 1).now
    assert now is not None
    assert now.at == "front/RED-1"
    assert "nobody has registered" not in service.pages.match.packet(PLAYER).notice
    service = run()
    page = view(service, 1)
    assert page.now is not None
    assert (page.now.at, page.copies[0].done, page.copies[0].total) == ("front/RED-1", 1, 13)
    show(service, "RED")
    view(service, 2)
    assert service.tags.registry["RED"].piece == "RED-1"
    assert service.pages.pieces.pieces(HOST, PiecesCommand(PiecesAct.LATER)).ok
    show(service, "PIZZA")
    assert service.publisher.wait_for(lambda: "PIZZA" in service.pages.match.packet(PLAYER).notice, DEADLINE_S)
    assert service.pages.host.host_view(HOST).unknown_tags == ("PIZZA",)
    assert service.pages.host.host(HOST, HostCommand(HostAct.ADOPT_TAG, value="PIZZA", piece="back/cards")).ok
    assert service.pages.host.host_view(HOST).unknown_tags == ()


def test_the_page_sends_out_and_takes_in(run: Callable[[], Service]) -> None:
    service = run()
    service.pages.pieces.pieces(HOST, PiecesCommand(PiecesAct.START, "mine"))
    service.pages.pieces.pieces(HOST, PiecesCommand(PiecesAct.TYPE, "BACK"))
    text = service.pages.pieces.pieces_file(HOST)
    assert not service.pages.pieces.pieces_import(PLAYER, text).ok
    assert "Line 1" in service.pages.pieces.pieces_import(HOST, text.replace("version 1", "version 9")).sentence
    again = service.pages.pieces.pieces_import(HOST, text + "high_card,new,,FRESH,RED-1,front,,\n")
    assert again.sentence == "2 tags of 2 copies registered."
    assert "FRESH" in service.tags.registry
    assert not service.pages.pieces.pieces_photo(HOST, b"no picture").ok
    assert not service.pages.pieces.pieces_photo(PLAYER, b"no picture").ok


def test_two_hosts_do_not_answer_for_each_other_s_piece(run: Callable[[], Service]) -> None:
    service = run()

    def act(kind: PiecesAct, value: str = "", at: str | None = "back/cards") -> Reply:
        return service.pages.pieces.pieces(HOST, PiecesCommand(kind, value, at=at))

    assert act(PiecesAct.START, "mine", at=None).ok
    assert act(PiecesAct.TYPE, "BACK").ok
    for late in (act(PiecesAct.TYPE, "RED"), act(PiecesAct.USE, "RED"), act(PiecesAct.SKIP), act(PiecesAct.BACK)):
        assert (late.ok, late.sentence) == (False, "It is Red 1's turn by now. Look again, then repeat that.")
    assert view(service, 1).copies[0].tags == 1
    assert act(PiecesAct.TYPE, "RED", at="front/RED-1").ok
    assert view(service, 2).copies[0].tags == 2


def test_a_copy_that_is_not_there_cannot_be_in_play(config: Config) -> None:
    wanted = replace(config, table=replace(config.table, copies=("mine",)))
    with pytest.raises(CopyError, match="names 'mine', but the copies of high_card are: none"):
        build(wanted, HIGH_CARD)
    build(config, HIGH_CARD).stop()  # nothing was left open
