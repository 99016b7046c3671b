"""A camera in the network as those with an address are one: the system's own RTSP server, for the system's own Python.

Its arguments: a port, and a name and a password that it asks for (none: whoever comes is let in).
"""

import sys
from importlib import import_module
from typing import Any

gi: Any = import_module("gi")  # only the system's own Python has it
gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
GLib, Gst, GstRtspServer = (import_module(f"gi.repository.{name}") for name in ("GLib", "Gst", "GstRtspServer"))

Gst.init(None)
port, *login = sys.argv[1:]
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(port)
factory = GstRtspServer.RTSPMediaFactory()
film = "videotestsrc is-live=true pattern=white ! video/x-raw,format=I420,width=320,height=240,framerate=10/1"
factory.set_launch(f"( {film} ! jpegenc ! rtpjpegpay name=pay0 )")
factory.set_shared(True)
if login:
    auth, token = GstRtspServer.RTSPAuth(), GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    auth.add_basic(GstRtspServer.RTSPAuth.make_basic(*login), token)
    server.set_auth(auth)
    factory.add_role_from_structure(
        Gst.Structure.from_string("viewer, media.factory.access=true, media.factory.construct=true")[0]
    )
server.get_mount_points().add_factory("/live", factory)
if not server.attach(None):
    sys.exit("the port is taken")
print("ready", flush=True)
GLib.MainLoop().run()
