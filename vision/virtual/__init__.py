"""The virtual table's camera: the mat and the pieces as a real camera would see them."""
