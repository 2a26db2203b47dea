"""Helpers of the tests."""

import importlib
import os

import pytest

#: Set by `cargo xtask test` on the Python that has all tools: nothing is skipped there.
ALL_TOOLS = "FOURSIGHT_ALL_TOOLS"


def required(module):
    """Import a module that only some tests need; skip without it unless all must be there."""
    if os.environ.get(ALL_TOOLS):
        return importlib.import_module(module)
    return pytest.importorskip(module)
