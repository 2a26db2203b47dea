"""Batches of positions on all threads, with the interpreter released.

A batch is an array of unsigned 64-bit integers with the shape ``(n, 2)``: the discs of the player
to move, and all discs, as ``Board.bits()`` returns them. Ctrl-C stops a call within milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from . import _native
from ._arrays import byte_values, position_bytes, wrap
from ._native import Board

POSITION_BYTES = 16

Progress = Callable[[int, int], object]
Question = Literal["score", "outcome", "scores", "column_outcomes"]


def _count(data: bytes | bytearray) -> int:
    return len(data) // POSITION_BYTES


def sample(
    count: int,
    *,
    style: Literal["fair", "random"] = "fair",
    plies: tuple[int, int] = (0, 40),
    seed: int = 0,
    columns: int = 7,
    rows: int = 6,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return unfinished positions of seeded games with a number of discs in a range.

    ``"fair"`` takes four positions from each game of the level medium against itself with some
    random moves, ``"random"`` one from each game of random moves. The same seed gives the same
    positions on any machine.
    """
    data = _native.sample_words(count, style, plies, seed, columns, rows, threads, progress)
    return wrap(data, "Q", (_count(data), 2))


def from_boards(boards: Iterable[Board], *, columns: int = 7, rows: int = 6) -> Any:
    """Return boards as a batch."""
    data = _native.board_words(boards, columns, rows)
    return wrap(data, "Q", (_count(data), 2))


def to_boards(positions: Any, *, columns: int = 7, rows: int = 6) -> list[Board]:
    """Return a batch as boards. Their moves are one of the orders that lead there."""
    words = memoryview(position_bytes(positions)).cast("Q")
    return [
        Board.from_bits(words[i], words[i + 1], columns=columns, rows=rows)
        for i in range(0, len(words), 2)
    ]


def encode(positions: Any, layout: str = "grid", *, columns: int = 7, rows: int = 6) -> Any:
    """Return the boards of a batch in a named array layout."""
    data = position_bytes(positions)
    shape = tuple(_native.layout_shape(layout, columns, rows))
    encoded = _native.encode_words(data, layout, columns, rows)
    return wrap(encoded, _native.layout_format(layout), (_count(data), *shape))


def solve_batch(
    positions: Any,
    what: Question = "scores",
    *,
    columns: int = 7,
    rows: int = 6,
    nodes: int | None = None,
    memory_mb: int = 64,
    book: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Solve every position exactly; the result has the type int8.

    ``"scores"`` has the score of every column (``ILLEGAL`` where no disc can be dropped),
    ``"column_outcomes"`` 1, 0 or -1 for every column, ``"score"`` and ``"outcome"`` one value per
    position. A finished game has a score and an outcome for the player who would be next, and no
    legal column. ``progress`` is called with the number of finished positions and of all.
    """
    data = position_bytes(positions)
    solved = _native.solve_words(
        data, what, columns, rows, nodes, memory_mb, book, threads, progress
    )
    per_position = what in ("scores", "column_outcomes")
    shape = (_count(data), columns) if per_position else (_count(data),)
    return wrap(solved, "b", shape)


def policy_targets(
    positions: Any,
    kind: Literal["keep", "best"] = "keep",
    *,
    columns: int = 7,
    rows: int = 6,
    nodes: int | None = None,
    memory_mb: int = 64,
    book: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Return training targets of the type float32 with the shape (n, columns).

    Equal shares for the columns that keep the outcome (``"keep"``) or that are exactly best
    (``"best"``); all zero for a finished game.
    """
    data = position_bytes(positions)
    targets = _native.policy_words(
        data, kind, columns, rows, nodes, memory_mb, book, threads, progress
    )
    return wrap(targets, "f", (_count(data), columns))


def mirror(positions: Any, *, columns: int = 7, rows: int = 6) -> Any:
    """Return the mirror images."""
    data = _native.mirror_words(position_bytes(positions), columns, rows)
    return wrap(data, "Q", (_count(data), 2))


def keys(positions: Any, *, columns: int = 7, rows: int = 6, mirror: bool = False) -> Any:
    """Return an unsigned integer for each position that no other position has.

    With ``mirror`` a position and its mirror image have the same.
    """
    data = _native.key_words(position_bytes(positions), columns, rows, mirror)
    return wrap(data, "Q", (len(data) // 8,))


def unique(positions: Any, *, columns: int = 7, rows: int = 6, mirror: bool = True) -> Any:
    """Return each position once, in the order of their first occurrence.

    With ``mirror`` only the first of a position and its mirror image stays.
    """
    data = position_bytes(positions)
    seen: set[int] = set()
    first = bytearray()
    for i, key in enumerate(keys(data, columns=columns, rows=rows, mirror=mirror).tolist()):
        if key not in seen:
            seen.add(key)
            first += data[i * POSITION_BYTES : (i + 1) * POSITION_BYTES]
    return wrap(first, "Q", (_count(first), 2))


def initial(count: int) -> Any:
    """Return ``count`` empty boards as a batch."""
    return wrap(bytearray(count * POSITION_BYTES), "Q", (count, 2))


def step(
    positions: Any, moves: Sequence[int] | Any, *, columns: int = 7, rows: int = 6
) -> tuple[Any, Any, Any]:
    """Play one column in every position, without any state of its own.

    Returns the positions after, the reward of the player who moved (1 for a win, else 0), and
    whether the game is over. A finished game stays as it is.
    """
    data = position_bytes(positions)
    after, rewards, over = _native.step_words(data, byte_values(moves, "columns"), columns, rows)
    count = _count(data)
    return wrap(after, "Q", (count, 2)), wrap(rewards, "b", (count,)), wrap(over, "?", (count,))
