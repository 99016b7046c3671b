"""Cards without stickers, told by their print."""
