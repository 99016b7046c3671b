"""The composition root: builds every room from the settings, starts it and stops it."""
