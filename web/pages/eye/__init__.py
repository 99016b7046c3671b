"""A phone as the table's camera: the host's word for it, the page on the phone, and the pictures that it sends."""

from web.pages.eye.routes import install as install
