"""How the functions of linalg read their arrays."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, overload

import numpy

import cupy
from cupy._ext import all_finite, as_array, linalg_check, synchronous

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = []


def not_finite() -> ValueError:
    """The error for infinities and NaNs where none may be."""
    return ValueError("array must not contain infs or NaNs")


def finite(x: ArrayLike, check_finite: bool = True, name: str = "a") -> cupy.ndarray:
    """`x` as an array; ValueError for items that are not finite, if those are looked for."""
    if hasattr(x, "tocoo"):
        raise ValueError("Sparse arrays/matrices are not supported by this function. Perhaps one of the "
                         "`scipy.sparse.linalg` functions would work instead.")
    x = as_array(x, name)
    if check_finite and x.dtype.kind in "fc" and x.size and not all_finite(x):
        raise not_finite()
    return x


def both_finite(a: ArrayLike, b: ArrayLike, check_finite: bool = True,
                names: tuple[str, ...] = ("a", "b")) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Two arrays, for whose check a GPU is waited for once."""
    a, b = finite(a, False, names[0]), finite(b, False, names[1])
    flags = [all_finite(x) for x in (a, b) if check_finite and x.dtype.kind in "fc" and x.size]
    if flags and not bool(flags[0] & flags[-1]):
        raise not_finite()
    return a, b


def inexact(x: cupy.ndarray) -> cupy.ndarray:
    """`x`, as float64 if it holds whole numbers."""
    return x if x.dtype.kind in "fc" else x.astype("d")


def lapack_dtype(*arrays: cupy.ndarray) -> numpy.dtype[Any]:
    """Type that LAPACK computes in for arrays, as SciPy chooses it."""
    dtype = numpy.result_type(*[a.dtype for a in arrays])
    if dtype.char in "fdFD":
        return dtype
    if dtype.char == "E":
        return numpy.dtype("f")
    for char in "fdFD":
        if numpy.can_cast(dtype, char):
            return numpy.dtype(char)
    return numpy.dtype("d")


@overload
def as_lapack(a: cupy.ndarray, /) -> cupy.ndarray: ...


@overload
def as_lapack(a: cupy.ndarray, b: cupy.ndarray, /, *more: cupy.ndarray) -> list[cupy.ndarray]: ...


def as_lapack(*arrays: cupy.ndarray) -> cupy.ndarray | list[cupy.ndarray]:
    """Arrays in the one type that LAPACK computes in."""
    dtype = lapack_dtype(*arrays)
    cast = [a.astype(dtype, copy=False) for a in arrays]
    return cast[0] if len(cast) == 1 else cast


def matrices(x: ArrayLike, check_finite: bool = True, name: str = "a",
             message: str = "expected matrix") -> cupy.ndarray:
    """`x` as an array of two axes or more, in a type of LAPACK."""
    x = finite(x, check_finite, name)
    if x.ndim < 2:
        raise ValueError(message)
    return as_lapack(x)


def squares(x: ArrayLike, check_finite: bool = True, name: str = "a",
            message: str = "expected square matrix") -> cupy.ndarray:
    """The same, of square matrices."""
    x = matrices(x, check_finite, name, message)
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(message)
    return x


@overload
def broadcast(*arrays: cupy.ndarray, core: int = 2) -> list[cupy.ndarray]: ...


@overload
def broadcast(*arrays: cupy.ndarray | None, core: int = 2) -> list[Any]: ...


def broadcast(*arrays: Any, core: int = 2) -> list[Any]:
    """Arrays with one shape of axes before the last `core`; None stays."""
    shapes = {a.shape[:-core] for a in arrays if a is not None}
    if len(shapes) == 1:
        return list(arrays)
    shape = numpy.broadcast_shapes(*shapes)
    return [a if a is None or a.shape[:-core] == shape else cupy.broadcast_to(a, (*shape, *a.shape[-core:]))
            for a in arrays]


def right_sides(a: cupy.ndarray, b: cupy.ndarray) -> tuple[cupy.ndarray, cupy.ndarray, bool]:
    """Matrices and right-hand sides of one batch shape ``(…, n, k)``, and whether `b` is a vector."""
    vector = b.ndim == 1
    a, b = broadcast(a, b[:, None] if vector else b)
    return a, b, vector


def adjoint(a: cupy.ndarray) -> cupy.ndarray:
    """Conjugate transposes."""
    return a.swapaxes(-1, -2).conj() if a.dtype.kind == "c" else a.swapaxes(-1, -2)


def batched(a: cupy.ndarray) -> cupy.ndarray:
    """A C-contiguous array ``(batch, m, n)`` of the same matrices."""
    return cupy.ascontiguousarray(a).reshape(math.prod(a.shape[:-2]), *a.shape[-2:])


def expect_zero(status: cupy.ndarray, message: str) -> None:
    """Raise LinAlgError unless a status is zero: now on the host, with the next copy to the host on a GPU."""
    linalg_check.expect_zero(status, message)
    if synchronous():
        linalg_check.check()
