"""Random matrices."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._coo_many import split_index
from cupyx.scipy.sparse._format import class_of

if TYPE_CHECKING:
    from cupy.random.generator import Generator
    from cupy.random.random_state import RandomState
    from cupy.typing import DTypeLike
    from cupyx._options import Int
    from cupyx.scipy.sparse._data import Data

__all__ = ["rand", "random", "random_array"]

#: Up to this many places, or where a third of them is wanted, all places are shuffled.
_SHUFFLED = 1 << 20


def _source(rng: Generator | RandomState | int | None) -> ModuleType | Generator | RandomState:
    """What numbers are drawn from: the module's state, a new one of a seed, or a generator that is given."""
    if rng is None:
        return cupy.random
    if isinstance(rng, (int, numpy.integer)):
        return cupy.random.RandomState(rng)
    return rng


def _draw(source: RandomState | ModuleType | Generator, count: int) -> cupy.ndarray:
    """Numbers from 0 to 1."""
    draw = getattr(source, "random_sample", None) or source.random
    return cupy.asarray(draw(count))


def _places(source: ModuleType | Generator | RandomState, total: int, count: int) -> cupy.ndarray:
    """`count` different places of `total`, in random order."""
    if total <= _SHUFFLED or 3 * count > total:
        return cupy.asarray(source.permutation(total)[:count]).astype("l", copy=False)
    found = cupy.zeros(0, "l")
    while found.size < count:
        more = (_draw(source, count - found.size + count // 8 + 16) * total).astype("l")
        found = cupy.unique(cupy.concatenate([found, more]))
    return found[cupy.asarray(source.permutation(found.size)[:count])]


def _values(source: RandomState | ModuleType | Generator, count: int, dtype: numpy.dtype[Any],
            sampler: Callable[..., Any] | None) -> cupy.ndarray:
    if sampler is not None:
        return cupy.asarray(sampler(count)).astype(dtype, copy=False)
    if dtype.kind in "iu":
        limits = numpy.iinfo(dtype)
        return (_draw(source, count) * (float(limits.max) - limits.min) + limits.min).astype(dtype)
    if dtype.kind == "c":
        return (_draw(source, count) + 1j * _draw(source, count)).astype(dtype)
    return _draw(source, count).astype(dtype, copy=False)


def _random(shape: Any, density: float, format: str, dtype: Any, rng: Any, sampler: Callable[..., Any] | None,
            family: str) -> Data:
    if not 0 <= density <= 1:
        raise ValueError("density expected to be 0 <= density <= 1")
    shape = _arguments.check_shape(shape, class_of("coo", family)._dimensions)
    dtype, total, source = _arguments.value_dtype(dtype, float), math.prod(shape), _source(rng)
    places = _places(source, total, round(density * total))
    values = _values(source, places.size, dtype, sampler)
    index = _arguments.get_index_dtype(maxval=max(shape))
    coords = split_index(places, shape)
    cls = class_of("coo", family)
    return cls._make(values, [c.astype(index, copy=False) for c in coords], shape).asformat(format)


def random(m: SupportsIndex, n: SupportsIndex, density: float = 0.01, format: str = "coo",
           dtype: DTypeLike | None = None, rng: Any = None, data_rvs: Callable[..., Any] | None = None, *,
           random_state: Any = None) -> Data:
    """A matrix with random values at random places.

    Parameters
    ----------
    m, n : int
        Rows and columns.
    density : float, optional
        Which part of the elements is stored.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values; float64 if not given.
    rng : int, cupy.random.Generator or RandomState, optional
        Where the numbers come from; the module's state if not given.
    data_rvs : callable, optional
        Gives as many values as it is asked for; they are uniform from 0 to 1 if it is not given.
    random_state : int, Generator or RandomState, optional
        The older name of `rng`.

    Returns
    -------
    sparse matrix
        With ``round(density * m * n)`` values.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.random(20, 30, density=0.1, rng=1).nnz
    60
    """
    rng = random_state if rng is None else rng
    return _random((int(m), int(n)), density, format, dtype, rng, data_rvs, "matrix")


def rand(m: SupportsIndex, n: SupportsIndex, density: float = 0.01, format: str = "coo", dtype: DTypeLike | None = None,
         rng: Any = None, *, random_state: Any = None) -> Data:
    """A matrix with uniform values at random places; as `random`.

    Parameters
    ----------
    m, n : int
        Rows and columns.
    density : float, optional
        Which part of the elements is stored.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values; float64 if not given.
    rng : int, cupy.random.Generator or RandomState, optional
        Where the numbers come from; the module's state if not given.
    random_state : int, Generator or RandomState, optional
        The older name of `rng`.

    Returns
    -------
    sparse matrix
        With ``round(density * m * n)`` values.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.rand(10, 10, density=0.5, format="csr").nnz
    50
    """
    return random(m, n, density, format, dtype, rng, random_state=random_state)


def random_array(shape: Sequence[Int], *, density: float = 0.01, format: str = "coo", dtype: DTypeLike | None = None,
                 rng: Any = None, data_sampler: Callable[..., Any] | None = None, random_state: Any = None) -> Data:
    """An array with random values at random places; as `random`, of the array family.

    Parameters
    ----------
    shape : tuple of int
        One or two lengths.
    density : float, optional
        Which part of the elements is stored.
    format : str, optional
        Format of the result.
    dtype : dtype, optional
        Type of the values; float64 if not given.
    rng : int, cupy.random.Generator or RandomState, optional
        Where the numbers come from; the module's state if not given.
    data_sampler : callable, optional
        Gives values for ``size=``, a number.
    random_state : int, Generator or RandomState, optional
        The older name of `rng`.

    Returns
    -------
    sparse array
        With ``round(density * size)`` values.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.random_array((10, 10), density=0.5).nnz
    50
    """
    rng = random_state if rng is None else rng
    sampler = None if data_sampler is None else lambda count: data_sampler(size=count)
    return _random(shape, density, format, dtype, rng, sampler, "array")
