"""What runs on the box: it comes onto the card as it is, and has nothing but the system's own Python there."""
