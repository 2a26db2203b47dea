"""Pictures of a board as an array of pixels, without any graphics library."""

from __future__ import annotations

from typing import Any

from ._native import Board

_CELL_PIXELS = 48
_DISC_SHARE = 0.4
_BOARD = (0x00, 0x52, 0xCC)
_COLOURS = {0: (0x16, 0x21, 0x3E), 1: (0xE6, 0x39, 0x46), 2: (0xFF, 0xD6, 0x0A)}


def rgb_array(board: Board) -> Any:
    """Return the board as pixels, uint8 of the shape (height, width, 3)."""
    import numpy as np

    cells = np.asarray(board.to_list("grid"), dtype=np.uint8)
    rows, columns = cells.shape
    image = np.empty((rows * _CELL_PIXELS, columns * _CELL_PIXELS, 3), dtype=np.uint8)
    image[:] = _BOARD
    centre = (_CELL_PIXELS - 1) / 2
    y, x = np.mgrid[0:_CELL_PIXELS, 0:_CELL_PIXELS]
    disc = (y - centre) ** 2 + (x - centre) ** 2 <= (_DISC_SHARE * _CELL_PIXELS) ** 2
    for row in range(rows):
        for column in range(columns):
            top, left = row * _CELL_PIXELS, column * _CELL_PIXELS
            part = image[top : top + _CELL_PIXELS, left : left + _CELL_PIXELS]
            part[disc] = _COLOURS[int(cells[row, column])]
    return image
