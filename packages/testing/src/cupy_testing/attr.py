"""Marks under their older names: ``cupy.testing.attr.slow`` and kin."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupy_testing._require import multi_gpu, slow

__all__ = ["cudnn", "gpu", "multi_gpu", "slow"]


def gpu(test: Callable[..., Any]) -> Callable[..., Any]:
    """Return the test unchanged: every backend runs every test."""
    return test


def cudnn(test: Callable[..., Any]) -> Callable[..., Any]:
    """Return the test unchanged: nothing here uses cuDNN."""
    return test
