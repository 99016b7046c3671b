"""`python3 -m box` in the folder of the card; begin lets systemd do that."""

import sys
from pathlib import Path

from .first_start import main

if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parents[1]))
