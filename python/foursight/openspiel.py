"""Bots and boards for OpenSpiel. Needs the package ``open_spiel``."""

from __future__ import annotations

from typing import Any

import pyspiel

from ._native import Board
from ._native import Bot as LevelBot


def to_state(board: Board) -> Any:
    """Return a state of ``connect_four`` with the moves of this board."""
    if board.variant != "standard":
        raise ValueError(f"OpenSpiel has no {board.variant}")
    game = pyspiel.load_game(
        "connect_four",
        {"rows": board.rows, "columns": board.columns, "x_in_row": board.connect},
    )
    state = game.new_initial_state()
    for column in board.moves:
        state.apply_action(column)
    return state


def from_state(state: Any) -> Board:
    """Return the board of a state of ``connect_four``, with its moves."""
    parameters = state.get_game().get_parameters()
    return Board.from_moves(
        state.history(),
        columns=parameters.get("columns", 7),
        rows=parameters.get("rows", 6),
        connect=parameters.get("x_in_row", 4),
    )


class Bot(pyspiel.Bot):  # type: ignore[misc, unused-ignore]
    """A level as a bot of OpenSpiel."""

    def __init__(self, level: str = "medium", *, seed: int = 0) -> None:
        """Create a bot of this level."""
        pyspiel.Bot.__init__(self)
        self._bot = LevelBot(level, seed=seed)

    def step(self, state: Any) -> int:
        """Return the action in a state."""
        return int(self._bot(from_state(state)))

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return the policy, all on one action, and the action."""
        action = self.step(state)
        policy = [(legal, float(legal == action)) for legal in state.legal_actions()]
        return policy, action

    def provides_policy(self) -> bool:
        """Return true: the policy puts everything on the chosen action."""
        return True

    def restart(self) -> None:
        """Do nothing: a choice depends on the state alone."""

    def restart_at(self, state: Any) -> None:
        """Do nothing: a choice depends on the state alone."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing: a choice depends on the state alone."""
