"""Frozen sets of positions with exact scores.

A set never changes under its name: its hash is part of this module, and ``load`` checks it.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ._arrays import wrap

_COLUMNS = 7
_ROWS = 6
_STRIDE = _ROWS + 1
_CODE_BYTES = 7
_RECORD_BYTES = _CODE_BYTES + _COLUMNS

#: SHA-256 of the uncompressed records of every set.
HASHES = {
    "decisive-v1": "dd71752530c081131130fee621d4c7cf01f517ac5c9cb03a04bac52a3a37476f",
}


@dataclass(frozen=True)
class Dataset:
    """Positions of the standard board with the exact score of every column."""

    name: str
    sha256: str
    #: The discs of the player to move and all discs, uint64 of the shape (n, 2).
    positions: Any
    #: The score of every column, int8 of the shape (n, 7); ``ILLEGAL`` for a full one.
    scores: Any

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.positions)


def names() -> list[str]:
    """Return the names of all sets."""
    return list(HASHES)


def _decode_code(code: int) -> tuple[int, int]:
    """Return the discs of the player to move and all discs.

    In each column the highest set bit of the code is a mark above the top disc; below it ones are
    discs of First.
    """
    first = everything = 0
    for column in range(_COLUMNS):
        stack = code >> (column * _STRIDE) & ((1 << _STRIDE) - 1)
        mark = 1 << (stack.bit_length() - 1)
        first |= (stack ^ mark) << (column * _STRIDE)
        everything |= (mark - 1) << (column * _STRIDE)
    is_second_to_move = everything.bit_count() % 2 == 1
    return (everything ^ first if is_second_to_move else first), everything


def encode_record(mover: int, everything: int, scores: list[int]) -> bytes:
    """Return the bytes of a position with its scores, as the files have them."""
    is_second_to_move = everything.bit_count() % 2 == 1
    first = everything ^ mover if is_second_to_move else mover
    floor = sum(1 << (column * _STRIDE) for column in range(_COLUMNS))
    code = first | (everything + floor)
    return code.to_bytes(_CODE_BYTES, "little") + bytes(score & 0xFF for score in scores)


def load(name: str = "decisive-v1") -> Dataset:
    """Load a set by its name.

    ``decisive-v1`` has positions of fair play with 0 to 40 discs whose columns differ in outcome,
    so that the choice matters.
    """
    if name not in HASHES:
        raise ValueError(f"there is no set {name!r}: choose one of {', '.join(HASHES)}")
    packed = resources.files("foursight").joinpath("data", f"{name}.bin").read_bytes()
    records = zlib.decompress(packed)
    sha256 = hashlib.sha256(records).hexdigest()
    if sha256 != HASHES[name]:
        raise RuntimeError(f"the file of {name} is damaged: its hash is {sha256}")
    words = bytearray()
    scores = bytearray()
    for start in range(0, len(records), _RECORD_BYTES):
        record = records[start : start + _RECORD_BYTES]
        for word in _decode_code(int.from_bytes(record[:_CODE_BYTES], "little")):
            words += word.to_bytes(8, sys.byteorder)
        scores += record[_CODE_BYTES:]
    count = len(records) // _RECORD_BYTES
    return Dataset(
        name=name,
        sha256=sha256,
        positions=wrap(words, "Q", (count, 2)),
        scores=wrap(scores, "b", (count, _COLUMNS)),
    )
