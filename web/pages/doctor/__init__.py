"""Looking at everything that an evening needs."""

from web.pages.doctor.routes import install as install
