"""A player of four in a row for Kaggle's ConnectX, in one file without imports of its own packages.

Alpha-beta search with iterative deepening on bitboards, and a time limit. The last function of the
file is the agent.
"""

import random
import time
from typing import Any

# These three lines are replaced when the file is exported.
LEVEL = "hard"
DEPTH = 6
RANDOM_PERCENT = 0

#: Kaggle allows two seconds a move; the rest is for slow machines.
SECONDS = 1.5
WIN = 1000


class OutOfTime(Exception):
    """The time for this move is up."""


def has_line(discs: int, height: int, connect: int) -> bool:
    """Return true if the discs have a line."""
    for stride in (1, height, height + 1, height + 2):
        run = discs
        for _ in range(connect - 1):
            run &= run >> stride
        if run:
            return True
    return False


class Search:
    """The search for one move."""

    def __init__(self, columns: int, rows: int, connect: int, deadline: float) -> None:
        self.columns, self.rows, self.connect = columns, rows, connect
        self.deadline = deadline
        self.nodes = 0
        self.order = sorted(range(columns), key=lambda c: abs(2 * c - columns + 1))
        self.windows = self.all_windows()

    def all_windows(self) -> list[int]:
        """Return every set of cells that would be a line."""
        found = []
        stride = self.rows + 1
        for column in range(self.columns):
            for row in range(self.rows):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(column + right * i, row + up * i) for i in range(self.connect)]
                    if all(0 <= c < self.columns and 0 <= r < self.rows for c, r in cells):
                        found.append(sum(1 << (c * stride + r) for c, r in cells))
        return found

    def landing(self, everything: int, column: int) -> int:
        """Return the bit where a disc lands, or 0 for a full column."""
        stride = self.rows + 1
        stack = ((1 << self.rows) - 1) << (column * stride)
        return (everything + (1 << (column * stride))) & stack & ~everything

    def evaluate(self, own: int, other: int) -> int:
        """Return points for open windows."""
        points = 0
        for window in self.windows:
            mine, theirs = (own & window).bit_count(), (other & window).bit_count()
            if not theirs and mine > 1:
                points += 5 if mine == self.connect - 1 else 2
            elif not mine and theirs > 1:
                points -= 4 if theirs == self.connect - 1 else 2
        return points

    def negamax(self, own: int, other: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value for the player of ``own``, who is to move."""
        self.nodes += 1
        if self.nodes % 256 == 0 and time.monotonic() > self.deadline:
            raise OutOfTime
        everything = own | other
        best: int | None = None
        for column in self.order:
            bit = self.landing(everything, column)
            if not bit:
                continue
            if has_line(own | bit, self.rows, self.connect):
                return WIN + depth
            if depth <= 1:
                value = self.evaluate(own | bit, other)
            else:
                value = -self.negamax(other, own | bit, depth - 1, -beta, -alpha)
            if best is None or value > best:
                best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return 0 if best is None else best

    def values(self, own: int, other: int, depth: int) -> dict[int, int]:
        """Return the value of every open column."""
        found: dict[int, int] = {}
        for column in self.order:
            bit = self.landing(own | other, column)
            if not bit:
                continue
            if has_line(own | bit, self.rows, self.connect):
                found[column] = WIN + depth
            elif depth <= 1:
                found[column] = self.evaluate(own | bit, other)
            else:
                found[column] = -self.negamax(other, own | bit, depth - 1, -9 * WIN, 9 * WIN)
        return found


def agent(obs: dict[str, Any], config: dict[str, Any]) -> int:
    """Return a column for the board of the observation."""
    columns, rows, connect = config["columns"], config["rows"], config["inarow"]
    board, mark = obs["board"], obs["mark"]
    search = Search(columns, rows, connect, time.monotonic() + SECONDS)
    own = other = 0
    for index, disc in enumerate(board):
        bit = 1 << (index % columns * (rows + 1) + rows - 1 - index // columns)
        if disc == mark:
            own |= bit
        elif disc:
            other |= bit
    open_columns = [column for column in search.order if search.landing(own | other, column)]
    if random.randrange(100) < RANDOM_PERCENT:
        return random.choice(open_columns)
    best = open_columns[0]
    for depth in range(1, DEPTH + 1):
        try:
            values = search.values(own, other, depth)
        except OutOfTime:
            break
        best = max(values, key=lambda column: values[column])
    return best
