"""One file a step, each named by its number."""
