"""A seat's own page: its hand, what it is asked, its photos and notes.

Its scripts lie in `question` (how an answer is given), `hand` (what only its holder sees) and `phone` (sound, speech,
changing seats)."""

from web.pages.seat.routes import install as install
