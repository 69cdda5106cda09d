"""Types for annotations: what functions take as an array, as a dtype, and an array of one dtype.

Examples
--------
>>> import cupy
>>> from cupy.typing import NDArray
>>> def norm(x: NDArray[cupy.float32]) -> NDArray[cupy.float32]:
...     return cupy.sqrt((x * x).sum())
"""
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from numpy import dtype as _dtype
from numpy import generic as _generic
from numpy.typing import ArrayLike as _NumpyArrayLike
from numpy.typing import DTypeLike, NBitBase

from cupy._core.ndarray import ndarray as _ndarray

__all__ = ["ArrayLike", "DTypeLike", "NBitBase", "NDArray"]

_Scalar = TypeVar("_Scalar", bound=_generic)

ArrayLike: TypeAlias = _ndarray[Any, Any] | Sequence[_ndarray[Any, Any]] | _NumpyArrayLike
NDArray: TypeAlias = _ndarray[Any, _dtype[_Scalar]]
