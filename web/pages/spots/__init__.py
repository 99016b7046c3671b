"""Where the spots of a mat lie on this table: moved with a finger, on the drawn mat or on the live picture."""

from web.pages.spots.routes import install as install
