"""What action cards do, and the five events that come up among them."""
