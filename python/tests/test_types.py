"""The committed stub is what the module has, and types hold under both checkers."""

import os
import subprocess
import sys
from pathlib import Path

from conftest import required

ROOT = Path(__file__).resolve().parent.parent


def run(*command, folder):
    environment = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_matches_the_module():
    required("mypy")
    # Elsewhere than the source folder, which has no native part.
    run("mypy.stubtest", "foursight._native", folder=ROOT / "tests")


def test_mypy_strict():
    required("mypy")
    run("mypy", "--strict", folder=ROOT)


def test_pyright():
    required("pyright")
    run("pyright", "--pythonpath", sys.executable, folder=ROOT)
