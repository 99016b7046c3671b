"""Every setting of the companion: what it may be, where it came from, and the example file that documents them all."""
