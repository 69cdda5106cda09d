"""Arrays put together: each input is copied once, straight to its place."""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from cupy._core.join import join
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._logic.content import isfortran
from cupy._manipulation.shape import atleast_1d, atleast_2d, atleast_3d
from cupy._core.arguments import as_array, as_arrays
from cupy._core.dtype_rules import result_type
from cupy._runtime.warned import deprecated

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["append", "block", "column_stack", "concat", "concatenate", "dstack", "hstack",
           "row_stack", "stack", "vstack"]


def _arrays(xs: Any) -> list[ndarray]:
    """A list of arrays from a sequence of them."""
    kind = type(xs)
    if kind is list or kind is tuple:
        for x in xs:
            if type(x) is not ndarray:
                return as_arrays(xs)
        return list(xs) if kind is tuple else xs
    return as_arrays(_sequence(xs))


def _numbers_cast(xs: Any, parts: list[ndarray]) -> list[ndarray]:
    """The arrays of `xs`, those that were numbers of Python of the dtype that these do not decide."""
    weak = [type(x) in (int, float, complex) for x in xs] if type(xs) in (list, tuple) else []
    if not any(weak):
        return parts
    dtype = result_type(*(x if w else a for x, a, w in zip(xs, parts, weak)))
    return [a.astype(dtype) if w else a for a, w in zip(parts, weak)]


def _sequence(xs: Any) -> Sequence[Any]:
    """`xs`, unless it is an iterator: NumPy takes none."""
    if not hasattr(xs, "__getitem__"):
        raise TypeError('arrays to join must be passed as a "sequence" type such as list or tuple.')
    return xs


@overload
def concatenate(arrays: Sequence[ArrayLike], /, axis: SupportsIndex | None = ..., out: ndarray | None = ..., *,
                dtype: DTypeOf[Scalar], casting: str = ...) -> NDArray[Scalar]: ...
@overload
def concatenate(arrays: Sequence[ArrayLike], /, axis: SupportsIndex | None = ..., out: ndarray | None = ..., *,
                dtype: DTypeLike | None = ..., casting: str = ...) -> ndarray: ...
