"""Make the set ``decisive-v1`` from its seed, and print its hash.

The set is frozen: run this to see that it is what the seed and the solver say, and never to change
it. ``python tools/make_decisive.py --check`` compares, ``--write`` writes the file.
"""

import argparse
import hashlib
import random
import sys
import zlib
from pathlib import Path

import foursight as fs
from foursight import datasets

SEED = 20_250_101
#: Positions with each number of discs; early plies have fewer distinct ones.
PER_PLY = 60
PLIES = range(41)
SAMPLES_PER_PLY = 400
DATA = Path(__file__).resolve().parent.parent / "foursight" / "data" / "decisive-v1.bin"


def records() -> bytes:
    """Return the records of the set, ply by ply."""
    found = bytearray()
    for ply in PLIES:
        batch = fs.unique(fs.sample(SAMPLES_PER_PLY, plies=(ply, ply), seed=SEED + ply))
        scores = fs.solve_batch(batch).tolist()
        pairs = list(zip(batch.tolist(), scores, strict=True))
        random.Random(SEED + ply).shuffle(pairs)
        taken = 0
        for (mover, everything), row in pairs:
            signs = {(score > 0) - (score < 0) for score in row if score != fs.ILLEGAL}
            if len(signs) > 1 and taken < PER_PLY:
                found += datasets.encode_record(mover, everything, row)
                taken += 1
        print(f"ply {ply}: {taken} positions", file=sys.stderr)
    return bytes(found)


def main() -> int:
    """Make the set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    made = records()
    sha256 = hashlib.sha256(made).hexdigest()
    print(sha256)
    if options.write:
        DATA.parent.mkdir(exist_ok=True)
        DATA.write_bytes(zlib.compress(made, 9))
    if options.check:
        return int(sha256 != datasets.HASHES["decisive-v1"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
