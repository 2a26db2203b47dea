"""The README runs, the golden game is current, the package is what it says it is."""

import doctest
import importlib.metadata
import subprocess
import sys
from pathlib import Path

import foursight as fs
from foursight.playthrough import playthrough

ROOT = Path(__file__).resolve().parent.parent


def test_the_readme_runs():
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 30 and failed == 0


def test_the_golden_game_is_current():
    golden = (ROOT / "golden" / "playthrough.txt").read_text("utf-8")
    assert playthrough(fs.Board("445553726")) == golden


def test_examples_run():
    examples = sorted((ROOT / "examples").glob("*.py"))
    assert examples
    for example in examples:
        done = subprocess.run(
            [sys.executable, str(example)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{example}: {done.stderr}"
        assert done.stdout


def test_nothing_is_required():
    required = importlib.metadata.requires("foursight") or []
    assert all("extra ==" in entry for entry in required), required
    code = (
        "import sys; sys.modules['numpy'] = None; import foursight as fs; "
        "x = fs.sample(8, seed=1); s = fs.solve_batch(x); "
        "assert isinstance(s, memoryview) and s.shape == (8, 7); "
        "assert fs.Board('44').array('pgx').shape == (6, 7, 2); "
        "assert len(fs.to_boards(fs.mirror(x))) == 8; "
        "fs.measure('dice')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_versions_agree():
    assert fs.__version__ == importlib.metadata.version("foursight")
