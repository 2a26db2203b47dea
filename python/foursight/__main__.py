"""The command ``python -m foursight``."""

from __future__ import annotations

import argparse
import sys

from . import __version__, datasets, kaggle, levels
from ._measure import measure


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m foursight", description=__doc__)
    parser.add_argument("--version", action="version", version=f"foursight {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("kaggle-export", help="write a one-file agent for ConnectX")
    export.add_argument("--level", default="hard")
    export.add_argument("-o", "--output", default="submission.py")
    measured = commands.add_parser("measure", help="measure a level against perfect play")
    measured.add_argument("level", choices=levels())
    measured.add_argument("--on", default="decisive-v1", choices=datasets.names())
    measured.add_argument("--seed", type=int, default=0)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "kaggle-export":
            print(kaggle.export(options.output, options.level))
        else:
            print(measure(options.level, options.on, seed=options.seed))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
