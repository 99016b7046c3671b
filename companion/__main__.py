"""`python -m companion`, and the command `companion`."""

from companion.cli.commands import main
from companion.machine import leaving


def run() -> None:
    """The command line, as a process of its own."""
    leaving.run(main)


if __name__ == "__main__":
    run()
