"""The table in an MQTT broker: what everybody may know goes out, two commands come in, and Home Assistant finds it.

In come `News`, which hold nothing else; what lives here knows neither the match nor any one reader.
"""

from companion.mqtt.link import Link as Link, Orders as Orders, open_link as open_link
