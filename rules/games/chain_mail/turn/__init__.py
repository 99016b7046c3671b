"""The steps of a turn: travel, trouble, adventure, end."""