def concatenate(arrays: Sequence[ArrayLike], /, axis: SupportsIndex | None = 0, out: ndarray | None = None, *,
                dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along an axis they have.

    Parameters
    ----------
    arrays : sequence of array_like
        Inputs, alike in all other axes.
    axis : int or None, optional
        Axis to join along; None flattens the inputs first.
    out : ndarray, optional
        Output array.
    dtype : data-type, optional
        Type of the result; not together with `out`.
    casting : str, optional
        Which casts are allowed.

    Returns
    -------
    ndarray
        The joined array.

    Raises
    ------
    ValueError
        If there are no inputs, or they do not fit.
    TypeError
        If a cast is not allowed.

    Examples
    --------
    >>> import cupy
    >>> cupy.concatenate([cupy.arange(2), cupy.arange(3)])
    array([0, 1, 0, 1, 2])
    """
    parts = _arrays(arrays)
    if not parts:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        parts = [a.ravel() for a in _numbers_cast(arrays, parts)]
        axis = 0
    if parts[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    return join(parts, axis, out, dtype, casting, False)


concat = concatenate


@overload
def stack(arrays: Sequence[ArrayLike], axis: SupportsIndex = ..., out: ndarray | None = ..., *, dtype: DTypeOf[Scalar],
          casting: str = ...) -> NDArray[Scalar]: ...
@overload
def stack(arrays: Sequence[ArrayLike], axis: SupportsIndex = ..., out: ndarray | None = ..., *,
          dtype: DTypeLike | None = ..., casting: str = ...) -> ndarray: ...
def stack(arrays: Sequence[ArrayLike], axis: SupportsIndex = 0, out: ndarray | None = None, *,
          dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of array_like
        Inputs.
    axis : int, optional
        Where the new axis lies in the result.
    out, dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    ndarray
        The joined array.

    Raises
    ------
    ValueError
        If there are no inputs, or their shapes differ.

    Examples
    --------
    >>> import cupy
    >>> cupy.stack([cupy.arange(2), cupy.arange(2)], axis=1)
    array([[0, 0],
           [1, 1]])
    """
    parts = _arrays(arrays)
    if not parts:
        raise ValueError("need at least one array to stack")
    return join(parts, int(axis) if isinstance(axis, bool) else axis, out, dtype, casting, True)


def _listed(lifted: Any) -> list[ndarray]:
    return list(lifted) if isinstance(lifted, tuple) else [lifted]


@overload
def vstack(tup: Sequence[ArrayLike], *, dtype: DTypeOf[Scalar], casting: str = ...) -> NDArray[Scalar]: ...
@overload
def vstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = ..., casting: str = ...) -> ndarray: ...
def vstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the first axis; vectors become rows.

    Parameters
    ----------
    tup : sequence of array_like
        Inputs.
    dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    ndarray
        The joined array, at least two-dimensional.

    Examples
    --------
    >>> import cupy
    >>> cupy.vstack([cupy.arange(2), cupy.arange(2)])
    array([[0, 1],
           [0, 1]])
    """
    return concatenate(_listed(atleast_2d(*_sequence(tup))), 0, dtype=dtype, casting=casting)


def row_stack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the first axis: an old name of `vstack`, of which each call warns.

    Parameters
    ----------
    tup : sequence of array_like
        Inputs.
    dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    ndarray
        The joined array, at least two-dimensional.

    Examples
    --------
    >>> import cupy
    >>> cupy.row_stack([cupy.arange(2), cupy.arange(2)])
    array([[0, 1],
           [0, 1]])
    """
    deprecated("cupy.row_stack", "cupy.vstack")
    return vstack(tup, dtype=dtype, casting=casting)


