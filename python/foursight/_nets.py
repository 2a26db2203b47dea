"""The nets that the neural bots play with, as functions of batches."""

from __future__ import annotations

from typing import Any, Literal

from . import _native
from ._arrays import position_bytes, wrap

_COLUMNS = 7
_FLOATS = _COLUMNS + 4


class Net:
    """A trained net for the standard board: ``"full"``, ``"1-minute"`` or ``"10-minutes"``."""

    def __init__(self, name: Literal["full", "1-minute", "10-minutes"] = "full") -> None:
        """Load a net of the package."""
        self.name = name
        self._net = _native.NativeNet(name)

    def __repr__(self) -> str:
        """Return the call that creates the net."""
        return f"Net({self.name!r})"

    def _floats(self, positions: Any, threads: int | None) -> tuple[Any, int]:
        data = self._net.predict(position_bytes(positions), threads)
        floats = memoryview(data).cast("f")
        return floats, len(floats) // _FLOATS

    def _columns(self, positions: Any, threads: int | None, start: int, end: int) -> Any:
        floats, count = self._floats(positions, threads)
        part = bytearray()
        for i in range(count):
            part += floats[i * _FLOATS + start : i * _FLOATS + end].tobytes()
        return wrap(part, "f", (count, end - start))

    def policy(self, positions: Any, *, threads: int | None = None) -> Any:
        """Return the probability of every column, float32 of the shape (n, 7)."""
        return self._columns(positions, threads, 0, _COLUMNS)

    def outcomes(self, positions: Any, *, threads: int | None = None) -> Any:
        """Return the probabilities of loss, draw and win, float32 of the shape (n, 3)."""
        return self._columns(positions, threads, _COLUMNS, _COLUMNS + 3)

    def value(self, positions: Any, *, threads: int | None = None) -> Any:
        """Return the expected score of the player to move, from 0 (lost) to 1 (won)."""
        floats, count = self._floats(positions, threads)
        values = memoryview(bytearray(4 * count)).cast("f")
        for i in range(count):
            draw, win = floats[i * _FLOATS + 8], floats[i * _FLOATS + 9]
            values[i] = win + draw / 2
        return wrap(bytearray(values.tobytes()), "f", (count,))
