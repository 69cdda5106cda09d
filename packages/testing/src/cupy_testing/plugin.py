"""The pytest plugin: registers the marks that `cupy.testing` offers, and loads nothing else."""
from __future__ import annotations

from typing import Any


def pytest_configure(config: Any) -> None:
    """Make the marks known, so that ``--strict-markers`` accepts them."""
    config.addinivalue_line("markers", "slow: takes long")
