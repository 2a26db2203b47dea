"""Boards: text, moves, arrays in every layout, variants, equality, pickles."""

import copy
import pickle

import pytest

import foursight as fs

GAME = "4453"
VARIANTS = ["standard", "pop-out", "pop-ten+seed=3", "five-in-a-row", "power-up"]


def random_game(variant: str, seed: int, plies: int = 60, **size: int) -> fs.Board:
    board = fs.Board(variant=variant, **size)
    bot = fs.bot("dice", seed=seed)
    while not board.is_over() and board.ply < plies:
        board.push(bot(board))
    return board


def test_text_counts_from_one_and_integers_from_zero():
    board = fs.Board(GAME)
    assert board.moves == [3, 3, 4, 2]
    assert board == fs.Board.from_moves([3, 3, 4, 2]) == fs.Board("3342", first=0)
    board.push(3)
    board.push("4")
    assert board.moves[-2:] == [3, 3]
    assert board.pop() == 3
    assert board.ply == 5 and board.turn == 1


@pytest.mark.parametrize(
    ("act", "error", "text"),
    [
        (lambda: fs.Board("4444444"), ValueError, "ply 7 .*column 4 is full"),
        (lambda: fs.Board("48"), ValueError, "column"),
        (lambda: fs.Board("hello"), ValueError, "."),
        (lambda: fs.Board("12", first=0), ValueError, "never"),
        (lambda: fs.Board("9", first=0), ValueError, "counted from 0"),
        (lambda: fs.Board("1", first=2), ValueError, "0 or 1"),
        (lambda: fs.Board().push(7), fs.IllegalMoveError, "columns 0 to 6"),
        (lambda: fs.Board().push(-1), fs.IllegalMoveError, "columns 0 to 6"),
        (lambda: fs.Board().push("P4"), fs.IllegalMoveError, "no move"),
        (lambda: fs.Board().push("Ä" * 10_000), fs.IllegalMoveError, "no move"),
        (lambda: fs.Board("444444").push(3), fs.IllegalMoveError, "full"),
        (lambda: fs.Board().push(2.5), TypeError, "a move is"),
        (lambda: fs.Board().push(1 << 80), TypeError, "a move is"),
        (lambda: fs.Board().pop(), IndexError, "take back"),
        (lambda: fs.Board(columns=40, rows=40), ValueError, "too large"),
        (lambda: fs.Board(connect=9), ValueError, "does not fit"),
        (lambda: fs.Board(variant="chess"), ValueError, "chess"),
        (lambda: fs.Board.from_array([[0] * 7] * 5 + [[3] + [0] * 6]), ValueError, "a1 holds 3"),
        (lambda: fs.Board.from_array([[1] + [0] * 6] + [[0] * 7] * 5), ValueError, "a6"),
        (lambda: fs.Board.from_array([1, 2]), ValueError, "shape"),
        (lambda: fs.Board.from_array([[0, 0], [0]]), ValueError, "different lengths"),
        (lambda: fs.Board.from_array("text"), TypeError, "numbers"),
        (lambda: fs.Board.from_array([[[[0]]]]), ValueError, "four dimensions"),
        (lambda: fs.Board.from_array([0] * 10_000), ValueError, "elements"),
        (lambda: fs.Board.from_array([0] * 42, layout="tensor"), ValueError, "choose one of"),
        (lambda: fs.Board.from_bits(4, 1), ValueError, "second lacks"),
        (lambda: fs.Board.from_bits(0, 1 << 6), ValueError, "no cell"),
        (lambda: fs.Board.from_bits(0, 2), ValueError, "a2"),
        (lambda: fs.Board().text("poem"), ValueError, "choose one of"),
        (lambda: fs.Board(variant="pop-out").bits(), ValueError, "whole state"),
        (lambda: fs.Board(variant="five-in-a-row").mirror(), ValueError, "mirror"),
    ],
)
def test_bad_input_is_refused_with_a_reason(act, error, text):
    if text == "never":
        act()
        return
    with pytest.raises(error, match=text):
        act()


def test_a_refused_move_changes_nothing():
    board = fs.Board("444444")
    before = board.copy()
    with pytest.raises(fs.IllegalMoveError):
        board.push(3)
    assert board == before and board.moves == before.moves


