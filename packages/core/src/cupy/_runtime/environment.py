"""What environment variables say: nothing, a value of the kind that they are for, or an error that names them."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from cupy._runtime.errors import BackendError

__all__: list[str] = []


def variable(name: str, read: Callable[[str], Any], what: str, default: Any = None) -> Any:
    """The value that a function reads from a variable's text, `default` where it is not set or empty.

    The function raises ValueError where the text is not `what`.
    """
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        return read(text)
    except ValueError:
        raise BackendError(f"{name}={text}: it must be {what}") from None


def positive(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """A reader of numbers above zero."""
    def checked(text: str) -> Any:
        value = read(text)
        if not value > 0:
            raise ValueError(text)
        return value
    return checked
