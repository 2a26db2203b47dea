"""OpenSpiel and Kaggle."""

import random
import subprocess
import sys

import pytest
from conftest import required

import foursight as fs
from foursight import kaggle


def test_openspiel_plays_and_agrees():
    pyspiel = required("pyspiel")
    from foursight import openspiel

    rng = random.Random(2)
    for size in ({}, {"columns": 6, "rows": 5}):
        board = fs.Board(**size)
        while not board.is_over():
            state = openspiel.to_state(board)
            assert openspiel.from_state(state) == board
            assert state.legal_actions() == board.legal_moves()
            assert state.current_player() == board.turn
            flat = [cell for plane in board.to_list("openspiel") for row in plane for cell in row]
            assert state.observation_tensor(0) == flat
            board.push(rng.choice(board.legal_moves()))
        final = openspiel.to_state(board)
        assert final.is_terminal()
        winner = board.winner()
        expected = [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]
        assert final.returns() == expected
    game = pyspiel.load_game("connect_four")
    bots = [openspiel.Bot("hard"), openspiel.Bot("dice", seed=1)]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.returns()[0] == 1.0


def test_openspiel_egocentric_layout():
    pyspiel = required("pyspiel")
    game = pyspiel.load_game("connect_four(egocentric_obs_tensor=true)")
    state = game.new_initial_state()
    board = fs.Board()
    for column in (3, 3, 4, 2, 0):
        state.apply_action(column)
        board.push(column)
        planes = board.to_list("openspiel-ego")
        flat = [cell for plane in planes for row in plane for cell in row]
        assert state.observation_tensor(state.current_player()) == flat


def test_kaggle_agents_play():
    board = kaggle.run(kaggle.agent("hard"), kaggle.agent("dice", seed=3))
    assert board.winner() == 0
    board = kaggle.run(
        kaggle.agent("easy"), kaggle.agent("easy", seed=1), columns=5, rows=4, inarow=3
    )
    assert board.is_over() and board.connect == 3
    with pytest.raises(fs.IllegalMoveError):
        kaggle.run(lambda obs, config: 99, kaggle.agent("dice"))


def last_callable(source):
    """Find the agent as Kaggle does: the last callable that the file defines."""
    space = {}
    exec(compile(source, "submission.py", "exec"), space)
    return [value for value in space.values() if callable(value)][-1]


def test_an_exported_agent_is_one_file_and_beats_dice(tmp_path):
    path = kaggle.export(tmp_path / "submission.py", "medium")
    source = path.read_text()
    assert "foursight" not in source and "LEVEL = 'medium'" in source
    agent = last_callable(source)
    assert agent.__name__ == "agent"
    for seed in range(3):
        assert kaggle.run(agent, kaggle.agent("dice", seed=seed)).winner() == 0
    # It takes a win and stops a loss on other boards too.
    config = kaggle.Struct(columns=5, rows=4, inarow=3)
    obs = kaggle.Struct(board=[0] * 15 + [1, 1, 0, 2, 2], mark=1)
    assert agent(obs, config) == 2
    with pytest.raises(ValueError, match="cannot be one file"):
        kaggle.source("perfect")


def test_the_command(tmp_path):
    def run_module(*arguments):
        command = [sys.executable, "-m", "foursight", *arguments]
        # Elsewhere than the source folder, which has no native part.
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    path = tmp_path / "agent.py"
    done = run_module("kaggle-export", "--level", "easy", "-o", str(path))
    assert done.returncode == 0 and done.stdout.strip() == str(path) and path.exists()
    refused = run_module("kaggle-export", "--level", "perfect", "-o", str(path))
    assert refused.returncode == 2 and "choose one of" in refused.stderr
    missing = run_module("kaggle-export", "-o", str(tmp_path / "no" / "such" / "agent.py"))
    assert missing.returncode == 2 and "Traceback" not in missing.stderr
    measured = run_module("measure", "easy")
    assert measured.returncode == 0 and "keeps the outcome" in measured.stdout
