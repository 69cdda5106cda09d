"""How the functions of linalg read their arrays."""
from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import numpy

import cupy
from cupy._ext import all_finite, as_array, linalg_check, linalg_mode, synchronous

from cupyx.scipy._host import few, of_scipy, to_device, to_host

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar
    from cupy.typing import ArrayLike

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = []

_FEW = 4096         # elements of a matrix of which SciPy's function takes less time than our steps to LAPACK
_KINDS = "fdFD"


def scipy_of_few(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """A function that SciPy's of the same name does of few numbers in the host's memory, if it is called now.

    Calls with options by position or with arrays of the host, which ours refuse, and those whose failures are to be
    ignored, come to the function itself.
    """
    name = f"linalg.{function.__name__}"
    parameters = inspect.signature(function).parameters
    least = sum(p.default is p.empty for p in parameters.values())
    axes = 1 if next(iter(parameters)) == "d" else 2
    most = least + (list(parameters)[least:least + 1] == ["b"])

    @functools.wraps(function)
    def through(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
        if least <= len(args) <= most and (not kwargs or _OPTIONS.issuperset(kwargs)) and are_few(args, axes) \
                and linalg_mode() != "ignore":
            return to_device(of_scipy(name)(*map(to_host, args), **kwargs), True)
        return function(*args, **kwargs)

    return through


#: Options that hold no arrays and are SciPy's too.
_OPTIONS = frozenset(("lower", "check_finite", "eigvals_only", "trans", "unit_diagonal", "assume_a", "p_indices",
                      "permute_l"))


def are_few(args: tuple[Any, ...], axes: int) -> bool:
    """Whether all are arrays that SciPy takes, the first of so many axes, or a pair of such an array and a flag."""
    first = args[0][0] if type(args[0]) is tuple and args[0] else args[0]
    if not few(first, _FEW, _KINDS) or first.ndim != axes or not first.size:
        return False
    for x in (*args[0][1:], *args[1:]) if first is not args[0] else args[1:]:
        if x is not None and type(x) is not bool and not (type(x) is cupy.ndarray and 0 < x.size <= _FEW and x.ndim <= 2
                                        and x.dtype.char in "fdFDi"):
            return False
    return True


def finite(x: ArrayLike, check_finite: bool = True, name: str = "a") -> cupy.ndarray:
    """`x` as an array; ValueError for items that are not finite, if those are looked for."""
    if hasattr(x, "tocoo"):
        raise ValueError("Sparse arrays/matrices are not supported by this function. Perhaps one of the "
                         "`scipy.sparse.linalg` functions would work instead.")
    x = as_array(x, name)
    if check_finite and x.dtype.kind in "fc" and x.size and not all_finite(x):
        raise ValueError("array must not contain infs or NaNs")
    return x


def both_finite(a: ArrayLike, b: ArrayLike, check_finite: bool = True,
                names: tuple[str, ...] = ("a", "b")) -> tuple[cupy.ndarray, cupy.ndarray]:
    """Two arrays, for whose check a GPU is waited for once."""
    a, b = finite(a, False, names[0]), finite(b, False, names[1])
    flags = [all_finite(x) for x in (a, b) if check_finite and x.dtype.kind in "fc" and x.size]
    if flags and not bool(flags[0] & flags[-1]):
        raise ValueError("array must not contain infs or NaNs")
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
