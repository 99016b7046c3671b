"""What is printed: stickers, mats, marks for the camera."""
