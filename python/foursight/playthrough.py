"""One game in every array layout, as text that other projects may copy to test their own."""

from __future__ import annotations

from typing import Any

from . import layouts
from ._native import Board


def _row(values: list[Any]) -> str:
    return " ".join(str(int(value)) for value in values)


def _draw(values: Any) -> list[str]:
    """Write nested lists: one line a row, a blank line between planes."""
    if not isinstance(values[0], list):
        return [_row(values)]
    if not isinstance(values[0][0], list):
        return [_row(row) for row in values]
    lines: list[str] = []
    for number, plane in enumerate(values):
        lines += [f"[{number}]", *(_row(row) for row in plane)]
    return lines


def playthrough(board: Board) -> str:
    """Return the game of a board, ply by ply, with the array of every layout."""
    lines = [f"# {board.rules}", f"# moves (columns counted from 0): {board.moves}"]
    replay = Board(variant=board.rules)
    for ply, mv in enumerate([*board.moves, None]):
        lines += ["", f"## ply {ply}: {replay.text('digits') or '-'}", ""]
        lines += [f"# {line}" for line in str(replay).splitlines()]
        outcome = replay.outcome()
        lines.append(f"turn: {replay.turn}")
        lines.append(f"legal moves: {replay.legal_moves()}")
        lines.append(f"outcome: {outcome}")
        for layout in layouts():
            values = replay.to_list(layout)
            lines += [f"{layout}:", *_draw(values)]
        if mv is not None:
            replay.push(mv)
    return "\n".join(lines) + "\n"
