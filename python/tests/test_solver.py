"""The solver, reasons and grades."""

import threading

import pytest

import foursight as fs


@pytest.fixture(scope="module")
def solver():
    return fs.Solver()


def test_published_values(solver):
    assert solver.scores(fs.Board()).tolist() == [-2, -1, 0, 1, 0, -1, -2]
    assert solver.scores(fs.Board("4")).tolist() == [-4, -2, -2, -1, -2, -2, -4]
    verdict = solver.solve(fs.Board())
    assert (verdict.outcome, verdict.plies, verdict.score) == ("win", 41, 1)
    assert solver.best(fs.Board()) == 3
    assert solver.outcome(fs.Board("1")) == "win"
    assert len(solver.line(fs.Board())) == 41


def test_a_full_column_and_a_smaller_board(solver):
    board = fs.Board("444444")
    assert solver.columns(board)[3] is None
    assert solver.scores(board).tolist()[3] == fs.ILLEGAL
    small = fs.Solver(book=False)
    scores = small.scores(fs.Board(columns=6, rows=4)).tolist()
    assert scores == [-1] * 6
    with pytest.raises(ValueError, match="only the standard rules"):
        solver.solve(fs.Board(variant="pop-out"))
    with pytest.raises(ValueError, match="over"):
        solver.solve(fs.Board("4545454"))


def test_verdicts_are_ordered_by_value(solver):
    verdicts = solver.columns(fs.Board("444333"))
    known = [verdict for verdict in verdicts if verdict is not None]
    best = max(known)
    assert best == solver.solve(fs.Board("444333"))
    assert sorted(known)[0] <= best and hash(best) == hash(max(known))


def test_budgets(solver):
    hard = fs.Solver(book=False)
    with pytest.raises(fs.BudgetError, match="between"):
        hard.solve(fs.Board(), nodes=1000)
    with pytest.raises(fs.BudgetError):
        hard.columns(fs.Board(), nodes=1000)
    with pytest.raises(fs.BudgetError):
        hard.line(fs.Board(), nodes=1000)
    with pytest.raises(fs.BudgetError):
        hard.solve(fs.Board(), seconds=0.01)
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="number of seconds"):
            hard.solve(fs.Board(), seconds=seconds)
    with pytest.raises(ValueError, match="threads"):
        fs.Solver(threads=0)
    with pytest.raises(ValueError, match="memory_mb"):
        fs.Solver(memory_mb=0)


def test_other_threads_run_during_a_search():
    counted = []
    hard = fs.Solver(book=False)

    def search():
        with pytest.raises(fs.BudgetError):
            hard.solve(fs.Board(), nodes=3_000_000)
        counted.append("done")

    thread = threading.Thread(target=search)
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    thread.join()
    assert counted == ["done"] and turns > 0


def test_explanations():
    board = fs.Board("12611642613552255512")
    explanation = fs.explain(board)
    assert explanation.best == [3]
    drop = explanation.column(3)
    assert drop is not None and drop.grade == "only"
    assert drop.reasons[0].is_proof and drop.reasons[0].kind == "pure-plan"
    assert drop.reasons[0].cells[0] == (2, 2)
    assert "Column 4 is the only drop that wins" in drop.text
    assert "Nur Spalte 4 gewinnt" in fs.explain(board, language="de").column(3).text
    assert explanation.column(6) is None or explanation.column(6).verdict < drop.verdict
    with pytest.raises(ValueError, match="choose en or de"):
        fs.explain(board, language="fr")


def test_grades():
    moves, (first, second) = fs.grade(fs.Board("4455637"))
    assert [move.column for move in moves] == [3, 3, 4, 4, 5, 2, 6]
    assert moves[0].grade == "only" and moves[0].player == 0
    assert moves[-1].verdict.outcome == "win"
    assert first is not None and second is not None and first > second
    with pytest.raises(ValueError, match="only the standard rules"):
        fs.grade(fs.Board("44P4", variant="pop-out"))
