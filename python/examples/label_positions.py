"""Make a training set: positions of fair play, their arrays and the exact targets."""

import foursight as fs

positions = fs.unique(fs.sample(2_000, style="fair", plies=(8, 36), seed=1))
inputs = fs.encode(positions, "pettingzoo")
targets = fs.policy_targets(positions, "keep")
values = fs.solve_batch(positions, "outcome")
print(f"{len(positions)} positions, inputs {inputs.shape}, targets {targets.shape}")
print(f"{values.tolist().count(1)} won, {values.tolist().count(0)} drawn for the player to move")
