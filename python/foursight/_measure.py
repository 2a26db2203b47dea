"""The accuracy of an agent against the truth, on a frozen set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import _native
from ._arena import Agent, agent_name
from ._batch import to_boards
from ._native import Board, Bot, IllegalMoveError
from .datasets import Dataset, load

_ILLEGAL = -128
#: Number of plies of a row of the table by ply.
_PLY_STEP = 8
#: Fewest rows between two calls of ``progress``.
_PROGRESS_STEP = 50


@dataclass(frozen=True)
class Share:
    """A share of positions with its 95 % interval (Wilson)."""

    right: int
    total: int

    @property
    def share(self) -> float:
        """Return the share, 0 without positions."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval."""
        return _native.wilson_interval(self.share, self.total)

    def __str__(self) -> str:
        """Return the share in per cent with its interval."""
        low, high = self.interval
        return f"{100 * self.share:5.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {self.total}"


@dataclass(frozen=True)
class MeasureReport:
    """How often an agent's move is right, by perfect play.

    A move *keeps* if it preserves the outcome (a win stays a win, a draw a draw), and is *optimal*
    if it is exactly best: the fastest win or the slowest loss.
    """

    agent: str
    dataset: str
    sha256: str
    #: Moves that keep the outcome, in all positions of the set.
    keep: Share
    #: The same where only one column keeps a win.
    only_win: Share
    #: The same where only one column keeps a draw.
    only_hold: Share
    #: Moves that are exactly best.
    optimal: Share
    #: ``keep`` by ply: from 0 to 7, from 8 to 15 and so on, by the first ply.
    by_ply: dict[int, Share] = field(default_factory=dict)
    #: Positions in which the agent's move was illegal; they count as wrong.
    illegal: int = 0

    def __str__(self) -> str:
        """Return the figures as a table."""
        lines = [
            f"{self.agent} on {self.dataset} ({self.sha256[:12]})",
            f"  keeps the outcome   {self.keep}",
            f"  the only win        {self.only_win}",
            f"  the only draw       {self.only_hold}",
            f"  exactly best        {self.optimal}",
        ]
        for ply, share in self.by_ply.items():
            lines.append(f"  plies {ply:2} to {ply + _PLY_STEP - 1:2}      {share}")
        if self.illegal:
            lines.append(f"  illegal moves       {self.illegal}")
        return "\n".join(lines)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


class _Tally:
    """Counts right moves."""

    def __init__(self) -> None:
        self.counts: dict[Any, list[int]] = {}
        self.illegal = 0

    def add(self, name: Any, right: bool) -> None:
        count = self.counts.setdefault(name, [0, 0])
        count[0] += right
        count[1] += 1

    def share(self, name: Any) -> Share:
        right, total = self.counts.get(name, (0, 0))
        return Share(right, total)

    def judge(self, scores: list[int], ply: int, column: int | None) -> None:
        open_columns = [score for score in scores if score != _ILLEGAL]
        best = max(open_columns)
        played = scores[column] if column is not None else _ILLEGAL
        self.illegal += played == _ILLEGAL
        keeps = played != _ILLEGAL and _sign(played) == _sign(best)
        self.add("keep", keeps)
        self.add("optimal", played == best)
        self.add(("ply", ply - ply % _PLY_STEP), keeps)
        keeping = sum(_sign(score) == _sign(best) for score in open_columns)
        if keeping == 1 and best > 0:
            self.add("only_win", keeps)
        if keeping == 1 and best == 0:
            self.add("only_hold", keeps)


def _column(board: Board, move: Any) -> int | None:
    """Return the column of an agent's move, or None if it is illegal."""
    try:
        after = board.copy()
        after.push(move if isinstance(move, str) else int(move))
    except IllegalMoveError:
        return None
    column = after.moves[-1]
    return column if isinstance(column, int) else None


def _batch_columns(answer: Any, count: int) -> list[int | None]:
    """Read the answer of a batch agent: columns, or a number for every column."""
    rows = answer.tolist() if hasattr(answer, "tolist") else list(answer)
    if len(rows) != count:
        raise ValueError(f"the agent answered for {len(rows)} positions of {count}")
    columns: list[int | None] = []
    for row in rows:
        if isinstance(row, (list, tuple)):
            columns.append(max(range(len(row)), key=row.__getitem__))
        else:
            columns.append(int(row))
    return columns


def measure(
    agent: Agent | Callable[[Any], Any],
    on: str | Dataset = "decisive-v1",
    *,
    batch: bool = False,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> MeasureReport:
    """Measure how often an agent's move is right on a frozen set.

    The agent maps a ``Board`` to a move, or is the name of a level. With ``batch`` it maps all
    positions at once, uint64 of the shape (n, 2), to a column for each, or to a number for every
    column of each (the highest counts, so a policy needs no code). Illegal moves count as wrong.
    """
    dataset = load(on) if isinstance(on, str) else on
    name = agent_name(agent)
    scores = dataset.scores.tolist()
    boards = to_boards(dataset.positions)
    tally = _Tally()
    if batch:
        if not callable(agent):
            raise TypeError("a batch agent is a function of an array of positions")
        whole: Any = agent
        columns = _batch_columns(whole(dataset.positions), len(boards))
    else:
        columns = []
        player: Any = Bot(agent, seed=seed) if isinstance(agent, str) else agent
        for done, board in enumerate(boards, start=1):
            columns.append(_column(board, player(board.copy())))
            if progress is not None and (done % _PROGRESS_STEP == 0 or done == len(boards)):
                progress(done, len(boards))
    for board, row, column in zip(boards, scores, columns, strict=True):
        is_column = column is not None and 0 <= column < len(row)
        tally.judge(row, board.ply, column if is_column else None)
    plies = sorted(key[1] for key in tally.counts if isinstance(key, tuple))
    return MeasureReport(
        agent=name,
        dataset=dataset.name,
        sha256=dataset.sha256,
        keep=tally.share("keep"),
        only_win=tally.share("only_win"),
        only_hold=tally.share("only_hold"),
        optimal=tally.share("optimal"),
        by_ply={ply: tally.share(("ply", ply)) for ply in plies},
        illegal=tally.illegal,
    )
