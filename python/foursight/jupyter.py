"""A board to play on in a notebook. Needs the extra ``jupyter``."""

from __future__ import annotations

from typing import Any

import ipywidgets

from ._native import Board, Bot


def show(board: Board | None = None, *, opponent: str | Bot | None = None) -> Any:
    """Return a widget with a board and a button for every column.

    The buttons are reached with the keyboard, and a line of text says who is to move and how the
    game ended. With ``opponent`` a bot answers every move.
    """
    game = Board() if board is None else board
    bot = Bot(opponent) if isinstance(opponent, str) else opponent
    picture = ipywidgets.HTML()
    status = ipywidgets.Label()
    buttons = [
        ipywidgets.Button(description=str(column + 1), tooltip=f"Drop in column {column + 1}")
        for column in range(game.columns)
    ]
    for button in buttons:
        button.layout.width = "44px"
    undo = ipywidgets.Button(description="Take back")

    def update() -> None:
        picture.value = game.svg()
        legal = game.legal_moves()
        for column, button in enumerate(buttons):
            button.disabled = column not in legal
        undo.disabled = game.ply == 0
        outcome = game.outcome()
        names = ("First", "Second")
        if outcome is None:
            status.value = f"{names[game.turn]} is to move."
        elif outcome.winner is None:
            status.value = "The game is a draw."
        else:
            status.value = f"{names[outcome.winner]} has won."

    def play(column: int) -> None:
        game.push(column)
        if bot is not None and not game.is_over():
            game.push(bot(game))
        update()

    def take_back(_: Any) -> None:
        game.pop()
        if bot is not None and game.ply:
            game.pop()
        update()

    for column, button in enumerate(buttons):
        button.on_click(lambda _, column=column: play(column))
    undo.on_click(take_back)
    update()
    return ipywidgets.VBox([picture, ipywidgets.HBox([*buttons, undo]), status])
