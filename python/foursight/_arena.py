"""Matches between agents, with ratings and intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from ._native import Board, Bot

#: A level by name, a bot, or any function from a board to a move.
Agent = str | Bot | Callable[[Board], Any]


def agent_name(agent: Agent) -> str:
    """Return the name of an agent for tables."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Bot):
        return agent.name
    name = getattr(agent, "__name__", None)
    return str(name) if name else type(agent).__name__


@dataclass(frozen=True)
class ArenaRow:
    """The result of one entrant against all others."""

    name: str
    wins: int
    draws: int
    losses: int
    score: float
    interval: tuple[float, float]
    rating: float | None

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class ArenaReport:
    """The results of an arena.

    ``pairs[a][b]`` has wins, draws and losses of entrant ``a`` against ``b``. Ratings are Elo
    points around an average of 0; intervals are Wilson's at 95 %.
    """

    rows: tuple[ArenaRow, ...]
    pairs: tuple[tuple[tuple[int, int, int], ...], ...]

    def __str__(self) -> str:
        """Return the table."""
        width = max(len(row.name) for row in self.rows)
        lines = [f"{'name':{width}}  games   wins  draws losses  score %   95 % interval     Elo"]
        for row in sorted(self.rows, key=lambda row: -row.score):
            low, high = (100 * bound for bound in row.interval)
            rating = "-" if row.rating is None else f"{row.rating:+.0f}"
            lines.append(
                f"{row.name:{width}} {row.games:6} {row.wins:6} {row.draws:6} {row.losses:6} "
                f"{100 * row.score:8.1f}   {low:5.1f} to {high:5.1f}   {rating:>5}"
            )
        return "\n".join(lines)


def arena(
    entrants: Sequence[Agent],
    *,
    games: int = 200,
    opening_plies: int = 4,
    seed: int = 1,
    rules: str = "standard 7x6/4",
    nodes: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ArenaReport:
    """Play every pair of entrants against each other.

    Each opening of ``opening_plies`` random moves is played twice, with the seats swapped, so
    ``games`` (per pair) is even. An agent that raises or chooses an illegal move stops the arena
    with an exception. Levels play on all threads; a contest with an agent in Python plays on the
    calling thread.
    """
    names = [agent_name(agent) for agent in entrants]
    rows, pairs = _native.play_arena(
        list(entrants), names, games, opening_plies, seed, rules, nodes, threads, progress
    )
    named = zip(names, rows, strict=True)
    return ArenaReport(
        rows=tuple(ArenaRow(name, *row) for name, row in named),
        pairs=tuple(tuple(row) for row in pairs),
    )
