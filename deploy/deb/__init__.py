"""A Debian package of the companion, for people whose system runs already: made here, nothing of it runs there."""
