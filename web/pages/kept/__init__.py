"""How the eye did in this evening, and the camera's last pictures: kept, taken away and deleted by the host alone."""

from web.pages.kept.routes import install as install
