"""The environments pass the checkers of their hosts."""

import warnings

import pytest
from conftest import required

import foursight as fs

np = required("numpy")
required("pettingzoo")
required("gymnasium")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import foursight.gymnasium  # noqa: E402
import foursight.pettingzoo  # noqa: E402

OPTIONS = [
    {},
    {"columns": 5, "rows": 4},
    {"variant": "pop-out"},
    {"variant": "pop-ten+seed=1"},
    {"variant": "five-in-a-row"},
    {"variant": "power-up"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pettingzoo_accepts_every_variant(options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(foursight.pettingzoo.env(**options), num_cycles=200, verbose_progress=False)
        seed_test(lambda: foursight.pettingzoo.env(**options), num_cycles=50)


def test_a_game_of_pettingzoo_follows_the_board():
    env = foursight.pettingzoo.env(render_mode="rgb_array")
    env.reset(seed=0)
    columns = [3, 4, 3, 4, 3, 4, 3]
    board = fs.Board()
    for column in columns:
        observation, reward, terminated, truncated, info = env.last()
        assert not terminated and reward == 0
        expected = board.array("pettingzoo")
        assert (observation["observation"] == expected).all()
        assert observation["action_mask"].tolist() == [int(legal) for legal in board.mask()]
        other = env.observe(env.agents[1 - board.turn])
        assert not other["action_mask"].any()
        env.step(column)
        board.push(column)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert all(env.terminations.values())
    assert env.render().shape == (6 * 48, 7 * 48, 3)
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_an_illegal_move_of_pettingzoo_loses():
    env = foursight.pettingzoo.env()
    env.reset()
    for _ in range(6):
        env.step(3)
    env.step(3)
    assert env.rewards["player_0"] == -1 and env.rewards["player_1"] == 0
    assert all(env.terminations.values())


def test_a_game_starts_from_a_board():
    env = foursight.pettingzoo.env()
    env.reset(options={"board": fs.Board("445")})
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match="Board of"):
        env.reset(options={"board": fs.Board(columns=6)})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_gymnasium_accepts_every_variant(options):
    env = gymnasium.make("foursight/Four-v0", opponent="easy", **options)
    check_env(env.unwrapped, skip_render_check=True)


def test_an_agent_with_the_truth_wins_every_game():
    env = gymnasium.make("foursight/Four-v0", opponent="hard", seat="first", truth=True)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = (
                env.step(int(np.argmax(info["scores"]))) if "scores" in info else 0
            )
        assert reward == 1.0


def test_seeds_and_illegal_moves_of_gymnasium():
    env = gymnasium.make("foursight/Four-v0", opponent="easy", seat="second")
    first = [env.reset(seed=5)[0]["observation"].tolist() for _ in range(2)]
    assert first[0] == first[1] and np.sum(first[0]) == 1
    env = gymnasium.make("foursight/Four-v0", opponent="dice", seat="first").unwrapped
    env.reset(seed=1)
    while env.board.mask()[0]:
        _, reward, over, _, info = env.step(0)
        if over:
            env.reset()
    _, reward, over, _, info = env.step(0)
    assert reward == -1.0 and over and info["illegal"]
    with pytest.raises(ValueError, match="seat"):
        gymnasium.make("foursight/Four-v0", seat="third")


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vectors_start_games_anew_in_every_mode(mode):
    games = gymnasium.make_vec(
        "foursight/Four-v0", num_envs=32, opponent="easy", autoreset_mode=mode
    )
    assert games.metadata["autoreset_mode"] is mode
    observations, infos = games.reset(seed=3)
    assert games.observation_space.contains(observations)
    finished = 0
    rng = np.random.default_rng(1)
    over = np.zeros(32, dtype=bool)
    for _ in range(60):
        if mode is AutoresetMode.DISABLED and over.any():
            observations, infos = games.reset(options={"reset_mask": over})
        mask = observations["action_mask"].astype(float) + 1e-9
        actions = [int(rng.choice(7, p=row / row.sum())) for row in mask]
        before = over
        observations, rewards, over, truncated, infos = games.step(np.array(actions))
        assert not truncated.any()
        assert not infos["illegal"][~before].any()
        assert (np.abs(rewards[~over]) == 0).all()
        if mode is AutoresetMode.NEXT_STEP:
            # The step after the end only restarts the game.
            assert not over[before].any() and (rewards[before] == 0).all()
        if mode is AutoresetMode.SAME_STEP and over.any():
            assert not infos["final_obs"]["action_mask"][over].any()
        finished += int(over.sum())
    assert finished > 32
    assert games.positions().shape == (32, 2)


def test_a_vector_plays_as_the_seed_says():
    def play():
        games = gymnasium.make_vec("foursight/Four-v0", num_envs=8, opponent="medium", threads=2)
        observations, _ = games.reset(seed=11)
        for _ in range(10):
            actions = observations["action_mask"].argmax(axis=1)
            observations, *_ = games.step(actions)
        return observations["observation"].tolist()

    assert play() == play()
