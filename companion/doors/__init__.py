"""What the pages may ask, and what they are given."""
