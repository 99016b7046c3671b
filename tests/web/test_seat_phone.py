"""What stays on one phone: its sound, its voice, its size of type. Neither may tell anything that is not public."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.web.on_phones import IN_A_BROWSER, Phones, show
from web.views import AloudLine, EventView, Packet

pytestmark = IN_A_BROWSER

STUBS = """
window.spoken = [];
window.tones = 0;
window.cancelled = 0;
window.SpeechSynthesisUtterance = class extends EventTarget {
  constructor(text) { super(); this.text = text; }
};
const voices = [{ voiceURI: "anna", name: "Anna", lang: "en-GB" }, { voiceURI: "jo", name: "Jo", lang: "de-DE" }];
const synth = Object.assign(new EventTarget(), {
  getVoices: () => voices,
  speak: (line) => { spoken.push(line); },
  cancel: () => { cancelled += 1; },
});
Object.defineProperty(window, "speechSynthesis", { value: synth });
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() {
    tones += 1;
    return { frequency: {}, connect: (node) => node, start() {}, stop() {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (node) => node };
  }
};
"""
SAID = "spoken.map((line) => line.text)"
CLOCK_STANDS = "() => { const at = performance.now(); performance.now = () => at; }"
"""However slow the machine is, no line that waits to be spoken grows stale by itself."""
FINISH = "spoken.at(-1).dispatchEvent(new Event('end'))"


def phone_with(phones: Phones, *boxes: str, seat: int = 0) -> Any:
    """A seat's page on which these boxes of the sheet are ticked."""
    page = phones.seat(seat, STUBS)
    page.click("#phone-open")
    for box in boxes:
        page.check(f"#phone-{box}")
    page.get_by_role("button", name="Close").click()
    page.wait_for_function(
        "() => history.state?.over === undefined"
    )  # closing goes a step back, which would end a reload
    page.evaluate(CLOCK_STANDS)
    return page


def tell(phones: Phones, *texts: str, own: bool = False, public: str = "") -> None:
    """These things happen, everybody gets a packet, and everybody is told what is public of it."""
    events = phones.table.events
    for text in texts:
        events.append(EventView(number=len(events) + 1, text=text, own=own, public=public))
        aloud(phones, public if own else text)
    phones.table.publish()


def aloud(phones: Phones, text: str, topic: str = "") -> None:
    """One more announcement."""
    told = phones.table.aloud
    number = told.lines[-1].number + 1 if told.lines else 1
    lines = (*told.lines, AloudLine(number, text, topic)) if text else told.lines
    phones.table.aloud = replace(told, lines=lines)


def loudspeaker(phones: Phones, *, silent: bool) -> None:
    """It falls silent, or can be heard again."""
    phones.table.aloud = replace(phones.table.aloud, here=silent)
    phones.table.publish()


def said(page: Any, count: int) -> list[str]:
    """What was said, when it is so much."""
    page.wait_for_function("(count) => spoken.length >= count", arg=count)
    return page.evaluate(SAID)


def test_only_what_everybody_heard_is_read_aloud(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "Ines shows the Angel.")
    assert said(page, 1) == ["Ines shows the Angel."]
    page.evaluate(FINISH)
    tell(phones, "You are the traitor.", own=True)
    tell(phones, "Ines gave you the Queen.", own=True, public="Ines gave Mara a card.")
    assert said(page, 2) == ["Ines shows the Angel.", "Ines gave Mara a card."]
    assert page.evaluate("spoken[0].lang") == "en"


def test_nothing_old_is_said(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "Ines shows the Angel.")
    said(page, 1)
    page.reload()
    page.wait_for_selector("#log >> text=Ines shows the Angel.")
    assert page.evaluate(SAID) == []
    tell(phones, "Emil passes.")
    assert said(page, 1) == ["Emil passes."]


