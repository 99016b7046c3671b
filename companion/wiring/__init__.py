"""The wiring of the pins as people need it: drawing, table, suggestion, and the test of the buttons."""
