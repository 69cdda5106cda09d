"""Which libraries CuPy's programs ask routines to use, and how they ask for products to be rounded."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._runtime.services.blas import modes

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = []

ACCELERATOR_CUB, ACCELERATOR_CUTENSOR, ACCELERATOR_CUTENSORNET = 1, 2, 3
_ACCELERATORS = {"cub": ACCELERATOR_CUB, "cutensor": ACCELERATOR_CUTENSOR, "cutensornet": ACCELERATOR_CUTENSORNET}
_asked = {"routine": [], "reduction": []}


def _numbers(accelerators: Sequence[Any]) -> list[int]:
    found = []
    for x in accelerators:
        number = _ACCELERATORS.get(x, x)
        if number not in _ACCELERATORS.values():
            raise ValueError(f"Unknown accelerator: {x}")
        found.append(number)
    return found


def get_routine_accelerators() -> list[int]:
    """What `set_routine_accelerators` was given: the engine chooses by itself."""
    return list(_asked["routine"])


def set_routine_accelerators(accelerators: Sequence[str | int]) -> None:
    """Remember a list of ``'cub'``, ``'cutensor'``, ``'cutensornet'``; it changes nothing."""
    _asked["routine"] = _numbers(accelerators)


def get_reduction_accelerators() -> list[int]:
    """What `set_reduction_accelerators` was given."""
    return list(_asked["reduction"])


def set_reduction_accelerators(accelerators: Sequence[str | int]) -> None:
    """Remember a list as `set_routine_accelerators` does."""
    _asked["reduction"] = _numbers(accelerators)


COMPUTE_TYPE_TBD, COMPUTE_TYPE_DEFAULT, COMPUTE_TYPE_PEDANTIC, COMPUTE_TYPE_FP16 = 0, 1, 2, 3
COMPUTE_TYPE_FP32, COMPUTE_TYPE_FP64, COMPUTE_TYPE_BF16, COMPUTE_TYPE_TF32 = 4, 5, 6, 7
_NAMES = ("COMPUTE_TYPE_TBD", "COMPUTE_TYPE_DEFAULT", "COMPUTE_TYPE_PEDANTIC", "COMPUTE_TYPE_FP16",
          "COMPUTE_TYPE_FP32", "COMPUTE_TYPE_FP64", "COMPUTE_TYPE_BF16", "COMPUTE_TYPE_TF32")
_MODES = {COMPUTE_TYPE_PEDANTIC: "pedantic", COMPUTE_TYPE_FP16: "float16", COMPUTE_TYPE_BF16: "bfloat16",
          COMPUTE_TYPE_TF32: "tf32"}
_compute_types = dict.fromkeys("efd", COMPUTE_TYPE_DEFAULT)


def _char(dtype: DTypeLike) -> str:
    dtype = numpy.dtype(dtype)
    char = {"F": "f", "D": "d"}.get(dtype.char, dtype.char)
    if char not in _compute_types:
        raise TypeError(f"dtype is not supported: {dtype}")
    return char


def get_compute_type(dtype: DTypeLike) -> int:
    """How products of matrices of a type are computed."""
    return _compute_types[_char(dtype)]


def set_compute_type(dtype: DTypeLike, compute_type: int) -> None:
    """Set how products of float32 matrices are computed, as `cupy.linalg.compute_mode` does; other types have one way.

    Raises
    ------
    ValueError
        For another number than those of ``COMPUTE_TYPE_…``.
    """
    if compute_type not in range(len(_NAMES)):
        raise ValueError(f"Unknown compute type: {compute_type}")
    char = _char(dtype)
    _compute_types[char] = COMPUTE_TYPE_DEFAULT if compute_type == COMPUTE_TYPE_TBD else compute_type
    if char == "f":
        modes.set(_MODES.get(compute_type))


def compute_type_to_str(compute_type: int) -> str:
    """Name of the constant."""
    return _NAMES[compute_type]
