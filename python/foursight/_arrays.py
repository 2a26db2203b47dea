"""Arrays of numpy where it is installed, memoryviews where it is not.

Both have ``shape``, ``tolist()`` and the buffer protocol; numpy is no dependency.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

WORD_BYTES = 8

#: Types of numpy by the codes of the module ``struct``.
_NUMPY_TYPES = {"b": "int8", "B": "uint8", "?": "bool", "f": "float32", "Q": "uint64"}


def numpy_or_none() -> Any:
    """Return the module numpy, or None where it is not installed."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


def wrap(data: bytearray, code: str, shape: tuple[int, ...]) -> Any:
    """Return an array over these bytes without a copy."""
    numpy = numpy_or_none()
    if numpy is not None:
        return numpy.frombuffer(data, dtype=_NUMPY_TYPES[code]).reshape(shape)
    view: Any = memoryview(data).cast("B")
    if 0 in shape:
        # A memoryview has no empty dimension but the first.
        return view.cast(code)
    return view.cast(code, shape=list(shape))


def position_bytes(positions: Any) -> bytes:
    """Return the bytes of an array of positions, two 64-bit words each, in native order."""
    numpy = numpy_or_none()
    if numpy is not None and not isinstance(positions, (bytes, bytearray, memoryview)):
        array = numpy.asarray(positions)
        if array.size == 0:
            return b""
        if array.ndim != 2 or array.shape[1] != 2:
            raise ValueError(f"positions have the shape (n, 2), not {tuple(array.shape)}")
        if array.dtype.kind not in "ui":
            raise TypeError(f"positions are unsigned 64-bit integers, not {array.dtype}")
        data: bytes = numpy.ascontiguousarray(array, dtype="uint64").tobytes()
        return data
    if isinstance(positions, memoryview):
        if positions.ndim == 2 and positions.shape is not None and positions.shape[1] != 2:
            raise ValueError(f"positions have the shape (n, 2), not {positions.shape}")
        return positions.tobytes()
    if isinstance(positions, (bytes, bytearray)):
        return bytes(positions)
    rows = positions.tolist() if hasattr(positions, "tolist") else positions
    words = bytearray()
    for row in rows:
        mover, everything = row
        for word in (mover, everything):
            words += int(word).to_bytes(WORD_BYTES, sys.byteorder)
    return bytes(words)


def byte_values(values: Any, what: str) -> bytes:
    """Return small integers, one byte each."""
    numbers = values.tolist() if hasattr(values, "tolist") else list(values)
    try:
        return bytes(int(number) for number in numbers)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} are integers from 0 to 255, one per position") from error


def rebuild(kind: Any, name: str, options: dict[str, Any]) -> Any:
    """Create an object again from its name and options; used by pickle."""
    return kind(name, **options)
