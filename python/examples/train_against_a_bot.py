"""Play a vector of games against a bot, the inner loop of most training code."""

from typing import Any

import gymnasium
import numpy as np

import foursight.gymnasium

games: Any = gymnasium.make_vec(
    foursight.gymnasium.ENV_ID, num_envs=256, opponent="easy", seat="random"
)
observations, _ = games.reset(seed=1)
rng = np.random.default_rng(1)
score = 0.0
finished = 0
for _ in range(60):
    # Replace this line by your policy: a column for every game.
    noise = rng.random(observations["action_mask"].shape)
    actions = np.argmax(noise * observations["action_mask"], axis=1)
    observations, rewards, over, _, _ = games.step(actions)
    score += float(rewards[over].sum())
    finished += int(over.sum())
print(f"{finished} games, mean score {score / finished:+.2f}")