@overload
def hstack(tup: Sequence[ArrayLike], *, dtype: DTypeOf[Scalar], casting: str = ...) -> NDArray[Scalar]: ...
@overload
def hstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = ..., casting: str = ...) -> ndarray: ...
def hstack(tup: Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the second axis; vectors along their only one.

    Parameters
    ----------
    tup : sequence of array_like
        Inputs.
    dtype, casting : optional
        As in `concatenate`.

    Returns
    -------
    ndarray
        The joined array.

    Examples
    --------
    >>> import cupy
    >>> cupy.hstack([cupy.arange(2), cupy.arange(2)])
    array([0, 1, 0, 1])
    """
    arrays = _listed(atleast_1d(*_sequence(tup)))
    axis = 0 if arrays and arrays[0].ndim == 1 else 1
    return concatenate(arrays, axis, dtype=dtype, casting=casting)


def dstack(tup: Sequence[ArrayLike]) -> ndarray:
    """Join arrays along the third axis.

    Parameters
    ----------
    tup : sequence of array_like
        Inputs.

    Returns
    -------
    ndarray
        The joined array, at least three-dimensional.

    Examples
    --------
    >>> import cupy
    >>> cupy.dstack([cupy.arange(2), cupy.arange(2)]).shape
    (1, 2, 2)
    """
    return concatenate(_listed(atleast_3d(*_sequence(tup))), 2)


def column_stack(tup: Sequence[ArrayLike]) -> ndarray:
    """Join arrays along the second axis; vectors become columns.

    Parameters
    ----------
    tup : sequence of array_like
        Inputs of one or two dimensions.

    Returns
    -------
    ndarray
        The joined array.

    Examples
    --------
    >>> import cupy
    >>> cupy.column_stack([cupy.arange(2), cupy.arange(2)])
    array([[0, 0],
           [1, 1]])
    """
    arrays = as_arrays(_sequence(tup))
    return concatenate([a if a.ndim > 1 else a.reshape(-1, 1) for a in arrays], 1)


def append(arr: ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Join values to the end of an array.

    Parameters
    ----------
    arr : array_like
        Start of the result.
    values : array_like
        End of the result.
    axis : int, optional
        Axis to join along; both are flattened if not given.

    Returns
    -------
    ndarray
        A new array.

    Examples
    --------
    >>> import cupy
    >>> cupy.append(cupy.arange(2), [7, 8])
    array([0, 1, 7, 8])
    """
    arr, values = as_array(arr, "arr", True), as_array(values, "values", True)
    if axis is None:
        arr, values, axis = arr.ravel(), values.ravel(), 0
    return concatenate([arr, values], axis)


def _depth(blocks: Any, path: str) -> int:
    """Depth of the nested lists; every leaf must lie equally deep."""
    if isinstance(blocks, tuple):
        raise TypeError(f"arrays{path} is a tuple. Only lists can be used to arrange blocks, and "
                        "np.block does not allow implicit conversion from tuple to ndarray.")
    if not isinstance(blocks, list):
        return 0
    if not blocks:
        raise ValueError(f"List at arrays{path} cannot be empty")
    depths = [_depth(b, f"{path}[{i}]") for i, b in enumerate(blocks)]
    if len(set(depths)) != 1:
        odd = next(i for i, d in enumerate(depths) if d != depths[0])
        raise ValueError(f"List depths are mismatched. First element was at depth {depths[0] + 1}, "
                         f"but there is an element at depth {depths[odd] + 1} (arrays{path}[{odd}])")
    return depths[0] + 1


def _leaves(blocks: Any) -> Iterator[Any]:
    if isinstance(blocks, list):
        return itertools.chain.from_iterable(map(_leaves, blocks))
    return iter([as_array(blocks)])


def _place(blocks: Any, axis: int, ndim: int) -> tuple[tuple[int, ...], list[Any]]:
    """Shape of the blocks put together, and where each leaf starts in it."""
    if not isinstance(blocks, list):
        a = as_array(blocks)
        shape = (1,) * (ndim - a.ndim) + a.shape
        return shape, [((0,) * ndim, a.reshape(shape))]
    placed, size, shape = [], 0, ()
    for block in blocks:
        inner, leaves = _place(block, axis + 1, ndim)
        if shape and inner[:axis] + inner[axis + 1:] != shape[:axis] + shape[axis + 1:]:
            raise ValueError(f"Mismatched array shapes in block along axis {axis}.")
        shape = inner
        for at, leaf in leaves:
            placed.append((at[:axis] + (at[axis] + size,) + at[axis + 1:], leaf))
        size += inner[axis]
    return shape[:axis] + (size,) + shape[axis + 1:], placed


def block(arrays: Sequence[ArrayLike]) -> ndarray:
    """Put an array together from nested lists of blocks.

    The innermost lists are joined along the last axis, the next along the one before it,
    and so on; every block is copied once.

    Parameters
    ----------
    arrays : nested list of array_like
        The blocks.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If lists are empty or nested unequally, or blocks do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.block([[cupy.ones((2, 2)), cupy.zeros((2, 1))]])
    array([[1., 1., 0.],
           [1., 1., 0.]])
    """
    depth = _depth(arrays, "")
    leaves = list(_leaves(arrays))
    ndim = max(depth, max(a.ndim for a in leaves))
    shape, placed = _place(arrays, ndim - depth, ndim)
    if depth < 2:
        return concatenate([leaf for _, leaf in placed], ndim - 1) if depth else placed[0][1].copy()
    dtype = result_type(*leaves) if len({a.dtype for a in leaves}) > 1 else leaves[0].dtype
    result = empty(shape, dtype, "F" if len(shape) > 1 and all(isfortran(a) for a in leaves) else "C")
    for at, leaf in placed:
        if leaf.size:
            result[tuple(slice(i, i + n) for i, n in zip(at, leaf.shape, strict=True))] = leaf
    return result
