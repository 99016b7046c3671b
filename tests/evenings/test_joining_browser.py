"""An evening of phones that come and go: a seat by its button, a turn, a reload, a nap, a new phone, and a kick."""

from __future__ import annotations

from typing import Any

from companion.service.service import Service
from hardware import FakeFingers
from hardware.types import ButtonRole
from tests.evenings.table import wait_until
from tests.evenings.test_browser import (
    DESK,
    PHONE,
    PLAYED,
    THEME,
    Looker,
    Room,
    deal,
    drag,
    hand_of,
    names_in,
    room as room,  # the fixture
    shoot,
    show_theme,
)
from tests.web.on_phones import IN_A_BROWSER
from web.pages.join.views import PeopleAct, PeopleCommand, PhoneState
from web.views import Role, Session

pytestmark = IN_A_BROWSER
HOST = Session(Role.HOST)
LOST = "text=You no longer have this seat"
ASK = """async () => {
  const paths = ["/api/packet", "/api/virtual", "/api/me", "/events", "/seat", "/virtual", "/"];
  return await Promise.all(paths.map(async (path) => (await fetch(path)).text().catch(() => "")));
}"""


def guest(room: Room, scheme: str = "light", size: tuple[int, int] = PHONE) -> Looker:
    """A browser that waits longer than others do: the camera has to see a card in between."""
    found = room.looker(size, scheme)
    found.context.set_default_timeout(90_000)
    return found


def press(service: Service, seat: int) -> None:
    """A finger on the seat's button. It does not bounce: a chatter that the machine delays is two presses."""
    FakeFingers(service.rig.factory, service.config.hardware.pin_map).press(ButtonRole.SEAT, seat, bounces=0)


def wish(looker: Looker, name: str, seat: int, words: str) -> Any:
    """Picks a name and a seat; the page then says what to press."""
    page = looker.open("/join")
    page.fill("[name=name]", name)
    page.locator(".seat-choice").nth(seat).click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(f"#claim-words >> text={words}")
    return page


def lifecycle(looker: Looker, page: Any, state: str) -> None:
    """Freezes a page as a phone does that sleeps, or wakes it."""
    looker.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": state})


def state_of(room: Room, seat: int) -> PhoneState:
    return room.service.pages.people.people_view(HOST).seats[seat].state


def sees_nothing(room: Room, looker: Looker, page: Any, secrets: dict[str, str]) -> None:
    """Neither the page nor anything that it can ask for holds a card of that hand."""
    page.wait_for_selector(LOST)
    looker.heard.clear()
    answers = page.evaluate(ASK)
    assert answers[0].startswith('{"sentence"'), "the phone is signed off"
    everything = "\n".join([*answers, *looker.heard, page.content()])
    assert names_in(everything, list(secrets.values()), list(secrets)) == []


def test_phones_come_and_go(room: Room) -> None:
    service = room.service
    first, other = guest(room), guest(room, "dark")

    phone = wish(first, "Ada", 0, "Press the button of your seat")
    shoot(phone, "join-claim")
    assert service.joining.blinking() == {0}
    second = other.open("/join")
    second.fill("[name=name]", "Eve")
    second.locator(".seat-choice").nth(0).click()
    second.get_by_role("button", name="Sit down").click()
    second.wait_for_selector("#problem >> text=Somebody else is just taking that seat")
    press(service, 2)
    phone.wait_for_selector("#claim-words >> text=That was another seat's button")
    press(service, 0)
    phone.wait_for_selector("#seat-head >> text=Ada")
    second.close()
    other.join(service.joining.code, "Bo", 1)

    table = first.open("/virtual")
    table.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    deal(room, table)
    show_theme(room, table)
    drag(table, f'#tray [data-piece="{PLAYED}"]', '[data-spot="meeting/0"]')
    phone.bring_to_front()
    phone.wait_for_selector("#log >> text=Ada plays")
    table.close()

    phone.reload()
    phone.wait_for_selector("#seat-head >> text=Ada")
    wait_until(lambda: state_of(room, 0) is PhoneState.HERE, what="the phone is here")
    lifecycle(first, phone, "frozen")
    service.pages.people.people(HOST, PeopleCommand(PeopleAct.RENAME, seat=1, value="Bea"))
    lifecycle(first, phone, "active")
    wait_until(lambda: "Bea" in phone.inner_text("#public"), what="what changed while the phone slept")

    phone.click("#keep")
    phone.wait_for_selector("#hand [data-piece]")
    lifecycle(first, phone, "frozen")
    secrets = {piece: title for piece, title in hand_of(room, 0).items() if piece != THEME}
    assert len(secrets) == 10
    spare = guest(room)
    new = wish(spare, "Ada", 0, "Press the button of your seat")
    press(service, 0)
    new.wait_for_selector("#claim-words >> text=Press it again")
    press(service, 0)
    new.wait_for_selector("#seat-head >> text=Ada")
    new.click("#keep")
    new.wait_for_selector("#hand [data-piece]")
    lifecycle(first, phone, "active")
    sees_nothing(room, first, phone, secrets)
    shoot(phone, "phone-lost")

    host = guest(room, size=DESK).open("/host")
    host.fill("[name=pin]", "4711")
    host.get_by_role("button", name="Open").click()
    host.wait_for_selector("[data-key=undo]")
    host.click("#people-panel > summary")
    host.locator("#people summary").first.click()
    shoot(host, "host-people")
    free = host.locator('#people [data-key="free-0"]')
    free.click()
    free.click()
    sees_nothing(room, spare, new, secrets)
    assert state_of(room, 0) is PhoneState.NONE
