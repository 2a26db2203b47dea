"""CPU seconds of the Python package bitbully, without its book, on drops read line by line.

    pip install bitbully
    cargo run --release --example solvers -- list 20 12 | python bitbully_peer.py
"""

import sys
import time

from bitbully import bitbully_core as core

solver = core.BitBullyCore()
count = total = 0
seconds = 0.0
for line in sys.stdin:
    board = core.BoardCore()
    for digit in line.strip():
        assert board.play(int(digit) - 1), line
    start = time.process_time()
    total += solver.mtdf(board, 0)
    seconds += time.process_time() - start
    count += 1
print(f"bitbully: {count} positions, {seconds:.4f} s; scores add up to {total}")