def test_never_more_than_three_lines_wait(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "One.")
    said(page, 1)
    tell(phones, "Two.", "Three.", "Four.")
    tell(phones, "Five.", "Six.")
    page.wait_for_selector("#log >> text=Six.")
    for count in (2, 3, 4):
        page.evaluate(FINISH)
        said(page, count)
    page.evaluate(FINISH)  # after which the next one would have begun at once
    assert page.evaluate(SAID) == ["One.", "Four.", "Five.", "Six."]


def test_a_stale_line_is_dropped(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "One.")
    said(page, 1)
    tell(phones, "Two.")
    page.wait_for_selector("#log >> text=Two.")
    page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() + 13000")
    page.evaluate(FINISH)
    tell(phones, "Three.")
    assert said(page, 2) == ["One.", "Three."]


def test_of_two_lines_of_one_topic_only_the_newer_waits(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "One.")
    said(page, 1)
    aloud(phones, "Ines.", topic="question")
    aloud(phones, "Something happens.")
    aloud(phones, "Emil.", topic="question")
    phones.table.publish()
    tell(phones, "Two.")
    page.wait_for_selector("#log >> text=Two.")
    for count in (2, 3, 4):
        page.evaluate(FINISH)
        said(page, count)
    assert page.evaluate(SAID) == ["One.", "Something happens.", "Emil.", "Two."]


def test_the_first_phone_speaks_in_the_place_of_a_silent_loudspeaker_once_its_owner_has_tapped(phones: Phones) -> None:
    page, other = phone_with(phones), phone_with(phones, seat=1)
    tell(phones, "The loudspeaker says this.")
    for one in (page, other):
        one.wait_for_selector("#log >> text=The loudspeaker says this.")
        assert one.locator("#stand-in").is_hidden()
    loudspeaker(phones, silent=True)
    page.get_by_role("button", name="Read them aloud").click()
    assert other.locator("#stand-in").is_hidden()  # one is enough, and nobody else need be asked
    assert said(page, 1) == ["I speak here now, until the loudspeaker is back."]
    page.evaluate(FINISH)
    tell(phones, "Ines shows the Angel.")
    assert said(page, 2)[1:] == ["Ines shows the Angel."]
    for one in (page, other):
        one.wait_for_selector("#log >> text=Ines shows the Angel.")
        assert one.locator("#stand-in").is_hidden()
    assert other.evaluate(SAID) == []


def test_when_the_loudspeaker_is_back_the_phone_is_silent_and_speaks_the_next_time_by_itself(phones: Phones) -> None:
    page = phone_with(phones, "standin")
    tell(phones, "One.")
    page.wait_for_selector("#log >> text=One.")
    loudspeaker(phones, silent=True)
    begins = "I speak here now, until the loudspeaker is back."
    assert said(page, 1) == [begins]
    page.evaluate(FINISH)
    tell(phones, "Two.")
    assert said(page, 2) == [begins, "Two."]
    before = page.evaluate("cancelled")
    loudspeaker(phones, silent=False)
    page.wait_for_function("(before) => cancelled > before", arg=before)
    tell(phones, "Three.")
    page.wait_for_selector("#log >> text=Three.")
    loudspeaker(phones, silent=True)
    said(page, 3)
    page.evaluate(FINISH)
    tell(phones, "Four.")
    assert said(page, 4) == [begins, "Two.", begins, "Four."]


def test_a_phone_that_was_refused_is_not_asked_again(phones: Phones) -> None:
    page = phone_with(phones)
    loudspeaker(phones, silent=True)
    page.get_by_role("button", name="Not this one").click()
    loudspeaker(phones, silent=False)
    loudspeaker(phones, silent=True)
    tell(phones, "One.")
    page.wait_for_selector("#log >> text=One.")
    assert page.locator("#stand-in").is_hidden()
    page.reload()
    page.wait_for_selector("#log >> text=One.")
    assert page.locator("#stand-in").is_hidden()
    assert page.evaluate(SAID) == []


