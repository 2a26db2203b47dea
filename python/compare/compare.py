"""Compare foursight with other Python packages, on the same positions in the same minutes.

    pip install foursight bitbully open_spiel pettingzoo pygame
    python compare.py [--batch 100000] [--write COMPARISON.md]

Each package that is missing is left out, and the table says so. Times are wall-clock seconds of
this machine; the packages take turns, so that load disturbs all alike.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import io
import os
import platform
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import foursight as fs

#: Seconds after which a loop over a batch stops; its throughput is that of what it did.
LOOP_SECONDS = 20.0
#: Positions of each group that are solved one by one.
SINGLES = 200
GROUPS = [("8 to 11 discs", (8, 11)), ("12 to 19 discs", (12, 19)), ("20 to 30 discs", (20, 30))]
GAMES_SECONDS = 2.0


def optional(module: str) -> Any:
    """Return a module, or None."""
    with contextlib.suppress(ImportError), contextlib.redirect_stdout(io.StringIO()):
        return importlib.import_module(module)
    return None


def version(package: str) -> str:
    """Return the version of an installed package."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def solvers() -> dict[str, Callable[[fs.Board], int]]:
    """Return functions from a board to its score, by name."""
    with_book, without = fs.Solver(), fs.Solver(book=False)
    found: dict[str, Callable[[fs.Board], int]] = {
        "foursight": lambda board: with_book.solve(board).score,
        "foursight, no book": lambda board: without.solve(board).score,
    }
    bitbully = optional("bitbully")
    if bitbully is not None:
        for name, agent in (
            ("BitBully", bitbully.BitBully()),
            ("BitBully, no book", bitbully.BitBully(opening_book=None)),
        ):
            found[name] = lambda board, agent=agent: agent.mtdf(bitbully.Board(board.moves))
    return found


def solve_one_by_one() -> list[str]:
    """Solve positions in turns, and return rows of a table: milliseconds a position."""
    agents = solvers()
    rows = [
        "| solver | " + " | ".join(name for name, _ in GROUPS) + " |",
        "|---|" + "---|" * len(GROUPS),
    ]
    times: dict[str, list[float]] = {name: [] for name in agents}
    for _, plies in GROUPS:
        boards = fs.to_boards(fs.unique(fs.sample(SINGLES, plies=plies, seed=7)))
        seconds = dict.fromkeys(agents, 0.0)
        for board in boards:
            scores = set()
            for name, solve in agents.items():
                start = time.perf_counter()
                scores.add(solve(board))
                seconds[name] += time.perf_counter() - start
            assert len(scores) == 1, f"the solvers disagree about {board!r}: {scores}"
        for name in agents:
            times[name].append(1000 * seconds[name] / len(boards))
    rows += [
        f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |"
        for name, values in times.items()
    ]
    return rows


def solve_batch(count: int) -> list[str]:
    """Solve a batch, and the same positions in a loop of another package."""
    batch = fs.sample(count, plies=(8, 30), seed=11)
    rows = ["| how | positions | seconds | positions a second |", "|---|---|---|---|"]

    def row(name: str, done: int, seconds: float) -> None:
        rows.append(f"| {name} | {done:,} | {seconds:.1f} | {done / seconds:,.0f} |")

    start = time.perf_counter()
    scores = fs.solve_batch(batch, "score").tolist()
    row(f"foursight, `solve_batch`, {os.cpu_count()} cores", count, time.perf_counter() - start)
    start = time.perf_counter()
    fs.solve_batch(batch, "score", threads=1)
    row("foursight, `solve_batch`, 1 thread", count, time.perf_counter() - start)
    start = time.perf_counter()
    fs.solve_batch(batch, "outcome")
    row('foursight, `solve_batch(…, "outcome")`', count, time.perf_counter() - start)
    bitbully = optional("bitbully")
    if bitbully is not None:
        moves = [board.moves for board in fs.to_boards(batch)]
        agent = bitbully.BitBully()
        done = 0
        start = time.perf_counter()
        for mv, score in zip(moves, scores, strict=True):
            assert agent.mtdf(bitbully.Board(mv)) == score
            done += 1
            if time.perf_counter() - start > LOOP_SECONDS:
                break
        row("BitBully in a loop", done, time.perf_counter() - start)
    return rows


