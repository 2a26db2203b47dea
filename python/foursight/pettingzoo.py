"""Environments of PettingZoo, for the standard game and every variant.

``env()`` replaces ``pettingzoo.classic.connect_four_v3.env()``: the same agents, spaces, masks and
rewards. Needs the extra ``envs``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Board
from ._render import rgb_array

_ILLEGAL_REWARD = -1


def env(**options: Any) -> AECEnv[Any, Any, Any]:
    """Return the environment with the usual wrappers: an illegal move ends the game with -1."""
    wrapped: Any = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=_ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[Any, Any, Any] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered


class raw_env(AECEnv[Any, Any, Any], EzPickle):  # type: ignore[misc, unused-ignore]  # noqa: N801 - the name that PettingZoo expects
    """The environment without wrappers.

    Actions are the entries of ``Board.all_moves()``: one a column in the standard game, then pops,
    power discs and the pass of the variant. The observation has own discs first, the top row
    first, as in ``connect_four_v3``; variants with power discs or discs set aside add planes (see
    ``observe``).
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "rgb_array"],
        "name": "foursight_four_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        columns: int | None = None,
        rows: int | None = None,
        connect: int | None = None,
        variant: str = "standard",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment of a variant on a board of this size."""
        EzPickle.__init__(
            self,
            columns=columns,
            rows=rows,
            connect=connect,
            variant=variant,
            render_mode=render_mode,
        )
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: choose ansi or rgb_array")
        self.render_mode = render_mode
        self._start = Board(columns=columns, rows=rows, connect=connect, variant=variant)
        self._board = self._start.copy()
        self._moves = self._start.all_moves()
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        shape = (self._start.rows, self._start.columns, 2)
        count = len(self._moves)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.agent_selection = self.agents[0]

    @property
    def board(self) -> Board:
        """Return a copy of the board."""
        return self._board.copy()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the discs of the agent and of the opponent, and the mask of its legal moves."""
        grid = np.asarray(self._board.array("grid"))
        own = self.possible_agents.index(agent) + 1
        planes = np.stack([grid == own, grid == 3 - own], axis=2).astype(np.int8)
        mask = np.zeros(len(self._moves), np.int8)
        if agent == self.agent_selection:
            mask[:] = self._board.mask()
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. ``options`` may hold a ``board`` to start from."""
        board = (options or {}).get("board", self._start)
        if not isinstance(board, Board) or board.rules != self._start.rules:
            raise ValueError(f"the option board is a Board of {self._start.rules}")
        self._board = board.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        over = self._board.is_over()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._board.turn]

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("only a finished agent steps without an action")
        self._cumulative_rewards[self.agent_selection] = 0
        self._board.push(self._moves[int(action)])
        self.rewards = dict.fromkeys(self.agents, 0)
        winner = self._board.winner()
        if winner is not None:
            self.rewards[self.possible_agents[winner]] = 1
            self.rewards[self.possible_agents[1 - winner]] = -1
        if self._board.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
            # The agents leave in turn, the one who did not move last first.
            mover = self.possible_agents.index(self.agent_selection)
            self.agent_selection = self.possible_agents[1 - mover]
        else:
            self.agent_selection = self.possible_agents[self._board.turn]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the board as text or pixels, by the render mode."""
        if self.render_mode == "ansi":
            return str(self._board)
        if self.render_mode == "rgb_array":
            return rgb_array(self._board)
        return None

    def close(self) -> None:
        """Release nothing: there is no window."""
