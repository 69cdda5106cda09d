"""Arrays for tests, the same values for NumPy and cupy."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy

import cupy

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import DTypeLike


def shaped_arange(shape: int | tuple[int, ...], xp: ModuleType = cupy, dtype: DTypeLike = numpy.float32,
                  order: str = "C") -> Any:
    """An array of the shape with the values 1, 2, 3 and so on.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    xp : module, optional
        `cupy` or `numpy`.
    dtype : dtype, optional
        For bool, every second value is True; complex values are ``n + nj``.
    order : str, optional
        Memory order.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> testing.shaped_arange((2, 2), numpy, int)
    array([[1, 2],
           [3, 4]])
    """
    dtype = numpy.dtype(dtype)
    return _shaped(numpy.arange(1, _size(shape) + 1), shape, xp, dtype, order)


def shaped_reverse_arange(shape: int | tuple[int, ...], xp: ModuleType = cupy, dtype: DTypeLike = numpy.float32,
                          order: str = "C") -> Any:
    """An array of the shape with the values n, n - 1, …, 1; see `shaped_arange`."""
    dtype = numpy.dtype(dtype)
    return _shaped(numpy.arange(_size(shape), 0, -1), shape, xp, dtype, order)


def _size(shape: int | tuple[int, ...]) -> int:
    return math.prod(shape) if isinstance(shape, (tuple, list)) else int(shape)


def _shaped(values: numpy.ndarray, shape: int | tuple[int, ...], xp: ModuleType, dtype: numpy.dtype, order: str) -> Any:
    if dtype.kind == "b":
        values = values % 2 == 0
    elif dtype.kind == "c":
        values = values + values * 1j
    return xp.array(values.astype(dtype).reshape(shape), order=order)


def shaped_linspace(start: float, stop: float, shape: int | tuple[int, ...], xp: ModuleType = cupy,
                    dtype: DTypeLike = numpy.float32) -> Any:
    """An array of the shape with evenly spaced values from `start` to `stop`, both included.

    Parameters
    ----------
    start, stop : scalar
        First and last value.
    shape : tuple of int
        Shape of the array.
    xp : module, optional
        `cupy` or `numpy`.
    dtype : dtype, optional
        Anything but bool.

    Raises
    ------
    ValueError
        If `dtype` is bool.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> testing.shaped_linspace(0, 1, (3,), numpy)
    array([0. , 0.5, 1. ], dtype=float32)
    """
    dtype = numpy.dtype(dtype)
    if dtype.kind == "b":
        raise ValueError("dtype must not be bool: evenly spaced truth values do not exist")
    return xp.array(numpy.linspace(start, stop, _size(shape)).astype(dtype).reshape(shape))


def shaped_random(shape: int | tuple[int, ...], xp: ModuleType = cupy, dtype: DTypeLike = numpy.float32,
                  scale: float = 10,
                  seed: int = 0, order: str = "C") -> Any:
    """An array of the shape with random values in ``[0, scale)``.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    xp : module, optional
        `cupy` or `numpy`.
    dtype : dtype, optional
        For bool, values are True or False alike often and `scale` is not used.
    scale : float, optional
        Upper end of the values; of both parts of complex ones.
    seed : int or None, optional
        The same seed gives the same values; None gives new ones each time.
    order : str, optional
        Memory order.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> bool(testing.shaped_random((2, 3), numpy, int).max() < 10)
    True
    """
    dtype = numpy.dtype(dtype)
    source = numpy.random.RandomState(seed)
    if dtype.kind == "b":
        values = source.randint(2, size=shape)
    elif dtype.kind == "c":
        values = (source.rand(*_tuple(shape)) + 1j * source.rand(*_tuple(shape))) * scale
    else:
        values = source.rand(*_tuple(shape)) * scale
    return xp.asarray(numpy.asarray(values).astype(dtype), order=order)


def _tuple(shape: int | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)


def shaped_sparse_random(shape: Any, sp: ModuleType | None = None, dtype: Any = numpy.float32, density: Any = 0.01,
                         format: Any = "coo", seed: Any = 0) -> Any:
    """A sparse matrix of the shape with random values at random places.

    Parameters
    ----------
    shape : tuple of int
        Shape of the matrix.
    sp : module, optional
        `cupyx.scipy.sparse` (the default) or `scipy.sparse`.
    dtype : dtype, optional
        Type of the values.
    density : float, optional
        Portion of the elements that are stored.
    format : str, optional
        Sparse format.
    seed : int, optional
        The same seed gives the same matrix.

    Examples
    --------
    >>> import scipy.sparse
    >>> from cupy import testing
    >>> testing.shaped_sparse_random((10, 10), scipy.sparse, density=0.1).nnz
    10
    """
    import scipy.sparse

    if sp is None:
        import cupyx.scipy.sparse as sp
    rows, columns = shape
    source = numpy.random.RandomState(seed)
    host = scipy.sparse.random(rows, columns, density=density, random_state=source)
    host = host.astype(dtype)
    return getattr(sp, f"{format}_matrix")(host if sp is scipy.sparse else sp.coo_matrix(host))


def generate_matrix(shape: tuple[int, ...], xp: ModuleType = cupy, dtype: DTypeLike = numpy.float32, *,
                    singular_values: numpy.ndarray | None = None) -> Any:
    """A matrix, or a stack of them, with known singular values.

    Parameters
    ----------
    shape : tuple of int
        ``(..., m, n)``.
    xp : module, optional
        `cupy` or `numpy`.
    dtype : dtype, optional
        A float or complex dtype.
    singular_values : array_like, optional
        Broadcast to ``(..., min(m, n))``.  By default random values from 1 to 2.

    Raises
    ------
    ValueError
        If `shape` has fewer than two dimensions.
    TypeError
        If `dtype` is not float or complex.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> a = testing.generate_matrix((3, 2), numpy, float, singular_values=[4, 1])
    >>> numpy.linalg.svd(a, compute_uv=False).round(6)
    array([4., 1.])
    """
    if len(shape) < 2:
        raise ValueError(f"shape must have at least two dimensions, not {shape}")
    dtype = numpy.dtype(dtype)
    if dtype.kind not in "fc":
        raise TypeError(f"dtype must be a float or complex one, not {dtype}")
    source = numpy.random.RandomState(0)
    *stack, m, n = shape
    k = min(m, n)
    if singular_values is None:
        singular_values = source.uniform(1, 2, (*stack, k))
    values = numpy.asarray(cupy.asnumpy(singular_values))
    left, right = (_orthonormal(source, (*stack, rows, k), dtype) for rows in (m, n))
    result = (left * values[..., None, :]) @ right.conj().swapaxes(-1, -2)
    return xp.asarray(result.astype(dtype))


def _orthonormal(source: numpy.random.RandomState, shape: tuple[int, ...], dtype: numpy.dtype) -> numpy.ndarray:
    """Random matrices with orthonormal columns."""
    a = source.standard_normal(shape)
    if dtype.kind == "c":
        a = a + 1j * source.standard_normal(shape)
    return numpy.linalg.qr(a)[0] if a.size else a
