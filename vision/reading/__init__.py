"""From a picture to the tags in it: where codes could be, and a cascade of readers behind one interface."""
