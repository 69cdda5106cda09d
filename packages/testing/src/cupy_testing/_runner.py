"""What is asked of pytest, and what stands for it where it is not installed."""
from __future__ import annotations

import unittest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

try:
    import pytest
except ImportError:
    pytest = None

#: What a test raises to say that it does not apply.
SKIPS = (unittest.SkipTest,) if pytest is None else (unittest.SkipTest, pytest.skip.Exception)


def mark(name: str) -> Any:
    """The mark `name`; without pytest nothing can choose by it, and the test stays as it is."""
    return (lambda test: test) if pytest is None else getattr(pytest.mark, name)


def skip_if(condition: bool, reason: str) -> Any:
    """A decorator that skips a test or a class."""
    return unittest.skipIf(condition, reason) if pytest is None else pytest.mark.skipif(condition, reason=reason)


def needed(feature: str) -> ModuleType:
    """The module pytest, or an ImportError that says what needs it."""
    if pytest is None:
        raise ImportError(f"{feature} needs pytest: pip install pytest")
    return pytest
