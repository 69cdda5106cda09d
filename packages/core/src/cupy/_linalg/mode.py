"""How products of float32 matrices may be rounded."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Literal

from cupy._runtime.services.blas import MODES, modes

__all__ = []


@contextlib.contextmanager
def compute_mode(mode: Literal["float32", "tf32", "bfloat16", "float16", "pedantic"]) -> Iterator[None]:
    """Context in which products of float32 matrices may be rounded differently.

    Parameters
    ----------
    mode : {'float32', 'tf32', 'bfloat16', 'float16', 'pedantic'}
        To which precision the library may round the elements before it multiplies them; sums are
        always kept in float32.  'pedantic' also forbids algorithms that reorder sums.  The
        environment variable ``CUPY_TF32=1`` makes 'tf32' the default.

    Raises
    ------
    ValueError
        For another mode.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.ones((2, 2), "f")
    >>> with cupy.linalg.compute_mode("tf32"):
    ...     b = a @ a
    """
    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
    token = modes.set(None if mode == "float32" else mode)
    try:
        yield
    finally:
        modes.reset(token)
