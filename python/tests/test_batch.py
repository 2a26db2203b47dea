"""Batches: against single calls, from a seed, on any number of threads, with Ctrl-C."""

import os
import signal
import threading

import pytest

import foursight as fs


@pytest.fixture(scope="module")
def positions():
    return fs.unique(fs.sample(400, plies=(8, 38), seed=5))


def test_samples_follow_from_the_seed():
    one = fs.sample(200, seed=1, threads=1)
    assert one.tolist() == fs.sample(200, seed=1, threads=2).tolist()
    assert one.tolist() != fs.sample(200, seed=2).tolist()
    for style in ("fair", "random"):
        batch = fs.sample(100, style=style, plies=(6, 12), seed=3)
        assert len(batch) == 100
        for board in fs.to_boards(batch):
            assert 6 <= board.ply <= 12 and not board.is_over()
    assert len(fs.sample(0)) == 0
    small = fs.to_boards(fs.sample(10, columns=5, rows=4, plies=(0, 9)), columns=5, rows=4)
    assert {(board.columns, board.rows) for board in small} == {(5, 4)}


def test_batches_agree_with_single_solves(positions):
    solver = fs.Solver()
    boards = fs.to_boards(positions)
    scores = fs.solve_batch(positions).tolist()
    outcomes = fs.solve_batch(positions, "column_outcomes").tolist()
    values = fs.solve_batch(positions, "score").tolist()
    wdl = fs.solve_batch(positions, "outcome").tolist()
    names = {"win": 1, "draw": 0, "loss": -1}
    for i, board in enumerate(boards):
        verdicts = solver.columns(board)
        assert scores[i] == solver.scores(board).tolist()
        expected = [-128 if v is None else names[v.outcome] for v in verdicts]
        assert outcomes[i] == expected
        assert values[i] == solver.solve(board).score
        assert wdl[i] == names[solver.outcome(board)]


def test_policy_targets(positions):
    scores = fs.solve_batch(positions).tolist()
    for kind in ("keep", "best"):
        for row, score in zip(fs.policy_targets(positions, kind).tolist(), scores, strict=True):
            assert sum(row) == pytest.approx(1.0)
            best = max(score)
            for share, value in zip(row, score, strict=True):
                good = value == best
                if kind == "keep":
                    good = value != -128 and (value > 0) - (value < 0) == (best > 0) - (best < 0)
                assert (share > 0) == good


def test_finished_games_have_values():
    won = fs.from_boards([fs.Board("4545454")])
    assert fs.solve_batch(won, "outcome").tolist() == [-1]
    assert fs.solve_batch(won, "score").tolist() == [-18]
    assert fs.solve_batch(won).tolist() == [[-128] * 7]
    assert fs.policy_targets(won).tolist() == [[0.0] * 7]


def test_encode_agrees_with_boards(positions):
    boards = fs.to_boards(positions)
    for layout in fs.layouts():
        encoded = fs.encode(positions, layout).tolist()
        assert encoded == [board.to_list(layout) for board in boards]


def test_mirror_keys_and_unique(positions):
    mirrored = fs.mirror(positions)
    boards = [board.mirror() for board in fs.to_boards(positions)]
    assert fs.to_boards(mirrored) == boards
    assert fs.keys(positions).tolist() == [board.key() for board in fs.to_boards(positions)]
    assert fs.keys(positions, mirror=True).tolist() == fs.keys(mirrored, mirror=True).tolist()
    double = positions.tolist() + mirrored.tolist()
    assert fs.unique(double).tolist() == positions.tolist()
    assert len(fs.unique(double, mirror=False)) > len(positions)


def test_steps_agree_with_boards():
    states = fs.initial(64)
    boards = [fs.Board() for _ in range(64)]
    bot = fs.bot("dice", seed=9)
    over = [False] * 64
    while not all(over):
        moves = [0 if board.is_over() else bot(board) for board in boards]
        states, rewards, done = fs.step(states, moves)
        for i, board in enumerate(boards):
            if over[i]:
                assert rewards.tolist()[i] == 0
                continue
            board.push(moves[i])
            won = board.winner() is not None
            assert rewards.tolist()[i] == int(won)
        over = done.tolist()
        assert over == [board.is_over() for board in boards]
        assert fs.to_boards(states) == boards


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (lambda: fs.solve_batch([[0, 2]]), "position 0"),
        (lambda: fs.solve_batch([[0, 0]], "everything"), "choose"),
        (lambda: fs.solve_batch([[0, 0]], columns=9, rows=9), "too large"),
        (lambda: fs.solve_batch([[0, 0]], threads=0), "at least 1"),
        (lambda: fs.sample(5, plies=(9, 3)), "range"),
        (lambda: fs.sample(5, plies=(0, 42)), "range"),
        (lambda: fs.sample(1 << 40), "at once"),
        (lambda: fs.sample(5, style="odd"), "choose"),
        (lambda: fs.step([[0, 0]], [7]), "column"),
        (lambda: fs.step([[0, 0]], [1, 2]), "2 moves"),
        (lambda: fs.step([[0, 0]], [-1]), "integers"),
        (lambda: fs.policy_targets([[0, 0]], "worst"), "choose"),
        (lambda: fs.from_boards([fs.Board(columns=6)]), "6x6"),
        (lambda: fs.Net("tiny"), "choose"),
        (lambda: fs.Net().policy([[2, 2]]), "position 0"),
    ],
)
def test_bad_input_is_refused_with_a_reason(act, text):
    with pytest.raises(ValueError, match=text):
        act()


def test_progress_ends_with_all_positions(positions):
    calls = []
    fs.solve_batch(positions, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (len(positions), len(positions))

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fs.solve_batch(positions, progress=stop)


def test_a_node_budget_names_what_ran_out():
    with pytest.raises(fs.BudgetError):
        fs.solve_batch([[0, 0]], nodes=100, book=False)


@pytest.mark.parametrize(
    "call",
    [
        # Each would take minutes: the empty board and what follows it, without the book.
        lambda: fs.solve_batch(fs.initial(1000), book=False, memory_mb=1),
        lambda: fs.Solver(memory_mb=1, book=False).solve(fs.Board()),
        lambda: fs.arena(["perfect", "master", "expert"], games=100_000),
        lambda: fs.arena(["perfect", lambda board: board.legal_moves()[0]], games=1_000_000),
        lambda: fs.sample(1 << 24),
    ],
    ids=["batch", "solver", "arena", "arena of an agent", "sample"],
)
@pytest.mark.skipif(os.name == "nt", reason="sends a signal to itself")
def test_ctrl_c_stops_a_long_call(call):
    # Shells start background jobs with Ctrl-C ignored, and Python then leaves it so.
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, previous)