def test_the_host_can_silence_phones(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    tell(phones, "One.")
    said(page, 1)
    tell(phones, "Two.")
    page.wait_for_selector("#log >> text=Two.")
    phones.table.aloud = replace(phones.table.aloud, hushes=1)
    phones.table.publish()
    page.wait_for_function("() => cancelled > 0")
    tell(phones, "Three.")
    assert said(page, 2) == ["One.", "Three."]


def test_silence_unless_it_is_wanted(phones: Phones) -> None:
    page = phone_with(phones)
    tell(phones, "Ines shows the Angel.")
    page.wait_for_selector("#log >> text=Ines shows the Angel.")
    assert page.evaluate(SAID) == []


def test_voice_and_speed_are_chosen_and_kept_on_the_phone(phones: Phones) -> None:
    page = phone_with(phones, "speak")
    page.click("#phone-open")
    assert page.locator("#phone-voice option").all_inner_texts() == ["The usual voice", "Anna"]
    page.select_option("#phone-voice", "anna")
    page.locator("#phone-rate").fill("1.4")
    page.click("#phone-try")
    assert said(page, 1) == ["This is what it sounds like."]
    assert page.evaluate("[spoken[0].voice.voiceURI, spoken[0].rate]") == ["anna", 1.4]
    page.reload()
    page.click("#phone-open")
    assert page.is_checked("#phone-speak")
    assert page.input_value("#phone-voice") == "anna"
    assert page.input_value("#phone-rate") == "1.4"


def test_the_sound_comes_when_a_turn_begins(phones: Phones) -> None:
    page = phone_with(phones, "chime", seat=1)
    assert page.evaluate("tones") == 0
    phones.table.turn = 1
    phones.table.publish()
    page.wait_for_function("() => tones === 2")
    phones.table.publish()
    page.wait_for_selector("text=Your turn")
    page.wait_for_timeout(100)
    assert page.evaluate("tones") == 2


def test_no_sound_for_a_question_that_only_this_seat_knows_of(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked in the dark shows on the phone and nowhere else."""
    page = phone_with(phones, "chime", seat=1)
    plain = phones.table._packet

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        asked = replace(made.question, text="Wake up. Whom do you choose?", yours=seat == 1)
        return replace(made, question=asked if seat == 1 else made.question)

    monkeypatch.setattr(phones.table, "_packet", packet)
    phones.table.publish()
    page.wait_for_selector("text=Whom do you choose?")
    page.wait_for_timeout(100)
    assert page.evaluate("tones") == 0


def test_no_sound_for_every_window_to_react(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    page = phone_with(phones, "chime", seat=1)
    plain = phones.table._packet

    def packet(seat: int | None) -> Packet:
        made = plain(seat)
        assert made.question is not None
        players = tuple(replace(one, asked=True) for one in made.players)
        window = replace(made.question, text="Does anybody react?", seats=(0, 1, 2, 3), yours=True, closes_in_s=20)
        return replace(made, question=window, players=players)

    monkeypatch.setattr(phones.table, "_packet", packet)
    phones.table.publish()
    page.wait_for_selector("text=Does anybody react?")
    page.wait_for_timeout(100)
    assert page.evaluate("tones") == 0


def test_larger_text_is_kept_and_still_fits(phones: Phones) -> None:
    page = phones.seat(0, "", viewport={"width": 320, "height": 640})
    before = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.click("#phone-open")
    page.check("#phone-large")
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.wait_for_selector("html[data-large=yes]")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= before * 1.2
    show(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_nothing_is_lost_on_a_small_or_enlarged_page(phones: Phones) -> None:
    page = phones.seat(0, "", viewport={"width": 320, "height": 640})
    for width, height in ((320, 640), (195, 422), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        show(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#keep").bounding_box()["height"] >= 43.5
        assert page.locator("#hand-drawer").bounding_box()["height"] <= height * 0.72
        page.keyboard.press("Escape")
        page.click("#phone-open")
        page.get_by_role("button", name="Close").scroll_into_view_if_needed()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.get_by_role("button", name="Close").click()
