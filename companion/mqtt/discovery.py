"""How Home Assistant finds a table by itself: one message for the whole device
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload)."""

from __future__ import annotations

from typing import Any, Final

from companion.mqtt.messages import TableState
from companion.mqtt.topics import OFF, ON, Topics

MAKER: Final = "Tabletop Companion"


def discovery_topic(topics: Topics) -> str:
    """Where that message stands, kept by the broker."""
    return f"homeassistant/device/{topics.ident}/config"


def discovery(topics: Topics, name: str, version: str, *, with_commands: bool) -> dict[str, Any]:
    """The message. `name` is what the table is called; without `with_commands` it can only be looked at."""
    return {
        "device": {"identifiers": [topics.ident], "name": name or MAKER, "manufacturer": MAKER, "sw_version": version},
        "origin": {"name": MAKER, "sw_version": version},
        "availability": [
            {"topic": topics.online, "payload_available": ON, "payload_not_available": OFF},
        ],
        "qos": 1,
        "components": {
            f"{topics.ident}_{key}": {"unique_id": f"{topics.ident}_{key}", **component}
            for key, component in (_shown(topics) | (_commanded(topics) if with_commands else {})).items()
        },
    }


def _shown(topics: Topics) -> dict[str, dict[str, Any]]:
    def sensor(name: str, value: str, icon: str, **more: Any) -> dict[str, Any]:
        found = {"platform": "sensor", "name": name, "state_topic": topics.table, "icon": icon, **more}
        return found | {"value_template": f"{{{{ {value} }}}}"}

    def yes_or_no(name: str, value: str, **more: Any) -> dict[str, Any]:
        found = {"platform": "binary_sensor", "name": name, "state_topic": topics.table, **more}
        return found | {"value_template": f"{{{{ 'ON' if {value} else 'OFF' }}}}"}

    states = [state.value for state in TableState]
    return {
        "state": sensor("State", "value_json.state", "mdi:cards-playing", device_class="enum", options=states),
        "game": sensor("Game", "value_json.title", "mdi:cards"),
        # a state of Home Assistant is at most 255 characters long
        "line": sensor("What happens", "value_json.line | truncate(250)", "mdi:text"),
        "people": sensor("People", "value_json.seats | selectattr('taken') | list | count", "mdi:account-group"),
        "score": {
            **sensor("Seats", "value_json.seats | count", "mdi:scoreboard"),
            "json_attributes_topic": topics.table,
        },
        "said": {
            **sensor("Last said", "value_json.text | truncate(250)", "mdi:bullhorn"),
            "state_topic": topics.said,
        },
        "playing": yes_or_no("Playing", "value_json.state == 'playing'", device_class="running"),
        "trouble": yes_or_no("Trouble", "value_json.state == 'ill'", device_class="problem"),
    }


def _commanded(topics: Topics) -> dict[str, dict[str, Any]]:
    def button(name: str, payload: str, icon: str) -> dict[str, Any]:
        topic = f"{topics.commands}/pause"
        return {"platform": "button", "name": name, "command_topic": topic, "payload_press": payload, "icon": icon}

    return {
        "pause": button("Pause", "on", "mdi:pause"),
        "resume": button("Go on", "off", "mdi:play"),
        "announce": {"platform": "notify", "name": "Announce", "command_topic": f"{topics.commands}/announce"},
    }
