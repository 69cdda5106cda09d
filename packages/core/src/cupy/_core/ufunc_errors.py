"""Errors of ufuncs, of the classes by which programs catch NumPy's: `numpy` shows them nowhere public."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy._core._exceptions as classes     # NumPy's own namespace: programs name these, for lack of others

if TYPE_CHECKING:
    import numpy

    from cupy._core.options import Casting
    from cupy._core.ufunc import ufunc

_classes: Any = classes

__all__ = []


def no_loop(ufunc: ufunc, dtypes: Sequence[numpy.dtype | None]) -> NoReturn:
    """No loop takes inputs of these dtypes; of numbers NumPy says that in other words."""
    if all(dtype is not None and dtype.kind in "biufc" for dtype in dtypes):
        raise TypeError(f"ufunc {ufunc.__name__!r} not supported for the input types, and the inputs could not be "
                        "safely coerced to any supported types according to the casting rule ''safe''")
    raise _classes._UFuncNoLoopError(ufunc, (*dtypes, *[None] * ufunc.nout))


def is_no_loop(error: BaseException) -> bool:
    """Whether an error, ours or NumPy's, says that there is no loop."""
    return isinstance(error, _classes._UFuncNoLoopError)


def refused_input(ufunc: ufunc, number: int, source: numpy.dtype, target: numpy.dtype, casting: Casting) -> NoReturn:
    """An input may not be cast to what the loop takes."""
    raise _classes._UFuncInputCastingError(ufunc, casting, source, target, number)


def refused_output(ufunc: ufunc, number: int, source: numpy.dtype, target: numpy.dtype, casting: Casting) -> NoReturn:
    """A result may not be cast to the dtype of its ``out=``."""
    raise _classes._UFuncOutputCastingError(ufunc, casting, source, target, number)
