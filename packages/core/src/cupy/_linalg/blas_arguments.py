"""Arguments of the routines of `cupy.cublas`."""
from __future__ import annotations

from cupy._core.ndarray import ndarray

__all__ = []

_OPERATIONS = {"N": "N", "T": "T", "H": "H", "C": "H", 0: "N", 1: "T", 2: "H"}


def operation(trans: str | int) -> str:
    """'N', 'T' or 'H', from its dtype char or cuBLAS's number."""
    found = _OPERATIONS.get(trans)
    if found is None:
        raise ValueError(f"an operation is 'N', 'T' or 'H', not {trans!r}")
    return found


def transposed(a: ndarray, trans: str | int) -> ndarray:
    """A matrix as it is, transposed, or transposed and conjugated."""
    op = operation(trans)
    if op == "N":
        return a
    return a.T.conj() if op == "H" and a.dtype.kind == "c" else a.T


def check_types(first: ndarray, *others: ndarray, vectors: tuple[ndarray, ...] = (),
                matrices: tuple[ndarray, ...] = ()) -> None:
    """Raise unless the arrays have one dtype that BLAS has, and so many axes."""
    if first.dtype.char not in "fdFD":
        raise TypeError(f"invalid dtype {first.dtype}: it must be float32, float64, complex64 or complex128")
    for x in others:
        if x.dtype != first.dtype:
            raise TypeError(f"dtypes differ: {first.dtype} and {x.dtype}")
    for x, ndim in [*((x, 1) for x in vectors), *((x, 2) for x in matrices)]:
        if x.ndim != ndim:
            raise ValueError(f"an array of {ndim} axes is needed, not of shape {x.shape}")


def check_shape(x: ndarray, shape: tuple[int, ...]) -> None:
    """Raise unless an array has this shape."""
    if x.shape != shape:
        raise ValueError(f"an array of shape {shape} is needed, not {x.shape}")


def result(value: ndarray, out: ndarray | None, order: str = "C") -> ndarray:
    """The value, or `out` with it."""
    if out is None:
        return value.copy(order) if order == "F" else value
    if not isinstance(out, ndarray):
        raise TypeError(f"out must be a cupy.ndarray, not {type(out).__name__}")
    check_shape(out, value.shape)
    out[...] = value
    return out