def stop_by_ctrl_c() -> float:
    """Return the milliseconds from Ctrl-C to the end of a batch that would take minutes."""
    times = []
    for _ in range(5):
        sent: list[float] = []

        def send(sent: list[float] = sent) -> None:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.5, send).start()
        try:
            fs.solve_batch(fs.initial(1000), book=False)
        except KeyboardInterrupt:
            times.append(1000 * (time.perf_counter() - sent[0]))
    return statistics.median(times)


def games_per_second(play: Callable[[random.Random], None]) -> float:
    """Return how many random games a second are played."""
    rng = random.Random(1)
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < GAMES_SECONDS:
        play(rng)
        count += 1
    return count / (time.perf_counter() - start)


def random_games() -> list[str]:
    """Return rows with random games a second of several packages."""

    def ours(rng: random.Random) -> None:
        board = fs.Board()
        while not board.is_over():
            board.push(rng.choice(board.legal_moves()))

    plays: dict[str, Callable[[random.Random], None]] = {"foursight `Board`": ours}
    bitbully, pyspiel = optional("bitbully"), optional("pyspiel")
    if bitbully is not None:

        def with_bitbully(rng: random.Random) -> None:
            board = bitbully.Board()
            while not board.is_game_over():
                board.play(rng.choice(board.legal_moves()))

        plays["BitBully `Board`"] = with_bitbully
    if pyspiel is not None:
        game = pyspiel.load_game("connect_four")

        def with_openspiel(rng: random.Random) -> None:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

        plays["OpenSpiel"] = with_openspiel

    def environment(module: Any) -> Callable[[random.Random], None]:
        env = module.env()

        def play(rng: random.Random) -> None:
            env.reset()
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                mask = observation["action_mask"]
                legal = [action for action, allowed in enumerate(mask) if allowed]
                env.step(None if over or cut else rng.choice(legal))

        return play

    for name, module in (
        ("foursight `pettingzoo.env()`", optional("foursight.pettingzoo")),
        ("PettingZoo `connect_four_v3`", optional("pettingzoo.classic.connect_four_v3")),
    ):
        if module is not None:
            plays[name] = environment(module)
    rows = ["| rules | random games a second |", "|---|---|"]
    rows += [f"| {name} | {games_per_second(play):,.0f} |" for name, play in plays.items()]
    return rows


def installed_bytes(package: str) -> str:
    """Return the size of the installed files of a package."""
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
    total = sum(
        path.stat().st_size
        for path in map(lambda file: Path(str(file.locate())), files)
        if path.exists()
    )
    return f"{total / 1e6:.1f} MB"


def import_seconds(module: str) -> str:
    """Return the time of an import in a new process, the best of three."""
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    times = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        if done.returncode:
            return "not installed"
        times.append(float(done.stdout.split()[-1]))
    return f"{1000 * min(times):.0f} ms"


PACKAGES = [
    ("foursight", "foursight", "foursight"),
    ("BitBully", "bitbully", "bitbully"),
    ("OpenSpiel", "open_spiel", "pyspiel"),
    ("PettingZoo", "pettingzoo", "pettingzoo"),
]


def report(count: int) -> str:
    """Return the page."""
    lines = [
        "# Comparison with other Python packages",
        "",
        "Made by [compare/compare.py](compare/compare.py) in one run, on the same positions, the packages taking turns.",
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; "
        + ", ".join(f"{name} {version(package)}" for name, package, _ in PACKAGES)
        + ".",
        "The figures are of a shared machine: compare rows, not runs.",
        "",
        "## One position after the other",
        "",
        f"Milliseconds a position for the exact score, {SINGLES} positions of fair play each; all solvers agreed on every score.",
        "",
        *solve_one_by_one(),
        "",
        "## A batch",
        "",
        f"{count:,} positions of fair play with 8 to 30 discs, exact scores.",
        f"The loop stops after {LOOP_SECONDS:.0f} seconds.",
        "",
        *solve_batch(count),
        "",
        f"Ctrl-C ends a batch after {stop_by_ctrl_c():.0f} ms (median of five).",
        "",
        "## Rules",
        "",
        *random_games(),
        "",
        "## Size and import",
        "",
        "| package | version | installed | import |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {version(package)} | {installed_bytes(package)} | {import_seconds(module)} |"
        for name, package, module in PACKAGES
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print or write the page; the hand-written rest of it stays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=100_000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    page = report(options.batch)
    if options.write is None:
        print(page)
        return 0
    mark = "## What each can and cannot"
    old = options.write.read_text("utf-8") if options.write.exists() else mark + "\n"
    options.write.write_text(page + "\n" + old[old.index(mark) :], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
