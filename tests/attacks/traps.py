"""Known traps of services like this one that concern the pages, each with the tests that show that we are not in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trap:
    """What goes wrong elsewhere, and `tests` as file::name, from the folder of the tests on."""

    what: str
    tests: tuple[str, ...]


TRAPS = (
    Trap(
        "A server with no more threads than streams hangs when all are taken.",
        ("web/test_web_stream.py::test_streams_can_never_use_all_threads",),
    ),
    Trap(
        "When every stream is taken, a further one gets 503, and ordinary pages still answer quickly.",
        (
            "web/test_web_stream.py::test_when_all_places_are_taken",
            "web/test_web_stream.py::test_a_table_that_has_no_place_left_says_so_too",
            "attacks/test_traps.py::test_pages_answer_while_every_stream_is_taken",
            "web/test_push_readers.py::test_a_page_that_is_not_fed_live_is_still_fed",
        ),
    ),
    Trap(
        "Open streams keep the program from stopping; so does a sentence that is spoken, or a camera that hangs.",
        (
            "web/test_web_stream.py::test_stop_with_thirty_streams_open",
            "web/test_tls.py::test_stop_with_streams_open",
            "evenings/test_stopping.py::test_in_the_middle_of_a_sentence",
            "evenings/test_stopping.py::test_while_both_cameras_hang",
            "evenings/test_stopping.py::test_with_every_phone_connected",
        ),
    ),
    Trap(
        "A closed tab, or a phone that walked out of the Wi-Fi, keeps its place for ever.",
        (
            "web/test_push_readers.py::test_a_closed_tab_is_noticed",
            "web/test_push_readers.py::test_a_reset_is_noticed",
            "web/test_web_stream.py::test_a_sleeping_feed_does_not_keep_the_place_of_a_closed_tab",
            "web/test_push_vanished.py::test_a_vanished_phone_is_noticed",
            "web/test_push_vanished.py::test_a_vanished_phone_is_noticed_over_https",
            "web/test_push_vanished.py::test_a_vanished_phone_is_noticed_within_half_a_minute_as_delivered",
        ),
    ),
    Trap(
        "Something is told before it is on the disk, or spoken before the phones have it.",
        (
            "companion/test_referee.py::test_disk_then_packets_then_lights_then_voice",
            "companion/test_referee.py::test_an_acknowledged_answer_is_on_disk_and_on_the_screens",
            "companion/test_referee.py::test_an_answer_that_cannot_be_saved_changes_nothing_and_says_so",
        ),
    ),
    Trap(
        "A view, a log line, a stream, a replay or an undo shows another seat's secret.",
        (
            "laws/test_worlds.py::test_nobody_notices_a_swap",
            "laws/test_worlds.py::test_a_planted_leak_is_found",
            "companion/test_referee_table.py::test_no_private_card_reaches_anybody_else",
            "companion/test_history_reveal.py::test_the_replay_shows_no_hidden_card_until_all_is_opened",
            "companion/test_consent.py::test_nothing_that_is_told_says_what_was_seen",
            "attacks/test_other_seats.py::test_every_address_with_another_seat_in_the_query",
            "attacks/test_other_seats.py::test_another_seat_in_headers_and_cookies",
            "attacks/test_streams.py::test_a_stream_is_its_readers_own",
            "attacks/test_streams.py::test_a_kicked_phone_hears_nothing_more",
            "attacks/test_streams.py::test_an_undo_shows_nobody_what_was_played_in_secret",
            "attacks/test_random_requests.py::test_random_requests_from_outside",
            "attacks/test_random_requests.py::test_random_requests_from_seats",
            "attacks/test_traps.py::test_no_secret_is_in_the_log",
        ),
    ),
    Trap(
        "The page's token dies in the middle of a game; the cookie is Secure, so that plain http has none; a name that"
        " another's server answers for is let in.",
        (
            "attacks/test_forged_commands.py::test_a_page_that_was_open_for_hours_still_plays",
            "attacks/test_forged_commands.py::test_the_cookie_lives_longer_than_a_game_and_has_no_secure_on_plain_http",
            "attacks/test_foreign_names.py::test_a_strange_name_of_this_machine",
            "attacks/test_foreign_names.py::test_headers_of_proxies_change_nothing",
        ),
    ),
    Trap(
        "A kill at any moment loses an answer that a page was promised, or counts one twice.",
        (
            "evenings/test_kill.py::test_taps_survive_every_kill",
            "evenings/test_kill.py::test_a_table_with_camera_and_bots_survives_kills",
            "companion/test_referee.py::test_a_request_is_known_again_after_a_restart",
            "web/test_push_browser.py::test_a_tap_made_while_the_service_starts_again_is_sent_once",
            "web/test_push_browser.py::test_a_service_that_starts_again_gets_its_pages_back",
        ),
    ),
)
