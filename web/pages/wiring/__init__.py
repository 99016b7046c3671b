"""What hangs on the pins: the drawing, and the test of every part."""

from web.pages.wiring.routes import install as install
