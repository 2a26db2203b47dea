"""Four in a row: an exact solver, batches, environments, bots, and a measure for agents.

Text counts columns from 1 as people do; integers count from 0 as arrays do.
"""

from . import datasets
from ._arena import ArenaReport, arena
from ._batch import (
    encode,
    from_boards,
    initial,
    keys,
    mirror,
    policy_targets,
    sample,
    solve_batch,
    step,
    to_boards,
    unique,
)
from ._measure import MeasureReport, measure
from ._native import (
    Board,
    Bot,
    BudgetError,
    Choice,
    ColumnExplanation,
    Explanation,
    GradedMove,
    IllegalMoveError,
    Outcome,
    Reason,
    Solver,
    Verdict,
    explain,
    grade,
)
from ._native import layout_names as layouts
from ._native import level_names as levels
from ._nets import Net

__version__ = "0.1.0"

#: Score of a column that no disc can be dropped into.
ILLEGAL = -128


def bot(
    level: str = "medium",
    *,
    personality: str = "balanced",
    seed: int = 0,
    nodes: int | None = None,
) -> Bot:
    """Return a bot, which maps a board to a move; ``levels()`` lists the names."""
    return Bot(level, personality=personality, seed=seed, nodes=nodes)


__all__ = [
    "ILLEGAL",
    "ArenaReport",
    "Board",
    "Bot",
    "BudgetError",
    "Choice",
    "ColumnExplanation",
    "Explanation",
    "GradedMove",
    "IllegalMoveError",
    "MeasureReport",
    "Net",
    "Outcome",
    "Reason",
    "Solver",
    "Verdict",
    "arena",
    "bot",
    "datasets",
    "encode",
    "explain",
    "from_boards",
    "grade",
    "initial",
    "keys",
    "layouts",
    "levels",
    "measure",
    "mirror",
    "policy_targets",
    "sample",
    "solve_batch",
    "step",
    "to_boards",
    "unique",
]
