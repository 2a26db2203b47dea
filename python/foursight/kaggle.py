"""Agents for Kaggle's ConnectX, a one-file export, and a runner without its dependencies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from ._native import Board, Bot

#: An agent of Kaggle: from the observation and the configuration to a column.
KaggleAgent = Callable[[Any, Any], int]

#: Depth of the search and percentage of random moves of the levels that can be exported.
_EXPORTED = {
    "dice": (1, 100),
    "easy": (1, 70),
    "novice": (1, 0),
    "casual": (2, 10),
    "medium": (4, 0),
    "hard": (6, 0),
}
#: Time limit of a move in Kaggle's competitions, in seconds.
ACT_TIMEOUT = 2.0


class Struct(dict[str, Any]):
    """A dictionary whose keys are attributes too, as Kaggle's observations are."""

    def __getattr__(self, name: str) -> Any:
        """Return the value of a key."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def board_of(obs: Mapping[str, Any], config: Mapping[str, Any]) -> Board:
    """Return the board of an observation."""
    return Board.from_array(
        list(obs["board"]),
        layout="kaggle",
        columns=config["columns"],
        rows=config["rows"],
        connect=config["inarow"],
    )


def agent(level: str = "medium", *, seed: int = 0) -> KaggleAgent:
    """Return an agent that plays a level; it needs this package wherever it runs."""
    bot = Bot(level, seed=seed)

    def four_agent(obs: Any, config: Any) -> int:
        return int(bot(board_of(obs, config)))

    return four_agent


def run(
    first: KaggleAgent, second: KaggleAgent, *, columns: int = 7, rows: int = 6, inarow: int = 4
) -> Board:
    """Play one game of two agents with Kaggle's arguments and return its board.

    An agent that chooses an illegal column raises ``IllegalMoveError``.
    """
    board = Board(columns=columns, rows=rows, connect=inarow)
    config = Struct(columns=columns, rows=rows, inarow=inarow, actTimeout=ACT_TIMEOUT)
    while not board.is_over():
        obs = Struct(board=board.to_list("kaggle"), mark=board.turn + 1, step=board.ply)
        player = (first, second)[board.turn]
        board.push(int(player(obs, config)))
    return board


def source(level: str = "hard") -> str:
    """Return the source of a one-file agent that needs no package at all."""
    if level not in _EXPORTED:
        names = ", ".join(_EXPORTED)
        raise ValueError(
            f"{level!r} needs this package and cannot be one file: choose one of {names}"
        )
    depth, random_percent = _EXPORTED[level]
    template = resources.files("foursight").joinpath("_kaggle_template.py").read_text("utf-8")
    values = {"LEVEL": repr(level), "DEPTH": depth, "RANDOM_PERCENT": random_percent}
    lines = []
    for line in template.splitlines():
        name = line.split(" = ")[0]
        lines.append(f"{name} = {values[name]}" if name in values else line)
    return "\n".join(lines) + "\n"


def export(path: str | Path, level: str = "hard") -> Path:
    """Write a one-file agent, such as ``submission.py``, and return its path."""
    target = Path(path)
    target.write_text(source(level), "utf-8")
    return target
