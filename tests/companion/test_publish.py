"""Feeds: the newest packet only, places that come free again, and nobody who waits for a slow reader."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.telling.publish import Edition, Publisher
from rules.engine.types import PUBLIC, Seat
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from web.views import Packet, TooManyStreams

DEADLINE_S = 60.0


@pytest.fixture(scope="module")
def sample() -> Packet:
    return Evening(HIGH_CARD).packet()


def packets(sample: Packet, number: int) -> Edition:
    from dataclasses import replace

    one = {r: replace(sample, id=f"b.{number}", version=number, seat=None if r < 0 else int(r)) for r in (0, 1)}
    everybody = {PUBLIC: replace(sample, id=f"b.{number}", version=number), **{Seat(r): p for r, p in one.items()}}
    return Edition(lambda reader, language: everybody.get(reader, everybody[PUBLIC]))


def fresh(stream: Iterator[Packet | None]) -> Packet:
    """The next packet; on a busy machine heartbeats may come before it."""
    return next(packet for packet in stream if packet is not None)


@pytest.fixture
def publisher(sample: Packet) -> Iterator[Publisher]:
    made = Publisher(2, heartbeat_s=0.02)
    made.publish(packets(sample, 1))
    yield made
    made.close()


def test_a_feed_begins_with_the_packet_of_now_and_goes_on_with_the_newest(publisher: Publisher, sample: Packet) -> None:
    feed = publisher.feed(Seat(1))
    stream = iter(feed)
    first = fresh(stream)
    assert (first.version, first.seat) == (1, 1)
    for number in range(2, 9):
        publisher.publish(packets(sample, number))
    assert fresh(stream).version == 8
    feed.close()


def test_silence_is_a_heartbeat(publisher: Publisher) -> None:
    stream = iter(publisher.feed(PUBLIC))
    fresh(stream)
    assert next(stream) is None
    assert next(stream) is None


def test_places_are_counted_and_come_free_once(publisher: Publisher) -> None:
    first, _second = publisher.feed(PUBLIC), publisher.feed(PUBLIC)
    with pytest.raises(TooManyStreams):
        publisher.feed(PUBLIC)
    first.close()
    first.close()
    publisher.feed(PUBLIC)
    with pytest.raises(TooManyStreams):
        publisher.feed(PUBLIC)


def test_a_feed_closed_by_many_threads_frees_one_place(publisher: Publisher) -> None:
    feed, _other = publisher.feed(PUBLIC), publisher.feed(PUBLIC)
    start = threading.Barrier(4)

    def close() -> None:
        start.wait()
        feed.close()

    threads = [threading.Thread(target=close) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE_S)
    publisher.feed(PUBLIC)
    with pytest.raises(TooManyStreams):
        publisher.feed(PUBLIC)


def test_closing_during_a_wait_ends_the_stream(sample: Packet) -> None:
    publisher = Publisher(2, heartbeat_s=60.0)
    publisher.publish(packets(sample, 1))
    feed = publisher.feed(PUBLIC)
    stream = iter(feed)
    next(stream)
    rest: list[Packet | None] = []
    reader = threading.Thread(target=lambda: rest.extend(stream))
    reader.start()
    feed.close()
    reader.join(DEADLINE_S)
    assert not reader.is_alive()
    assert set(rest) <= {None}


def test_closing_the_publisher_ends_all_and_admits_nobody(sample: Packet) -> None:
    publisher = Publisher(4, heartbeat_s=60.0)
    publisher.publish(packets(sample, 1))
    readers = [threading.Thread(target=list, args=(publisher.feed(PUBLIC),)) for _ in range(3)]
    for reader in readers:
        reader.start()
    publisher.close()
    for reader in readers:
        reader.join(DEADLINE_S)
    assert not any(r.is_alive() for r in readers)
    with pytest.raises(TooManyStreams):
        publisher.feed(PUBLIC)


def test_a_reader_that_does_not_read_delays_nobody(publisher: Publisher, sample: Packet) -> None:
    slow = iter(publisher.feed(PUBLIC))
    fresh(slow)
    quick = iter(publisher.feed(PUBLIC))
    for number in range(2, 500):
        publisher.publish(packets(sample, number))
    assert fresh(quick).version == 499
    assert fresh(slow).version == 499


def test_a_feed_ends_when_its_phone_is_signed_off(publisher: Publisher, sample: Packet) -> None:
    held = [True]
    feed = publisher.feed(Seat(1), lambda: held[0])
    stream = iter(feed)
    fresh(stream)
    held[0] = False
    publisher.publish(packets(sample, 2))
    assert next(stream, "ended") == "ended"  # not even the packet that was ready


def test_an_unknown_reader_gets_the_public_packet(publisher: Publisher) -> None:
    assert publisher.packet(Seat(9)).seat is None


def test_a_packet_that_cannot_be_drawn_stops_neither_the_others_nor_the_next(
    publisher: Publisher, sample: Packet, caplog: pytest.LogCaptureFixture
) -> None:
    good, failed = packets(sample, 2), threading.Event()

    def draw(reader: Seat, language: str) -> Packet:
        if reader == Seat(1):
            failed.set()
            raise KeyError("FOX-7")
        return good.packet(reader, language)

    ill, well = iter(publisher.feed(Seat(1))), iter(publisher.feed(PUBLIC))
    fresh(ill), fresh(well)
    publisher.publish(Edition(draw))
    assert fresh(well).version == 2
    assert failed.wait(DEADLINE_S)
    publisher.publish(packets(sample, 3))
    assert fresh(ill).version == 3
    assert "error=KeyError" in caplog.text
    assert "FOX" not in caplog.text


def test_where_a_packet_cannot_be_drawn_nobody_who_comes_then_is_given_the_one_before(
    publisher: Publisher, sample: Packet
) -> None:
    """It may be of a match in which somebody else sat there."""
    failed = threading.Event()

    def draw(reader: Seat, language: str) -> Packet:
        failed.set()
        raise KeyError("FOX-7")

    stays = iter(publisher.feed(Seat(1)))
    fresh(stays)
    publisher.publish(Edition(draw))
    while not failed.is_set():
        assert next(stays) is None
    assert next(iter(publisher.feed(Seat(1)))) is None
    publisher.publish(packets(sample, 3))
    assert fresh(stays).version == 3


def test_what_most_wait_for_is_drawn_first(sample: Packet) -> None:
    drawn: list[Seat] = []
    publisher = Publisher(8, heartbeat_s=60.0)
    publisher.publish(packets(sample, 1))
    feeds = [iter(publisher.feed(reader)) for reader in (Seat(0), Seat(1), PUBLIC, PUBLIC)]
    assert [next(feed) for feed in feeds]
    newer = packets(sample, 2)

    def draw(reader: Seat, language: str) -> Packet:
        drawn.append(reader)
        return newer.packet(reader, language)

    publisher.publish(Edition(draw))
    assert [found.version for feed in feeds if (found := next(feed)) is not None] == [2] * 4
    assert drawn[0] == PUBLIC
    assert sorted(drawn) == [PUBLIC, Seat(0), Seat(1)]
    publisher.close()


def test_a_first_packet_that_cannot_be_drawn_is_waited_for_at_the_pace_of_the_heartbeat() -> None:
    publisher = Publisher(1, heartbeat_s=30.0)

    def broken(reader: Seat, language: str) -> Packet:
        raise ValueError("no words")

    publisher.publish(Edition(broken))
    feed = publisher.feed(PUBLIC)
    came: list[Packet | None] = []
    tried = threading.Event()

    def read() -> None:
        came.extend(feed)
        tried.set()

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    assert not tried.wait(0.2)
    publisher.close()
    reading.join(DEADLINE_S)
    assert not any(came)
    assert len(came) <= 1, "without end, as fast as the processor can"