def test_the_end_of_a_game():
    board = fs.Board("4545454")
    assert board.is_over() and board.winner() == 0 and board.legal_moves() == []
    outcome = board.outcome()
    assert outcome is not None and outcome.reason == "line"
    assert outcome.lines == [[(3, 0), (3, 1), (3, 2), (3, 3)]]
    assert board.mask() == [False] * 7
    with pytest.raises(fs.IllegalMoveError, match="over"):
        board.push(0)
    draw = fs.Board("1" * 6 + "2" * 6 + "3" * 6 + "5" + "4" * 6 + "5" * 5 + "6" * 6 + "7" * 6)
    assert draw.is_over() and draw.winner() is None
    assert draw.outcome().reason == "board-full"


@pytest.mark.parametrize("layout", fs.layouts())
@pytest.mark.parametrize("size", [{}, {"columns": 5, "rows": 4}, {"columns": 10, "rows": 10}])
def test_every_layout_reads_what_it_wrote(layout, size):
    for seed in range(20):
        board = random_game("standard", seed, plies=seed, **size)
        if layout == "kaggle":
            again = fs.Board.from_array(board.array(layout), layout=layout, **size)
        else:
            again = fs.Board.from_array(board.array(layout), layout=layout)
        assert again == board
        listed = board.to_list(layout)
        assert fs.Board.from_array(listed, layout=layout, **size) == board


def test_layouts_of_a_known_game():
    board = fs.Board(GAME)
    grid = [[0] * 7] * 4 + [[0, 0, 0, 2, 0, 0, 0], [0, 0, 2, 1, 1, 0, 0]]
    assert board.to_list("grid") == grid
    assert board.to_list("kaggle") == [cell for row in grid for cell in row]
    assert board.to_list("bitbully")[2] == [2, 0, 0, 0, 0, 0]
    assert board.to_list("bitbully")[3] == [1, 2, 0, 0, 0, 0]
    own = [[cell == 1 for cell in row] for row in grid]
    assert [[cell[0] for cell in row] for row in board.to_list("pgx")] == own
    assert [[bool(cell[0]) for cell in row] for row in board.to_list("pettingzoo")] == own
    first, second, empty = board.to_list("openspiel")
    assert first[0] == [0, 0, 0, 1, 1, 0, 0] and second[1] == [0, 0, 0, 1, 0, 0, 0]
    assert empty[5] == [1.0] * 7
    opponent, mover, _ = board.to_list("openspiel-ego")
    assert (opponent, mover) == (second, first)


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_play_copy_and_pickle(variant):
    for seed in range(5):
        board = random_game(variant, seed)
        assert pickle.loads(pickle.dumps(board)) == board
        assert pickle.loads(pickle.dumps(board)).moves == board.moves
        assert copy.copy(board) == copy.deepcopy(board) == board
        assert eval(repr(board), {"Board": fs.Board}).moves == board.moves
        assert fs.Board(board.to_json()) == board
        again = fs.Board.from_moves(board.moves, variant=board.rules)
        assert again == board and hash(again) == hash(board)
        while again.ply:
            again.pop()
        assert again == fs.Board(variant=board.rules)


def test_masks_agree_with_legal_moves():
    for variant in VARIANTS:
        board = random_game(variant, 7, plies=30)
        moves = [mv for mv, legal in zip(board.all_moves(), board.mask(), strict=True) if legal]
        assert moves == board.legal_moves()


def test_equality_hash_key_and_mirror():
    one, other = fs.Board("1234"), fs.Board("3412")
    assert one == other and hash(one) == hash(other) and one.key() == other.key()
    assert one != fs.Board("1243") and one != "1234"
    assert fs.Board("1").mirror() == fs.Board("7")
    mover, everything = fs.Board(GAME).bits()
    assert everything.bit_count() == 4 and mover & everything == mover
    assert fs.Board.from_bits(mover, everything) == fs.Board(GAME)
    assert fs.Board("", columns=6) != fs.Board()


def test_pictures_and_texts():
    board = fs.Board(GAME)
    assert str(board).splitlines()[-2:] == [". . X O O . .", "1 2 3 4 5 6 7"]
    assert repr(board) == "Board('4453')"
    assert board._repr_svg_().startswith("<svg") and "</svg>" in board.svg()
    assert board.text("letters") == "DDEC"
    assert board.text("notation") == "standard 7x6/4 4453"
    assert fs.Board(board.text("emoji")).to_list() == board.to_list()
