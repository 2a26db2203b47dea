"""Measure an agent of your own against perfect play, and let it play against the levels."""

import foursight as fs


def centre_first(board: fs.Board) -> int:
    """Win at once, else drop as close to the centre as possible."""
    columns = [column for column in board.legal_moves() if isinstance(column, int)]
    for column in columns:
        after = board.copy()
        after.push(column)
        if after.winner() is not None:
            return column
    return min(columns, key=lambda column: abs(column - 3))


print(fs.measure(centre_first))
print(fs.arena([centre_first, "dice", "casual"], games=20))
