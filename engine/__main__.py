"""`python -m engine bench`: how fast the engine is."""

import sys
from collections.abc import Sequence

from engine.bench import bench_table

USAGE = "usage: python -m engine bench"


def main(arguments: Sequence[str]) -> int:
    """Run a command; the exit status."""
    match arguments:
        case ["bench"]:
            print(bench_table())
            return 0
        case _:
            print(USAGE, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
