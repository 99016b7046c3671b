"""What is found out about games by playing them thousands of times. Nothing of it is shipped."""
