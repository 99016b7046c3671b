"""From pixels to millimetres: markers, lens, height, and what somebody who sets a camera up should know."""
