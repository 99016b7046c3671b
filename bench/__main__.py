"""All benchmarks: `python -m bench [--quick]`."""

from __future__ import annotations

import subprocess
import sys

BENCHES = (
    "bench.rules_bench",
    "bench.chain_mail_balance",
    "bench.vision_bench",
    "bench.table_bench",
    "bench.board_bench",
    "bench.squares_bench",
    "bench.dice_bench",
    "bench.recall_bench",
    "bench.near_strangers",
    "bench.reading_bench",
    "bench.load_bench",
    "bench.start_bench",
)


def main() -> int:
    """Runs every benchmark in a process of its own, one after the other; the first failure's code is the result."""
    codes = [subprocess.run([sys.executable, "-m", name, *sys.argv[1:]], check=False).returncode for name in BENCHES]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main())
