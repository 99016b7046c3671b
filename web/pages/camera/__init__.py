"""Setting the camera up, with what it sees now."""

from web.pages.camera.routes import install as install
