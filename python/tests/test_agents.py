"""Bots, nets, the arena and the measure."""

import hashlib
import pickle
import random

import pytest

import foursight as fs
from foursight import datasets


def test_every_level_plays_legal_moves():
    for name in fs.levels():
        bot = fs.bot(name, seed=1)
        board = fs.Board("4453")
        mv = bot(board)
        assert mv in board.legal_moves() and board == fs.Board("4453")
        assert bot.name == name
    choice = fs.bot("hard").choose(fs.Board("415171"))
    assert choice.move == 5 and choice.line[0] == 5 and choice.nodes > 0
    with pytest.raises(ValueError, match="no level"):
        fs.bot("genius")
    with pytest.raises(ValueError, match="over"):
        fs.bot("easy")(fs.Board("4545454"))


def test_bots_are_reproducible():
    games = []
    for _ in range(2):
        board, bot = fs.Board(), fs.bot("easy", seed=4)
        while not board.is_over():
            board.push(bot(board))
        games.append(board.text())
    assert games[0] == games[1]
    again = pickle.loads(pickle.dumps(fs.bot("easy", seed=4)))
    assert again.name == "easy" and again(fs.Board("44")) == fs.bot("easy", seed=4)(fs.Board("44"))


def test_the_level_proof_wins_as_first():
    for opponent in ("hard", "perfect", "dice"):
        board = fs.Board()
        players = [fs.bot("proof"), fs.bot(opponent, seed=2)]
        while not board.is_over():
            board.push(players[board.turn](board))
        assert board.winner() == 0, board


def test_nets():
    batch = fs.sample(50, seed=8)
    net = fs.Net("full")
    policy = net.policy(batch).tolist()
    values = net.value(batch).tolist()
    outcomes = net.outcomes(batch).tolist()
    assert len(policy) == len(values) == len(outcomes) == 50
    for shares, value, (loss, draw, win) in zip(policy, values, outcomes, strict=True):
        assert sum(shares) == pytest.approx(1.0, abs=1e-3)
        assert loss + draw + win == pytest.approx(1.0, abs=1e-3)
        assert value == pytest.approx(win + draw / 2, abs=1e-6)
    for board, shares in zip(fs.to_boards(batch), policy, strict=True):
        legal = set(board.legal_moves())
        assert all(share == 0.0 for column, share in enumerate(shares) if column not in legal)


def test_the_arena_rates_agents():
    def leftmost(board):
        return board.legal_moves()[0]

    report = fs.arena(["dice", "medium", leftmost], games=20, seed=3)
    by_name = {row.name: row for row in report.rows}
    assert by_name["medium"].score > 0.7 > by_name["leftmost"].score
    assert by_name["medium"].rating > by_name["dice"].rating
    assert all(row.games == 40 for row in report.rows)
    low, high = by_name["medium"].interval
    assert low <= by_name["medium"].score <= high
    assert "medium" in str(report).splitlines()[1]
    again = fs.arena(["dice", "medium", leftmost], games=20, seed=3)
    assert again == report
    levels = fs.arena(["dice", "medium"], games=20, seed=3, threads=1)
    assert levels == fs.arena(["dice", "medium"], games=20, seed=3, threads=2)


def test_the_arena_refuses():
    with pytest.raises(ValueError, match="chose drop in column 4"):
        fs.arena(["dice", lambda board: 3], games=10)
    with pytest.raises(ZeroDivisionError):
        fs.arena(["dice", lambda board: 1 // 0], games=10)
    with pytest.raises(ValueError, match="two entrants"):
        fs.arena(["dice"])
    with pytest.raises(ValueError, match="even"):
        fs.arena(["dice", "easy"], games=3)
    with pytest.raises(ValueError, match="an entrant is"):
        fs.arena(["dice", 5], games=2)


def test_the_set_is_frozen_and_exact():
    dataset = datasets.load("decisive-v1")
    assert dataset.sha256 == datasets.HASHES["decisive-v1"]
    positions, scores = dataset.positions.tolist(), dataset.scores.tolist()
    records = b"".join(
        datasets.encode_record(mover, everything, row)
        for (mover, everything), row in zip(positions, scores, strict=True)
    )
    assert hashlib.sha256(records).hexdigest() == dataset.sha256
    assert len(fs.unique(positions)) == len(positions) >= 1000
    # The later positions by the solver again; the early ones take it long, and are a sample.
    chosen = [i for i in range(len(positions)) if i % 20 == 0]
    solved = fs.solve_batch([positions[i] for i in chosen]).tolist()
    assert solved == [scores[i] for i in chosen]
    for row in scores:
        signs = {(score > 0) - (score < 0) for score in row if score != fs.ILLEGAL}
        assert len(signs) > 1
    with pytest.raises(ValueError, match="choose"):
        datasets.load("other")


def test_random_and_perfect_agents_are_measured():
    perfect = fs.measure("perfect")
    assert perfect.keep.share == perfect.optimal.share == 1.0 and perfect.illegal == 0
    assert sum(share.total for share in perfect.by_ply.values()) == perfect.keep.total
    rng = random.Random(1)
    dice = fs.measure(lambda board: rng.choice(board.legal_moves()))
    assert 0.25 < dice.keep.share < 0.55
    low, high = dice.keep.interval
    assert low < dice.keep.share < high and high - low < 0.1
    assert "keeps the outcome" in str(dice) and dice.only_win.total > 100
    hard = fs.measure("hard")
    assert dice.keep.share < hard.keep.share < 1.0


def test_batch_agents_and_illegal_moves_are_measured():
    by_scores = fs.measure(lambda batch: fs.solve_batch(batch), batch=True)
    assert by_scores.keep.share == by_scores.optimal.share == 1.0
    columns = fs.measure(lambda batch: [3] * len(batch), batch=True)
    single = fs.measure(lambda board: 3)
    assert columns.keep == single.keep and columns.illegal == single.illegal > 0
    with pytest.raises(ValueError, match="answered for"):
        fs.measure(lambda batch: [3], batch=True)
    nonsense = fs.measure(lambda board: 99)
    assert nonsense.keep.right == 0 and nonsense.illegal == nonsense.keep.total
