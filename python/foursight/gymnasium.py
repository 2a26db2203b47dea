"""Environments of Gymnasium: one agent against a bot, and many such games at once.

Importing this module registers ``foursight/Four-v0``. Needs the extra ``envs``.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _native
from ._arrays import wrap
from ._native import Board, Bot, Solver
from ._render import rgb_array

ENV_ID = "foursight/Four-v0"

Seat = Literal["first", "second", "random"]


def _spaces(columns: int, rows: int, actions: int) -> tuple[spaces.Dict, spaces.Discrete]:
    observation = spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (rows, columns, 2), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return observation, spaces.Discrete(actions)


class FourEnv(gymnasium.Env[Any, Any]):
    """One agent against a bot.

    The observation has the agent's discs first, the top row first. The reward is 1 for a win and
    -1 for a loss or an illegal move, which ends the game. ``info`` has the ``action_mask``, and
    with ``truth=True`` the exact ``scores`` of every column.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        *,
        opponent: str | Bot = "medium",
        seat: Seat = "random",
        columns: int | None = None,
        rows: int | None = None,
        connect: int | None = None,
        variant: str = "standard",
        truth: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Create a game against a level by name, or against a bot."""
        if seat not in ("first", "second", "random"):
            raise ValueError(f"there is no seat {seat!r}: choose first, second or random")
        self.render_mode = render_mode
        self._start = Board(columns=columns, rows=rows, connect=connect, variant=variant)
        self._board = self._start.copy()
        self._moves = self._start.all_moves()
        self._opponent = opponent
        self._bot = Bot(opponent) if isinstance(opponent, str) else opponent
        self._seat = seat
        self._agent = 0
        self._solver = Solver() if truth else None
        self.observation_space, self.action_space = _spaces(
            self._start.columns, self._start.rows, len(self._moves)
        )

    @property
    def board(self) -> Board:
        """Return a copy of the board."""
        return self._board.copy()

    def _observation(self) -> dict[str, Any]:
        grid = np.asarray(self._board.array("grid"))
        own = self._agent + 1
        planes = np.stack([grid == own, grid == 3 - own], axis=2).astype(np.int8)
        return {"observation": planes, "action_mask": self._mask()}

    def _mask(self) -> Any:
        return np.asarray(self._board.mask(), dtype=np.int8)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self._agent}
        if self._solver is not None and not self._board.is_over():
            info["scores"] = np.asarray(self._solver.scores(self._board))
        return info

    def _reply(self) -> None:
        while not self._board.is_over() and self._board.turn != self._agent:
            self._board.push(self._bot(self._board))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game; the bot opens if the agent is Second."""
        super().reset(seed=seed)
        self._board = self._start.copy()
        if isinstance(self._opponent, str):
            self._bot = Bot(self._opponent, seed=int(self.np_random.integers(1 << 32)))
        if self._seat == "random":
            self._agent = int(self.np_random.integers(2))
        else:
            self._agent = int(self._seat == "second")
        self._reply()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a move and the bot's reply."""
        try:
            self._board.push(self._moves[int(action)])
        except _native.IllegalMoveError:
            info = self._info()
            info["illegal"] = True
            return self._observation(), -1.0, True, False, info
        self._reply()
        winner = self._board.winner()
        reward = 0.0 if winner is None else 1.0 if winner == self._agent else -1.0
        return self._observation(), reward, self._board.is_over(), False, self._info()

    def render(self) -> Any:
        """Return the board as text or pixels, by the render mode."""
        if self.render_mode == "ansi":
            return str(self._board)
        if self.render_mode == "rgb_array":
            return rgb_array(self._board)
        return None


class FourVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games against a bot, played natively on all threads.

    All three modes of starting finished games anew are offered: ``NEXT_STEP`` (the default),
    ``SAME_STEP`` and ``DISABLED``.
    """

    metadata: dict[str, Any] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponent: str = "medium",
        seat: Seat = "random",
        columns: int = 7,
        rows: int = 6,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create this many games."""
        if render_mode is not None:
            raise ValueError("a vector of games has no picture")
        self.num_envs = num_envs
        self.render_mode = None
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._size = (rows, columns)
        self._games = _native.NativeGames(num_envs, opponent, seat, (columns, rows), threads)
        self.single_observation_space, self.single_action_space = _spaces(columns, rows, columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, dtype=bool)

    def _observations(self) -> dict[str, Any]:
        rows, columns = self._size
        observation = wrap(self._games.observe(), "b", (self.num_envs, rows, columns, 2))
        mask = wrap(self._games.masks(), "b", (self.num_envs, columns))
        return {"observation": observation, "action_mask": mask}

    def _infos(self) -> dict[str, Any]:
        rows, columns = self._size
        return {
            "action_mask": wrap(self._games.masks(), "b", (self.num_envs, columns)),
            "seat": wrap(self._games.seats(), "b", (self.num_envs,)),
        }

    def positions(self) -> Any:
        """Return the positions as a batch, for ``solve_batch`` and the like."""
        return wrap(self._games.words(), "Q", (self.num_envs, 2))

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start all games, or those of ``options["reset_mask"]``."""
        if isinstance(seed, list):
            seed = seed[0] if seed else None
        if seed is not None:
            self._games.seed(seed)
        elif not hasattr(self, "_was_seeded"):
            self._games.seed(int(self.np_random.integers(1 << 62)))
        self._was_seeded = True
        mask = (options or {}).get("reset_mask")
        chosen = (
            np.ones(self.num_envs, dtype=bool) if mask is None else np.asarray(mask, dtype=bool)
        )
        self._games.reset(chosen.tobytes())
        self._over[chosen] = False
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play a column in every game, and the bots' replies."""
        columns = np.asarray(actions)
        if columns.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} games need as many actions, not {columns.shape}")
        waiting = self._over.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise ValueError("a game is over: reset it by options={'reset_mask': ...}")
        moves = columns.astype(np.uint8).tobytes()
        if waiting.any():
            self._games.reset(waiting.tobytes())
        rewards, over, illegal = self._games.step(moves, (~waiting).tobytes())
        terminated = wrap(over, "?", (self.num_envs,)).copy()
        reward = wrap(rewards, "b", (self.num_envs,)).astype(np.float64)
        self._over = terminated.copy()
        observations, infos = self._observations(), self._infos()
        infos["illegal"] = wrap(illegal, "?", (self.num_envs,))
        if self.autoreset_mode is AutoresetMode.SAME_STEP and terminated.any():
            infos["final_obs"] = observations
            infos["final_info"] = {"action_mask": infos["action_mask"], "seat": infos["seat"]}
            infos["_final_obs"] = infos["_final_info"] = terminated
            self._games.reset(terminated.tobytes())
            self._over[:] = False
            observations = self._observations()
            infos.update(self._infos())
        truncated = np.zeros(self.num_envs, dtype=bool)
        return observations, reward, terminated, truncated, infos


gymnasium.register(
    id=ENV_ID,
    entry_point="foursight.gymnasium:FourEnv",
    vector_entry_point="foursight.gymnasium:FourVectorEnv",
)
