"""The camera as people set it up: what one look is worth, in words; lenses; photographs that people send."""
